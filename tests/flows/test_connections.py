"""A line that is gone for long, and a service that is: who plays meanwhile, whose clock runs, and
who has his seat again when."""

from __future__ import annotations

import time
import uuid
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

from tests.browser.directing import Director
from tests.flows.pace import QUICK
from tests.flows.player import Frame, Player, Visitor, play_together
from tests.flows.stored import EventTable, on_sqlite
from tests.flows.test_killed import same_board
from tests.service import clean_environment, running_service

AWAY = 15
TIME = {"seconds": 60, "reserve": 90, "away": AWAY}
# Longer than any part of the service is silent while all is well.
OUTAGE = 7.0
# A house player's time to think, for everybody of a trick.
A_TRICK = 10.0


def asked_for_a_card(player: Player) -> bool:
    return player.my_turn and player.view["phase"] == "play" and len(player.me["legal"]) > 1


def at_table(player: Player, seat: str) -> Frame:
    who: Frame = player.table["state"]["seats"][seat]
    return who


def hand_over(player: Player, seat: str) -> None:
    player.wait(lambda me: at_table(me, seat)["away"], AWAY + A_TRICK)
    assert at_table(player, seat)["why"] == "away"


def says_that_she_is_there(player: Player) -> None:
    assert player.say({"id": str(uuid.uuid4()), "do": "back"})["type"] == "ack"


def test_a_line_that_is_lost_and_a_service_that_is_killed_cost_nobody_else_anything(
    tmp_path: Path,
) -> None:
    """Situations 15 and 16, on real sockets: one seat's line at two tables, that differ in when its
    owner has it back; then the service's own end under a running clock."""
    with (
        running_service(tmp_path / "data", **QUICK) as service,
        Visitor(service.url) as anneke,
        Visitor(service.url) as bert,
    ):
        here = clean_environment(
            RIKKEN_DATA=str(service.data), DJANGO_SETTINGS_MODULE="deploy.settings.development"
        )
        stored = on_sqlite(service.data, here)
        anneke.sign_up("Anneke")
        bert.sign_up("Bert")
        with ExitStack() as lines:
            both = []
            for back in ("at_once", "board"):
                director = Director(service)
                time_there = {**TIME, "back": back}
                director.opens(41, "Anneke", "", "Bert", "", time=time_there, paused=True)
                both.append([lines.enter_context(who.at(director.table)) for who in (anneke, bert)])
                director.resumes()  # nobody is away who has not come yet
            (at_once, opposite), (later, opposite_later) = both
            for hers, his in both:
                play_together([hers, his], lambda me, hers=hers: asked_for_a_card(hers))
            for hers, _ in both:
                hers.close()
            for hers, his in both:
                seat = hers.me["seat"]
                hand_over(his, seat)
                # She is played for, and his time is as long as it was.
                his.wait(lambda me: me.my_turn or me.finished, A_TRICK)
                assert his.finished or reserves(his) == {his.me["seat"]: 90_000}
                hers.connect()
                assert hers.game["game"] == his.game["game"]
                says_that_she_is_there(hers)

            # At one table she plays on with her next word.
            at_once.wait(lambda me: not at_table(me, me.me["seat"])["away"])
            play_together([at_once, opposite], lambda me: asked_for_a_card(at_once))

            # At the other with the next board.
            seat, game_id, number = (
                later.me["seat"],
                later.game["game"],
                later.table["state"]["board"],
            )
            later.wait(lambda me: at_table(me, seat)["returning"])
            opposite_later.play_until(lambda me: me.table["state"]["board"] > number)
            later.wait(lambda me: me.game["game"] != game_id)
            assert not any(who["away"] for who in later.table["state"]["seats"].values())
            assert played_for(stored, game_id, seat)
            play_together([later, opposite_later], lambda me: asked_for_a_card(later))

            # The service is killed under her clock, which then stood still.
            shown, clock = later.game, later.game["clock"]
            assert clock["seat"] == later.me["seat"]
            service.kill()
            time.sleep(OUTAGE)
            service.start()
            later.connect()
            same_board(later, shown)
            # It runs again when every part of the service has been heard.
            later.wait(lambda me: me.table["clock"]["at"] is not None)
            since = later.table["clock"]
            assert {**since, "at": "", "deadline": ""} == {**clock, "at": "", "deadline": ""}
            stood = moment(since["at"]) - moment(clock["at"])
            assert stood >= timedelta(seconds=OUTAGE)
            assert "no clock ran meanwhile" in service.log
            later.act()
            stored.verify()
        assert "Traceback" not in service.log


def reserves(player: Player) -> dict[str, int]:
    found: dict[str, int] = player.game["clock"]["reserves"]
    return found


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def played_for(stored: EventTable, game_id: str, seat: str) -> bool:
    """Did a house player act for this seat, and from then on nobody else?"""
    actors = [event.actor for event in stored.game(game_id) if event.payload.get("seat") == seat]
    house = [actor.startswith("house:") for actor in actors]
    return any(house) and all(house[house.index(True) :])
