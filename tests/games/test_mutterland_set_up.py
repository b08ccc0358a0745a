"""Mutter Land's pieces, land and set-up (MUT-B, P)."""

import random

import pytest

from ludarium.core.errors import OptionError
from ludarium.core.game import find_ruleset
from tests.games.mutterland_table import ALL, GAME, after, at, clause, heights, legal, marbles, moves, play, start

BLOCK = [(q, r) for r in range(7) for q in range(10)]
# A hexagon of radius 4 with a lake of one hexagon in its middle, and a cape of ten nuts to the east.
LAKE = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4 and (q, r) != (0, 0)]
LAKE += [(q, 0) for q in range(5, 15)]
AROUND = ["1:0", "-1:0", "1:-1", "0:-1", "0:1", "-1:1"]


def names(hexagons: list[tuple[int, int]]) -> set[str]:
    return {f"{q}:{r}" for q, r in hexagons}


@pytest.mark.clause("MUT-B1", "MUT-P2")
@pytest.mark.parametrize(("players", "each"), [(2, 5), (3, 5), (4, 5), (5, 4), (6, 3)])
def test_marbles_by_number_of_players(players: int, each: int) -> None:
    state = start(players=players)
    assert [stock.count for stock in GAME.scene(state, 0).stock] == [each] * players
    for _ in range(players * each):
        state.apply(state.legal()[0])
    assert [len(marbles(state, seat)) for seat in range(players)] == [each] * players
    assert all(not step.startswith("+") for step in legal(state))


@pytest.mark.clause("MUT-B1")
@pytest.mark.parametrize("players", [1, 7, 0, -2, "2", 2.5, True])
def test_two_to_six_players(players: object) -> None:
    with pytest.raises(OptionError, match=r"2–6"):
        start(players=players)


@pytest.mark.clause("MUT-B1")
def test_a_column_holds_one_marble() -> None:
    state = after(start(land="block"), "+0:0")
    assert clause(state, "+0:0") == "MUT-B1 taken"
    assert clause(state, "+0:7") == "MUT-B1 no_nut"


@pytest.mark.clause("MUT-B2")
@pytest.mark.parametrize(
    ("end", "way"), [("1:0", "e"), ("-1:0", "w"), ("1:-1", "ne"), ("0:-1", "nw"), ("0:1", "se"), ("-1:1", "sw")]
)
def test_six_directions(end: str, way: str) -> None:
    """A red marble stands in one of the six directions; the push that way names it, and no other push is possible."""
    state = at(f"land 0:0 {' '.join(AROUND)}; blue 0:0; red {end}")
    assert {step for step in moves(state) if step[-1].isalpha()} == {f"0:0-{end}{way}"}


# --- the land ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-P1")
def test_building_begins_on_the_origin_and_goes_on_beside_the_land() -> None:
    state = start(land="built")
    assert legal(state) == {"@0:0"}
    assert clause(state, "@1:0") == "MUT-P1 first_nut"
    play(state, "@0:0")
    assert state.seat == 1
    assert legal(state) == {f"@{site}" for site in AROUND}
    assert clause(state, "@0:0") == "MUT-P1 nut_there"
    assert clause(state, "@2:0") == "MUT-P1 not_beside_land"
    for step in ("+0:0", "0:0-1:0", "0:0^1:0", "return 1", "end"):
        assert clause(state, step) == "MUT-P1 land_first"
    events = play(state, "@1:-1")
    assert [(event.kind, event.data) for event in events] == [("laid", {"seat": 1, "at": "1:-1"})]
    # Two nuts side by side have eight hexagons around them.
    assert (state.seat, len(legal(state))) == (0, 8)
    assert clause(state, "@2:0") == "MUT-P1 not_beside_land"
    assert clause(state, "@2:-1") == ""


@pytest.mark.clause("MUT-P1", "MUT-P2")
def test_after_seventy_nuts_seat_0_places_the_first_marble() -> None:
    """With four players the nuts end with seat 1 (70 = 17 × 4 + 2), but the marbles begin with seat 0."""
    state = start(land="built", players=4)
    for count, (q, r) in enumerate(BLOCK):
        assert state.seat == count % 4
        play(state, f"@{q}:{r}")
    assert (state.seat, state.turn) == (0, 0)
    assert set(heights(state).values()) == {1}
    assert clause(state, "@0:7") == "MUT-P1 land_done"
    assert state == start(land="block", players=4)


@pytest.mark.clause("MUT-P1")
def test_the_order_of_building_leaves_no_trace() -> None:
    forwards, backwards = start(land="built"), start(land="built")
    for (q, r), (u, v) in zip(BLOCK, [(0, 0), *[(q, r) for q in range(10) for r in range(7)][1:]], strict=True):
        play(forwards, f"@{q}:{r}")
        play(backwards, f"@{u}:{v}")
    assert forwards == backwards
    assert list(forwards.legal()) == list(backwards.legal())


@pytest.mark.clause("MUT-P1")
def test_a_lake_may_be_left_and_filled() -> None:
    state = start(land="built")
    play(state, "@0:0", *(f"@{site}" for site in ("1:0", "2:0", "2:1", "1:2", "0:2", "0:1")))  # all around 1:1
    assert clause(state, "@1:1") == ""


@pytest.mark.clause("MUT-P1")
def test_block() -> None:
    assert set(heights(start(land="block"))) == names(BLOCK)


