"""Any moment of a game in the real page: its frames are made here, by the engine, for one seat.

The page, its scripts and its sheets are the service's own; only what the table says is put in, and
no connection is made, so that the moment stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, Route

import engine
from engine import Seat
from tests.vocabulary import Game, bidding, deal, playing

LONG_NAMES = {
    "N": "Wilhelmina van den Heuvel",
    "E": "Franciscus Oudenhoven-Maas",
    "S": "Anneke",
    "W": "Bartholomeus de Wit",
}
SHORT_NAMES = {"N": "Noud", "E": "Truus", "S": "Anneke", "W": "Wies"}
# Lines that open and say only what a test puts in.
QUIET_LINES = """
    for (const name of ['EventSource', 'WebSocket']) window[name] = class {
        static OPEN = 1;
        readyState = 1;
        constructor() { window.line = this; setTimeout(() => { this.onopen(); this.here(); }); }
        here() { this.onmessage({data: '{"type": "ack", "id": "here"}'}); }
        send(said) { if (said.includes('"ping"')) setTimeout(() => this.here()); }
        addEventListener() {}
        close() {}
    };
"""
HEAR = "frames => frames.forEach(frame => window.line.onmessage({data: JSON.stringify(frame)}))"


@dataclass(frozen=True)
class Moment:
    """A game, who looks at it (None: a spectator), and what the table is like."""

    game: Game | None
    seat: Seat | None = Seat.SOUTH
    table: Mapping[str, object] = field(default_factory=dict)
    before: Game | None = None  # shown first, so that a complete trick still lies there
    attributes: Mapping[str, str] = field(default_factory=dict)

    def frames(
        self, names: Mapping[str, str], view: Mapping[str, object]
    ) -> list[dict[str, object]]:
        games = [game for game in (self.before, self.game) if game is not None]
        return [table_frame(self, names), *(game_frame(game, self.seat, view) for game in games)]


def table_frame(moment: Moment, names: Mapping[str, str]) -> dict[str, object]:
    over = moment.game is not None and moment.game.state.finished
    scores = moment.game.scores if moment.game is not None and over else dict.fromkeys("NESW", 0)
    past = {"board": 1, "dealer": "W", "scores": {"N": 10, "E": -10, "S": 10, "W": -10}}
    boards = [past, {"board": 2, "dealer": "N", "scores": scores}] if over else [past]
    return {
        "type": "table",
        "table": "t1",
        "game": "g2" if moment.game is not None else None,
        "version": 9,
        "state": {
            "ruleset": "championship-online",
            "length": 8,
            "policy": "live",
            "board": 2 if moment.game is not None else 0,
            "closed": False,
            "seats": {
                letter: {
                    "name": name,
                    "kind": "person" if letter == "S" else "house",
                    "away": False,
                }
                for letter, name in names.items()
            },
            "totals": {seat: past["scores"][seat] + scores[seat] for seat in "NESW"},  # type: ignore[index]
            "boards": boards if moment.game is not None else [],
            "ready": ["N", "E", "W"] if over else [],
            "waiting_for": ["S"] if over else [],
            **moment.table,
        },
    }


def game_frame(game: Game, seat: Seat | None, view: Mapping[str, object]) -> dict[str, object]:
    frame: dict[str, object] = {
        "type": "game",
        "game": "g2",
        "version": 1 + len(game.events),
        "events": [],
        "view": {**engine.public_view(game.state, reveal=game.state.finished).as_dict(), **view},
    }
    if seat is not None:
        frame["me"] = engine.seat_view(game.state, seat).as_dict()
    return frame


def stage(
    page: Page,
    moment: Moment,
    names: Mapping[str, str] = LONG_NAMES,
    *,
    view: Mapping[str, object] | None = None,
    **attributes: str,
) -> Page:
    """Shows the moment; `view` changes what it says of the game, `attributes` are those of the
    page: theme, index, cards, suits.

    A page that shows a moment already is told the next one as news, which is much faster.
    """
    frames = moment.frames(names, view or {})
    shown = page.__dict__.setdefault("shown", Shown())
    as_what = {**moment.attributes, **attributes}
    if moment.seat is not None:
        as_what["seat"] = moment.seat.letter
    if shown.as_what == as_what and moment.game is not None and moment.before is None:
        shown.count += 1
        frames[0] |= {"version": shown.count, "game": f"g{shown.count}"}
        frames[1] |= {"game": f"g{shown.count}"}
        page.evaluate(HEAR, frames)
    else:
        shown.open(page, frames, as_what)
    page.wait_for_function(
        "() => document.getAnimations().length === 0 && !document.querySelector('.fold')"
    )
    return page


@dataclass
class Shown:
    """What a page shows now, and the tables it knows: one to sit at, one to watch."""

    as_what: dict[str, str] | None = None
    tables: dict[str, str] = field(default_factory=dict)
    count: int = 9

    def open(self, page: Page, frames: list[dict[str, object]], as_what: dict[str, str]) -> None:
        button = "#take-a-seat" if "seat" in as_what else "#watch-a-table"
        if not self.tables:
            page.add_init_script(QUIET_LINES)
        page.unroute_all()
        if button not in self.tables:
            page.goto("/")
            page.locator(button).click()
            page.locator("#table-body").wait_for()
            self.tables[button] = page.url
        # A redirect cannot be intercepted, so the table is opened above and shown here.
        page.route(re.compile(r"/tables/[^/]+/$"), with_frames(frames, as_what))
        page.goto(self.tables[button])
        page.locator("#table-body").wait_for()
        self.as_what = as_what


def with_frames(
    frames: list[dict[str, object]], attributes: Mapping[str, str]
) -> Callable[[Route], None]:
    text = json.dumps(frames)

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.text()
        body = re.sub(
            r'(<script id="frames"[^>]*>).*?(</script>)',
            lambda found: found[1] + text + found[2],
            body,
            flags=re.DOTALL,
        )
        for name, value in attributes.items():
            body = re.sub(rf'data-{name}="\w*"', f'data-{name}="{value}"', body, count=1)
        route.fulfill(response=response, body=body)

    return answer


# -- moments --------------------------------------------------------------------------------------

# South has a hand to rik with; East holds the ace of hearts.
HANDS = {
    "S": "AKJ87.72.KQ4.A86",
    "E": "T4.AKQ6.J72.J943",
    "N": "Q92.T53.A986.K72",
    "W": "653.J984.T53.QT5",
}
MISERE = {
    "S": "732.532.6432.432",
    "E": "AK4.AK4.AK5.AKQ5",
    "N": "QJT.QJT.QJT.JT98",
    "W": "9865.9876.987.76",
}
ALL_PASS = "pass pass pass pass"


def rik(play: str = "") -> Game:
    return playing("rik by S, trump S, calls HA", hands=HANDS, leader="W").after(play)


FIRST_TRICK = "W:C5 N:C2 E:CJ S:CA"


def _moments() -> dict[str, Moment]:
    dealt = deal(**HANDS)
    auction = bidding(dealer="W", cards=dealt)
    return {
        "auction": Moment(bidding(dealer="N", cards=dealt).bid("E:pass")),
        "auction, much bid": Moment(
            bidding(dealer="S", cards=dealt).bid("W:rik N:rik_beter E:alleen_8")
        ),
        "auction, joining": Moment(bidding(dealer="S", cards=dealt).bid("W:rik N:piek E:misere")),
        "auction, waiting": Moment(bidding(dealer="S", cards=dealt).bid("W:rik N:rik_beter")),
        "auction, passed": Moment(bidding(dealer="E", cards=dealt).bid("S:pass W:rik N:rik_beter")),
        "choose": Moment(bidding(dealer="S", cards=dealt).bid(ALL_PASS)),
        "choose, waiting": Moment(auction.bid(ALL_PASS)),
        "declare": Moment(auction.bid("N:pass E:pass S:rik W:pass")),
        "declare, waiting": Moment(auction.bid("N:pass E:rik S:pass W:pass")),
        "lead": Moment(rik(FIRST_TRICK)),
        "my turn": Moment(rik(f"{FIRST_TRICK} S:H2 W:H4 N:H3 E:HA E:C3")),
        "waiting": Moment(rik("W:C5")),
        "follow": Moment(rik("W:C5 N:C2 E:CJ")),
        "partner known": Moment(rik(f"{FIRST_TRICK} S:H2 W:H4 N:H3 E:HA E:D2 S:DQ W:D3")),
        "partner myself": Moment(rik("W:C5 N:C2"), Seat.EAST),
        "blind lead": Moment(
            playing("rik by E, trump C, calls SA blind", leader="E", hands=VOID), Seat.EAST
        ),
        "blind lead, following": Moment(
            playing("rik by E, trump C, calls SA blind", leader="E", hands=VOID).after("E:(D4)")
        ),
        "schoppen mie": Moment(playing("schoppen_mie", hands=HANDS, leader="S")),
        "one or five": Moment(playing("one_or_five", hands=HANDS, leader="W").play_on(2)),
        "piek": Moment(playing("piek by S", hands=MISERE, leader="W").play_on(2)),
        "misere": Moment(playing("misere by S", hands=MISERE, leader="W").play_on(2)),
        "misere by two": Moment(playing("misere by S and N", hands=MISERE, leader="W").play_on(2)),
        "alleen": Moment(playing("alleen_9 by S, trump S", hands=HANDS, leader="W").play_on(3)),
        "made": Moment(rik().play_on()),
        "lost": Moment(playing("alleen_12 by S, trump S", hands=HANDS, leader="W").play_on()),
        "misere made": Moment(playing("misere by S", hands=MISERE, leader="W").play_on()),
        "misere by two over": Moment(
            playing("misere by S and N", hands=MISERE, leader="W").play_on()
        ),
        "pass game over": Moment(playing("schoppen_mie", hands=HANDS, leader="S").play_on()),
        "last board": Moment(
            rik().play_on(), table={"length": 2, "closed": True, "ready": [], "waiting_for": []}
        ),
        "watching: auction": Moment(
            bidding(dealer="S", cards=dealt).bid("W:rik N:rik_beter"), None
        ),
        "watching: choose": Moment(auction.bid(ALL_PASS), None),
        "watching: declare": Moment(auction.bid("N:pass E:rik S:pass W:pass"), None),
        "watching: play": Moment(rik(f"{FIRST_TRICK} S:H2 W:H4 N:H3 E:HA E:D2 S:DQ"), None),
        "watching: misere": Moment(
            playing("misere by S and N", hands=MISERE, leader="W").play_on(2), None
        ),
        "watching: over": Moment(rik().play_on(), None, {"ready": [], "waiting_for": []}),
        "watching: house only": Moment(
            rik().play_on(), None, {"ready": [], "waiting_for": [], "seats": ONLY_HOUSE}
        ),
        "watching: table closed": Moment(
            rik().play_on(),
            None,
            {"length": 2, "closed": True, "ready": [], "waiting_for": []},
        ),
        "empty seats": Moment(None, table={"seats": EMPTY_SEATS}),
        "all seats empty": Moment(None, table={"seats": ALL_EMPTY}, attributes={"opener": "1"}),
        "watching: empty seats": Moment(None, None, {"seats": EMPTY_SEATS}),
        "others away": Moment(rik(FIRST_TRICK), Seat.NORTH, {"seats": SOME_AWAY}),
        "trick complete": Moment(rik(FIRST_TRICK), before=rik("W:C5 N:C2 E:CJ")),
        "owner away": Moment(
            rik(FIRST_TRICK), None, {"seats": SOME_AWAY}, attributes={"can-take": "S"}
        ),
    }


def one_page_after_another(moments: Mapping[str, Moment]) -> list[tuple[str, Moment]]:
    """Those that one page can be told in a row come together: a page is slow to load."""
    return sorted(
        moments.items(),
        key=lambda one: (str(one[1].seat), sorted(one[1].attributes), one[1].before is not None),
    )


def _sitting(**kinds: str) -> dict[str, object]:
    return {
        letter: {
            "name": "" if kinds.get(letter) == "empty" else SHORT_NAMES[letter],
            "kind": "person" if kinds.get(letter, "") == "away" else kinds.get(letter, "house"),
            "away": kinds.get(letter) == "away",
        }
        for letter in "NESW"
    }


# East has no spade; South holds the ace, North and West some.
VOID = {
    "E": ".AK87.A964.AKQJ7",
    "S": "AK7.32.KQ853.T86",
    "N": "QJ985.QT5.JT7.92",
    "W": "T6432.J964.2.543",
}
ONLY_HOUSE = {
    letter: {"name": name, "kind": "house", "away": False} for letter, name in SHORT_NAMES.items()
}
EMPTY_SEATS = _sitting(S="person", W="empty", N="empty")
ALL_EMPTY = _sitting(S="person", W="empty", N="empty", E="empty")
SOME_AWAY = _sitting(S="away", W="away", N="person")
MOMENTS = _moments()
