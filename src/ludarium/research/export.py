"""Recorded games become datasets (``research/datasets.py``): read one at a time, written as they are read."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from ctypes import memset
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import IO, Any, Protocol
from zipfile import ZIP_DEFLATED, ZipFile

from librt.vecs import vec
from mypy_extensions import u8

from ludarium.core.errors import RecordError
from ludarium.core.state import State
from ludarium.extras import missing
from ludarium.players.thoughts import RANDOM_STEP, read_thought
from ludarium.research.batch import observe
from ludarium.research.datasets import ABOUT, BY_ACTION, BY_SEAT, KINDS, PLAIN, About, find_parquet
from ludarium.research.encoding import Encoding, blank, read_encoding, window
from ludarium.research.errors import ResearchError
from ludarium.search.values import share
from ludarium.table.collection import each_game, find_files, holds_records, is_over
from ludarium.table.reading import read_record, step_comments
from ludarium.table.record import Record
from ludarium.table.table import ABORTED

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "parquet") from error

Columns = Mapping[str, NDArray[Any]]  # those of a Dataset; ``starts`` are lengths here
_GROUP = 1024  # rows of a Parquet file that belong together


@dataclass(frozen=True)
class Progress:
    """How many games and rows have been written, and how many games were left out because they have no result."""

    games: int = 0
    rows: int = 0
    left_out: int = 0


class Writer(Protocol):
    """A file that is being written."""

    def add(self, columns: Columns) -> None: ...

    def end(self, about: About) -> None: ...


def export(
    places: Sequence[Path], out: Path, *, ruleset: str | None = None, open_: bool = False
) -> Generator[Progress, None, None]:
    """Write the games that are recorded in these files and folders to ``out``, and tell after each one. The file is
    there once all is written. With ``ruleset``, games of others are passed over; without, there may be none.
    """
    if out.suffix not in KINDS:
        raise ResearchError("dataset_kind", file=out)
    files = [file for file in find_files(places) if file in places or holds_records(file)]
    progress, rows = Progress(), None
    with ExitStack() as stack:
        writer = stack.enter_context(_writing(out))
        for file in files:
            for line, text in each_game(file):
                record = _read(file, line, text) if is_over(text) else None
                if record is not None and ruleset is not None and record.table.ruleset.name != ruleset:
                    continue
                if record is None or record.table.outcome is None or record.table.outcome.reason == ABORTED:
                    progress = replace(progress, left_out=progress.left_out + 1)
                    yield progress
                    continue
                rows = rows or Rows(record, open_)
                rows.check(record)
                columns = rows.of(record, progress.games)
                writer.add(columns)
                count = len(columns["seats"])
                progress = replace(progress, games=progress.games + 1, rows=progress.rows + count)
                yield progress
        if rows is None:
            raise ResearchError("dataset_none", places=[str(place) for place in places])
        writer.end(rows.about(progress))


def _read(file: Path, line: int, text: str) -> Record:
    try:
        return read_record(text, first_line=line)
    except RecordError as error:
        error.file = str(file)
        raise


class Rows:
    """Games of one ruleset with the same options as rows; the first record says which."""

    def __init__(self, record: Record, open_: bool) -> None:
        table = record.table
        self.encoding: Encoding = read_encoding(table.ruleset.name, table.changed)
        self.open = open_
        self.names: dict[str, int] = {}

    def check(self, record: Record) -> None:
        """``ResearchError`` if a record is of other games."""
        table = record.table
        if table.ruleset is not self.encoding.ruleset:
            raise ResearchError("dataset_rulesets", first=self.encoding.ruleset.name, other=table.ruleset.name)
        if table.changed != dict(self.encoding.given):
            raise ResearchError("dataset_options", ruleset=table.ruleset.name)

    def about(self, progress: Progress) -> About:
        encoding = self.encoding
        return About(
            ruleset=encoding.ruleset.name,
            version=encoding.version,
            options=encoding.options,
            seats=encoding.seats,
            shape=encoding.observation_shape,
            planes=[plane.name for plane in encoding.planes],
            tops=[plane.top for plane in encoding.planes],
            actions=encoding.actions,
            open=self.open,
            names=list(self.names),
            games=progress.games,
            rows=progress.rows,
        )

    def of(self, record: Record, number: int) -> Columns:
        """All decisions of a game that is over."""
        table, encoding = record.table, self.encoding
        if table.outcome is None:
            raise ValueError("a game that is not over")
        steps, states = table.history.steps, table.history.states
        comments = step_comments(record.text())
        winners = sum(1 << seat for seat in table.outcome.winners)
        players = [self.names.setdefault(name, len(self.names)) for name in table.players]
        legal = [np.array(encoding.arrays.legal_actions(state), np.int32) for state in states[: len(steps)]]
        thoughts = [
            self._thought(state, step, actions, comment)
            for state, step, actions, comment in zip(states, steps, legal, comments, strict=False)
        ]
        seats = [int(state.seat) for state in states[: len(steps)]]
        count = len(steps)
        result = [share(winners, seat, encoding.seats) for seat in range(encoding.seats)]
        return {
            "observations": np.array([self._observation(state) for state in states[:count]], np.uint8).reshape(
                count, *encoding.observation_shape
            ),
            "seats": np.array(seats, np.uint8),
            "starts": np.array([len(one) for one in legal], np.int64),
            "actions": np.concatenate(legal) if legal else np.zeros(0, np.int32),
            "policy": np.concatenate([policy for policy, _ in thoughts]) if thoughts else np.zeros(0, np.float32),
            "values": np.array([values for _, values in thoughts], np.float32).reshape(count, encoding.seats),
            "taken": np.array(
                [encoding.arrays.action(state, step) for state, step in zip(states, steps, strict=False)], np.int32
            ),
            "results": np.tile(np.array(result, np.float32), (count, 1)),
            "games": np.full(count, number, np.int64),
            "steps": np.arange(count, dtype=np.int32),
            "players": np.array([players[seat] for seat in seats], np.int32),
        }

    def _observation(self, state: State) -> NDArray[np.uint8]:
        encoding, seat = self.encoding, int(state.seat)
        size = encoding.cells * len(encoding.planes)
        if not self.open:
            return window(observe(encoding.arrays, state, seat, encoding.cells, blank(size)), np.uint8).copy()
        memory = _scratch(size)
        seen = window(memory, np.uint8)
        memset(seen.ctypes.data, 0, size)
        memset(seen.ctypes.data, 1, encoding.cells)  # the seat that looks acts next
        encoding.arrays.write(state, seat, memory, encoding.cells)
        return seen.copy()

    def _thought(
        self, state: State, step: int, actions: NDArray[np.int32], comment: str
    ) -> tuple[NDArray[np.float32], Sequence[float]]:
        """The policy for the legal actions, and the values of the seats."""
        arrays, game = self.encoding.arrays, self.encoding.game
        unknown = [float("nan")] * self.encoding.seats
        policy = np.zeros(len(actions), np.float32)
        if comment == RANDOM_STEP:
            return policy, unknown
        places = {int(action): place for place, action in enumerate(actions)}
        thought = read_thought(comment)
        if thought is None or len(thought.values) != self.encoding.seats:
            policy[places[int(arrays.action(state, step))]] = 1
            return policy, unknown
        for text, visits in thought.visits.items():
            visited = game.read_step(text)
            if state.judge(visited):
                game.refuse_illegal(state.view(state.seat), visited)
            policy[places[int(arrays.action(state, visited))]] = visits
        return policy / policy.sum(), thought.values


@cache
def _scratch(size: int) -> vec[u8]:
    """One that is kept, as compiled code never lets go of it."""
    return vec[u8](bytes(size))


# --- files -----------------------------------------------------------------------------------------------------------
@contextmanager
def _writing(out: Path) -> Iterator[Writer]:
    """The file, which takes its place when all went well."""
    part = out.with_name(f"{out.name}~")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            yield _Arrays(part, stack) if out.suffix == ".npz" else _Table(part, stack)
        part.replace(out)
    except OSError as error:
        raise ResearchError("dataset_file", file=out, why=error.strerror or error) from error
    finally:
        part.unlink(missing_ok=True)


class _Arrays:
    """An .npz file. How many rows there are is known at the end: until then each column grows in a file of its own."""

    def __init__(self, file: Path, stack: ExitStack) -> None:
        self._file = file
        self._folder = Path(stack.enter_context(TemporaryDirectory(prefix=".ludarium-", dir=file.parent)))
        self._stack = stack
        self._columns: dict[str, tuple[IO[bytes], np.dtype[Any], tuple[int, ...]]] = {}
        self._sizes: dict[str, int] = {}
        self._starts = 0

    def add(self, columns: Columns) -> None:
        starts = self._starts + np.cumsum(columns["starts"])
        self._put("starts", starts if self._starts or "starts" in self._sizes else np.concatenate([[0], starts]))
        self._starts = int(starts[-1]) if len(starts) else self._starts
        for name, values in columns.items():
            if name != "starts":
                self._put(name, values)

    def _put(self, name: str, values: NDArray[Any]) -> None:
        if name not in self._columns:
            file = self._stack.enter_context((self._folder / name).open("w+b"))
            self._columns[name] = (file, values.dtype, values.shape[1:])
        self._columns[name][0].write(np.ascontiguousarray(values).data)
        self._sizes[name] = self._sizes.get(name, 0) + len(values)

    def end(self, about: About) -> None:
        with ZipFile(self._file, "w", ZIP_DEFLATED, compresslevel=4) as packed:
            with packed.open(f"{ABOUT}.npy", "w") as out:
                np.lib.format.write_array(out, np.array(about.text()))
            for name, (file, kind, shape) in self._columns.items():
                header = {"descr": kind.str, "fortran_order": False, "shape": (self._sizes[name], *shape)}
                file.seek(0)
                with packed.open(f"{name}.npy", "w", force_zip64=True) as out:
                    np.lib.format.write_array_header_2_0(out, header)
                    copyfileobj(file, out, 1 << 20)


class _Table:
    """A .parquet file, in groups of rows."""

    def __init__(self, file: Path, stack: ExitStack) -> None:
        self._file = file
        self._parquet = find_parquet()
        self._stack = stack
        self._writer: Any = None
        self._waiting: list[Columns] = []

    def add(self, columns: Columns) -> None:
        self._waiting.append(columns)
        if sum(len(one["seats"]) for one in self._waiting) >= _GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa  # noqa: PLC0415 (only for these files)

        columns = {name: np.concatenate([one[name] for one in self._waiting]) for name in self._waiting[0]}
        self._waiting = []
        rows = len(columns["seats"])
        starts = pa.array(np.concatenate([[0], np.cumsum(columns["starts"])]).astype(np.int32))
        arrays = {name: pa.array(columns[name]) for name in PLAIN}
        for name in ("observations", *BY_SEAT):
            flat = columns[name].reshape(rows, -1)
            arrays[name] = pa.FixedSizeListArray.from_arrays(pa.array(flat.ravel()), flat.shape[1])
        for name in BY_ACTION:
            arrays[name] = pa.ListArray.from_arrays(starts, pa.array(columns[name]))
        table = pa.table(arrays)
        if self._writer is None:
            self._writer = self._stack.enter_context(
                self._parquet.ParquetWriter(self._file, table.schema, compression="zstd")
            )
        self._writer.write_table(table)

    def end(self, about: About) -> None:
        if self._waiting:
            self._write()
        self._writer.add_key_value_metadata({"ludarium": about.text()})
