from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep_the_pace(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("clubs", "User").objects.filter(fast_play=True).update(pace="fast")


def back_to_two(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("clubs", "User").objects.filter(pace="fast").update(fast_play=True)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_german")]

    operations = [
        migrations.AddField(
            model_name='user',
            name='hints',
            field=models.BooleanField(default=False, verbose_name='say at every turn what can be done'),
        ),
        migrations.AddField(
            model_name='user',
            name='key_shortcuts',
            field=models.BooleanField(default=True, help_text='Otherwise only in your hand and among the bids. ? shows all keys.', verbose_name='single keys work anywhere at the table'),
        ),
        migrations.AddField(
            model_name='user',
            name='left_handed',
            field=models.BooleanField(default=False, help_text='The letters are on the right of the cards, buttons on the left.', verbose_name='fan for the left hand'),
        ),
        migrations.AddField(
            model_name='user',
            name='pace',
            field=models.CharField(blank=True, choices=[('', 'one second'), ('fast', 'play on quickly'), ('tap', 'until I tap it')], default='', max_length=4, verbose_name='a complete trick stays'),
        ),
        migrations.AddField(
            model_name='user',
            name='play_by',
            field=models.CharField(blank=True, choices=[('', 'a tap'), ('double', 'two quick taps'), ('drag', 'drag it to the table')], default='', max_length=6, verbose_name='a card is played with'),
        ),
        migrations.AddField(
            model_name='user',
            name='premove',
            field=models.BooleanField(default=False, help_text='It is played when your turn comes, if it is allowed. Nobody sees it before.', verbose_name='choose a card before it is my turn'),
        ),
        migrations.RunPython(keep_the_pace, back_to_two),
        migrations.RemoveField(
            model_name='user',
            name='fast_play',
        ),
    ]
