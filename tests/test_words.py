"""The languages say the same things, and every error has its sentence (what games say: ``test_conformance``)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.conformance.words import template_fields
from ludarium.core.words import LOCALES, read_words

SOURCE = Path(ludarium.__file__).parent
CORE_TEXT = SOURCE / "core" / "text"
SPEAKERS = [CORE_TEXT, SOURCE / "learn" / "text", SOURCE / "conformance" / "text", *sorted(SOURCE.glob("games/*/text"))]

each_speaker = pytest.mark.parametrize("speaker", SPEAKERS, ids=lambda folder: folder.parent.name)
each_locale = pytest.mark.parametrize("locale", LOCALES)


def entries(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a language with their full keys."""
    if isinstance(table, dict):
        for key, value in table.items():
            yield from entries(value, f"{path}.{key}" if path else key)
    else:
        yield path, str(table)


@each_speaker
def test_no_article_stands_before_what_is_filled_in(speaker: Path) -> None:
    """Else it would be "a amber marble"."""
    found = [key for key, text in entries(read_words(speaker, "en").sections) if re.search(r"\b[Aa]n? \{", text)]
    assert found == []


@each_speaker
def test_the_languages_have_the_same_keys_and_fields(speaker: Path) -> None:
    first, *others = LOCALES
    english = dict(entries(read_words(speaker, first).sections))
    for locale in others:
        other = dict(entries(read_words(speaker, locale).sections))
        place = f"{speaker} ({locale})"
        assert not (lack := sorted(english.keys() - other.keys())), f"{place} lacks {', '.join(lack)}"
        assert not (more := sorted(other.keys() - english.keys())), f"{speaker} ({first}) lacks {', '.join(more)}"
        for key, template in english.items():
            assert template_fields(other[key]) == template_fields(template), f"{place}: {key} has other fields"
            assert other[key].strip(), f"{place}: {key} is empty"


# --- errors -----------------------------------------------------------------------------------------------------
ERRORS = ("GameError", "UnknownName", "OptionError", "NotationError", "NotAllowed")


def raised() -> Iterator[tuple[Path, str, set[str]]]:
    """The key and the fields of every error that the source raises."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS and node.args:
                if isinstance(node.args[0], ast.Constant):
                    yield path, str(node.args[0].value), {word.arg for word in node.keywords if word.arg}


@each_locale
def test_every_error_has_its_sentence(locale: str) -> None:
    """In the words of the game that raises it, or in those that all share."""
    seen = 0
    for path, key, fields in raised():
        own = path.parent / "text"
        folders = [folder for folder in (own, CORE_TEXT) if folder.is_dir()]
        template = next(filter(None, (read_words(folder, locale).entry("errors", key) for folder in folders)), None)
        assert template is not None, f"{folders[0]}/{locale}.toml [errors] lacks {key}, raised in {path}"
        strange = sorted(template_fields(template) - fields)
        assert not strange, f"{path} raises {key} without {', '.join(strange)}, which {locale}.toml uses"
        seen += 1
    assert seen
