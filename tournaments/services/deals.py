"""Deals of a championship: promised before play, dealt by a task, proved when a session is over.

Keys come from the operating system, are stored encrypted and opened here alone. What leaves this
module before the reveal are ids, digests and the published files: no card, no key, no number.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.views.decorators.debug import sensitive_variables

from gameplay import dealing, sealing
from gameplay.eventstore import store
from tournaments import codec, stream
from tournaments.domain import dealing as rikdeal
from tournaments.domain import promises
from tournaments.domain.canonical import read_canonical
from tournaments.domain.championship import Championship
from tournaments.domain.dealing import NO_BEACON
from tournaments.domain.errors import DealsRefused, NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    DealsCommitted,
    DealsRecommitted,
    DealtBoard,
    Reason,
    RoundDealt,
    TournamentEvent,
)
from tournaments.domain.manifest import Manifest, read_manifest
from tournaments.domain.verify import Trust, verify
from tournaments.models import Board, Round, Session, SessionKey, Tournament

logger = logging.getLogger(__name__)

DEALER = "system:deals"
# Deals may be committed anew while a round is dealt from the old ones; hardly twice.
ATTEMPTS = 3


# -- promising -----------------------------------------------------------------------------------


@sensitive_variables()
def commit(key: str, *, actor: str, now: datetime, test_seed: str = "") -> None:
    """Draw a key for each session and publish what they promise. Done once; again, nothing.

    ``test_seed`` makes the keys, so that the same seed gives the same deals: of a tournament that
    is marked "test deals" only, and of each of those.

    :raises TournamentRefused: ``test_deals_mismatch``.
    """
    state = stream.state(key).championship
    if state.commitments:
        return
    if state.setup.test_deals != bool(test_seed):
        raise TournamentRefused("test_deals_mismatch", "a seed and test deals go together")
    names = [each.name for each in state.sessions]
    keys = {name: _test_key(test_seed, name) if test_seed else _new_key() for name in names}
    _promise(state, keys, actor=actor, now=now)


@sensitive_variables()
def recommit(key: str, *, reason: str, actor: str, now: datetime) -> bool:
    """Promise anew, with other keys, what is planned now; whether there was anything to do.

    Called after every change of the schedule. Once a board is dealt the first promise holds: a
    manifest tells when a session was planned to start.
    """
    for _ in range(ATTEMPTS):
        state = stream.state(key).championship
        if not state.commitments or state.over or promises.has_dealt(state):
            return False
        if promises.promised(state).content.decode() == state.manifest:
            return False
        names = [each.name for each in state.sessions]
        if state.setup.test_deals:
            keys = {name: _next_test_key(_promised_key(state, name)) for name in names}
        else:
            keys = {name: _new_key() for name in names}
        if _promise(state, keys, actor=actor, now=now, reason=reason):
            return True
    raise TournamentRefused("stale_version", "the championship is being changed by others")


@sensitive_variables()
def _promise(
    state: Championship,
    keys: Mapping[str, bytes],
    *,
    actor: str,
    now: datetime,
    reason: str = "",
) -> bool:
    """Append the promise and store its keys; False if somebody promised or dealt meanwhile."""
    manifest = promises.promised(state)
    texts = manifest.content.decode(), rikdeal.publication(manifest, keys=keys).decode()
    number = state.commitments + 1
    event = DealsCommitted(*texts) if number == 1 else DealsRecommitted(*texts)

    def want(current: Championship) -> list[TournamentEvent]:
        same_plan = promises.promised(current).sha256 == manifest.sha256
        if current.commitments != state.commitments or not same_plan:
            return []
        return [] if promises.has_dealt(current) else [event]

    with transaction.atomic():
        live = stream.change(state.key, want, actor=actor, now=now, reason=reason)
        if live.championship.publication != texts[1]:
            return False
        SessionKey.objects.bulk_create(
            SessionKey(
                key=(row := _key_row(state.key, session, number)),
                session_id=f"{state.key}:{session}",
                sealed=sealing.seal_bytes(content, of=row, key=settings.DEAL_KEY),
                created=now,
            )
            for session, content in keys.items()
        )
    return True


@sensitive_variables()
def _new_key() -> bytes:
    return secrets.token_bytes(rikdeal.KEY_BYTES)


@sensitive_variables()
def _test_key(seed: str, session: str) -> bytes:
    return sha256(f"rikken/test deals\0{seed}\0{session}".encode()).digest()


@sensitive_variables()
def _next_test_key(before: bytes) -> bytes:
    return sha256(b"rikken/test deals again\0" + before).digest()


def _key_row(key: str, session: str, commitment: int) -> str:
    return f"{key}:{session}:{commitment}"


@sensitive_variables()
def _promised_key(state: Championship, session: str) -> bytes:
    """The session's key, and surely the one whose commitment was published.

    :raises DealsRefused: ``wrong_commitment``: it is another.
    """
    row = _key_row(state.key, session, state.commitments)
    sealed = SessionKey.objects.values_list("sealed", flat=True).get(pk=row)
    key = sealing.unseal_bytes(sealed, of=row, key=settings.DEAL_KEY)
    given = rikdeal.commitment(_manifest(state), session, key=key).hex()
    if given != _commitments(state).get(session):
        raise DealsRefused("not the key that was promised", code="wrong_commitment")
    return key


def _manifest(state: Championship) -> Manifest:
    return read_manifest(state.manifest.encode())


def _commitments(state: Championship) -> dict[str, str]:
    published = read_canonical(state.publication.encode())
    assert isinstance(published, dict)
    return {each["session"]: each["commitment"] for each in published["commitments"]}


# -- dealing -------------------------------------------------------------------------------------


@sensitive_variables()
def deal_round(round_key: str, *, now: datetime) -> bool:
    """Deal every board of a round, once for all its tables; whether this call did it.

    Nothing is dealt twice, whoever calls and however often: the event has one command id for the
    round, and everything else is in its transaction.

    :raises TournamentRefused: ``no_such_round``, ``cancelled``, ``not_committed``.
    :raises gameplay.dealing.DealtBefore: a deal came up that was dealt before; nothing was dealt.
    """
    key, number = _round(round_key)
    for _ in range(ATTEMPTS):
        state = stream.state(key).championship
        if promises.check_dealing(state, number).boards:
            return False
        dealt = _deal(state, number)
        done = _keep(state, number, dealt, now)
        if done is not None:
            return done
    raise TournamentRefused("stale_version", "the championship is being changed by others")


def _round(round_key: str) -> tuple[str, int]:
    key, _, number = round_key.rpartition(":")
    if not number.isdecimal():
        raise NoSuchTournament("no_such_round", "there is no such round")
    return key, int(number)


@sensitive_variables()
def _deal(state: Championship, number: int) -> list[rikdeal.DealtBoard]:
    known = promises.check_dealing(state, number)
    manifest, session_key = _manifest(state), _promised_key(state, known.session)
    dealt = [
        rikdeal.deal_board(manifest, known.session, board, key=session_key, beacon=NO_BEACON)
        for board in range(known.first_board, known.last_board + 1)
    ]
    rikdeal.refuse_equal_deals(dealt)
    return dealt


@sensitive_variables()
def _keep(
    state: Championship, number: int, dealt: Sequence[rikdeal.DealtBoard], now: datetime
) -> bool | None:
    """None: the deals were promised anew meanwhile, and these are not the promised ones."""
    rows = [dealing.sealed(each.deal, now=now, draws=each.draws) for each in dealt]
    event = RoundDealt(
        number,
        tuple(
            DealtBoard(each.version.board, promises.dealer(each.version.board), row.id, row.digest)
            for each, row in zip(dealt, rows, strict=True)
        ),
    )

    def want(current: Championship) -> list[TournamentEvent]:
        known = promises.check_dealing(current, number)
        return [] if known.boards or current.publication != state.publication else [event]

    with transaction.atomic():
        # The event first: whoever deals the same round meanwhile waits here, and has lost.
        live = stream.change(
            state.key,
            want,
            actor=DEALER,
            command_id=f"deal:{state.key}:{number}",
            content={"deal": number},
            now=now,
        )
        current = live.championship
        boards = promises.check_dealing(current, number).boards
        if [each.deal for each in boards] == [row.id for row in rows]:
            # A chosen seed gives the same deals to every tournament that has it.
            among = state.key if state.setup.test_deals else ""
            dealing.keep(rows, [each.deal for each in dealt], among=among)
            return True
    return False if boards else None


# -- proving -------------------------------------------------------------------------------------


def reveal_due(now: datetime) -> int:
    """Reveal every session of which nobody has anything to play any more; how many there were."""
    rounds = Round.objects.filter(session=OuterRef("pk"))
    boards = Board.objects.filter(session=OuterRef("pk"))
    due = Session.objects.filter(
        ~Q(tournament__manifest=""),
        Exists(boards),
        ~Exists(boards.filter(released=None, round__started__isnull=False)),
        ~Exists(rounds.filter(state__in=(Round.RUNNING, Round.PAUSED, Round.CLOSING))),
        Q(tournament__status=Tournament.CANCELLED) | ~Exists(rounds.exclude(state=Round.CLOSED)),
        revealed=None,
    )
    done = 0
    for key, session in due.order_by("key").values_list("tournament_id", "name"):
        try:
            done += reveal(key, session, now=now)
        except Exception:
            # One championship that fails must not keep the others' deals secret.
            logger.exception("session %s of %s could not be revealed", session, key)
    return done


def reveal(key: str, session: str, *, now: datetime) -> bool:
    """Publish a session's key and deals; whether this call did it. Before their time, nothing."""
    before = stream.state(key).championship
    if not promises.may_reveal(before, session):
        return False
    stream.change(
        key,
        lambda state: promises.reveal(state, session),
        actor=stream.TICK,
        command_id=f"reveal:{session}",
        content={"reveal": session},
        now=now,
    )
    return True


