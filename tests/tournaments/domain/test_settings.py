"""What an organizer may ask for, and how a mistake is told."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.errors import RikkenError
from tournaments.domain.settings import DEFAULTS, read, values, warnings

SESSION: dict[str, object] = {"starts": "2027-06-01T19:30", "rounds": 2}
ASKED: dict[str, object] = {"title": "Beker", "sessions": [SESSION]}


def refusal(**changes: object) -> tuple[str, dict[str, Any]]:
    with pytest.raises(RikkenError) as refused:
        read({**ASKED, **changes})
    return refused.value.code, refused.value.detail


def starts(**session: object) -> list[str]:
    event = read({**ASKED, "sessions": [session]})
    return [each.starts for each in event.sessions[0].rounds]


def in_session(**changes: object) -> tuple[str, dict[str, Any]]:
    return refusal(sessions=[{**SESSION, **changes}])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rouns_minutes", "round_minutes"),
        ("Boards", "boards"),
        ("autostart", "auto_start"),
        ("+roundsN+", "round_minutes"),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_nearest_name(written, meant):
    """Situation 6: never silently ignored."""
    assert refusal(**{written: 1}) == ("unknown_setting", {"name": written, "nearest": meant})


def test_a_misspelt_setting_of_a_session_is_refused_too():
    code, detail = in_session(round=5)
    assert (code, detail) == (
        "unknown_setting",
        {"name": "sessions[0].round", "nearest": "rounds"},
    )


@pytest.mark.parametrize(
    ("name", "written", "meant"),
    [
        ("policy", "bord", "board"),
        ("primary", "matchpoint", "matchpoints"),
        ("generator", "unifrom", "uniform"),
    ],
)
def test_a_misspelt_value_is_refused_with_the_nearest_one(name, written, meant):
    code, detail = refusal(**{name: written})
    assert (code, detail["name"], detail["nearest"]) == ("bad_setting", name, meant)


def test_a_misspelt_zone_ruleset_or_option_is_refused_with_the_nearest_one():
    assert refusal(zone="Europe/Amsterdm")[1]["nearest"] == "Europe/Amsterdam"
    assert refusal(ruleset="championship")[1]["nearest"] == "championship-online"
    assert refusal(options={"earlyend": True})[0] == "unknown_option"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "  "),
        ("title", "x" * 121),
        ("title", None),
        ("boards", 6),
        ("boards", 0),
        ("boards", True),
        ("boards", "4"),
        ("capacity", 7),
        ("capacity", 401),
        ("ranked", 1),
        ("auto_start", "yes"),
        ("round_minutes", 0),
        ("round_break_minutes", -1),
        ("head_to_head_min", 0),
        ("sessions", []),
        ("sessions", "twee"),
        ("sessions", ["twee"]),
        ("options", []),
        ("policy", ["board"]),
    ],
)
def test_a_value_that_cannot_be_is_refused(name, value):
    code, detail = refusal(**{name: value})
    assert code == "bad_setting"
    assert str(detail["name"]).startswith(name)


@pytest.mark.parametrize("name", ["title", "sessions"])
def test_a_missing_setting_is_named(name):
    with pytest.raises(RikkenError) as refused:
        read({key: value for key, value in ASKED.items() if key != name})
    assert (refused.value.code, refused.value.detail) == ("missing_setting", {"name": name})


def test_live_watching_of_a_ranked_championship_is_refused():
    assert refusal(policy="live")[0] == "live_needs_unranked"
    assert read({**ASKED, "policy": "live", "ranked": False}).policy == "live"


def test_settings_that_contradict_each_other_are_refused():
    clocks = ["2027-06-01T19:30", "2027-06-01T20:10"]
    assert in_session(rounds=3, round_starts=clocks)[0] == "rounds_contradict"
    assert in_session(starts="2027-06-01T19:00", round_starts=clocks)[0] == "starts_contradict"
    code, detail = in_session(round_starts=["2027-06-01T19:30", "2027-06-01T19:45"])
    assert (code, detail["round"]) == ("rounds_overlap", 2)
    earlier = {"starts": "2027-05-01T19:30", "rounds": 1}
    assert refusal(sessions=[SESSION, earlier])[0] == "rounds_overlap"
    assert refusal(sessions=[{**SESSION, "rounds": 60}, {"rounds": 60}])[0] == "bad_setting"


def test_rounds_follow_each_other_at_the_pace_or_at_their_own_times():
    assert starts(starts="2027-06-01T19:30", rounds=3) == [
        "2027-06-01T17:30:00Z",
        "2027-06-01T18:05:00Z",
        "2027-06-01T18:40:00Z",
    ]
    own = ["2027-06-01T19:30", "2027-06-01T20:30"]
    assert starts(round_starts=own) == ["2027-06-01T17:30:00Z", "2027-06-01T18:30:00Z"]


def test_a_session_without_a_time_follows_the_one_before():
    event = read({**ASKED, "sessions": [SESSION, {"rounds": 1}]})
    assert [each.name for each in event.sessions] == ["1", "2"]
    assert event.sessions[1].rounds[0].number == 3
    # Two rounds of 30 minutes and 5 between them, then two hours.
    assert event.sessions[1].rounds[0].starts == "2027-06-01T20:35:00Z"
    assert refusal(sessions=[{"rounds": 1}])[1] == {"name": "sessions[0].starts"}


# -- the two nights on which clocks are moved ----------------------------------------------------


def test_a_time_that_does_not_exist_is_asked_about():
    """Situation 20: 28 March 2027, two o'clock becomes three."""
    code, detail = in_session(starts="2027-03-28T02:30")
    assert code == "wall_time_missing"
    assert detail["name"] == "sessions[0].starts"
    assert detail["choices"] == [
        {"offset": "+01:00", "starts": "2027-03-28T01:30:00Z", "wall": "2027-03-28T03:30"},
        {"offset": "+02:00", "starts": "2027-03-28T00:30:00Z", "wall": "2027-03-28T01:30"},
    ]
    for choice in detail["choices"]:
        chosen = starts(starts="2027-03-28T02:30", starts_offset=choice["offset"], rounds=1)
        assert chosen == [choice["starts"]]


