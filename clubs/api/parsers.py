"""JSON as strictly as sockets read it: of one size, one object, every field once. And files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from clubs import sheets
from clubs.api.errors import ApiRefused

MOST_BYTES = 64 * 1024


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        content = stream.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise ApiRefused("too_large", 413, most=MOST_BYTES)
        try:
            found = json.loads(
                content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_number
            )
            _writable(found)
        except (ValueError, RecursionError) as error:
            raise ParseError from error
        if not isinstance(found, dict):
            raise ApiRefused("not_an_object", 400)
        return found


class SpreadsheetParser(BaseParser):
    """The bytes of a file, as the whole content of a request."""

    media_type = "*/*"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        known = (sheets.CSV, sheets.XLSX)
        if (media_type or "").partition(";")[0].strip().lower() not in known:
            raise ApiRefused("not_a_spreadsheet", 415, known=known)
        content = stream.read(sheets.MOST_BYTES + 1)
        if len(content) > sheets.MOST_BYTES:
            raise ApiRefused("too_large", 413, most=sheets.MOST_BYTES)
        return content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field comes twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _writable(found: object) -> None:
    """Half characters and zero bytes pass as JSON, and no database takes them."""
    if isinstance(found, str):
        if "\0" in found:
            raise ValueError("a zero byte")
        found.encode("utf-8")
    elif isinstance(found, dict):
        for name, value in found.items():
            _writable(name)
            _writable(value)
    elif isinstance(found, list):
        for value in found:
            _writable(value)