def commitments(key: str) -> dict[str, str]:
    """What was published for each session, in hex."""
    return _commitments(stream.state(key).championship)


def manifest_bytes(key: str) -> bytes | None:
    """The file, exactly as it was published; None before there was one."""
    return stream.state(key).championship.manifest.encode() or None


def publication_bytes(key: str) -> bytes | None:
    return stream.state(key).championship.publication.encode() or None


@sensitive_variables()
def reveal_bytes(key: str, session: str) -> bytes | None:
    """The reveal file; None while the session is secret."""
    state = stream.state(key).championship
    if not any(each.name == session and each.revealed for each in state.sessions):
        return None
    return _reveal_file(key, session, state.publication)


# Made from the key every time: what is stored in one place only cannot come apart.
@lru_cache(maxsize=64)
def _reveal_file(key: str, session: str, publication: str) -> bytes:
    state = stream.state(key).championship
    session_key = _promised_key(state, session)
    return rikdeal.reveal(_manifest(state), session, key=session_key, beacon=NO_BEACON)


def checked(key: str, session: str) -> Trust | str:
    """What the verifier says of a revealed session: ``organizer``, or the code of a failure."""
    state = stream.state(key).championship
    try:
        revealed = reveal_bytes(key, session)
    except DealsRefused as refusal:
        return refusal.code
    return _verdict(state.manifest, state.publication, revealed or b"")


@lru_cache(maxsize=64)
def _verdict(manifest: str, publication: str, revealed: bytes) -> Trust | str:
    try:
        return verify(manifest.encode(), publication.encode(), revealed)
    except DealsRefused as refusal:
        return refusal.code


@dataclass(frozen=True, slots=True)
class Promise:
    """One publication of a tournament: the last one holds."""

    at: datetime
    publication_sha256: str
    manifest_sha256: str
    reason: Reason | None


def promised(key: str) -> list[Promise]:
    """Every publication there was, in order."""
    found = []
    for row in store.load(stream.name(key)):
        if row.type not in (DealsCommitted.__name__, DealsRecommitted.__name__):
            continue
        event = codec.from_stored(row)
        assert isinstance(event, DealsCommitted | DealsRecommitted)
        published = read_canonical(event.publication.encode())
        assert isinstance(published, dict)
        found.append(
            Promise(
                row.time,
                published["publication_sha256"],
                published["manifest_sha256"],
                event.reason if isinstance(event, DealsRecommitted) else None,
            )
        )
    return found
