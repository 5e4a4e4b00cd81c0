"""The event table, the same on both databases but for PostgreSQL's transaction column.

SQL beyond the model: ``xid`` with its index for the feed (PostgreSQL), and triggers that
refuse changes. SQLite has no trigger against deletion, because Django empties tables between
tests with DELETE there; on PostgreSQL it truncates.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

POSTGRESQL = (
    """
    ALTER TABLE eventstore_storedevent
        ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id()
    """,
    "CREATE INDEX eventstore_feed ON eventstore_storedevent (xid, position)",
    """
    CREATE FUNCTION eventstore_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'events are never changed'; END $$
    """,
    """
    CREATE TRIGGER eventstore_append_only BEFORE UPDATE OR DELETE ON eventstore_storedevent
        FOR EACH ROW EXECUTE FUNCTION eventstore_refuse_change()
    """,
)
POSTGRESQL_BACK = (
    "DROP TRIGGER eventstore_append_only ON eventstore_storedevent",
    "DROP FUNCTION eventstore_refuse_change()",
)
SQLITE = (
    """
    CREATE TRIGGER eventstore_append_only BEFORE UPDATE ON eventstore_storedevent
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END
    """,
)
SQLITE_BACK = ("DROP TRIGGER eventstore_append_only",)


def forwards(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}[schema_editor.connection.vendor]
    for statement in statements:
        schema_editor.execute(statement)


def backwards(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    statements = {"postgresql": POSTGRESQL_BACK, "sqlite": SQLITE_BACK}
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="PersonalText",
            fields=[
                ("id", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("subject", models.BigIntegerField(db_index=True)),
                ("text", models.TextField()),
                ("salt", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="StoredEvent",
            fields=[
                ("position", models.BigAutoField(primary_key=True, serialize=False)),
                ("stream", models.TextField()),
                ("version", models.BigIntegerField()),
                ("command_index", models.IntegerField()),
                ("type", models.TextField()),
                ("schema", models.IntegerField()),
                ("actor", models.TextField()),
                ("cause", models.TextField()),
                ("command_id", models.TextField()),
                ("command_digest", models.BinaryField()),
                ("time", models.BigIntegerField()),
                ("payload", models.TextField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "version"), name="eventstore_version"),
                    models.UniqueConstraint(
                        fields=("stream", "command_id", "command_index"),
                        name="eventstore_command",
                    ),
                ],
            },
        ),
        migrations.RunPython(forwards, backwards),
    ]
