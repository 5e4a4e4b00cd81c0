"""`python -m engine replay`: the engine's only door to files and output."""

# ruff: noqa: T201 - printing is what this module is for

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence

from engine.errors import RecordError
from engine.record import fold

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="judge a game record and print its answer")
    replay.add_argument("file", help="one record as JSON; with --jsonl one record a line")
    replay.add_argument("--jsonl", action="store_true", help="one answer a line, faults included")
    replay.add_argument("--legal", action="store_true", help="also answer after every prefix")
    chosen = parser.parse_args(arguments)
    try:
        with open(chosen.file, "rb") as file:
            if chosen.jsonl:
                return _replay_lines(file, legal=chosen.legal)
            return _replay_one(chosen.file, file.read(), legal=chosen.legal)
    except OSError as error:
        return _complain(f"{chosen.file}: {error.strerror or error}")


def _replay_one(name: str, content: bytes, *, legal: bool) -> int:
    try:
        answer = _answer(content, legal=legal)
    except RecordError as error:
        where = f"action {error.index}" if error.index is not None else "record"
        return _complain(f"{name}: {where}: {error.code}: {error.message}")
    print(json.dumps(answer))
    return 0


def _replay_lines(lines: Iterable[bytes], *, legal: bool) -> int:
    status = 0
    for answer in _answers(lines, legal=legal):
        if "error" in answer:
            status = USAGE_ERROR
        print(json.dumps(answer))
    return status


def _answers(lines: Iterable[bytes], *, legal: bool) -> Iterator[dict[str, object]]:
    for line in lines:
        if not line.strip():
            continue
        try:
            yield _answer(line, legal=legal)
        except RecordError as error:
            yield {"error": {"index": error.index, "code": error.code, "message": error.message}}


def _answer(content: bytes, *, legal: bool) -> dict[str, object]:
    replayed = fold(_parse(content))
    return {**replayed.answer, "prefixes": replayed.prefixes} if legal else replayed.answer


def _parse(content: bytes) -> object:
    try:
        return json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        # Both UnicodeDecodeError and JSONDecodeError are ValueErrors, and so is a number too long.
        raise RecordError(f"not JSON: {error}", code="bad_json") from error


def _complain(message: str) -> int:
    print(" ".join(message.split()), file=sys.stderr)
    return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
