from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_watching")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="language",
            field=models.CharField(default="nl", max_length=5),
        ),
    ]
