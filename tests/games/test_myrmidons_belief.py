"""What a seat of Myrmidons makes of the enemy's moves, in games where a person would have an opinion."""

import tomllib
from math import log

import pytest

from ludarium.core.insight import Belief
from ludarium.core.rng import Rng
from ludarium.core.state import State
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight_belief import read_behaviour
from ludarium.games.myrmidons.insight_clues import CLUES, WEIGHTS, Clues, ClueWeights, knowledge_of, read_clue_weights
from ludarium.games.myrmidons.insight_trail import find_ways, follow_blocks
from ludarium.games.myrmidons.rules_position import Position
from tests.games.myrmidons_helpers import play, position, set_up, start

RULESETS = ["myrmidons", "myrmidons-memory", "myrmidons-secret", "myrmidons-random", "myrmidons-twelve"]
SQUARES = {GAME.code("site", square): square for square in range(42)}


def squares(text: str) -> int:
    return sum(1 << SQUARES[name] for name in text.split())


def ways(before: str, after: str) -> dict[str, str]:
    names = {square: str(name) for name, square in SQUARES.items()}
    went = find_ways(squares(before), squares(after))
    return {names[square]: names[target] for square, target in enumerate(went) if target >= 0}


def views_of(state: Position, seat: int, *steps: str) -> list[State]:
    """The views of a seat: now, and after each step that it notices."""
    views: list[State] = [state.view(seat)]
    for step in steps:
        state = play(state, step)
        if state.view(seat) != views[-1]:
            views.append(state.view(seat))
    return views


def weights(state: Position, seat: int, steps: str, *enemies: str) -> list[float]:
    """How likely a seat finds several truths about the enemy (written like ``d7=243 …``) after these steps."""
    views = views_of(state, seat, *steps.split())
    belief = GAME.insight.belief(views, seat)
    last = views[-1]
    assert isinstance(last, Position)
    return [belief.weight(with_enemies(last, seat, text)) for text in enemies]


def with_enemies(view: Position, seat: int, text: str) -> Position:
    """The truth in which the enemy's hidden blocks are these."""
    truth = view.copy()
    for block in text.split():
        name, type_ = block.split("=")
        truth.put_type(SQUARES[name], GAME.read_step("=" + type_))
    assert not truth.unknown(1 - seat)
    truth.veiled = 0
    truth.find_chiefs()
    return truth


# --- following the blocks ---------------------------------------------------------------------------------------------
def test_a_single_block_went_straight() -> None:
    assert ways("a7 b7 c7", "a7 b7 c4") == {"c7": "c4"}
    assert ways("a7 b7 c7", "a7 b7 e5") == {"c7": "e5"}


def test_in_an_order_nobody_jumps() -> None:
    # b7 makes room for a7: nobody has gone two squares.
    assert ways("a7 b7 f7", "b7 c7 f7") == {"a7": "b7", "b7": "c7"}
    assert ways("a7 b7 c7", "a6 b5 c7") == {"a7": "a6", "b7": "b5"}


def test_what_no_turn_explains_is_not_explained() -> None:
    assert ways("a7 b7", "a6 b6 c6") == {}
    assert ways("a7 f1", "c4 f2") == {}


def test_blocks_are_followed_through_a_game() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    trail = follow_blocks(views_of(state, 0, "b1n3", "e7s3", "b4n1", "!s", "b7:1", ".", "b5ne1", "e4w1"), 0)
    places = {trail.blocks[square]: GAME.code("site", square) for square in range(42) if trail.blocks[square] >= 0}
    assert places == {0: "a6", 1: "b6", 2: "c7", 3: "d7", 4: "d4", 5: "f7"}
    assert len(trail.turns) == 3


# --- opinions ---------------------------------------------------------------------------------------------------------
def test_who_leaves_a_certain_prey_alone_has_no_sword_for_it() -> None:
    # Blue's 2-4-3 on d5 has been shown: only 4-3-2 and 5-2-2 beat it. Red moves a7 and leaves d7 where it is.
    state = position("blue a1=111 b1=324 d5=243!; red a7=333 b7=111 d7=324 e7=522; next 1")
    strong, weak = weights(state, 0, "a7s1", "a6=333 b7=111 d7=522 e7=324", "a6=333 b7=111 d7=324 e7=522")
    assert weak > 1.2 * strong


def test_a_block_that_walks_up_alone_is_no_commander() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    steps = "a1n1 e7s1 a2s1 e6s1 a1n1 e5s1"
    here, elsewhere = weights(
        state, 0, steps, "a7=324 b7=522 c7=432 d7=333 e4=111 f7=243", "a7=111 b7=522 c7=432 d7=333 e4=324 f7=243"
    )
    assert elsewhere > 2 * here