def test_a_time_that_comes_twice_is_asked_about():
    """Situation 20: 31 October 2027, three o'clock becomes two."""
    code, detail = in_session(starts="2027-10-31T02:30")
    assert code == "wall_time_twice"
    assert detail["choices"] == [
        {"offset": "+02:00", "starts": "2027-10-31T00:30:00Z", "wall": "2027-10-31T02:30"},
        {"offset": "+01:00", "starts": "2027-10-31T01:30:00Z", "wall": "2027-10-31T02:30"},
    ]
    for choice in detail["choices"]:
        chosen = starts(starts="2027-10-31T02:30", starts_offset=choice["offset"], rounds=1)
        assert chosen == [choice["starts"]]


@pytest.mark.parametrize(
    ("wall", "utc"),
    [
        ("2027-03-28T01:59", "2027-03-28T00:59:00Z"),
        ("2027-03-28T03:00", "2027-03-28T01:00:00Z"),
        ("2027-10-31T01:59", "2027-10-30T23:59:00Z"),
        ("2027-10-31T03:00", "2027-10-31T02:00:00Z"),
        ("2027-10-31T02:30+02:00", "2027-10-31T00:30:00Z"),
        ("2027-10-31T01:30:00Z", "2027-10-31T01:30:00Z"),
    ],
)
def test_times_beside_the_change_are_not_asked_about(wall, utc):
    assert starts(starts=wall, rounds=1) == [utc]


def test_a_clock_time_of_one_round_is_asked_about_by_its_place():
    code, detail = refusal(sessions=[{"round_starts": ["2027-10-31T01:30", "2027-10-31T02:30"]}])
    assert (code, detail["name"]) == ("wall_time_twice", "sessions[0].round_starts[1]")


def test_half_an_hour_is_half_an_hour_while_the_clock_is_moved():
    assert starts(starts="2027-03-28T01:30", rounds=2) == [
        "2027-03-28T00:30:00Z",
        "2027-03-28T01:05:00Z",
    ]


@pytest.mark.parametrize("offset", ["+01:00", "+3:00", "zomertijd", 2])
def test_an_offset_that_the_clock_does_not_have_is_refused(offset):
    assert in_session(starts_offset=offset)[0] == "bad_offset"


