"""Our players among OpenSpiel's bots, and OpenSpiel's bots among our players."""

import random
from collections.abc import Sequence

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts

from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.arena.games import FORFEIT, Pairing, Start
from ludarium.core.errors import LudariumError, NotAllowed, UnknownName
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.state import State
from ludarium.core.words import LOCALES
from ludarium.players.report import Report
from ludarium.players.spec import RandomPlayer
from ludarium.research import openspiel_players
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel import PlayerBot, SpielGame, SpielState, bot, load
from ludarium.research.openspiel.players import FORMS, OpenSpielPlayer, read_bot
from ludarium.table import Table
from tests.arena.fakes import play_game
from tests.research.spiel import begun, every_ruleset, hiding_ruleset, played


class Counted(pyspiel.Bot):  # type: ignore[misc]
    """Any bot, and how often it was asked."""

    def __init__(self, inner: "pyspiel.Bot") -> None:
        super().__init__()
        self.inner = inner
        self.asked = 0

    def step(self, state: SpielState) -> int:
        self.asked += 1
        return int(
            pyspiel.Bot.step(self.inner, state) if type(self.inner) is pyspiel.MCTSBot else self.inner.step(state)
        )

    def restart(self) -> None:
        pass

    def restart_at(self, state: SpielState) -> None:
        pass

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        pass


def _rollouts(seed: int) -> "tuple[np.random.RandomState, mcts.RandomRolloutEvaluator]":
    chance = np.random.RandomState(seed)
    return chance, mcts.RandomRolloutEvaluator(1, chance)


def _is_an_end(state: SpielState, returns: Sequence[float]) -> None:
    assert state.is_terminal()
    assert list(returns) == state.returns()
    assert sorted(returns) in ([-1.0, 1.0], [0.0, 0.0])


# --- games through OpenSpiel ----------------------------------------------------------------------------------------
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["mur-jp", "mur-en"])
def test_mcts_plays_against_a_level(name: str) -> None:
    """OpenSpiel's MCTS in Python, a whole game."""
    game = load(name)
    chance, evaluator = _rollouts(1)
    theirs = Counted(mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=chance))
    ours = Counted(bot("2", game, 1, seed=3))
    state = game.new_initial_state()
    _is_an_end(state, evaluate_bots.evaluate_bots(state, [theirs, ours], chance))
    assert min(theirs.asked, ours.asked) >= 3


@pytest.mark.compiled_only
def test_mcts_in_c_plays_against_a_level() -> None:
    """The same with the search and the loop that are written in C++."""
    game = load("mur-en")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=2)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=2.0, max_simulations=4, max_memory_mb=10, solve=True, seed=5, verbose=False
    )
    theirs, ours = Counted(search), Counted(bot("1", game, 0, seed=3))
    state = game.new_initial_state()
    _is_an_end(state, pyspiel.evaluate_bots(state, [ours, theirs], 7))
    assert min(theirs.asked, ours.asked) >= 3


@pytest.mark.compiled_only
@hiding_ruleset
def test_is_mcts_plays_against_a_level(name: str) -> None:
    game = load(name)
    chance, evaluator = _rollouts(4)
    theirs = Counted(ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=chance))
    ours = Counted(bot("2:20sims", game, 1, seed=3))
    state = begun(game, random.Random(0))
    _is_an_end(state, evaluate_bots.evaluate_bots(state, [theirs, ours], chance))
    assert min(theirs.asked, ours.asked) > 6, "each of them has put its blocks, and acted"


@pytest.mark.compiled_only
def test_a_search_sees_a_win_in_one() -> None:
    """Blue has three in a row and the fourth site is free: whoever searches takes it."""
    game = load("connect-four")
    state = game.new_initial_state("blue d1 e1 f1; red d2 e2 f2")
    chance, evaluator = _rollouts(0)
    assert mcts.MCTSBot(game, 2.0, 200, evaluator, random_state=chance).step(state) in (2, 6)
    assert bot("5:200sims", game, 0).step(state) in (2, 6)


