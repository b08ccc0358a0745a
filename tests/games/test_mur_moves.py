"""Mur's board, groups, moves and knocks (MUR-B, G, V, K), with positions worked out by hand."""

from collections import Counter

import pytest

from ludarium.core.errors import NotationError
from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene
from ludarium.games.mur import rules_board
from tests.games.mur_board import EN, JP, after, board, clause, legal, number, play, refusal, stands, start

BOTH = pytest.mark.parametrize("ruleset", [JP, EN])
SPOKES = "abcdefgh"


def picture(ruleset: str, position: str) -> Scene:
    return find_ruleset(ruleset).game.scene(board(ruleset, position), 0)


def classes(position: str) -> dict[str, str]:
    return {piece.site: piece.badges[0] for piece in picture(JP, position).pieces if piece.badges}


def moved_to(ruleset: str, position: str, step: str) -> list[str]:
    """Where Black's ships stand after a move and did not before."""
    state = board(ruleset, position)
    before = stands(state)[0]
    return [ship for ship in stands(after(state, step))[0] if ship not in before]


@pytest.mark.clause("MUR-B1")
def test_twenty_five_points_named_clockwise_from_the_top() -> None:
    sites = {site.name: (site.x, site.y) for site in picture(JP, "kraken x").sites}
    assert set(sites) == {"x"} | {spoke + ring for spoke in SPOKES for ring in "123"}
    # y grows downwards: a is the top, c the east, e the bottom, g the west; ring 3 is the outermost.
    assert (sites["x"], sites["a3"], sites["c3"]) == ((0, 0), (0, -3), (3, 0))
    assert (sites["e3"], sites["g3"], sites["c1"]) == ((0, 3), (-3, 0), (1, 0))


@pytest.mark.clause("MUR-B2")
@pytest.mark.parametrize(
    ("point", "neighbours"),
    [
        ("a3", ["a2", "b3", "h3"]),
        ("c2", ["b2", "c1", "c3", "d2"]),
        ("e1", ["d1", "e2", "f1", "x"]),
        ("x", [spoke + "1" for spoke in SPOKES]),
    ],
)
def test_a_lone_ship_can_go_to_each_neighbour_and_nowhere_else(point: str, neighbours: list[str]) -> None:
    position = f"black {point}; kraken g3"
    moves = [step for step in legal(board(JP, position)) if step[0] not in "+-"]
    assert sorted(site for step in moves for site in moved_to(JP, position, step)) == neighbours


@BOTH
@pytest.mark.clause("MUR-B3")
def test_the_start(ruleset: str) -> None:
    state = start(ruleset)
    assert stands(state) == ([], [], "x")
    assert state.seat == 0
    stock = find_ruleset(ruleset).game.scene(state, 0).stock
    assert [(pile.owner, pile.count) for pile in stock] == [(0, 7), (1, 7)]
    # Black puts his seven ships, White hers: then neither has any left.
    for black, white in zip("acegbdf", "bdfhaceg", strict=False):
        play(state, f"+{black}3", f"+{white}2")
    assert clause(state, "+e1") == "MUR-T1 no_ship_left"


@pytest.mark.clause("MUR-G1")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("black a2 b2 e3", {"a2": "2", "b2": "2", "e3": "1"}),  # the pair and the single ship of the first diagram
        ("black a1 b2; kraken h3", {"a1": "1", "b2": "1"}),  # across a corner there is no link
        ("black a1 c1 e1; kraken h3", {"a1": "1", "c1": "1", "e1": "1"}),
        ("black a1 c1 e1 x; kraken h3", {"a1": "4", "c1": "4", "e1": "4", "x": "4"}),  # the centre links ring 1
        ("black a2 c2; kraken b2", {"a2": "1", "c2": "1"}),  # the kraken never links
        ("black a2; white b2; kraken x", {"a2": "1", "b2": "1"}),  # nor do ships of two colours
        # Black has a group of 3 and one of 4, White one of 2 and one of 4, as in the second diagram.
        (
            "black a3 b3 c3 e1 e2 f2 g2; white a2 b2 c1 d1 d2 d3; kraken h1",
            dict.fromkeys(("a3", "b3", "c3"), "3")
            | dict.fromkeys(("e1", "e2", "f2", "g2"), "4")
            | dict.fromkeys(("a2", "b2"), "2")
            | dict.fromkeys(("c1", "d1", "d2", "d3"), "4"),
        ),
    ],
)
def test_groups(position: str, expected: dict[str, str]) -> None:
    assert classes(position) == expected


