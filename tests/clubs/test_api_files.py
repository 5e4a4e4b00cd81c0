"""Lists of members over the API: looked at, taken once, taken back, taken along."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import sheets
from clubs.domain.errors import NoSuchClub
from clubs.models import ImportDraft
from clubs.services import importing
from tests.clubs.people import Club40
from tests.clubs.test_api import post, read

LIST = "Naam;Nummer;Rol\nPiet Klaassen;9;x\nJan de Vries;;\n;12;\nCor Bax;1;"


@pytest.fixture(autouse=True)
def _nobody_asked_too_often() -> None:
    cache.clear()


def send(client: Client, club: Club40, content: str | bytes = LIST, key: str = "") -> Any:
    kind = sheets.XLSX if isinstance(content, bytes) else sheets.CSV
    return client.post(
        reverse("api:club_imports", args=[club.key]),
        content,
        content_type=kind,
        headers={"Idempotency-Key": key} if key else {},
    )


def names(club: Club40, client: Client) -> set[str]:
    told = read(client, "club_members", club.key)["results"]
    return {each["record"]["full"] for each in told} - {"Toos van de Ven"}


def test_a_list_is_looked_at_read_otherwise_taken_once_and_taken_back(club: Club40) -> None:
    club.adds("jan DE vries", number="7")
    toos = club.client("toos")
    answer = send(toos, club)
    told = answer.json()
    assert answer.status_code == 201 and answer.headers["Location"] == told["url"]
    assert [(each["title"], each["means"]) for each in told["columns"]] == [
        ("Naam", "name"),
        ("Nummer", "number"),
        ("Rol", ""),
    ]
    assert (told["heading"], told["new"], told["nameless"], told["problem"]) == (True, 1, 1, None)
    assert [(one["row"], one["name"], one["same_number"]) for one in told["doubles"]] == [
        (3, "Jan de Vries", False),
        (5, "Cor Bax", True),
    ]
    assert names(club, toos) == {"jan DE vries"}, "nothing is done yet"

    file = told["file"]
    assert read(toos, "club_import", club.key, file) == told
    other = read(toos, "club_import", club.key, file, columns="name,,nickname", heading="false")
    assert (other["new"], other["columns"][0]["title"]) == (3, "")
    blind = read(toos, "club_import", club.key, file, columns=",number,")
    assert (blind["problem"], blind["new"]) == ("no_names", 0)

    asked: dict[str, Any] = {"columns": ["name", "number", "note"], "everybody": True}
    first, again = (
        post(toos, "club_import_carry_out", club.key, file, key="k", **asked) for _ in range(2)
    )
    assert first.status_code == 200 and first.json() == again.json()
    assert first.json()["count"] == 3 and len(club.state.members) == 5
    assert ImportDraft.objects.count() == 0
    otherwise = post(toos, "club_import_carry_out", club.key, file, key="k")
    assert (otherwise.status_code, otherwise.json()["code"]) == (409, "command_id_reused")
    gone = post(toos, "club_import_carry_out", club.key, file, **asked)
    assert (gone.status_code, gone.json()["code"]) == (404, "import_gone")
    assert read(toos, "club_imports", club.key)["results"] == [first.json()]

    for _ in range(2):
        back = post(toos, "club_import_undo", club.key, file)
        assert (back.status_code, back.json()["count"]) == (200, 0)
    assert names(club, toos) == {"jan DE vries"}
    assert read(toos, "club_imports", club.key)["results"] == []


def test_a_file_sent_twice_under_one_key_is_one_file_and_is_taken_once(club: Club40) -> None:
    toos = club.client("toos")
    first, again = (send(toos, club, key="a").json() for _ in range(2))
    assert first == again and ImportDraft.objects.count() == 1
    other = send(toos, club, "Naam\nMien", key="a")
    assert (other.status_code, other.json()["code"]) == (409, "command_id_reused")
    assert post(toos, "club_import_carry_out", club.key, first["file"]).json()["count"] == 2
    late = send(toos, club, key="a")
    assert (late.status_code, late.json()["code"]) == (404, "import_gone")
    assert ImportDraft.objects.count() == 0


def test_two_who_take_one_file_at_one_moment_take_it_once(club: Club40) -> None:
    sent = club.sent("toos", now=timezone.now())
    key = importing.keep(club.key, sent, b"Naam\nPiet").key
    first, other = (importing.find(club.key, sent, key) for _ in range(2))
    rows = [importing.Row(2, "Piet", "", "", "")]
    importing.take(club.key, sent, first, rows)
    with pytest.raises(NoSuchClub):
        importing.take(club.key, sent, other, rows)
    assert len(club.state.members) == 2


def test_what_cannot_be_read_so_is_refused_and_a_file_is_its_senders_alone(club: Club40) -> None:
    toos = club.client("toos")
    club.joins("sjef", "secretary")
    file = send(toos, club).json()["file"]
    for asked, code in (({"columns": "name"}, "bad_columns"), ({"columns": "x,y,z"}, "invalid")):
        told = toos.get(reverse("api:club_import", args=[club.key, file]), asked)
        assert (told.status_code, told.json()["code"]) == (400, code)
    told = post(toos, "club_import_carry_out", club.key, file, columns=["name"])
    assert (told.status_code, told.json()["code"]) == (409, "bad_columns")
    foreign = post(club.client("sjef"), "club_import_carry_out", club.key, file)
    assert (foreign.status_code, foreign.json()["code"]) == (404, "import_gone")
    nobody = send(toos, club, "Naam\nToos van de Ven").json()
    assert nobody["new"] == 0
    told = post(toos, "club_import_carry_out", club.key, nobody["file"])
    assert (told.status_code, told.json()["code"]) == (409, "nobody_new")

    assert send(toos, club, "").json()["code"] == "bad_file"
    big = send(toos, club, "N" * (sheets.MOST_BYTES + 1))
    assert (big.status_code, big.json()["code"]) == (413, "too_large")
    json = post(toos, "club_imports", club.key, name="Piet")
    assert (json.status_code, json.json()["code"]) == (415, "not_a_spreadsheet")
    assert len(club.state.members) == 2


def test_the_list_is_taken_along_runs_no_formula_and_comes_back(club: Club40) -> None:
    club.adds("=HYPERLINK(0)", number="7")
    toos = club.client("toos")
    for kind, media in (("csv", sheets.CSV), ("xlsx", sheets.XLSX)):
        answer = toos.get(
            reverse(f"api:club_members_{kind}", args=[club.key]), headers={"accept": media}
        )
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith(media)
        assert f".{kind}" in answer.headers["Content-Disposition"]
        rows = sheets.read(answer.content)
        assert [row[1] for row in rows[1:]] == ["'=HYPERLINK(0)", "Toos van de Ven"]
        page = toos.get(reverse("clubs:export", args=[club.key, kind]))
        assert sheets.read(page.content) == rows
    told = send(toos, club, answer.content).json()
    assert (told["new"], len(told["doubles"])) == (0, 2)
