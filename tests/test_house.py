"""The house plan: which way imports go, and that nothing outside a game's folder names it or what belongs to it."""

import ast
import re
from pathlib import Path

from ludarium.core.game import rulesets
from ludarium.draw.art import art_of

SOURCE = Path(__file__).parent.parent / "src" / "ludarium"
# Each may use those before it.
ROOMS = [
    *("core", "draw", "games", "search", "workers", "players", "table", "learn", "conformance"),
    *("arena", "research", "train", "engine", "server", "cli"),
]


# A state and its game name each other's types here, as those of OpenSpiel do.
TOGETHER = "ludarium.research.openspiel"


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


def _imports() -> dict[str, set[str]]:
    """The modules that each module imports when it is imported itself; what is meant for types alone counts, too."""
    names = {".".join(("ludarium", *path.relative_to(SOURCE).with_suffix("").parts)): path for path in _modules()}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        found[name], waiting = set(), list[ast.AST](ast.parse(path.read_text()).body)
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.ImportFrom):
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
                found[name] |= {one if one in names else str(node.module) for one in wanted}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
            elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                waiting += ast.iter_child_nodes(node)
        found[name] = (found[name] & set(names)) - {name}
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = {name: imported for name, imported in _imports().items() if not name.startswith(TOGETHER)}
    while free := {name for name, imported in left.items() if not imported & set(left)}:
        left = {name: imported for name, imported in left.items() if name not in free}
    circles = {name: sorted(imported & set(left)) for name, imported in left.items()}
    assert not circles, f"these, or some that they import, import each other: {circles}"


def test_games_do_not_know_each_other() -> None:
    names = {ruleset.game.name for ruleset in rulesets()}
    for path in _modules():
        parts = path.relative_to(SOURCE).parts
        if parts[0] == "games" and len(parts) > 2:
            for other in names - {parts[1]}:
                assert f"ludarium.games.{other}" not in path.read_text(), f"{path} uses {other}"


def _code_outside_games() -> list[tuple[Path, list[tuple[int, str]], list[tuple[int, str]]]]:
    """The modules outside ``games/``, each with the texts and the names in its code (comments and docstrings aside) and
    where they stand.
    """
    found = []
    for path in _modules():
        if path.relative_to(SOURCE).parts[0] == "games":
            continue
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value.value = ""  # a docstring
        texts, names = [], []
        for node in ast.walk(tree):
            line = getattr(node, "lineno", 0)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append((line, node.value))
            said = (getattr(node, field, None) for field in ("id", "attr", "arg", "name"))
            names += [(line, name) for name in said if isinstance(name, str)]
        found.append((path, texts, names))
    return found


def test_nothing_outside_the_registry_asks_which_game_it_is() -> None:
    names = {ruleset.game.name for ruleset in rulesets()} | {ruleset.name for ruleset in rulesets()}
    word = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)))
    for path, texts, _ in _code_outside_games():
        for line, text in texts:
            assert not word.search(text), f"{path}:{line} names a game: {text!r}"


def _words_of_games() -> set[str]:
    """The codes of all pieces, tags, marks and shapes."""
    found: set[str] = set()
    for ruleset in rulesets():
        words, art = ruleset.game.words("en"), art_of(ruleset.game)
        for section in ("piece", "tag", "mark"):
            found |= words.section(section).keys()
        found |= {*art.pieces, *art.marks, *art.plates, *art.signs, *art.letters, *art.sites}
    return {word for word in found if word.replace("_", "").isalpha()}


# Of those, the ones that mean something else elsewhere: as names they are anybody's, as whole texts only where said so.
EVERYDAY = {"base", "block", "captured", "centre", "moved", "ordered", "port", "power", "shown"}
EVERYDAY |= {"amber", "black", "blue", "disc", "green", "red", "slate", "violet", "white"}
ELSEWHERE = {("cli", "red"), ("cli", "port"), ("server", "base")}  # colours of a terminal; networks; SQL
RULES_TERMS = {"crown", "gunwale", "helmet", "hull", "majorities", "majority", "nut", "sword"}  # in no table of a game


def test_nothing_outside_a_game_knows_its_pieces() -> None:
    """What a game's pieces, marks and sites are called, and its terms, is in its own folder (``art.py``) alone."""
    words = _words_of_games()
    assert {"kraken", "ship", "walled", "port", "marble", "block", "commander", "enforcer", "centre"} <= words
    own = {*words - EVERYDAY, *RULES_TERMS}
    named = re.compile(rf"(?:\b|_)(?:{'|'.join(sorted(own))})(?:s|es)?(?:\b|_)", re.IGNORECASE)
    wrong = []
    for path, texts, names in _code_outside_games():
        room = path.relative_to(SOURCE).parts[0]
        for line, text in texts:
            if (text in words and (room, text) not in ELSEWHERE) or named.search(text):
                wrong.append(f"{path}:{line}: {text!r}")
        wrong += [f"{path}:{line}: {name}" for line, name in names if named.search(name)]
    assert not wrong, "\n".join(wrong)
