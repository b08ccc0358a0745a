"""Sentences from structured data, in Japanese and English.

A language is a TOML file of sections; an entry is a template whose fields are filled with the *names* of the
values: ``{piece}`` with the code ``kraken`` becomes the entry ``kraken`` of section ``piece`` where there is one,
and stays as it is (a site such as ``c2``, a number) where there is none. ``{count:move|moves}`` becomes the word
that fits the number, as in the texts of the web pages.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

LOCALES = ("en", "ja")
_MOST_SAID = 4096  # sentences that are kept, of each language of a game
_PLURAL = re.compile(r"\{(\w+):([^|{}]*)\|([^|{}]*)\}")


class Words:
    """The words of one language, for one game or for everything that games share."""

    def __init__(self, locale: str, sections: Mapping[str, object], lenient: bool = False) -> None:
        self.locale = locale
        self.sections = sections
        self.lenient = lenient  # whether what has no words is named by its key
        self._said: dict[tuple[object, ...], str] = {}

    def entry(self, section: str, key: str) -> str | None:
        table = self.sections.get(section)
        found = table.get(key) if isinstance(table, dict) else None
        return found if isinstance(found, str) else None

    def section(self, name: str) -> dict[str, str]:
        """All entries of a section, in the order of the file."""
        table = self.sections.get(name)
        return {str(key): str(text) for key, text in table.items()} if isinstance(table, dict) else {}

    def name(self, kind: str, code: object) -> str:
        """What a value of this type is called: the entry of the section of that name, or the value itself."""
        if isinstance(code, list | tuple):
            return ("、" if self.locale == "ja" else ", ").join(self.name(kind, one) for one in code)
        return self.entry(kind, str(code)) or str(code)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other, as the language does it."""
        told = list(sentences)
        if self.locale != "ja":
            return " ".join(told)
        stopped = [one if one.endswith(("。", "？")) else f"{one}。" for one in told[:-1]]  # 黒がa2に船を置く
        return "".join(stopped + told[-1:])

    def say(self, section: str, key: str, data: Mapping[str, object], types: Mapping[str, str] | None = None) -> str:
        """Fill the template ``section.key``; ``types`` says what kind of value each field is (its own name if not).
        What was said is kept: after every step of a game the same few sentences come again.
        """
        asked = (section, key, *data.items(), *(types or {}).items())
        try:
            known = self._said.get(asked)
        except TypeError:  # lists of names, which are rare
            return self._fill(section, key, data, types or {})
        if known is None:
            if len(self._said) >= _MOST_SAID:
                self._said.clear()
            known = self._said[asked] = self._fill(section, key, data, types or {})
        return known

    def _fill(self, section: str, key: str, data: Mapping[str, object], types: Mapping[str, str]) -> str:
        template = self.entry(section, key)
        if template is None and self.lenient:
            return lacking(section, key)
        if template is None:
            raise KeyError(f"{self.locale}: no words for {section}.{key}")
        template = self._with_plurals(template, data)
        return template.format_map({name: self.name(types.get(name, name), code) for name, code in data.items()})

    def _with_plurals(self, template: str, data: Mapping[str, object]) -> str:
        many = self.locale == "ja"
        return _PLURAL.sub(lambda form: form[2 if str(data[form[1]]) == "1" and not many else 3], template)


@cache
def read_words(folder: Path, locale: str) -> Words:
    """The words in ``folder``/``locale``.toml."""
    with (folder / f"{locale}.toml").open("rb") as file:
        return Words(locale, tomllib.load(file))


@cache
def game_words(folder: Path | None, texts: tuple[str, ...], locale: str) -> Words:
    """The words of a game: the TOML files of a folder, or texts of TOML in the order of ``LOCALES``.

    What a language lacks is said in English; what English lacks, too, is named, and does not stop a game.
    """
    read: list[dict[str, object]] = []
    for place, name in enumerate(LOCALES):
        text = texts[place] if place < len(texts) else ""
        file = None if folder is None else folder / f"{name}.toml"
        if file is not None and (file.is_file() or not place):
            text = file.read_text(encoding="utf-8")
        read.append(tomllib.loads(text))
    sections: dict[str, object] = {key: lacking("", key) for key in ("name", "summary", "board")}
    sections["results"] = common_words(locale).section("results")
    for own in (read[0], read[LOCALES.index(locale)]):
        for key, value in own.items():
            under = sections.get(key)
            sections[key] = {**under, **value} if isinstance(under, dict) and isinstance(value, dict) else value
    return Words(locale, sections, lenient=True)


def lacking(section: str, key: str) -> str:
    """What stands where a game has no words."""
    return f"(en.toml lacks {f'[{section}] ' if section else ''}{key})"


@cache
def common_words(locale: str) -> Words:
    """The words that all games share: errors, and what the table and the records say."""
    return read_words(Path(__file__).parent / "text", locale)
