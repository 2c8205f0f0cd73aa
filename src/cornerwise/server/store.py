"""Storage: one thread writes, a few read, and a future says when a write is on the disk.

All writes pass through a bounded queue to one thread. It takes what waits (up to a group),
runs each job in its own savepoint of one ``BEGIN IMMEDIATE`` transaction and commits once;
only then do the futures resolve. Thus a resolved future means durably committed, and many
players share one ``fsync``.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from .settings import Settings
from .tables import game, game_command, game_event, session

log = logging.getLogger("cornerwise.server")
T = TypeVar("T")
Job = Callable[[sa.Connection], Any]


class StoreError(Exception):
    """Something could not be stored or read."""


class StoreBusy(StoreError):
    """The queue of writes is full; nothing was stored."""


class Conflict(StoreError):
    """Another writer has put events at these numbers; nothing was stored."""


class GameGone(StoreError):
    """The game does not exist (any more); nothing was stored."""


@dataclass(frozen=True)
class StoredEvent:
    """One event as it lies in the file; ``body`` is its JSON."""

    seq: int
    at: int
    body: str


@dataclass(frozen=True)
class StoredCommand:
    """A command that was carried out: what it said, and the last event it made."""

    digest: bytes
    seq: int


@dataclass(frozen=True)
class StoredGame:
    """A game with all its events and commands."""

    id: str
    owner: int
    created: int
    events: tuple[StoredEvent, ...]
    commands: dict[str, StoredCommand]


def token_hash(token: str) -> bytes:
    """What is stored of a session's token (which has 256 random bits: no salt is needed)."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Store:
    """The file of games of one server.

    ``open`` brings the file up to date and starts the threads; ``close`` finishes what was
    handed in. Methods that write return when the write is durable. All may be called from
    any event loop's thread and raise `StoreError` or its kinds.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: queue.Queue[tuple[Job, Future[Any]] | None] = queue.Queue(settings.queue_jobs)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="cornerwise-read")
        self._thread: threading.Thread | None = None
        self._writer_engine: sa.Engine | None = None
        self._reader_engine: sa.Engine | None = None
        self._closed = False

    # --- life -------------------------------------------------------------------------------

    def open(self) -> None:
        """Create or migrate the file and start. Blocks; raises `StoreError`.

        Harmless when it is open: who runs a server can open first, to see errors early.
        """
        if self._thread is not None:
            return
        path = self._settings.database
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Games and sessions are their owner's alone on a machine with several users.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(f"cannot use {str(path)!r}: {error.strerror}") from error
        self._writer_engine = _engine(path, self._settings.synchronous, readonly=False)
        self._reader_engine = _engine(path, self._settings.synchronous, readonly=True)
        try:
            migrate(self._writer_engine)
        except BaseException:
            self._dispose()
            raise
        self._thread = threading.Thread(
            target=self._write_loop, name="cornerwise-write", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Finish all waiting writes and stop. Blocks; harmless when called again."""
        if self._closed:
            return
        self._closed = True
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
        self._readers.shutdown(wait=True)
        self._dispose()

    def _dispose(self) -> None:
        for engine in (self._writer_engine, self._reader_engine):
            if engine is not None:
                engine.dispose()

    # --- the two doors ----------------------------------------------------------------------

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Run a job in the writer thread; returns its result once that is committed.

        Raises `StoreBusy` when too many wait. When the caller is cancelled the job may still
        be carried out.
        """
        if self._closed or self._thread is None:
            raise StoreError("the store is closed")
        future: Future[T] = Future()
        try:
            self._jobs.put_nowait((job, future))
        except queue.Full as error:
            raise StoreBusy("too many writes are waiting") from error
        return await asyncio.wrap_future(future)

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Run a job that only reads, beside the writer, on a snapshot of what is committed."""
        engine = self._reader_engine
        if self._closed or engine is None:
            raise StoreError("the store is closed")

        def work() -> T:
            try:
                with engine.connect() as connection:
                    return job(connection)
            except sa.exc.SQLAlchemyError as error:
                raise StoreError("the games cannot be read") from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _write_loop(self) -> None:
        engine = self._writer_engine
        assert engine is not None  # noqa: S101 -- open() made it
        while True:
            first = self._jobs.get()
            if first is None:
                return
            batch = [first]
            last = False
            while len(batch) < self._settings.group:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            _write_batch(engine, batch)
            if last:
                return

    # --- sessions ---------------------------------------------------------------------------

    async def add_session(self, token: str, at: int) -> int:
        """Store a new session; its number."""

        def job(connection: sa.Connection) -> int:
            row = connection.execute(
                session.insert().values(token_hash=token_hash(token), created=at)
            )
            key = row.inserted_primary_key
            assert key is not None  # noqa: S101 -- a plain insert has one
            return int(key[0])

        return await self.write(job)

    async def find_session(self, token: str) -> int | None:
        """The number of the session with this token."""

        def job(connection: sa.Connection) -> int | None:
            return connection.execute(
                sa.select(session.c.id).where(session.c.token_hash == token_hash(token))
            ).scalar()

        return await self.read(job)

    async def drop_idle_sessions(self, before: int) -> int:
        """Forget sessions older than `before` that own no game; how many."""

        def job(connection: sa.Connection) -> int:
            owners = sa.select(game.c.owner)
            gone = connection.execute(
                session.delete().where(session.c.created < before, session.c.id.not_in(owners))
            )
            return int(gone.rowcount)

        return await self.write(job)

    # --- games ------------------------------------------------------------------------------

    async def add_game(
        self, game_id: str, owner: int, at: int, events: Sequence[StoredEvent], summary: str
    ) -> None:
        """Store a new game with its first events."""

        def job(connection: sa.Connection) -> None:
            connection.execute(
                game.insert().values(
                    id=game_id, owner=owner, created=at, changed=at, summary=summary
                )
            )
            _insert_events(connection, game_id, events)

        await self.write(job)

    async def append(
        self,
        game_id: str,
        events: Sequence[StoredEvent],
        summary: str,
        command: tuple[str, bytes] | None = None,
    ) -> StoredCommand | None:
        """Append events (their numbers follow the last one's) and the command that made them.

        Returns None when stored; the earlier record, storing nothing, when this command id
        was carried out before. Raises `Conflict` when the numbers are taken or leave a gap
        and `GameGone` when there is no such game.
        """

        def job(connection: sa.Connection) -> StoredCommand | None:
            if command is not None:
                earlier = connection.execute(
                    sa.select(game_command.c.digest, game_command.c.seq).where(
                        game_command.c.game_id == game_id,
                        game_command.c.command_id == command[0],
                    )
                ).first()
                if earlier is not None:
                    return StoredCommand(earlier.digest, earlier.seq)
            last = connection.execute(
                sa.select(sa.func.max(game_event.c.seq)).where(game_event.c.game_id == game_id)
            ).scalar()
            if last is None:
                raise GameGone(game_id)
            if last + 1 != events[0].seq:
                raise Conflict(f"{game_id} is at {last}, not {events[0].seq - 1}")
            _insert_events(connection, game_id, events)
            if command is not None:
                connection.execute(
                    game_command.insert().values(
                        game_id=game_id,
                        command_id=command[0],
                        digest=command[1],
                        seq=events[-1].seq,
                    )
                )
            connection.execute(
                game.update()
                .where(game.c.id == game_id)
                .values(changed=events[-1].at, summary=summary)
            )
            return None

        return await self.write(job)

    async def load_game(self, game_id: str) -> StoredGame | None:
        """A game with everything in it."""

        def job(connection: sa.Connection) -> StoredGame | None:
            head = connection.execute(sa.select(game).where(game.c.id == game_id)).first()
            if head is None:
                return None
            events = connection.execute(
                sa.select(game_event.c.seq, game_event.c.at, game_event.c.body)
                .where(game_event.c.game_id == game_id)
                .order_by(game_event.c.seq)
            )
            commands = connection.execute(
                sa.select(
                    game_command.c.command_id, game_command.c.digest, game_command.c.seq
                ).where(game_command.c.game_id == game_id)
            )
            return StoredGame(
                head.id,
                head.owner,
                head.created,
                tuple(StoredEvent(row.seq, row.at, row.body) for row in events),
                {row.command_id: StoredCommand(row.digest, row.seq) for row in commands},
            )

        return await self.read(job)

    async def games_of(self, owner: int, limit: int = 200) -> list[str]:
        """The summaries (JSON) of an owner's games, newest first."""

        def job(connection: sa.Connection) -> list[str]:
            rows = connection.execute(
                sa.select(game.c.summary)
                .where(game.c.owner == owner)
                .order_by(game.c.created.desc(), game.c.id)
                .limit(limit)
            )
            return [row.summary for row in rows]

        return await self.read(job)

    async def game_ids(self) -> list[str]:
        """The ids of all games."""

        def job(connection: sa.Connection) -> list[str]:
            return list(connection.execute(sa.select(game.c.id).order_by(game.c.id)).scalars())

        return await self.read(job)

    async def set_summary(self, game_id: str, seq: int, summary: str) -> bool:
        """Replace a game's summary if it still has `seq` events; whether it has."""

        def job(connection: sa.Connection) -> bool:
            last = connection.execute(
                sa.select(sa.func.max(game_event.c.seq)).where(game_event.c.game_id == game_id)
            ).scalar()
            if last != seq:
                return False
            connection.execute(game.update().where(game.c.id == game_id).values(summary=summary))
            return True

        return await self.write(job)

    async def delete_game(self, game_id: str, owner: int) -> bool:
        """Delete a game of this owner with all that belongs to it; whether there was one."""

        def job(connection: sa.Connection) -> bool:
            found = connection.execute(
                sa.select(game.c.id).where(game.c.id == game_id, game.c.owner == owner)
            ).first()
            if found is None:
                return False
            for table in (game_command, game_event):
                connection.execute(table.delete().where(table.c.game_id == game_id))
            connection.execute(game.delete().where(game.c.id == game_id))
            return True

        return await self.write(job)


