"""Small games with secrets as whole trees: how much can be won against a player, and the tree for other programs.

A *moment* is what a seat knows when it has to act: all that everybody saw of the steps so far, and what the seat sees
now. It is what OpenSpiel calls an information state, and the same as in ``research.openspiel``. A *policy* says for
every moment how likely each of its steps is. Against a fixed policy the other seat has a best answer, which knows the
policy but no secrets; what it wins tells how far the policy is from perfect play, where nobody wins more than the
game's value (``Tree.exploitability``).

Values are as in OpenSpiel: 1 for a win, -1 for a loss, 0 for a draw.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ludarium.core.game import Event, Game, Ruleset
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.state import SPECTATOR, EventLog, State
from ludarium.research.errors import ResearchError
from ludarium.research.solver import packed
from ludarium.search.values import payoff

USUAL_MOST = 2_000_000
Policy = list[list[float]]  # by moment: how likely each of its steps is
Choose = Callable[[Ruleset, Sequence[State], int, int], int]
_LOOKS = 4096  # nodes between two words about progress
_DRAWS = 32  # of what a seat may not know at the start


class Moment:
    """``steps`` are the legal ones; ``before`` are those that led to one of its nodes, from the start of the game."""

    __slots__ = ("before", "nodes", "seat", "steps")

    def __init__(self, seat: int, steps: list[int], before: list[int]) -> None:
        self.seat = seat
        self.steps = steps
        self.before = before
        self.nodes: list[int] = []  # all that the seat cannot tell apart


class Tree:
    """All games that can be played. Nodes are numbered so that each comes before those that follow it."""

    def __init__(
        self, ruleset: Ruleset, start: State, most: int = USUAL_MOST, tell: Callable[[int], None] = lambda count: None
    ) -> None:
        """``ResearchError`` if there are more than ``most`` nodes, or if something is secret at the start already: the
        tree would be that of one truth, which both seats know. ``tell`` hears now and then how many nodes there are.
        """
        if start.seats != 2:
            raise ResearchError("solve_seats", seats=int(start.seats))
        if _has_secrets(start):
            raise ResearchError("tree_secret")
        self.ruleset = ruleset
        self.start = start.copy()
        self.moments: list[Moment] = []
        self.moment_at: list[int] = []  # by node; -1 at an end
        self.worth: list[float] = []  # by node: what an end is worth to seat 0
        self.after: list[tuple[int, ...]] = []  # by node: the nodes after its steps
        self._grow(most, tell)

    def __len__(self) -> int:
        return len(self.after)

    def _grow(self, most: int, tell: Callable[[int], None]) -> None:
        told_numbers: dict[tuple[int, object], int] = {}
        moments: dict[object, int] = {}
        path: list[int] = []
        # Waiting nodes: the state, the number of what everybody was told, how many steps led there and the last of
        # them, the node before and the place among those after it.
        waiting: list[tuple[State, int, int, int]] = [(self.start, 0, 0, -1)]
        above: list[int] = []  # the nodes on the way
        while waiting:
            state, told, depth, step = waiting.pop()
            del path[max(depth - 1, 0) :], above[depth:]
            if step >= 0:
                path.append(step)
            node = len(self.after)
            if node >= most:
                raise ResearchError("tree_large", most=most)
            if node % _LOOKS == 0:
                tell(node)
            if above:
                self.after[above[-1]] += (node,)
            above.append(node)
            self.after.append(())
            if state.seat < 0:
                self.moment_at.append(-1)
                self.worth.append(payoff(state.winners, 0, 2))
                continue
            self.worth.append(0.0)
            seat, steps = int(state.seat), list(map(int, state.legal()))
            known = len(moments)
            moment = moments.setdefault((seat, told, packed(state.view(seat))), known)
            if moment == known:
                self.moments.append(Moment(seat, steps, path[:]))
            self.moments[moment].nodes.append(node)
            self.moment_at.append(moment)
            children = []
            for one in steps:
                after, log = state.copy(), EventLog()
                after.apply(one, log)
                shown = tuple(_shown(self.ruleset.game, row) for row in log.rows)
                seen = tuple(row for row in shown if row is not None)
                number = told_numbers.setdefault((told, seen), len(told_numbers) + 1) if seen else told
                children.append((after, number, depth + 1, one))
            waiting += reversed(children)

    # --- policies -----------------------------------------------------------------------------------------------------
    def uniform(self) -> Policy:
        """Every step equally likely."""
        return [[1 / len(moment.steps)] * len(moment.steps) for moment in self.moments]

    def history(self, moment: Moment) -> History:
        """A game that led to this moment."""
        history = History(self.ruleset, self.start.copy())
        for step in moment.before:
            history.take(step)
        return history

    def value(self, policy: Policy) -> float:
        """What seat 0 can expect if both seats follow the policy."""
        worth = self.worth[:]
        for node in range(len(self) - 1, -1, -1):
            moment = self.moment_at[node]
            if moment >= 0:
                pairs = zip(policy[moment], self.after[node], strict=True)
                worth[node] = sum(chance * worth[after] for chance, after in pairs)
        return worth[0]

    def best_answer(self, policy: Policy, seat: int) -> float:
        """What ``seat`` can expect if it answers best to the policy of the other seat."""
        sign = 1.0 if seat == 0 else -1.0
        reach = self._reach(policy, seat)
        known: dict[int, float] = {}
        chosen: dict[int, int] = {}

        def worth(node: int) -> float:
            found = known.get(node)
            if found is None:
                moment = self.moment_at[node]
                if moment < 0:
                    found = sign * self.worth[node]
                elif self.moments[moment].seat == seat:
                    found = worth(self.after[node][choice(moment)])
                else:
                    pairs = zip(policy[moment], self.after[node], strict=True)
                    found = sum(chance * worth(after) for chance, after in pairs if chance)
                known[node] = found
            return found

        def choice(moment: int) -> int:
            """One choice for all that cannot be told apart, each weighed by how likely it is."""
            if moment not in chosen:
                sums = [0.0] * len(self.moments[moment].steps)
                for node in self.moments[moment].nodes:
                    if reach[node]:
                        for at, after in enumerate(self.after[node]):
                            sums[at] += reach[node] * worth(after)
                chosen[moment] = max(range(len(sums)), key=sums.__getitem__)
            return chosen[moment]

        return worth(0)

    def exploitability(self, policy: Policy) -> float:
        """What best answers to both seats' policies win on average: 0 for perfect play, more the worse it is."""
        return (self.best_answer(policy, 0) + self.best_answer(policy, 1)) / 2

    def _reach(self, policy: Policy, seat: int) -> list[float]:
        """By node: how likely the other seat's steps lead there."""
        reach = [1.0] * len(self)
        for node, moment in enumerate(self.moment_at):
            if moment < 0:
                continue
            own = self.moments[moment].seat == seat
            for at, after in enumerate(self.after[node]):
                reach[after] = reach[node] * (1.0 if own else policy[moment][at])
        return reach

    def sample(self, choose: Choose, times: int, least: int = 4) -> Policy:
        """The policy of a player, by what it chooses with different seeds: ``times`` of them where its own steps always
        lead, fewer the less often they do, but ``least`` in every moment that they let come about. In all others every
        step is equally likely, which changes nothing for it. ``choose`` gets the ruleset, the player's views of the
        game so far, its seat and a seed, and gives back a step.
        """
        policy = self.uniform()
        asked: set[int] = set()
        reach = [[1.0] * len(self), [1.0] * len(self)]  # by seat and node: how likely the seat's own steps lead there
        for node, number in enumerate(self.moment_at):
            if number < 0:
                continue
            moment = self.moments[number]
            if reach[moment.seat][node] and len(moment.steps) > 1 and number not in asked:
                asked.add(number)
                views = self.history(moment).views(moment.seat)
                count = max(least, round(times * reach[moment.seat][node]))
                steps = [choose(self.ruleset, views, moment.seat, number * times + at) for at in range(count)]
                policy[number] = [steps.count(step) / count for step in moment.steps]
            for at, after in enumerate(self.after[node]):
                for seat in range(2):
                    own = policy[number][at] if seat == moment.seat else 1.0
                    reach[seat][after] = reach[seat][node] * own
        return policy

    # --- for other programs -------------------------------------------------------------------------------------------
    def efg(self) -> Iterator[str]:
        """Lines of Gambit's format for games as trees (``.efg``), which OpenSpiel reads, too."""
        text = self.ruleset.game.step_text
        counts, numbers = [0, 0], []  # each seat's moments are numbered from 1 on
        for moment in self.moments:
            counts[moment.seat] += 1
            numbers.append(counts[moment.seat])
        yield f'EFG 2 R "{self.ruleset.name}" {{ "seat_0" "seat_1" }}'
        for node, number in enumerate(self.moment_at):
            if number < 0:
                worth = self.worth[node]
                name, outcome = ("draw", 3) if worth == 0 else ("seat_0", 1) if worth > 0 else ("seat_1", 2)
                yield f't "" {outcome} "{name}" {{ {worth:g} {-worth:g} }}'
            else:
                moment = self.moments[number]
                labels = " ".join(f'"{text(step)}"' for step in moment.steps)
                yield f'p "" {moment.seat + 1} {numbers[number]} "{number}" {{ {labels} }} 0'


def _has_secrets(start: State) -> bool:
    """Whether a seat knows less than everything: what it may not know, drawn anew, comes out otherwise."""
    rng = Rng(0)
    return any(start.view(seat).resample(seat, rng) != start for seat in range(2) for _ in range(_DRAWS))


@lru_cache(maxsize=65_536)
def _shown(game: Game, row: tuple[int, ...]) -> tuple[object, ...] | None:
    """What everybody may know of an event while the game runs; None if it is secret."""
    log = EventLog()
    log.rows.append(row)
    events: list[Event] = game.event_list(log, SPECTATOR, over=False)
    return (row[0], *map(str, events[0].data.values())) if events else None