def test_a_block_that_stays_where_a_known_sword_strikes_is_no_commander() -> None:
    # Blue's 3-2-4 has been shown and strikes c7. Red moves a7.
    state = position("blue a1=111 c4=324! b1=243; red a7=333 c7=432 e7=111 f7=522; next 1")
    there, safe = weights(state, 0, "a7s1", "a6=333 c7=111 e7=432 f7=522", "a6=333 c7=432 e7=111 f7=522")
    assert safe > there


# --- clues ------------------------------------------------------------------------------------------------------------
def clues_at(state: Position, steps: str, blocks: str) -> list[dict[str, list[float]]]:
    """What counts for each of these blocks of red, written like ``d7=243 …``, after these steps; nothing that is 0."""
    views = views_of(state, 0, *steps.split())
    trail, last = follow_blocks(views, 0), views[-1]
    assert isinstance(last, Position)
    clues = Clues(trail, last)
    found = []
    for block in blocks.split():
        name, type_ = block.split("=")
        rest = list(clues.row(trail.blocks[SQUARES[name]], GAME.read_step("=" + type_)))
        rows = {}
        for clue, width in CLUES.items():
            rows[clue], rest = rest[:width], rest[width:]
        found.append({clue: row for clue, row in rows.items() if any(row)})
    return found


def test_plain_clues_count_for_a_commander_or_by_sword_and_shield() -> None:
    # Hidden blocks are taken to have foot 3: from b4 one may strike e7 and e4, from a4 d7, and another one e4 from e1.
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    chief, strong = clues_at(state, "b1n3 e7s3 b4w1 e4n1 a1n1 d7s1", "e5=111 e5=522")
    seen = {"moved": 2, "rows_forward": 2, "went_back": 1, "went_one": 1, "rows_ahead": 2}
    seen |= {"into_reach": 2, "out_of_reach": 2, "approached_3": 1}
    assert chief == {clue: [number, 0, 0] for clue, number in seen.items()}
    assert strong == {clue: [0, 2 * number, -number] for clue, number in seen.items()}
    one, other = clues_at(state, "b1n3 e7s3 b4w1 e4n1 a1n1 d7s1", "d6=111 c7=111")
    stayed, moved = ("stayed_in_reach", "spared_3"), ("moved", "rows_forward", "went_one", "out_of_reach", "rows_ahead")
    assert one == {clue: [1, 0, 0] for clue in stayed + moved}
    assert other == {"never_moved": [1, 0, 0]}


def test_typed_clues_depend_on_who_would_have_removed_whom() -> None:
    # Blue's 4-3-2 on d6 has been shown and strikes d7 and f6, not c5; its own shield of 3 falls to a sword of 3.
    state = position("blue a1=111 d6=432!; red c5=333 d7=324 f7=522 e1=111; next 1")
    found = clues_at(state, "f7s1", "d7=333 d7=243 d7=111 f6=522 f6=153 e1=333")
    typed = [{clue: row for clue, row in one.items() if len(row) == 2} for one in found]
    declined, danger = {"declined": [0, 1]}, {"in_danger": [0, 1]}
    assert typed[0] == declined | danger
    assert typed[1] == danger  # its sword of 2 could not
    assert typed[2] == {"in_danger": [1, 0]}
    assert typed[3] == {"into_danger": [0, 1]} | danger
    assert typed[4] == {}  # a shield of 5 is safe
    assert typed[5] == {}  # e1 and d6 are not on a line


def test_weights_of_clues_multiply_with_each_other_and_with_the_habits() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    views = views_of(state, 0, "a1n1", "e7s1", "a2s1", "e6s1")
    last = views[-1]
    assert isinstance(last, Position)
    truths = [
        with_enemies(last, 0, "a7=324 b7=522 c7=432 d7=333 e5=111 f7=243"),  # the commander moved twice
        with_enemies(last, 0, "a7=111 b7=522 c7=432 d7=333 e5=324 f7=243"),  # a shield of 2 did
        with_enemies(last, 0, "a7=111 b7=522 c7=432 d7=333 e5=243 f7=324"),  # a shield of 4 did
    ]

    def logs(moved: tuple[float, float, float], trust: float) -> list[float]:
        numbers = [part for clue, width in CLUES.items() for part in (moved if clue == "moved" else (0.0,) * width)]
        belief = read_behaviour(views, 0, {"known": ClueWeights(numbers, trust)})
        found = [log(belief.weight(truth)) for truth in truths]
        return [one - found[1] for one in found]

    assert logs((0.0, 0.0, 0.0), 0.0) == [0.0, 0.0, 0.0]
    # Twice -1 for a commander, twice 0.25 for each point of shield above 3, nothing for a sword of 3.
    assert logs((-1.0, 0.0, 0.25), 0.0) == pytest.approx([-2.0 + 0.5, 0.0, 1.0])
    # A sword of 2 instead of one of 3.
    assert logs((0.0, 0.5, 0.0), 0.0) == pytest.approx([0.0, 0.0, -1.0])
    habits = logs((0.0, 0.0, 0.0), 1.0)
    assert habits[0] < 0
    assert logs((-1.0, 0.0, 0.25), 0.5) == pytest.approx([0.5 * habits[0] - 1.5, 0.0, 0.5 * habits[2] + 1.0])


