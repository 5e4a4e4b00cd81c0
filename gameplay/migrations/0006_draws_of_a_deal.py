from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("gameplay", "0005_how_a_board_went"),
    ]

    operations = [
        migrations.AddField(
            model_name="sealeddeal",
            name="draws_sealed",
            field=models.BinaryField(default=bytes),
        ),
    ]