@pytest.mark.parametrize("text", ["", "morgen", "2027-02-30T12:00", "2027-06-01", 1, None, "9999"])
def test_what_is_no_time_is_refused(text):
    assert in_session(starts=text)[0] == "bad_time"


# -- what is possible, and should be known -------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds", "warned"), [(16, 5, 0), (16, 6, 1), (400, 8, 0)])
def test_more_rounds_than_people_to_meet_is_told_beforehand(players, rounds, warned):
    event = read({**ASKED, "sessions": [{**SESSION, "rounds": rounds}]})
    found = warnings(event, players)
    assert len(found) == warned
    for each in found:
        assert each["code"] == "rounds_above_no_repeat_limit"
        assert isinstance(each["meetings"], dict)
        assert sum(each["meetings"].values()) == players * (players - 1) // 2


def test_made_up_points_are_told_of_bids_and_of_the_pass_game_that_is_played():
    points = {}
    for game in ("thrown_in", "fewest_tricks"):
        event = read({**ASKED, "ruleset": "wiezen", "options": {"pass_game": game}})
        [told] = [one for one in warnings(event, 16) if one["code"] == "stand_in_values"]
        points[game] = told["points"]
    assert points["thrown_in"]["miserie"] == {"base": 8}
    assert points["fewest_tricks"] == {**points["thrown_in"], "fewest_tricks": {"base": 5}}


def test_a_session_may_end_with_pass_games_of_the_rules_that_are_counted():
    assert read({**ASKED, "dessert": ["schoppen_mie"]}).dessert == ("schoppen_mie",)
    code, detail = refusal(dessert=["dames"])
    assert (code, detail["pass_games"]) == ("unknown_pass_game", ["schoppen_mie", "one_or_five"])
    assert refusal(dessert="schoppen_mie")[0] == "bad_setting"
    assert refusal(dessert=["schoppen_mie"] * 5)[1] == {"name": "dessert", "value": 5, "most": 4}
    wikibooks = {"ruleset": "wikibooks", "dessert": ["rondpiek"]}
    assert refusal(**wikibooks)[0] == "dessert_not_counted"
    event = read({**ASKED, **wikibooks, "options": {"pass_games_count": True}})
    assert event.dessert == ("rondpiek",)
    with pytest.raises(RikkenError, match="no pass game 'redeal'"):
        read({**ASKED, "ruleset": "wikibooks", "dessert": ["redeal"]})


def test_what_is_drawn_for_each_deal_is_played_online_until_the_hall_is_told_of_it():
    drawn = {
        "turned": {"ruleset": "wiezen"},
        "beter": {"ruleset": "german", "options": {"beter": "drawn"}},
        "middle": {"ruleset": "wikibooks", "options": {"joker": True}},
    }
    for fact, rules in drawn.items():
        assert read({**ASKED, **rules}).venue == "online"
        for venue in ("hall", "hybrid"):
            assert refusal(**rules, venue=venue) == (
                "hall_draws",
                {"name": "venue", "drawn": [fact]},
            )
    assert read({**ASKED, "ruleset": "german", "venue": "hall"}).venue == "hall"


def test_points_are_told_of_a_pass_game_that_is_only_played_for_dessert():
    event = read({**ASKED, "ruleset": "wiezen", "dessert": ["last_trick"]})
    [told] = [one for one in warnings(event, 16) if one["code"] == "stand_in_values"]
    points = told["points"]
    assert isinstance(points, dict)
    assert "last_trick" in points
    assert "fewest_tricks" not in points


def test_points_are_told_of_a_forced_rik_for_dessert():
    rules = engine.rulesets.get("wikibooks").with_options({"pass_games_count": True})
    assert values(rules, ["verplichte_rik"])["verplichte_rik"] == {"base": 5, "over": 5}


def test_every_default_is_allowed():
    assert read({**ASKED, **DEFAULTS}) == read(ASKED)


def test_the_featured_table_waits_for_minutes_after_a_release_and_never_before_it():
    assert read(ASKED).delay == 0
    assert read({**ASKED, "delay": 10}).delay == 10
    assert refusal(delay=-1)[0] == "bad_setting"
    assert refusal(delay=10, policy="live", ranked=False)[0] == "delay_needs_board"
