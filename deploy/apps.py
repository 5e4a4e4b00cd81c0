from django.apps import AppConfig
from django.conf import settings


class DeployConfig(AppConfig):
    """An app, so that the shell's templates, static files, texts and checks are found."""

    name = "deploy"

    def ready(self) -> None:
        from deploy import checks, connections, logs, scrubbing, support  # noqa: F401  (checks register)
        from gameplay import report_pages

        connections.install()
        report_pages.register_trust(support.site.has_permission)
        logs.configure()
        if settings.SCRUB_UNCAUGHT:
            scrubbing.install()
