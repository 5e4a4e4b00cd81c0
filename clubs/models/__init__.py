from clubs.models.club import Club, ClubInvitation, Evening, ImportDraft, Membership
from clubs.models.user import CardIndex, CardSize, Language, Shown, Theme, User

__all__ = [
    "CardIndex",
    "CardSize",
    "Club",
    "ClubInvitation",
    "Evening",
    "ImportDraft",
    "Language",
    "Membership",
    "Shown",
    "Theme",
    "User",
]
