"""The device of a table in the hall, and the scorer's grid, as a browser meets them."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from deploy.scrubbing import scrub
from tests.tournaments.rounds.office import Office
from tournaments import papers
from tournaments.domain.hall import missing
from tournaments.models import Result, TableLink
from tournaments.selectors import cards, travellers
from tournaments.services import hall as services
from tournaments.services import registration, rounds, seating, table_links

RIK = {"contracts": [{"bid": "rik", "declarer": "N", "partner": "E", "tricks": 9}]}


@pytest.fixture
def hall(office: Office) -> Office:
    office.schedules(venue="hall")
    names = ["Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo", "Fien"]
    registration.enter_guests(office.key, names, **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    office.ticks()
    return office


@pytest.fixture
def desk(hall: Office) -> Client:
    client = Client()
    client.force_login(hall.organizer, backend="django.contrib.auth.backends.ModelBackend")
    return client


def codes(desk: Client, hall: Office) -> list[str]:
    made = desk.post(f"/tournaments/{hall.key}/manage/1/codes/")
    return re.findall(r"/hall-table/[^/\"]+/", made.content.decode())


def device(address: str) -> Client:
    phone = Client()
    assert phone.get(address).status_code == 200
    assert TableLink.objects.filter(revoked=None).exists()
    assert phone.get("/at-table/").status_code == 404  # looking at a code lets nobody in
    assert phone.post(address)["Location"] == "/at-table/"
    return phone


def state(phone: Client) -> dict[str, Any]:
    return dict(phone.get("/at-table/?format=json").json()["state"])


def sends(phone: Client, do: str, facts: Any, **more: Any) -> Any:
    at = state(phone)
    sent = {
        "id": f"{do}-1",
        "do": do,
        "table": at["tableId"],
        "board": 1,
        "entry": at["people"][0]["entry"],
        "seats": at["seats"],
        "facts": facts,
        **more,
    }
    return phone.post("/at-table/send/", json.dumps(sent), content_type="application/json")


def test_who_plays_in_the_hall_without_an_account_is_no_house_player_on_any_page(
    desk: Client, hall: Office
) -> None:
    page = desk.get(f"/tournaments/{hall.key}/").content.decode()
    assert "Toos" in page and "house player" not in page


def test_a_phone_that_used_the_code_writes_down_its_table_and_no_other(
    desk: Client, hall: Office
) -> None:
    first, second = codes(desk, hall)
    assert scrub(f"GET {first}") == "GET /hall-table/[token]/"
    assert first.split("/")[2] not in str(list(TableLink.objects.values_list()))
    phone = device(first)
    page = phone.get("/at-table/").content.decode()
    assert "Tafel 1" in page or "Table 1" in page
    assert sends(phone, "score", RIK).json()["scores"] == {"N": 15, "E": 15, "S": -15, "W": -15}
    told = sends(phone, "enter", RIK).json()["state"]["boards"][0]["result"]
    assert (told["scores"]["N"], told["stands"]) == (15, False)
    assert sends(phone, "enter", RIK).status_code == 200  # sent again, done once
    other = state(phone)["people"][2]["entry"]
    confirmed = sends(phone, "confirm", RIK, entry=other)
    assert confirmed.json()["state"]["boards"][0]["result"]["stands"]
    hall.ticks()
    assert hall.results()[0].state == Result.FINISHED
    assert hall.happened().count("ResultEntered") == 1

    elsewhere = hall.round(1).tables[1].table
    wrong = sends(phone, "enter", RIK, table=elsewhere, id="x")
    assert wrong.json()["error"]["code"] == "seats_changed"
    # A correction that the phone kept is of what was seen then, and of nothing newer.
    eight, seven = ({"contracts": [{**RIK["contracts"][0], "tricks": n}]} for n in (8, 7))
    late = sends(phone, "correct", seven, id="c", instead_of=eight)
    assert late.json().get("error", {}).get("code") == "result_changed"
    corrected = sends(phone, "correct", eight, id="d", instead_of=RIK).json()["state"]["boards"][0]
    assert corrected["result"]["facts"]["contracts"][0]["tricks"] == 8
    newer, second = codes(desk, hall)
    phone = device(newer)
    assert sends(phone, "correct", eight, id="d", instead_of=RIK).status_code == 200
    assert hall.happened().count("ResultCorrected") == 1  # under another code, and done once
    many = {"contracts": [{"bid": "piek", "declarer": "N", "tricks": 14}]}
    assert sends(phone, "correct", many, id="y").json()["error"]["code"] == "too_many_tricks"
    # The same phone at the next table still sends what it kept of this one.
    phone.post(second)
    assert state(phone)["table"] == 2
    late = sends(
        phone, "enter", RIK, table=hall.round(1).tables[0].table, board=2, seats="", id="z"
    )
    assert late.json()["error"]["code"] == "seats_changed"  # nobody of table 2 sits there


def test_what_is_no_result_in_any_way_is_refused_and_breaks_nothing(
    desk: Client, hall: Office
) -> None:
    phone = device(codes(desk, hall)[0])
    odd = [{"tricks": 9.5}, {"tricks": 2**53}, {"bid": "\ud800"}, {"é": 1}]
    for number, facts in enumerate(odd):
        answer = sends(phone, "enter", facts, id=f"odd-{number}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "bad_request")
    grid = f"/tournaments/{hall.key}/manage/1/1/"
    for text in ("[" * 1900, '{"board": 1e400}', '{"board": NaN}', '{"board": [1]}'):
        assert desk.post(grid, text, content_type="application/json").status_code == 400
        sent = phone.post("/at-table/send/", 2 * text, content_type="application/json")
        assert (sent.status_code, sent.json()["error"]["code"]) == (409, "bad_request")
    many = {"do": "turn", "board": f"1:{10**16}", "table": "1", "turn": "1", "reason": "zo"}
    page = desk.post(f"/tournaments/{hall.key}/rulings/", many, follow=True)
    assert (page.status_code, hall.happened()[-1]) == (200, "RoundStarted")


def test_a_code_ends_with_a_newer_one_and_with_its_round(desk: Client, hall: Office) -> None:
    older, _ = codes(desk, hall)
    phone = device(older)
    newer, _ = codes(desk, hall)
    assert Client().get(older).status_code == 404
    assert phone.get("/at-table/").status_code == 404
    assert sends_blind(phone).json()["error"]["final"] is False  # the new code may let it in
    phone = device(newer)
    hall.wait(hours=2)
    hall.ticks()
    desk.post(f"/tournaments/{hall.key}/manage/", {"do": "give_up", "round": "1"})
    hall.ticks()
    assert hall.round(1).state == "closed"
    refused = sends_blind(phone)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "round_over")
    assert refused.json()["error"]["final"]
    # Where its four play next they read on the page of the event.
    page = phone.get("/at-table/")
    assert page.status_code == 409
    assert f'href="/tournaments/{hall.key}/"' in page.content.decode()


def test_a_photographed_code_tells_nothing_of_boards_that_others_have_yet_to_play(
    desk: Client, hall: Office
) -> None:
    first, second = codes(desk, hall)
    phone, photographer = device(first), device(first)
    chairs = [one["entry"] for one in state(phone)["people"]]

    def board_1(who: Client) -> Any:
        return state(who)["boards"][0]["result"]

    for confirmed in (False, True):
        do, entry = ("confirm", chairs[1]) if confirmed else ("enter", chairs[0])
        assert sends(phone, do, RIK, entry=entry).status_code == 200
        assert board_1(phone)["facts"] == RIK
        assert board_1(photographer) == {"hidden": True, "stands": confirmed}
    # Nor does he find out by trying: the right facts and wrong ones get the same answer.
    wrong = {"contracts": [{"bid": "piek", "declarer": "S", "tricks": 1}]}
    answers = {
        sends(photographer, do, facts, entry=chairs[3], id=f"{do}{at}").content
        for do in ("enter", "confirm", "correct")
        for at, facts in enumerate((RIK, wrong))
    }
    assert [json.loads(answer)["error"]["code"] for answer in answers] == ["other_phone"]
    assert board_1(photographer) == {"hidden": True, "stands": True}
    # What the director corrected is told to no phone, for whoever wrote first could be anybody.
    table = state(phone)["tableId"]
    correction = services.Written(table=table, board=1, facts=wrong, entry="")
    services.put(hall.key, correction, **hall.by)
    assert board_1(phone) == {"hidden": True, "stands": True}
    for at, facts in enumerate((wrong, RIK)):
        answer = sends(phone, "correct", facts, entry=chairs[0], id=f"again{at}").json()
        assert answer["error"]["code"] == "other_phone"
    other = device(second)
    chairs = [one["entry"] for one in state(other)["people"]]
    sends(other, "enter", wrong, id="other", entry=chairs[0])
    sends(other, "confirm", wrong, id="other-2", entry=chairs[1])
    hall.ticks()
    assert board_1(photographer)["facts"] == wrong  # released: it is everybody's


def test_what_a_phone_with_an_old_code_kept_reaches_the_organizer_and_overwrites_nothing(
    desk: Client, hall: Office
) -> None:
    phone = device(codes(desk, hall)[0])
    at = hall.round(1).tables[0]
    codes(desk, hall)  # new ones: the phone's is of no use now
    page = phone.get("/at-table/")
    assert page.status_code == 404
    known = json.loads(re.findall(r'id="known"[^>]*>(.*?)<', page.content.decode())[0])
    assert known["seats"]["N"] in ("Noord", "North")
    assert "AVE" not in page.content.decode() and "Toos" not in page.content.decode()
    written = services.Written(table=at.table, board=1, facts=RIK, entry=at.chairs[0])
    services.enter(hall.key, written, actor="device:1", now=hall.now)

    def hands(facts: Any, table: str = at.table, board: int = 1) -> Any:
        sent = {"id": "x", "table": table, "board": board, "entry": at.chairs[1], "facts": facts}
        return phone.post("/at-table/late/", json.dumps(sent), content_type="application/json")

    piek = {"contracts": [{"bid": "piek", "declarer": "S", "tricks": 1}]}
    for _ in range(2):
        assert hands(piek).json() == {"handed": True}
    assert hall.championship.hall_results[f"{at.table}:1"].facts == RIK
    elsewhere = hall.round(1).tables[1].table
    assert hands(piek, table=elsewhere).status_code == 403
    many = {"contracts": [{"bid": "piek", "declarer": "S", "tricks": 14}]}
    assert hands(many).json()["error"]["code"] == "too_many_tricks"
    assert hands(piek, board=9).json()["error"]["code"] == "no_such_board"
    assert Client().post("/at-table/late/").status_code == 403
    # The organizer reads it, once, and sets it aside.
    manage = f"/tournaments/{hall.key}/manage/"
    text = desk.get(manage).content.decode()
    found = re.findall(r'name="late" value="([0-9a-f]+)"', text)
    assert len(found) == 1
    assert "Piek 1 Zuid" in text or "Piek 1 South" in text
    assert 'name="late"' not in Client().get(f"/tournaments/{hall.key}/lobby/").content.decode()
    desk.post(manage, {"do": "set_aside", "late": found[0], "command": "aside-1"})
    assert 'name="late"' not in desk.get(manage).content.decode()
    assert hands(piek).json() == {"handed": True}  # and once more it changes nothing
    assert 'name="late"' not in desk.get(manage).content.decode()


def sends_blind(phone: Client) -> Any:
    sent = {"id": "late", "do": "enter", "table": "", "board": 1, "entry": "a", "facts": RIK}
    return phone.post("/at-table/send/", json.dumps(sent), content_type="application/json")


def test_a_slip_is_typed_row_by_row_with_totals_as_on_the_paper(desk: Client, hall: Office) -> None:
    where = f"/tournaments/{hall.key}/manage/1/1/"
    assert "Toos" in desk.get(f"/tournaments/{hall.key}/").content.decode()

    def types(
        board: int, code: str, who: str, partner: str = "", tricks: str = "", reason: str = ""
    ) -> Any:
        sent = {"id": f"{board}{code}{who}{tricks}", "board": board, "code": code, "who": who}
        sent |= {"partner": partner, "tricks": tricks, "reason": reason}
        return desk.post(where, json.dumps(sent), content_type="application/json")

    assert types(1, "r", "1", "3", "9").json()["rows"][0]["points"] == [15, -15, 15, -15]
    rows = types(2, "p", "2", tricks="0").json()["rows"]
    assert [sum(row["totals"]) for row in rows] == [0, 0, 0, 0]
    assert rows[1]["totals"] == [15 + rows[1]["points"][0], *rows[2]["totals"][1:]]
    assert rows[1]["line"] == {"code": "p", "who": "2", "partner": "", "tricks": "0"}
    assert types(3, "zz", "1").json()["error"]["code"] == "unknown_slip_code"
    assert types(3, "r", "7", "1", "8").json()["error"]["code"] == "bad_slip_line"
    assert types(3, "r", "1", "3", "-8").json()["error"]["code"] == "bad_slip_line"
    # A phone's result that nobody confirmed is owed; the same line confirms it and keeps the cards.
    at = hall.round(1).tables[0]
    cards_too = {"contracts": [{**RIK["contracts"][0], "trump": "H", "called": "CA"}]}
    phoned = services.Written(table=at.table, board=4, facts=cards_too, entry=at.chairs[0])
    services.enter(hall.key, phoned, actor="device:1", now=hall.now)
    owed = [each.board.number for each in missing(hall.championship, 1) if each.table == at]
    assert owed == [3, 4]
    assert "3, 4" in desk.get(f"/tournaments/{hall.key}/manage/").content.decode()
    line = json.loads(re.findall(r'id="rows"[^>]*>(.*?)<', desk.get(where).content.decode())[0])
    assert not line[3]["stands"] and not line[3]["fixed"]
    confirmed = types(4, **line[3]["line"]).json()["rows"][3]
    assert (confirmed["stands"], hall.happened()[-1]) == (True, "ResultConfirmed")
    assert types(4, **{**line[3]["line"], "tricks": "10"}).status_code == 200
    kept = hall.championship.hall_results[f"{at.table}:4"].facts["contracts"]
    assert [(one["trump"], one["called"], one["tricks"]) for one in kept] == [("H", "CA", 10)]  # type: ignore[attr-defined]
    # Typed again with another number: the organizer's correction.
    assert types(1, "r", "1", "3", "8", "hartenvrouw viel").json()["rows"][0]["points"][0] == 10
    pages = [
        who.get(f"/tournaments/{hall.key}/history/").content.decode() for who in (desk, Client())
    ]
    assert re.search(r"[Tt](afel|able) 1\.", pages[1])
    assert ["hartenvrouw" in page for page in pages] == [True, False]
    hall.ticks()
    assert [row.state for row in hall.results()[:3]] == ["finished", "finished", "waiting"]
    assert travellers.traveller(hall.key, "1", 1) is None  # table 2 has not played it
    last = {"id": "last", "board": 1, "code": "m", "who": "4", "tricks": "0"}
    elsewhere = where.replace("/1/1/", "/1/2/")
    desk.post(elsewhere, json.dumps(last), content_type="application/json")
    hall.ticks()
    released = travellers.traveller(hall.key, "1", 1)
    assert released is not None
    shown = cards.deal(released, hall.now)  # the hands, though nobody played them here
    assert shown is not None
    assert sum(len(ranks) for _, ranks in shown.hands["N"]) == 13
    assert cards.deal(released, hall.now - timedelta(minutes=1)) is None


def test_what_two_desks_do_at_once_is_done_once_and_overwrites_nothing_unseen(
    desk: Client, hall: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two browsers of the organizer's, of which the second shows what was there before."""
    where = f"/tournaments/{hall.key}/manage/1/1/"

    def types(before: str, tricks: str, name: str = "", board: int = 1) -> Any:
        sent = {"id": name or f"{len(before)}-{tricks}", "board": board, "code": "r", "who": "1"}
        sent |= {"partner": "3", "tricks": tricks, "before": before}
        return desk.post(where, json.dumps(sent), content_type="application/json")

    assert types("", "9").status_code == 200
    assert types("", "9", "other-desk").status_code == 200
    stale = types("", "10")
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "result_changed")
    assert stale.json()["rows"][0]["line"]["tricks"] == "9"
    assert types("r|1|3|9", "10").json()["rows"][0]["line"]["tricks"] == "10"
    assert types("r|1|3|9", "8").json()["error"]["code"] == "result_changed"
    told = [kind for kind in hall.happened() if kind.startswith("Result")]
    assert told == ["ResultEntered", "ResultCorrected"]
    # Nor what the other desk writes between a look at the row and its change.
    put = services.put

    def put_after_another(key: str, written: services.Written, **by: Any) -> None:
        put(key, services.Written(table=at, board=written["board"], facts=RIK, entry=""), **hall.by)
        put(key, written, **by)

    at = hall.round(1).tables[0].table
    with monkeypatch.context() as both:
        both.setattr(services, "put", put_after_another)
        for board, before in ((1, "r|1|3|10"), (2, "")):
            late = types(before, "7", f"late-{board}", board)
            assert (late.status_code, late.json()["error"]["code"]) == (409, "result_changed")
            assert late.json()["rows"][board - 1]["line"]["tricks"] == "9"
            assert hall.championship.hall_results[f"{at}:{board}"].facts == RIK
    line = "|".join(late.json()["rows"][1]["line"].values())
    for _ in range(2):  # the first answer got lost
        assert types(line, "6", "again", 2).status_code == 200

    manage = f"/tournaments/{hall.key}/manage/"
    for do, happens in (
        ("pause", "RoundPaused"),
        ("resume", "RoundResumed"),
        ("close", "RoundClosing"),
    ):
        for browser in ("one", "other"):
            sent = {"do": do, "round": "1", "reason": "Sneeuw", "form": f"{do}-{browser}"}
            assert desk.post(manage, sent, follow=True).status_code == 200
        assert hall.happened().count(happens) == 1
    assert desk.post(
        manage, {"do": "extend", "round": "1", "minutes": "5", "form": "late"}, follow=True
    )
    assert "RoundExtended" not in hall.happened()


