"""Datasets: games as arrays to learn from, a row for every decision, as ``ludarium export`` writes them.

data = load("games.npz")
for part in batches("games.parquet", rows=4096):
    part.observations / part.tops, part.results
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from ludarium.extras import missing, needs
from ludarium.research.errors import ResearchError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "parquet") from error

FORMAT = "ludarium-dataset 1"
KINDS = (".npz", ".parquet")
ABOUT = "about"
# The columns with their kinds: one value for each row, one for each seat, or one for each legal action.
PLAIN = {"seats": np.uint8, "taken": np.int32, "games": np.int64, "steps": np.int32, "players": np.int32}
BY_SEAT = {"values": np.float32, "results": np.float32}
BY_ACTION = {"actions": np.int32, "policy": np.float32}


@dataclass(frozen=True)
class About:
    """What all rows of a file have in common. ``names`` are the players that ``Dataset.players`` counts."""

    ruleset: str
    version: int  # of the game's planes and actions
    options: Mapping[str, object]
    seats: int
    shape: tuple[int, ...]  # of an observation: planes first
    planes: Sequence[str]
    tops: Sequence[int]  # the largest value of each plane
    actions: int
    open: bool  # whether observations show what was hidden from the seat
    names: Sequence[str]
    games: int
    rows: int

    def text(self) -> str:
        return json.dumps({"format": FORMAT, **vars(self)}, ensure_ascii=False)


@dataclass(frozen=True)
class Dataset:
    """n decisions, one after another; n + 1 ``starts``."""

    about: About
    observations: NDArray[np.uint8]  # (n, planes, …): what the seat to act saw, as the planes count
    seats: NDArray[np.uint8]  # (n,): the seat to act
    actions: NDArray[np.int32]  # the legal actions of all rows, one after another
    starts: NDArray[np.int64]  # (n + 1,): those of row i are actions[starts[i]:starts[i + 1]]
    policy: NDArray[np.float32]  # for each of actions: its part of the search's visits (docs/datasets.md)
    values: NDArray[np.float32]  # (n, seats): the search's winning chances, seat 0 first; NaN where none are recorded
    taken: NDArray[np.int32]  # (n,): the action that was taken
    results: NDArray[np.float32]  # (n, seats): each seat's part of the win at the end of the game, in sum 1
    games: NDArray[np.int64]  # (n,): the number of the game in this file
    steps: NDArray[np.int32]  # (n,): how many steps had been taken in it
    players: NDArray[np.int32]  # (n,): who acted, a number for about.names

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def tops(self) -> NDArray[np.float32]:
        """The largest values of the planes: observations divided by them are 0 to 1."""
        return np.array(self.about.tops, np.float32).reshape(-1, *[1] * (len(self.about.shape) - 1))

    def masks(self) -> NDArray[np.int8]:
        """(n, actions): 1 where an action is legal."""
        masks = np.zeros((len(self), self.about.actions), np.int8)
        masks[np.repeat(np.arange(len(self)), np.diff(self.starts)), self.actions] = 1
        return masks


def read_about(file: str | Path) -> About:
    """What is in a file, without its rows."""
    with _opened(Path(file)) as source:
        return source.about


def load(file: str | Path) -> Dataset:
    """All of a file, in memory."""
    with _opened(Path(file)) as source:
        return source.take(source.about.rows)


def batches(file: str | Path, rows: int = 4096) -> Iterator[Dataset]:
    """A file part by part, in its order, each with so many rows (the last one with fewer)."""
    if rows < 1:
        raise ResearchError("dataset_rows", given=rows)
    with _opened(Path(file)) as source:
        for first in range(0, source.about.rows, rows):
            yield source.take(min(rows, source.about.rows - first))


def find_parquet() -> Any:
    """``pyarrow.parquet``; ``LudariumError`` says how to install it."""
    with needs("parquet"):
        import pyarrow.parquet  # noqa: PLC0415 (nobody else needs it)
    return pyarrow.parquet


@contextmanager
def _opened(file: Path) -> "Iterator[_Arrays | _Table]":
    """Whatever is wrong with a file is told when it is opened or read: damage may lie anywhere in it."""
    if file.suffix not in KINDS:
        raise ResearchError("dataset_kind", file=file)
    try:
        with ExitStack() as stack:
            yield _Arrays(file, stack) if file.suffix == ".npz" else _Table(file, stack)
    except OSError as error:
        if error.errno is None:  # pyarrow's word for damage
            raise ResearchError("dataset_strange", file=file) from error
        raise ResearchError("dataset_file", file=file, why=error.strerror or error) from error
    except (BadZipFile, zlib.error, ValueError, KeyError, TypeError) as error:
        raise ResearchError("dataset_strange", file=file) from error


def _read_about(text: str) -> About:
    found = json.loads(text)
    if found.pop("format") != FORMAT:
        raise ValueError("another format")
    return About(**{**found, "shape": tuple(found["shape"])})


class _Arrays:
    """The rows of an .npz file, read from the front."""

    def __init__(self, file: Path, stack: ExitStack) -> None:
        self._zip = stack.enter_context(ZipFile(file))
        self._stack = stack
        self.about = _read_about(str(np.load(self._zip.open(f"{ABOUT}.npy"))))
        self._columns = {name: self._column(name) for name in ("observations", "starts", *PLAIN, *BY_SEAT, *BY_ACTION)}
        self._start = int(self._read("starts", 1)[0])

    def _column(self, name: str) -> tuple[IO[bytes], np.dtype[Any], tuple[int, ...]]:
        source = self._stack.enter_context(self._zip.open(f"{name}.npy"))
        major, _ = np.lib.format.read_magic(source)
        read = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
        shape, _, kind = read(source)
        if kind.hasobject:
            raise ValueError("objects")
        return source, kind, shape[1:]

    def _read(self, name: str, count: int) -> NDArray[Any]:
        source, kind, shape = self._columns[name]
        memory = bytearray(count * kind.itemsize * int(np.prod(shape, dtype=np.int64)))
        if source.readinto(memory) != len(memory):  # type: ignore[attr-defined]
            raise ResearchError("dataset_cut", file=self._zip.filename)
        return np.frombuffer(memory, kind).reshape(count, *shape)

    def take(self, count: int) -> Dataset:
        starts = np.concatenate([[self._start], self._read("starts", count)])
        columns = {name: self._read(name, count) for name in ("observations", *PLAIN, *BY_SEAT)}
        columns |= {name: self._read(name, int(starts[-1] - starts[0])) for name in BY_ACTION}
        self._start = int(starts[-1])
        return Dataset(self.about, starts=starts - starts[0], **columns)


class _Table:
    """The rows of a .parquet file, read from the front."""

    def __init__(self, file: Path, stack: ExitStack) -> None:
        parquet = find_parquet()
        if not file.exists():
            raise FileNotFoundError(2, "No such file or directory")
        source = stack.enter_context(parquet.ParquetFile(file))
        self.about = _read_about(source.metadata.metadata[b"ludarium"].decode())
        self._parts = source.iter_batches(batch_size=1024)
        self._waiting: list[Dataset] = []

    def take(self, count: int) -> Dataset:
        while sum(map(len, self._waiting)) < count:
            self._waiting.append(self._dataset(next(self._parts)))
        whole = joined(self._waiting)
        self._waiting = [part(whole, count, len(whole))]
        return part(whole, 0, count)

    def _dataset(self, rows: Any) -> Dataset:
        lengths = np.asarray(rows.column("actions").value_lengths(), np.int64)
        flat = {name: np.asarray(rows.column(name).flatten()) for name in ("observations", *BY_SEAT, *BY_ACTION)}
        shapes = {"observations": self.about.shape, **dict.fromkeys(BY_SEAT, (self.about.seats,))}
        columns = {name: values.reshape(-1, *shapes.get(name, ())) for name, values in flat.items()}
        columns |= {name: np.asarray(rows.column(name)) for name in PLAIN}
        return Dataset(self.about, starts=np.concatenate([[0], np.cumsum(lengths)]), **columns)


def part(data: Dataset, first: int, last: int) -> Dataset:
    """The rows from the first one on, up to before the last."""
    low, high = int(data.starts[first]), int(data.starts[last])
    columns = {name: getattr(data, name)[first:last] for name in ("observations", *PLAIN, *BY_SEAT)}
    columns |= {name: getattr(data, name)[low:high] for name in BY_ACTION}
    return Dataset(data.about, starts=data.starts[first : last + 1] - low, **columns)


def joined(parts: Sequence[Dataset]) -> Dataset:
    """All rows of the same file as one."""
    columns = {
        name: np.concatenate([getattr(one, name) for one in parts])
        for name in ("observations", *PLAIN, *BY_SEAT, *BY_ACTION)
    }
    lengths = np.concatenate([np.diff(one.starts) for one in parts])
    return Dataset(parts[0].about, starts=np.concatenate([[0], np.cumsum(lengths)]), **columns)
