from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_dessert")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="chat",
            field=models.CharField(default="between", max_length=12),
        ),
    ]
