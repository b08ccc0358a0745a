"""Reading command lines, in the user's language, and the arguments that several commands share."""

import argparse
import re
from collections.abc import Sequence
from typing import NoReturn

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Ruleset
from ludarium.core.options import read_text
from ludarium.core.words import LOCALES
from ludarium.engine import LARGEST_SEED


class Parser(argparse.ArgumentParser):
    """Reports mistakes as errors like all others, with the way to help."""

    def __init__(self, prog: str, description: str, terminal: Terminal) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        # The language was chosen before the parser was made (its help is in that language); here it is only checked.
        self.add_argument("--lang", choices=LOCALES, default=argparse.SUPPRESS, help=terminal.say("common.lang"))

    def error(self, message: str) -> NoReturn:
        raise CommandError("usage", message=message, program=self.prog)


def speak(terminal: Terminal) -> None:
    """Have ``argparse`` say its own sentences in the terminal's language: it looks them up in its ``_``."""

    def one(text: str | None) -> str | None:
        return terminal.words.entry("argparse", _key(text)) or text if text else text

    def several(single: str, plural: str, number: int) -> str:
        return terminal.words.entry("argparse", _key(plural)) or (single if number == 1 else plural)

    vars(argparse).update(_=one, ngettext=several)


def _key(text: str) -> str:
    """A sentence of argparse as the name of a TOML entry."""
    return "_".join(re.findall(r"[a-z]+", re.sub(r"%\(\w+\)[rs]|%[rs]", "", text).lower()))


def add_ruleset(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("ruleset", metavar="RULESET", help=terminal.say("common.ruleset"))


def add_start(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Options and seed: how a game begins."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=terminal.say("common.option")
    )
    parser.add_argument("--seed", type=int, metavar="N", help=terminal.say("common.seed"))


def add_position(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Steps and position: where in a game."""
    parser.add_argument("--position", metavar="TEXT", help=terminal.say("common.position"))
    parser.add_argument("--steps", metavar="TEXT", default="", help=terminal.say("common.steps"))


def read_given(ruleset: Ruleset, pairs: Sequence[str]) -> dict[str, object]:
    """The values of ``--option name=value …``, not yet checked against what the options take."""
    known = {option.name: option for option in ruleset.offered}
    given: dict[str, object] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise CommandError("option_form", text=pair, known=", ".join(known))
        given[name] = read_text(known[name], text) if name in known else text
    return given


def read_number(name: str, value: int, low: int, high: int) -> int:
    """The value of ``--name``, if it is within its bounds."""
    if not low <= value <= high:
        raise CommandError("number", name=f"--{name}", low=low, high=high)
    return value


def read_seed(seed: int | None, usual: int = 0) -> int:
    if seed is None:
        return usual
    if not 0 <= seed <= LARGEST_SEED:
        raise CommandError("seed", most=LARGEST_SEED)
    return seed
