"""Records: a game as a text file that people can read, that only grows, and that is replayed exactly.

``docs/records.md`` describes the format. In a game with secrets the readable file says only what everybody saw; what
was really done lies in a second file beside it until the end, and hashes in the first one bind it.
"""

import hashlib
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path

from ludarium.core.errors import NotAllowed
from ludarium.core.game import Outcome
from ludarium.core.history import TakenStep, notices
from ludarium.core.state import SPECTATOR
from ludarium.table.sheet import (
    FORMAT,
    REVEAL,
    SEALED,
    Sheet,
    Token,
    commitment,
    event_text,
    json_text,
    result_text,
    save,
    unwritable,
)
from ludarium.table.table import Table

SECRET_SUFFIX = ".secret"
_OWNER_ONLY = 0o600


@dataclass(frozen=True)
class _Undone:
    steps: tuple[TakenStep, ...]


def draw_salt() -> str:
    return secrets.token_hex(16)


def same_salts(*numbers: int) -> Callable[[], str]:
    """Salts for a game that is over, the same whenever it is recorded: these numbers say which game it is."""
    places = count()
    return lambda: hashlib.sha256(repr((*numbers, next(places))).encode()).hexdigest()[:32]


class Record:
    """Writes down what happens at a table, from its start on; ``Record.create`` begins one.

    What cannot be written to its file does not happen, unless the record is ``patient``: then the game goes on,
    ``unsaved`` says why the file does not have all of it, and everything that happens tries to write the rest as well.
    """

    def __init__(
        self, table: Table, public: Sheet, secret: Sheet | None, new_salt: Callable[[], str] = draw_salt
    ) -> None:
        self.table = table
        self._public = public
        self._secret = secret  # what was really done, in a game with secrets
        self._new_salt = new_salt
        self._salt = ""  # the one for the next commitment, once it is drawn
        self._header = public.text
        self._story: list[TakenStep | _Undone | str] = []
        self._over = False
        self._saved = 0  # how much of the story is in the file
        self.patient = False
        self.unsaved: NotAllowed | None = None
        self.restored = False  # the file was gone and has been written again
        table.recorder = self

    @classmethod
    def create(
        cls,
        table: Table,
        path: Path | None = None,
        date: str = "",
        *,
        remark: str = "",
        before: str = "",
        append: bool = False,
        thoughts: Mapping[int, str] | None = None,
        new_salt: Callable[[], str] = draw_salt,
    ) -> "Record":
        """Begin a record of what was and will be done at a table, in a file if named: after the text ``before`` in a
        new one, or in one that has that text (``append``). ``remark`` is its first comment; ``thoughts`` are comments
        on steps that were taken, by how many were before: as secret as the step itself.

        With salts that are the same every time (``new_salt``), doing the same again gives the same record.
        """
        public, secret = Sheet(before=before), Sheet(mode=_OWNER_ONLY) if table.game.hidden_information else None
        _write_header(table, date, public, secret, new_salt)
        earlier = table.recorder
        record = cls(table, public, secret, new_salt)
        record._remark(remark)
        for place, taken in enumerate(table.history.taken):
            if thoughts and place in thoughts:
                (public if secret is None else secret).line(f"# {thoughts[place]}")
            record._note(taken, place)
        if table.outcome is not None:
            record._end(table.outcome)
        try:
            if path is not None:
                _begin_files(path, public, None if record._over else secret, append)
            save(record._sheets())
        except NotAllowed:
            table.recorder = earlier
            raise
        record._saved = len(record._story)
        return record

    @property
    def sealed(self) -> bool:
        """Whether this is a game with secrets."""
        return self._secret is not None

    def text(self, seat: int = SPECTATOR) -> str:
        """The record as a seat may have it: while secrets are kept, its own steps and what it saw of the others'."""
        if self._secret is None or seat == SPECTATOR or self.table.outcome is not None:
            return self._public.text
        sheet = Sheet(self._header)
        for action in self._story:
            self._tell(sheet, action, seat)
        return sheet.text

    def comment(self, text: str) -> None:
        """Add a comment, for everybody to read."""
        self._remark(text)
        save([self._public])

    def _remark(self, text: str) -> None:
        self._public.line(*(f"# {line}" for line in text.splitlines()))

    # --- its file ---------------------------------------------------------------------------------------------------
    @property
    def path(self) -> Path | None:
        return self._public.path

    def save(self) -> None:
        """Write what the file does not have yet, or all of it if it is gone; ``unsaved`` if that is not possible."""
        try:
            self.restored = save(self._sheets(), patient=True) or self.restored
        except NotAllowed as error:
            self.unsaved = error
        else:
            self.unsaved = None
            self._count_saved()

    def check(self) -> None:
        """``save``, and see that the file really has what was written."""
        self.save()
        if self.unsaved is None and self.kept is None:
            self.unsaved = NotAllowed("record_changed", path=str(self.path))

    @property
    def kept(self) -> int | None:
        """How many steps, of those that everybody knows of, are in the file; ``None`` if it does not have this game."""
        if not all(sheet.holds() for sheet in self._sheets()):
            return None
        return sum(self._known(action, SPECTATOR) for action in self._story[: self._saved])

    def move_to(self, path: Path) -> None:
        """Write all of it to a new file, and go on there."""
        self._public, self._secret = self.copy_to(path)
        self.unsaved = None
        self._count_saved()

    def copy_to(self, path: Path) -> tuple[Sheet, Sheet | None]:
        """Write all of it to a new file, too; its sheets."""
        public, secret = self._public.copy(), self._secret.copy() if self._secret is not None else None
        _begin_files(path, public, None if self._over else secret)
        return public, secret

    def _count_saved(self) -> None:
        self._saved = len(self._story)
        if self._over:
            self._drop_secret_file()

    # --- records that were read -------------------------------------------------------------------------------------
    def adopt(self, text: str) -> None:
        """Take over the text that was read, comments and all, in place of what was written from it."""
        self._public = Sheet(text)
        self._new_salt = draw_salt

    def go_on(self, path: Path, kept: str, missing: Sequence[Token], secret: str | None, before: str = "") -> None:
        """From now on append to a file. Of it, ``before`` (other games) and ``kept`` stay; ``missing`` is written."""
        try:
            _cut(path, before + kept)
            self._public = Sheet(kept, path, before)
            if self._secret is not None and secret is not None:
                _cut(secret_path(path), secret)
                self._secret = Sheet(secret, secret_path(path), mode=_OWNER_ONLY)
        except OSError as error:
            raise unwritable(Path(error.filename or path), error) from error
        for token in missing:
            if token.label:
                self._public.item(token.label, token.text, token.more)
            else:
                self._public.line(token.text)
        interrupted = secret is not None and self.table.outcome is not None
        if interrupted:
            self._reveal()
        save([self._public])
        self._saved = len(self._story)
        if interrupted:
            self._drop_secret_file()

    # --- what the table tells ---------------------------------------------------------------------------------------
    def took(self, taken: TakenStep, outcome: Outcome | None) -> None:
        self._do(lambda: self._note(taken, len(self.table.history.steps)), outcome)

    def undid(self, count: int) -> None:
        self._do(lambda: self._note_undo(count), None)

    def ended(self, outcome: Outcome) -> None:
        self._do(lambda: None, outcome)

    def _do(self, note: Callable[[], None], outcome: Outcome | None) -> None:
        before = len(self._story), self._salt, self._over
        note()
        if outcome is not None:
            self._end(outcome)
        if self.patient:
            self.save()
            return
        try:
            save(self._sheets())
        except NotAllowed:
            length, self._salt, self._over = before
            del self._story[length:]
            raise
        self._count_saved()

    def _note(self, taken: TakenStep, place: int) -> None:
        if self._secret is not None:
            if taken.is_setup and not self._salt:
                self.use_salt(self._new_salt())
            self._secret.item(_label(taken), taken.text, not taken.ends_turn)
        self._say(taken)
        if self._secret is not None and taken.ends_setup:
            setup = _setup_text([*self.table.history.taken[:place], taken])
            self._say(f"commit {taken.seat}: {commitment(self._salt, setup)}")
            self._salt = ""

    def use_salt(self, salt: str) -> None:
        """Keep a salt for the next commitment."""
        self._salt = salt
        if self._secret is not None:
            self._secret.line(f"salt: {salt}")

    def _note_undo(self, count: int) -> None:
        if self._secret is not None:
            self._secret.line(f"undo: {count}")
        self._say(_Undone(tuple(self.table.history.taken[-count:])))

    def _end(self, outcome: Outcome) -> None:
        self._over = True
        self._say(result_text(outcome))
        if self._secret is not None:
            self._secret.line(result_text(outcome))
            self._reveal()

    def _reveal(self) -> None:
        if self._secret is not None:
            self._public.line(REVEAL + "\n" + self._secret.text.removesuffix("\n"))

    # --- what is written --------------------------------------------------------------------------------------------
    def _say(self, action: TakenStep | _Undone | str) -> None:
        self._story.append(action)
        self._tell(self._public, action, SPECTATOR)

    def _tell(self, sheet: Sheet, action: TakenStep | _Undone | str, seat: int) -> None:
        """Write on a sheet what a seat may know of an action."""
        game = self.table.game
        if isinstance(action, str):
            sheet.line(action)
        elif isinstance(action, _Undone):
            if count := -self._known(action, seat):
                sheet.line(f"undo: {count}")
        else:
            items = [action.text]
            if self.sealed and action.seat != seat:
                items = [event_text(event) for event in game.event_list(action.log, seat, over=False)]
            for place, item in enumerate(items, 1):
                sheet.item(_label(action), item, place < len(items) or not action.ends_turn)

    def _known(self, action: TakenStep | _Undone | str, seat: int) -> int:
        """How many steps more (or fewer) stand after an action, of those that a seat notices."""
        if isinstance(action, _Undone):
            return -sum(notices(self.table.game, taken, seat) for taken in action.steps)
        return isinstance(action, TakenStep) and notices(self.table.game, action, seat)

    def _sheets(self) -> list[Sheet]:
        """The secret one first: it may know of a step that the public one does not, never the other way round."""
        return [sheet for sheet in (self._secret, self._public) if sheet is not None]

    def _drop_secret_file(self) -> None:
        if self._secret is not None and self._secret.path is not None:
            with suppress(OSError):  # left behind, it only says what the public file says now
                os.remove(self._secret.path)
            self._secret.path = None


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + SECRET_SUFFIX)