@pytest.mark.clause("MUR-G2")
def test_class_is_the_size_of_the_group_and_the_kraken_is_class_4_in_jp() -> None:
    assert classes("black a3 b3 c3 d3 e3 f3 g3") == dict.fromkeys((f"{spoke}3" for spoke in "abcdefg"), "7")
    # A group of four on ring 3; a3 goes four points inward: a2, a1, x and e1, where the kraken is.
    position = "black a3 b3 c3 d3; kraken e1"
    refused = refusal(board(JP, position), "a3i")
    assert refused is not None
    assert refused.data == {"class": 4, "piece": "kraken", "other": 4, "to": "e1"}
    assert clause(board(EN, position), "a3i") == ""  # it has no class there


@BOTH
@pytest.mark.clause("MUR-V1")
def test_a_ship_moves_exactly_as_far_as_its_class(ruleset: str) -> None:
    position = "black a2 b2 e3; kraken d1"
    # The pair moves two points, never one …
    assert moved_to(ruleset, position, "a2r") == ["c2"]
    assert moved_to(ruleset, position, "a2l") == ["g2"]
    assert moved_to(ruleset, position, "a2i") == ["x"]
    assert moved_to(ruleset, position, "b2i") == ["x"]
    # … and the single ship one.
    assert moved_to(ruleset, position, "e3r") == ["f3"]
    assert moved_to(ruleset, position, "e3l") == ["d3"]
    assert moved_to(ruleset, position, "e3i") == ["e2"]


@BOTH
@pytest.mark.clause("MUR-V2")
@pytest.mark.parametrize(
    ("position", "step", "to"),
    [
        ("black g2 h2; kraken d1", "h2r", "b2"),  # past the top of the ring
        ("black a1 b1; kraken d1", "a1l", "g1"),
        ("black a3 b3 c3; kraken d1", "a3i", "x"),  # a2, a1, x
        ("black a2 b2 c2; kraken d1", "a2o", "a1"),  # a3, back to a2, a1
        ("black a2 b2 c2 d2; kraken g1", "a2o", "x"),  # a3, a2, a1, x
        ("black a2 b2 c2 d2 b1; kraken g1", "a2i", "e3"),  # a1, x, e1, e2, e3
        ("black a2 b2 c2 d2 b1 c1; kraken g1", "a2i", "e2"),  # a1, x, e1, e2, e3 and back
        ("black x b1; kraken g3", "xa", "a2"),
        ("black x b1 c1 d1; kraken g3", "xa", "a2"),  # a1, a2, a3 and back
        ("black x b1 c1 d1 e1; kraken g3", "xa", "a1"),
        ("black x b1 c1 d1 b2 c2 d2; kraken g3", "xa", "e1"),  # out, back and through the centre
    ],
)
def test_rings_and_diameters(ruleset: str, position: str, step: str, to: str) -> None:
    assert moved_to(ruleset, position, step) == [to]


@pytest.mark.clause("MUR-V2")
def test_from_ring_3_outward_is_written_inward() -> None:
    with pytest.raises(NotationError) as refused:
        number("a3o")
    assert refused.value.data == {"text": "a3o", "instead": "a3i", "clause": "MUR-V2"}