def test_there_are_weights_for_all_clues_and_all_games() -> None:
    file = GAME.folder / "clues.toml"
    tables = tomllib.loads(file.read_text())
    assert {knowledge_of(start(ruleset)) for ruleset in RULESETS} == set(tables) == set(read_clue_weights(file))
    for table in tables.values():
        assert table["games"] >= 1000
        assert 0 < table["trust"] < 3
        assert set(table["weights"]) == set(CLUES)
        assert all(len(row) == CLUES[clue] and max(map(abs, row)) < 6 for clue, row in table["weights"].items())
    assert GAME.insight.clue_weights["known"].trust == tables["known"]["trust"]


def test_weights_are_learned_from_how_often_a_clue_was_right() -> None:
    numpy = pytest.importorskip("numpy")
    clues = pytest.importorskip("benchmarks.clues")
    # Two truths of which one has the clue: in three of four examples the real one, which comes first.
    right, wrong = [[1.0], [0.0]], [[0.0], [1.0]]
    rows = numpy.array([right] * 30_000 + [wrong] * 10_000)
    assert clues.learn(rows)[0] == pytest.approx(log(3), abs=0.001)
    assert clues.told(rows, numpy.array([0.0])) == "log-likelihood -0.693 ± 0.000, 50.0% of the others likelier"
    assert clues.told(rows, numpy.array([log(3)])) == "log-likelihood -0.562 ± 0.005, 25.0% of the others likelier"


def test_examples_are_rows_for_the_real_truth_and_those_drawn_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    numpy = pytest.importorskip("numpy")
    clues = pytest.importorskip("benchmarks.clues")
    monkeypatch.setattr(clues, "PLAYER", "random")
    game = clues.Play("myrmidons").do(clues.Game(3))
    found = list(clues.examples("myrmidons", game))
    assert 1 <= len(found) <= clues.TURNS
    for rows in found:
        assert rows.shape == (1 + clues.TRUTHS, WEIGHTS + 1)
        assert numpy.isfinite(rows).all()


# --- nothing but views ------------------------------------------------------------------------------------------------
def test_what_cannot_be_seen_makes_no_difference() -> None:
    """The same moves of two armies that stand otherwise: the same views, the same weights."""
    one = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    other = set_up("243 324 111 333 432 522", "432 522 111 324 333 243")
    steps = ("b1n3", "e7s3", "b4n1", "d7s1")
    first, second = views_of(one, 0, *steps), views_of(other, 0, *steps)
    assert first == second
    beliefs = [GAME.insight.belief(views, 0) for views in (first, second)]
    truths = [first[-1].resample(0, Rng(seed)) for seed in range(30)]
    assert [beliefs[0].weight(truth) for truth in truths] == [beliefs[1].weight(truth) for truth in truths]
    assert len({beliefs[0].weight(truth) for truth in truths}) > 5


def test_before_the_enemy_has_moved_all_truths_are_alike() -> None:
    state = start()
    truths = [state.resample(0, Rng(seed)) for seed in range(5)]
    belief = GAME.insight.belief([state.view(0)], 0)
    assert {belief.weight(truth) for truth in truths} == {1.0}
    assert GAME.insight.belief([], 0).weight(state) == 1.0


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_truth_of_random_games_has_a_weight(ruleset: str, seed: int) -> None:
    rng = Rng(seed)
    state = start(ruleset, seed)
    views: list[list[State]] = [[state.view(0)], [state.view(1)]]
    while state.seat >= 0:
        state.apply(GAME.insight.rollout_step(state, rng) if seed else state.random_step(rng))
        for seat in range(2):
            if state.view(seat) != views[seat][-1]:
                views[seat].append(state.view(seat))
            if state.seat == seat and state.turn < 40:
                belief = GAME.insight.belief(views[seat], seat)
                for truth in (state, state.resample(seat, rng)):
                    assert 0 < belief.weight(truth) <= 1 + 1e-9


def test_views_that_do_not_follow_each_other_are_no_evidence() -> None:
    state = set_up("243 324 111 333 432 522", "111 522 432 333 324 243")
    later = play(state, "b1n3", "e7s3", "b4n1", "d7s1")
    belief = GAME.insight.belief([state.view(0), later.view(0)], 0)
    assert isinstance(belief, Belief)
    assert len({belief.weight(later.resample(0, Rng(seed))) for seed in range(10)}) == 1
