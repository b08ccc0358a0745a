"""A study of games that were played already: it reads their records, and measures them as it measures its own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludarium.arena.games import Pairing
from ludarium.core.errors import RecordError
from ludarium.players.report import PlayerFailed
from ludarium.players.spec import Player
from ludarium.research.study.plan import Plan, StudyError
from ludarium.table.collection import each_game, find_files, holds_records, is_over
from ludarium.table.reading import read_record
from ludarium.table.record import Record

_NAMELESS = "–"


@dataclass(frozen=True)
class Named:
    """A player of whom only the name is known."""

    text: str
    seconds: float | None = None

    def open(self, options: Mapping[str, object]) -> Player:
        raise PlayerFailed("died", self.text)


@dataclass(frozen=True)
class RecordedPlan(Plan):
    """The recorded games of one ruleset: each one's text, and which of the players sat where."""

    records: Sequence[str] = ()
    seatings: Sequence[tuple[int, ...]] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", int(self.ruleset.new(self.options).seats))

    @property
    def size(self) -> int:
        return len(self.records)

    def game(self, number: int) -> Pairing:
        return Pairing(number, number, 0, self.seatings[number])

    def record(self, number: int) -> str:
        return self.records[number]

    def header(self) -> dict[str, object]:
        return {**super().header(), "records": len(self.records)}


def read_recorded(places: Sequence[Path], most: int, judging: int, seed: int) -> tuple[list[RecordedPlan], int]:
    """The games recorded in files, and in all that are in folders: a plan for each ruleset; and how many there are in
    all that are over. No more than ``most`` are studied, spread evenly over them.
    """
    files = [file for file in find_files(places) if file in places or holds_records(file)]
    found = [(file, line, text) for file in files for line, text in each_game(file)]
    over = [one for one in found if is_over(one[2])]
    if not over:
        raise StudyError("records_none", places=[str(place) for place in places])
    chosen = [over[len(over) * place // most] for place in range(most)] if len(over) > most else over
    by_ruleset: dict[str, list[Record]] = {}
    for file, line, text in chosen:
        try:
            record = read_record(text, first_line=line)
        except RecordError as error:
            error.file = str(file)
            raise
        by_ruleset.setdefault(record.table.ruleset.name, []).append(record)
    return [_plan(records, judging, seed) for records in by_ruleset.values()], len(over)


def _plan(records: Sequence[Record], judging: int, seed: int) -> RecordedPlan:
    first = records[0].table
    if len({json.dumps(record.table.changed, sort_keys=True) for record in records}) > 1:
        raise StudyError("records_options", ruleset=first.ruleset.name)
    names = list(dict.fromkeys(name or _NAMELESS for record in records for name in record.table.players))
    return RecordedPlan(
        ruleset=first.ruleset,
        options=first.changed,
        players=[Named(name) for name in names],
        games=len(records),
        seed=seed,
        judging=judging,
        records=[record.text() for record in records],
        seatings=[tuple(names.index(name or _NAMELESS) for name in record.table.players) for record in records],
    )
