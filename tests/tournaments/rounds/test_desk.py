"""At the desk: who sits in for whom, who changes seats, who comes late, what tables hear."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from gameplay import access, streams
from gameplay.tables import Occupant
from tests.tournaments.rounds.office import Office
from tests.tournaments.rounds.test_hall import GUESTS, RIK, Hall, at, in_the_hall, refused
from tournaments import device
from tournaments.domain.desk import Act, mark
from tournaments.models import Entry, Result, RoundSeat
from tournaments.selectors import calls, rankings
from tournaments.services import (
    desk,
    rebuilding,
    registration,
    rounds,
    seating,
    table_links,
    watching,
)

pytestmark = pytest.mark.django_db

__all__ = ["at"]

ids = itertools.count(1)


def does(office: Office, do: str, *, words: str = "ziek", name: str = "", **what: Any) -> None:
    """Asked first what it changes, then decided, and sent twice."""
    act = Act(do, named=bool(name), **what)
    told = desk.foretell(office.key, act)
    sent = {"words": words, "name": name, "mark": mark(told), "command_id": f"page:1:{next(ids)}"}
    before = len(office.recorded())
    desk.act(office.key, act, **sent, **office.by)
    after = len(office.recorded())
    desk.act(office.key, act, **sent, **office.by)
    assert len(office.recorded()) == after
    assert (after > before) == bool(told)


def foretold(office: Office, do: str, **what: Any) -> list[str]:
    return [one.code for one in desk.foretell(office.key, Act(do, **what))]


def says_no(office: Office, do: str, **what: Any) -> str:
    return refused(desk.foretell, office.key, Act(do, **what))


def online(office: Office, people: list[Any], house: int = 6) -> list[str]:
    """Seated and dealt, with these people among house players; their entries."""
    office.now = timezone.now()
    office.schedules()
    registration.open(office.key, **office.by)
    made = [registration.enter(office.key, user_id=who.pk, **office.by) for who in people]
    office.enters_house(house)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    return made


def seat(office: Office, entry: str, number: int = 1) -> tuple[str, Occupant]:
    """The table of an entry and who holds its seat there."""
    table = next(each for each in office.round(number).tables if entry in each.chairs)
    state = streams.table(table.table).state
    place = state.chairs.index(table.chairs.index(entry))
    return table.table, list(state.places.values())[place]


def test_the_house_sits_in_until_the_owner_is_there_and_what_it_makes_is_the_owners(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, other = person("late"), person("other")
    entry, _ = online(office, [late, other])
    does(office, "stand_in", entry=entry)
    assert foretold(office, "stand_in", entry=entry) == []
    rounds.start(office.key, 1, **office.by)
    assert seat(office, entry)[1].stood_in_for
    assert foretold(office, "back", entry=entry) == ["back"]
    does(office, "back", entry=entry)
    table, owner = seat(office, entry)
    assert (owner.user_id, owner.away) == (late.pk, False)
    # In the middle of a paused board, too; and results are the owner's.
    rounds.pause(office.key, 1, reason="", **office.by)
    assert foretold(office, "stand_in", entry=entry) == [
        *("sits_in", "results_stay", "hand_passes", "back_by_himself")
    ]
    does(office, "stand_in", entry=entry)
    assert seat(office, entry)[1].stood_in_for
    rounds.resume(office.key, 1, **office.by)
    office.ticks()
    result = Result.objects.filter(table=table).first()
    assert result is not None
    assert entry in (result.entry_n_id, result.entry_e_id, result.entry_s_id, result.entry_w_id)
    # Still away in the next round; who came back by himself is not sent away again.
    office.closes(1)
    rounds.start(office.key, 2, **office.by)
    assert seat(office, entry, 2)[1].stood_in_for
    from gameplay import table_handlers

    table_handlers.come_back(seat(office, entry, 2)[0], user_id=late.pk)
    office.closes(2)
    rounds.start(office.key, 3, **office.by)
    assert not seat(office, entry, 3)[1].away


def test_a_person_who_has_seen_nothing_sits_in_online_and_gives_the_seat_back(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, other, helper, critic = (person(name) for name in ("late", "other", "helper", "critic"))
    entry, others = online(office, [late, other])
    watching.appoint(office.key, username="critic", **office.by)
    no = {
        who.pk: says_no(office, "stand_in", entry=entry, user=who.pk)
        for who in (other, critic, office.organizer)
    }
    assert list(no.values()) == ["plays_already", "has_commented", "director_sits_nowhere"]
    assert says_no(office, "stand_in", entry="nobody", user=helper.pk) == "no_such_entry"
    rounds.start(office.key, 1, **office.by)
    does(office, "stand_in", entry=entry, user=helper.pk)
    table, holder = seat(office, entry)
    assert (holder.user_id, holder.away) == (helper.pk, False)
    assert access.held_by(late.pk, streams.table(table).state) is None
    assert refused(watching.appoint, office.key, username="helper", **office.by) == "has_entered"
    does(office, "back", entry=entry)
    assert seat(office, entry)[1].user_id == late.pk
    does(office, "stand_in", entry=entry, user=helper.pk)
    office.closes(1)
    rounds.start(office.key, 2, **office.by)
    assert seat(office, entry, 2)[1].user_id == helper.pk
    # Free again he has seen the boards of this round: another seat is his with the next one.
    does(office, "back", entry=entry)
    assert says_no(office, "stand_in", entry=others, user=helper.pk) == "plays_already"
    assert foretold(office, "stand_in", entry=entry, user=helper.pk)[0] == "sits_in"
    office.closes(2)
    does(office, "stand_in", entry=others, user=helper.pk)
    does(office, "back", entry=others)
    rounds.start(office.key, 3, **office.by)
    # He was let go before it began, and has seen none of its cards.
    assert foretold(office, "stand_in", entry=entry, user=helper.pk)[0] == "sits_in"


def test_who_sits_in_has_no_other_seat_until_the_entry_that_left_plays_no_more(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, other, helper = (person(name) for name in ("late", "other", "helper"))
    entry, others = online(office, [late, other])
    does(office, "stand_in", entry=entry, user=helper.pk)
    registration.open(office.key, **office.by)

    def refusals() -> list[str]:
        return [
            refused(registration.enter, office.key, user_id=helper.pk, **office.by),
            says_no(office, "arrive", user=helper.pk),
            says_no(office, "stand_in", entry=others, user=helper.pk),
        ]

    assert refusals() == ["plays_already"] * 3
    rounds.start(office.key, 1, **office.by)
    # Whoever left plays the round to its end, by the stand-in: his boards are those of all tables.
    does(office, "withdraw", entry=entry)
    assert refusals() == ["plays_already"] * 3
    assert foretold(office, "back", entry=entry) == ["back"]
    # Nor does somebody sit in who waits for a seat: he would have both from the next round on.
    waits = person("waits")
    waiting = registration.enter(office.key, user_id=waits.pk, **office.by)
    assert says_no(office, "stand_in", entry=others, user=waits.pk) == "plays_already"
    registration.withdraw(office.key, entry=waiting, reason="", **office.by)
    # Who leads and comes late is entered at the desk, as by himself, and gets the seat.
    assert foretold(office, "arrive", user=office.organizer.pk) == ["arrives", "takes_seat"]
    assert says_no(office, "stand_in", entry=others, user=office.organizer.pk) == (
        "director_sits_nowhere"
    )
    seating.reseat(office.key, reason="", **office.by)
    assert refusals()[-1] == "plays_already"
    assert seat(office, entry)[1].user_id == helper.pk
    office.closes(1)
    assert not office.championship.desk.stand_ins
    assert foretold(office, "stand_in", entry=others, user=helper.pk)[0] == "sits_in"
    assert foretold(office, "arrive", user=helper.pk) == ["arrives", "takes_seat"]
    # Between two rounds the stand-in of whoever leaves is free at once.
    does(office, "stand_in", entry=others, user=helper.pk)
    does(office, "withdraw", entry=others)
    assert foretold(office, "arrive", user=helper.pk) == ["arrives", "takes_seat"]


def test_a_stand_in_is_released_while_the_round_of_an_entry_that_left_is_being_closed(
    office: Office,
) -> None:
    in_the_hall(office)
    toos = office.round(1).tables[0].chairs[0]
    does(office, "stand_in", entry=toos, name="Buurman Piet")
    does(office, "withdraw", entry=toos)
    seating.reseat(office.key, reason="", **office.by)
    rounds.close(office.key, 1, reason="", **office.by)
    assert office.round(1).state == "closing"
    assert list(office.championship.desk.stand_ins) == [toos]
    assert foretold(office, "back", entry=toos) == ["instead"]
    does(office, "back", entry=toos)
    assert not office.championship.desk.stand_ins


def test_a_seat_goes_back_from_whoever_sat_in_last(
    office: Office, person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    late, other, helper, second = (person(name) for name in ("late", "other", "helper", "second"))
    entry, _ = online(office, [late, other])
    rounds.start(office.key, 1, **office.by)
    does(office, "stand_in", entry=entry, user=helper.pk)
    change = desk.stream.change

    def meanwhile(*args: Any, **given: Any) -> Any:
        monkeypatch.undo()
        does(office, "stand_in", entry=entry, user=second.pk)
        return change(*args, **given)

    monkeypatch.setattr(desk.stream, "change", meanwhile)
    desk.act(office.key, Act("back", entry=entry), words="daar is ze", **office.by)
    assert seat(office, entry)[1].user_id == late.pk


def test_a_table_opens_with_the_house_that_sits_in_or_not_at_all(
    office: Office, person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, _ = online(office, [person("late"), person("other")])
    does(office, "stand_in", entry=entry)

    def killed(*args: Any, **given: Any) -> None:
        raise OSError("killed in between")

    monkeypatch.setattr(rounds.tables, "sit_in", killed)
    rounds.start(office.key, 1, **office.by)
    assert office.open_tables(1) == 1
    monkeypatch.undo()
    rounds.settle(office.key, 1, **office.by)
    assert office.open_tables(1) == 2
    assert seat(office, entry)[1].stood_in_for


def test_in_the_hall_a_person_sits_in_by_name_and_the_tables_phone_says_so(office: Office) -> None:
    in_the_hall(office)
    table = office.round(1).tables[0]
    toos = next(key for key in table.chairs)
    assert says_no(office, "stand_in", entry=toos) == "name_needed"
    [(_, token)] = table_links.make(office.key, 1, tables=[1], user_id=1, now=office.now)
    does(office, "stand_in", entry=toos, name="Buurman  Piet")
    names = rankings.names(Entry.objects.filter(pk__in=table.chairs))
    people = device.told(table_links.find(token))["people"]
    assert people[0] == {"entry": toos, "name": f"Buurman Piet ({names[toos]})"}
    event, actor = office.last("StandInSeated")
    assert (event.entry, event.user, event.player, actor) == (toos, None, "", office.actor)
    assert "Piet" not in repr(event)
    does(office, "back", entry=toos)
    assert device.told(table_links.find(token))["people"][0]["name"] == names[toos]


def test_two_change_seats_before_the_start_and_in_the_hall_until_something_was_played(
    office: Office, at: Hall
) -> None:
    in_the_hall(office, guests=4, house=4)
    hall, net = office.round(1).tables
    first, second = hall.chairs[0], hall.chairs[2]
    assert says_no(office, "swap", entry=net.chairs[0], other=net.chairs[1]) == "cards_seen"
    assert says_no(office, "swap", entry=first, other=net.chairs[0]) == "other_place"
    assert says_no(office, "swap", entry=first, other=first) == "bad_seats"
    old = device.halls.seats_mark(hall)
    assert foretold(office, "swap", entry=first, other=second) == [
        *("moves", "moves", "this_round_only", "devices_ask_again")
    ]
    # Two browsers at once: whoever comes second is told that it would change something else.
    act = Act("swap", entry=first, other=second)
    seen = mark(desk.foretell(office.key, act))
    does(office, "swap", entry=first, other=second)
    late = {"words": "ook ik", "mark": seen, "command_id": "page:1:x"}
    assert refused(desk.act, office.key, act, **late, **office.by) == "changes_otherwise"
    office.ticks()
    after = office.round(1).tables[0]
    assert (after.chairs[0], after.chairs[2]) == (second, first)
    assert list(
        RoundSeat.objects.filter(table=hall.table, chair="N").values_list("entry_id", flat=True)
    ) == [second]
    assert refused(at.sends, desk_enter(), 1, RIK, seats=old) == "seats_changed"
    at.plays(1, RIK)
    assert says_no(office, "swap", entry=first, other=second) == "something_played"
    office.ticks()
    result = Result.objects.get(pk=f"{hall.table}:1")
    turn = hall.turn[0]
    held = (result.entry_n_id, result.entry_e_id, result.entry_s_id, result.entry_w_id)
    assert held == tuple(after.chairs[(seat - turn) % 4] for seat in range(4))
    # The next round, which has not begun, at two tables online; and a rebuild says the same.
    coming = office.round(2).tables[1].chairs
    does(office, "swap", round=2, entry=coming[0], other=coming[1])
    before = list(RoundSeat.objects.order_by("pk").values())
    results = list(Result.objects.order_by("pk").values())
    rebuilding.rebuild(office.now)
    assert list(Result.objects.order_by("pk").values()) == results
    assert office.round(2).tables[1].chairs[:2] == coming[1::-1]
    assert list(RoundSeat.objects.order_by("pk").values()) == before


def desk_enter() -> Any:
    from tournaments.services import hall

    return hall.enter


def test_who_comes_late_gets_a_vacant_seat_from_the_next_round_on(
    office: Office, person: Callable[[str], Any]
) -> None:
    office.schedules(venue="hall")
    registration.enter_guests(office.key, [*GUESTS, "Sjef"], **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    assert foretold(office, "arrive", named=True) == ["arrives", "takes_seat"]
    does(office, "arrive", name="Sien")
    sien = office.last("EntryMade")[0]
    assert (sien.standing, sien.user) == (True, None)
    playing = {key for each in office.round(1).tables for key in each.chairs}
    assert sien.entry not in playing
    assert any(sien.entry in each.chairs for each in office.round(2).tables)
    for name in ("Nel", "Bep"):
        does(office, "arrive", name=name)
    assert says_no(office, "arrive", named=True) == "no_seat_free"
    assert foretold(office, "withdraw", entry=sien.entry) == ["leaves", "seat_vacant"]
    does(office, "withdraw", entry=sien.entry)
    assert foretold(office, "withdraw", entry=sien.entry) == []


def test_a_message_is_heard_at_its_table_until_another_takes_its_place(
    office: Office, person: Callable[[str], Any]
) -> None:
    online(office, [person("a"), person("b")])
    rounds.start(office.key, 1, **office.by)
    one, two = (each.table for each in office.round(1).tables)
    assert refused(desk.act, office.key, Act("message"), words=" ", **office.by) == "message_empty"
    does(office, "message", words="Om negen uur is er soep")
    office.wait(seconds=1)
    does(office, "message", words="Zachter, alsjeblieft", table=2)
    heard = {table: calls.at_table(table) for table in (one, two)}
    assert [(told.note, told.state) for told in heard.values() if told] == [
        ("Om negen uur is er soep", ""),
        ("Om negen uur is er soep\nZachter, alsjeblieft", ""),
    ]
    assert foretold(office, "message") == [
        *("message_everywhere", "message_instead", "message_stands")
    ]
    does(office, "quiet")
    assert calls.at_table(one) is None
    assert foretold(office, "quiet") == []
    event, actor = office.last("MessageSent")
    assert (event.table, event.reason, actor) == ("", None, office.actor)


def test_a_withdrawal_is_taken_back_in_the_old_seat_or_where_one_is_vacant(office: Office) -> None:
    in_the_hall(office)
    toos, mien = office.round(1).tables[0].chairs[:2]
    assert foretold(office, "reinstate", entry=toos) == []
    does(office, "withdraw", entry=toos)
    assert foretold(office, "reinstate", entry=toos) == ["plays_again", "same_seat"]
    does(office, "reinstate", entry=toos)
    event, actor = office.last("EntryReinstated")
    assert (event.entry, event.from_round, actor) == (toos, 2, office.actor)
    assert event.reason is not None
    assert office.championship.entries[toos].active
    # Filled by whoever is at hand, who makes room again; the others stay where they are.
    does(office, "withdraw", entry=mien)
    seating.reseat(office.key, reason="", **office.by)
    seats = [set(each.chairs) for each in office.round(2).tables]
    assert not any(mien in each for each in seats)
    assert foretold(office, "reinstate", entry=mien) == ["plays_again", "takes_seat"]
    does(office, "reinstate", entry=mien)
    assert any(mien in each.chairs for each in office.round(2).tables)
    assert Entry.objects.get(pk=mien).status == Entry.ACTIVE
    # Others who have no seat have a claim to the last vacant one.
    does(office, "withdraw", entry=mien)
    seating.reseat(office.key, reason="", **office.by)
    does(office, "arrive", name="Sien")
    assert says_no(office, "reinstate", entry=mien) == "no_seat_free"
    before = list(Entry.objects.order_by("pk").values())
    rebuilding.rebuild(office.now)
    assert list(Entry.objects.order_by("pk").values()) == before


def test_who_was_withdrawn_by_mistake_is_ranked_again_and_sits_nowhere_else(
    office: Office, person: Callable[[str], Any]
) -> None:
    late, other = person("late"), person("other")
    entry, others = online(office, [late, other])
    rounds.start(office.key, 1, **office.by)
    does(office, "withdraw", entry=entry)
    office.closes(1)
    assert foretold(office, "reinstate", entry=entry) == ["plays_again", "same_seat"]
    seating.reseat(office.key, reason="", **office.by)
    does(office, "stand_in", entry=others, user=late.pk)
    assert says_no(office, "reinstate", entry=entry) == "plays_already"
    does(office, "back", entry=others)
    assert foretold(office, "reinstate", entry=entry) == ["plays_again", "takes_seat"]
    does(office, "reinstate", entry=entry)
    rounds.start(office.key, 2, **office.by)
    assert seat(office, entry, 2)[1].user_id == late.pk
    office.closes(2)
    rounds.start(office.key, 3, **office.by)
    does(office, "withdraw", entry=entry)
    assert says_no(office, "reinstate", entry=entry) == "last_round_started"
