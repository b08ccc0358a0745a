"""How workers ask a net that runs in another process (``train/judge.py``); nothing here needs torch."""

from collections.abc import Sequence
from multiprocessing.connection import Client
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.research.search import Batch
from ludarium.search.net import LEVELS, Inputs

_HEADER = 3  # numbers: positions, rows, actions


class Rows:
    """The rows of weights (``search/net.py``) that many observations call up."""

    def __init__(self, inputs: Inputs) -> None:
        cells = int(inputs.cells)
        first, levels, wide, looked_at = (
            np.array([int(one) for one in field])
            for field in (inputs.first, inputs.levels, inputs.wide, inputs.looked_at)
        )
        within = np.arange(cells)
        self._before = (first[:, None] + within * levels[:, None] - 1).ravel()
        self._seen = (within < looked_at[:, None]).ravel()
        self._wide = np.repeat(wide > 0, cells)
        self._levels = np.array([int(one) for one in LEVELS])

    def of(self, observations: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
        """The rows of all, and how many each has."""
        flat = observations.reshape(len(observations), -1)
        whose, cells = np.nonzero((flat > 0) & self._seen)
        numbers = flat[whose, cells].astype(np.int64)
        levels = np.where(self._wide[cells], self._levels[numbers], numbers)
        rows = (self._before[cells] + levels).astype(np.uint16)
        return rows, np.bincount(whose, minlength=len(flat)).astype(np.int32)


class Question:
    """What an evaluator is asked (``research.search``), as bytes and back."""

    def __init__(self, inputs: Inputs) -> None:
        self._rows = Rows(inputs)
        self._seats = int(inputs.seats)

    def write(self, batch: Batch) -> bytes:
        rows, counts = self._rows.of(batch.observations)
        lengths = np.diff(batch.starts).astype(np.int32)
        sizes = np.array([len(counts), len(rows), len(batch.actions)], np.int32)
        asked: list[NDArray[Any]] = [sizes, counts, lengths, rows, batch.actions.astype(np.uint16)]
        return b"".join(one.tobytes() for one in asked)

    def read_answer(self, batch: Batch, data: bytes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        answer = np.frombuffer(data, np.float32)
        values = len(batch.seats) * self._seats
        return answer[:values].reshape(-1, self._seats), answer[values:]


def read_question(data: bytes) -> Sequence[NDArray[Any]]:
    """How many rows and actions each position has, and the rows and actions."""
    count, rows, actions = (int(one) for one in np.frombuffer(data, np.int32, _HEADER))
    at = 4 * _HEADER
    counts = np.frombuffer(data, np.int32, 2 * count, at)
    at += 8 * count
    numbers = np.frombuffer(data, np.uint16, rows + actions, at)
    return counts[:count], counts[count:], numbers[:rows], numbers[rows:]


class RemoteJudge:
    """An evaluator: asks the ``JudgeServer`` at an address."""

    def __init__(self, address: str, key: bytes, inputs: Inputs) -> None:
        self._line = Client(address, authkey=key)
        self._question = Question(inputs)

    def __call__(self, batch: Batch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self._line.send_bytes(self._question.write(batch))
        return self._question.read_answer(batch, self._line.recv_bytes())

    def close(self) -> None:
        self._line.close()
