"""Myrmidons' drawing description and its words."""

import tomllib

import pytest

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.core.scene import Board, Scene
from ludarium.core.state import EventLog
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.rules_position import Position
from ludarium.games.myrmidons.terms import TYPES
from tests.games.myrmidons_helpers import play, position, start


def drawn(state: Position, seat: int) -> Scene:
    return GAME.scene(state.view(seat), seat)


@pytest.mark.clause("MYR-B1")
def test_the_board_lies_the_same_way_for_both() -> None:
    sites = {site.name: site for site in drawn(start(), 1).sites}
    assert len(sites) == 42
    assert drawn(start(), 0).sites == drawn(start(), 1).sites
    assert (sites["a1"].x, sites["a1"].y) == (0.5, 6.5)
    assert (sites["f7"].x, sites["f7"].y) == (5.5, 0.5)
    assert all("home0" in sites[column + "1"].tags and "home1" in sites[column + "7"].tags for column in "abcdef")
    assert "dark" in sites["a1"].tags
    assert "dark" not in sites["a2"].tags


@pytest.mark.clause("MYR-B4")
def test_blocks_show_their_values_to_their_owner_and_what_is_known_to_the_enemy() -> None:
    state = play(position("blue c2=111 d2=324 e3=432; red e4=243 f7=111"), "e3n1", "f7s1", "d2n3")
    own = {piece.site: piece for piece in drawn(state, 0).pieces}
    assert own["c2"].badges == ("1", "1", "1")
    assert own["c2"].marks == ("commander",)
    assert own["d5"].badges == ("3", "2", "4")
    seen = {piece.site: piece for piece in drawn(state, 1).pieces}
    assert (seen["c2"].kind, seen["c2"].badges, seen["c2"].token) == ("?", ("?", "?", "?"), "B")
    assert seen["d5"].badges == ("?", "?", "3+")
    # 4-3-2 won against 2-4-3 on e4: it stays face up, and the other lies beside the board.
    assert (seen["e4"].kind, seen["e4"].marks) == ("432", ("shown",))
    assert [(stock.owner, stock.kind, stock.count) for stock in drawn(state, 1).stock] == [(1, "243", 1)]
    assert [(score.owner, score.value, score.goal) for score in drawn(state, 1).scores] == [(0, 1, 4), (1, 0, 4)]


def test_an_enemy_who_can_only_be_the_commander_is_marked() -> None:
    """Who leads an order gives itself away; with display = memory nobody is reminded of it."""
    for ruleset, marks in (("myrmidons", ("commander",)), ("myrmidons-memory", ())):
        state = position("blue c2=111 b2=324 e1=333; red f7=111", ruleset)
        before, after = (
            {piece.site: piece for piece in drawn(one, 1).pieces} for one in (state, play(state, "!n", "b2:3", "."))
        )
        assert before["c2"].marks == before["b2"].marks == after["b5"].marks == ()
        assert (after["c3"].kind, after["c3"].badges) == ("?", ("?", "?", "?"))
        assert after["c3"].marks == marks


@pytest.mark.clause("MYR-F1")
def test_in_memory_a_back_tells_nothing() -> None:
    state = play(position("blue c2=111 d2=324 e3=432; red e4=333 f7=111", "myrmidons-memory"), "d2n3", "f7s1")
    seen = {piece.site: piece for piece in drawn(state, 1).pieces}
    assert seen["d5"].badges == ("?", "?", "?")


def test_hands_are_drawn_during_the_set_up() -> None:
    state = play(start(), "=111", "=324")
    stock = drawn(state, 0).stock
    assert {(one.owner, one.kind, one.count) for one in stock} == {
        *((0, type_, 1) for type_ in ("243", "333", "432", "522")),
        (1, "?", 6),
    }
    assert {(one.owner, one.kind, one.count) for one in drawn(state, 1).stock} >= {(0, "?", 4)}
    assert [(one.kind, one.count) for one in drawn(start("myrmidons-secret"), 0).stock] == [("?", 6), ("?", 6)]


def test_clicks_of_moves_and_orders() -> None:
    state = position("blue b1=324 c2=111 b2=333; red f7=111")
    clicks = {path.step: path.clicks for path in drawn(state, 0).paths}
    assert clicks["b1e3"] == ("b1", "e1")
    assert clicks["c2n1"] == ("c2", "c3")
    assert clicks["!ne"] == ("c2", "#order", "#ne")
    assert drawn(state, 1).paths == ()
    opened = play(state, "!ne", "b1:1")
    clicks = {path.step: path.clicks for path in drawn(opened, 0).paths}
    assert clicks["b2:2"] == ("b2", "d4")
    assert clicks["."] == ("#carry_out",)
    ordered = {piece.site for piece in drawn(opened, 0).pieces if "ordered" in piece.marks}
    assert ordered == {"b1", "c2"}
    assert drawn(opened, 1) == drawn(state, 1)
    assert {path.clicks for path in drawn(start(), 0).paths} >= {("#111",), ("#324",)}


@pytest.mark.parametrize("ruleset", ["myrmidons", "myrmidons-memory", "myrmidons-random", "myrmidons-twelve"])
def test_events_change_the_picture_as_the_scene_does_and_clicks_are_clear(ruleset: str) -> None:
    for seed in range(4):
        rng = Rng(seed)
        state = start(ruleset, seed)
        while state.seat >= 0:
            boards = {seat: Board(drawn(state, seat)) for seat in (0, 1, -1)}
            if rng.below(4) == 0:
                _check_clicks(drawn(state, int(state.seat)), len(state.legal()))
            log = EventLog()
            state.apply(state.random_step(rng), log)
            for seat, board in boards.items():
                for event in GAME.event_list(log, seat, state.seat < 0):
                    board.change(event.effect, event.data)
                    for locale in ("en", "ja"):
                        assert "{" not in GAME.event_sentence(event, locale)
                assert board.contents() == Board(drawn(state, seat)).contents()


def _check_clicks(scene: Scene, steps: int) -> None:
    clicks = {path.clicks for path in scene.paths}
    assert len(clicks) == len(scene.paths) == steps
    names = {site.name for site in scene.sites}
    for path in clicks:
        assert all(click in names or GAME.words("en").entry("choice", click[1:]) for click in path)
        assert not any(path[:length] in clicks for length in range(1, len(path)))


def test_both_languages_say_the_same_things() -> None:
    tables = {}
    for locale in ("en", "ja"):
        with (GAME.folder / "text" / f"{locale}.toml").open("rb") as file:
            tables[locale] = tomllib.load(file)
    keys = {
        locale: {(section, key) for section, table in words.items() if isinstance(table, dict) for key in table}
        for locale, words in tables.items()
    }
    assert keys["en"] == keys["ja"]
    english = tables["en"]
    assert set(english["events"]) == {kind.name for kind in GAME.events}
    assert set(english["reasons"]) == {reason.name for reason in GAME.reasons[1:]}
    assert set(english["endings"]) == {ending.name for ending in GAME.endings[1:]}
    assert set(english["options"]) == {option.name for option in GAME.options}
    assert set(english["piece"]) == {"?", *TYPES}
    assert {reason.clause for reason in GAME.reasons[1:]} <= set(english["clauses"])
    assert all(find_ruleset(name) for name in english["rulesets"])
