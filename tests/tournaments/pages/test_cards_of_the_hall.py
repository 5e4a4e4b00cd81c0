"""Cards on paper: before play for one person who does not play, after release for everybody."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from engine import SEATS, Card, RikkenError
from engine.pbn import read_pbn
from gameplay import dealing
from tests.tournaments.rounds.office import Office
from tournaments.models import Board
from tournaments.selectors import cards, doubts, travellers
from tournaments.services import hall as services
from tournaments.services import registration, rounds, rulings, seating, taking

GUESTS = ["Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien"]
RIK = {"contracts": [{"bid": "rik", "declarer": "N", "partner": "E", "tricks": 9}]}


@pytest.fixture
def hall(office: Office) -> Office:
    office.schedules(venue="hall")
    registration.open(office.key, **office.by)
    registration.enter_guests(office.key, GUESTS, **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    return office


def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(paper: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(paper)).pages)


def takes(desk: Client, hall: Office, form: str, **more: str) -> Any:
    sent = {"session": "1", "form": form, "command": f"{form}-{len(more)}", **more}
    return desk.post(f"/tournaments/{hall.key}/manage/cards/", sent)


def plays(hall: Office, table: Any, board: int, facts: Any) -> None:
    for do, chair in ((services.enter, 0), (services.confirm, 2)):
        written = services.Written(
            table=table.table, board=board, facts=facts, entry=table.chairs[chair]
        )
        do(hall.key, written, actor=f"device:{table.number}", now=hall.now)


def test_the_cards_go_once_to_somebody_by_name_who_never_plays_them(
    hall: Office, person: Any
) -> None:
    desk = signed_in(hall.organizer)
    where = f"/tournaments/{hall.key}/manage/cards/"
    assert desk.get(where).status_code == 200
    assert hall.happened()[-1] == "RoundDealt"  # looking at the page takes nothing
    assert signed_in(person("vreemde")).post(where).status_code == 403

    file = takes(desk, hall, "machine")
    assert "no-store" in file["Cache-Control"]
    boards = read_pbn(file.content)
    assert [board.number for board in boards] == list(range(1, 13))
    assert file.content.startswith(b"% PBN 2.1\r\n% EXPORT\r\n")
    assert not any(name.encode() in file.content for name in GUESTS)
    event, actor = hall.last("CardsTaken")
    assert (event.user, event.form, event.first, event.last) == (
        hall.organizer.pk,
        "machine",
        1,
        12,
    )
    assert actor == hall.actor
    for client in (desk, Client()):
        told = client.get(f"/tournaments/{hall.key}/history/").content.decode()
        assert "organizer" in told
        assert "1 to 12" in told or "1 tot en met 12" in told

    # The same click again is one taking; a second one says why, whoever it is.
    assert takes(desk, hall, "machine").content == file.content
    assert hall.happened().count("CardsTaken") == 1
    assert takes(desk, hall, "strip").status_code == 302
    strip = takes(desk, hall, "strip", reason="de machine is stuk")
    assert hall.happened().count("CardsTaken") == 2
    told = [
        client.get(f"/tournaments/{hall.key}/history/").content.decode()
        for client in (desk, Client())
    ]
    assert ["de machine is stuk" in each for each in told] == [True, False]  # it may tell of cards
    paper = text_of(strip.content)
    assert all(word in paper for word in ("Bord 1", "Bord 12", "Noord", "♠", "♦"))

    # Whoever took them does not enter before the session is over.
    with pytest.raises(RikkenError) as refusal:
        registration.enter(hall.key, user_id=hall.organizer.pk, **hall.by)
    assert refusal.value.code == "has_taken_cards"
    page = desk.post(f"/tournaments/{hall.key}/enter/", follow=True).content.decode()
    assert hall.championship.entry_of(hall.organizer.pk) is None
    assert "kaarten" in page or "cards" in page


def test_who_has_entered_takes_no_cards_out_and_nobody_before_they_are_dealt(
    office: Office,
) -> None:
    office.schedules(venue="hall")
    registration.open(office.key, **office.by)
    desk = signed_in(office.organizer)
    where = f"/tournaments/{office.key}/manage/cards/"
    assert desk.get(where).status_code == 404  # nobody sits in the hall yet
    registration.enter(office.key, user_id=office.organizer.pk, **office.by)
    registration.enter_guests(office.key, GUESTS[:7], **office.by)
    seating.seat(office.key, seed=7, **office.by)
    asked = {"session": "1", "form": "machine", "now": office.now}

    def refused(user_id: int, **other: str) -> str:
        with pytest.raises(RikkenError) as refusal:
            taking.take(office.key, user_id=user_id, **{**asked, **other})
        return str(refusal.value.code)

    assert refused(99) == "no_cards_in_hall"
    office.deals()
    assert refused(office.organizer.pk) == "plays_cards"
    assert refused(99, form="dup") == "unknown_form"
    assert refused(99, session="2") == "no_such_session"
    own = office.championship.entry_of(office.organizer.pk)
    assert own is not None
    registration.withdraw(office.key, entry=own.key, reason="", **office.by)
    assert refused(office.organizer.pk) == "plays_cards"  # he has seen cards of this evening
    assert b"[Deal" not in takes(desk, office, "machine").content
    assert "CardsTaken" not in office.happened()
    # A session whose rounds are over has no cards that anybody could still play.
    taking.take(office.key, user_id=99, **asked)
    with pytest.raises(RikkenError):
        registration.enter(office.key, user_id=99, **office.by)


def test_an_event_online_lets_no_card_out(office: Office) -> None:
    office.seats()
    office.deals()
    assert takes(signed_in(office.organizer), office, "machine").status_code == 404
    with pytest.raises(RikkenError) as refusal:
        taking.take(office.key, session="1", form="strip", user_id=99, now=office.now)
    assert refusal.value.code == "no_cards_in_hall"


def test_hand_records_are_on_paper_once_a_board_is_released_and_not_before(hall: Office) -> None:
    hall.now = timezone.now()  # the page looks at the clock on our wall
    rounds.start(hall.key, 1, **hall.by)
    hall.ticks()
    where = f"/tournaments/{hall.key}/boards/1/hands.pdf"
    for table in hall.round(1).tables:
        assert Client().get(where).status_code == 404
        for board in (1, 2):
            plays(hall, table, board, RIK)
        hall.ticks()
    assert Board.objects.filter(released__isnull=False).count() == 2
    paper = Client().get(where, headers={"Accept-Language": "de"})
    (page,) = PdfReader(BytesIO(paper.content)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (595, 842)
    text = page.extract_text()
    assert all(word in text for word in ("Clubkampioenschap", "Noord", "2× Rik 9 N", "♣")), text
    released = travellers.traveller(hall.key, "1", 1)
    assert released is not None
    shown = cards.deal(released, hall.now)
    assert shown is not None
    spades = dict(shown.hands["N"])["S"]
    printed = {"K": "H", "Q": "V", "J": "B", "T": "10"}
    assert " ".join(printed.get(rank, rank) for rank in spades) in text
    assert "\n3\n" not in text  # board 3 is still to be played
    page = Client().get(f"/tournaments/{hall.key}/boards/1/1/", headers={"Accept-Language": "en"})
    assert "held the same hand" in page.content.decode()
    assert "Choose a table" not in page.content.decode()  # on paper nobody follows the play


def test_a_result_that_the_cards_contradict_is_told_once_the_board_is_released(
    hall: Office,
) -> None:
    hall.now = timezone.now()
    rounds.start(hall.key, 1, **hall.by)
    hall.ticks()
    desk = signed_in(hall.organizer)
    deal = dealing.unseal(hall.round(1).boards[0].deal).deal
    ace = Card("CA")
    holder = next(seat for seat in SEATS if deal.masks[seat] & ace.bit)
    declarer, other, _ = (seat.letter for seat in SEATS if seat is not holder)

    def rik(partner: str) -> dict[str, Any]:
        bid = {"bid": "rik", "declarer": declarer, "partner": partner, "tricks": 9}
        return {"contracts": [{**bid, "trump": "H", "called": "CA"}]}

    def told() -> list[tuple[int, int, str]]:
        found = doubts.doubts(hall.championship, hall.now)
        return [(each.table, each.board, each.code) for each in found]

    first, second = hall.round(1).tables
    plays(hall, first, 1, rik(other))  # taken: nobody may find out by trying who holds the ace
    hall.ticks()
    assert told() == []
    plays(hall, second, 1, rik(holder.letter))
    hall.ticks()
    assert told() == [(1, 1, "partner_lacks_card")]
    page = desk.get(f"/tournaments/{hall.key}/manage/").content.decode()
    assert 'id="doubts"' in page
    grid = desk.get(f"/tournaments/{hall.key}/manage/1/1/").content.decode()
    assert '"doubt"' in grid
    assert '"doubt"' not in desk.get(f"/tournaments/{hall.key}/manage/1/2/").content.decode()
    # The director rules that the table held other cards, takes that back, and mends the result.
    said = {"user_id": hall.organizer.pk, "reason": "andere kaarten", "now": hall.now}
    fouled = rulings.foul(hall.key, session="1", board=1, tables=[1], variant="other", **said)
    assert told() == []
    rulings.undo(hall.key, ruling=fouled, **said)
    assert len(told()) == 1
    written = services.Written(table=first.table, board=1, facts=rik(holder.letter), entry="")
    services.put(hall.key, written, reason="verkeerde maat", **hall.by)
    assert told() == []
    assert 'id="doubts"' not in desk.get(f"/tournaments/{hall.key}/manage/").content.decode()
