"""Writes the pages of the documentation that are made from the program itself (``make reference``).

docs/api.md and docs/planes.md have commands of their own.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from ludarium.cli import COMMANDS
from ludarium.cli.arguments import Parser
from ludarium.cli.games import value_text
from ludarium.cli.terminal import Terminal
from ludarium.core.game import Game, Ruleset, by_game
from ludarium.core.options import what_it_takes
from ludarium.core.vocabulary import Option
from tests.site.wire_page import wire_page

DOCS = Path(__file__).parents[2] / "docs"
_WRITTEN = "<!-- Written by `make reference`: change what it is made from. -->"
_SAID = {
    "en": {
        "rules": "[Every rule](../rules/{game}.en.md), with its number and with diagrams",
        "learn": "[How to play: {title}](../learn/{guide}.en.md)",
        "rulesets": "Rulesets",
        "options": "Options",
        "ruleset": "ruleset",
        "what": "what it is",
        "preset": "its options",
        "option": "option",
        "takes": "takes",
        "default": "default",
        "only": " (only {names})",
        "choose": "Choose a ruleset and its options when you create a table (*Custom game*), with "
        "`--option NAME=VALUE` at the terminal, or as arguments in Python. Every option has a default.",
        "none": "as they are",
    },
    "ja": {
        "rules": "[ルール全文](../rules/{game}.ja.md)（条項番号と図つき）",
        "learn": "[遊び方：{title}](../learn/{guide}.ja.md)",
        "rulesets": "ルールセット",
        "options": "オプション",
        "ruleset": "ルールセット",
        "what": "内容",
        "preset": "オプションの値",
        "option": "オプション",
        "takes": "選べる値",
        "default": "標準",
        "only": "（{names}だけ）",
        "choose": "ルールセットとオプションは、テーブルを作るとき（「条件を選ぶ」）に選びます。"
        "端末では`--option 名前=値`、Pythonでは引数です。どのオプションにも標準の値があります。",
        "none": "標準のまま",
    },
}


@cache
def pages() -> dict[str, str]:
    """Every page by its place below ``docs/``."""
    found = {
        f"games/{game.name}.{language}.md": _game_page(game, members, language)
        for game, members in by_game()
        if game.name in _own_games()
        for language in _SAID
    }
    return found | {
        "reference/rulesets.md": _rulesets_page(),
        "reference/commands.md": _commands_page(),
        "reference/wire.md": wire_page(),
    }


def _own_games() -> set[str]:
    """Not those from outside, which tests know, too."""
    return {path.name.split(".")[0] for path in (DOCS / "rules").glob("*.md")}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    written = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *written))


# --- games ----------------------------------------------------------------------------------------------------------
def _game_page(game: Game, members: Sequence[Ruleset], language: str) -> str:
    words, said = game.words(language), _SAID[language]
    guides = [
        said["learn"].format(title=_title(path), guide=path.name.split(".")[0])
        for path in sorted((DOCS / "learn").glob(f"*.{language}.md"))
        if set(_rulesets_of(path)) & {ruleset.name for ruleset in members}
    ]
    lines = [*guides, said["rules"].format(game=game.name)]
    picture = next(DOCS.glob(f"screenshots/{game.name}*.png"))
    name = str(words.sections["name"])
    rulesets = ((f"`{one.name}`", words.name("rulesets", one.name), _preset(one) or said["none"]) for one in members)
    parts = [
        f"# {name}\n{_WRITTEN}",
        str(words.sections["summary"]),
        f"![{name}](../screenshots/{picture.name})",
        "\n".join(f"- {line}" for line in lines),
        said["choose"],
        f"## {said['rulesets']}",
        table((said["ruleset"], said["what"], said["preset"]), rulesets),
        f"## {said['options']}",
        table((said["option"], said["what"], said["takes"], said["default"]), _options(game, members, language)),
    ]
    return "\n\n".join(parts) + "\n"


def _title(page: Path) -> str:
    return next(line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("# "))[2:]


def _rulesets_of(page: Path) -> list[str]:
    found = re.match(r"<!-- rulesets: (.+?) -->", page.read_text(encoding="utf-8"))
    return found[1].replace(",", " ").split() if found else []


def _preset(ruleset: Ruleset) -> str:
    offered = {option.name for option in ruleset.offered}
    return " ".join(f"`{name}={value_text(one)}`" for name, one in ruleset.preset.items() if name in offered)


def _options(game: Game, members: Sequence[Ruleset], language: str) -> Iterator[Sequence[str]]:
    words, said = game.words(language), _SAID[language]
    for option in game.options:
        having = [ruleset.name for ruleset in members if option in ruleset.offered]
        if not having:
            continue
        what = words.name("options", option.name)
        if len(having) < len(members):
            what += said["only"].format(names=", ".join(having))
        if option.clause:
            what += f" [{option.clause}](../rules/{game.name}.{language}.md#{option.clause})"
        default = value_text(option.default)
        yield f"`{option.name}`", what, _takes(option, game, language), f"`{default}`" if default else ""


def _takes(option: Option, game: Game, language: str) -> str:
    if not option.values:
        return f"`{what_it_takes(option)}`"
    words = game.words(language)
    called = [(value, words.entry("called", f"{option.name}.{value}")) for value in option.values]
    taken = [f"`{value}`: {name}" if name else f"`{value}`" for value, name in called]
    return "<br>".join([*taken, *([f"`{option.lists}`"] if option.lists else [])])


def _rulesets_page() -> str:
    rows = (
        (
            f"`{ruleset.name}`",
            f"[{game.words('en').sections['name']}](../games/{game.name}.en.md#options)",
            game.words("en").name("rulesets", ruleset.name),
            _preset(ruleset),
        )
        for game, members in by_game()
        if game.name in _own_games()
        for ruleset in members
    )
    about = (
        "A ruleset is a game with fixed options. `ludarium games` lists them at the terminal, `ludarium.games()` in "
        "Python. The page of each game has its options."
    )
    return (
        f"# Rulesets and options\n{_WRITTEN}\n\n{about}\n\n"
        + table(("ruleset", "game", "what it is", "its options"), rows)
        + "\n"
    )


# --- commands -------------------------------------------------------------------------------------------------------
def _commands_page() -> str:
    terminal = Terminal("en")
    parts = [
        f"# Commands\n{_WRITTEN}",
        "`ludarium COMMAND --help` says the same at the terminal, and `--lang ja` says it in Japanese. Every command "
        "takes `--help` and `--lang`. Without a command, `ludarium` starts the server and opens your browser; where "
        "the extra `server` is not installed, it offers the games in the terminal.",
    ]
    for name in COMMANDS:
        parser = Parser(f"ludarium {name}", terminal.say(f"{name}.summary"), terminal)
        import_module(f"ludarium.cli.{name}").arguments(parser, terminal)
        parts += _command(parser, 2)
    return "\n\n".join(parts) + "\n"


def _command(parser: argparse.ArgumentParser, rank: int) -> Iterator[str]:
    yield f"{'#' * rank} {parser.prog}"
    yield _sentence(parser.description or "")
    usage = " ".join(parser.format_usage().split()).partition(" ")[2]
    yield f"```text\n{usage}\n```"
    below: list[argparse.ArgumentParser] = []
    rows = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below += action.choices.values()
        elif action.dest not in ("help", "lang"):
            rows.append((_called(action), _explained(action, parser)))
    if rows:
        yield table(("argument", "what it does"), rows)
    for one in below:
        yield from _command(one, rank + 1)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _called(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar or ())
    value = metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper())
    if not action.option_strings:
        return f"`{value}`"
    written = ", ".join(action.option_strings)
    return f"`{written}`" if action.nargs == 0 else f"`{written} {value}`"


def _explained(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    text = parser._get_formatter()._expand_help(action) if action.help else ""
    return re.sub(r"([<>*_])", r"\\\1", text)


def main() -> None:
    for name, text in pages().items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
