"""Positions with a win or an avoidable loss within one turn of each side, found by the solver.

``make tactical`` looks for them anew and writes ``tests/players/tactical/``; the test plays them.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludarium.core.game import Ruleset, find_ruleset, main_rulesets
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.search.solver import NO, YES, Solver

FOLDER = Path(__file__).parent / "tactical"
COUNT = 30  # of each kind and ruleset
WIN, DANGER = "win", "danger"
_TRUTHS = 40
_TURNS = 60  # ways to play a turn that are tried
_LONGEST_TURN = 60  # steps


@dataclass(frozen=True)
class Position:
    """``WIN``: the seat to act forces its win within this turn, but not with every step. ``DANGER``: some ways to play
    the turn let the next seat force its win within its turn, others do not. With hidden information: whatever is true.
    """

    kind: str
    ruleset: Ruleset
    state: State

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def truths(self) -> list[State]:
        if not self.ruleset.game.hidden_information:
            return [self.state]
        rng = Rng(99)
        return [self.state.resample(self.seat, rng) for _ in range(_TRUTHS)]


def wins(truths: Sequence[State], seat: int, solver: Solver) -> bool:
    """Whether the turn that a seat has played wins, whatever is true."""
    return all(solver.forces(truth, seat, 0) == YES for truth in truths)


def losing_truths(truths: Sequence[State], solver: Solver) -> int:
    """In how many truths the seat that acts after the turn forces its win within its own; -1 if that stays open."""
    found = [solver.forces(truth, truth.seat, 1) if truth.seat >= 0 else NO for truth in truths]
    return -1 if any(one not in (YES, NO) for one in found) else found.count(YES)


def turn_goes_on(state: State, before: State) -> bool:
    return state.turn == before.turn and state.seat >= 0


def _played(truths: Sequence[State], rng: Rng) -> list[State]:
    """All truths after one turn, played at random by what the seat knows; where another seat has a part in it, before
    that part, since the seat cannot choose it.
    """
    states = [truth.copy() for truth in truths]
    for _ in range(_LONGEST_TURN):
        if not turn_goes_on(states[0], truths[0]) or states[0].seat != truths[0].seat:
            break
        step = states[0].random_step(rng)
        if any(state.judge(step) for state in states):
            break
        for state in states:
            state.apply(step)
    return states


def _kind(ruleset: Ruleset, state: State, solver: Solver, rng: Rng) -> str | None:
    truths = Position(WIN, ruleset, state).truths
    turns = [_played(truths, rng) for _ in range(_TURNS)]
    winning = [wins(after, int(state.seat), solver) for after in turns]
    if any(winning):
        return None if all(winning) else WIN
    if any(solver.forces(truth, truth.seat, 1) != NO for truth in truths):
        return None  # a win that was not tried: unclear in one way or another
    lost = [losing_truths(after, solver) for after in turns if not turn_goes_on(after[0], state)]
    return DANGER if len(truths) in lost and 0 in lost else None


def _find(ruleset: Ruleset, seed: int) -> Iterator[Position]:
    """Positions of one game in which the playout policy plays for all seats."""
    rng, state = Rng(seed), ruleset.new({}, seed)
    solver = Solver(ruleset.game.insight, 300_000)
    starts: list[State] = []
    for _ in range(20_000):
        if state.seat < 0:
            break
        if not starts or starts[-1].turn != state.turn:
            starts.append(state.copy())
        state.apply(ruleset.game.insight.rollout_step(state, rng))
    for start in starts[-4:]:
        if not ruleset.game.is_setup(start):
            kind = _kind(ruleset, start, solver, rng)
            if kind is not None:
                yield Position(kind, ruleset, start)


def read(ruleset: Ruleset) -> list[Position]:
    lines = (FOLDER / f"{ruleset.name}.txt").read_text().splitlines()
    found = [line.split(" ", 1) for line in lines]
    return [Position(kind, ruleset, ruleset.game.read_position(ruleset.read({}), text)) for kind, text in found]


def write(ruleset: Ruleset) -> None:
    found: dict[str, list[str]] = {WIN: [], DANGER: []}
    seed = 0
    while min(map(len, found.values())) < COUNT:
        for position in _find(ruleset, seed):
            texts = found[position.kind]
            if len(texts) < COUNT:
                texts.append(f"{position.kind} {ruleset.game.position_text(position.state)}")
        seed += 1
        print(f"\r{ruleset.name}: {', '.join(f'{len(texts)} {kind}' for kind, texts in found.items())}", end="")
    print()
    FOLDER.mkdir(exist_ok=True)
    lines = [text for texts in found.values() for text in texts]
    (FOLDER / f"{ruleset.name}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    for ruleset in [find_ruleset(name) for name in sys.argv[1:]] or main_rulesets():
        write(ruleset)
