"""Results of tables in the hall: by the table's own device, and by whoever scores.

A device has no account. It exchanges the code of its table, by POST, for a token of its own, which
ends with the code and with the round; it is told its own table and writes down that alone. The
token says of which boards it wrote down the result, as of one that others have yet to play no other
device is told it: each write answers with a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.authentication import BEARER
from clubs.api.describe import changes, reads
from clubs.api.errors import ApiRefused
from clubs.api.permissions import Anybody
from clubs.api.sending import idempotency_key, sent
from clubs.api.shapes import Reason, Shape
from clubs.api.throttling import ByPerson
from gameplay.ids import new_id
from tournaments import device, stream
from tournaments.api.base import ApiView
from tournaments.api.permissions import IsScorer
from tournaments.api.writes import command
from tournaments.domain import hall as halls
from tournaments.domain.championship import Board, Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Tournament
from tournaments.services import directing, hall, table_links
from tournaments.services.table_links import At

__all__ = ["CodeView", "ConfirmView", "CorrectView", "EnterView", "ResultsView", "ScoreView"]

KEPT_FOR = 12 * 3600
"""Seconds: an evening, as for the cookie of a phone."""
BETWEEN = ":"
_signer = signing.TimestampSigner(salt="tournaments.api.device", sep=".")


# -- who a device is -------------------------------------------------------------------------------


class Phone(NamedTuple):
    """A device, by an id that it is given with its first token, and the boards of which it wrote
    down the result."""

    at: At
    id: str
    boards: frozenset[int] = frozenset()

    @classmethod
    def of(cls, token: str) -> Phone:
        link, id_, *boards = _signer.unsign(token, max_age=KEPT_FOR).split(BETWEEN)
        return cls(table_links.opened(link), id_, frozenset(map(int, boards)))

    @property
    def token(self) -> str:
        boards = map(str, sorted(self.boards))
        return _signer.sign(BETWEEN.join([self.at.link.id, self.id, *boards]))

    def told(self) -> Mapping[str, Any]:
        wrote = {f"{self.at.table.table}:{board}" for board in self.boards}
        return told(self.at.state, device.told(self.at, wrote))


def link_of(token: str) -> str:
    """The id of the code that was exchanged for this, whether it still holds or not.

    :raises signing.BadSignature: it is no device's, or too old.
    """
    return _signer.unsign(token, max_age=KEPT_FOR).partition(BETWEEN)[0]


class Device(BaseAuthentication):
    """``Authorization: Bearer …`` with what a code was exchanged for."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Phone] | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != BEARER:
            return None
        try:
            return AnonymousUser(), Phone.of(token)
        except signing.BadSignature as bad:
            raise ApiRefused("device_unknown", 401) from bad
        except TournamentRefused as refusal:
            raise _ended(refusal) from refusal

    def authenticate_header(self, request: Request) -> str:
        return BEARER


class DeviceScheme(OpenApiAuthenticationExtension):
    """Registers itself."""

    target_class = "tournaments.api.hall.Device"
    name = "device"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


def _ended(refusal: TournamentRefused) -> ApiRefused:
    status = 401 if refusal.code == "device_unknown" else 409
    return ApiRefused(refusal.code, status, **refusal.detail)


class ByTable(ByPerson):
    """A hall has one address: each table is counted by itself."""

    def get_cache_key(self, request: Request, view: Any) -> str:
        if not isinstance(request.auth, Phone):
            return super().get_cache_key(request, view)
        ident = f"table:{request.auth.at.link.id}"
        return self.cache_format % {"scope": self.scope, "ident": ident}


class IsDevice(Anybody):
    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method == "OPTIONS" or isinstance(request.auth, Phone)


# -- shapes ----------------------------------------------------------------------------------------

FACTS = _("The result, as tables in the hall write it down.")


class HallPerson(Shape):
    entry = serializers.CharField()
    name = serializers.CharField()


def _scores(**how: Any) -> serializers.DictField:
    told = _("By compass seat of this board.")
    return serializers.DictField(child=serializers.IntegerField(), help_text=told, **how)


