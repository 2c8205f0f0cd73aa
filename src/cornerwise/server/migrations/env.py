"""Alembic's entry: runs on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from cornerwise.server.tables import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    # SQLite cannot alter most things in place.
    render_as_batch=True,
)
# The store has begun a transaction: all steps are taken or none.
context.run_migrations()
