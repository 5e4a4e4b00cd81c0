from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Event types must be known to the codec before anything reads the store.
        from clubs import codec  # noqa: F401
