"""Keeping the game that is played: what a person hears about its file, and how nothing is lost without it."""

import os
from pathlib import Path

from ludarium.cli.saved import spoken
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.errors import NotAllowed
from ludarium.table import Match, Record
from ludarium.table.record import secret_path


class Keeping:
    """The file of a game or series. While it cannot be written the game goes on, and people are told."""

    def __init__(self, played: Record | Match, file: Path, named: bool, terminal: Terminal) -> None:
        self.played = played
        self.file = file
        self.named = named  # a person chose the file, so it stays
        self.terminal = terminal
        self.way_out = "play.save_type"  # how people who sit here save a game elsewhere, as a key of the words
        self._failed = False
        self.begin_game()

    @property
    def record(self) -> Record:
        return self.played if isinstance(self.played, Record) else self.played.record

    @property
    def may_be_removed(self) -> bool:
        """Whether people are asked if they want the file: one that lacks something gets another question."""
        return not self.named and self.record.unsaved is None

    def begin_game(self) -> None:
        self.record.patient = True

    def tell(self, again: bool) -> None:
        """Tell that the file lacks something (``again``: also if that was told before), or that it is whole again."""
        record = self.record
        error = record.unsaved
        if error is not None:
            if again or not self._failed:
                out, why = self.terminal.out, self._why(error)
                how = self.terminal.say(self.way_out)
                said = self.terminal.say("play.unsaved", file=error.data["path"], why=why, how=how)
                out.print(said, style="red", soft_wrap=not out.is_terminal)
            self._failed = True
            return
        if record.restored:
            self.terminal.tell("play.restored", file=self.file)
        elif self._failed:
            self.terminal.tell("play.saved_again", file=self.file)
        self._failed = record.restored = False

    def save_as(self, name: str) -> None:
        """Write the game to another file, too; and if its own cannot be written, go on in that one."""
        if not name:
            raise CommandError("save_name")
        target = Path(os.path.expanduser(name))
        for path in (target, secret_path(target)):
            if os.path.exists(path):
                raise CommandError("file_exists", file=path)
        moves = self.record.unsaved is not None
        try:
            (self.played.move_to if moves else self.record.copy_to)(target)
        except NotAllowed as error:
            raise CommandError("file_write", file=target, why=error.data.get("why", error)) from error
        except ValueError as error:  # a name with a NUL in it
            raise CommandError("file_write", file=target, why=error) from error
        if moves:
            self.file, self.named, self._failed = target, True, False
            self.terminal.tell("play.moved", file=target)
        else:
            self.terminal.tell("play.saved", file=target, quoted=spoken(target))

    def is_whole(self) -> bool:
        """Whether a file has all of the game; if its own does not, people hear what is in it and can name another."""
        self.record.check()
        if self.record.unsaved is not None:
            self.terminal.complain(self._loss(self.record.unsaved))
        while self.record.unsaved is not None:
            name = self.terminal.ask(self.terminal.say("play.elsewhere"))
            if not name:
                return False
            try:
                self.save_as(name)
            except CommandError as error:
                self.terminal.complain(error)
        self.tell(again=False)
        return True

    def remove(self) -> None:
        for path in (self.file, secret_path(self.file)):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise CommandError("file_remove", file=path, why=error.strerror or error) from error

    def _loss(self, error: NotAllowed) -> CommandError:
        kept, why = self.record.kept, self._why(error)
        if kept is None:
            return CommandError("lost_all", file=self.file, why=why)
        return CommandError("lost_rest" if kept else "lost_moves", file=self.file, kept=kept, why=why)

    def _why(self, error: NotAllowed) -> str:
        return self.terminal.say("play.changed") if error.key == "record_changed" else str(error.data["why"])
