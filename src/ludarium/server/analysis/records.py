"""Records, read for analysis: a game that was kept as a file, or that was played at a table."""

from typing import cast

from ludarium.server import wire
from ludarium.server.errors import AnalysisError
from ludarium.server.pictures import outcome_told
from ludarium.server.requests import MOST_STEPS
from ludarium.table import Table
from ludarium.table.series import read_games

_MOST_ITEMS = 60_000  # lines and steps of a text: a series of many long games


def read_text(text: str, locale: str) -> wire.RecordRead:
    """The games that a text records; ``RecordError`` says in which line something is wrong."""
    if text.count("\n") + text.count(",") > _MOST_ITEMS:
        raise AnalysisError("record_long", 413, most=MOST_STEPS)
    return wire.RecordRead([_game(record.table, locale) for record in read_games(text, repair=True)])


def _game(table: Table, locale: str) -> wire.RecordGame:
    if len(table.history.steps) > MOST_STEPS:
        raise AnalysisError("record_long", 413, most=MOST_STEPS)
    outcome = table.outcome
    return wire.RecordGame(
        game=table.game.name,
        title=str(table.game.words(locale).sections["name"]),
        players=list(table.players),
        outcome=None if outcome is None else outcome_told(table.game, outcome, locale),
        start=start_of(table),
    )


def start_of(table: Table) -> wire.PositionStart:
    """All of a table's game. It begins from a written position: that says what the seed decided, and what a game of a
    series took over from the one before.
    """
    options = cast(dict[str, wire.OptionValue], {**table.changed, **table.drawn})
    start = table.game.position_text(table.history.states[0])
    return wire.PositionStart(
        table.ruleset.name, options, 0, start, [taken.text for taken in table.history.taken], None
    )
