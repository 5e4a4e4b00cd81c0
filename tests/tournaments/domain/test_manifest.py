"""What is promised before play, rikdeal-1 §3."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tests.tournaments.domain.provable import VECTORS, good_files
from tournaments.domain.canonical import canonical_json
from tournaments.domain.dealing import PREDICATES
from tournaments.domain.errors import DealsRefused
from tournaments.domain.manifest import (
    GENERATORS,
    Manifest,
    Session,
    Source,
    read_manifest,
    write_manifest,
)

START = datetime(2027, 3, 28, 11, tzinfo=UTC)
EVENING = Session.starting(START, id="1", boards=[1, 2, 3, 4])


def written(**changes: Any) -> Manifest:
    required: dict[str, Any] = {
        "event": "open-1",
        "generator": "uniform",
        "ruleset": "championship-online",
        "ruleset_sha256": "3dd4570b621cf9ebed04988e29c6be386a33025b1c53807e53344d51d975e8d5",
        "sessions": [EVENING],
    }
    return write_manifest(**{**required, **changes})


def refusal(manifest: object) -> str:
    with pytest.raises(DealsRefused) as caught:
        read_manifest(canonical_json(manifest))
    return caught.value.code


def test_a_manifest_is_written_as_the_chain_on_paper_shows_it():
    chain = VECTORS["chains"][0]
    assert written().content.decode() == chain["manifest"]
    assert written().sha256.hex() == chain["manifest_sha256"]


@pytest.mark.parametrize("chain", VECTORS["chains"], ids=lambda chain: chain["name"])
def test_every_manifest_of_the_vectors_is_written_anew_from_what_it_says(chain: dict[str, Any]):
    read = read_manifest(chain["manifest"].encode())
    required = {"beacon", "event", "generator", "ruleset", "sessions", "version"}
    file = json.loads(chain["manifest"])
    again = write_manifest(
        event=read.event,
        generator=read.generator,
        ruleset=read.ruleset,
        ruleset_sha256=read.ruleset_sha256,
        sessions=read.sessions,
        sources=read.sources,
        further={key: file[key] for key in file.keys() - required},
    )
    assert again == read
    assert again.content.decode() == chain["manifest"]


def test_a_start_is_written_in_utc():
    in_den_bosch = START.astimezone(timezone(timedelta(hours=2)))
    assert Session.starting(in_den_bosch, id="1", boards=[1]).start == "2027-03-28T11:00:00Z"


def test_a_start_without_a_time_zone_is_refused():
    with pytest.raises(DealsRefused, match="time zone"):
        Session.starting(START.replace(tzinfo=None), id="1", boards=[1])


def test_further_keys_are_kept_and_are_under_the_hash():
    titled = written(further={"title": "NK Rikken ♠"})
    assert "NK Rikken ♠".encode() in titled.content
    assert titled.sha256 != written().sha256


def test_a_further_key_cannot_take_the_place_of_a_required_one():
    with pytest.raises(DealsRefused, match="name of a required one"):
        written(further={"event": "another"})


def test_further_draws_stand_in_the_ruleset():
    drawn = written(draws=["turned", "beter"])
    assert drawn.draws == ("beter", "turned")
    assert json.loads(drawn.content)["ruleset"]["draws"] == ["beter", "turned"]


def test_a_repr_shows_no_bytes_of_the_file():
    assert "open-1" in repr(written()) and "content" not in repr(written())


def test_every_generator_of_a_manifest_has_its_predicate():
    assert tuple(PREDICATES) == GENERATORS


@pytest.mark.parametrize(
    "changes",
    [
        {"event": ""},
        {"event": "open 1"},
        {"event": "open-1\n"},
        {"event": "e" * 65},
        {"event": "één"},
        {"generator": "predicate:nice"},
        {"ruleset": ""},
        {"ruleset_sha256": "AB" * 32},
        {"ruleset_sha256": "ab" * 31},
        {"draws": ["joker"]},
        {"draws": ["beter", "beter"]},
        {"sessions": []},
        {"sessions": [EVENING, EVENING]},
        {"sessions": [Session("1", (), EVENING.start)]},
        {"sessions": [Session("1", (1, 1), EVENING.start)]},
        {"sessions": [Session("1", (0,), EVENING.start)]},
        {"sessions": [Session("1", (100_000,), EVENING.start)]},
        {"sessions": [Session("1", (True,), EVENING.start)]},
        {"sessions": [Session("1/2", (1,), EVENING.start)]},
        *(
            {"sessions": [Session("1", (1,), start)]}
            for start in (
                "2027-03-28T11:00:00",
                "2027-03-28T11:00:00+00:00",
                "2027-03-28 11:00:00Z",
                "2027-03-28T11:00Z",
                "2027-03-28T11:00:00.5Z",
                "2027-02-29T11:00:00Z",
                "2027-03-28T24:00:00Z",
                "2027-03-28T11:00:60Z",
                "2027-03-28T11:00:00Z\n",
                "٢٠٢٧-03-28T11:00:00Z",
            )
        ),
        {"sources": [Source("dice", "one"), Source("dice", "two")]},
        {"sources": [Source("", "no id")]},
    ],
    ids=str,
)
def test_a_promise_without_the_right_form_is_never_written(changes: dict[str, Any]):
    with pytest.raises(DealsRefused) as caught:
        written(**changes)
    assert caught.value.code == "bad_manifest"


@pytest.mark.parametrize("key", ["beacon", "event", "generator", "ruleset", "sessions", "version"])
@pytest.mark.parametrize("value", ["left out", 7, [], {}, "rikdeal-2", True])
def test_a_required_key_that_is_missing_or_something_else_is_a_bad_manifest(key: str, value: Any):
    manifest = good_files().manifest
    if value == "left out":
        del manifest[key]
    elif key == "event" and value == "rikdeal-2":
        manifest[key] = None
    else:
        manifest[key] = value
    assert refusal(manifest) == "bad_manifest"


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("beacon", "sources"), {}),
        (("beacon", "sources", 0), "drand"),
        (("beacon", "sources", 0, "description"), None),
        (("beacon", "sources", 0, "id"), 1),
        (("ruleset", "id"), None),
        (("ruleset", "sha256"), None),
        (("ruleset", "draws"), []),
        (("ruleset", "draws"), "turned"),
        (("ruleset", "draws"), ["turned", "beter"]),
        (("sessions", 0), None),
        (("sessions", 0, "boards"), 1),
        (("sessions", 0, "boards"), ["1"]),
        (("sessions", 0, "id"), 1),
        (("sessions", 0, "start"), 2027),
    ],
)
def test_a_part_that_is_something_else_is_a_bad_manifest(where: tuple[Any, ...], value: object):
    manifest = good_files().manifest
    part = manifest
    for step in where[:-1]:
        part = part[step]
    part[where[-1]] = value
    assert refusal(manifest) == "bad_manifest"


def test_a_manifest_is_an_object():
    assert refusal([good_files().manifest]) == "bad_manifest"
