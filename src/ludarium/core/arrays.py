"""A game as numbers, for programs that learn: what a seat sees as planes, and its steps as actions.

Everything here follows from a state alone, so that equal states have equal arrays. Rules never use it.
"""

from dataclasses import dataclass
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from ludarium.core.state import State


@dataclass(frozen=True)
class Plane:
    """One number for every cell of the board: its name, its largest value (1 to 255), and what it says.

    No position has a larger value, so what is divided by it is 0 to 1.
    """

    name: str
    top: int
    about: str

    @property
    def everywhere(self) -> bool:
        """Whether all its cells always have the same number, as ``about`` says at its beginning."""
        return self.about.startswith("everywhere")


_NEXT: Final = "everywhere: 0 once the game is over, 1 if the seat that looks acts next, 2 if the one after it does, …"

# The longest game where the options set no end to it: as many steps as the libraries can count.
ENDLESS: Final[i64] = 0x7FFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Arrays:
    """How one game becomes arrays. One object serves all games of its kind, so it keeps nothing about one of them.

    ``version`` is raised whenever rules, actions or planes change, so that what was learned before is not mistaken
    for something about the game as it is now. ``layout`` says in a sentence which cell of a plane is which site.
    """

    def __init__(self, version: i64, layout: str) -> None:
        self.version: i64 = version
        self.layout: str = layout

    # --- actions: the same number of them in all states with the same options ------------------------------------
    def actions(self, state: State) -> i64:
        """How many actions there are: they are numbered from 0."""
        raise NotImplementedError

    def action(self, state: State, step: i64) -> i64:
        """The action that a legal step is; no two of them are the same."""
        return step

    def step(self, state: State, action: i64) -> i64:
        """The step that an action of a legal step is; of any other action, a number that is not in ``state.legal()``.

        ``judge`` need not know such a number: whether an action is legal, ``legal_actions`` says.
        """
        return action

    def to_actions(self, state: State, steps: vec[i64]) -> None:
        """Write the action in the place of each of these legal steps. Games override it where all at once is faster."""
        for index in range(i64(len(steps))):
            steps[index] = self.action(state, steps[index])

    def legal_actions(self, state: State) -> vec[i64]:
        """The actions of ``state.legal()``, in the same order."""
        actions: vec[i64] = state.legal()
        self.to_actions(state, actions)
        return actions

    def longest(self, state: State) -> i64:
        """No game with this state's options has more steps; ``ENDLESS`` if it could go on for ever."""
        raise NotImplementedError

    # --- planes: the same ones in all states with the same options ------------------------------------------------
    def shape(self, state: State) -> tuple[int, ...]:
        """How the cells of a plane are arranged: rows and columns, or a plain row of cells."""
        raise NotImplementedError

    def planes(self, state: State) -> list[Plane]:
        """The game's own planes, in their order; one that says who acts next comes before them."""
        raise NotImplementedError

    def write(self, view: State, seat: i64, out: vec[u8], at: i64) -> None:
        """Write the planes of what a seat sees, one after the other, into ``out`` from ``at`` on: only what is not 0.

        ``view`` is ``state.view(seat)``. What is in ``out`` already must not matter: do not add to it.
        """
        raise NotImplementedError

    # --- events: of a game with secrets, what everybody could see of a step ----------------------------------------
    def values(self, state: State, type_: str) -> i64:
        """How many values an event's field of that type has: they are numbered from 0."""
        raise NotImplementedError


def fill(out: vec[u8], at: i64, cells: i64, value: i64) -> i64:
    """The same number everywhere on a plane that begins at ``at``; a larger one than 255 counts as 255.

    Where the next plane begins.
    """
    if value:
        number = u8(min(value, i64(255)))
        for cell in range(at, at + cells):
            out[cell] = number
    return at + cells


def until(cap: i64, count: i64) -> i64:
    """How many are left until a cap (0: there is none), for a plane up to 255."""
    return max(cap - count, i64(0)) if cap else 255


def count_cells(arrays: Arrays, state: State) -> i64:
    cells: i64 = 1
    for length in arrays.shape(state):
        cells *= length
    return cells


def all_planes(arrays: Arrays, state: State) -> list[Plane]:
    return [Plane("next", int(state.seats), _NEXT), *arrays.planes(state)]


def write_observation(arrays: Arrays, state: State, seat: i64, cells: i64, out: vec[u8], at: i64) -> None:
    """All planes for a seat, into a part of ``out`` that is 0 everywhere."""
    if state.seat >= 0:
        fill(out, at, cells, 1 + (state.seat - seat + state.seats) % state.seats)
    arrays.write(state.view(seat), seat, out, at + cells)


def write_mask(arrays: Arrays, state: State, out: vec[u8], at: i64) -> None:
    """1 for every legal action of the seat to act, into a part of ``out`` that is 0 everywhere."""
    for action in arrays.legal_actions(state):
        out[at + action] = u8(1)
