"""Lists of members as files: one that comes in, in two steps, and one to take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as fields
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs import selectors, sheets
from clubs.api import bodies, serializers
from clubs.api.describe import changes, reads, takes_along
from clubs.api.parsers import SpreadsheetParser
from clubs.api.sending import sent
from clubs.api.shapes import Nothing
from clubs.api.views import FOR_MEMBERS, ClubView
from clubs.domain import roles
from clubs.domain.errors import ClubRefused
from clubs.models import ImportDraft
from clubs.pages.common import Seen
from clubs.pages.files import LINES_SHOWN, examples, file_of_members
from clubs.services import importing

SPREADSHEET = {sheets.CSV: OpenApiTypes.BINARY, sheets.XLSX: OpenApiTypes.BINARY}


def import_told(came: importing.Came) -> dict[str, Any]:
    return {"file": came.source, "at": came.at, "count": came.count}


def preview(
    seen: Seen,
    draft: ImportDraft,
    heading: bool | None = None,
    columns: Sequence[str] | None = None,
    everybody: bool = False,
) -> Mapping[str, Any]:
    named, meanings = importing.read_as(draft.lines, heading, columns)
    would, problem = importing.Outcome(), None
    try:
        would = importing.outcome(
            seen.club,
            selectors.full_names(seen.people),
            draft.lines,
            heading=named,
            meanings=meanings,
            everybody=everybody,
        )
    except ClubRefused as refusal:
        problem = refusal.code
    told = {
        "file": draft.key,
        "url": reverse("api:club_import", args=[seen.club.key, draft.key]),
        "heading": named,
        "columns": [
            {
                "title": draft.lines[0][at] if named else "",
                "means": meaning,
                "examples": examples(draft.lines, at, heading=named),
            }
            for at, meaning in enumerate(meanings)
        ],
        "everybody": everybody,
        "problem": problem,
        "new": len(would.new),
        "first": [asdict(each) for each in would.new[:LINES_SHOWN]],
        "doubles": [asdict(each) for each in would.doubles],
        "nameless": would.nameless,
    }
    shown: Mapping[str, Any] = serializers.Preview(told).data
    return shown


class ImportsView(ClubView):
    to_read = to_change = roles.PEOPLE
    paged = True
    parser_classes = (SpreadsheetParser,)
    throttle_scope = "create"
    refused_as = 400

    @reads(
        "list_imports",
        _("Imports that can be taken back, the last one first"),
        serializers.ImportLine,
        tag="members",
        many=True,
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> Response:
        came = importing.undoable(self.seen().club)
        return self.page([import_told(each) for each in came], serializers.ImportLine)

    @changes(
        "send_file_of_members",
        _("Send a list of members, and see what would come of it; nothing is done yet"),
        serializers.Preview,
        tag="members",
        sent=SPREADSHEET,
        status=201,
    )
    def post(self, request: Request, key: str) -> Response:
        seen = self.seen()
        content = request.data if isinstance(request.data, bytes) else b""
        told = preview(seen, importing.keep(key, self.by(), content))
        return Response(told, status=201, headers={"Location": told["url"]})


class _AskedHow(fields.Serializer[Any]):
    heading = fields.BooleanField(required=False)
    columns = fields.CharField(max_length=400, required=False, allow_blank=True)
    everybody = fields.BooleanField(default=False)

    def validate_columns(self, told: str) -> list[str]:
        found = [each.strip() for each in told.split(",")]
        for each in found:
            if each and each not in importing.MEANINGS:
                raise fields.ValidationError(_("A column cannot hold that."), code="invalid_choice")
        return found


class OneImportView(ClubView):
    to_read = roles.PEOPLE
    asked_beside = ("heading", "columns", "everybody")
    refused_as = 400

    @reads(
        "preview_import",
        _("What would come of a file that is read so; nothing is done yet"),
        serializers.Preview,
        tag="members",
        parameters=[
            OpenApiParameter(
                "heading",
                OpenApiTypes.BOOL,
                description=_("Whether the first row names the columns."),
            ),
            OpenApiParameter(
                "columns",
                OpenApiTypes.STR,
                description=_("What each column holds, with commas; empty for one left out."),
            ),
            OpenApiParameter(
                "everybody",
                OpenApiTypes.BOOL,
                description=_("Also rows that look like somebody who is there already."),
            ),
        ],
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str, file: str) -> Response:
        seen = self.seen()
        asked = _AskedHow(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        draft = importing.find(key, self.by(), file)
        return Response(preview(seen, draft, **asked.validated_data))


class CarryOutView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "carry_out_import",
        _("Make a record of each new row of a file that is read so"),
        serializers.ImportLine,
        tag="members",
        sent=bodies.Reading,
    )
    def post(self, request: Request, key: str, file: str) -> Response:
        seen = self.seen()
        told = sent(request, bodies.Reading)
        came = importing.carry_out(
            key,
            self.by(),
            selectors.full_names(seen.people),
            file,
            heading=told.get("heading"),
            meanings=told.get("columns"),
            everybody=told["everybody"],
        )
        return Response(serializers.ImportLine(import_told(came)).data)


class UndoView(ClubView):
    to_change = roles.PEOPLE

    @changes(
        "undo_import",
        _("Take an import back; records that an account has claimed stay"),
        serializers.ImportLine,
        tag="members",
    )
    def post(self, request: Request, key: str, file: str) -> Response:
        self.seen()
        sent(request, Nothing)
        importing.undo(key, self.by(), source=file)
        came = importing.came(self.seen().club, file)
        return Response(serializers.ImportLine(import_told(came)).data)


# -- to take along ---------------------------------------------------------------------------------


class Csv(BaseRenderer):
    """Says what there is; ``file_of_members`` writes it."""

    media_type = sheets.CSV
    format = "csv"


class Xlsx(BaseRenderer):
    media_type = sheets.XLSX
    format = "xlsx"


class ExportView(ClubView):
    to_read = roles.RECORDS
    kind: ClassVar[str]

    def get(self, request: Request, key: str) -> HttpResponse:
        return file_of_members(self.seen(), self.kind)


class CsvView(ExportView):
    renderer_classes = (Csv, JSONRenderer)
    kind = Csv.format

    @takes_along(
        "members_as_csv",
        _("The records of today's members as CSV; no cell is a formula"),
        sheets.CSV,
        tag="members",
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        return super().get(request, key)


class XlsxView(ExportView):
    renderer_classes = (Xlsx, JSONRenderer)
    kind = Xlsx.format

    @takes_along(
        "members_as_xlsx",
        _("The records of today's members as XLSX; no cell is a formula"),
        sheets.XLSX,
        tag="members",
        refused=FOR_MEMBERS,
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        return super().get(request, key)
