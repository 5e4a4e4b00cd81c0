"""Which test stands for which trap that other programs fell into.

Tests whose names begin with a number say so themselves; the others are listed here. Numbers are
those of the list of situations, once at the table and once around it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
NUMBERED = (
    "engine/test_situations.py",
    "engine/test_situations_points.py",
    "gameplay/test_situations.py",
)
AT_THE_TABLE = range(1, 40)
AROUND = range(1, 36)
ELSEWHERE = {
    18: ("engine/test_play.py::test_a_joint_misere_goes_on_for_those_who_have_not_failed",),
    30: (
        "gameplay/test_more_than_four.py::test_everybody_sits_out_equally_often",
        "gameplay/test_more_than_four.py::test_a_whole_session_is_played_and_its_points_add_up",
    ),
    33: (
        "engine/test_views.py::test_moving_the_called_ace_changes_nobodys_view_but_those_of_its_holders",
        "gameplay/test_two_deals.py::test_nobody_can_tell_two_deals_apart_by_cards_he_has_not_seen",
        "gameplay/test_two_deals.py::test_a_planted_leak_lets_somebody_tell_two_deals_apart",
    ),
    34: (
        "engine/test_views.py::test_views_hold_the_allowed_keys_and_nothing_else",
        "gameplay/test_secrecy.py::test_every_frame_holds_only_what_its_audience_may_be_sent",
    ),
    35: ("engine/test_views.py::test_views_hold_the_allowed_keys_and_nothing_else",),
    37: (
        "engine/players/test_hidden_cards.py::test_the_choice_is_the_same_when_unseen_cards_change_places",
        "gameplay/test_house.py::test_a_seat_that_was_left_is_played_by_the_house_until_its_owner_is_back",
        "gameplay/test_tables.py::test_nobody_else_gets_the_seat_of_who_is_away",
    ),
}
AROUND_THE_TABLE = {
    1: (
        "tournaments/rounds/test_blockers.py::test_a_start_that_is_sent_again_opens_no_table_twice",
        "concurrency/test_two_workers.py::test_what_two_workers_do_at_once_happens_once_on_sqlite",
    ),
    2: (
        "flows/test_killed.py::test_a_board_outlives_the_worker_and_the_process_it_is_played_through",
        "tournaments/rounds/test_blockers.py::test_a_close_that_died_after_its_event_is_finished_by_the_clock",
    ),
    3: (
        "concurrency/test_last_card.py::test_a_late_last_card_counts_or_is_refused_with_an_event_to_show_on_sqlite",
    ),
    4: (
        "tournaments/rounds/test_blockers.py::test_closing_early_interrupts_and_makes_nobody_absent",
    ),
    5: (
        "tournaments/rounds/test_the_way.py::test_more_rounds_than_meetings_is_a_warning_when_it_is_set_up",
    ),
    6: (
        "tournaments/domain/test_settings.py::test_a_misspelt_setting_is_refused_with_the_nearest_name",
    ),
    7: ("tournaments/rounds/test_clock.py::test_rounds_start_at_their_own_clock_times",),
    8: (
        "tournaments/rounds/test_clock.py::test_coming_and_going_between_rounds_leaves_past_rounds_alone",
    ),
    9: (
        "tournaments/rounds/test_clock.py::test_coming_and_going_between_rounds_leaves_past_rounds_alone",
    ),
    10: (
        "clubs/test_situations.py::test_10_and_30_a_place_goes_to_who_has_waited_longest_and_to_nobody_else",
    ),
    11: (
        "gameplay/test_hub.py::test_the_latest_tab_takes_the_seat_and_the_other_is_told",
        "flows/test_free_table.py::test_the_latest_tab_takes_the_seat_and_the_other_is_told",
        "gameplay/test_hub.py::test_an_older_page_that_finds_its_line_again_does_not_take_the_seat_back",
        "browser/test_connection.py::test_who_goes_on_at_another_device_has_one_voice",
        "browser/test_connection.py::test_a_page_outlives_another_tab_a_sleep_and_the_service_itself",
    ),
    12: (
        "browser/test_connection.py::test_a_card_put_down_on_a_dead_line_is_put_right_when_it_comes_back",
        "browser/test_connection.py::test_a_match_in_which_one_goes_offline_twice_ends_with_four_identical_results",
        "gameplay/test_handlers.py::test_a_stale_view_is_told_the_version_there_is",
        "browser/test_table_page.py::test_a_lost_connection_is_said_after_two_seconds_and_comes_back",
        "browser/test_connection.py::test_a_page_outlives_another_tab_a_sleep_and_the_service_itself",
    ),
    13: (
        "gameplay/test_hub.py::test_who_joins_with_a_hundred_others_at_once_is_shown_his_own_hand",
        "benchmarks/test_hall.py::test_sixty_tables_and_a_thousand_spectators",
    ),
    14: (
        "gameplay/test_stand_ins.py::test_a_card_and_the_end_of_its_time_at_the_same_instant_are_one_outcome",
        "gameplay/test_stand_ins.py::test_a_card_that_comes_after_the_end_of_its_time_is_refused_and_gives_the_seat_back",
        "gameplay/test_stand_ins.py::test_a_tick_that_comes_back_late_finds_the_owner_at_his_seat",
        "concurrency/test_time_out.py::test_a_card_or_the_end_of_its_time_and_never_both_on_sqlite",
    ),
    15: (
        "flows/test_free_table.py::test_who_stops_is_played_for_and_finds_the_seat_again",
        "gameplay/test_stand_ins.py::test_who_has_been_gone_for_long_is_stood_in_for_and_nobody_else_loses_time",
        "gameplay/test_clocks.py::test_nobody_elses_allowance_shrinks",
        "browser/test_clock.py::test_a_seat_whose_time_is_out_is_played_until_its_owner_says_that_he_is_there",
        "flows/test_connections.py::test_a_line_that_is_lost_and_a_service_that_is_killed_cost_nobody_else_anything",
    ),
    16: (
        "flows/test_killed.py::test_a_killed_service_goes_on_with_the_same_cards_and_the_same_turn",
        "flows/test_connections.py::test_a_line_that_is_lost_and_a_service_that_is_killed_cost_nobody_else_anything",
    ),
    17: (
        "tournaments/scores/test_rulings.py::test_every_ruling_counts_as_scoring_says_and_undone_it_was_never_there",
        "tournaments/scores/test_whole.py::test_it_is_ranked_as_it_went_ranked_at_once_and_rebuilt",
    ),
    18: (
        "gameplay/test_records.py::test_the_record_replays_to_the_same_scores",
        "deploy/test_backup.py::test_an_archive_fills_an_empty_database_and_everything_follows_from_it",
    ),
    19: (
        "benchmarks/test_fanout.py::test_a_thousand_spectators",
        "deploy/test_permissions.py::test_who_may_look",
    ),
    20: (
        "clubs/test_club.py::test_the_same_hour_on_the_clock_however_clocks_are_moved",
        "tournaments/domain/test_settings.py::test_a_time_that_does_not_exist_is_asked_about",
        "tournaments/domain/test_settings.py::test_a_time_that_comes_twice_is_asked_about",
    ),
    21: (
        "gameplay/test_secrecy_stored.py::test_every_frame_of_a_stored_game_holds_only_what_its_audience_may_be_sent",
        "gameplay/test_secrecy_stored.py::test_no_table_of_the_database_holds_an_unplayed_card",
        "browser/test_secrets.py::test_nothing_in_a_browser_tells_of_a_card_its_person_may_not_know",
    ),
    22: (
        "gameplay/test_visibility.py::test_who_sees_what",
        "gameplay/test_commentary.py::test_all_hands_are_in_a_commentators_frames_and_in_nobody_elses_before_the_release",
        "gameplay/test_board_pages.py::test_a_board_is_there_for_everybody_from_its_release_on_and_for_nobody_before",
    ),
    23: ("gameplay/test_visibility.py::test_under_an_unknown_policy_nobody_sees_anything",),
    24: (
        "flows/test_bad_input.py::test_who_has_no_seat_gets_no_socket",
        "gameplay/test_commands.py::test_who_watches_is_refused_whatever_he_asks_for",
        "browser/test_table_page.py::test_stopping_asks_first_and_says_what_happens_to_the_seat",
        "gameplay/test_commentary.py::test_a_commentator_does_nothing_at_a_table",
        "tournaments/pages/test_for_who_watches.py::test_nobody_both_comments_and_plays",
        "gameplay/test_hub.py::test_who_leaves_the_seat_is_no_longer_shown_its_hand",
    ),
    25: (
        "gameplay/test_views.py::test_a_second_account_shows_a_player_no_more_of_his_own_table_than_anybody_sees",
    ),
    26: (
        "tournaments/pages/test_rolling_back.py::test_the_page_lists_what_was_seen_and_the_table_goes_on_from_the_chosen_moment",
        "gameplay/test_taken_back_secrets.py::test_after_a_roll_back_nobody_can_tell_two_deals_apart_that_he_could_not_before",
        "gameplay/test_taken_back_secrets.py::test_a_card_that_fell_is_in_its_hand_again_and_on_the_list_alone",
    ),
    27: (
        "gameplay/test_dealing.py::test_a_deal_that_comes_up_again_is_not_dealt_and_nothing_of_its_round_is",
    ),
    28: ("engine/test_pbn.py::test_lin_names_dealer_and_hands_as_another_program_reads_them",),
    29: (
        "engine/test_pbn.py::test_voids_comments_and_question_marks_are_read",
        "engine/test_pbn.py::test_a_file_is_answered_as_somebody_else_says",
    ),
    30: (
        "clubs/test_situations.py::test_10_and_30_a_place_goes_to_who_has_waited_longest_and_to_nobody_else",
        "clubs/test_club.py::test_who_signs_up_after_the_last_place_waits",
    ),
    31: ("clubs/test_situations.py::test_31_who_waits_reads_why_and_as_which_number",),
    # Nobody's place is given away by a clock: whoever has not come is played for until he has,
    # or the organizer puts somebody else there.
    32: (
        "flows/test_free_table.py::test_who_stops_is_played_for_and_finds_the_seat_again",
        "gameplay/test_stand_ins.py::test_who_has_been_gone_for_long_is_stood_in_for_and_nobody_else_loses_time",
        "tournaments/rounds/test_clock.py::test_coming_and_going_between_rounds_leaves_past_rounds_alone",
    ),
    33: (
        "browser/test_playing_as_one_likes.py::test_a_board_by_letters_digits_and_enter_with_each_event_said_once",
        "browser/test_moments.py::test_the_focus_does_not_move_when_somebody_else_acts",
    ),
    34: (
        "engine/players/test_advice.py::test_the_partner_does_not_take_the_rikkers_trick",
        "engine/players/test_advice.py::test_the_partner_on_lead_draws_trumps_and_keeps_the_called_ace",
    ),
    35: (
        "deploy/test_permissions.py::test_who_may_follow_and_who_may_play",
        "gameplay/test_pauses_and_ends.py::test_a_card_after_the_end_is_refused_and_a_card_before_it_is_still_known",
        "tournaments/rounds/test_blockers.py::test_a_round_that_is_over_is_neither_paused_nor_given_time",
    ),
}


# What must not hurt on the real engines, whether a program we know fell into it or not.
FAULTS = {
    "two starts at once": (
        "concurrency/test_two_workers.py::test_what_two_workers_do_at_once_happens_once_on_postgresql",
        "concurrency/test_two_workers.py::test_what_two_workers_do_at_once_happens_once_on_sqlite",
        "tournaments/deals/test_workers.py::test_two_workers_and_messages_that_come_eight_times_deal_each_board_once",
    ),
    "a worker killed while dealing or closing; database and Redis restarted in mid-round": (
        "flows/test_killed_in_the_middle.py::test_a_round_is_dealt_and_closed_once_though_all_it_stands_on_breaks_down",
        "flows/test_killed.py::test_a_board_outlives_the_worker_and_the_process_it_is_played_through",
        "flows/test_away.py::test_a_card_falls_while_valkey_says_nothing_and_who_watches_catches_up",
    ),
    "killed while mailing": (
        "flows/test_killed_in_the_middle.py::test_who_signed_up_while_mail_was_away_or_killed_has_an_account_and_asks_again",
    ),
    "a hall without internet for ten minutes": (
        "browser/test_hall.py::test_a_director_runs_a_hybrid_round_of_sixteen_half_of_it_on_phones",
    ),
    "two organizers' browsers": (
        "tournaments/pages/test_hall.py::test_what_two_desks_do_at_once_is_done_once_and_overwrites_nothing_unseen",
    ),
    "a device with a stale movement": (
        "tournaments/pages/test_hall.py::test_a_phone_that_used_the_code_writes_down_its_table_and_no_other",
        "tournaments/pages/test_hall.py::test_a_code_ends_with_a_newer_one_and_with_its_round",
    ),
    "lists: Latin-1, UTF-16, semicolons": (
        "clubs/test_club.py::test_a_list_is_read_however_a_spreadsheet_saved_it",
    ),
    "lists: a member twice, 5,000 rows": (
        "clubs/test_club.py::test_a_list_of_five_thousand_is_taken_and_taken_back",
    ),
    "HTML in a description": (
        "clubs/test_faults.py::test_html_in_a_description_is_text_on_every_page",
    ),
    "an expired link": (
        "clubs/test_faults.py::test_a_link_that_has_expired_says_so_and_lets_nobody_in",
    ),
    "a role change of oneself": (
        "clubs/test_faults.py::test_who_changes_his_own_role_by_hand_is_refused_in_words",
        "clubs/test_club.py::test_nobody_gives_himself_or_others_what_he_has_not",
    ),
}


def numbers_in_names() -> set[int]:
    found: set[int] = set()
    for name in NUMBERED:
        tests = re.findall(r"^def test_((?:\d\d_(?:and_)?)+)", (ROOT / name).read_text(), re.M)
        found.update(int(number) for test in tests for number in re.findall(r"\d\d", test))
    return found


def test_every_line_at_the_table_has_a_test() -> None:
    assert numbers_in_names() | ELSEWHERE.keys() == set(AT_THE_TABLE)


def test_every_line_around_the_table_has_a_test() -> None:
    assert AROUND_THE_TABLE.keys() == set(AROUND)


NAMED = sorted(
    {
        name
        for table in (ELSEWHERE, AROUND_THE_TABLE, FAULTS)
        for tests in table.values()
        for name in tests
    }
)


@pytest.mark.parametrize("where", NAMED)
def test_the_test_that_is_named_is_there(where: str) -> None:
    path, _, name = where.partition("::")
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.M)
