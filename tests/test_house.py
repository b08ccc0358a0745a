"""The house plan: which way imports go, and that nothing outside a game's folder names it."""

import ast
import re
from pathlib import Path

from ludarium.core.game import rulesets

SOURCE = Path(__file__).parent.parent / "src" / "ludarium"
# Each may use those before it.
ROOMS = [
    *("core", "games", "draw", "search", "workers", "players", "table", "conformance"),
    *("arena", "research", "engine", "server", "cli"),
]


def _modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _imported(path: Path) -> set[str]:
    """The rooms from which a module imports."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports say the whole name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("ludarium.")}
    return rooms


def test_imports_go_downwards_only() -> None:
    for path in _modules():
        room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if room in ROOMS:
            above = set(ROOMS[ROOMS.index(room) + 1 :])
            assert not _imported(path) & above, f"{path} imports from {_imported(path) & above}"


def test_games_do_not_know_each_other() -> None:
    names = {ruleset.game.name for ruleset in rulesets()}
    for path in _modules():
        parts = path.relative_to(SOURCE).parts
        if parts[0] == "games" and len(parts) > 2:
            for other in names - {parts[1]}:
                assert f"ludarium.games.{other}" not in path.read_text(), f"{path} uses {other}"


def test_nothing_outside_the_registry_asks_which_game_it_is() -> None:
    """No code outside ``games/`` has a game's or ruleset's name in it (comments and docstrings aside)."""
    names = {ruleset.game.name for ruleset in rulesets()} | {ruleset.name for ruleset in rulesets()}
    word = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
    for path in _modules():
        if path.relative_to(SOURCE).parts[0] == "games":
            continue
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""  # a docstring
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not word.search(node.value), f"{path}:{node.lineno} names a game: {node.value!r}"
