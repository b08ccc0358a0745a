"""One net that judges positions for many processes: they ask over a line, it answers as many as it can at once."""

from multiprocessing.connection import Connection, Listener, wait
from secrets import token_bytes
from threading import Thread
from typing import Any, cast

import numpy as np
import torch

from ludarium.train.learner import log_softmax
from ludarium.train.remote import read_asked
from ludarium.train.teacher import Teacher

_KEY_BYTES = 32
_PATIENCE = 0.05  # seconds between two looks whether somebody else has come


class JudgeServer:
    """Judges for whoever knows ``address`` and ``key``, in a thread of its own, until it is closed."""

    def __init__(self, net: Teacher, device: str) -> None:
        self._net, self._device = net, device
        self.key = token_bytes(_KEY_BYTES)
        self._listener = Listener(authkey=self.key)
        self.address = cast(str, self._listener.address)
        self._lines: list[Connection[Any, Any]] = []
        self._open = True
        self.judged = 0
        self._threads = [Thread(target=self._welcome, daemon=True), Thread(target=self._answer, daemon=True)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._open = False
        self._listener.close()
        self._threads[1].join()
        for line in self._lines:
            line.close()

    def _welcome(self) -> None:
        while self._open:
            try:
                self._lines.append(self._listener.accept())
            except Exception:  # somebody who does not know the key, or the listener was closed
                continue

    def _answer(self) -> None:
        while self._open:
            lines = wait(list(self._lines), _PATIENCE)
            asked: list[tuple[Any, bytes]] = []
            for line in cast("list[Connection[Any, Any]]", lines):
                try:
                    asked.append((line, line.recv_bytes()))
                except (EOFError, OSError):
                    self._lines.remove(line)
            if asked:
                answers = judge(self._net, self._device, [data for _, data in asked])
                self.judged += sum(len(answer) for answer in answers)
                for (line, _), answer in zip(asked, answers, strict=True):
                    try:
                        line.send_bytes(answer)
                    except OSError:
                        self._lines.remove(line)


@torch.inference_mode()
def judge(net: Teacher, device: str, asked: list[bytes]) -> list[bytes]:
    """What the net thinks of all positions that were asked about (``RemoteJudge``), question by question."""
    parts = [read_asked(data) for data in asked]
    counts, lengths, rows, actions = (
        torch.from_numpy(np.concatenate(field).astype(np.int64)).to(device) for field in zip(*parts, strict=True)
    )
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        values, logits = net.outputs(rows, torch.cat([counts.new_zeros(1), counts.cumsum(0)]))
    owner = torch.repeat_interleave(torch.arange(len(counts), device=device), lengths)
    priors = log_softmax(logits[owner, actions], owner, len(counts)).exp().cpu().numpy()
    chances = values.softmax(1).cpu().numpy()
    answers, position, action = [], 0, 0
    for part in parts:
        ends = position + len(part[0]), action + len(part[3])
        answers.append(chances[position : ends[0]].tobytes() + priors[action : ends[1]].tobytes())
        position, action = ends
    return answers
