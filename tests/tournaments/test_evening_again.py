"""Before the second session the tables are planned again for who is there."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import override

from clubs.services import people
from tests.clubs.people import Club40, found
from tests.tournaments.evening_again import (
    by,
    entry_called,
    plays,
    seated,
    starts,
    state_of,
    writes,
)
from tournaments import presenting
from tournaments.domain.desk import Act
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Entry, Result, Standing
from tournaments.selectors import history, rankings, settlements
from tournaments.services import clock, desk, rebuilding, registration, replanning, rounds
from tournaments.services.replanning import Present

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club40:
    return found()


def present(key: str, *, without: tuple[str, ...] = (), **new: Any) -> Present:
    """Everybody of the plan is here but those without whom it goes on."""
    there = [each.key for each in state_of(key).active if each.standing]
    return Present(tuple(there), tuple(set(there) - set(without)), **new)


def planned(key: str, who: Present) -> None:
    """Told first, then done, and sent twice."""
    told = replanning.foretell(key, who, seed=3)
    sent = {"seed": 3, "words": "moest naar huis", "mark": told.mark, "command_id": "page:1:x"}
    replanning.replan(key, who, **sent, **by())
    version = len(history.of(key))
    replanning.replan(key, who, **sent, **by())
    assert len(history.of(key)) == version


def sizes(key: str, number: int) -> list[int]:
    return [len(table.chairs) for table in state_of(key).rounds[number - 1].tables]


def sitting(key: str, number: int) -> set[str]:
    tables = state_of(key).rounds[number - 1].tables
    return {entry for table in tables for entry in table.chairs}


def refused(key: str, who: Present | None = None) -> str:
    with pytest.raises(TournamentRefused) as refusal:
        replanning.foretell(key, who or Present(), seed=1)
    return refusal.value.code


def test_who_goes_home_after_the_first_session_keeps_his_points_and_leaves_no_chair_empty(
    club: Club40,
) -> None:
    key = seated(club, 22)
    plays(key, 1)
    one, other = entry_called(key, "Lid 03"), entry_called(key, "Lid 17")
    made = settlements.points(_row(key))
    new = club.adds("Lid 30").key
    codes = {table.number: table.table for table in state_of(key).rounds[1].tables}
    who = present(key, without=(one, other), members=(new,), names=("Buurman Bert", " "))
    told = replanning.foretell(key, who, seed=3)
    assert [each.code for each in told.changes] == [
        *("goes_home", "goes_home", "comes_new", "comes_new"),
        *("tables_for", "meet_again", "codes_stay"),
    ]
    again = told.changes[-2].facts["count"]
    assert told.changes[-3].facts == {"round": 2, "people": 22, "fours": 3, "fives": 2}
    planned(key, who)
    assert sizes(key, 2) == [4, 4, 4, 5, 5]
    assert {one, other}.isdisjoint(sitting(key, 2)) and {one, other} <= sitting(key, 1)
    assert entry_called(key, "Lid 30") in sitting(key, 2)
    assert {table.number: table.table for table in state_of(key).rounds[1].tables} == codes
    assert len(met(key, 1) & met(key, 2)) == again <= 3
    plays(key, 2)
    row = _row(key)
    assert row.status == "finished"
    lines = {line.entry.key: line for line in rankings.lines(key)}
    assert {int(lines[gone].standing.points_total) for gone in (one, other)} == {
        made[one],
        made[other],
    }
    assert all(line.standing.rank is not None for line in lines.values())
    points = [int(line.standing.points_total) for line in rankings.lines(key)]
    assert points == sorted(points, reverse=True) and sum(points) == 0
    before = list(Standing.objects.filter(tournament=key).order_by("key").values())
    rebuilding.rebuild(timezone.now())
    assert list(Standing.objects.filter(tournament=key).order_by("key").values()) == before
    # Said in the ranking and in what is paid, and why it was done in what happened.
    partly = {line.name: line.sessions for line in settlements.of(row)[0] if line.partly}
    assert partly == dict.fromkeys(("Lid 03", "Lid 17", "Lid 30", "Buurman Bert"), 1)
    toos = club.client("toos")
    page = toos.get(f"/tournaments/{key}/standings/").content.decode()
    assert page.count("speelde 1 zitting") == 4
    page = toos.get(f"/clubs/{club.key}/evenings/{row.evening}/outcome/").content.decode()
    assert page.count("speelde 1 zitting") == 4
    page = toos.get(f"/tournaments/{key}/history/").content.decode()
    assert "De tafels zijn opnieuw ingedeeld vanaf ronde 2" in page and "moest naar huis" in page


def _row(key: str) -> Any:
    return Entry.objects.filter(tournament=key).select_related("tournament")[0].tournament


def met(key: str, number: int) -> set[frozenset[str]]:
    tables = state_of(key).rounds[number - 1].tables
    return {frozenset(two) for table in tables for two in combinations(table.chairs, 2)}


def test_the_organizer_says_who_is_here_and_reads_what_it_changes(club: Club40) -> None:
    key = seated(club, 9)
    plays(key, 1)
    toos, where = club.client("toos"), f"/tournaments/{key}/manage/tables/"
    assert where in toos.get(f"/tournaments/{key}/manage/").content.decode()
    page = toos.get(where).content.decode()
    assert page.count('name="here"') == page.count("checked") == 9
    late = club.joins("sjef").key
    gone = entry_called(key, "Lid 02")
    everybody = [each.key for each in state_of(key).active]
    form = {
        "asked": everybody,
        "here": [entry for entry in everybody if entry != gone],
        "member": [late],
        "names": "Tante Truus",
    }
    page = toos.post(where, form).content.decode()
    assert "Lid 02 speelt niet meer mee" in page and "sjef is ingeschreven" in page
    assert "Tante Truus is ingeschreven" in page and "Tafel 3" not in page
    kept = dict(form, step="do", words="kwam laat")
    for name in ("mark", "seed", "command"):
        kept[name] = page.split(f'name="{name}" value="')[1].split('"')[0]
    assert toos.post(where, {**kept, "words": ""}).status_code == 200  # says that it needs a why
    assert len(sitting(key, 2)) == 9
    assert toos.post(where, kept).status_code == 302
    assert sizes(key, 2) == [5, 5]
    assert {entry_called(key, name) for name in ("sjef", "Tante Truus")} <= sitting(key, 2)
    # Who went home by mistake comes back, with his name.
    form = {"asked": [gone], "here": [gone], "names": ""}
    page = toos.post(where, form).content.decode()
    assert "Lid 02 speelt verder" in page
    kept = dict(form, step="do", words="was er toch")
    for name in ("mark", "seed", "command"):
        kept[name] = page.split(f'name="{name}" value="')[1].split('"')[0]
    assert toos.post(where, kept).status_code == 302
    assert sizes(key, 2) == [4, 4, 4] and gone in sitting(key, 2)
    assert entry_called(key, "Lid 02") == gone


def test_also_after_the_start_of_a_round_until_a_result_is_there(club: Club40) -> None:
    key = seated(club, 12)
    plays(key, 1)
    starts(key, 2)
    assert Result.objects.filter(board__tournament=key, board__round__number=2).count() == 3 * 5
    planned(key, present(key, without=(entry_called(key, "Lid 04"), entry_called(key, "Lid 05"))))
    assert sizes(key, 2) == [5, 5]
    clock.run_due(timezone.now())
    found = Result.objects.filter(board__tournament=key, board__round__number=2)
    assert found.count() == 2 * 5
    held = {each for row in found for each in (row.entry_n_id, row.entry_e_id, row.entry_s_id)}
    assert held <= sitting(key, 2)
    writes(key, 2, 1, 1)
    assert refused(key) == "last_round_started"
    for table, board in [(t, b) for t in (1, 2) for b in range(1, 6) if (t, b) != (1, 1)]:
        writes(key, 2, table, board)
    for _ in range(3):
        clock.run_due(timezone.now())
    assert _row(key).status == "finished"
    before = list(Result.objects.filter(board__tournament=key).order_by("key").values())
    rebuilding.rebuild(timezone.now())
    assert list(Result.objects.filter(board__tournament=key).order_by("key").values()) == before


def test_of_six_somebody_at_hand_makes_two_tables_and_goes_when_he_is_not_needed(
    club: Club40,
) -> None:
    key = seated(club, 8)
    gone = [entry_called(key, name) for name in ("Lid 01", "Lid 02", "Lid 03")]
    planned(key, present(key, without=tuple(gone[:2])))
    fills = [each.key for each in state_of(key).active if each.fills]
    assert sizes(key, 1) == [4, 4] and len(fills) == 2
    replanning.replan(key, present(key, without=(gone[2],)), seed=1, words="ook", **by())
    assert sizes(key, 1) == [5]
    assert not [each for each in state_of(key).active if each.fills]
    four = tuple(each.key for each in state_of(key).active)[:2]
    assert refused(key, present(key, without=four)) == "too_few_entries"


def test_who_entered_late_waits_for_a_plan_and_no_round_starts_without_him(club: Club40) -> None:
    key = seated(club, 8)
    plays(key, 1)
    registration.enter_guests(key, ["Nakomer"], **by())
    assert [each.code for each in rounds.blockers(key, 2)] == ["entry_not_seated"]
    replanning.again(key, **by())
    assert rounds.blockers(key, 2) == [] and sizes(key, 2) == [4, 5]
    assert entry_called(key, "Nakomer") in sitting(key, 2)


def test_with_the_same_cards_the_movement_stays(club: Club40) -> None:
    key = seated(club, 8, cards="duplicate", venue="hall", tariff=0, boards=4, primary="points")
    assert refused(key) == "movement_seats"


def test_where_tables_shuffle_their_own_cards_no_page_speaks_of_promised_deals(
    club: Club40,
) -> None:
    key, toos = seated(club, 8), club.client("toos")
    starts(key, 1)
    for address in ("", "manage/", "deals/"):
        page = toos.get(f"/tournaments/{key}/{address}").content.decode()
        assert "promised" not in page and "beloofd" not in page
        assert "board can be" not in page and "een bord is te zien" not in page.casefold()
        told = "schudt de eigen kaarten" in page or "shuffles its own cards" in page
        assert told or address == "manage/"
    for address in ("", "manage/", "manage/1/1/", "results/", "lobby/", "hall/"):
        page = toos.get(f"/tournaments/{key}/{address}", headers={"accept-language": "nl"})
        text = page.content.decode()
        assert re.findall(r".{30}\bbord(?:en)?\b.{20}", text, re.IGNORECASE) == [], address
    assert "spel 1" in toos.get(f"/tournaments/{key}/").content.decode()
    manage = toos.get(f"/tournaments/{key}/manage/").content.decode()
    assert 'id="commentary"' not in manage and "400" not in manage


def test_who_left_and_has_an_account_by_now_is_told_at_the_desk_how_to_play_again(
    club: Club40,
) -> None:
    key = seated(club, 9)
    plays(key, 1)
    entry = entry_called(key, "Lid 03")
    user = club.users["lies"] = get_user_model().objects.create_user("lies")
    people.request(club.key, club.sent("lies"), name="Lid 03", says="")
    (asked,) = club.state.requests
    member = Entry.objects.get(pk=entry).member
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True, claims=member)
    comes = Act("arrive", user=user.pk)
    with pytest.raises(TournamentRefused) as seated_already:
        desk.foretell(key, comes)
    assert seated_already.value.code == "plays_already"
    registration.withdraw(key, entry=entry, reason="", **by())
    with pytest.raises(TournamentRefused) as left:
        desk.foretell(key, comes)
    assert left.value.code == "left_before"
    assert [each.code for each in desk.foretell(key, Act("reinstate", entry=entry))]


def test_what_keeps_a_round_from_starting_names_the_button_under_which_it_is_mended() -> None:
    facts = {"name": "Toos", "table": 2}
    with override("en"):
        own = presenting.refusal("withdrawn_entry_seated", facts, own_cards=True)
        same = presenting.refusal("withdrawn_entry_seated", facts)
    assert own == "Toos has withdrawn and still has a seat at table 2: see “Who is here…”."
    assert same.endswith("fill the seats again.")
