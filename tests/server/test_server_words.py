"""Whatever the server says, it says in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import ludarium.server
from ludarium.core.words import LOCALES
from ludarium.server.errors import server_words

FOLDER = Path(ludarium.server.__file__).parent


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_the_languages_have_the_same_keys_and_fields() -> None:
    tables = {locale: server_words(locale).sections for locale in LOCALES}
    english = tables["en"]
    for locale, table in tables.items():
        assert set(table) == set(english)
        for section in english:
            ours, theirs = server_words("en").section(section), server_words(locale).section(section)
            assert set(ours) == set(theirs), f"{locale} [{section}]"
            for key, template in ours.items():
                assert fields(template) == fields(theirs[key]), f"{locale} [{section}] {key}"


def section_of() -> dict[str, str]:
    """The section of every class of errors of the server, by its name."""
    found = {"ServerError": "server", "SettingsError": "server"}
    for path in sorted(FOLDER.rglob("errors.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                for line in node.body:
                    if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "section":
                        found[node.name] = ast.literal_eval(line.value)
    return found


def raised() -> Iterator[tuple[str, str, str, set[str]]]:
    sections = section_of()
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in sections:
                if node.args and isinstance(node.args[0], ast.Constant):
                    given = {word.arg for word in node.keywords if word.arg}
                    yield str(path), sections[node.func.id], str(node.args[0].value), given


@pytest.mark.parametrize("locale", LOCALES)
def test_every_error_has_its_sentence(locale: str) -> None:
    seen = 0
    for path, section, key, given in raised():
        template = server_words(locale).entry(section, key)
        assert template is not None, f"{locale}.toml [{section}] lacks {key}, raised in {path}"
        assert fields(template) <= given, f"{path} raises {key} without {fields(template) - given}"
        seen += 1
    assert seen > 20


def test_no_sentence_is_left_over() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    for section in ("server", "people"):
        for key in server_words("en").section(section):
            assert f'"{key}"' in source, f"nobody says [{section}] {key}"