def _in_words(**how: Any) -> serializers.CharField:
    return serializers.CharField(help_text=_("In a few words, for people."), **how)


class Scored(Shape):
    scores = _scores()
    told = _in_words()


class HallResult(Shape):
    hidden = serializers.BooleanField(
        default=False,
        help_text=_("Another device wrote it down, and others have yet to play: no more is told."),
    )
    scores = _scores(required=False)
    told = _in_words(required=False)
    facts = serializers.DictField(required=False, help_text=FACTS)
    entry = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text=_("Who wrote it down; empty: whoever scores."),
    )
    stands = serializers.BooleanField(help_text=_("A second one has confirmed it."))


class HallBoard(Shape):
    board = serializers.IntegerField()
    dealer = serializers.CharField()
    holders = serializers.DictField(
        child=serializers.CharField(), help_text=_("The entry in each compass seat.")
    )
    form = serializers.IntegerField(help_text=_("Which of the forms asks what was played."))
    result = HallResult(allow_null=True)


class HallTable(Shape):
    title = serializers.CharField()
    table = serializers.CharField(help_text=_("The key of the table, in this round."))
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    rounds = serializers.IntegerField()
    begun = serializers.BooleanField()
    closing = serializers.BooleanField()
    seats = serializers.CharField(
        help_text=_("A mark of who sits here; send it along, and nothing goes to others.")
    )
    people = HallPerson(many=True)
    notes = serializers.ListField(
        child=serializers.CharField(), help_text=_("What the director tells this table.")
    )
    boards = HallBoard(many=True)
    totals = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=_("With own cards, what each of these people has made at the table so far."),
    )
    forms = serializers.ListField(child=serializers.DictField())


class NewDevice(Shape):
    device = serializers.CharField(help_text=_("Send it as Bearer. It ends with the round."))
    table = HallTable()


class WrittenTable(HallTable):
    device = serializers.CharField(
        help_text=_("Send this one from now on: it is told, confirms and corrects what it wrote.")
    )


class Code(Shape):
    token = serializers.CharField(
        max_length=100, help_text=_("The last part of the address behind the table's code.")
    )


class Facts(Shape):
    board = serializers.IntegerField(min_value=1, max_value=10_000)
    facts = serializers.DictField(help_text=FACTS)


class Written(Facts):
    entry = serializers.CharField(max_length=40, help_text=_("Who of the table writes it down."))
    seats = serializers.CharField(max_length=40, allow_blank=True, default="")


class _InsteadOf(Shape):
    instead_of = serializers.DictField(
        required=False, help_text=_("The facts that were seen; others are not overwritten.")
    )


class Corrected(Written, _InsteadOf):
    pass


class Slip(Facts, Reason, _InsteadOf):
    pass


def told(state: Championship, table: Mapping[str, Any]) -> Mapping[str, Any]:
    """What ``device`` tells of a table, in this shape."""
    shown = {**table, "table": table["tableId"], "number": table["table"]}
    answer: Mapping[str, Any] = HallTable(shown).data
    return answer


# -- the device ------------------------------------------------------------------------------------


class CodeView(ApiView):
    permission_classes = (Anybody,)
    throttle_scope = "read"

    @changes(
        "use_table_code",
        _("Become the device of the table whose code this is"),
        NewDevice,
        tag="hall",
        sent=Code,
        status=201,
    )
    def post(self, request: Request) -> Response:
        token = sent(request, Code)["token"]
        try:
            at = table_links.find(token)
        except TournamentRefused as refusal:
            raise _ended(refusal) from refusal
        table_links.must_not_play_elsewhere(at, request.user.pk)
        phone = Phone(at, new_id())
        return Response({"device": phone.token, "table": phone.told()}, status=201)


class DeviceView(ApiView):
    authentication_classes = (Device,)
    permission_classes = (IsDevice,)
    throttle_classes = (ByTable,)

    @property
    def phone(self) -> Phone:
        return cast(Phone, self.request.auth)


