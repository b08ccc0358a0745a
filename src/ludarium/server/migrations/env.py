"""What Alembic runs: the migrations, all or none, in the connection that it was given."""

from alembic import context

from ludarium.server.store import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
