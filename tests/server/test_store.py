from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from cornerwise.server.settings import Settings
from cornerwise.server.store import (
    Conflict,
    GameGone,
    Store,
    StoreBusy,
    StoredCommand,
    StoredEvent,
    StoreError,
    alembic_config,
    migrate,
)
from cornerwise.server.tables import game_event, metadata


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "deep" / "data")


@pytest.fixture
async def store(settings: Settings) -> AsyncIterator[Store]:
    one = Store(settings)
    one.open()
    yield one
    one.close()


def event(seq: int, body: str = "{}") -> StoredEvent:
    return StoredEvent(seq, 1000 + seq, body)


async def make(store: Store, game_id: str = "g") -> int:
    owner = await store.add_session(f"token of {game_id}", 1)
    await store.add_game(game_id, owner, 1, [event(1)], '{"n":1}')
    return owner


async def test_what_is_stored_is_there_after_opening_again(settings: Settings) -> None:
    store = Store(settings)
    store.open()
    owner = await make(store)
    assert await store.append("g", [event(2), event(3)], '{"n":3}', ("c", b"d")) is None
    store.close()
    again = Store(settings)
    again.open()
    found = await again.load_game("g")
    assert found is not None
    assert found.owner == owner
    assert found.events == (event(1), event(2), event(3))
    assert found.commands == {"c": StoredCommand(b"d", 3)}
    assert await again.find_session("token of g") == owner
    assert await again.games_of(owner) == ['{"n":3}']
    again.close()


async def test_the_file_is_the_owners_alone_and_holds_no_token(
    settings: Settings, store: Store
) -> None:
    await make(store)
    assert stat.S_IMODE(settings.database.stat().st_mode) == 0o600
    everything = b"".join(p.read_bytes() for p in settings.data_dir.iterdir())
    assert b"token of g" not in everything


async def test_numbers_are_dense_and_taken_once(store: Store) -> None:
    await make(store)
    for wrong in (1, 3):
        with pytest.raises(Conflict):
            await store.append("g", [event(wrong)], "{}")
    await store.append("g", [event(2)], "{}")
    with pytest.raises(Conflict):
        await store.append("g", [event(2)], "{}")
    with pytest.raises(GameGone):
        await store.append("none", [event(2)], "{}")
    found = await store.load_game("g")
    assert found is not None
    assert [e.seq for e in found.events] == [1, 2]


async def test_a_command_id_acts_once(store: Store) -> None:
    await make(store)
    assert await store.append("g", [event(2)], "{}", ("id", b"one")) is None
    assert await store.append("g", [event(3)], "{}", ("id", b"one")) == StoredCommand(b"one", 2)
    found = await store.load_game("g")
    assert found is not None
    assert len(found.events) == 2


async def test_events_cannot_be_rewritten(store: Store) -> None:
    await make(store)
    with pytest.raises(StoreError):
        await store.write(lambda c: c.execute(game_event.update().values(body="lies")))
    found = await store.load_game("g")
    assert found is not None
    assert found.events[0].body == "{}"


async def test_one_bad_job_spoils_no_other_of_its_group(store: Store) -> None:
    await make(store)
    gate = threading.Event()
    blocking = asyncio.create_task(store.write(lambda c: gate.wait()))
    await asyncio.sleep(0)
    jobs = [asyncio.create_task(store.append("g", [event(seq)], "{}")) for seq in (2, 2, 3, 9, 4)]
    await asyncio.sleep(0.05)
    gate.set()
    await blocking
    results = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(r) for r in results] == [type(None), Conflict, type(None), Conflict, type(None)]
    found = await store.load_game("g")
    assert found is not None
    assert [e.seq for e in found.events] == [1, 2, 3, 4]


async def test_a_full_queue_says_so_and_stores_nothing(tmp_path: Path) -> None:
    store = Store(Settings(data_dir=tmp_path, queue_jobs=2))
    store.open()
    await make(store)
    gate = threading.Event()
    started = threading.Event()

    def block(_connection: sa.Connection) -> None:
        started.set()
        gate.wait()

    tasks = [asyncio.create_task(store.write(block))]
    await asyncio.to_thread(started.wait)
    tasks += [asyncio.create_task(store.write(lambda c: None)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreBusy):
        await store.append("g", [event(2)], "{}")
    gate.set()
    await asyncio.gather(*tasks)
    found = await store.load_game("g")
    assert found is not None
    assert len(found.events) == 1
    store.close()


async def test_readers_see_only_what_is_committed(store: Store) -> None:
    await make(store)
    inside, gate = threading.Event(), threading.Event()

    def half(connection: sa.Connection) -> None:
        connection.execute(game_event.insert().values(game_id="g", seq=2, at=1, body="{}"))
        inside.set()
        gate.wait()

    task = asyncio.create_task(store.write(half))
    await asyncio.to_thread(inside.wait)
    found = await store.load_game("g")
    gate.set()
    await task
    assert found is not None
    assert len(found.events) == 1
    with pytest.raises(StoreError):
        await store.read(lambda c: c.execute(game_event.delete()))


async def test_deleting_needs_the_owner_and_takes_everything(store: Store) -> None:
    owner = await make(store)
    other = await make(store, "h")
    await store.append("g", [event(2)], "{}", ("c", b"d"))
    assert not await store.delete_game("g", other)
    assert await store.delete_game("g", owner)
    assert await store.load_game("g") is None
    assert await store.load_game("h") is not None
    left = await store.read(
        lambda c: c.execute(sa.select(sa.func.count()).select_from(game_event)).scalar()
    )
    assert left == 1


async def test_only_idle_sessions_without_games_are_forgotten(store: Store) -> None:
    owner = await make(store)
    await store.add_session("idle", 5)
    fresh = await store.add_session("fresh", 50)
    assert await store.drop_idle_sessions(10) == 1
    assert await store.find_session("token of g") == owner
    assert await store.find_session("idle") is None
    assert await store.find_session("fresh") == fresh


def test_migrations_end_at_the_tables_of_the_code(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'm.sqlite3'}")
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    config = alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic_command.downgrade(config, "base")
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()


def test_a_file_of_a_newer_version_is_left_alone(settings: Settings) -> None:
    store = Store(settings)
    store.open()
    store.close()
    connection = sqlite3.connect(settings.database)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="newer cornerwise"):
        Store(settings).open()


@pytest.mark.parametrize("rubbish", [b"this is no database at all" * 99, b"\0" * 5000])
def test_a_file_that_is_no_database_is_refused(settings: Settings, rubbish: bytes) -> None:
    settings.data_dir.mkdir(parents=True)
    settings.database.write_bytes(rubbish)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(settings).open()
    assert settings.database.read_bytes() == rubbish


def test_a_folder_that_cannot_be_is_refused(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("a file")
    with pytest.raises(StoreError, match="cannot use"):
        Store(replace(settings)).open()


async def test_a_closed_store_takes_nothing(settings: Settings) -> None:
    store = Store(settings)
    with pytest.raises(StoreError):
        await store.games_of(1)
    store.open()
    store.close()
    store.close()
    with pytest.raises(StoreError):
        await make(store)
