"""What a person reads when the API refuses something, by the error's code.

Here are the codes of the API itself; those of tournaments and of the card table have their own.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.texts import TEXTS as IN_CLUBS
from gameplay.texts import TEXTS as AT_THE_TABLE
from tournaments.texts import TEXTS as IN_TOURNAMENTS

TEXTS: Mapping[str, Promise] = {
    # who may
    "sign_in_first": _("Sign in first."),
    "not_allowed": _("You may not do this."),
    "not_the_organizer": _("Only the organizer of this tournament may do this."),
    "not_the_director": _(
        "Only who directs this table may do this: an organizer who does not play."
    ),
    "not_the_scorer": _("Only those who enter the results of this tournament may do this."),
    "not_your_entry": _("Only the player concerned or the organizer may do this."),
    "guests_do_not_organize": _("Make an account of your own to organize a tournament."),
    "bad_token": _("This token opens nothing: it was mistyped or taken back, or is a calendar's."),
    "token_scope": _("This token may not do that; make one that may, under Settings."),
    "csrf_failed": _("Your session could not be checked. Load a page again and try once more."),
    # what is not there
    "not_found": _("This does not exist."),
    "no_such_game": _("This game does not exist, or has not been released yet."),
    # what was sent
    "bad_request": _("This request cannot be understood."),
    "malformed_json": _("The content is no JSON that can be read."),
    "not_an_object": _("The content must be one JSON object."),
    "too_large": _("The content is too large."),
    "invalid": _("Some of what was sent cannot be used; see the detail."),
    "unknown_field": _("The content holds a field that nobody knows."),
    "unknown_parameter": _("The address holds a parameter that nobody knows."),
    "nothing_to_change": _("It is so already: there is nothing to change."),
    "bad_idempotency_key": _(
        "An Idempotency-Key has 1 to 80 letters, digits and signs out of . _ ~ : -"
    ),
    "idempotency_key_missing": _(
        "Send an Idempotency-Key: without one nobody could tell whom you sent twice."
    ),
    "unsupported_media_type": _("Send JSON (application/json)."),
    "not_a_spreadsheet": _("Send the file itself, as CSV (text/csv) or as XLSX."),
    "not_acceptable": _("The answer is there in JSON only."),
    "method_not_allowed": _("This address does not know that method."),
    "too_many_requests": _("That was too often. Wait a moment before you try again."),
}

INTERNAL = "internal"


def text_for(code: str) -> str:
    """The sentence for a code in the language that is active now."""
    for texts in (TEXTS, IN_TOURNAMENTS, AT_THE_TABLE, IN_CLUBS):
        if code in texts:
            return str(texts[code])
    return str(AT_THE_TABLE[INTERNAL])
