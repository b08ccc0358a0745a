"""A series: several games played as one, in sets. Its record is the records of its games, one after the other."""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from ludarium.core.errors import NotAllowed, RecordError
from ludarium.core.game import Outcome, Ruleset, find_ruleset
from ludarium.core.options import shortened
from ludarium.core.state import State
from ludarium.table.reading import Reading, number_lines, read_file, read_interrupted, read_record
from ludarium.table.record import Record
from ludarium.table.sheet import FORMAT, is_remark
from ludarium.table.table import Table

SERIES_FORMAT = "ludarium-series 1"
MOST = 100  # games in a set, sets in a match

_GAME = re.compile(rf"^{re.escape(FORMAT)}\r?$", re.MULTILINE)
_LENGTH = re.compile(r"(games|sets): ([0-9]{1,4})")


def read_games(text: str, secret: str | None = None, *, repair: bool = False) -> list[Record]:
    """The games that a text records: one, several one after the other, or those of a series; ``RecordError`` if it
    records none.
    """
    if text.startswith(SERIES_FORMAT):
        return Match.read(text, repair=repair).records
    games = split_games(text)
    if len(games) < 2 or not text.startswith(FORMAT):
        return [read_record(text, secret, repair=repair)]
    number_lines(text)
    return [read_record(game, repair=repair and game is games[-1][1], first_line=line) for line, game in games]


def split_games(text: str) -> list[tuple[int, str]]:
    """The records in a text, each with the number of its first line."""
    begins = [found.start() for found in _GAME.finditer(text)]
    games, line, before = [], 1, 0
    for start, end in pairwise([*begins, len(text)]):
        line += text.count("\n", before, start)
        games.append((line, text[start:end]))
        before = start
    return games


def read_length(text: str) -> int:
    """How many games belong to what a text records: one, or those of a series."""
    if not text.startswith(SERIES_FORMAT):
        return 1
    found = split_games(text)
    games, sets = _read_head(text[: len(text) - sum(len(game) for _, game in found)])
    return games * sets


