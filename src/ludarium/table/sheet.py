"""The paper a record is written on: a text that only grows, one line per turn, and the forms of its lines."""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import NotAllowed
from ludarium.core.game import Event, Outcome
from ludarium.table.table import ABORTED

FORMAT = "ludarium-record 1"
SEALED = "sealed"
REVEAL = "reveal:"
NO_RESULT = "none"  # who won a game that was aborted
NOTHING = "-"  # an empty list or word in a public event

HEADER_LINE = re.compile(
    r"(ruleset|seed|date|start|commit seed|salt seed|(?:option|drawn) [a-z_]{1,40}|player [0-9]{1,2}): ?(.*)"
)
TURN_LINE = re.compile(r"([1-9][0-9]{0,8} [0-9]{1,2}): ?(.*)")
UNDO_LINE = re.compile(r"undo: ([1-9][0-9]{0,8})")
RESULT_LINE = re.compile(r"result: (draw|none|[0-9]{1,2}(?: [0-9]{1,2})*) ([a-z_]{1,60})")
SALT_LINE = re.compile(r"salt: ([0-9a-f]{32})")

NumberedLine = tuple[int, str]  # its number, counted from 1, and its text without the line end


class Sheet:
    """Text that is appended to, in memory and, where it has a path, in that file, safely before ``settle``."""

    def __init__(self, text: str = "", path: Path | None = None, before: str = "", mode: int = 0o666) -> None:
        self.path = path
        self._before = before  # what stands in the file before it
        self._mode = mode
        self._settled = [text]
        self._label = self._settled_label = _open_label(text)
        self._new: list[str] = []
        self._size = path.stat().st_size if path is not None else 0  # of the file; 0: nothing is in it yet
        self._writing = False  # what is new may be in the file already, or a part of it

    def begin(self, path: Path, append: bool = False) -> None:
        """Make the file, which must not exist yet (or, to append, must); all text so far will be written to it."""
        if append:
            self._size = path.stat().st_size
        else:
            self._make(path)
        self.path = path

    def copy(self) -> "Sheet":
        """The same text on a sheet without a file."""
        return Sheet(self.text, None, self._before, self._mode)

    @property
    def text(self) -> str:
        return "".join((*self._settled, *self._new))

    def line(self, *texts: str) -> None:
        """Lines of their own. What UTF-8 cannot write (half a character, from a garbled name) is spelled out."""
        for text in texts:
            self.close()
            self._new.append(text.encode("utf-8", "backslashreplace").decode() + "\n")

    def item(self, label: str, text: str, more: bool) -> None:
        """Something done in the turn with that label; a comma after it says that the turn goes on."""
        if label != self._label:
            self.close()
            self._new.append(label + ":")
        self._new.append(" " + text + ("," if more else "\n"))
        self._label = label if more else ""

    def close(self) -> None:
        """Begin a new line if the last one is still open."""
        if self._label:
            self._new.append("\n")
            self._label = ""

    def write(self) -> None:
        """Put what is new into the file, and make sure that it is there."""
        if self.path is None or (self._size and not self._new):
            return
        try:
            if self.path.stat().st_size != self._size:
                raise NotAllowed("record_changed", path=str(self.path))
            self._writing = True
            _append(self.path, self._unwritten())
        except OSError as error:
            raise unwritable(self.path, error) from error

    def settle(self) -> None:
        """What is new counts from now on."""
        if self.path is not None:
            self._size += len(self._unwritten())
        self._settled += self._new
        self._settled_label = self._label
        self._new = []
        self._writing = False

    def take_back(self) -> None:
        """Forget what is new, also in the file."""
        self._new = []
        self._label = self._settled_label
        self.cut()

    def cut(self) -> None:
        """Nothing of what could not be written whole stays in the file."""
        if self.path is None or not self._writing:
            return
        with suppress(OSError):
            if not self._size:
                os.remove(self.path)
            elif self.path.stat().st_size > self._size:
                os.truncate(self.path, self._size)
            self._writing = False

    def find_again(self) -> bool:
        """Make the file if it is gone, for the whole text; whether it was."""
        self.cut()  # what could not be cut off when writing failed
        if self.path is None:
            return False
        try:
            if not os.path.lexists(self.path):
                self._make(self.path)
                return True
            if not self._size and self.holds():  # it was gone, and somebody has brought it back
                self._size = self.path.stat().st_size
        except OSError as error:
            raise unwritable(self.path, error) from error
        return False

    def holds(self) -> bool:
        """Whether the file is as it was written here."""
        if self.path is None:
            return True
        try:
            return self.path.read_bytes() == (self._before + "".join(self._settled)).encode()
        except OSError:
            return False

    def _make(self, path: Path) -> None:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, self._mode))
        self._size, self._writing = 0, True

    def _unwritten(self) -> bytes:
        return ("".join(self._new) if self._size else self._before + self.text).encode()


