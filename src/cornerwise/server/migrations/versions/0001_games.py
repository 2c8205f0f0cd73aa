"""Sessions, games, their events and the commands that made them.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "session",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("token_hash", name="uq_session_token_hash"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column(
            "owner",
            sa.Integer,
            sa.ForeignKey("session.id", name="fk_game_owner_session"),
            nullable=False,
        ),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("ix_game_owner_created", "game", ["owner", "created"])
    op.create_table(
        "game_event",
        sa.Column(
            "game_id",
            sa.String(24),
            sa.ForeignKey("game.id", name="fk_game_event_game_id_game"),
            nullable=False,
        ),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_game_event"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "game_command",
        sa.Column(
            "game_id",
            sa.String(24),
            sa.ForeignKey("game.id", name="fk_game_command_game_id_game"),
            nullable=False,
        ),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "command_id", name="pk_game_command"),
        sqlite_with_rowid=False,
    )
    # Events are append-only: the file itself refuses to rewrite one. (Deleting a whole game,
    # its row first, is allowed.)
    op.execute(
        "CREATE TRIGGER game_event_keep BEFORE UPDATE ON game_event "
        "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
    )


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP TRIGGER game_event_keep")
    for name in ("game_command", "game_event", "game", "session"):
        op.drop_table(name)
