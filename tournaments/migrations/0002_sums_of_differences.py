from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_the_round")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="difference_boards",
            field=models.IntegerField(default=0),
            preserve_default=False,
        ),
    ]
