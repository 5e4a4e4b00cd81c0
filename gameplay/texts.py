"""What a person reads when something was refused, by the error's code.

The engine and the handlers speak no language; this is the edge where their codes get words.
``tests/gameplay/test_texts.py`` fails when a code has none.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

TEXTS: Mapping[str, object] = {
    # the card table
    "illegal_action": _("That is not allowed now."),
    "not_your_turn": _("It is not your turn."),
    "not_the_operator": _("Somebody else plays the open or closed hand now."),
    "wrong_phase": _("That is not what is asked now."),
    "game_finished": _("This board is over."),
    "game_interrupted": _("The table was closed before this board was over."),
    "illegal_bid": _("That bid is not allowed now."),
    "illegal_pass_game": _("That game cannot be chosen here."),
    "illegal_trump": _("That suit cannot be trump here."),
    "illegal_called_card": _("That card cannot be called."),
    "blind_mismatch": _("A blind call is for a suit you do not hold."),
    "card_not_in_hand": _("You do not hold that card."),
    "must_follow_suit": _("Follow suit: you still hold the suit that was led."),
    "must_play_called_card": _("The called card must be played now."),
    "spade_barred": _("No spades in the first three tricks."),
    "must_discard_queen": _("You cannot follow suit: the queen of spades must go."),
    "not_claimable": _("The rest cannot be claimed here."),
    "already_claimed": _("You have claimed in this trick already; play a card first."),
    "impossible_claim": _("Those tricks do not add up."),
    "claim_open": _("A claim is open: whoever is asked answers first."),
    "not_your_answer": _("Somebody else is asked about the claim now."),
    "face_down_not_allowed": _("That card cannot be led face down."),
    # the seat and the table
    "not_your_seat": _("You do not play this seat."),
    "not_invited": _("This seat is kept for somebody else."),
    "not_the_opener": _("Only the person who opened the table may do this."),
    "seat_occupied": _("This seat is taken."),
    "already_seated": _("You already have a seat at this table."),
    "table_closed": _("This table is closed."),
    "table_paused": _("The table is paused."),
    "bad_time": _("That much time cannot be given here."),
    "house_plays": _("A house player finishes this board for you."),
    "bad_plan": _("These boards cannot be played one after the other."),
    "bad_dealing": _("No table deals like this."),
    "bad_chat": _("That way of talking at the table does not exist."),
    "bad_dessert": _("Choose how many deals are played before you choose the last ones."),
    "bad_length": _("Choose a number of deals that is a multiple of the number of players."),
    "bad_players": _("So many players cannot play at this table."),
    "sits_out": _("You sit out this board."),
    "dealer_and_forehand": _("Only a dealer who plays, or else a forehand, can be named."),
    "missing_dealer": _("Nobody deals this board."),
    "ruleset_not_offered": _("These rules cannot be played at a table yet."),
    "unknown_policy": _("That way of watching does not exist."),
    "no_such_table": _("This table does not exist."),
    "no_such_game": _("This board does not exist at this table."),
    "not_released": _("This board has not been released yet."),
    "invitation_invalid": _("This invitation is no longer valid."),
    "no_commentator": _("You do not comment on this tournament."),
    "signed_out": _("You have been signed out. Sign in again to go on."),
    # talk at the table
    "chat_closed": _("The chat is closed while this board is played."),
    "may_not_confer": _("The rules do not let you talk about the cards now."),
    "nothing_said": _("There is nothing to say in this message."),
    "unknown_phrase": _("The table does not know that phrase."),
    "bad_channel": _("That way of talking does not exist."),
    "bad_text": _("A text in the message is missing or too long."),
    "too_fast": _("That is a lot at once. Wait a moment."),
    "table_moved": _("The places have changed; look again who sits there."),
    "nobody_to_mute": _("Nobody sits there whom you can mute."),
    "no_such_message": _("This message is not there."),
    # the connection
    "stale_version": _("The table has moved on; here is how it stands now."),
    "command_id_reused": _("That was sent before with another content."),
    "malformed_json": _("The message could not be read."),
    "too_long": _("The message is too long."),
    "bad_id": _("The message has no id of its own."),
    "missing_game": _("The message does not say which board it is about."),
    "bad_game": _("That game cannot be chosen here."),
    "bad_number": _("A number is missing in the message."),
    "unknown_do": _("The table does not know that action."),
    "unknown_field": _("The message holds a field that nobody knows."),
    "missing_field": _("A field is missing in the message."),
    "bad_card": _("That is no card."),
    "bad_suit": _("That is no suit."),
    "bad_tricks": _("A claim says for each player how many tricks he will have."),
    "bad_flag": _("A field of the message must be yes or no."),
    "bad_notation": _("A field of the message cannot be understood."),
    "not_an_object": _("The message could not be read."),
    "malformed_action": _("The message could not be read."),
    "bad_seat": _("That is no seat."),
    "bad_bid": _("That is no bid."),
    "replaced": _("You went on in another window. This one only shows the last state."),
    "seat_lost": _("You no longer play this seat."),
    # setting a table up
    "unknown_ruleset": _("These rules do not exist."),
    "unknown_option": _("This option does not exist."),
    "bad_option": _("This option cannot have that value."),
    "redeal_on_duplicate": _("A board that several tables play cannot be dealt again."),
    # a deal, a record or a result that does not fit its rules
    "bad_setup": _("This game cannot begin like that."),
    "missing_turned": _("These rules need a turned card."),
    "unexpected_turned": _("No card is turned under these rules."),
    "turned_elsewhere": _("The turned card must be one of the dealer's."),
    "missing_beter": _("These rules need a drawn better suit."),
    "unexpected_beter": _("No better suit is drawn under these rules."),
    "missing_middle": _("These rules need a card in the middle."),
    "unexpected_middle": _("No card lies in the middle under these rules."),
    "joker_in_deal": _("The joker is no card of these rules."),
    "unknown_form": _("There is no such way to play with three."),
    "bad_fourth": _("The fourth hand is one of the four seats, and nobody's own."),
    "missing_fourth": _("It has to be said whose the fourth hand is."),
    "unexpected_fourth": _("With four players nobody's hand is played by others."),
    "form_without_dealer": _("With three players the dealer plays along."),
    "bad_deal": _("These are not 52 different cards in four hands of thirteen."),
    "bad_hand": _("That is no hand of cards."),
    "unknown_pass_game": _("These rules have no such game for when all pass."),
    "bad_result": _("No game under these rules ends like that."),
    "malformed_record": _("This is no record of a game."),
    "bad_encoding": _("This file is not plain text in UTF-8."),
    "duplicate_key": _("Something is said twice in this record."),
    "bad_format": _("This is no record of a game."),
    "bad_version": _("This record is of another version."),
    "missing_actions": _("The record holds no actions."),
    "unknown_event": _("The record holds something that nobody knows."),
    # everything else
    "internal": _("Something went wrong here. Nothing was changed; please try again."),
}


def text_for(code: str) -> str:
    """The sentence for a code in the language that is active now."""
    return str(TEXTS.get(code, TEXTS["internal"]))


def invite_hint() -> str:
    """Said once after a table with free seats was opened."""
    return str(_("The table is open. Make a link for each free seat and send it."))