def _insert_events(connection: sa.Connection, game_id: str, events: Sequence[StoredEvent]) -> None:
    connection.execute(
        game_event.insert(),
        [{"game_id": game_id, "seq": e.seq, "at": e.at, "body": e.body} for e in events],
    )


def _write_batch(engine: sa.Engine, batch: Sequence[tuple[Job, Future[Any]]]) -> None:
    """Run a group of jobs in one transaction and tell each how it went."""
    outcomes: list[tuple[Future[Any], Any, BaseException | None]] = []
    try:
        with engine.begin() as connection:
            for job, future in batch:
                if not future.set_running_or_notify_cancel():
                    continue
                try:
                    with connection.begin_nested():
                        result = job(connection)
                except StoreError as error:
                    outcomes.append((future, None, error))
                except sa.exc.IntegrityError as error:
                    outcomes.append((future, None, _because(Conflict("taken"), error)))
                except Exception as error:
                    log.error("a write failed", exc_info=error)
                    outcomes.append((future, None, _because(StoreError("not stored"), error)))
                else:
                    outcomes.append((future, result, None))
    except Exception as error:
        # Nothing of the group is known to be stored: whoever waits must look again.
        log.error("a group of writes failed", exc_info=error)
        for _job, future in batch:
            if not future.done():
                if not future.running():
                    future.set_running_or_notify_cancel()
                with contextlib.suppress(Exception):
                    future.set_exception(_because(StoreError("not stored"), error))
        return
    for future, result, failure in outcomes:
        if failure is not None:
            future.set_exception(failure)
        else:
            future.set_result(result)


