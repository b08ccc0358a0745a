"""One large net that judges positions for many processes: they ask, it answers as many as it can at once."""

import copy
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Listener, wait
from secrets import token_bytes
from threading import Thread
from time import perf_counter
from typing import Any, Self, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ludarium.research.search import Batch
from ludarium.train.learner import log_softmax
from ludarium.train.remote import Question, read_question
from ludarium.train.teacher import Teacher

_KEY_BYTES = 32
_WAIT = 0.05  # seconds between two looks whether somebody else has come
_SIZES = (256, 512, 1024, 2048, 4096, 8192)  # positions
_GATHER = 0.002  # seconds to wait for more questions: those of half of all lines are answered together


def usual_device() -> str:
    """Where torch computes: on a GPU if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


class Judge:
    """A net that judges many positions at once.

    A GPU spends most of its time on being told what to do next. So what is always the same is recorded, for a few
    numbers of positions, and played back; and it is computed with fewer digits.
    """

    def __init__(self, net: Teacher, device: str) -> None:
        self.inputs, self._device = net.inputs, device
        self._see, self._think = net.eval().see, net.think
        self._records: dict[int, Record] = {}
        if device == "cuda":
            self._think = copy.deepcopy(net).bfloat16().think

    @torch.inference_mode()
    def __call__(self, asked: list[bytes]) -> list[bytes]:
        """What the net thinks of all positions of these questions (``train/remote.py``), question by question."""
        parts = [read_question(data) for data in asked]
        counts, lengths, rows, actions = (
            torch.from_numpy(np.concatenate(field).astype(np.int64)).to(self._device)
            for field in zip(*parts, strict=True)
        )
        values, logits = self._judge(self._see(rows, torch.cat([counts.new_zeros(1), counts.cumsum(0)])))
        owner = torch.repeat_interleave(torch.arange(len(counts), device=self._device), lengths)
        priors = log_softmax(logits[owner, actions].float(), owner, len(counts)).exp().cpu().numpy()
        chances = values.float().softmax(1).cpu().numpy()
        answers, position, action = [], 0, 0
        for part in parts:
            ends = position + len(part[0]), action + len(part[3])
            answers.append(chances[position : ends[0]].tobytes() + priors[action : ends[1]].tobytes())
            position, action = ends
        return answers

    def _judge(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        if self._device != "cuda":
            return self._think(seen)
        size = next((size for size in _SIZES if size >= len(seen)), 0)
        if not size:
            return self._think(seen.bfloat16())
        if size not in self._records:
            self._records[size] = Record(self._think, seen.new_zeros(size, *seen.shape[1:]).bfloat16())
        return self._records[size](seen)


class Record:
    """A computation on a GPU for so many positions, recorded once (a CUDA graph)."""

    def __init__(self, think: Callable[[Tensor], tuple[Tensor, Tensor]], seen: Tensor) -> None:
        self._seen = seen
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):  # the first times something is still being prepared
            for _ in range(3):
                think(seen)
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            self._values, self._logits = think(seen)

    def __call__(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        self._seen[: len(seen)].copy_(seen)
        self._graph.replay()
        return self._values[: len(seen)], self._logits[: len(seen)]


class LocalJudge:
    """An evaluator (``research.search``): asks a net in this process."""

    def __init__(self, net: Teacher, device: str) -> None:
        self._judge = Judge(net, device)
        self._question = Question(net.inputs)

    def __call__(self, batch: Batch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        asked = self._question.write(batch)
        return self._question.read_answer(batch, self._judge([asked])[0])


class JudgeServer:
    """Judges for all processes of this machine that know ``address`` and ``key``, in a thread, until it is closed."""

    def __init__(self, net: Teacher, device: str) -> None:
        self._judge = Judge(net, device)
        self.key = token_bytes(_KEY_BYTES)
        self._listener = Listener(authkey=self.key)
        self.address = cast(str, self._listener.address)
        self._lines: list[Connection[Any, Any]] = []
        self._open = True
        self._threads = [Thread(target=self._welcome, daemon=True), Thread(target=self._serve, daemon=True)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._threads[1].join()
        self._listener.close()
        for line in self._lines:
            line.close()

    def _welcome(self) -> None:
        while self._open:
            try:
                self._lines.append(self._listener.accept())
            except Exception:  # the listener was closed, or somebody came who does not know the key
                continue

    def _serve(self) -> None:
        while self._open:
            asked: list[tuple[Connection[Any, Any], bytes]] = []
            for line in self._ready():
                try:
                    asked.append((line, line.recv_bytes()))
                except (EOFError, OSError):  # it has gone
                    self._lines.remove(line)
            if asked:
                answers = self._judge([data for _, data in asked])
                for (line, _), answer in zip(asked, answers, strict=True):
                    with suppress(OSError):
                        line.send_bytes(answer)

    def _ready(self) -> "list[Connection[Any, Any]]":
        """The lines on which something was said: half of them, unless that would take too long."""
        lines = list(self._lines)
        ready = wait(lines, _WAIT)
        until = perf_counter() + _GATHER
        while ready and 2 * len(ready) < len(lines) and (left := until - perf_counter()) > 0:
            ready += wait([line for line in lines if line not in ready], left)
        return cast("list[Connection[Any, Any]]", ready)
