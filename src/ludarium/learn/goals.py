"""What the rules and the solver say about a goal: whether a turn reaches it, whether it can still be reached, a way to
it, and what the others answer. All of it is about the true position, and depends on nothing but that.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ludarium.core.game import Game
from ludarium.core.state import EventLog, State
from ludarium.learn.format import EVENT, SAFE, Goal
from ludarium.search.solver import NO, YES, Solver

_POSITIONS = 30_000  # that the solver looks at in one question
_STEPS = 300_000  # that it takes for one answer
_SEARCH_STEPS = 5_000_000  # … while a way to a goal is looked for
_COUNTED = 60  # answers whose ways to win are counted
SEARCHED = 30_000  # steps taken to look for a turn that reaches a goal
GLANCED = 3_000  # … to see whether the turn that is going on can still reach it


def same_turn(before: State, after: State, seat: int) -> bool:
    """Whether the seat goes on with the turn that it has begun."""
    return after.seat == seat and after.turn == before.turn


def shows_event(game: Game, goal: Goal, log: EventLog) -> bool:
    """Whether what a step did includes the event of the goal."""
    for event in game.event_list(log, -1, over=True):
        if event.kind == goal.event and all(_same(event.data[name], wanted) for name, wanted in goal.fields.items()):
            return True
    return False


def _same(value: object, wanted: object) -> bool:
    if isinstance(value, list | tuple) and isinstance(wanted, list | tuple):
        return sorted(map(str, value)) == sorted(map(str, wanted))
    return str(value) == str(wanted)


@dataclass
class Turn:
    """A way to play on within a turn: ``shown`` is whether the goal's event has happened in it."""

    steps: tuple[int, ...]
    state: State
    shown: bool = False


class GoalSearch:
    """Looks at one goal of one seat."""

    def __init__(self, game: Game, goal: Goal, seat: int) -> None:
        self.game = game
        self.goal = goal
        self.seat = seat
        self.solver = Solver(game.insight, _POSITIONS, most_steps=_STEPS)
        self.looked = 0  # positions in which ways to win were counted

    # --- a turn that is over ----------------------------------------------------------------------------------------
    def reached(self, state: State, turns_left: int) -> bool:
        """Whether a turn that ended here reaches a win (``turns_left``: that may still be used) or is safe; for the
        solver that may be too much to find out: then nobody is told that a turn was not safe.
        """
        if self.goal.kind == SAFE:
            return self.threat(state) is None
        return int(self.solver.forces(state, self.seat, turns_left)) == YES

    def threat(self, state: State) -> int | None:
        """A seat that can win with its next turn, whatever the others do."""
        for seat in range(int(state.seats)):
            if seat != self.seat and state.seat >= 0 and int(self.solver.forces(state, seat, 1)) == YES:
                return seat
        if state.seat < 0 and state.winners and not state.winners >> self.seat & 1:
            return int(state.winners).bit_length() - 1
        return None

    # --- a turn that goes on ----------------------------------------------------------------------------------------
    def possible(self, state: State, turns_left: int) -> bool:
        """Whether the turn that is going on may still reach the goal; in doubt it may."""
        if self.goal.kind == EVENT:
            found, all_seen = self._search(state, GLANCED)
            return found is not None or not all_seen
        if self.goal.kind == SAFE:
            return True
        return int(self.solver.forces(state, self.seat, turns_left + 1)) != NO

    def way(self, state: State, whole_turn: bool = False) -> list[int]:
        """Steps of the seat to act by which its turn reaches the goal; nothing if none were found."""
        self.solver.most_steps = _SEARCH_STEPS
        if self.goal.kind not in (EVENT, SAFE):
            turns, line = self.solver.quickest(state, self.goal.turns)
            return self._own(state, line) if turns else []
        found, _ = self._search(state, SEARCHED, whole_turn)
        return list(found.steps) if found else []

    def _own(self, state: State, line: list[int]) -> list[int]:
        """The part of a line that belongs to the turn with which it begins."""
        steps, now = [], state.copy()
        for step in line:
            before = now.copy()
            now.apply(step)
            steps.append(step)
            if not same_turn(before, now, self.seat):
                break
        return steps

    def _search(self, state: State, most: int, whole_turn: bool = False) -> tuple[Turn | None, bool]:
        """The shortest way to the goal within the turn, and whether all of the turn was looked at."""
        for taken, (turn, begun) in enumerate(self.turns(state), 1):
            over = not same_turn(begun, turn.state, self.seat)
            if self.goal.kind == EVENT:
                found = turn.shown and (over or not whole_turn)
            else:
                found = over and self.reached(turn.state, 0) and not self.solver.is_spent()
            if found:
                return turn, False
            if taken >= most:
                return None, False
        return None, True

    def turns(self, state: State) -> Iterator[tuple[Turn, State]]:
        """Every way to begin or to play the turn, the shorter ones first, each with the state before its last step."""
        layer = [Turn((), state)]
        seen: set[tuple[State, bool]] = set()
        while layer:
            following: list[Turn] = []
            for turn in layer:
                for step in turn.state.legal():
                    after, log = turn.state.copy(), EventLog()
                    after.apply(step, log)
                    shown = turn.shown or (self.goal.kind == EVENT and shows_event(self.game, self.goal, log))
                    if (after, shown) in seen:
                        continue
                    seen.add((after, shown))
                    longer = Turn((*turn.steps, int(step)), after, shown)
                    yield longer, turn.state
                    if same_turn(turn.state, after, self.seat):
                        following.append(longer)
            layer = following

    # --- what the others answer -------------------------------------------------------------------------------------
    def defence(self, state: State, turns_left: int) -> list[int]:
        """What the others do until the learner acts again: the answer that puts off a forced win longest."""
        return self._answer(state, turns_left, escape=False)

    def refutation(self, state: State, turns_left: int) -> list[int]:
        """What the others do to show that this is not the goal: a win of theirs, or an answer after which there is no
        win in time.
        """
        if self.goal.kind == SAFE:
            return [int(step) for step in self.solver.quickest(state, 1)[1]] if self.threat(state) == state.seat else []
        turns, line = self.solver.quickest(state, 1) if state.seat not in (-1, self.seat) else (0, [])
        if turns or not turns_left:
            return [int(step) for step in line]
        return self._answer(state, turns_left, escape=True)

    def _answer(self, start: State, turns_left: int, escape: bool) -> list[int]:
        line: list[int] = []
        state = start.copy()
        while state.seat >= 0 and state.seat != self.seat:
            best, best_worth = -1, (-1, 0)
            for step in state.legal():
                after = state.copy()
                after.apply(step)
                needs = self._needed(after, turns_left)
                if escape == (needs > turns_left):
                    worth = (needs, -self._ways(after, needs))
                    if worth > best_worth:
                        best, best_worth = int(step), worth
            if best < 0:
                return line
            state.apply(best)
            line.append(best)
        return line

    def _needed(self, state: State, most: int) -> int:
        """The fewest turns within which the learner forces a win from here; more than ``most`` if there are none."""
        for turns in range(most + 1):
            if int(self.solver.forces(state, self.seat, turns)) == YES:
                return turns
        return most + 1

    def _ways(self, state: State, turns: int) -> int:
        """How many first steps of the learner win in so many turns: a good defence leaves few."""
        self.looked += 1
        if state.seat != self.seat or self.looked > _COUNTED:
            return 0
        found = 0
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            left = turns if same_turn(state, after, self.seat) else turns - 1
            found += int(self.solver.forces(after, self.seat, left)) == YES
        return found
