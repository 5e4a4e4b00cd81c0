"""An archive holds all that cannot be computed, and fills an empty database of either engine."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.test import override_settings
from django.utils import timezone

from clubs import stream as clubs_stream
from clubs.domain.errors import ClubRefused
from clubs.services import access, erasing, links, people
from deploy import archive, backup, holding
from deploy.archive import ArchiveRefused, Writer, lines
from gameplay import streams
from gameplay.eventstore import copying, store
from gameplay.eventstore.models import PersonalText
from gameplay.models import Invitation, SealedDeal
from tests.clubs.people import found
from tests.service import ROOT, clean_environment
from tests.tournaments.api.test_hall import begun, codes
from tests.tournaments.rounds.office import Office
from tournaments import rehearsal, stream
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Standing, TableLink, Tournament
from tournaments.selectors import leading
from tournaments.services import schedule, table_links

NOON = datetime(2027, 3, 28, 11, 0, tzinfo=UTC)
KEY = bytes(range(100, 132))
SETTINGS: dict[str, object] = {
    "title": "Clubkampioenschap",
    "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}],
}


# -- the file --------------------------------------------------------------------------------

LINES = [["some", {"number": number, "noise": secrets.token_hex(2000)}] for number in range(300)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.archive"
    with Writer(path, key=KEY) as written:
        for line in LINES:
            written.write(line)
    return path


def test_what_was_written_is_read_and_only_with_the_key(file: Path) -> None:
    assert list(lines(file, key=KEY)) == LINES
    assert file.stat().st_size > 2 * archive._PIECE
    assert file.stat().st_mode & 0o077 == 0
    assert LINES[0][1]["noise"].encode() not in file.read_bytes()  # type: ignore[index]
    with pytest.raises(ArchiveRefused, match="BACKUP_KEY is another one"):
        list(lines(file, key=bytes(32)))


def refuses(kind: type[Exception], what: Callable[[], object]) -> bool:
    try:
        what()
    except kind:
        return True
    return False


def spoilt(good: bytes) -> Iterator[tuple[str, bytes]]:
    start = good.index(b"\n") + 1 + archive._SALT_BYTES
    piece = archive._LENGTH_BYTES + archive._PIECE + archive._TAG_BYTES
    first, second, rest = (
        good[start : start + piece],
        good[start + piece : start + 2 * piece],
        good[start + 2 * piece :],
    )
    yield "swapped pieces", good[:start] + second + first + rest
    yield "a piece left out", good[:start] + second + rest
    yield "a piece repeated", good[:start] + first + first + second + rest
    yield "the last piece left out", good[:start] + first + second
    yield "no pieces", good[:start]
    yield "cut short", good[:-1]
    yield "something behind the end", good + b"more"
    for at in (start - 3, start + 1, start + 99, start + piece + 9, len(good) - 1):
        yield f"byte {at}", good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]


def test_an_archive_that_is_damaged_anywhere_is_refused(file: Path) -> None:
    good = file.read_bytes()
    for what, bad in spoilt(good):
        file.write_bytes(bad)
        assert refuses(ArchiveRefused, lambda: list(lines(file, key=KEY))), what


def test_what_is_newer_or_none_of_ours_is_told_without_the_key(file: Path) -> None:
    good = file.read_bytes()
    file.write_bytes(good.replace(b"archive 1\n", b"archive 2\n"))
    with pytest.raises(ArchiveRefused, match="format 2, which a newer version wrote"):
        list(lines(file, key=bytes(32)))
    file.write_bytes(b"PK\x03\x04" + good)
    with pytest.raises(ArchiveRefused, match="no archive of ours"):
        list(lines(file, key=KEY))


def test_a_file_is_there_only_when_it_is_whole_and_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "some.archive"
    with pytest.raises(TypeError), Writer(path, key=KEY) as written:
        written.write(object())
    assert list(tmp_path.iterdir()) == []
    path.write_text("last week's")
    with pytest.raises(ArchiveRefused, match="is there already"):
        Writer(path, key=KEY)
    assert path.read_text() == "last week's"


# -- the database ------------------------------------------------------------------------------


@pytest.fixture
def played(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A championship of eight house players, an organizer, and words about somebody."""
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    ida = get_user_model().objects.create_user(
        "ida", "ida@rikken.example", "koffie met appeltaart", display_name="Ida van Dijk"
    )
    key = schedule.schedule(
        settings=SETTINGS, organizer=ida.pk, actor="system:test", now=NOON, test_seed="archive"
    )
    rehearsal.prepare(key, players=8, seed=7)
    for _ in rehearsal.play(key, seed=7):
        pass
    store.save_text(ida.pk, "Ida is blij 🂡")
    access.issue(ida.pk, name="programma", scope="manage", now=NOON)
    return key


def everything() -> dict[str, list[Any]]:
    """All rows but those of the moment, and where all streams stand."""
    left_out = backup.OF_THE_MOMENT | {"eventstore.StoredEvent", "tournaments.Checkpoint"}
    found: dict[str, list[Any]] = {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
        if model._meta.label not in left_out
    }
    return {**found, "events": list(copying.everything()), "heads": [copying.heads_digest()]}