class Match:
    """A series being played: all games are played, and who won more sets, then more games, has won it.

    The first game of a set starts afresh; another one from what ``Game.next_game`` makes of the game before it.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        players: Sequence[str] = (),
        *,
        games: int | None = None,
        sets: int | None = None,
    ) -> None:
        self.ruleset = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        usual = self.ruleset.game.series
        if usual is None:
            raise NotAllowed("series_none", ruleset=self.ruleset.name)
        self.games = _length(usual.games if games is None else games)
        self.sets = _length(usual.sets if sets is None else sets)
        self.options = dict(options or {})
        self.seed = seed
        self.players = tuple(players)
        self.records: list[Record] = []
        self._path: Path | None = None
        self._date = ""
        self._header = f"{SERIES_FORMAT}\ngames: {self.games}\nsets: {self.sets}\n\n"

    def begin(self, path: Path | None = None, date: str = "") -> Table:
        """Begin the first game, and a record in a new file if one is named."""
        self._path, self._date = path, date
        return self._begin(self._new_table())

    @classmethod
    def read(cls, text: str, *, repair: bool = False) -> "Match":
        """The series that a text records; ``RecordError`` if it is none."""
        return cls._read(text, repair)[0]

    @classmethod
    def open(cls, path: Path, *, repair: bool = False) -> "Match":
        """The series in a file, to be played on."""
        text = read_file(path)
        match, last, before = cls._read(text, repair)
        match._path = path
        last.record.go_on(path, last.kept, last.missing, None, before)
        return match

    @classmethod
    def _read(cls, text: str, repair: bool) -> tuple["Match", Reading, str]:
        """The series, its last game as it was read, and the text before that."""
        number_lines(text)
        found = split_games(text)
        head = text[: len(text) - sum(len(game) for _, game in found)]
        games, sets = _read_head(head)
        if not found:
            raise RecordError(text.count("\n") + 1, "record_lacks", part=FORMAT)
        lines = [line for line, _ in found]
        readings = [read_interrupted(game, None, repair and game is found[-1][1], line) for line, game in found]
        first = readings[0].record.table
        try:
            match = cls(first.ruleset, first.changed, first.seed, first.players, games=games, sets=sets)
        except NotAllowed as error:
            raise RecordError(lines[0], error.key, cause=error) from error
        match._header = head
        for reading, line in zip(readings, lines, strict=True):
            match._check(reading.record.table, line)
            match.records.append(reading.record)
            if reading is not readings[-1] and (match.table.outcome is None or reading.missing):
                raise RecordError(lines[len(match.records)], "record_series_early")
        return match, readings[-1], text.removesuffix(found[-1][1])

    def _check(self, table: Table, line: int) -> None:
        """See that a game which was read is the next one of the series."""
        if len(self.records) == self.games * self.sets:
            raise RecordError(line, "series_over")
        should = self._new_table()
        if (table.ruleset, table.options, table.players) != (should.ruleset, should.options, should.players):
            raise RecordError(line, "record_series_other")
        if table.history.states[0] != should.history.states[0]:
            expected = self.ruleset.game.position_text(should.history.states[0])
            raise RecordError(line, "record_series_start", expected=expected)

    @property
    def record(self) -> Record:
        """The record of the game being played, or of the last one."""
        return self.records[-1]

    @property
    def table(self) -> Table:
        return self.record.table

    @property
    def place(self) -> tuple[int, int]:
        """The set and the game in it, both counted from 1."""
        return self._place(len(self.records) - 1)

    def _place(self, number: int) -> tuple[int, int]:
        return number // self.games + 1, number % self.games + 1

    def next(self) -> Table:
        """Begin the next game; its table."""
        if self.table.outcome is None:
            raise NotAllowed("series_running")
        if len(self.records) == self.games * self.sets:
            raise NotAllowed("series_over")
        return self._begin(self._new_table())

    def move_to(self, path: Path) -> None:
        """Write all games to a new file, and go on there."""
        self.record.move_to(path)
        self._path = path

    def text(self) -> str:
        return self._header + "".join(record.text() for record in self.records)

    # --- the score --------------------------------------------------------------------------------------------------
    def games_won(self, of_set: int | None = None) -> list[int]:
        """How many games each seat has won, in one set (1, 2, …) or in all."""
        records = self.records if of_set is None else self.records[(of_set - 1) * self.games :][: self.games]
        won = [0] * self.table.state.seats
        for record in records:
            for seat in record.table.outcome.winners if record.table.outcome else ():
                won[seat] += 1
        return won

    def sets_won(self) -> list[int]:
        """How many of the sets that are over each seat has taken, by winning more of its games than any other."""
        won = [0] * self.table.state.seats
        for number in range(1, self._games_over() // self.games + 1):
            best = _leaders(self.games_won(number))
            if len(best) == 1:
                won[best[0]] += 1
        return won

    @property
    def outcome(self) -> Outcome | None:
        """How the series ended; ``sets``, ``games`` or ``equal`` says what decided."""
        if self._games_over() < self.games * self.sets:
            return None
        sets, games = self.sets_won(), self.games_won()
        best = _leaders(sets)
        if len(best) == 1:
            return Outcome(tuple(best), "sets", "")
        most = max(games[seat] for seat in best)
        best = [seat for seat in best if games[seat] == most]
        if len(best) == len(games):
            return Outcome((), "equal", "")
        return Outcome(tuple(best), "games", "")

    def _games_over(self) -> int:
        return len(self.records) - (self.table.outcome is None)

    # --- the games --------------------------------------------------------------------------------------------------
    def _new_table(self) -> Table:
        return Table(self.ruleset, self.options, self.seed + len(self.records), self.players, start=self._start())

    def _start(self) -> State | None:
        """Where the next game starts from, if not afresh."""
        number = len(self.records) % self.games + 1
        return None if number == 1 else self.ruleset.game.next_game(self.table.state, number)

    def _begin(self, table: Table) -> Table:
        number, before = len(self.records), self.text()
        remark = "set {}, game {}".format(*self._place(number))
        record = Record.create(table, self._path, self._date, remark=remark, before=before, append=number > 0)
        self.records.append(record)
        return table


def _length(number: int) -> int:
    if not 1 <= number <= MOST:
        raise NotAllowed("series_length", least=1, most=MOST, found=shortened(number))
    return number


def _leaders(won: list[int]) -> list[int]:
    return [seat for seat, number in enumerate(won) if number == max(won)]


def _read_head(text: str) -> tuple[int, int]:
    """Games and sets."""
    found: dict[str, int] = {}
    for number, line in number_lines(text):
        length = _LENGTH.fullmatch(line)
        if number == 1 and line == SERIES_FORMAT:
            continue
        if number == 1 or (not is_remark(line) and (length is None or length[1] in found)):
            raise RecordError(number, "record_series", found=shortened(line))
        if length is not None:
            found[length[1]] = int(length[2])
            if not 1 <= found[length[1]] <= MOST:
                raise RecordError(number, "series_length", least=1, most=MOST, found=length[2])
    if len(found) < 2:
        raise RecordError(text.count("\n") + 1, "record_series", found="")
    return found["games"], found["sets"]
