"""One class for each shape that goes out or comes in; every field by name.

Names of people are those they play under. A person's id or address is in none of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.api.shapes import Shape
from tournaments import presenting
from tournaments.domain.championship import HALL, ONLINE
from tournaments.domain.standings import shown
from tournaments.models import Board, Entry, Result, Round, Standing, Tournament
from tournaments.selectors.lobby import Tile
from tournaments.selectors.travellers import Row, Traveller

# Each has a name in the schema: see SPECTACULAR_SETTINGS.
TOURNAMENT_STATUSES = list(Tournament.STATUSES)
ROUND_STATES = list(Round.STATES)
RESULT_STATES = list(Result.STATES)
TABLE_STATES = ["wait", "play", "late", "pause", "done", "broken"]
BOARD_STATES = ["dealt", "in_play", "closed", "released"]
ENTRY_STATUSES = [Entry.ACTIVE, Entry.WITHDRAWN]
PLACES = [ONLINE, HALL]
SEATS = list("NESW")


class Exact(Shape):
    """A number twice: as it is compared, and as people read it."""

    exact = serializers.CharField(
        allow_null=True, help_text=_("An exact fraction such as 250/3, or null.")
    )
    shown = serializers.CharField(help_text=_("Rounded, in the way of the language."))


def exact(text: str, shown: str) -> dict[str, str | None]:
    return {"exact": text or None, "shown": shown}


# -- tournaments -------------------------------------------------------------------------------


class TournamentLine(Shape):
    key = serializers.CharField()
    url = serializers.SerializerMethodField()
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=TOURNAMENT_STATUSES)
    status_text = serializers.SerializerMethodField(help_text=_("The same for people."))
    starts = serializers.DateTimeField()
    zone = serializers.CharField(help_text=_("The time zone of its wall clock."))
    ruleset = serializers.CharField()
    values_reconstructed = serializers.BooleanField(
        help_text=_("The rules' source does not tell all points; the organizer has not confirmed.")
    )
    policy = serializers.CharField(help_text=_("When others see what was played."))
    ranked = serializers.BooleanField()
    primary = serializers.CharField(help_text=_("What the ranking compares first."))
    capacity = serializers.IntegerField()
    entries = serializers.IntegerField(source="entries_count", help_text=_("With standing."))
    rounds = serializers.IntegerField(source="rounds_count")
    round = serializers.IntegerField(
        source="round_number", help_text=_("The one in play or the last one; 0 before the first.")
    )
    boards_released = serializers.IntegerField()
    test_deals = serializers.BooleanField(
        help_text=_("Dealt from a chosen seed: no championship, only a test.")
    )
    finished = serializers.DateTimeField(allow_null=True)

    def get_url(self, row: Tournament) -> str:
        return reverse("api:tournament", args=[row.key])

    def get_status_text(self, row: Tournament) -> str:
        return str(presenting.STATUSES.get(row.status, row.status))


class Viewer(Shape):
    organizer = serializers.BooleanField(help_text=_("You lead this tournament."))
    scorer = serializers.BooleanField(help_text=_("You may enter and correct its results."))
    entry = serializers.CharField(allow_null=True, help_text=_("Your own entry."))


UNDO = _("A last bid or card may be taken back if all at the table agree.")
SECONDS = _("Seconds for each action; 0 for no clock.")
RESERVE = _("Seconds that each player has besides, once on every board.")
STAND_IN = _("Seconds without a connection until a house player stands in; 0 for never.")
GIVEN_BACK = _("When an owner who is back plays again.")
VENUE = _("Online, in the hall, or each entry where it says (hybrid).")

CARDS = _("The same deals at all tables, or each table shuffles its own.")
PLAN = _("With own cards: everybody meets everybody, or tables are drawn for each round.")
TARIFF = _("Cents that a point is worth; 0 where it is not played for money.")


class TournamentDetail(TournamentLine):
    options = serializers.DictField(help_text=_("Options of the rules that were chosen."))
    options_sha256 = serializers.CharField()
    head_to_head_min = serializers.IntegerField()
    boards_a_round = serializers.IntegerField()
    auto_start = serializers.BooleanField(help_text=_("Rounds start by the clock."))
    generator = serializers.CharField()
    dessert = serializers.ListField(
        child=serializers.CharField(),
        help_text=_("The pass games that are the last boards of every session."),
    )
    chat = serializers.CharField(help_text=_("When those at a table may talk there."))
    undo = serializers.BooleanField(help_text=UNDO)
    delay = serializers.IntegerField(
        help_text=_("Minutes after its release that the featured table's board is shown.")
    )
    language = serializers.CharField(
        help_text=_("Spoken to whoever has chosen none and whose browser asks for another.")
    )
    action_seconds = serializers.IntegerField(help_text=SECONDS)
    board_reserve = serializers.IntegerField(help_text=RESERVE)
    stand_in_after = serializers.IntegerField(help_text=STAND_IN)
    given_back = serializers.CharField(help_text=GIVEN_BACK)
    venue = serializers.CharField(help_text=VENUE)
    cards = serializers.CharField(help_text=CARDS)
    tariff = serializers.IntegerField(help_text=TARIFF)
    deals_committed = serializers.SerializerMethodField(
        help_text=_("The promise about the deals has been published.")
    )
    organizer = serializers.SerializerMethodField(help_text=_("The organizer's name, if any."))
    standings_version = serializers.IntegerField()
    standings_moved = serializers.DateTimeField(allow_null=True)
    you = serializers.SerializerMethodField()

    def get_deals_committed(self, row: Tournament) -> bool:
        return bool(row.publication)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_organizer(self, row: Tournament) -> str | None:
        found: str | None = self.context.get("organizer")
        return found

    @extend_schema_field(Viewer)
    def get_you(self, row: Tournament) -> Mapping[str, object]:
        found: Mapping[str, object] = self.context["you"]
        return found


class SessionLine(Shape):
    name = serializers.CharField()
    number = serializers.IntegerField()
    starts = serializers.DateTimeField()
    boards = serializers.IntegerField(source="boards_count")
    rounds = serializers.SerializerMethodField(help_text=_("The numbers of its rounds."))
    revealed = serializers.DateTimeField(
        allow_null=True, help_text=_("When the key of its deals was published.")
    )

    def get_rounds(self, row: Any) -> list[int]:
        return sorted(found.number for found in row.rounds.all())


class RoundLine(Shape):
    number = serializers.IntegerField(help_text=_("Counts through all sessions."))
    session = serializers.CharField(source="session.name")
    state = serializers.ChoiceField(choices=ROUND_STATES)
    state_text = serializers.SerializerMethodField(help_text=_("The same for people."))
    starts = serializers.DateTimeField(help_text=_("As planned, or as it was moved to."))
    minutes = serializers.IntegerField()
    started = serializers.DateTimeField(allow_null=True)
    ends = serializers.DateTimeField(
        allow_null=True, help_text=_("When the clock runs out; null while none runs.")
    )
    seconds_left = serializers.IntegerField(
        allow_null=True, help_text=_("While paused: what is left on the clock.")
    )
    closed = serializers.DateTimeField(allow_null=True)
    first_board = serializers.IntegerField(help_text=_("In the session, as are all boards."))
    last_board = serializers.IntegerField()

    def get_state_text(self, row: Round) -> str:
        return str(presenting.ROUND_STATES.get(row.state, row.state))


# -- people and tables -------------------------------------------------------------------------


class EntryName(Shape):
    key = serializers.CharField()
    name = serializers.SerializerMethodField(help_text=_("As others see it at the table."))
    house = serializers.SerializerMethodField(help_text=_("A house player."))

    def get_name(self, row: Entry) -> str:
        names: Mapping[str, str] = self.context["names"]
        return names.get(row.key, "")

    def get_house(self, row: Entry) -> bool:
        return row.house


class EntryLine(EntryName):
    url = serializers.SerializerMethodField()
    standing = serializers.BooleanField(help_text=_("Compared and ranked."))
    status = serializers.ChoiceField(choices=ENTRY_STATUSES)
    place = serializers.ChoiceField(choices=PLACES, help_text=_("Online, or in the hall."))
    number = serializers.IntegerField(
        allow_null=True, help_text=_("In the movement, from 0; null before the seating.")
    )
    entered = serializers.DateTimeField()
    withdrawn_from = serializers.IntegerField(
        allow_null=True, help_text=_("The first round without this player.")
    )

    def get_url(self, row: Entry) -> str:
        return reverse("api:entry", args=[row.tournament_id, row.key])


class Chair(Shape):
    chair = serializers.ChoiceField(choices=SEATS)
    entry = serializers.CharField()
    name = serializers.CharField()
    house = serializers.BooleanField()


class TableLine(Shape):
    """What leaves a table before its boards are released, and no more."""

    number = serializers.IntegerField()
    table = serializers.CharField(source="id", help_text=_("The id of the table's own page."))
    state = serializers.ChoiceField(choices=TABLE_STATES)
    board = serializers.IntegerField(help_text=_("The how manyth board of the round."))
    boards = serializers.IntegerField(help_text=_("Of so many."))
    late_since = serializers.DateTimeField(
        source="late", allow_null=True, help_text=_("When this board should have ended.")
    )
    seats = serializers.SerializerMethodField()

    @extend_schema_field(Chair(many=True))
    def get_seats(self, row: Tile) -> list[dict[str, object]]:
        return [
            {"chair": chair, "entry": entry.key, "name": name, "house": entry.house}
            for chair, entry, name in zip("NESW", row.entries, row.names, strict=False)
        ]


# -- boards and games --------------------------------------------------------------------------


def board_state(row: Board) -> str:
    if row.released is not None:
        return "released"
    if row.closed is not None or row.round.state == Round.CLOSED:
        return "closed"
    return "in_play" if row.round.started is not None else "dealt"


class BoardLine(Shape):
    """Until its release a board is a number, a dealer and a state."""

    session = serializers.CharField(source="session.name")
    number = serializers.IntegerField()
    round = serializers.IntegerField(source="round.number")
    dealer = serializers.ChoiceField(choices=SEATS)
    state = serializers.SerializerMethodField()
    released = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=BOARD_STATES))
    def get_state(self, row: Board) -> str:
        return board_state(row)

    def get_url(self, row: Board) -> str:
        return reverse("api:board", args=[row.tournament_id, row.session.name, row.number])


class TravellerSeat(Shape):
    seat = serializers.ChoiceField(choices=SEATS, help_text=_("On this board."))
    entry = serializers.CharField()
    name = serializers.CharField()
    house = serializers.BooleanField()
    sat_in = serializers.BooleanField(
        help_text=_("Somebody else played it, who sat in; the result is the entry's.")
    )
    stand_in = serializers.CharField(
        allow_null=True, help_text=_("What whoever sat in is called, as others see it.")
    )
    role = serializers.CharField(help_text=_("declarer, partner, defender, or nothing."))
    score = serializers.IntegerField(allow_null=True, help_text=_("Points at the table."))
    kind = serializers.CharField(help_text=_("played, assigned, award, unplayed or house."))
    field = serializers.IntegerField(
        allow_null=True, help_text=_("How many results were compared in this seat.")
    )
    matchpoints = Exact()
    percent = Exact()
    difference = Exact()


class TravellerLine(Shape):
    table = serializers.IntegerField(help_text=_("The number of the table."))
    state = serializers.ChoiceField(choices=RESULT_STATES)
    game = serializers.CharField(allow_null=True)
    record = serializers.CharField(allow_null=True, help_text=_("Where the game's record is."))
    contract = serializers.CharField(
        help_text=_("A bid, two that were joined, a pass game, or thrown_in.")
    )
    contract_text = serializers.CharField()
    declarer = serializers.CharField(help_text=_("Seats, such as N or EW."))
    partner = serializers.CharField(help_text=_("A seat, or nothing."))
    trump = serializers.CharField(allow_null=True, help_text=_("S, H, C or D."))
    called = serializers.CharField(allow_null=True, help_text=_("The called card, such as SA."))
    tricks = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("Of each declarer, a partner's included."),
    )
    made = serializers.BooleanField(allow_null=True)
    seats = TravellerSeat(many=True)


class BoardDetail(BoardLine):
    hands = serializers.SerializerMethodField(
        help_text=_("The deal, as in a record; null before the release.")
    )
    traveller = serializers.SerializerMethodField(
        help_text=_("What was made at each table; null before the release.")
    )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_hands(self, row: Board) -> str | None:
        found: str | None = self.context["hands"]
        return found

    @extend_schema_field(TravellerLine(many=True, allow_null=True))
    def get_traveller(self, row: Board) -> list[dict[str, Any]] | None:
        found: Traveller | None = self.context["traveller"]
        if found is None:
            return None
        return [traveller_line(row.tournament_id, line) for line in found.rows]


def traveller_line(tournament: str, line: Row) -> dict[str, Any]:
    result = line.result
    game = result.game_id
    return {
        "table": line.table,
        "state": result.state,
        "game": game or None,
        "record": reverse("api:game", args=[tournament, game]) if game else None,
        "contract": result.contract,
        "contract_text": presenting.contract_name(result.contract) if result.contract else "",
        "declarer": result.declarer,
        "partner": result.partner,
        "trump": result.trump or None,
        "called": result.called or None,
        "tricks": [int(count) for count in result.tricks.split()],
        "made": result.made,
        "seats": [_traveller_seat(seat, line) for seat in "NESW"],
    }


def _traveller_seat(seat: str, line: Row) -> dict[str, Any]:
    entry = line.entries[seat]
    worth = line.worth.get(seat)
    matchpoints, percent, difference = (
        (worth.matchpoints, worth.percent, worth.difference) if worth else ("", "", "")
    )
    return {
        "seat": seat,
        "entry": entry.key,
        "name": line.names[seat],
        "house": entry.house,
        "sat_in": seat in line.stand_ins,
        "stand_in": line.stand_ins.get(seat),
        "role": line.roles.get(seat, ""),
        "score": line.scores[seat] if line.scores is not None else None,
        "kind": worth.kind if worth else "unplayed",
        "field": worth.field if worth else None,
        "matchpoints": exact(matchpoints, presenting.number(matchpoints, 2)),
        "percent": exact(percent, shown_percent(percent)),
        "difference": exact(difference, shown_difference(difference)),
    }


class GameLine(Shape):
    game = serializers.CharField(source="game_id")
    session = serializers.CharField(source="board.session.name")
    round = serializers.IntegerField(source="board.round.number")
    board = serializers.IntegerField(source="board.number")
    table = serializers.IntegerField(source="table.number")
    state = serializers.ChoiceField(choices=RESULT_STATES)
    record = serializers.SerializerMethodField()

    def get_record(self, row: Result) -> str:
        return reverse("api:game", args=[row.board.tournament_id, row.game_id])


class Record(Shape):
    """The shape in which games leave the service; see the record format."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    ruleset = serializers.CharField()
    options = serializers.DictField()
    dealer = serializers.CharField()
    deal = serializers.CharField()
    turned = serializers.CharField(required=False, help_text=_("The card the dealer turned."))
    beter_suit = serializers.CharField(required=False, help_text=_("Where it is drawn."))
    middle = serializers.CharField(
        required=False, help_text=_("The card that lies open where a joker is played.")
    )
    values_reconstructed = serializers.BooleanField(
        required=False, help_text=_("The points are a reconstruction, not confirmed.")
    )
    actions = serializers.ListField(child=serializers.DictField())