@BOTH
@pytest.mark.clause("MUR-V3")
@pytest.mark.parametrize("between", ["black a2 b2 h2", "black a2 h2 g2; white b2", "black a2 h2 g2; kraken b2"])
def test_pieces_on_the_way_are_passed_over(ruleset: str, between: str) -> None:
    # Three ships: three points clockwise from a2 is d2, over b2 (own ship, white ship or kraken) and c2.
    assert moved_to(ruleset, between, "a2r") == ["d2"]


@BOTH
@pytest.mark.clause("MUR-V4")
@pytest.mark.parametrize(
    ("position", "step"),
    [
        ("black a2 b2; kraken x", "a2o"),  # a3 and back
        ("black a1 b1 c1 d1; kraken h3", "a1o"),  # a2, a3, a2, a1
        ("black x a1 b1 c1 d1 e1; kraken h3", "xg"),  # g1, g2, g3, g2, g1, x
    ],
)
def test_a_bounce_to_the_starting_point_is_illegal(ruleset: str, position: str, step: str) -> None:
    assert clause(board(ruleset, position), step) == "MUR-V4 bounce"


@BOTH
@pytest.mark.clause("MUR-V4")
def test_knocking_an_own_ship_to_where_the_mover_came_from_changes_nothing(ruleset: str) -> None:
    # a1 (a pair) goes out over a2 to a3 (own, class 3). The knocked ship turns back: a2 is taken, a1 just left.
    position = "black a1 b1 a3 b3 c3; white a2; kraken h3"
    refused = refusal(board(ruleset, position), "a1o")
    assert refused is not None
    assert (refused.clause, refused.name, refused.data) == ("MUR-V4", "unchanged", {"at": "a3"})
    # With a2 free the knocked ship stops there: the position changes.
    assert stands(after(board(ruleset, position.replace("white a2; ", "")), "a1o"))[0] == [
        "a2",
        "a3",
        "b1",
        "b3",
        "c3",
    ]


@BOTH
@pytest.mark.clause("MUR-V5")
def test_ways_to_one_point_differ_by_the_knock(ruleset: str) -> None:
    # a2 is in a group of four; clockwise, counter-clockwise and inward all lead to e2, which is in a group of five.
    state = board(ruleset, "black a1 a2 b1 b2; white e1 e2 e3 d3 f3; kraken g3")
    results = {step: stands(after(state, step))[1] for step in ("a2r", "a2l", "a2i")}
    rest = {"e1", "e3", "d3", "f3"}
    assert {step: set(white) - rest for step, white in results.items()} == {
        "a2r": {"f2"},
        "a2l": {"d2"},
        "a2i": {"x"},  # outward to e3 (taken), back over e2 (the mover) and e1 (taken) to the centre
    }


@BOTH
@pytest.mark.clause("MUR-K1")
@pytest.mark.parametrize(
    ("position", "step", "mine", "theirs"),
    [
        ("black c2; white d2; kraken x", "c2r", 1, 1),  # equal classes
        ("black b2 c2; white e2 e3; kraken x", "c2r", 2, 2),
        ("black a2 b2 c2; white f2 f3; kraken x", "c2r", 3, 2),  # the weaker one
    ],
)
def test_only_the_stronger_ship_knocks(ruleset: str, position: str, step: str, mine: int, theirs: int) -> None:
    refused = refusal(board(ruleset, position), step)
    assert refused is not None
    assert (refused.clause, refused.data["class"], refused.data["other"]) == ("MUR-K1", mine, theirs)