@pytest.mark.compiled_only
@every_ruleset
def test_every_ruleset_is_played_by_our_bots(name: str) -> None:
    game = load(name)
    state = game.new_initial_state()
    bots = [bot("random", game, seat, seed=seat) for seat in range(game.num_players())]
    returns = evaluate_bots.evaluate_bots(state, bots, np.random.RandomState(0))
    assert state.is_terminal()
    assert sum(returns) == pytest.approx(0.0)


def test_a_bot_is_the_same_again_with_the_same_seed_and_another_in_its_next_game() -> None:
    game = load("connect-four")

    def history(one: PlayerBot, other: PlayerBot) -> list[int]:
        state = game.new_initial_state()
        for player in (one, other):
            player.restart()
        while not state.is_terminal():
            state.apply_action((one, other)[state.current_player()].step(state))
        moves: list[int] = state.history()
        return moves

    pairs = [(bot("random", game, 0, 5), bot("random", game, 1, 6)) for _ in range(2)]
    first = history(*pairs[0])
    assert history(*pairs[1]) == first
    assert history(*pairs[0]) != first


def test_a_bot_for_a_seat_or_at_a_time_that_is_not_is_refused() -> None:
    game = load("connect-four")
    with pytest.raises(NotAllowed, match="seat 2"):
        bot("1", game, 2)
    with pytest.raises(NotAllowed, match="isn't the turn"):
        bot("1", game, 1).step(game.new_initial_state())
    with pytest.raises(UnknownName):
        bot("grandmaster", game, 0)
    two, four = load("mutterland"), load("mutterland", {"players": 4})
    with pytest.raises(ResearchError, match="players=4"):
        bot("1", two, 0).step(begun(four, random.Random(0)))


class Watcher(RandomPlayer):
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.shown: list[Sequence[State]] = []

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        self.shown.append([view.copy() for view in views])
        return super().choose(ruleset, views, seat, seed)


@hiding_ruleset
def test_our_player_is_shown_what_a_table_would_show_it(name: str) -> None:
    """Though a bot is given the truth, the player inside gets its seat's views, all of them, and nothing else."""
    game, rng = load(name), random.Random(2)
    state = begun(game, rng)
    table = Table(name, seed=state.history()[0] if game.deals else 0)
    players = [bot("random", game, seat) for seat in (0, 1)]
    watchers = [Watcher(), Watcher()]
    for player, watcher in zip(players, watchers, strict=True):
        player._player = watcher
    for number in range(40):
        if state.is_terminal():
            break
        seat = state.current_player()
        if number % 5 == 3:  # a state without its past: what the seat sees of it is all there is
            truth = state.resample_from_infostate(seat, rng.random)
            players[seat].step(truth)
            assert watchers[seat].shown[-1] == [table.view(seat)]
            before = truth.spiel_history.state
            truth.apply_action(truth.legal_actions()[-1])
            if not truth.is_terminal():  # from there on it has a past
                other = truth.current_player()
                players[other].step(truth)
                assert watchers[other].shown[-1][0] == before.view(other)
                assert watchers[other].shown[-1][-1] == truth.spiel_history.state.view(other)
                assert len(watchers[other].shown[-1]) <= 2
        action = players[seat].step(state)
        assert watchers[seat].shown[-1] == table.views(seat)
        table.take(seat, state.action_to_string(seat, action))
        state.apply_action(action)
    assert all(len(watcher.shown) > 5 for watcher in watchers)


# --- games in the arena ---------------------------------------------------------------------------------------------
def _game(name: str, texts: Sequence[str], opening: int = 0) -> tuple[str, tuple[int, ...], int]:
    seated = [read_contestant(text).open({}) for text in texts]
    pairing = Pairing(number=0, opening=0, mix=0, seating=tuple(range(len(texts))))
    result = play_game(Start(name, {}, seed=3, opening_steps=opening), pairing, seated)
    for player in seated:
        player.close()
    assert not result.fault, result.note
    return result.ending, result.decisions, result.steps


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("mur-en", ["openspiel:mcts:3sims", "2:50sims"]),
        ("myrmidons", ["2:20sims", "openspiel:ismcts:3sims"]),
        ("myrmidons-memory", ["openspiel:mcts:3sims", "random"]),
        ("realm", ["openspiel:random", "random"]),
        ("connect-four", ["openspiel:tests.research.test_openspiel_bots:leftmost", "openspiel:random"]),
    ],
)
def test_their_bots_play_in_the_arena(name: str, texts: list[str]) -> None:
    ending, decisions, steps = _game(name, texts)
    assert ending in {one.name for one in find_ruleset(name).game.endings}
    assert sum(decisions) == steps
    assert min(decisions) >= 3
    assert _game(name, texts) == (ending, decisions, steps), "the same seed gives the same game"