def _begin_files(path: Path, public: Sheet, secret: Sheet | None, append: bool = False) -> None:
    """Write all that is on the sheets to new files (or at the end of one); ``NotAllowed``, and none of them, else."""
    files = [(public, path, append), *([] if secret is None else [(secret, secret_path(path), False)])]
    begun: list[Path] = []
    try:
        for sheet, file, more in files:
            try:
                sheet.begin(file, more)
            except FileExistsError as error:
                raise NotAllowed("record_exists", path=str(file)) from error
            except OSError as error:
                raise unwritable(file, error) from error
            begun += [] if more else [file]
        save([sheet for sheet, _, _ in files[::-1]])
    except NotAllowed:
        for made in begun:
            with suppress(OSError):
                os.remove(made)
        raise


def _cut(path: Path, kept: str) -> None:
    size = len(kept.encode())
    if path.stat().st_size != size:
        os.truncate(path, size)


def _setup_text(steps: Sequence[TakenStep]) -> str:
    """The last steps of the seat that took the last one, as far back as they are set-up without a break."""
    seat = steps[-1].seat
    setup = list(takewhile(lambda taken: taken.is_setup and taken.seat == seat, reversed(steps)))
    return f"{seat}: {', '.join(taken.text for taken in reversed(setup))}"


def _label(taken: TakenStep) -> str:
    return f"{taken.turn} {taken.seat}"


def _write_header(table: Table, date: str, public: Sheet, secret: Sheet | None, new_salt: Callable[[], str]) -> None:
    chance = [f"seed: {table.seed}"]
    chance += [f"drawn {name}: {json_text(value)}" for name, value in table.drawn.items()]
    start = [] if table.start is None else [f"start: {table.game.position_text(table.start)}"]
    options = [f"option {name}: {json_text(value)}" for name, value in table.changed.items()]
    public.line(FORMAT, f"ruleset: {table.ruleset.name}", *options)
    sealed = []
    if secret is None:
        public.line(*start, *chance)
    else:
        salt = new_salt()
        sealed.append("commit seed: " + commitment(salt, "\n".join(start + chance)))
        secret.line(f"salt seed: {salt}", *start, *chance)
        public.line(*[f"start: {SEALED}"] * len(start), f"seed: {SEALED}")
    public.line(*(f"player {seat}: {name}" for seat, name in enumerate(table.players) if name))
    dated = [f"date: {' '.join(date.split())}"] if date else []
    public.line(*dated, *sealed, "")
