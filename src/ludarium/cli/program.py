"""The commands of the program and their arguments: parsed for a command line, described for shells and the manual."""

import argparse
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from ludarium import __version__
from ludarium.cli.arguments import Parser
from ludarium.cli.terminal import Terminal

COMMANDS = (
    *("serve", "games", "play", "resume", "join", "learn", "hint", "replay", "analyse", "draw", "rules", "puzzles"),
    *("perft", "solve", "bench", "check", "arena", "study", "export", "train", "engine"),
    *("admin", "worker", "completion", "licences"),
)


def parser(terminal: Terminal, wanted: Collection[str]) -> Parser:
    """Of the commands only those that are wanted are loaded; in ``run`` is what does the one that was called."""
    top = Parser("ludarium", terminal.say("common.description"), terminal)
    version = f"ludarium {__version__}"
    top.add_argument("--version", action="version", version=version, help=terminal.say("common.version"))
    commands = top.add_subparsers(title=terminal.say("common.commands"), metavar=terminal.say("common.command"))
    for name in COMMANDS:
        summary = terminal.say(f"{name}.summary")
        command = commands.add_parser(name, help=summary, description=summary, terminal=terminal)
        if name in wanted:
            module = import_module(f"ludarium.cli.{name}")
            module.arguments(command, terminal)
            command.set_defaults(run=module.run)
    return top


@dataclass(frozen=True)
class Argument:
    """One argument of a command; ``flags`` are empty for one that is known by its place."""

    flags: tuple[str, ...]
    metavar: str  # empty for a flag without a value
    help: str
    choices: tuple[str, ...]
    many: bool  # takes several words
    needed: bool


@dataclass(frozen=True)
class Command:
    """A command, or a part of one (``admin ban``); ``path`` is what is typed for it."""

    path: tuple[str, ...]
    summary: str
    arguments: tuple[Argument, ...]
    commands: tuple["Command", ...]

    def all(self) -> Iterator["Command"]:
        yield self
        for command in self.commands:
            yield from command.all()


def described(terminal: Terminal) -> Command:
    """The whole program."""
    return _command((), terminal.say("common.description"), parser(terminal, COMMANDS))


def _command(path: tuple[str, ...], summary: str, parsed: argparse.ArgumentParser) -> Command:
    arguments, commands = list[Argument](), list[Command]()
    for action in parsed._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {one.dest: one.help or "" for one in action._choices_actions}
            commands += [_command((*path, name), told.get(name, ""), one) for name, one in action.choices.items()]
        else:
            arguments.append(_argument(action, parsed))
    return Command(path, summary, tuple(arguments), tuple(commands))


def _argument(action: argparse.Action, parsed: argparse.ArgumentParser) -> Argument:
    choices = tuple(map(str, action.choices or ()))
    metavar = action.metavar if isinstance(action.metavar, str) else "|".join(choices)
    return Argument(
        tuple(action.option_strings),
        "" if action.nargs == 0 else metavar,
        parsed._get_formatter()._expand_help(action) if action.help else "",
        choices,
        action.nargs in ("*", "+"),
        action.required and not action.option_strings,
    )


def flags_of(arguments: Sequence[Argument]) -> list[str]:
    return [flag for argument in arguments for flag in argument.flags]
