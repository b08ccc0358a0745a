"""The man page, made from the parsers: ``python -m ludarium.cli.manual man`` (``make man``) writes it anew."""

import sys
from collections.abc import Iterable
from pathlib import Path

from ludarium.cli.program import Command, described
from ludarium.cli.terminal import Terminal
from ludarium.core.words import LOCALES

_SIGNS = str.maketrans({"\\": "\\e", "-": "\\-", "\n": " "})
_VARIABLES = ("LUDARIUM_HOME", "LUDARIUM_LANG", "LUDARIUM_GAMES", "LUDARIUM_CONFIG")
_FILES = {
    "games/": "file_games",
    "lessons.json": "file_lessons",
    "puzzles.json": "file_puzzles",
    "servers.json": "file_servers",
    "settings.toml": "file_settings",
    "ludarium.sqlite": "file_database",
}


def page(locale: str) -> str:
    """The page in one language, as ``man`` reads it."""
    terminal = Terminal(locale)
    top = described(terminal)
    parts = terminal.words.section("manual")
    lines = [
        f'.\\" {parts["made"]}',
        f'.TH LUDARIUM 1 "" "Ludarium" "{_plain(parts["title"])}"',
        *_section(parts["name"], f"ludarium \\- {_plain(parts['what'])}"),
        *_section(parts["synopsis"], f".B ludarium\n.RI [ {parts['command']} ]\n.RI [ {parts['argument']} ...]"),
        *_section(parts["description"], _text(top.summary)),
        *_arguments(top),
        f".SH {parts['commands']}",
    ]
    for command in top.all():
        if command.path:
            lines += [f".SS {_usage(command)}", _text(command.summary), *_arguments(command)]
    lines += [f".SH {parts['environment']}"]
    for name in _VARIABLES:
        lines += [".TP", f".B {name}", _text(parts[name])]
    lines += [f".SH {parts['files']}"]
    for name, key in _FILES.items():
        lines += [".TP", f".I {name}", _text(parts[key])]
    lines += _section(parts["see"], _text(parts["see_what"]))
    return "\n".join(lines) + "\n"


def _section(title: str, text: str) -> Iterable[str]:
    return f".SH {title}", text


def _usage(command: Command) -> str:
    placed = [one.metavar + (" ..." if one.many else "") for one in command.arguments if not one.flags]
    needed = [one.needed for one in command.arguments if not one.flags]
    shown = [text if must else f"[{text}]" for text, must in zip(placed, needed, strict=True)]
    return _plain(" ".join(["ludarium", *command.path, *shown]))


def _arguments(command: Command) -> Iterable[str]:
    """But for ``--help`` and ``--lang``, which all commands have: they are told once."""
    for one in command.arguments:
        if command.path and one.flags and one.flags[-1] in ("--help", "--lang"):
            continue
        value = f" \\fI{_plain(one.metavar)}\\fR" if one.metavar and one.flags else ""
        named = ", ".join(f"\\fB{_plain(flag)}\\fR{value}" for flag in one.flags) or f"\\fI{_plain(one.metavar)}\\fR"
        yield from (".TP", named, _text(one.help))


def _plain(text: str) -> str:
    return text.translate(_SIGNS)


def _text(text: str) -> str:
    """A paragraph; a dot or a quote at the beginning would be an order to ``man``."""
    return "\\&" + _plain(text) if text[:1] in (".", "'") else _plain(text)


def write(folder: Path) -> None:
    for locale in LOCALES:
        file = folder / locale / "ludarium.1"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(locale), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
