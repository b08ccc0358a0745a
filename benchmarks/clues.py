"""``make clues``: learn anew what the behaviour of Myrmidons' hidden blocks tells of their types (``clues.toml``).

A computer player plays against itself, from set-ups that are drawn evenly. At the turns of these games the seat to act
could have drawn some truths that its view leaves open; the real one is among them. The weights of the clues are those
by which the real one is likeliest, drawn as a search draws them (a conditional logit, by Newton's method). Games that
are kept back tell how much better that is than no belief, and than the habits alone.

The games are kept under ``build/clues``: the command can be stopped and goes on where it was.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from os import cpu_count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from ludarium.cli.bench import today
from ludarium.core.game import find_ruleset
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.state import expect
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight_belief import read_behaviour
from ludarium.games.myrmidons.insight_clues import CLUES, WEIGHTS, Clues, ClueWeights, knowledge_of
from ludarium.games.myrmidons.insight_trail import follow_blocks
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.terms import TYPES
from ludarium.players.spec import read_player
from ludarium.workers.processes import Processes

FOLDER = Path("build/clues")
FILE = GAME.folder / "clues.toml"
RULESETS = {"known": "myrmidons", "unknown": "myrmidons-secret"}
PLAYER = "best:200sims"
LONGEST = 400  # steps of a game
TRUTHS = 32  # drawn beside the real one
TURNS = 10  # of a game that are learned from
HELD_BACK = 5  # every fifth game
PENALTY = 1.0  # for great weights, by their squares
ROUNDS = 12
CAUTION = 0.75  # how much of what was learned counts: players who think longer are harder to read, and people differ
HEADER = """\
# What clues say about the type of a hidden block of Myrmidons; see insight_clues.py. Logarithms of odds for each clue:
# if the block is the commander, and for each point above 3 of its sword and of its shield; where there are two numbers,
# if it is the commander or any other. ``trust`` is how much the habits (insight_habits.py) count. From games of
# {player} against itself; made {today} by: make clues
"""

Floats = NDArray[np.float64]
Rows = NDArray[np.float32]
NO_CLUES = ClueWeights([0.0] * int(WEIGHTS), 1.0)


# --- games ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Game:
    """A job: the game with this number."""

    number: int


@dataclass(frozen=True)
class Played:
    number: int
    steps: list[int]


@dataclass(frozen=True)
class Play:
    """Games of a ruleset, for workers."""

    ruleset: str

    def open(self) -> "Play":
        return self

    def close(self) -> None: ...

    def do(self, job: Game) -> Played:
        ruleset, rng = find_ruleset(self.ruleset), Rng(job.number)
        history = History(ruleset, ruleset.new({}, job.number))
        players = [read_player(PLAYER).open() for _ in range(2)]
        while history.state.seat >= 0 and len(history.steps) < LONGEST:
            seat = int(history.state.seat)
            if GAME.is_setup(history.state):
                history.take(int(history.state.random_step(rng)))
            else:
                history.take(players[seat].choose(ruleset, history.views(seat), seat, rng.below(1 << 30)).step)
        return Played(job.number, history.steps)


def play_games(ruleset: str, count: int) -> list[Played]:
    """So many games of a ruleset: those that are kept, and new ones."""
    file = FOLDER / f"{ruleset}.jsonl"
    found = [Played(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    first = max((game.number for game in found), default=-1) + 1
    jobs = [Game(first + index) for index in range(count - len(found))]
    if jobs:
        FOLDER.mkdir(parents=True, exist_ok=True)
        with file.open("a") as kept:
            for game in track(Processes(cpu_count() or 1).work(Play(ruleset), jobs), ruleset, len(jobs)):
                kept.write(json.dumps(vars(game)) + "\n")
                found.append(game)
    return found[:count]


# --- learning ---------------------------------------------------------------------------------------------------------
def examples(ruleset: str, game: Played) -> Iterator[Rows]:
    """For some of the turns, a row for each truth, the real one first: what the weights of clues are multiplied with,
    and last what the habits say.
    """
    history, rng = History(find_ruleset(ruleset), find_ruleset(ruleset).new({}, game.number)), Rng(game.number)
    for step in game.steps:
        history.take(step)
    states = [expect(state, Myrmidons) for state in history.states]
    places = [place for place, state in enumerate(states) if state.seat >= 0 and state.order < 0 and state.turn > 2]
    for _ in range(len(places) - TURNS):
        places.pop(rng.below(len(places)))
    for place in places:
        real, seat = states[place], int(states[place].seat)
        views = history.at(place).views(seat)
        view, trail = expect(views[-1], Myrmidons), follow_blocks(views, seat)
        habits = read_behaviour(views, seat, {knowledge_of(view): NO_CLUES})
        truths = [real, *(expect(view.resample(seat, rng), Myrmidons) for _ in range(TRUTHS))]
        hidden = [square for square in range(42) if view.unknown(1 - seat) >> square & 1]
        if len(hidden) > 1:
            clues, by_type = Clues(trail, view), range(len(TYPES))
            rows = np.array([[clues.row(trail.blocks[square], type_) for type_ in by_type] for square in hidden])
            types = np.array([[truth.type_at(square) for square in hidden] for truth in truths])
            summed = rows[np.arange(len(hidden)), types].sum(axis=1)
            said = [[log(habits.weight(truth))] for truth in truths]
            yield np.concatenate([summed, said], axis=1, dtype=np.float32)


def learn(rows: Rows) -> Floats:
    """The weights by which the first of each example's truths is likeliest."""
    weights = np.zeros(rows.shape[2])
    for _ in range(ROUNDS):
        slope, curve = PENALTY * weights, PENALTY * np.eye(len(weights))
        for part in np.array_split(rows, max(1, len(rows) // 1000)):
            odds = np.exp(scores(part, weights))
            odds /= odds.sum(axis=1, keepdims=True)
            mean = np.einsum("nt,ntf->nf", odds, part)
            slope += (mean - part[:, 0]).sum(axis=0)
            apart = (part - mean[:, None]) * np.sqrt(odds)[..., None]
            flat = apart.reshape(-1, apart.shape[2])
            curve += flat.T @ flat
        weights -= np.linalg.solve(curve, slope)
    return weights


def scores(rows: Rows, weights: Floats) -> Floats:
    """The logarithm of each truth's weight, at most 0."""
    found: Floats = rows @ weights
    found -= found.max(axis=1, keepdims=True)
    return found


def told(rows: Rows, weights: Floats) -> str:
    """How likely the real truth was among those drawn, and how many of them were likelier."""
    found = scores(rows, weights)
    likely = found[:, 0] - np.log(np.exp(found).sum(axis=1))
    ahead = (found[:, 1:] > found[:, :1]).mean() + (found[:, 1:] == found[:, :1]).mean() / 2
    error = likely.std() / len(likely) ** 0.5
    return f"log-likelihood {likely.mean():.3f} ± {1.96 * error:.3f}, {ahead:.1%} of the others likelier"


def text_of(kind: str, weights: Floats, games: int) -> str:
    lines = [f"[{kind}]", f"games = {games}", f"trust = {weights[-1]:.3f}", f"[{kind}.weights]"]
    rest = list(weights)
    for clue, width in CLUES.items():
        lines.append(f"{clue} = [{', '.join(f'{weight:.3f}' for weight in rest[:width])}]")
        del rest[:width]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2500, help="of each kind")
    asked = parser.parse_args(arguments)
    texts = [HEADER.format(player=PLAYER, today=today())]
    for kind, ruleset in RULESETS.items():
        games = play_games(ruleset, asked.games)
        parts = [list(examples(ruleset, game)) for game in track(games, "Reading")]
        learned = np.array([row for index, part in enumerate(parts) if index % HELD_BACK for row in part])
        held = np.array([row for part in parts[::HELD_BACK] for row in part])
        weights = learn(learned)
        nothing = np.zeros(len(weights))
        only_habits = nothing.copy()
        only_habits[-1] = learn(learned[:, :, -1:])[0]
        print(f"{ruleset}: {len(learned)} turns learned from, {len(held)} held back")
        for name, one in (("no belief", nothing), ("habits", only_habits), ("habits and clues", weights)):
            print(f"  {name}: {told(held, one)}")
        print(f"  with caution: {told(held, CAUTION * weights)}")
        texts.append(text_of(kind, CAUTION * weights, len(games)))
    FILE.write_text("\n".join(texts))


if __name__ == "__main__":
    main()