def emptied() -> None:
    call_command("flush", interactive=False, verbosity=0)
    streams.forget_everything()
    stream.forget_everything()


def restored(file: Path, *options: str) -> str:
    told = StringIO()
    call_command("restore", str(file), *options, stdout=told, stderr=told)
    return told.getvalue()


def test_an_archive_fills_an_empty_database_and_everything_follows_from_it(
    played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, file, told = everything(), tmp_path / "all.archive", StringIO()
    call_command("backup", str(file), stdout=told, stderr=told)
    assert f"events: {len(before['events'])} of {len(before['events'])}" in told.getvalue()
    assert b"Ida" not in file.read_bytes()

    with pytest.raises(CommandError, match="something in this database already"):
        restored(file)
    assert everything() == before

    emptied()
    nothing = everything()
    another_key = override_settings(DEAL_KEY=bytes(32))
    with another_key, pytest.raises(CommandError, match="DEAL_KEY is another one"):
        restored(file)
    monkeypatch.setenv("BACKUP_KEY", "")
    for asked in (restored, lambda path: call_command("backup", str(path) + "2")):
        with pytest.raises(CommandError, match="BACKUP_KEY is not set"):
            asked(file)
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    for what, changed in changed_archives(file, tmp_path):
        assert refuses(CommandError, lambda changed=changed: restored(changed)), what
    assert everything() == nothing

    assert before["clubs.AccessToken"]
    assert "championships: 1\n" in restored(file)
    assert everything() == {**before, "clubs.AccessToken": []}  # one may have been revoked since
    assert Standing.objects.filter(tournament=played, scope=0).count() == 8
    # Who comes next gets a number of his own.
    assert get_user_model().objects.create_user("jan").pk > before["clubs.User"][-1]["id"]
    with transaction.atomic():
        store.append(
            "table-next",
            [store.NewEvent("Opened", 1, {})],
            expected_version=0,
            actor="user:1",
            command_id="c",
            now=NOON,
        )


def test_who_was_erased_since_the_archive_is_erased_again(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    club, file, journal = found(), tmp_path / "all.archive", tmp_path / "erased.txt"
    mien, jan = club.joins("mien"), club.adds("Jan de Vries")
    users = get_user_model().objects
    call_command("backup", str(file), stdout=StringIO(), stderr=StringIO())
    with override_settings(ERASURES=str(journal)):
        people.erase(club.key, club.sent("toos"), member=jan.key)
        erasing.erase(club.users["mien"].pk, timezone.now())
        late = users.create_user("laat", pk=club.users["mien"].pk + 1)
        erasing.erase(late.pk, timezone.now())
        with pytest.raises(ClubRefused):
            erasing.erase(club.users["toos"].pk, timezone.now())
        assert not re.search("Jan|mien|laat|toos", journal.read_text())
        for _ in range(2):
            emptied()
            told = restored(file)
            assert told.count("erased again") == 3  # her record, his, and her account
            assert not users.filter(username="mien").exists()
            assert users.filter(username="toos").exists()
            gone = [club.state.members[key] for key in (mien.key, jan.key)]
            assert [(each.name, each.active) for each in gone] == [(None, False)] * 2
            assert not PersonalText.objects.filter(text__contains="Jan").exists()
        # Whoever came after that restore and has the number of one who was erased is not meant.
        users.create_user("nieuw", pk=late.pk)
        assert list(erasing.again(timezone.now())) == []
        # A machine that went down while it wrote keeps nobody whose line came before or after.
        journal.write_text(f"\n2027-03 us\n{journal.read_text()}")
        emptied()
        assert restored(file).count("erased again") == 3 + 2
        assert not users.filter(username="mien").exists()
        users.create_user("nieuw", pk=late.pk)
        assert users.filter(username="nieuw").exists()


def test_a_link_that_was_withdrawn_since_holds_again_and_is_named_or_ended(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    club, file, now = found(), tmp_path / "all.archive", timezone.now()
    sent = club.sent("toos", now=now)
    token = links.invite(club.key, sent, role="member", uses=9, days=5)
    toos = club.users["toos"].pk
    seat = Invitation.objects.create(
        id="i", table_id="t", seat="E", token_digest="d", created_by=toos, created=now
    )
    call_command("backup", str(file), stdout=StringIO(), stderr=StringIO())
    links.revoke(club.key, sent, invitation=list(club.state.invitations)[-1])
    emptied()
    clubs_stream.forget_everything()
    told = restored(file)
    assert "links into clubs: 1 hold again" in told
    assert "invitations to a seat: 1 hold again" in told
    assert "codes of tables" not in told
    assert links.find(token, now)[0].key == club.key
    emptied()
    clubs_stream.forget_everything()
    told = restored(file, "--end-links")
    assert "links into clubs: 1 withdrawn" in told and "hold again" not in told
    assert refuses(ClubRefused, lambda: links.find(token, now))
    seat.refresh_from_db()
    assert seat.revoked is not None
    assert holding.counts(now) == {}


@pytest.mark.django_db
def test_the_codes_of_a_round_that_is_on_are_ended_and_new_ones_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    office = Office(organizer=get_user_model().objects.create_user("ida"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    hall = begun(office)
    tokens = codes(hall)
    codes(hall)  # of each table the last one alone holds
    assert holding.counts(timezone.now()) == {"codes of tables in the hall": len(tokens)}
    [phone, *_] = TableLink.objects.filter(revoked=None)
    holding.end(timezone.now())
    assert holding.counts(timezone.now()) == {}
    assert refuses(TournamentRefused, lambda: table_links.opened(phone.pk))
    assert table_links.find(codes(hall)[0]).round.number == 1


def test_who_was_made_one_with_a_record_since_the_archive_is_erased_again_with_it(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    club, file, journal = found(), tmp_path / "all.archive", tmp_path / "erased.txt"
    mien, twice = club.joins("mien"), club.adds("Mien de Vries")
    call_command("backup", str(file), stdout=StringIO(), stderr=StringIO())
    with override_settings(ERASURES=str(journal)):
        people.merge(club.key, club.sent("toos"), kept=mien.key, gone=twice.key, reason="twee keer")
        people.erase(club.key, club.sent("mien"), member=mien.key)
        emptied()
        assert restored(file).count("erased again") == 2
    assert not PersonalText.objects.filter(text__contains="Mien de Vries").exists()
    assert club.state.members[twice.key].name is None


def test_nobody_gets_the_number_of_somebody_who_was_erased_before_the_archive(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events name people by number for good: whoever got it would lead what the other had led."""
    monkeypatch.setenv("BACKUP_KEY", KEY.hex())
    file, users = tmp_path / "all.archive", get_user_model().objects
    users.create_user("toos")
    gone = users.create_user("weg").pk
    key = schedule.schedule(settings=SETTINGS, organizer=gone, actor=f"user:{gone}", now=NOON)
    erasing.erase(gone, timezone.now())
    call_command("backup", str(file), stdout=StringIO(), stderr=StringIO())
    emptied()
    restored(file)
    new = users.create_user("nieuw").pk
    assert not leading.powers(Tournament.objects.get(pk=key), new)
    assert new > gone
    assert users.count() == 2


def changed_archives(file: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Whole files, written with the right key, in which something is not as it was."""
    head, *body = lines(file, key=KEY)

    def written(what: str, *all_lines: Any) -> tuple[str, Path]:
        path = folder / what.replace(" ", "-")
        with Writer(path, key=KEY) as changed:
            for line in all_lines:
                changed.write(line)
        return what, path

    newer = {**head, "migrations": [*head["migrations"], ["tournaments", "9999_of_next_year"]]}
    yield written("a newer version", newer, *body)
    more = {**head, "parts": {**head["parts"], "clubs.Dragon": 0}}
    yield written("a part that nobody knows", more, *body)
    yield written("an event left out", head, *body[1:])
    fewer = {**head, "parts": {**head["parts"], "events": head["parts"]["events"] - 1}}
    yield written("an event left out and not counted", fewer, *body[1:])
    [part, event] = body[5]
    other = {**event, "payload": event["payload"].replace("Huis", "Thuis") + " "}
    yield written("an event that was changed", head, *body[:5], [part, other], *body[6:])
    yield "no file", folder / "nowhere"


def test_nothing_that_is_kept_points_at_what_is_made_again() -> None:
    """Put back before the other is there, such a row would be refused at the commit. Name a new
    model in ``DERIVED`` or ``OF_THE_MOMENT`` of deploy/backup.py if it need not be kept."""
    kept = set(backup.kept())
    for model in kept:
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and field.db_constraint:
                assert field.related_model in kept, f"{model._meta.label}.{field.name}"
    assert SealedDeal in kept
    assert get_user_model() in kept
    named = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert named >= backup.DERIVED


@pytest.mark.services
def test_an_archive_goes_from_sqlite_to_postgresql_and_back(
    played: str, tmp_path: Path, database_url: str
) -> None:
    before, there, back = everything(), tmp_path / "there.archive", tmp_path / "back.archive"
    call_command("backup", str(there), verbosity=0, stdout=StringIO(), stderr=StringIO())
    run = manage(database_url)
    assert "championships: 1\n" in run("restore", str(there))
    run("backup", str(back))
    emptied()
    restored(back)
    assert everything() == {**before, "clubs.AccessToken": []}


def manage(database_url: str) -> Callable[..., str]:
    def run(*command: str) -> str:
        outcome = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=clean_environment(
                DATABASE_URL=database_url,
                REDIS_URL="redis://127.0.0.1:1/0",
                SECRET_KEY=secrets.token_hex(32),
                DEAL_KEY=settings.DEAL_KEY.hex(),
                BACKUP_KEY=KEY.hex(),
                DJANGO_SETTINGS_MODULE="deploy.settings.production",
            ),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert outcome.returncode == 0, outcome.stderr[-3000:]
        return outcome.stdout + outcome.stderr

    return run
