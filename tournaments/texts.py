"""What a person reads when a tournament refuses something, by the refusal's code.

``tests/tournaments/test_texts.py`` fails when a code has no sentence here or in gameplay.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from gameplay.texts import text_for as text_at_the_table

TEXTS: Mapping[str, Promise] = {
    # what is not there
    "no_such_tournament": _("This tournament does not exist."),
    "no_such_round": _("This tournament has no such round."),
    "no_such_session": _("This tournament has no such session."),
    "no_such_board": _("This board does not exist, or has not been dealt yet."),
    "no_such_call": _("Nobody called the director like that."),
    "no_such_entry": _("Nobody entered under this number."),
    # setting it up
    "unknown_setting": _("This setting does not exist. Did you mean the one named here?"),
    "missing_setting": _("A setting is missing."),
    "bad_setting": _("This setting cannot have that value."),
    "live_needs_unranked": _(
        "Live watching is only for tournaments without a ranking: whoever watches could help."
    ),
    "unknown_zone": _("This time zone does not exist."),
    "delay_needs_board": _(
        "Nothing is held back where everything is shown at once: leave the delay at 0."
    ),
    "hall_draws": _(
        "These rules draw a turned card, a better suit or the joker for each deal, and tables in "
        "the hall are not told of that yet: choose other rules, or play online."
    ),
    "dessert_not_counted": _(
        "By these rules pass games are not counted. Count them, or leave out the dessert."
    ),
    "bad_time": _("That is no date and time."),
    "bad_offset": _("The clock does not stand like that then."),
    "wall_time_missing": _(
        "The clock goes forward then: this time does not exist. Choose which one you mean."
    ),
    "wall_time_twice": _(
        "The clock goes back then: this time comes twice. Choose which one you mean."
    ),
    "rounds_overlap": _("A round starts before the one before it is over."),
    "rounds_contradict": _("There are more or fewer starting times than rounds."),
    "starts_contradict": _("The session and its first round start at different times."),
    "rounds_out_of_order": _("A round must start after the one before it."),
    # at the desk
    "unknown_act": _("This page does not know that button."),
    "name_needed": _("Say who it is, by name."),
    "no_stand_in_for_house": _("A house player is always there, and so is whoever fills a seat."),
    "plays_already": _("That person has a seat already."),
    "left_before": _("That person withdrew before: choose “Somebody who left plays again”."),
    "director_sits_nowhere": _("Whoever leads the tournament can see cards, and takes no seat."),
    "other_place": _("One of them plays in the hall and the other online."),
    "cards_seen": _("The round has started, and online everybody has seen a hand by now."),
    "something_played": _("A result was entered at one of these tables: correct its seats."),
    "message_empty": _("Say what the tables shall read."),
    "changes_otherwise": _(
        "Something changed meanwhile, and this would do something else now. Look at it once more."
    ),
    "so_already": _("It is so already: there is nothing to change."),
    # calling the director
    "board_went_on": _(
        "Somebody acted meanwhile. Look what everybody has seen by now, and decide anew."
    ),
    "board_over": _("This board is over."),
    "reason_missing": _("Say why: whoever is concerned will want to know."),
    "unknown_call": _("The director is not called for that."),
    "not_at_this_table": _("Only who sits at a table calls the director from there."),
    "round_not_in_play": _("This round is not being played now."),
    # rulings about scores
    "no_such_ruling": _("Nothing was ruled under this number."),
    "reason_needed": _("Say why: everybody who is touched by it will ask."),
    "board_in_play": _("A table still plays this board. Wait until all have closed it."),
    "round_not_started": _("This round has not begun."),
    "adjusted_twice": _("This score is ruled already: undo that first."),
    "bad_adjustment": _("Choose an average, or else give points."),
    "bad_weights": _("The shares must be positive, and 1 together."),
    "adjusted_without_seat": _("Without a seat on the board there is no score: only an average."),
    "later_ruling": _("A later ruling about this table rests on it: undo that first."),
    "house_adjusted": _("Who plays without standing has no score that counts."),
    "bad_penalty": _("A penalty is some percent of one board, or some points; not below 0."),
    "bad_variant": _("A version of the deal is named in small letters and figures."),
    "bad_seats": _("Say for each of the four seats who held it."),
    "bad_turn": _("A tray is turned by one, two or three places."),
    "entry_twice_on_board": _("Somebody would hold two hands on the same board."),
    # a warning, not a refusal
    "rounds_above_no_repeat_limit": _(
        "There are more rounds than can be played without meeting somebody twice."
    ),
    "stand_in_values": _("Nobody knows the points of these rules: those named here would count."),
    # for those who watch
    "no_such_table": _("This tournament has no such table."),
    "no_such_member": _("The club that holds the event has no such member."),
    "has_commented": _(
        "You comment on this tournament, or did: a commentator sees cards, and never plays in it."
    ),
    "has_entered": _("Somebody who has entered, also once, cannot comment on this tournament."),
    "no_commentator": _("You do not comment on this tournament."),
    "no_such_person": _("Nobody here has that user name."),
    # who plays
    "registration_not_open": _("You cannot enter this tournament now."),
    "full": _("This tournament is full."),
    "no_seat_free": _("Every seat has a player: nobody can join any more."),
    "last_round_started": _("The last round has started: nobody can join any more."),
    # seats
    "not_finished": _("There is a file of all that happened once the tournament is over."),
    "not_seated": _("Nobody has a seat yet: draw the seats first."),
    "too_few_entries": _("A tournament needs at least 8 players."),
    "too_many_entries": _("A tournament has 400 players at most."),
    "bad_players": _("A tournament has 8 to 400 players."),
    "bad_rounds": _("A tournament has 1 to 100 rounds."),
    # in the hall
    "needs_account": _("Whoever plays online needs an account."),
    "unknown_place": _("One plays online or in the hall."),
    "already_seated": _("The seats are drawn: everybody stays where he plays."),
    "house_plays_online": _("A house player cannot hold real cards."),
    "too_few_at_a_place": _(
        "In the hall and online there are four players or more each, or nobody."
    ),
    "plays_cards": _(
        "Who takes cards out sees every hand: somebody who has entered cannot do it, also if he "
        "withdrew. Let it be done by somebody who does not play."
    ),
    "has_taken_cards": _(
        "You took out the cards of boards that are still to be played: whoever has seen them does "
        "not play them."
    ),
    "taken_before": _("These cards were taken out before. Say why they are taken once more."),
    "no_cards_in_hall": _("No cards are dealt yet for tables in the hall."),
    "too_many_boards": _("A dealing machine knows boards 1 to 99: use the strip for this session."),
    "unknown_form": _("Cards are taken out as a file for a machine, or as a strip."),
    "other_phone": _(
        "Another phone of this table wrote down this board: look at it there, or ask the organizer."
    ),
    "too_many_late": _("This table handed in too much already: read it out to the organizer."),
    "already_entered": _("This board has another result already. Correct it if that one is wrong."),
    "not_entered": _("This board has no result yet."),
    "result_changed": _("The result was changed meanwhile. Look at it once more."),
    "confirm_by_another": _("Somebody else at the table confirms it."),
    "other_game": _("This board is a game without bidding: enter that one."),
    "round_still_played": _("End the round first."),
    "round_over": _("This round is over: ask the director to change a result."),
    "seats_changed": _("Others sit at this table now. Scan the code on the table again."),
    "unknown_slip_code": _("This code stands for nothing here: the list below has all of them."),
    "bad_slip_line": _(
        "Who played are the numbers of their chairs, with one number of tricks for each of them."
    ),
    "sits_out": _("Who sits out this deal plays nothing in it."),
    "movement_seats": _("With the same cards at all tables the movement says who sits where."),
    "own_cards": _("Own shuffled cards are played in the hall, and ranked by all points together."),
    "movement_meets": _("With the same cards at all tables the movement says who sits where."),
    "tariff_in_hall": _("For money one plays in the hall: a house player pays nobody."),
    "plays_too": _(
        "You play in this tournament yourself: what others have yet to play is not for you to see "
        "or to write down."
    ),
    "result_ruled": _("The director ruled on this result: undo that first."),
    "joint_bids": _("A line cannot say what was played here: the director corrects it."),
    "board_released": _("This board is released: ask the organizer to change its result."),
    "other_table": _("You play at another table: only who sits at this one uses its code."),
    "bad_request": _("This cannot be read. Load the page again."),
    "device_unknown": _("This code is not valid any more. Scan the one that lies on the table."),
    # rounds
    "already_started": _("This round has started already."),
    "withdrawn_entry_seated": _(
        "Somebody who withdrew still has a seat in this round: fill the seats again first."
    ),
    "entry_not_seated": _(
        "Somebody who entered has no seat in this round: fill the seats again first."
    ),
    "not_dealt": _("The boards of this round are still being dealt."),
    "round_before_not_closed": _("The round before this one is not over yet."),
    "round_not_running": _("This round is not being played."),
    "bad_minutes": _("Give between 1 and 600 minutes."),
    "finished": _("This tournament is over."),
    "cancelled": _("This tournament was cancelled."),
    # deals
    "not_committed": _("The deals of this tournament have not been promised yet."),
    "test_deals_mismatch": _("Only a tournament with test deals is dealt from a seed."),
    # everything else
    "stale_version": _("The tournament changed meanwhile. Please try again."),
    "command_id_reused": _("That was sent before with another content."),
    "bad_command_id": _("This form cannot be used any more. Load the page again."),
    "bad_text": _("These words hold a character that cannot be kept."),
}

REMOVED = _("removed")
"""In place of words whose writer has been erased."""


def text_for(code: str) -> str:
    """The sentence for a code in the language that is active now."""
    return str(TEXTS[code]) if code in TEXTS else text_at_the_table(code)
