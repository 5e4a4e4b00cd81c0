"""`python -m engine`: the engine's only door to files and output.

replay FILE.json [--jsonl] [--legal]   judge a record and print its answer
transcript FILE [--seen]               a record or transcript as text that people read
record FILE.txt                        a transcript as a record
pbn FILE.pbn                           the boards of a PBN file
"""

# ruff: noqa: T201 - printing is what this module is for

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.errors import RecordError, RikkenError, quoted
from engine.notation import Transcript, read_transcript, write_transcript
from engine.onlookers import write_seen
from engine.pbn import BadPbn, read_pbn
from engine.record import fold, record_of, transcript_of

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        with open(chosen.file, "rb") as file:
            if chosen.command == "replay" and chosen.jsonl:
                return _replay_lines(file, legal=chosen.legal)
            content = file.read()
    except OSError as error:
        return _complain(f"{chosen.file}: {error.strerror or error}")
    try:
        if chosen.command == "pbn":
            return _boards(content)
        if chosen.command == "replay":
            print(json.dumps(_answer(content, legal=chosen.legal)))
        elif chosen.command == "record":
            print(json.dumps(record_of(_transcript(content))))
        else:
            transcript = _transcript(content)
            record_of(transcript)  # says at which action a fault is
            _write((write_seen if chosen.seen else write_transcript)(transcript))
    except RikkenError as error:
        return _complain(f"{chosen.file}: {_place(error)}: {error.code}: {_explained(error)}")
    return 0


def _write(text: str) -> None:
    """A remark may have letters that the terminal's own encoding lacks: then it is UTF-8."""
    try:
        print(text, end="")
    except UnicodeEncodeError:
        sys.stdout.buffer.write(text.encode())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine")
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="judge a game record and print its answer")
    replay.add_argument("file", help="one record as JSON; with --jsonl one record a line")
    replay.add_argument("--jsonl", action="store_true", help="one answer a line, faults included")
    replay.add_argument("--legal", action="store_true", help="also answer after every prefix")
    transcript = commands.add_parser("transcript", help="write a game as text that people read")
    transcript.add_argument("file", help="a record as JSON, or a transcript")
    transcript.add_argument("--seen", action="store_true", help="what each seat sees at each step")
    record = commands.add_parser("record", help="write a transcript as a record")
    record.add_argument("file", help="a transcript")
    pbn = commands.add_parser(
        "pbn", help="the boards of a PBN file as JSON, or what is wrong with it"
    )
    pbn.add_argument("file", help="a PBN file, in whatever form programs write it")
    return parser


def _boards(content: bytes) -> int:
    """A fault is an answer here too: whoever takes over a file's deals has to tell it apart."""
    try:
        boards = read_pbn(content)
    except BadPbn as error:
        print(json.dumps({"error": error.code, "board": error.board}))
        return USAGE_ERROR
    print(json.dumps({"boards": [board.as_dict() for board in boards]}))
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
            yield {
                "error": {"index": error.index, "code": error.code, "message": _explained(error)}
            }


def _answer(content: bytes, *, legal: bool) -> dict[str, object]:
    replayed = fold(_json(_text(content)))
    return {**replayed.answer, "prefixes": replayed.prefixes} if legal else replayed.answer


def _transcript(content: bytes) -> Transcript:
    text = _text(content)
    return transcript_of(_json(text)) if text.lstrip()[:1] in "{[" else read_transcript(text)


def _text(content: bytes) -> str:
    """UTF-8, with or without a byte order mark."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content:
        raise RecordError("this is UTF-16, or no text: write it as UTF-8", code="bad_encoding")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(
            f"byte {error.start} is not UTF-8: write the text as UTF-8", code="bad_encoding"
        ) from error


def _json(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        more = "; several records, one a line, go with --jsonl" if error.msg == "Extra data" else ""
        raise RecordError(f"not JSON: {error}{more}", code="bad_json") from error
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise RecordError(f"not JSON: {error}", code="bad_json") from error


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Of a key that stands twice one would win without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RecordError(f"the key {quoted(twice)} stands twice", code="duplicate_key")
    return found


def _no_number(word: str) -> object:
    raise RecordError(f"{word} is no number of a record", code="bad_json")


def _place(error: RikkenError) -> str:
    index = error.index if isinstance(error, RecordError) else None
    return "record" if index is None else f"action {index}"


def _explained(error: RikkenError) -> str:
    """The action as it is written, what is wrong with it, and the facts for who reads code."""
    notation = error.notation if isinstance(error, RecordError) else None
    told = error.message if notation is None else f"{notation}: {error.message}"
    facts = ", ".join(f"{name} {_fact(value)}" for name, value in error.detail.items())
    return f"{told} [{facts}]" if facts else told


def _fact(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return " ".join(value)
    return json.dumps(value) if not isinstance(value, Mapping) else json.dumps(dict(value))


def _complain(message: str) -> int:
    print(" ".join(message.split()), file=sys.stderr)
    return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
