"""Who sat in for whom on which boards, and what becomes of the place of who hardly came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from gameplay import table_handlers
from tests.tournaments.rounds.office import Office
from tests.tournaments.rounds.test_desk import does, online, seat
from tests.tournaments.rounds.test_hall import RIK, in_the_hall
from tournaments.models import DirectorCall, Result, Sitting, Standing
from tournaments.projections.sat_in import boards_sat_in
from tournaments.selectors.stand_ins import by_round, names_in
from tournaments.services import hall, rebuilding, rounds

pytestmark = pytest.mark.django_db


def sat_in(office: Office, entry: str) -> list[tuple[int, int]]:
    """Round and board of all that somebody else played for the entry."""
    keys = boards_sat_in(office.key).get(entry, {})
    found = Result.objects.filter(pk__in=keys).order_by("board__round__number", "board__number")
    return list(found.values_list("board__round__number", "board__number"))


def both_play(office: Office, board: int, number: int = 1) -> None:
    """Both tables in the hall, from their slips."""
    office.wait(seconds=1)
    for table in office.round(number).tables:
        slip = hall.Written(table=table.table, board=board, facts=RIK, entry="")
        hall.enter(office.key, slip, **office.by)
    office.ticks()


def test_boards_of_the_owner_who_is_back_by_himself_are_his_own(
    office: Office, person: Callable[[str], Any]
) -> None:
    late = person("late")
    entry, _ = online(office, [late, person("other")])
    does(office, "stand_in", entry=entry)
    rounds.start(office.key, 1, **office.by)
    office.wait(seconds=1)
    office.closes(1)
    assert sat_in(office, entry) == [(1, board) for board in (1, 2, 3, 4)]
    rounds.start(office.key, 2, **office.by)
    table_handlers.come_back(seat(office, entry, 2)[0], user_id=late.pk)
    office.now = timezone.now()
    office.wait(seconds=1)
    office.closes(2)
    assert sat_in(office, entry) == [(1, board) for board in (1, 2, 3, 4)]
    kept = list(Sitting.objects.order_by("pk").values())
    rebuilding.rebuild(office.now)
    assert list(Sitting.objects.order_by("pk").values()) == kept
    assert len(sat_in(office, entry)) == 4


def test_in_the_hall_a_board_is_his_who_sat_there_when_it_was_first_written_down(
    office: Office,
) -> None:
    in_the_hall(office)
    table = office.round(1).tables[0]
    toos = table.chairs[0]
    both_play(office, 1)
    both_play(office, 2)
    does(office, "stand_in", entry=toos, name="Buurman Piet")
    both_play(office, 3)
    assert sat_in(office, toos) == [(1, 3)]
    line = Standing.objects.get(tournament=office.key, scope=0, entry=toos)
    assert (line.sat_in, line.unranked, line.rank is None) == (1, "", False)
    both_play(office, 4)
    assert Standing.objects.get(pk=line.pk).rank is not None  # half of them she played herself
    office.closes(1)
    rounds.start(office.key, 2, **office.by)
    both_play(office, 5, 2)
    line = Standing.objects.get(pk=line.pk)
    assert (line.sat_in, line.unranked, line.rank) == (3, "sat_in", None)
    ranks = Standing.objects.filter(tournament=office.key, scope=0).values_list("rank", flat=True)
    assert min(rank for rank in ranks if rank) == 1
    kept = list(Standing.objects.order_by("pk").values())
    rebuilding.rebuild(office.now)
    assert list(Standing.objects.order_by("pk").values()) == kept
    page = Client(headers={"accept-language": "en"}).get(f"/tournaments/{office.key}/standings/")
    assert "no place: 3 of 5 boards were played by somebody who sat in" in page.content.decode()


def test_whoever_sits_in_finds_the_table_as_long_as_it_is_his(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, helper = person("late"), person("helper")
    entry, _ = online(office, [late, person("other")])
    does(office, "stand_in", entry=entry, user=helper.pk)
    client = Client(headers={"accept-language": "en"})
    client.force_login(helper)
    page, front = f"/tournaments/{office.key}/", "/"

    def told(where: str) -> str:
        return client.get(where).content.decode()

    assert "You sit in for late. As soon as a round is in play" in told(page)
    assert "sit in for" not in told(front)
    rounds.start(office.key, 1, **office.by)
    table = seat(office, entry)[0]
    assert "You sit in for late. The table is open." in told(page)
    assert all(f'href="/tables/{table}/"' in told(where) for where in (page, front))
    assert "where you sit in for late" in told(front)
    assert client.get(f"{page}where/").json()["table_url"] == f"/tables/{table}/"
    assert client.get(f"{page}play/").headers["Location"] == f"/tables/{table}/"
    owner = Client(headers={"accept-language": "en"})
    owner.force_login(late)
    assert "helper sits in for you." in owner.get(page).content.decode()
    assert "Your table is open." not in owner.get(page).content.decode()
    # The next round is his as well, until it is over for him; the owner has his own way again.
    office.closes(1)
    rounds.start(office.key, 2, **office.by)
    second = seat(office, entry, 2)[0]
    assert f'href="/tables/{second}/"' in told(front)
    does(office, "back", entry=entry)
    assert "sit in for" not in told(page) + told(front)
    assert client.get(f"{page}where/").json()["table_url"] is None
    client.force_login(late)
    assert "to your table" in told(front)
    assert "Your table is open." in told(page)


def test_whoever_sits_in_calls_the_director_to_the_table_as_long_as_he_sits_there(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, helper = person("late"), person("helper")
    entry, _ = online(office, [late, person("other")])
    does(office, "stand_in", entry=entry, user=helper.pk)
    rounds.start(office.key, 1, **office.by)
    table = seat(office, entry)[0]
    client = Client(headers={"accept-language": "en"})
    client.force_login(helper)

    def calls(command: str) -> int:
        sent = {"table": table, "kind": "rules", "command": command}
        return client.post(f"/tournaments/{office.key}/call/", sent).status_code

    address = f'data-call="/tournaments/{office.key}/call/"'
    assert address in client.get(f"/tables/{table}/").content.decode()
    assert calls("c1") == 200
    assert DirectorCall.objects.get().entry == entry
    office.closes(1)
    rounds.start(office.key, 2, **office.by)
    does(office, "back", entry=entry)
    table = seat(office, entry, 2)[0]
    assert calls("c2") == 409
    assert DirectorCall.objects.count() == 1


def test_who_sat_in_when_is_told_as_each_of_them_wants_to_be_named(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, helper = person("late"), person("helper")
    helper.display_name, helper.shown = "Piet Jansen", "initials"
    helper.save()
    entry, _ = online(office, [late, person("other")])
    rounds.start(office.key, 1, **office.by)
    does(office, "stand_in", entry=entry, user=helper.pk)
    office.wait(seconds=1)
    office.closes(1)
    does(office, "back", entry=entry)
    rounds.start(office.key, 2, **office.by)
    office.wait(seconds=1)
    office.closes(2)
    state = office.championship
    assert by_round(office.key) == {entry: {1: ["P. J."]}}
    assert names_in(state, 1) == {entry: "P. J."}
    assert names_in(state, 2) == {}
    client = Client(headers={"accept-language": "en"})
    client.force_login(late)
    here = f"/tournaments/{office.key}"

    def told(where: str) -> str:
        return client.get(f"{here}/{where}").content.decode()

    assert "round 1: P. J. sat in" in told("card/")
    assert "P. J. (late)" in told("?round=1")
    assert "P. J." not in told("?round=2")
    assert "P. J. sat in" in told("boards/1/1/")
    board = client.get(f"/api/tournaments/{office.key}/sessions/1/boards/1/").json()
    seats = [seat for line in board["traveller"] for seat in line["seats"]]
    assert [(seat["entry"], seat["stand_in"]) for seat in seats if seat["sat_in"]] == [
        (entry, "P. J.")
    ]
    assert "Piet" not in told("standings/") + told("boards/1/1/") + told("card/")
    helper.shown = "anonymous"
    helper.save()
    assert "P. J." not in told("card/")
    helper.delete()
    assert "somebody who has gone sat in" in told("card/")
    client.force_login(office.organizer)
    assert client.get(f"{here}/manage/1/seats.pdf").status_code == 200
