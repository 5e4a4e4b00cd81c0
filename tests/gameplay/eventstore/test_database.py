"""What only a store on a database can get wrong: transactions, queries, changes behind its back."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connections, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from gameplay.eventstore import store
from gameplay.eventstore.models import PersonalText, StoredEvent
from gameplay.eventstore.store import AlreadyDone, StaleVersion
from tests.contracts.event_store import NINE, NOON, TEN, play


def append(alias, *events, at, id, **how):  # noqa: A002
    """Without a transaction of its own."""
    return store.append(
        "game-1",
        events,
        expected_version=at,
        command_id=id,
        actor="user:7",
        now=NOON,
        using=alias,
        **how,
    )


def test_an_append_with_the_head_given_is_one_statement(database_store):
    alias = database_store.alias
    head = play(database_store, NINE, at=0, id="c1")
    with transaction.atomic(using=alias), CaptureQueriesContext(connections[alias]) as queries:
        append(alias, NINE, at=1, id="c2", head=head.hash)
    assert [query["sql"].split()[0] for query in queries if "sql" in query] == ["INSERT"]


def test_an_append_stands_and_falls_with_its_transaction(database_store):
    alias = database_store.alias
    with transaction.atomic(using=alias):
        append(alias, NINE, at=0, id="c1")
        transaction.set_rollback(True, using=alias)
    assert database_store.version("game-1") == 0


def test_an_append_outside_a_transaction_is_refused(database_store):
    with pytest.raises(TransactionManagementError):
        append(database_store.alias, NINE, at=0, id="c1")


@pytest.mark.parametrize("refusal", [StaleVersion, AlreadyDone])
def test_a_refused_append_takes_the_rest_of_its_transaction_with_it(database_store, refusal):
    """Even if a handler swallows the refusal: its projections must not stand alone."""
    alias = database_store.alias
    play(database_store, NINE, at=0, id="c1")
    id_ = "c1" if refusal is AlreadyDone else "c2"
    with transaction.atomic(using=alias):
        store.save_text(7, "projected too soon", using=alias)
        with pytest.raises(refusal):
            append(alias, NINE, at=0, id=id_)
        with pytest.raises(TransactionManagementError):
            database_store.version("game-1")
    assert not PersonalText.objects.using(alias).exists()


def test_a_refused_append_in_a_savepoint_leaves_the_outer_transaction_usable(database_store):
    alias = database_store.alias
    play(database_store, NINE, at=0, id="c1")
    with transaction.atomic(using=alias):
        with pytest.raises(StaleVersion), transaction.atomic(using=alias):
            append(alias, TEN, at=0, id="c2")
        append(alias, TEN, at=database_store.version("game-1"), id="c2")
    assert database_store.version("game-1") == 2


def test_an_import_of_thousands_of_events_is_one_append(database_store):
    head = play(database_store, *[NINE] * 2500, at=0, id="import")
    assert head == database_store.head("game-1")
    assert head.version == 2500


def test_the_database_refuses_to_change_an_event(database_store):
    play(database_store, NINE, at=0, id="c1")
    with pytest.raises(DatabaseError, match="never changed"):
        database_store.execute("UPDATE eventstore_storedevent SET actor = 'user:8'")
    assert database_store.load("game-1")[0].actor == "user:7"


@pytest.mark.services
def test_postgresql_refuses_to_delete_an_event(postgresql_store):
    play(postgresql_store, NINE, at=0, id="c1")
    with pytest.raises(DatabaseError, match="never changed"):
        postgresql_store.execute("DELETE FROM eventstore_storedevent")


def test_the_model_refuses_to_change_an_event(database_store):
    play(database_store, NINE, at=0, id="c1")
    rows = StoredEvent.objects.using(database_store.alias)
    row = rows.get()
    for change in (
        row.save,
        row.delete,
        rows.delete,
        lambda: rows.update(actor="user:8"),
        lambda: rows.create(stream="game-1"),
        lambda: rows.bulk_create([StoredEvent()]),
    ):
        with pytest.raises(TypeError, match="events are"):
            change()
    assert str(row) == "game-1 1 CardPlayed"


def test_erasing_a_text_leaves_neither_text_nor_salt(database_store):
    saved = database_store.save_text(7, "Tante Jo")
    database_store.erase_texts(7)
    assert not PersonalText.objects.using(database_store.alias).filter(pk=saved.id).exists()


def test_a_text_is_saved_with_its_event_or_not_at_all(database_store):
    alias = database_store.alias
    with transaction.atomic(using=alias):
        saved = store.save_text(7, "Tante Jo", using=alias)
        transaction.set_rollback(True, using=alias)
    assert database_store.read_text(saved.id) is None
