"""One spelling of a value, rikdeal-1 §2."""

from __future__ import annotations

from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplay.eventstore import canonical as of_the_event_store
from tournaments.domain.canonical import canonical_json, fields, read_canonical
from tournaments.domain.errors import DealsRefused

keys = st.text(st.characters(max_codepoint=127))
text = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | text,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=8,
)


def refusal(content: bytes) -> str:
    with pytest.raises(DealsRefused) as caught:
        read_canonical(content)
    return caught.value.code


@given(values)
def test_what_is_written_is_read_back(value: object):
    assert read_canonical(canonical_json(value)) == value


@given(values)
def test_the_event_store_writes_the_same_bytes(value: object):
    assert canonical_json(value) == of_the_event_store.canonical_json(value)


@given(st.binary())
def test_fields_are_those_of_the_event_store(content: bytes):
    assert fields(content) == of_the_event_store.field(content)


def test_text_and_numbers_are_fields_in_utf8_and_decimal():
    assert fields("één", 0, 10) == b"\0\0\0\x05\xc3\xa9\xc3\xa9n" + b"\0\0\0\x010" + b"\0\0\0\x0210"


def test_controls_are_escaped_and_everything_else_is_raw():
    assert canonical_json('"\\/\b\t\n\f\r\x01\x7f\u2028🂡') == (
        rb'"\"\\/\b\t\n\f\r\u0001' + "\x7f\u2028🂡".encode() + b'"'
    )


class Seat(IntEnum):
    NORTH = 0


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), 2**53, -(2**53), {"é": 1}, {1: 2}, {1}, b"", Seat.NORTH, "\ud800"]
)
def test_what_has_no_canonical_form_is_not_written(value: object):
    with pytest.raises(DealsRefused) as caught:
        canonical_json([value])
    assert caught.value.code == "not_canonical"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"{} ",
        b"{}\n",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b'{"a": 1}',
        b'{"b":1,"a":1}',
        b'{"a":1,"a":1}',
        b'{"a":{"c":1,"b":1}}',
        b'"\\u0041"',
        b'"\\/"',
        b'"\\u000A"',
        b'"\\u000a"',
        b'"\\ud800"',
        b'"\xed\xa0\x80"',
        b'"\n"',
        '{"é":1}'.encode(),
        b"1.0",
        b"1e3",
        b"-0",
        b"01",
        b"NaN",
        b"Infinity",
        b"9007199254740992",
        b"-9007199254740992",
        b"9" * 10_000,
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:20]),
)
def test_any_other_spelling_is_not_canonical(content: bytes):
    assert refusal(content) == "not_canonical"


def test_a_refusal_does_not_quote_the_file():
    with pytest.raises(DealsRefused) as caught:
        read_canonical(b'{"key":"83c97ca3"')
    assert "83c97ca3" not in caught.value.message
    assert caught.value.__suppress_context__
