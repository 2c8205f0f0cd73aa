"""The tables as the code of this version sees them; migrations bring a file to this state."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

session = Table(
    "session",
    metadata,
    Column("id", Integer, primary_key=True),
    # SHA-256 of the cookie's token: who reads the file cannot act as anybody.
    Column("token_hash", LargeBinary(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("token_hash"),
)

game = Table(
    "game",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", Integer, ForeignKey("session.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # A projection of the events, for lists; rebuilt from them at will.
    Column("summary", Text, nullable=False),
    Index("ix_game_owner_created", "owner", "created"),
)

game_event = Table(
    "game_event",
    metadata,
    Column("game_id", String(24), ForeignKey("game.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game_id", "seq"),
    sqlite_with_rowid=False,
)

game_command = Table(
    "game_command",
    metadata,
    Column("game_id", String(24), ForeignKey("game.id"), nullable=False),
    Column("command_id", String(64), nullable=False),
    # What the command said, so that an id used for something else is noticed.
    Column("digest", LargeBinary(32), nullable=False),
    Column("seq", Integer, nullable=False),
    PrimaryKeyConstraint("game_id", "command_id"),
    sqlite_with_rowid=False,
)
