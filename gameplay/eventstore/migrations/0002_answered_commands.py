"""Ids of commands to which nothing had to happen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="AnsweredCommand",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("stream", models.TextField()),
                ("command_id", models.TextField()),
                ("actor", models.TextField()),
                ("command_digest", models.BinaryField()),
                ("version", models.BigIntegerField()),
                ("time", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream", "command_id"), name="eventstore_answered"
                    ),
                ],
            },
        ),
    ]
