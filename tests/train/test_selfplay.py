"""Games that a player plays against itself or somebody: their records say what was learned from (no torch needed)."""

import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.core.game import rulesets
from ludarium.table.series import read_games
from ludarium.train.plan import Plan
from ludarium.train.selfplay import Games, PlayedGames, SelfPlay


def played(name: str, records: int, seed: int = 5, **options: object) -> PlayedGames:
    plan = Plan(name, options, hidden=6, simulations=2, considered=2, truths=2, longest=60)
    return SelfPlay(plan, b"", "somebody").open().do(Games(0, 3, seed, records))


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [one.name for one in rulesets() if one.game.arrays is not None])
def test_records_are_read_and_tell_the_same_games(name: str) -> None:
    """Where nothing is secret, also those that were broken off; each begins where its random opening ended."""
    told = played(name, 3)
    found = read_games(told.records) if told.records else []
    hides = any(one.name == name and one.game.hidden_information for one in rulesets())
    assert len(found) == 3 or hides
    for record in found:
        assert record.table.players == ("somebody",) * int(record.table.state.seats)
        assert record.table.outcome is not None or (not hides and len(record.table.history.steps) == 60)
    if not hides:
        assert sum(len(one.table.history.steps) for one in found) >= told.samples.steps  # forced ones are no samples


def test_records_change_nothing_and_are_the_same_again() -> None:
    none, two, again = (played("mur-en", records) for records in (0, 2, 2))
    assert none.records == ""
    assert len(read_games(two.records)) == 2
    assert two.records == again.records
    assert none.samples.rows.tolist() == two.samples.rows.tolist()


def test_openings_differ_and_are_no_part_of_the_record() -> None:
    found = [record.table for seed in range(8) for record in read_games(played("mur-en", 3, seed).records)]
    assert {int(table.history.states[0].turn) for table in found} == {0, 1, 2, 3, 4}


def test_at_a_table_for_three_every_seat_has_its_part() -> None:
    """Who acts is the first of the three; what all of them won adds up to one win."""
    samples = played("mutterland", 0, players=3).samples
    assert samples.ends.shape == samples.worth.shape == (len(samples), 3)
    assert samples.ends.sum(1) == pytest.approx([1.0] * len(samples), abs=1e-6)
    assert samples.worth.sum(1) == pytest.approx([1.0] * len(samples), abs=1e-6)


def test_against_somebody_one_seat_is_its_own_and_the_others_decisions_are_as_they_were() -> None:
    """The record names both; what the opponent took counts whole, and the end of the game is what it led to."""
    plan = Plan("mur-en", hidden=6, simulations=2, considered=2, random_steps=0, longest=60, against="1")
    told = SelfPlay(plan, b"", "somebody", read_contestant("1")).open().do(Games(0, 6, 5, 6))
    tables = [record.table for record in read_games(told.records)]
    assert {tuple(sorted(table.players)) for table in tables} == {("1", "somebody")}
    assert {table.players[0] for table in tables} == {"1", "somebody"}
    samples, place = told.samples, 0
    starts = [*samples.action_starts.tolist(), len(samples.actions)]
    for table in tables:
        history = table.history
        for before, step in zip(history.states, history.steps, strict=False):
            legal = [int(one) for one in before.legal()]
            if len(legal) == 1:
                continue
            policy = samples.policy[starts[place] : starts[place + 1]].tolist()
            if table.players[int(before.seat)] == "1":
                assert policy == [float(one == step) for one in legal]
                assert samples.worth[place].tolist() == samples.ends[place].tolist()
            place += 1
    assert place == len(samples) > 100
