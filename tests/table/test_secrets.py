"""The real games with secrets at a real table: two truths that a seat cannot tell apart, played on side by side."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from ludarium.core.game import Game, Ruleset, rulesets
from ludarium.core.state import EventLog, State
from ludarium.table import Record, Table
from tests.table.test_leaks import all_that_reaches

HIDING = [ruleset for ruleset in rulesets() if ruleset.game.hidden_information and not ruleset.tiny]


def turns(state: State) -> Iterator[list[int]]:
    """All ways to play the turn that a state is at the start of."""
    for step in state.legal():
        after = state.copy()
        after.apply(step)
        if (after.turn, after.seat) != (state.turn, state.seat):
            yield [step]
        else:
            yield from ([step, *rest] for rest in turns(after))


def seen_of(game: Game, state: State, steps: list[int], seat: int) -> tuple[list[object], bool]:
    """What a seat sees of these steps, and whether they end the game (then everything is shown)."""
    state = state.copy()
    seen: list[object] = []
    for step in steps:
        log = EventLog()
        state.apply(step, log)
        seen += [event.as_json() for event in game.event_list(log, seat, over=False)]
    return seen, state.seat < 0


def ways_to_go_on(
    random: Random, ruleset: Ruleset, seat: int, states: Callable[[], tuple[State, State]]
) -> Iterator[tuple[int, list[list[int]]]]:
    """What is played next in each of two truths that a seat cannot tell apart, for as long as it cannot: whose turn it
    is, and the steps.
    """
    game = ruleset.game
    while True:
        one, two = states()
        actor = int(one.seat)
        if game.is_setup(one):
            choices = [random.choice(list(one.legal()))] * 2
            if actor != seat:
                choices[1] = random.choice(list(two.legal()))
            yield actor, [[choice] for choice in choices]
            continue
        way = random.choice(list(turns(one)))
        told, over = seen_of(game, one, way, seat)
        options = [way] if actor == seat else list(turns(two))
        random.shuffle(options)
        twin = next((other for other in options if seen_of(game, two, other, seat) == (told, over)), None)
        if over or twin is None:  # now the truths can be told apart
            return
        yield actor, [way, twin]


def play_side_by_side(ruleset: Ruleset, seat: int, seed: int) -> tuple[int, bool]:
    """How many moments were compared, and whether the two truths really differed."""
    random, game = Random(seed), ruleset.game
    tables = [Table(ruleset, seed=seed), Table(ruleset, seed=seed)]
    own = [table.state.view(seat) for table in tables]
    assert own[0] == own[1]
    records = [Record.create(table) for table in tables]
    compared = 0
    for actor, ways in ways_to_go_on(random, ruleset, seat, lambda: (tables[0].state, tables[1].state)):
        for table, steps in zip(tables, ways, strict=True):
            for step in steps:
                table.take(actor, game.step_text(step))
        compared += 1
        if compared % 3 == 0:
            reached = [all_that_reaches(seat, table, record) for table, record in zip(tables, records, strict=True)]
            assert reached[0] == reached[1]
    return compared, tables[0].state != tables[1].state


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [0, 1])
def test_indistinguishable_truths_give_the_same_bytes(ruleset: Ruleset, seat: int) -> None:
    played = [play_side_by_side(ruleset, seat, seed) for seed in range(4)]
    assert sum(moments for moments, _ in played) >= 4 * 12
    assert sum(different for _, different in played) >= 3


def test_there_is_a_game_with_secrets() -> None:
    assert HIDING
