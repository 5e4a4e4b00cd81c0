from django.apps import AppConfig
from django.conf import settings


class DeployConfig(AppConfig):
    """An app, so that the shell's templates, static files, texts and checks are found."""

    name = "deploy"

    def ready(self) -> None:
        from deploy import checks, connections, logs, scrubbing  # noqa: F401  (checks register)

        connections.install()
        logs.configure()
        if settings.SCRUB_UNCAUGHT:
            scrubbing.install()
