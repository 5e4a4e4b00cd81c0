from clubs.models.access import AccessToken, Scope
from clubs.models.club import Club, ClubInvitation, Evening, ImportDraft, Membership
from clubs.models.user import CardIndex, CardSize, Language, Shown, Theme, User

__all__ = [
    "AccessToken",
    "CardIndex",
    "CardSize",
    "Club",
    "ClubInvitation",
    "Evening",
    "ImportDraft",
    "Language",
    "Membership",
    "Scope",
    "Shown",
    "Theme",
    "User",
]