@pytest.mark.clause("MUT-P1")
@pytest.mark.parametrize("seed", range(12))
def test_generated_land_is_in_one_piece_with_a_lake_and_capes(seed: int) -> None:
    sites = {(int(q), int(r)) for q, r in (name.split(":") for name in heights(start(seed=seed)))}
    assert len(sites) == 70
    assert min(q for q, _ in sites) == min(r for _, r in sites) == 0

    def near(site: tuple[int, int]) -> list[tuple[int, int]]:
        return [(site[0] + q, site[1] + r) for q, r in ((1, 0), (-1, 0), (1, -1), (0, -1), (0, 1), (-1, 1))]

    def flood(first: tuple[int, int], inside: set[tuple[int, int]]) -> set[tuple[int, int]]:
        reached, waiting = {first}, [first]
        while waiting:
            for site in near(waiting.pop()):
                if site in inside and site not in reached:
                    reached.add(site)
                    waiting.append(site)
        return reached

    assert flood(min(sites), sites) == sites
    missing = {(q, r) for q in range(-1, 80) for r in range(-1, 80)} - sites
    assert flood((-1, -1), missing) != missing, "a lake"
    assert sum(1 for site in sites if sum(one not in sites for one in near(site)) >= 3) >= 5, "capes"


@pytest.mark.clause("MUT-P1")
def test_generated_land_comes_from_the_seed_alone() -> None:
    assert start(seed=5) == start(seed=5)
    assert start(seed=5) != start(seed=6)
    # The first row of seed 0, the same compiled and interpreted.
    assert sorted(name for name in heights(start(seed=0)) if name.endswith(":0")) == ["8:0", "9:0"]


@pytest.mark.clause("MUT-P1")
def test_chance_gives_the_same_start_again() -> None:
    state = start(seed=3, players=3)
    assert start(seed=99, players=3, land=GAME.chance(state)["land"]) == state
    assert GAME.chance(start(land="block")) == {}
    assert GAME.chance(start(land="built")) == {}


@pytest.mark.clause("MUT-P1")
def test_a_given_land() -> None:
    shuffled = [list(site) for site in LAKE]
    random.Random(1).shuffle(shuffled)
    state = start(land=shuffled)
    assert set(heights(state)) == names(LAKE)
    assert state == start(land=LAKE)


@pytest.mark.clause("MUT-P1")
@pytest.mark.parametrize(
    ("land", "says"),
    [
        (BLOCK[:-1], "needs 70 different hexagons; there are 69"),
        ([*BLOCK, (10, 0)], "there are 71"),
        ([*BLOCK[:-1], (0, 0)], "0:0 is given twice"),
        ([*BLOCK[:-1], (20, 20)], "20:20 is not connected with 0:0"),
        ([*BLOCK[:-1], (100, 0)], 'not "[100, 0]"'),
        ([*BLOCK[:-1], (0, -100)], "-99 to 99"),
        ([*BLOCK[:-1], (1, 2, 3)], "two whole numbers"),
        ([*BLOCK[:-1], 7], "two whole numbers"),
        ([*BLOCK[:-1], "9:6"], "two whole numbers"),
        ([*BLOCK[:-1], (True, 1)], "two whole numbers"),
        ([*BLOCK[:-1], (1.5, 1)], "numbers and words"),
        ([*BLOCK[:-1], None], "numbers and words"),
        ([], "there are 0"),
        ("lake", "generated | built | block"),
        (70, "generated | built | block"),
    ],
)
def test_a_given_land_is_refused_with_the_reason(land: object, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        start(land=land)
    assert says in str(caught.value)
    assert caught.value.sentence("ja")


@pytest.mark.clause("MUT-P1", "MUT-B2")
def test_a_land_at_the_end_of_the_world() -> None:
    """The outermost coordinates that can be written; the hexagons beyond are sea like any other."""
    state = start(land=[(q, r) for q in range(90, 100) for r in range(93, 100)])
    play(state, "+99:99")
    assert clause(state, "+99:98") == ""
    assert all(GAME.read_step(GAME.step_text(step)) == step for step in state.universe())


# --- the marbles ------------------------------------------------------------------------------------------------
@pytest.mark.clause("MUT-P2")
def test_the_outer_edge() -> None:
    """24 nuts around the big hexagon and the ten of the cape; neither the lake's shore nor the inland."""
    state = start(land=LAKE)
    edge = {(q, r) for q, r in LAKE if q > 4 or max(abs(q), abs(r), abs(q + r)) == 4}
    assert len(edge) == 34
    assert legal(state) == {f"+{q}:{r}" for q, r in edge}
    assert clause(state, "+1:0") == "MUT-P2 not_edge"  # on the lake
    assert clause(state, "+2:0") == "MUT-P2 not_edge"  # inland
    assert clause(state, "+0:0") == "MUT-B1 no_nut"  # the lake itself
    for step in ("4:0-5:0", "4:0^5:0", "return 1", "end"):
        assert clause(state, step) == "MUT-P2 marbles_first"


@pytest.mark.clause("MUT-P2")
def test_everybody_places_the_marbles_of_the_seat_before() -> None:
    state = start(land="block", players=3)
    for name, seat, owner in (("0:0", 0, 2), ("1:0", 1, 0), ("2:0", 2, 1), ("3:0", 0, 2)):
        assert state.seat == seat
        (event,) = play(state, f"+{name}")
        assert event.data["owner"] == owner
        assert name in marbles(state, owner)
    # Equal colours may be put side by side.
    assert clause(after(state, "+5:0", "+6:0"), "+4:0") == ""


@pytest.mark.clause("MUT-P3")
def test_seat_0_plays_first() -> None:
    state = start(land="block", players=6)
    for _ in range(18):
        assert state.turn == 0
        state.apply(state.legal()[0])
    assert (state.seat, state.turn) == (0, 0)
    assert "end" in legal(state)
    assert clause(state, "+9:6") == "MUT-P2 all_placed"


def test_two_rulesets() -> None:
    assert find_ruleset(ALL).read({})["marbles_per_turn"] == "all"
    assert find_ruleset("mutternland").read({})["marbles_per_turn"] == "one"
