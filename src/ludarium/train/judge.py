"""One large net that judges positions for many processes: they ask, it answers as many as it can at once."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener, wait
from secrets import token_bytes
from threading import Lock, Thread
from time import perf_counter
from typing import Any, Self, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ludarium.research.search import Batch
from ludarium.train.large_net import LargeNet
from ludarium.train.learner import log_softmax
from ludarium.train.remote import Question, read_question

_KEY_BYTES = 32
_WAIT = 0.05  # seconds between two looks whether somebody else has come
_SIZES = (256, 512, 1024, 2048, 4096, 8192)  # positions
_GATHER = 0.002  # seconds to wait for more questions: those of half of all lines are answered together
LOOKS = 4  # of a player at a position: at itself and at images of it
_RECORDING = Lock()  # a GPU records for one thread at a time
_ON_GPU = 2  # judges of a server: while a GPU computes for one, the other reads questions and sends answers


def usual_device() -> str:
    """Where torch computes: on a GPU if there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


class Judge:
    """A net that judges many positions at once.

    A GPU spends most of its time on being told what to do next. So what is always the same is recorded, for a few
    numbers of positions, and played back; and it is computed with fewer digits.

    With ``looks`` above 1 it looks at each position's images, too, at most so many times in all, and takes the mean.
    """

    def __init__(self, net: LargeNet, device: str, looks: int = 1) -> None:
        self.inputs, self._device = net.inputs, device
        self._see, self._think = net.eval().see, net.think
        self._images, self._looks = net.images, min(looks, len(net.images))
        self._records: dict[int, Record] = {}
        if device == "cuda":
            self._think = net.twin().eval().folded().bfloat16().think

    @torch.inference_mode()
    def __call__(self, asked: list[bytes]) -> list[bytes]:
        """What the net thinks of all positions of these questions (``train/remote.py``), question by question."""
        parts = [read_question(data) for data in asked]
        counts, lengths, rows, actions = (
            torch.from_numpy(np.concatenate(field).astype(np.int64)).to(self._device)
            for field in zip(*parts, strict=True)
        )
        positions = torch.arange(len(counts), device=self._device)
        owner = torch.repeat_interleave(positions, lengths)
        starts = torch.cat([counts.new_zeros(1), counts.cumsum(0)])
        row_owner = torch.repeat_interleave(positions, counts)
        values, logits = self._look(rows, starts, owner, actions)
        for image in range(1, self._looks):
            seen = self._images(torch.full_like(positions, image), rows, row_owner, actions, owner)
            more_values, more_logits = self._look(seen[0], starts, owner, seen[1])
            values, logits = values + more_values, logits + more_logits
        priors = log_softmax(logits / self._looks, owner, len(counts)).exp().cpu().numpy()
        chances = (values / self._looks).softmax(1).cpu().numpy()
        answers, position, action = [], 0, 0
        for part in parts:
            ends = position + len(part[0]), action + len(part[3])
            answers.append(chances[position : ends[0]].tobytes() + priors[action : ends[1]].tobytes())
            position, action = ends
        return answers

    def _look(self, rows: Tensor, starts: Tensor, owner: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
        values, logits = self._judge(self._see(rows, starts))
        return values.float(), logits[owner, actions].float()

    def _judge(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        if self._device != "cuda":
            return self._think(seen)
        size = next((size for size in _SIZES if size >= len(seen)), 0)
        if not size:
            return self._think(seen.bfloat16())
        if size not in self._records:
            with _RECORDING:
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

    def __init__(self, net: LargeNet, device: str, looks: int = LOOKS) -> None:
        self._judge = Judge(net, device, looks)
        self._question = Question(net.inputs)

    def __call__(self, batch: Batch) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        asked = self._question.write(batch)
        return self._question.read_answer(batch, self._judge([asked])[0])


def _own_queue(device: str) -> AbstractContextManager[object]:
    """Within this context a thread has its own queue on a GPU, and does not wait for what others have asked for."""
    if device != "cuda":
        return nullcontext()
    queue = torch.cuda.Stream()
    queue.wait_stream(torch.cuda.default_stream())  # on which the net was put there
    return torch.cuda.stream(queue)


class JudgeServer:
    """Judges for all processes of this machine that know ``address`` and ``key``, in threads, until it is closed."""

    def __init__(self, net: LargeNet, device: str, judges: int = 0) -> None:
        self.key = token_bytes(_KEY_BYTES)
        self._listener = Listener(authkey=self.key)
        self.address = cast(str, self._listener.address)
        self._device = device
        self._desks = [Desk(Judge(net, device)) for _ in range(judges or (_ON_GPU if device == "cuda" else 1))]
        self._open = True
        self._error: Exception | None = None
        self._threads = [Thread(target=self._welcome, daemon=True)]
        self._threads += [Thread(target=self._serve, args=[desk], daemon=True) for desk in self._desks]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close it; raises what has stopped it before, if anything has."""
        self._open = False
        Client(self.address).close()  # wakes who waits for somebody; it does not wait for a greeting itself
        for thread in self._threads:
            thread.join()
        self._listener.close()
        self._hang_up()
        if self._error is not None:
            raise self._error

    def _hang_up(self) -> None:
        for desk in self._desks:
            for line in desk.lines:
                line.close()

    def _welcome(self) -> None:
        while self._open:
            with suppress(
                AuthenticationError, EOFError, OSError
            ):  # somebody came who does not know the key, or left at once
                line = self._listener.accept()
                min(self._desks, key=lambda desk: len(desk.lines)).lines.append(line)

    def _serve(self, desk: "Desk") -> None:
        try:
            with _own_queue(self._device):
                while self._open and self._error is None:
                    desk.answer(desk.ready())
        except Exception as error:  # such as a GPU without memory: whoever waits for an answer must notice
            self._error = error
            self._hang_up()


class Desk:
    """One of a server's judges, and the lines of those who ask it."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.lines: list[Connection[Any, Any]] = []

    def answer(self, ready: "list[Connection[Any, Any]]") -> None:
        asked: list[tuple[Connection[Any, Any], bytes]] = []
        for line in ready:
            try:
                asked.append((line, line.recv_bytes()))
            except (EOFError, OSError):  # it has gone
                self.lines.remove(line)
        if asked:
            answers = self._judge([data for _, data in asked])
            for (line, _), answer in zip(asked, answers, strict=True):
                with suppress(OSError):
                    line.send_bytes(answer)

    def ready(self) -> "list[Connection[Any, Any]]":
        """The lines on which something was said: half of them, unless that would take too long."""
        lines = list(self.lines)
        ready = wait(lines, _WAIT)
        until = perf_counter() + _GATHER
        while ready and 2 * len(ready) < len(lines) and (left := until - perf_counter()) > 0:
            ready += wait([line for line in lines if line not in ready], left)
        return cast("list[Connection[Any, Any]]", ready)
