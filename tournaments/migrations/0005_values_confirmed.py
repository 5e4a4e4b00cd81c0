from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_behind"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="values_confirmed",
            field=models.DateTimeField(null=True),
        ),
    ]