def test_an_organizer_who_plays_sees_and_settles_no_board_before_all_have_played_it(
    office: Office,
) -> None:
    office.schedules(venue="hall")
    registration.open(office.key, **office.by)
    registration.enter(office.key, user_id=office.organizer.pk, **office.by)
    names = ["Toos", "Mien", "Sjaak", "Bertus", "Riet", "Noud", "Jo"]
    registration.enter_guests(office.key, names, **office.by)
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    own = office.championship.entry_of(office.organizer.pk)
    tables = sorted(office.round(1).tables, key=lambda each: own.key in each.chairs)  # type: ignore[union-attr]
    for do, chair in ((services.enter, 0), (services.confirm, 2)):
        written = services.Written(
            table=tables[0].table, board=1, facts=RIK, entry=tables[0].chairs[chair]
        )
        do(office.key, written, actor="device:1", now=office.now)
    office.ticks()
    desk = Client()
    desk.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    where = f"/tournaments/{office.key}/manage/1/{tables[0].number}/"

    def rows() -> Any:
        page = desk.get(where).content.decode()
        found = re.search(r'<script id="rows"[^>]*>(.*?)</script>', page)
        assert found is not None
        return json.loads(found[1])

    assert rows()[0] == {"board": 1, "dealer": rows()[0]["dealer"], "totals": [0, 0, 0, 0]}
    sent = {"id": "1", "board": 1, "code": "r", "who": "1", "partner": "3", "tricks": "9"}
    answer = desk.post(where, json.dumps(sent), content_type="application/json")
    assert answer.json()["error"]["code"] == "plays_too"
    assert codes(desk, office) == []
    assert not TableLink.objects.exists()
    # Nor does he become the device of a table at which he does not sit.
    made = {seated.table: token for seated, token in links(office)}
    elsewhere, here = (f"/hall-table/{made[each.table]}/" for each in tables)
    assert desk.post(elsewhere).status_code == 409
    assert desk.post(here).status_code == 302
    assert state(desk)["table"] == tables[1].number
    phone = device(elsewhere)
    phone.force_login(office.organizer, backend="django.contrib.auth.backends.ModelBackend")
    refused = phone.get("/at-table/?format=json").json()
    assert refused["error"]["code"] == "other_table"
    for do, chair in ((services.enter, 0), (services.confirm, 2)):
        written = services.Written(
            table=tables[1].table, board=1, facts=RIK, entry=tables[1].chairs[chair]
        )
        do(office.key, written, actor="device:2", now=office.now)
    office.ticks()
    assert rows()[0]["told"]  # released: now it is everybody's


