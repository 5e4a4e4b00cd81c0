from django.apps import AppConfig


class DeployConfig(AppConfig):
    """An app, so that the shell's templates, static files, texts and checks are found."""

    name = "deploy"

    def ready(self) -> None:
        from deploy import checks, connections  # noqa: F401  (checks register themselves)

        connections.install()
