from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('gameplay', '0003_planned_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='DealFingerprint',
            fields=[
                ('fingerprint', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('deal_id', models.CharField(max_length=40)),
            ],
        ),
    ]
