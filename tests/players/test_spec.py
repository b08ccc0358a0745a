"""Players named by texts, and the five levels."""

import pickle
from itertools import pairwise
from pathlib import Path

import pytest

from ludarium.core.errors import UnknownName
from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.words import LOCALES
from ludarium.players import LEVELS, Limits, find_level
from ludarium.players.nets import NetError
from ludarium.players.spec import read_player
from tests.players.small_net import small_net


def test_levels_shrink_in_noise() -> None:
    temperatures = [level.style.temperature for level in LEVELS]
    assert temperatures == sorted(temperatures, reverse=True)
    assert temperatures[0] > temperatures[-1] == 0.0
    assert LEVELS[-1].style.limits.seconds


def test_in_every_game_levels_think_the_more_and_slip_the_less_the_higher_they_are() -> None:
    for ruleset in rulesets():
        styles = [level.style.in_game(ruleset.game) for level in LEVELS]
        assert [style.limits.simulations for style in styles] == [*(few for few, _ in ruleset.game.levels), None]
        for (few, often), (many, seldom) in pairwise(ruleset.game.levels):
            assert 0 < few < many
            assert 1 > often > seldom >= 0
        assert [style.slips for style in styles] == [*(slips for _, slips in ruleset.game.levels), 0.0]


def test_a_level_with_another_limit_slips_as_it_always_does() -> None:
    game = rulesets()[0].game
    limited = [read_player(text).style for text in ("2:0.5s", "2:800sims")]
    assert [one and one.in_game(game).limits for one in limited] == [Limits(seconds=0.5), Limits(simulations=800)]
    assert all(one and one.in_game(game).slips == game.levels[1][1] for one in limited)


def test_every_game_names_its_levels() -> None:
    for game in {id(ruleset.game): ruleset.game for ruleset in rulesets()}.values():
        for locale in LOCALES:
            names = [level.name(game, locale) for level in LEVELS]
            assert len(set(names)) == len(LEVELS)
            assert not any(name.isdigit() for name in names)


def test_only_the_highest_level_takes_all_the_time_it_gets() -> None:
    assert LEVELS[-1].within(7.0).limits.seconds == 7.0
    assert LEVELS[0].within(7.0) == LEVELS[0].style


@pytest.mark.parametrize("number", [0, 6, -1])
def test_there_are_five_levels(number: int) -> None:
    with pytest.raises(UnknownName, match="1 to 5"):
        find_level(number)


def test_texts() -> None:
    assert read_player("3").style == LEVELS[2].style
    assert read_player(" 3 ").text == "3"
    quick = read_player("5:0.5s").style
    assert quick is not None
    assert quick.limits == Limits(seconds=0.5)
    counted = read_player("best:800sims-beliefs").style
    assert counted is not None
    assert counted.limits == Limits(simulations=800)
    assert (counted.insight, counted.tactics, counted.beliefs) == (True, True, False)
    searching = read_player("best:800sims-setups-tactics").style
    assert searching is not None
    assert (searching.setups, searching.tactics, searching.beliefs, counted.setups) == (False, False, True, True)
    uniform = read_player("uct:1s").style
    assert uniform is not None
    assert (uniform.limits.seconds, uniform.insight, uniform.tactics, uniform.beliefs) == (1.0, False, False, False)
    assert read_player("random").style is None


@pytest.mark.parametrize(
    "text", ["", "0", "6", "level", "5:", "uct", "best:x", "best:5-brains", "5:1e3", "7:1s", "uct:1"]
)
def test_texts_that_name_nobody(text: str) -> None:
    with pytest.raises(UnknownName):
        read_player(text)


@pytest.mark.parametrize("text", ["best:0s", "3:0.000s", "uct:0sims", "uct:1.5sims", "best:12345s", "best:800"])
def test_nobody_thinks_for_no_time_or_for_a_number_of_nothing(text: str) -> None:
    with pytest.raises(UnknownName):
        read_player(text)


def test_a_net_that_there_is_not_is_told_at_once(tmp_path: Path) -> None:
    strange = tmp_path / "strange.net"
    strange.write_bytes(b"no net\n")
    for file, key in ((tmp_path / "none.net", "missing"), (strange, "unreadable")):
        with pytest.raises(NetError) as refused:
            read_player(f"best:10sims@{file}")
        assert refused.value.key == key


def test_what_is_in_a_net_travels_with_its_player(tmp_path: Path) -> None:
    """On another machine there is no such file; here another one is put in its place."""
    file = tmp_path / "some.net"
    ruleset = find_ruleset("mur-en")
    expected = []
    for seed in (1, 2):
        file.write_bytes(small_net("mur-en", seed))
        player = pickle.loads(pickle.dumps(read_player(f"best:100sims@{file}")))
        file.unlink()
        expected.append(player.open().choose(ruleset, [ruleset.new()], 0, 1).expectation)
        assert player.within(1.0).net == player.net
    assert expected[0] != expected[1]


def test_a_net_for_another_game_is_told_before_a_game(tmp_path: Path) -> None:
    file = tmp_path / "mur.net"
    file.write_bytes(small_net("mur-en"))
    player = read_player(f"best:0.1s@{file}")
    player.check(find_ruleset("mur-en"), {})
    with pytest.raises(NetError) as refused:
        player.check(find_ruleset("realm"), {})
    assert refused.value.key == "other_game"
    read_player("best:0.1s").check(find_ruleset("realm"), {})
