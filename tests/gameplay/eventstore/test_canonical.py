"""One value, one spelling, whoever writes it down."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplay.eventstore.canonical import ZERO, canonical_json, chain_hash, field
from gameplay.eventstore.errors import NotCanonical

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_reading_and_writing_again_gives_the_same_bytes(value):
    written = canonical_json(value)
    assert json.loads(written) == value
    assert canonical_json(json.loads(written)) == written
    assert not written.startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": [True, None], "B": {}}, b'{"B":{},"a":[true,null],"b":1}'),
        ('"\\/\b\t\n\f\r\x00\x1f', b'"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f"'),
        ("é\x7f\u2028\U0001d11e", '"é\x7f\u2028\U0001d11e"'.encode()),
        ("e\u0301", b'"e\xcc\x81"'),
        (2**53 - 1, b"9007199254740991"),
        (-(2**53) + 1, b"-9007199254740991"),
        ((1, 2), b"[1,2]"),
    ],
    ids=["order", "escapes", "raw", "not-normalised", "largest", "smallest", "tuple"],
)
def test_the_spelling_is_the_published_one(value, written):
    assert canonical_json(value) == written


@pytest.mark.parametrize(
    "value",
    [0.0, 1e3, float("inf"), 2**53, -(2**53), "\udfff", {"ö": 1}, {None: 1}, {1}, object()],
    ids=repr,
)
def test_what_has_no_one_spelling_is_refused(value):
    for wrapped in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(NotCanonical):
            canonical_json(wrapped)


def test_an_enum_is_not_silently_stored_as_its_number():
    from http import HTTPStatus

    with pytest.raises(NotCanonical):
        canonical_json({"seat": HTTPStatus.OK})


def test_the_refusal_says_where():
    with pytest.raises(NotCanonical) as refused:
        canonical_json({"bids": [{"target": 8.5}]})
    assert refused.value.detail == {
        "where": "value.bids[0].target",
        "reason": "float has no canonical form",
    }


def test_moving_a_letter_between_two_fields_changes_the_hash():
    assert field(b"") == bytes(4)
    assert field(b"abc") == b"\x00\x00\x00\x03abc"
    assert chain_hash(ZERO, [b"game-1", b"2"]) != chain_hash(ZERO, [b"game-", b"12"])
