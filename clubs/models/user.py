"""People. What they do at a table refers to them by id only."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs import naming


class Language(models.TextChoices):
    BROWSER = "", _("as my browser says")
    DUTCH = "nl", "Nederlands"
    ENGLISH = "en", "English"
    GERMAN = "de", "Deutsch"


class Theme(models.TextChoices):
    SYSTEM = "", _("as my device says")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")
    CONTRAST = "contrast", _("high contrast")


class CardIndex(models.TextChoices):
    """The letters on the court cards."""

    DUTCH = "nl", "A H V B"
    ENGLISH = "en", "A K Q J"
    GERMAN = "de", "A K D B"


def letters_of_the_page() -> str:
    """What somebody who signs up in English reads on the cards; Dutch for want of anything else."""
    language = (get_language() or "")[:2]
    return language if language in CardIndex.values else CardIndex.DUTCH


class CardSize(models.TextChoices):
    NORMAL = "", _("normal")
    LARGE = "xl", _("large")


class PlayBy(models.TextChoices):
    """How a card leaves the hand; keys and a tap with the button beside it always work as well."""

    TAP = "", _("a tap")
    DOUBLE = "double", _("two quick taps")
    DRAG = "drag", _("drag it to the table")


class Pace(models.TextChoices):
    """How long a complete trick stays before it goes to its winner."""

    CALM = "", _("one second")
    FAST = "fast", _("play on quickly")
    TAP = "tap", _("until I tap it")


class Shown(models.TextChoices):
    """How others read of somebody, at tables, in rankings and in clubs alike."""

    FULL = "full", _("my full name")
    INITIALS = "initials", _("my initials")
    ANONYMOUS = "anonymous", _("nothing: anonymous")


class User(AbstractUser):
    """Somebody with a name at the table, and how they like to see it."""

    # Names are free text and no part of a sign-in: one field says what others see.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    display_name = models.CharField(
        _("name at the table"),
        max_length=40,
        blank=True,
        help_text=_("What others see. Left empty, it is your user name."),
    )
    shown = models.CharField(
        _("what others see of my name"),
        max_length=10,
        default=Shown.FULL,
        choices=Shown,
        help_text=_("At the tables, in rankings and in your clubs, from now on and of before."),
    )
    is_demo = models.BooleanField(default=False, editable=False)

    language = models.CharField(
        _("language"), max_length=5, blank=True, default="", choices=Language
    )
    theme = models.CharField(_("colours"), max_length=10, blank=True, default="", choices=Theme)
    card_index = models.CharField(
        _("letters on the cards"), max_length=2, default=letters_of_the_page, choices=CardIndex
    )
    card_size = models.CharField(
        _("size of the cards"), max_length=2, blank=True, default="", choices=CardSize
    )
    four_colour = models.BooleanField(_("a colour for each suit"), default=True)
    left_handed = models.BooleanField(
        _("fan for the left hand"),
        default=False,
        help_text=_("The letters are on the right of the cards, buttons on the left."),
    )
    play_by = models.CharField(
        _("a card is played with"), max_length=6, blank=True, default="", choices=PlayBy
    )
    confirm_play = models.BooleanField(
        _("ask before a card is played"),
        default=False,
        help_text=_("Choose a card first, then play it with a second tap."),
    )
    premove = models.BooleanField(
        _("choose a card before it is my turn"),
        default=False,
        help_text=_("It is played when your turn comes, if it is allowed. Nobody sees it before."),
    )
    pace = models.CharField(
        _("a complete trick stays"), max_length=4, blank=True, default="", choices=Pace
    )
    hints = models.BooleanField(_("say at every turn what can be done"), default=False)
    key_shortcuts = models.BooleanField(
        _("single keys work anywhere at the table"),
        default=True,
        help_text=_("Otherwise only in your hand and among the bids. ? shows all keys."),
    )
    sound = models.BooleanField(_("a soft tick when it is your turn"), default=False)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        """Without the name: this is what ends up in logs."""
        return f"<User {self.pk}>"

    @property
    def own_name(self) -> str:
        """For himself, and for who keeps the records of his club."""
        return self.display_name or self.username

    @property
    def name(self) -> str:
        """For everybody else: as this person wants it."""
        return naming.shown_as(self.own_name, self.shown)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name
