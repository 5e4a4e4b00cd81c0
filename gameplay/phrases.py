"""What can be said at a table with one tap, by name; ``talkWords.js`` has the words.

No import and no language in here: a phrase is kept and sent by its name, and everybody reads it in
his own language.
"""

from __future__ import annotations

SOCIAL = (
    "good_evening",
    "good_luck",
    "one_moment",
    "well_played",
    "bad_luck",
    "sorry",
    "thanks",
    "goodbye",
)
"""They say nothing about cards, and go wherever the table may talk."""

ABOUT_CARDS = (
    "lead_spades",
    "lead_hearts",
    "lead_clubs",
    "lead_diamonds",
    "take_it",
    "stay_under",
    "throw_high",
    "keep_low",
    "i_take_it",
    "i_go_under",
    "i_am_out",
    "yes",
    "no",
)
"""About the cards or to a partner: only where the rules let these seats confer."""

PHRASES = frozenset((*SOCIAL, *ABOUT_CARDS))
