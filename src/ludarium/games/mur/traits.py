"""What the conformance suite needs to know of Mur."""

from collections import Counter
from collections.abc import Callable, Iterator

from ludarium.core.conformance import Image, Traits
from ludarium.core.game import find_ruleset
from ludarium.core.state import State
from ludarium.games.mur.rules import Mur
from ludarium.games.mur.rules_board import CENTRE, POINTS, position_key

OPTION_SETS: list[tuple[str, dict[str, object]]] = [
    ("mur-jp", {}),
    ("mur-en", {}),
    ("mur-jp-any", {}),
    ("mur-jp", {"kraken_walls": "any", "turn_cap": 60}),
    ("mur-en", {"turn_cap": 60}),
    ("mur-jp", {"turn_cap": 0}),
    ("mur-en", {"turn_cap": 0}),
    ("mur-tiny-jp", {"ships": 4, "closes": 2}),
    ("mur-tiny-en", {"ships": 4, "closes": 2}),
]

SPOKES = "abcdefgh"


def conserved(state: State) -> object:
    """All ships of each colour on and beside the board, one kraken, and no two pieces on one point."""
    scene = find_ruleset("mur-jp").game.scene(state, -1)
    pieces = Counter({pile.owner: pile.count for pile in scene.stock})
    pieces.update(piece.owner for piece in scene.pieces)
    return dict(pieces), len({piece.site for piece in scene.pieces}) == len(scene.pieces)


def images(state: State) -> list[Image]:
    """Eight turns of the board, mirrored or not; in en only those that leave a port a port (c3 and g3)."""
    assert isinstance(state, Mur)
    return [(_image(state, spokes), step_image(spokes, mirrored)) for spokes, mirrored in turns(state.jp)]


def turns(jp: bool) -> Iterator[tuple[list[int], bool]]:
    """Where each spoke comes, and whether the board is mirrored; first all stays as it is."""
    for turn in range(8):
        for sense in (1, -1):
            spokes = [(turn + sense * spoke) % 8 for spoke in range(8)]
            if jp or {spokes[2], spokes[6]} == {2, 6}:
                yield spokes, sense < 0


def _image(state: Mur, spokes: list[int]) -> Mur:
    def point(old: int) -> int:
        return old if old == CENTRE else old // 8 * 8 + spokes[old % 8]

    def points(old: int) -> int:
        return sum(1 << point(one) for one in range(POINTS) if old >> one & 1)

    def key(old: int) -> int:
        if old < 0:
            return old
        ships = (1 << POINTS) - 1
        return position_key(points(old & ships), points(old >> 25 & ships), point(old >> 50))

    new = state.copy()
    new.black, new.white, new.kraken = points(state.black), points(state.white), point(state.kraken)
    new.leave, new.owed = points(state.leave), points(state.owed)
    new.here = key(state.here)
    new.past1, new.past2, new.past3 = key(state.past1), key(state.past2), key(state.past3)
    return new


def step_image(spokes: list[int], mirrored: bool) -> Callable[[str], str]:
    letters = str.maketrans(SPOKES, "".join(SPOKES[spoke] for spoke in spokes))
    ways = str.maketrans("rl", "lr" if mirrored else "rl")
    return lambda text: text.translate(letters).translate(ways)


TRAITS = Traits(OPTION_SETS, conserved, images)