def _because(error: StoreError, cause: BaseException) -> StoreError:
    error.__cause__ = cause
    return error


def _engine(path: Path, synchronous: str, *, readonly: bool) -> sa.Engine:
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=sa.pool.QueuePool,
        pool_size=2 if readonly else 1,
        max_overflow=0,
        connect_args={"timeout": 10, "check_same_thread": False},
    )

    @sa.event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        # The driver's own idea of when to begin is off: BEGIN is ours, below.
        connection.isolation_level = None
        cursor = connection.cursor()
        if readonly:
            cursor.execute("PRAGMA query_only = ON")
        else:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute(f"PRAGMA synchronous = {'OFF' if synchronous == 'OFF' else 'FULL'}")
            cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA busy_timeout = 10000")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        # A deferred BEGIN that turns into a write fails at once when another one writes.
        connection.exec_driver_sql("BEGIN" if readonly else "BEGIN IMMEDIATE")

    return engine


def alembic_config() -> Config:
    """Alembic's settings, without a file."""
    config = Config()
    config.set_main_option(
        "script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%")
    )
    return config


def migrate(engine: sa.Engine) -> None:
    """Bring a file to this version's tables, all steps or none. Raises `StoreError`."""
    config = alembic_config()
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic_command.upgrade(config, "head")
    except CommandError as error:
        known = ScriptDirectory.from_config(config).get_current_head()
        raise StoreError(
            f"the games were stored by a newer cornerwise (this one knows {known}): {error}"
        ) from error
    except sa.exc.DatabaseError as error:
        raise StoreError(f"the file of games cannot be used: {error.orig}") from error