# -- the ranking -------------------------------------------------------------------------------


def shown_percent(text: str) -> str:
    """Two decimals, halves away from 50, as ``scoring.md`` says for what people read."""
    return presenting.number(_rounded(text, middle=50), 2)


def shown_difference(text: str) -> str:
    return presenting.signed(_rounded(text), 2)


def _rounded(text: str, *, middle: int = 0) -> str:
    return shown(presenting.exact(text), middle=middle) or ""


class StandingLine(Shape):
    place = serializers.IntegerField(help_text=_("Order in the list, without gaps."))
    rank = serializers.IntegerField(
        allow_null=True, help_text=_("May be shared; null for whoever is not ranked.")
    )
    rank_before = serializers.IntegerField(allow_null=True)
    entry = serializers.SerializerMethodField()
    boards = serializers.IntegerField(help_text=_("With a percentage."))
    percent = serializers.SerializerMethodField()
    head_to_head = serializers.SerializerMethodField(
        help_text=_("Wins among those who are equal; null where it did not count.")
    )
    above = serializers.SerializerMethodField(help_text=_("The share of boards above 50 %."))
    difference = serializers.SerializerMethodField(help_text=_("Per board."))
    points = serializers.SerializerMethodField(help_text=_("Per board."))
    points_total = serializers.SerializerMethodField()
    sat_in = serializers.IntegerField(
        help_text=_("How many of the boards somebody else played, who sat in.")
    )
    unranked = serializers.ChoiceField(
        choices=("", Standing.WITHDRAWN, Standing.SAT_IN),
        help_text=_(
            "Why boards make no rank: withdrawn before half, or sat_in for more than half."
        ),
    )

    @extend_schema_field(EntryName)
    def get_entry(self, row: Standing) -> Mapping[str, object]:
        names: Mapping[str, str] = self.context["names"]
        entry = row.entry
        return {
            "key": entry.key,
            "name": names.get(entry.key, ""),
            "house": entry.house,
        }

    @extend_schema_field(Exact)
    def get_percent(self, row: Standing) -> Mapping[str, str | None]:
        return exact(row.percent, presenting.number(row.shown_percent, 2))

    @extend_schema_field(Exact)
    def get_head_to_head(self, row: Standing) -> Mapping[str, str | None]:
        return exact(row.head_to_head, presenting.number(row.head_to_head, 1))

    @extend_schema_field(Exact)
    def get_above(self, row: Standing) -> Mapping[str, str | None]:
        shown = presenting.NONE
        if row.above:
            words = {"count": row.above_count, "boards": row.boards}
            shown = gettext("%(count)s of %(boards)s") % words
        return exact(row.above, shown)

    @extend_schema_field(Exact)
    def get_difference(self, row: Standing) -> Mapping[str, str | None]:
        return exact(row.difference, presenting.signed(row.shown_difference, 2))

    @extend_schema_field(Exact)
    def get_points(self, row: Standing) -> Mapping[str, str | None]:
        return exact(row.points, presenting.signed(row.shown_points, 2))

    @extend_schema_field(Exact)
    def get_points_total(self, row: Standing) -> Mapping[str, str | None]:
        return exact(row.points_total, shown_total(row.points_total))


def shown_total(text: str) -> str:
    value = presenting.exact(text)
    places = 0 if value is None or value.denominator == 1 else 2
    return presenting.signed(text, places)


class Ranking(Shape):
    tournament = serializers.CharField()
    status = serializers.ChoiceField(choices=TOURNAMENT_STATUSES)
    round = serializers.IntegerField(
        allow_null=True, help_text=_("The round that was asked for; null: all boards so far.")
    )
    primary = serializers.CharField()
    boards_released = serializers.IntegerField()
    version = serializers.IntegerField()
    moved = serializers.DateTimeField(allow_null=True)
    count = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = StandingLine(many=True)


class Warned(Shape):
    code = serializers.CharField()
    message = serializers.CharField()
    detail = serializers.DictField()


class Scheduled(Shape):
    tournament = TournamentDetail()
    warnings = Warned(many=True)


class Seated(Shape):
    tournament = TournamentDetail()
    report = serializers.DictField(
        help_text=_("The balance: meetings, seats, dealers and comparisons.")
    )
    warnings = Warned(many=True)
