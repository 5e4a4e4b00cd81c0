"""What a person reads when a club refuses something, and what its roles and powers are called.

``tests/clubs/test_texts.py`` fails when a code, a role or a power has no words here.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.domain import roles

TEXTS: Mapping[str, Promise] = {
    "bad_request": _("This cannot be read. Load the page again."),
    # what is not there
    "no_such_club": _("This club does not exist."),
    "no_such_member": _("The club has no such member."),
    "no_such_request": _("Nobody asked for this."),
    "no_such_invitation": _("There is no such invitation."),
    "no_such_import": _("Nobody came with this import."),
    "no_such_page": _("What happened does not go back so far."),
    "no_such_evening": _("The club does not meet then."),
    "invitation_invalid": _("This invitation is no longer valid. Ask the club for another one."),
    # who may not
    "not_allowed": _("Your role in this club does not let you do this."),
    "own_role_upwards": _("Nobody gives himself a role that may do more. Ask another owner."),
    "role_above_own": _("You can only give roles that may do no more than yours."),
    "above_you": _("This member may do more than you; only an owner changes that."),
    "guests_have_no_club": _("Make an account of your own to found or join a club."),
    "own_account": _("Whoever has an account erases himself, under Settings."),
    # people
    "already_member": _("You are a member of this club already."),
    "was_removed": _(
        "You were taken off the list of this club. Ask on its page to belong to it again."
    ),
    "already_asked": _("You have asked already. The secretary will answer."),
    "already_answered": _("This request has been answered by somebody else."),
    "already_claimed": _("This record belongs to an account already."),
    "has_own_record": _(
        "This person has a record here already, which comes back if you say “new”."
    ),
    "too_many_requests": _("Too many requests wait for an answer here. Ask the club in person."),
    "missing_name": _("Say who it is: a name is needed."),
    "same_record": _("Choose another record: this is the same one."),
    "account_is_kept": _("The record that somebody signs in with is the one that stays."),
    "missing_reason": _("Say why, so that others understand it later."),
    "has_left": _("That person is not a member any more."),
    "club_full": _("This club has as many members as it can have."),
    "number_taken": _("Another member has this number."),
    "bad_number": _("A number has 20 characters at most."),
    "bad_choice": _("That way of being named does not exist."),
    "bad_year": _("That is no year of our time."),
    # roles
    "bad_role": _("Choose at least one of the roles that there are."),
    "bad_uses": _("An invitation can be used 1 to 500 times."),
    "too_many_tokens": _("You have given out as many as anybody can. Take one back first."),
    "last_owner": _("A club always has an owner: hand it over to somebody else first."),
    "needs_account": _("An owner needs an account, to be able to sign in."),
    # evenings
    "bad_dates": _("Plan 1 to 60 evenings at once."),
    "bad_places": _("An evening has 400 places at most."),
    "date_over": _("Choose a date that lies ahead."),
    "date_far": _("Choose dates within the next three years."),
    "evening_cancelled": _("This evening has been called off."),
    "evening_over": _("This evening has begun. Ask who leads it."),
    "too_many_guests": _("A member brings four guests at most."),
    # a file with members
    "bad_file": _("This file could not be read as a list of members."),
    "file_too_big": _("This file is too big: 5,000 rows and 4 MB are the most."),
    "no_names": _("Say which column holds the names."),
    "bad_columns": _("Say of each column of the file what it holds, and of no other."),
    "nobody_new": _("Every row is left out: there is nobody to import."),
    "import_gone": _("This file has been imported already, or was forgotten. Choose it again."),
    # everything else
    "stale_version": _("The club changed meanwhile. Please try again."),
    "command_id_reused": _("That was sent before with another content."),
    "bad_command_id": _("This form cannot be used any more. Load the page again."),
    "bad_text": _("These words are too long, or hold a character that cannot be kept."),
}
ROLES: Mapping[str, Promise] = {
    roles.OWNER: _("owner"),
    roles.SECRETARY: _("secretary"),
    roles.TREASURER: _("treasurer"),
    roles.DIRECTOR: _("director"),
    roles.SCORER: _("scorer"),
    roles.MEMBER: _("member"),
    roles.GUEST: _("guest"),
}
POWERS: Mapping[str, Promise] = {
    roles.SIGN_UP: _("sign up for evenings and bring guests"),
    roles.LOOK: _("see the members' page"),
    roles.ATTENDANCE: _("note who was there"),
    roles.RESULTS: _("enter results"),
    roles.PLAN: _("plan evenings and their tournaments"),
    roles.DUES: _("note who has paid"),
    roles.RECORDS: _("read the records and take them along as a file"),
    roles.PEOPLE: _("let people in, change records, import"),
    roles.ROLES: _("give roles, up to one's own"),
    roles.CLUB: _("change the club's page and its house rules"),
    roles.AUDIT: _("read what happened in the club"),
    roles.HAND_OVER: _("hand the club over"),
}
SHOWN: Mapping[str, Promise] = {
    "full": _("full name"),
    "initials": _("initials"),
    "anonymous": _("anonymous"),
}
REMOVED = _("removed")
"""In place of words that are gone."""
FORMER = _("former member")


def text_for(code: str) -> str:
    """The sentence for a code in the language that is active now."""
    return str(TEXTS[code])
