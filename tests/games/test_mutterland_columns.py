"""Mutter Land's columns: what they keep beside heights and marbles is what one finds by looking at the land."""

import pytest

from ludarium.core.errors import NotationError
from ludarium.core.rng import Rng
from ludarium.games.mutterland.rules_columns import MOVED, columns_of, count_sites, nth_site, with_site, without_site
from tests.games.mutterland_table import ALL, ONE, at, start


def test_chains_ascend() -> None:
    """A chain has each site plus one in a byte, the lowest first."""
    assert with_site(0, 4) == 0x05
    assert with_site(0x05, 9) == 0x0A05
    assert with_site(0x0A05, 0) == 0x0A0501
    assert with_site(0x0A0501, 6) == 0x0A070501
    assert without_site(0x0A070501, 4) == 0x0A0701
    assert without_site(0x0A0701, 9) == 0x0701
    assert without_site(0x01, 0) == 0
    assert [nth_site(0x0A070501, number) for number in range(count_sites(0x0A070501))] == [0, 4, 6, 9]


def test_lower_neighbours_and_free_sides() -> None:
    """Sites in reading order: 1:-1, 0:0, 1:0, 2:0. Around 1:0, of two floors, all is lower: 0:0, 2:0, 1:-1 and three
    missing ones; the marble on 2:0 stands as high as the top nut of 1:0 lies.
    """
    columns = at("land 1:-1 0:0 1:0x2 2:0; blue 2:0").columns
    assert [int(columns.lower[site]) for site in range(4)] == [4, 4, 6, 5]
    assert columns.free_sides(2, False) == 6
    assert columns.free_sides(2, True) == 5
    columns.add_nuts(3, 1)
    columns.add_nuts(2, -1)
    assert [int(columns.lower[site]) for site in range(4)] == [4, 4, 3, 6]


@pytest.mark.parametrize("ruleset", [ALL, ONE])
def test_what_is_kept_is_what_is_there(ruleset: str) -> None:
    rng = Rng(7)
    pushed = moved = 0
    for players in (2, 3, 6):
        state = start(ruleset, seed=players, players=players)
        while state.seat >= 0 and state.turn < 90:
            before = state.fallen
            state.apply(state.random_step(rng))
            pushed += state.fallen > before
            columns = state.columns
            moved += columns.moved
            rows = columns.rows()
            again = columns_of(rows)
            heights = {hexagon: height for hexagon, height, _ in rows}
            assert columns.moved == again.moved == sum(marble >= MOVED for _, _, marble in rows)
            for hexagon, height, _ in rows:
                near = [heights.get(hexagon + way, 0) for way in (1, -1, -255, 255, -256, 256)]
                here = columns.land.place(hexagon)
                assert columns.lower[here] == again.lower[again.land.place(hexagon)] == sum(n < height for n in near)
            for seat in range(players):
                sites = [nth_site(columns.standing[seat], n) for n in range(count_sites(columns.standing[seat]))]
                own = [columns.land.place(hexagon) for hexagon, _, marble in rows if marble and marble & 7 == seat + 1]
                assert sites == own
    assert pushed > 5, "marbles fell off the land in these games"
    assert moved > 50


def test_more_marbles_than_a_chain_has_room_for_are_refused() -> None:
    for land in ("blue 0:0 1:0 2:0 3:0 4:0 5:0 6:0 7:0 8:0", "blue 0:0 1:0 2:0 3:0 4:0 5:0"):
        with pytest.raises(NotationError) as refused:
            at(f"land 0:0..9:0; {land}")
        assert refused.value.key == "position_many"
