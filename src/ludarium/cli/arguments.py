"""Reading command lines, in the user's language, and the arguments that several commands share."""

import argparse
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from ludarium.cli.terminal import CommandError, Terminal, cli_words
from ludarium.core.game import Ruleset
from ludarium.core.history import History
from ludarium.core.options import read_text
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.engine import LARGEST_SEED, reach

USUAL_SECONDS = 1.0
SECONDS = (0.05, 3600)
MOST_JOBS = 256
_LONGEST_LIST = 100_000  # characters


class Parser(argparse.ArgumentParser):
    """Says everything in the terminal's language, and reports mistakes as errors like all others."""

    def __init__(self, prog: str, description: str, terminal: Terminal) -> None:
        self.terminal = terminal
        super().__init__(prog=prog, description=description, allow_abbrev=False, add_help=False)
        self._positionals.title, self._optionals.title = self._own("positional_arguments"), self._own("options")
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=self._own("help"))
        # The language was chosen before the parser was made (its help is in that language); here it is only checked.
        self.add_argument("--lang", choices=LOCALES, default=argparse.SUPPRESS, help=terminal.say("common.lang"))

    def _own(self, key: str) -> str:
        return self.terminal.say(f"argparse.{key}")

    def _get_formatter(self) -> argparse.HelpFormatter:
        return _Formatter(self.prog, self._own("usage"))

    def error(self, message: str) -> NoReturn:
        raise CommandError("usage", message=translated(message, self.terminal), program=self.prog)


class _Formatter(argparse.HelpFormatter):
    def __init__(self, prog: str, prefix: str) -> None:
        super().__init__(prog)
        self._prefix = prefix

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, self._prefix if prefix is None else prefix)


def translated(message: str, terminal: Terminal) -> str:
    """What ``argparse`` says of a mistake, in the terminal's language; as it is where there are no words for it."""
    for key, english in cli_words("en").section("argparse").items():
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(english))
        if found := re.fullmatch(pattern, message, re.DOTALL):
            parts = found.groupdict()
            if "message" in parts:
                parts["message"] = translated(parts["message"], terminal)
            return terminal.say(f"argparse.{key}", **parts)
    return message


# --- rulesets, options, positions -----------------------------------------------------------------------------------
def add_ruleset(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", metavar="RULESET", help=terminal.say("common.ruleset"))


def add_start(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Options and seed: how a game begins."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=terminal.say("common.option")
    )
    parser.add_argument("--seed", type=int, metavar="N", help=terminal.say("common.seed"))


def add_position(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Steps and position, options and seed: where in a game."""
    parser.add_argument("--position", metavar="TEXT", help=terminal.say("common.position"))
    parser.add_argument("--steps", metavar="TEXT", default="", help=terminal.say("common.steps"))
    add_start(parser, terminal)


def read_position(ruleset: Ruleset, given: argparse.Namespace) -> History:
    """The game so far that the arguments of ``add_position`` describe."""
    options, steps = read_options(ruleset, given.option), ruleset.game.split_steps(given.steps)
    return reach(ruleset, options, read_seed(given.seed), given.position, steps)


def says_position(given: argparse.Namespace) -> bool:
    """Whether one of these arguments was used."""
    return bool(given.steps or given.position or given.option or given.seed is not None)


def read_options(ruleset: Ruleset, pairs: Sequence[str]) -> dict[str, object]:
    """The values of ``--option name=value …``, not yet checked against what the options take."""
    known = {option.name: option for option in ruleset.offered}
    given: dict[str, object] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise CommandError("option_form", text=pair, known=", ".join(known))
        if name in known and known[name].lists and text.startswith("@"):
            text = _read_list(name, text[1:])
        given[name] = read_text(known[name], text) if name in known else text
    return given


def _read_list(name: str, file: str) -> str:
    """A list from a file, without its remarks."""
    try:
        with Path(file).open(encoding="utf-8") as lines:
            text = lines.read(_LONGEST_LIST)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise CommandError("option_file", option=name, file=file, why=why) from error
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#")).strip()


# --- numbers --------------------------------------------------------------------------------------------------------
def read_number(name: str, value: int, low: int, high: int) -> int:
    """The value of ``--name``, if it is within its bounds."""
    if not low <= value <= high:
        raise CommandError("number", name=f"--{name}", low=low, high=high)
    return value


def read_jobs(jobs: int | None) -> int | None:
    return None if jobs is None else read_number("jobs", jobs, 1, MOST_JOBS)


def read_seed(seed: int | None, usual: int = 0) -> int:
    if seed is None:
        return usual
    if not 0 <= seed <= LARGEST_SEED:
        raise CommandError("seed", most=LARGEST_SEED)
    return seed


def read_seconds(seconds: float | None) -> float:
    """The time of a decision or of a measurement."""
    if seconds is None:
        return USUAL_SECONDS
    if not SECONDS[0] <= seconds <= SECONDS[1]:
        raise CommandError("seconds", low=SECONDS[0], high=SECONDS[1])
    return seconds


def check_viewer(seat: int | None, state: State) -> None:
    """A seat, or -1 for a spectator."""
    if seat is not None and not -1 <= seat < state.seats:
        raise CommandError("seat", most=state.seats - 1)
