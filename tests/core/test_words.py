"""Sentences from templates and codes."""

import pytest

from ludarium.core.words import LOCALES, Words, common_words

ENGLISH = Words("en", {"piece": {"kraken": "the kraken"}, "events": {"moved": "{piece} goes to {sites}, {n} steps"}})


def test_names_replace_codes_where_there_are_any() -> None:
    said = ENGLISH.say("events", "moved", {"piece": "kraken", "sites": ["a1", "b2"], "n": 3}, {"sites": "site"})
    assert said == "the kraken goes to a1, b2, 3 steps"


def test_lists_are_joined_as_the_language_does() -> None:
    assert Words("ja", {}).name("site", ["a1", "b2"]) == "a1、b2"


def test_sentences_are_joined_as_the_language_does() -> None:
    assert Words("en", {}).joined(["A ship.", "A kraken."]) == "A ship. A kraken."
    assert Words("ja", {}).joined(["船です。", "クラーケンです。"]) == "船です。クラーケンです。"
    assert Words("ja", {}).joined(["黒が船を置く", "白がパスする"]) == "黒が船を置く。白がパスする"


@pytest.mark.parametrize(("count", "said"), [(0, "0 moves"), (1, "1 move"), ("1", "1 move"), ("?", "? moves")])
def test_a_word_fits_its_number(count: object, said: str) -> None:
    form = {"hint": {"win": "{count} {count:move|moves}"}}
    assert Words("en", form).say("hint", "win", {"count": count}) == said
    assert Words("ja", form).say("hint", "win", {"count": count}).endswith(" moves"), "Japanese has one form"


def test_a_section_as_a_whole() -> None:
    assert ENGLISH.section("piece") == {"kraken": "the kraken"}
    assert ENGLISH.section("notation") == {}


def test_missing_words_are_an_error_of_ours() -> None:
    with pytest.raises(KeyError, match=r"en: no words for events\.sunk"):
        ENGLISH.say("events", "sunk", {})


def test_braces_in_what_people_typed_stay_as_they_are() -> None:
    for locale in LOCALES:
        said = common_words(locale).say("errors", "step_syntax", {"text": "{0.__class__}", "examples": ["+c2"]})
        assert "{0.__class__}" in said