def links(office: Office) -> Any:
    return table_links.make(office.key, 1, user_id=office.organizer.pk, now=office.now)


def test_seat_list_and_slips_are_papers_in_the_language_of_the_event(
    desk: Client, hall: Office
) -> None:
    for kind, words in (
        ("seats", ["Tafel", "Noord", "Toos"]),
        ("slips", ["Bord", "Totaal", "Fien"]),
    ):
        paper = desk.get(
            f"/tournaments/{hall.key}/manage/1/{kind}.pdf", headers={"Accept-Language": "de"}
        )
        pages = PdfReader(BytesIO(paper.content)).pages
        text = "".join(page.extract_text() for page in pages)
        assert all(word in text for word in words), text
        assert (round(pages[0].mediabox.width), round(pages[0].mediabox.height)) == (595, 842)
    assert len(pages) == 2  # a slip for each table


def test_a_long_name_stands_on_the_papers_whole_and_one_without_end_is_cut() -> None:
    long, endless = "Wilhelmina van den Heuvel-Oudenhoven", "Anna" * 40
    pdf = papers.paper()
    for name in (long, endless, "Jo"):
        papers.named(pdf, name, 30.0, 11.0, border=1)
    text = PdfReader(BytesIO(bytes(pdf.output()))).pages[0].extract_text().replace("\n", " ")
    assert all(part in text for part in long.split()), text
    assert "Jo" in text
    assert "…" in text
    assert endless not in text
