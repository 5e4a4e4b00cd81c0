"""Who sits in for whom, by name: both are told, since what is made there is the entry's."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext

from gameplay.eventstore import store
from gameplay.selectors import names_of
from tournaments.domain.championship import Championship

__all__ = ["beside", "names"]


def names(state: Championship, number: int) -> dict[str, str]:
    """By entry, who sits in for it in this round."""
    sitting = {key: one for key, one in state.desk.stand_ins.items() if one.from_round <= number}
    if not sitting:
        return {}
    people = names_of({one.user for one in sitting.values() if one.user is not None})
    written = [one.called.id for one in sitting.values() if one.called is not None]
    words = store.read_texts(written) if written else {}
    gone = gettext("somebody who has gone")

    def name(key: str) -> str:
        one = sitting[key]
        if one.player:
            return gettext("house player")
        if one.user is not None:
            return people.get(one.user, gone)
        return words.get(one.called.id, gone) if one.called is not None else gone

    return {key: name(key) for key in sitting}


def beside(names: Mapping[str, str], stand_ins: Mapping[str, str]) -> dict[str, str]:
    """“Buurman Piet (Toos)” for those who are sat in for."""
    return {
        key: f"{stand_ins[key]} ({name})" if key in stand_ins else name
        for key, name in names.items()
    }