class TableView(DeviceView):
    @reads(
        "read_own_table",
        _("The device's table: who sits there, its boards, and what may be asked of each"),
        HallTable,
        tag="hall",
        refused=(400, 401, 409, 429),
    )
    def get(self, request: Request) -> Response:
        return Response(self.phone.told())


class ScoreView(DeviceView):
    @changes(
        "score_result",
        _("What a result would score; nothing is written down"),
        Scored,
        tag="hall",
        sent=Facts,
    )
    def post(self, request: Request) -> Response:
        given, at = sent(request, Facts), self.phone.at
        here = halls.place(at.state, at.table.table, given["board"])
        hall.facts_of(at.state, here, given["facts"])
        return Response(Scored(device.scored(at.state, given["facts"])).data)


class WriteView(DeviceView):
    content: ClassVar[type[Shape]] = Written

    def write(self, do: Callable[..., None]) -> Response:
        given, (at, phone, wrote) = sent(self.request, self.content), self.phone
        key = idempotency_key(self.request)
        device_of = f"device:{at.table.table}"
        by = {"actor": device_of, "now": timezone.now()}
        if key:
            # The device's own: with a key that he guesses nobody finds out what another one wrote.
            by["command_id"] = f"{device_of}:{phone}:{key}"
        board = given["board"]
        written = hall.Written(table=at.table.table, **given)
        do(at.state.key, written, seen=board in wrote, **by)
        after = Phone(table_links.opened(at.link.id), phone, wrote | {board})
        return Response({**after.told(), "device": after.token})


def _writes(
    name: str, summary: Promise, do: Callable[..., None], shape: type[Shape]
) -> type[WriteView]:
    class Write(WriteView):
        @changes(name, summary, WrittenTable, tag="hall", sent=shape)
        def post(self, request: Request) -> Response:
            return self.write(do)

    Write.content = shape
    return Write


EnterView = _writes("enter_result", _("Write a result down"), hall.enter, Written)
ConfirmView = _writes(
    "confirm_result", _("Confirm a result that somebody else wrote down"), hall.confirm, Written
)
CorrectView = _writes(
    "correct_result", _("Correct a result; it is to be confirmed again"), hall.correct, Corrected
)


# -- whoever scores --------------------------------------------------------------------------------


class ResultsView(ApiView):
    """Scorers who play are told nothing of a board that others have yet to play, and write none."""

    permission_classes = (IsScorer,)

    @reads(
        "read_table_results",
        _("What a table in the hall wrote down, for whoever scores"),
        HallTable,
        tag="hall",
        refused=(400, 401, 403, 404, 429),
    )
    def get(self, request: Request, key: str, table: str) -> Response:
        return Response(self._told(self.tournament(), table))

    @changes(
        "put_result",
        _("Enter, confirm or correct a result as scorer; after its round with a reason"),
        HallTable,
        tag="hall",
        sent=Slip,
    )
    def post(self, request: Request, key: str, table: str) -> Response:
        row = self.tournament()
        given = dict(sent(request, Slip))
        reason = given.pop("reason")
        state = stream.state(row.key).championship
        here = halls.place(state, table, given["board"])
        if self._hidden(row, state)(here.board):
            raise TournamentRefused("plays_too", "others have yet to play it", board=given["board"])
        by = command(request)
        hall.put(row.key, hall.Written(table=table, entry="", **given), reason=reason, **by)
        return Response(self._told(row, table))

    def _told(self, row: Tournament, table: str) -> Mapping[str, Any]:
        state = stream.state(row.key).championship
        known, seated = halls.table_in(state, table)
        shown = device.table_told(state, known, seated, self._hidden(row, state))
        if directing.knows_cards(row, self.request.user.pk):
            shown["notes"] = []  # words to one table may tell of cards
        return told(state, shown)

    def _hidden(self, row: Tournament, state: Championship) -> Callable[[Board], bool]:
        plays = directing.knows_cards(row, self.request.user.pk)
        return lambda board: plays and halls.secret(state, board)
