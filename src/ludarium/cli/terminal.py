"""Where a command speaks: the language, and the two streams of a terminal."""

import locale as system_locale
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TextIO
from unicodedata import category

from rich.console import Console, RenderableType
from rich.progress import Progress, ProgressColumn

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.core.words import LOCALES, Words, read_words
from ludarium.draw import terminal as characters

try:
    import readline
except ImportError:  # not on every system
    readline = None  # type: ignore[assignment]

_YES, _NO = "yjhは", "niい"  # how answers begin in both languages, also where Japanese is typed in Latin letters
_STEERING = {"Cc", "Cf", "Zl", "Zp"}  # controls, directions and line ends, as Unicode classes them
_WIDTH_OF_A_FILE = 100  # columns, where the output is no terminal


class CommandError(LudariumError):
    """A mistake in how a command was called or answered; its words are those of the terminal program."""

    def sentence(self, locale: str) -> str:
        return cli_words(locale).say(self.section, self.key, self.data)


class Left(Exception):
    """The people went away; ``asked`` is whether they said so (else the input ended)."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked = asked


@cache
def cli_words(locale: str) -> Words:
    return read_words(Path(__file__).parent / "text", locale)


class Terminal:
    """Says things in one language."""

    def __init__(self, locale: str) -> None:
        self.speak(locale)
        self.out = _console(sys.stdout)
        self.err = _console(sys.stderr)
        self._question = ""  # that waits for an answer

    def speak(self, locale: str) -> None:
        self.locale = locale
        self.words = cli_words(locale)

    def say(self, key: str, **data: object) -> str:
        """The words ``section.key`` with its fields filled."""
        section, _, name = key.partition(".")
        return self.words.say(section, name, data)

    def show(self, what: RenderableType) -> None:
        """Print a table, a page …; in a file, without the spaces that fill up the lines."""
        if self.out.is_terminal:
            self.out.print(what)
            return
        with self.out.capture() as capture:
            self.out.print(what)
        self.out.file.write("".join(line.rstrip() + "\n" for line in capture.get().splitlines()))

    def tell(self, key: str, **data: object) -> None:
        _print(self.out, self.say(key, **data))

    def write(self, text: str) -> None:
        """Text that is laid out already, with its own colours."""
        self.out.file.write(text + "\n")

    def draw(self, scene: Scene, game: Game) -> str:
        """A scene as characters, as colourful as the terminal is."""
        drawn = characters.text(
            scene,
            game,
            colour=self.out.is_terminal and not self.out.no_color,
            locale=self.locale,
            unicode=characters.speaks_unicode(self.out.encoding),
        )
        return drawn.rstrip("\n")

    def progress(self, *columns: ProgressColumn) -> Progress:
        """A bar that is gone when the work is done; nothing where nobody looks."""
        return Progress(*columns, console=self.err, transient=True, disable=not self.err.is_terminal)

    def waiting(self, message: str) -> AbstractContextManager[object]:
        """Show a message for as long as something takes; nothing where it could not be taken away again."""
        shows = self.out.is_terminal and not self.out.is_dumb_terminal
        return self.out.status(message) if shows else nullcontext()

    def clear(self) -> None:
        """Nothing that was on the screen can be seen any more, not even by scrolling or paging back."""
        if readline is not None:
            readline.clear_history()
        if self.out.is_dumb_terminal:
            self.out.file.write("\n" * self.out.height)  # it can do no more than move everything out of sight
        else:
            self.out.file.write("\033[2J\033[3J\033[H" if self.out.is_terminal else "\n" + "─" * 40 + "\n")

    @property
    def is_person(self) -> bool:
        """Whether somebody types, rather than a file or another program."""
        return sys.stdin.isatty()

    def ask(self, question: str, completions: Sequence[str] = ()) -> str | None:
        """A line from the user without the spaces around it; nothing once there are no more."""
        self.out.file.flush()
        if self.is_person:
            _complete(completions)
        self._question = question
        try:
            line = input(question)
        except EOFError:
            self.out.print()
            return None
        finally:
            self._question = ""
        if not self.is_person:
            self.out.print(line)  # so that what was piped in can be followed
        return line.strip()

    @contextmanager
    def above(self) -> Iterator[None]:
        """Print, from another thread, above the line that somebody is typing."""
        shown = self._question and self.is_person and self.out.is_terminal
        if shown:
            self.out.file.write("\n" if self.out.is_dumb_terminal else "\r\033[K")
        yield
        if shown:
            self.out.file.write(self._question + (readline.get_line_buffer() if readline is not None else ""))
            self.out.file.flush()

    def need(self, question: str, completions: Sequence[str] = ()) -> str:
        """The same, but ``Left`` once there are no more lines."""
        line = self.ask(question, completions)
        if line is None:
            raise Left(asked=False)
        return line

    def agrees(self, question: str, usually: bool) -> bool:
        """The answer to a yes-or-no question; the usual one if nothing is typed. Anything else is asked again: it may
        have been meant for another question.
        """
        while True:
            answer = self.ask(f"{question} {self.say('common.yes_no' if usually else 'common.no_yes')} ")
            if not answer:
                return usually
            if (first := answer[0].lower()) in _YES + _NO:
                return first in _YES

    def warn(self, key: str, **data: object) -> None:
        self.caution(self.say(key, **data))

    def caution(self, text: str) -> None:
        _print(self.err, text, style="yellow")

    def complain(self, error: LudariumError) -> None:
        _print(self.err, error.sentence(self.locale), style="red")


def _print(console: Console, text: str, style: str | None = None) -> None:
    """A screen breaks lines between words; what has lines of its own, and a file, keep theirs."""
    console.print(printable(text), style=style, soft_wrap=not console.is_terminal or "\n" in text)


def printable(text: str) -> str:
    """What others wrote (a record, a file's name, a server), without anything that could steer a terminal."""
    return "".join(one for one in text if one == "\n" or category(one) not in _STEERING)


def typed_number(answer: str, low: int, high: int) -> int | None:
    """The number that somebody typed, if it is one of these."""
    return int(answer) if answer.isdecimal() and len(answer) < 10 and low <= int(answer) <= high else None


def _complete(completions: Sequence[str]) -> None:
    """Let the Tab key offer these for the next line, where the system can do that."""
    if readline is None:
        return

    def offer(text: str, number: int) -> str | None:
        fitting = [one for one in completions if one.lower().startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer_delims("")
    readline.set_completer(offer)
    readline.parse_and_bind("tab: complete")


def _console(stream: TextIO) -> Console:
    width = None if stream.isatty() else shutil.get_terminal_size((_WIDTH_OF_A_FILE, 24)).columns
    return Console(file=stream, width=width, markup=False, emoji=False, highlight=False)


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """``--lang``, else LUDARIUM_LANG, else the language of the system, else English."""
    for argument, following in zip_longest(arguments, arguments[1:], fillvalue=""):
        wanted = following if argument == "--lang" else argument.removeprefix("--lang=")
        if wanted != argument and wanted in LOCALES:
            return wanted
    if environment.get("LUDARIUM_LANG") in LOCALES:
        return environment["LUDARIUM_LANG"]
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "ja" if environment[name].lower().startswith("ja") else "en"
    return "ja" if (system_locale.getlocale()[0] or "").lower().startswith("ja") else "en"
