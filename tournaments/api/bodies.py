"""What is sent with a request: the shape in which it is read, and described in the schema."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from clubs.api.shapes import Reason, Shape
from tournaments.api.serializers import (
    CARDS,
    GIVEN_BACK,
    PLACES,
    PLAN,
    RESERVE,
    SECONDS,
    STAND_IN,
    TARIFF,
    UNDO,
    VENUE,
)


class Extension(Reason):
    minutes = serializers.IntegerField(min_value=1, max_value=600)


class HousePlayers(Shape):
    players = serializers.IntegerField(
        min_value=1,
        max_value=400,
        help_text=_("How many there shall be; those who have withdrawn are counted too."),
    )


class Entering(Shape):
    place = serializers.ChoiceField(
        choices=PLACES, required=False, help_text=_("In a hybrid event; left out, online.")
    )


class Place(Shape):
    place = serializers.ChoiceField(choices=PLACES)


class PlannedSession(Shape):
    starts = serializers.CharField(
        help_text=_("Wall time in the tournament's zone, or an instant that ends in Z.")
    )
    starts_offset = serializers.CharField(
        required=False, help_text=_("Which one, where a wall time occurs twice: +02:00.")
    )
    rounds = serializers.IntegerField(required=False)
    round_starts = serializers.ListField(child=serializers.CharField(), required=False)


class Settings(Shape):
    """For the schema only: the service reads and judges the settings as they were sent."""

    title = serializers.CharField()
    sessions = PlannedSession(many=True)
    zone = serializers.CharField(required=False)
    ruleset = serializers.CharField(required=False)
    options = serializers.DictField(required=False)
    policy = serializers.ChoiceField(choices=["board", "live"], required=False)
    ranked = serializers.BooleanField(required=False)
    primary = serializers.ChoiceField(
        choices=["matchpoints", "difference", "points", "total"], required=False
    )
    head_to_head_min = serializers.IntegerField(required=False)
    boards = serializers.IntegerField(required=False, help_text=_("In each round."))
    capacity = serializers.IntegerField(required=False)
    auto_start = serializers.BooleanField(required=False)
    generator = serializers.CharField(required=False)
    dessert = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=_("The pass games that are the last boards of every session."),
    )
    chat = serializers.ChoiceField(choices=["between", "open", "shut"], required=False)
    undo = serializers.BooleanField(required=False, help_text=UNDO)
    delay = serializers.IntegerField(
        required=False,
        help_text=_("Minutes after its release that the featured table's board is shown."),
    )
    language = serializers.ChoiceField(choices=["nl", "en", "de"], required=False)
    action_seconds = serializers.IntegerField(required=False, help_text=SECONDS)
    board_reserve = serializers.IntegerField(required=False, help_text=RESERVE)
    stand_in_after = serializers.IntegerField(required=False, help_text=STAND_IN)
    given_back = serializers.ChoiceField(
        choices=["at_once", "board"], required=False, help_text=GIVEN_BACK
    )
    venue = serializers.ChoiceField(
        choices=["online", "hall", "hybrid"], required=False, help_text=VENUE
    )
    cards = serializers.ChoiceField(choices=["duplicate", "own"], required=False, help_text=CARDS)
    plan = serializers.ChoiceField(choices=["meet", "draw"], required=False, help_text=PLAN)
    tariff = serializers.IntegerField(required=False, help_text=TARIFF)
    round_minutes = serializers.IntegerField(required=False)
    round_break_minutes = serializers.IntegerField(required=False)
    session_break_minutes = serializers.IntegerField(required=False)