@BOTH
@pytest.mark.clause("MUR-K1")
def test_a_single_ship_knocks_a_pair_and_own_ships_can_be_knocked(ruleset: str) -> None:
    # The diagram of the rulebook: east on ring 2 a black single ship, clockwise beside it a white group.
    events = play(state := board(ruleset, "black c2; white d2 e2; kraken x"), "c2r")
    assert stands(state)[:2] == (["d2"], ["e2", "f2"])
    assert [(event.kind, event.data.get("from"), event.data.get("to")) for event in events] == [
        ("moved", "c2", "d2"),
        ("knocked", "d2", "f2"),  # the first empty point: e2 is passed over
    ]
    # A pair knocks an own ship of a group of three: from a2 over b2 to c2, which runs on to d2.
    own = board(ruleset, "black a2 a3 c1 c2 c3; kraken x")
    play(own, "a2r")
    assert stands(own)[0] == ["a3", "c1", "c2", "c3", "d2"]
    # A ship of one's own group has one's own class: a1 goes four points clockwise to e1, linked by the centre.
    assert clause(board(ruleset, "black a1 x e1 e2; kraken h3"), "a1r") == "MUR-K1 too_weak"


@pytest.mark.clause("MUR-K1")
def test_who_may_knock_the_kraken() -> None:
    # A class-3 ship on a2 goes three points clockwise to d2, a class-5 ship five points to f2.
    three, five = "black a2 h2 g2; kraken d2", "black a2 h2 g2 g3 f3; kraken f2"
    assert stands(after(board(JP, three), "a2r"))[2] == "e2"
    assert stands(after(board(EN, three), "a2r"))[2] == "e2"
    assert clause(board(JP, five), "a2r") == "MUR-K1 too_weak"
    assert stands(after(board(EN, five), "a2r"))[2] == "a2"  # g2 and h2 are taken, a2 was just left


@BOTH
@pytest.mark.clause("MUR-K2")
@pytest.mark.parametrize(
    ("position", "step", "to"),
    [
        # Turned at ring 3: a3, a2, and a1 inward. The knocked ship goes on in that second direction.
        ("black a2 b2 h2; white a1 b1 c1 d1; kraken g3", "a2o", "x"),
        ("black a2 b2 h2; white a1 b1 c1 d1; kraken x", "a2o", "e1"),  # over the kraken
        ("black c2; white c3 d3; kraken x", "c2o", "c2"),  # turned back at ring 3; the mover's point is empty
        ("black c2; white c1 d1; kraken h3", "c2i", "x"),
        ("black c2; white c1 x; kraken h3", "c2i", "g1"),
        ("black c2; white c1 x g1 g2; kraken g3", "c2i", "c2"),  # to g3, back over all of them to where c2 was
        ("black a3; white b3 c3 d3 e3 f3 g3 h3; kraken x", "a3r", "a3"),  # all round the ring
        ("black a3; white b3 c3 d3; kraken e3", "a3r", "f3"),
    ],
)
def test_where_a_knocked_ship_stops(ruleset: str, position: str, step: str, to: str) -> None:
    state = board(ruleset, position)
    before = stands(state)[1]
    assert [ship for ship in stands(after(state, step))[1] if ship not in before] == [to]


def test_classes_of_all_ships_at_once() -> None:
    """a1, b1, a2 and the centre hang together: four; c3 and d3 are two; f2 stands alone."""
    ships = sum(1 << number(f"+{point}") for point in ("a1", "b1", "x", "a2", "c3", "d3", "f2"))
    low, fours = rules_board.classes(ships)
    points = ("x", "a2", "d3", "f2", "h1")
    found = {point: rules_board.class_among(number(f"+{point}"), low, fours) for point in points}
    assert found == {"x": 4, "a2": 4, "d3": 2, "f2": 1, "h1": 0}
    assert rules_board.classes(0) == (0, 0)


@BOTH
def test_drawn_steps_of_a_board_with_a_ship_in_the_centre(ruleset: str) -> None:
    """The centre's ship has eight ways, each drawn as often as any other step."""
    state = board(ruleset, "black a2 c3 e1 x; white g3 f1 b1; kraken h2")
    steps, rng = list(state.legal()), Rng(3)
    drawn = Counter(state.random_step(rng) for _ in range(100 * len(steps)))
    assert set(drawn) == set(steps)
    assert sum(text.startswith("x") for text in legal(state)) >= 6
    assert 60 <= min(drawn.values()) <= max(drawn.values()) <= 145
