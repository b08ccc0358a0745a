"""One game: the same opening for all, a seat's own views and nothing else, forfeits."""

from collections.abc import Sequence

import pytest

from ludarium.arena.games import FORFEIT, UNFINISHED, Pairing, Start, open_table
from ludarium.core.game import AGREEMENT, Ruleset, rulesets
from ludarium.core.state import State
from ludarium.players.report import Line, Report
from ludarium.players.spec import Player
from ludarium.table import Table
from tests.arena.fakes import FirstSeated, IllegalSeated, RandomSeated, play_game

HIDING = next(ruleset.name for ruleset in rulesets() if ruleset.game.hidden_information)


class Watcher(RandomSeated):
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.seen: list[Sequence[State]] = []

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        self.seen.append([view.copy() for view in views])
        return super().choose(ruleset, views, seat, seed)


def start(ruleset: str, steps: int = 2, longest: int = 2000) -> Start:
    return Start(ruleset, {}, seed=7, opening_steps=steps, longest=longest)


def test_an_opening_is_the_same_every_time_and_differs_from_others() -> None:
    def position(opening: int) -> str:
        table = open_table(start("mur-en", 4), opening)
        return table.game.position_text(table.state)

    assert len(open_table(start("mur-en", 4), 0).history.steps) == 4
    assert position(3) == position(3)
    assert len({position(opening) for opening in range(5)}) > 1


def test_a_secret_set_up_is_left_to_the_players() -> None:
    table = open_table(start(HIDING, 4), 0)
    assert table.history.taken == []
    assert table.game.is_setup(table.state)


def test_an_opening_does_not_end_the_game() -> None:
    """A random game of Mur ends somewhere; an opening of any length stops before."""
    table = open_table(start("mur-en", 5000), 0)
    assert table.outcome is None
    assert 0 < len(table.history.steps) < 5000


def test_a_player_is_shown_its_own_views_only() -> None:
    """Each decision has the views of the one before it and more; all are views of that seat: to look at them as that
    seat changes nothing.
    """
    players = [Watcher(), Watcher()]
    play_game(start(HIDING), Pairing(0, 0, 0, (0, 1)), players)
    for seat, player in enumerate(players):
        assert len(player.seen) > 3
        for before, after in zip(player.seen, player.seen[1:], strict=False):
            assert list(after[: len(before)]) == list(before)
            assert len(after) > len(before)
        for view in player.seen[-1]:
            assert view.view(seat) == view
        assert player.seen[-1][-1].seat == seat


def test_in_an_open_game_a_player_is_shown_the_last_turns_and_the_present() -> None:
    players = [Watcher(), Watcher()]
    result = play_game(start("mur-en"), Pairing(0, 0, 0, (0, 1)), players)
    assert sum(len(player.seen) for player in players) == result.steps - 2  # those of the opening are nobody's
    for seat, player in enumerate(players):
        assert all(views[-1].seat == seat for views in player.seen)
        turns = [[view.turn for view in views] for views in player.seen]
        assert all(seen == list(range(seen[-1] + 1))[-61:] for seen in turns)


def test_a_result_says_how_the_game_went() -> None:
    result = play_game(start("mur-en"), Pairing(5, 2, 0, (1, 0)), [RandomSeated(), RandomSeated()])
    assert (result.number, result.opening, result.seating) == (5, 2, (1, 0))
    assert result.ending not in {FORFEIT, UNFINISHED}
    assert sum(result.decisions) == result.steps - 2  # those of the opening are nobody's
    assert result.fault == ""


def test_the_same_game_is_played_the_same_way() -> None:
    def played() -> tuple[object, ...]:
        result = play_game(start("mur-en"), Pairing(5, 2, 0, (1, 0)), [RandomSeated(), RandomSeated()])
        return result.winners, result.ending, result.steps

    assert played() == played()


@pytest.mark.parametrize("seat", [0, 1])
def test_an_illegal_step_loses_the_game(seat: int) -> None:
    players: list[Player] = [FirstSeated(), FirstSeated()]
    players[seat] = IllegalSeated()
    result = play_game(start("mur-en"), Pairing(0, 0, 0, (0, 1)), players)
    assert (result.ending, result.fault) == (FORFEIT, "illegal")
    assert result.winners == (1 - seat,)
    assert result.decisions[seat] == 1


def test_at_a_table_for_three_the_others_win_by_forfeit() -> None:
    given = Start("mutterland", {"players": 3}, seed=0, opening_steps=0)
    players = [FirstSeated(), IllegalSeated(), FirstSeated()]
    result = play_game(given, Pairing(0, 0, 0, (0, 1, 2)), players)
    assert result.winners == (0, 2)
    assert result.ranks() == (1.5, 3, 1.5)


def test_a_game_without_end_is_broken_off() -> None:
    result = play_game(start("mur-en", longest=6), Pairing(0, 0, 0, (0, 1)), [RandomSeated(), RandomSeated()])
    assert (result.ending, result.winners, result.steps) == (UNFINISHED, (), 6)


def test_the_opening_is_what_the_table_would_do() -> None:
    """The steps of an opening are steps as any others: played by hand they lead to the same position."""
    opened = open_table(start("mur-en", 3), 1)
    table = Table("mur-en", seed=opened.seed)
    for entry in opened.history.taken:
        table.take(entry.seat, entry.text)
    assert table.state == opened.state


class Level(FirstSeated):
    """Takes the first step, and says that it expects so much."""

    def __init__(self, expects: float) -> None:
        self.expects = expects

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        step = int(views[-1].legal()[0])
        return Report(step, seat, 1, 0.0, (self.expects,) * 2, (Line((step,), 1, self.expects),))


@pytest.mark.parametrize(
    ("first", "second", "ending", "turns"),
    [
        (Level(0.5), Level(0.5), AGREEMENT, 20),  # White has had ten turns, and 20 of 26 are more than 3 of 4
        (Level(0.5), Level(0.6), "turn_cap", 26),
        (Level(0.6), Level(0.5), "turn_cap", 26),
        (Level(0.5), FirstSeated(), "turn_cap", 26),  # who says nothing agrees to nothing
    ],
)
def test_players_that_expect_no_more_agree_on_a_draw(first: Player, second: Player, ending: str, turns: int) -> None:
    given = Start("mur-jp", {"turn_cap": 26}, seed=7, opening_steps=0)
    result = play_game(given, Pairing(0, 0, 0, (0, 1)), [first, second])
    assert (result.ending, result.turns, result.winners) == (ending, turns, ())
