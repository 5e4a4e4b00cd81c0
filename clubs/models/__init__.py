from clubs.models.user import CardIndex, CardSize, Language, Theme, User

__all__ = ["CardIndex", "CardSize", "Language", "Theme", "User"]
