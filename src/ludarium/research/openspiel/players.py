"""OpenSpiel's bots as our players: ``openspiel:mcts:200sims`` and the like sit down at any table.

A bot is given a state made from its seat's present view, never the truth. With secrets it is one of the truths that
the view leaves open, drawn anew for every decision.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset
from ludarium.core.options import shortened
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.players.report import PlayerFailed, Report, plain_report
from ludarium.research.errors import ResearchError
from ludarium.research.openspiel.game import SpielGame, load
from ludarium.research.openspiel.history import SpielHistory

_TEXT = re.compile(
    r"openspiel:(?:(?P<random>random)|(?P<search>mcts|ismcts):(?P<sims>[1-9]\d{0,8})sims"
    r"|(?P<module>[A-Za-z_][\w.]*):(?P<factory>[A-Za-z_]\w*))"
)
FORMS = ("openspiel:mcts:200sims", "openspiel:ismcts:100sims", "openspiel:random", "openspiel:MODULE:FUNCTION")
_EXPLORE = 2.0  # UCT's constant, for results from -1 to 1

Make = Callable[[SpielGame, int, int], "pyspiel.Bot"]  # a bot for a game, a seat and a seed


@dataclass(frozen=True)
class OpenSpielSpec:
    """A bot by its text."""

    text: str

    @property
    def seconds(self) -> float | None:
        return None

    def open(self, options: Mapping[str, object]) -> "OpenSpielPlayer":
        return OpenSpielPlayer(_maker(self.text), options)


def read_bot(text: str) -> OpenSpielSpec:
    """A bot named as in ``FORMS``; ``FUNCTION(game, seat, seed)`` of one's own module gives any ``pyspiel.Bot``."""
    _maker(text)
    return OpenSpielSpec(text)


def _maker(text: str) -> Make:
    found = _TEXT.fullmatch(text)
    if found is None:
        raise UnknownName("player_unknown", player=shortened(text), forms=FORMS)
    if found["random"]:
        return _uniform
    if found["search"]:
        simulations = int(found["sims"])
        make = _mcts if found["search"] == "mcts" else _ismcts
        return lambda game, seat, seed: make(game, simulations, seed)
    try:
        factory = getattr(import_module(found["module"]), found["factory"])
    except (ImportError, AttributeError) as error:
        raise ResearchError("bot_factory", text=shortened(text), why=str(error)) from None
    if not callable(factory):
        raise ResearchError("bot_factory", text=shortened(text), why=repr(factory))
    made: Make = factory
    return made


def _uniform(game: SpielGame, seat: int, seed: int) -> "pyspiel.Bot":
    return uniform_random.UniformRandomBot(seat, np.random.RandomState(seed))


def _mcts(game: SpielGame, simulations: int, seed: int) -> "pyspiel.Bot":
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return mcts.MCTSBot(game, _EXPLORE, simulations, evaluator, random_state=random)


def _ismcts(game: SpielGame, simulations: int, seed: int) -> "pyspiel.Bot":
    if not game.encoding.game.hidden_information:
        raise ResearchError("no_secrets", game=game.encoding.ruleset.name)
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, _EXPLORE, simulations, random_state=random)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, random.uniform))  # its own has no seed
    return bot


class OpenSpielPlayer:
    """One bot for every seat it is asked for, made anew for every game."""

    def __init__(self, make: Make, options: Mapping[str, object]) -> None:
        self._make = make
        self._options = options
        self._bots: dict[int, pyspiel.Bot] = {}

    def begin(self) -> None:
        self._bots.clear()

    def choose(self, ruleset: Ruleset, views: Sequence[State], seat: int, seed: int) -> Report:
        view = views[-1]
        try:
            game = load(ruleset.name, self._options)
            state = game.state_of(SpielHistory(game.encoding, view.resample(seat, Rng(seed))))
            if seat not in self._bots:
                self._bots[seat] = self._make(game, seat, seed)
            action = int(self._bots[seat].step(state))
        except ResearchError as error:  # in words that say what to do instead
            raise PlayerFailed("refused", str(error)) from error
        except Exception as error:  # whatever goes wrong in it, the game is decided by it
            raise PlayerFailed("refused", shortened(f"{type(error).__name__}: {error}")) from error
        if action not in state.legal_actions():
            raise PlayerFailed("illegal", str(action))
        return plain_report(int(game.encoding.arrays.step(view, action)), view, seat)

    def close(self) -> None:
        self._bots.clear()