def save(sheets: Sequence[Sheet], patient: bool = False) -> bool:
    """Write what is new on all sheets, in their order; if something cannot be written (``NotAllowed``), nothing of it
    is in the files, and it is forgotten.

    With ``patient`` it waits for the next time instead, and a file that is gone is made again; whether one was.
    """
    try:
        made = [patient and sheet.find_again() for sheet in sheets]
        for sheet in sheets:
            sheet.write()
    except NotAllowed:
        for sheet in sheets:
            (sheet.cut if patient else sheet.take_back)()
        raise
    for sheet in sheets:
        sheet.settle()
    return any(made)


def unwritable(path: Path, error: OSError) -> NotAllowed:
    return NotAllowed("record_unwritable", path=str(path), why=error.strerror or str(error))


def _append(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _open_label(text: str) -> str:
    match = TURN_LINE.fullmatch(text[text.rfind("\n") + 1 :])
    return match[1] if match and match[2].endswith(",") else ""


def is_cut_off(text: str) -> bool:
    """Whether the last line may be incomplete: it has neither a line end nor the comma after a step."""
    return bool(text) and not text.endswith("\n") and not _open_label(text)


def without_cut_off(text: str) -> str:
    """The text without its last, incomplete line, or in a turn without its last, incomplete step."""
    start = text.rfind("\n") + 1
    kept = text.rfind(",", start) + 1 if TURN_LINE.fullmatch(text[start:]) else 0
    return text[: max(start, kept)]


class Token(NamedTuple):
    """What a line of the body says, piece by piece, with the number of the line."""

    line: int
    label: str  # of a turn; empty for any other line
    text: str
    more: bool


def is_remark(line: str) -> bool:
    return line.startswith("#") or not line.strip()


def tokens(lines: Iterable[NumberedLine]) -> Iterator[Token]:
    """Everything in the body of a record but its comments, until ``reveal:``."""
    for number, line in lines:
        if is_remark(line):
            continue
        match = TURN_LINE.fullmatch(line)
        if match is None:
            if line == REVEAL:
                return
            yield Token(number, "", line, False)
            continue
        items = split_turn(match[2])
        for place, item in enumerate(items.texts):
            yield Token(number, match[1], item, items.more or place < len(items.texts) - 1)


class Turn(NamedTuple):
    texts: list[str]
    more: bool  # a comma stands at the end: the turn goes on


def split_turn(text: str) -> Turn:
    texts = [item.strip(" ") for item in text.split(",")]
    more = len(texts) > 1 and not texts[-1]
    return Turn(texts[:-1] if more else texts, more)


def json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def event_text(event: Event) -> str:
    """An event on a public line: its kind and its values."""
    return " ".join([event.kind, *map(_value_text, event.data.values())])


def _value_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "+".join(map(_value_text, value)) or NOTHING
    return str(value) or NOTHING


def result_text(outcome: Outcome) -> str:
    nobody = NO_RESULT if outcome.reason == ABORTED else "draw"
    return f"result: {' '.join(map(str, outcome.winners)) or nobody} {outcome.reason}"


def commitment(salt: str, text: str) -> str:
    """The hash that is published at once, so that the text can be shown and checked later."""
    return "sha256:" + hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()