def leftmost(game: SpielGame, seat: int, seed: int) -> "pyspiel.Bot":
    """A factory as somebody would write one."""
    return pyspiel.load_bot(
        "fixed_action_preference", game, seat, {"action_list": ";".join(map(str, range(game.num_distinct_actions())))}
    )


@hiding_ruleset
def test_their_bot_is_given_a_state_that_its_view_allows_and_no_more(name: str) -> None:
    """For two truths behind the same view the bot is given exactly the same states."""
    given: list[list[object]] = []

    class Noting(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: SpielState) -> int:
            given[-1] += [str(state), state.serialize(), state.history()]
            return int(state.legal_actions()[0])

    state = played(name, 15, seed=4)
    seat = state.current_player()
    other = state.resample_from_infostate(seat, random.Random(7).random)
    assert str(state) != str(other)
    for truth in (state, other):
        given.append([])
        player = OpenSpielPlayer(lambda game, seat, seed: Noting(), {})
        player.begin()
        player.choose(find_ruleset(name), [truth.spiel_history.state.view(seat)], seat, seed=11)
        player.close()
    assert given[0] == given[1]
    assert len(given[0]) == 3


def _failing(step: object) -> OpenSpielPlayer:
    class Faulty(pyspiel.Bot):  # type: ignore[misc]
        def step(self, state: SpielState) -> object:
            if isinstance(step, Exception):
                raise step
            return step

    return OpenSpielPlayer(lambda game, seat, seed: Faulty(), {})


@pytest.mark.parametrize(("step", "fault"), [(99, "illegal"), (ValueError("no idea"), "refused"), ("d", "refused")])
def test_a_bot_that_fails_forfeits(step: object, fault: str) -> None:
    seated = [_failing(step), read_contestant("random").open({})]
    start = Start("connect-four", {}, seed=3, opening_steps=0)
    result = play_game(start, Pairing(number=0, opening=0, mix=0, seating=(0, 1)), seated)
    assert (result.ending, result.fault, result.winners) == (FORFEIT, fault, (1,))


def test_a_bot_for_a_game_without_arrays_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find_ruleset("connect-four").game), "arrays", None)
    result = play_game(
        Start("connect-four", {}, seed=3, opening_steps=0),
        Pairing(number=0, opening=0, mix=0, seating=(0, 1)),
        [read_contestant("openspiel:random").open({}), read_contestant("random").open({})],
    )
    assert result.fault == "refused"
    assert "docs/adding-a-game.md" in result.note


def test_is_mcts_for_a_game_without_secrets_says_what_to_take_instead() -> None:
    player = read_contestant("openspiel:ismcts:5sims").open({})
    result = play_game(
        Start("connect-four", {}, seed=3, opening_steps=0),
        Pairing(number=0, opening=0, mix=0, seating=(0, 1)),
        [player, read_contestant("random").open({})],
    )
    assert result.fault == "refused"
    assert "openspiel:mcts:200sims" in result.note


@pytest.mark.parametrize(
    "text",
    [
        "openspiel:",
        "openspiel:mcts",
        "openspiel:mcts:0sims",
        "openspiel:mcts:5",
        "openspiel:no_such_module:make",
        "openspiel:json:no_such_function",
        "openspiel:json:__name__",
        "openspiel:../evil:make",
    ],
)
def test_a_name_that_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises((UnknownName, ResearchError)) as caught:
        read_contestant(text)
    assert isinstance(caught.value, LudariumError)
    assert all("openspiel:" in caught.value.sentence(locale) for locale in LOCALES)


def test_every_form_that_is_named_is_read() -> None:
    for encoding in FORMS[:-1]:
        found: Contestant = read_bot(encoding)
        assert (found.text, found.seconds) == (encoding, None)
    assert openspiel_players.OPENSPIEL in FORMS[0]
