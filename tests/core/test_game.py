"""What follows from the contract for every game."""

import pytest

from ludarium.core.errors import IllegalStep, UnknownName
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES


def test_an_unknown_ruleset_brings_the_nearest_names() -> None:
    with pytest.raises(UnknownName, match="Try one of: mur-en"):
        find_ruleset("mur-eng")
    with pytest.raises(UnknownName):
        find_ruleset("x" * 100_000)


def test_steps_in_one_text_may_have_spaces_in_them() -> None:
    realm = find_ruleset("realm").game
    steps = ["pass", "rearrange B2", "d4", "d5n", "end"]
    assert realm.split_steps(" ".join(steps)) == steps
    assert realm.split_steps("pass  rearrange  nowhere end rearrange") == [
        "pass",
        "rearrange",
        "nowhere",
        "end",
        "rearrange",
    ]


def test_a_refusal_is_an_error_with_a_clause_and_a_sentence_in_each_language() -> None:
    mur = find_ruleset("mur-en")
    with pytest.raises(IllegalStep) as refused:
        mur.game.refuse_illegal(mur.new(), mur.game.read_step("+x"))
    assert refused.value.clause == "MUR-T1"
    assert [refused.value.sentence(locale)[:7] for locale in LOCALES] == ["MUR-T1:", "MUR-T1:"]
