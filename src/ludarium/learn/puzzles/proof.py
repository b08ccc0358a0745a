"""Proofs of puzzles: exactly one way to win, or to save oneself, in a position (see ``puzzle`` for what one way is).

Nothing counts but what the solver answers with yes or no. Where something is hidden, ``Worlds`` are all truths that the
view leaves open, and a way must win, or save, in every one of them; after it the seat knows no more than it then sees.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludarium.core.game import Game
from ludarium.core.state import State
from ludarium.games.parts import puzzling_of
from ludarium.learn.puzzles.puzzle import SAVE, WIN
from ludarium.search.solver import NO, OPEN, YES, Solver
from ludarium.search.ways import Way, ways_of

LEAST_WAYS = 4  # fewer are no choice
_MOST_SHARE = 0.25  # of all turns that may be right
_LEAST_PART = 0.5  # of the turns with the steps that all right ones have in common
MOST_WAYS = 60_000
MOST_POSITIONS = 60_000  # that the solver looks at for one question
_MOST_GROUPS = 4000  # positions of the second turn, where something is hidden

Worlds = Sequence[State]


@dataclass(frozen=True)
class Proof:
    """``key`` are the steps of the turn that wins or saves, ``ways`` how many different turns there were."""

    kind: str
    turns: int
    key: tuple[int, ...]
    ways: int
    line: tuple[int, ...]  # the steps of all, as a solution has them


class Prover:
    """Proves puzzles of one game. What its solver has found out is kept until another attacker is asked about."""

    def __init__(self, game: Game, most_positions: int = MOST_POSITIONS, most_ways: int = MOST_WAYS) -> None:
        self.game = game
        self.puzzling = puzzling_of(game)
        self.most_ways = most_ways
        self.solver = Solver(game.insight, most_positions)

    def worlds(self, state: State, seat: int) -> Worlds:
        """All truths that the view of a seat leaves open; none if they are too many."""
        return self.puzzling.truths(state, seat) if self.game.hidden_information else [state]

    # --- whole puzzles ----------------------------------------------------------------------------------------------
    def prove(self, state: State, kind: str, turns: int) -> Proof | None:
        """The proof that the seat to act has one way only; nothing if it has none or several, or nobody knows."""
        seat = int(state.seat)
        worlds = self.worlds(state, seat)
        if not worlds or (kind == SAVE and turns > 1 and len(worlds) > 1):  # an enemy may not see what he would need
            return None
        if kind == WIN and self._wins_sooner(worlds, seat, turns):
            return None
        if kind == SAVE and any(self.solver.forces(world, seat, 1) != NO for world in worlds):
            return None  # who can win need not save himself
        ways = ways_of(worlds[0], self.most_ways)
        if len(ways) < LEAST_WAYS:
            return None
        key = self._only_way(ways, worlds, seat, kind, turns)
        if key is None:
            return None
        line = list(key[1])
        if kind == WIN and key[0].seat >= 0:
            line += self.solver.line(key[0], seat, turns - 1)
        return Proof(kind, turns, tuple(key[1]), len(ways), tuple(line))

    def _wins_sooner(self, worlds: Worlds, seat: int, turns: int) -> bool:
        """Whether that is so for all that is known."""
        return turns > 1 and all(self.solver.forces(world, seat, turns - 1) != NO for world in worlds)

    def _only_way(self, ways: Sequence[Way], worlds: Worlds, seat: int, kind: str, turns: int) -> Way | None:
        """The way of the fewest steps that wins or saves, if all others that do are the same at heart."""
        key: Way | None = None
        common: Counter[int] = Counter()
        right = 0
        for after, steps in ways:
            verdict = self.judge(results_of(after, steps, worlds), seat, kind, turns, int(worlds[0].turn))
            if verdict == OPEN:
                return None
            if verdict == NO:
                continue
            right += 1
            if key is None:
                key, common = (after, steps), Counter(steps)
            elif not self._is_same(key[0], after):
                common, before = common & Counter(steps), common
                if common != before and not _can_be_taken(common, key[1], worlds[0]):
                    return None
            if right > max(1, _MOST_SHARE * len(ways)):
                return None
        if key is None or right == 1:
            return key
        having = sum(not common - Counter(steps) for _, steps in ways)
        return key if having <= _MOST_SHARE * len(ways) and right >= _LEAST_PART * having else None

    def _is_same(self, key: State, other: State) -> bool:
        """Whether two finished games are the same to all that matters."""
        return key.seat < 0 and other.seat < 0 and self.puzzling.gist(key) == self.puzzling.gist(other)

    # --- one way ----------------------------------------------------------------------------------------------------
    def judge(self, results: Iterable[State], seat: int, kind: str, turns: int, begun: int) -> int:
        """Whether a turn that leads to these positions, of which one is true, wins or saves: ``YES``, ``NO``, ``OPEN``.
        ``begun`` is the number that the turn had.
        """
        if kind == SAVE:
            return _all(self.saves(after, seat, turns, begun) for after in results)
        kept: list[State] = []
        for after in results:
            verdict = int(self.solver.forces(after, seat, turns - 1))
            if verdict != YES:
                return verdict
            kept.append(after)
        return self._wins_unseeing(kept, seat, turns - 1) if len(kept) > 1 and turns > 1 else YES

    def saves(self, after: State, seat: int, turns: int, begun: int) -> int:
        """Whether no opponent forces a win within so many of their turns; ``begun`` numbers the seat's own turn."""
        if after.seat < 0:
            return YES if after.winners in (0, 1 << seat) else NO
        open_ = False
        for enemy in range(int(after.seats)):
            if enemy != seat:
                verdict = self.solver.forces(after, enemy, enemy_turns(after, enemy, turns, begun))
                if verdict == YES:
                    return NO
                open_ = open_ or verdict == OPEN
        return OPEN if open_ else YES

    def _wins_unseeing(self, results: Sequence[State], seat: int, turns: int) -> int:
        """Whether the seat wins from all of these, of which one is true, seeing only what it may see."""
        groups: dict[State, list[State]] = {}
        for after in results:
            answers = [after] if after.seat < 0 else [one for one, _ in ways_of(after, self.most_ways)]
            if not answers:
                return OPEN
            for answer in answers:
                if answer.seat < 0:
                    if answer.winners != 1 << seat:
                        return NO
                elif turns == 0:
                    return NO
                else:
                    same = groups.setdefault(answer.view(seat), [])
                    if answer not in same:
                        same.append(answer)
            if len(groups) > _MOST_GROUPS:
                return OPEN
        return _all(self._has_plan(group, seat, turns) for group in groups.values())

    def _has_plan(self, worlds: Worlds, seat: int, turns: int) -> int:
        """Whether one turn wins in all of these worlds, which the seat to act cannot tell apart."""
        verdict = NO
        for after, steps in ways_of(worlds[0], self.most_ways):
            verdict = self.judge(results_of(after, steps, worlds), seat, WIN, turns, int(worlds[0].turn))
            if verdict == YES:
                return YES
        return NO if verdict == NO else OPEN


def _can_be_taken(common: Counter[int], key: Sequence[int], start: State) -> bool:
    """Whether steps that turns have in common can be taken by themselves, in the order of the key."""
    state = start.copy()
    for step in key:
        if common[step]:
            if state.seat != start.seat or state.turn != start.turn or state.judge(step):
                return False
            state.apply(step)
    return bool(common)


def enemy_turns(after: State, enemy: int, turns: int, begun: int) -> int:
    """As the solver counts them: who only has a part in the turn of another one has not begun his own yet."""
    return turns + 1 if after.seat == enemy and after.turn == begun else turns


def results_of(after: State, steps: Sequence[int], worlds: Worlds) -> Iterable[State]:
    """What the turn leads to in every world (``after`` in the first one), each when it is asked for."""
    yield after
    for world in worlds[1:]:
        yield played(world, steps)


def played(state: State, steps: Iterable[int]) -> State:
    """The position after these steps."""
    after = state.copy()
    for step in steps:
        after.apply(step)
    return after


def _all(verdicts: Iterable[int]) -> int:
    open_ = False
    for verdict in verdicts:
        if verdict == NO:
            return NO
        open_ = open_ or verdict == OPEN
    return OPEN if open_ else YES
