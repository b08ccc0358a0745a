"""Scenes as browsers get them: complete, in parts, nothing twice and nothing that the viewer may not know."""

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

import orjson
import pytest

from ludarium.core.errors import UnknownName
from ludarium.core.game import Event, Game, Outcome, Ruleset, find_ruleset, rulesets
from ludarium.core.history import Step
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene
from ludarium.core.state import EventLog
from ludarium.core.words import LOCALES
from ludarium.draw import terminal as characters
from ludarium.draw.art import art_of
from ludarium.draw.theme import THEMES
from ludarium.server import pictures, wire
from ludarium.server.errors import page_of, rule_of
from ludarium.server.pictures import ArtCache
from tests.draw.scenes import mur, mutterland, walled_mur
from tests.server.composed import composed

MUR = find_ruleset("mur-en").game
LAND = find_ruleset("mutterland").game
every_ruleset = pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)


def told(game: Game, events: Sequence[Event]) -> list[wire.Event]:
    """Events as a browser gets them with their step."""
    return pictures.step_told(game, Step(1, 0, "", tuple(events)), 1, "en").events


def scenes(ruleset: Ruleset, seed: int = 1, steps: int = 60) -> Iterator[tuple[Scene, list[wire.Event]]]:
    """Scenes of a random game, as both seats and a spectator see them, and what happened before each."""
    game, state, rng = ruleset.game, ruleset.new({}, seed), Rng(seed)
    log = EventLog()
    for number in range(steps):
        if number % 3 == 0:
            for seat in (-1, 0, 1):
                events = game.event_list(log, seat, over=False)
                yield game.describe(state, seat, events), told(game, events)
        if state.seat < 0:
            return
        log = EventLog()
        state.apply(state.random_step(rng), log)


@every_ruleset
def test_boards_in_characters_come_without_drawings(ruleset: Ruleset) -> None:
    for written, unicode in (("text", True), ("ascii", False)):
        art_cache = ArtCache("light", "en", written=written)
        for scene, _ in scenes(ruleset, steps=9):
            picture = art_cache.picture(ruleset.game, scene)
            assert picture.board == characters.text(scene, ruleset.game, colour=True, unicode=unicode)
            assert len(picture.board) < 20_000
            assert (picture.ground, picture.over, picture.art) == (None, "", {})
            assert picture.paths == [wire.Path(path.step, path.clicks) for path in scene.paths]
            assert art_cache.has_all_of(pictures.show(ruleset.game, scene, "light", "en"))


def site(picture: wire.Picture, name: str) -> wire.Site:
    assert picture.ground is not None
    return next(site for site in picture.ground.sites if site.name == name)


@every_ruleset
def test_a_browser_has_every_drawing_that_a_picture_names(ruleset: Ruleset) -> None:
    art_cache = ArtCache("light", "ja")
    art: dict[str, str] = {}
    ground: wire.Ground | None = None
    for scene, happened in scenes(ruleset):
        picture = art_cache.picture(ruleset.game, scene)
        assert not picture.art.keys() & art.keys(), "a drawing was sent twice"
        art |= picture.art
        ground = picture.ground or ground
        assert ground is not None
        assert picture.ground_key == ground.key
        named = {piece.look for piece in picture.pieces} | {stock.look for stock in picture.stock}
        named |= {f"seat:{seat}" for seat in range(scene.seats)}
        for one in ground.sites:
            named |= {look for look in (one.look, one.plate) if look}
            named |= {f"sign:{sign}:{one.shape}" for sign in ("last", "movable", "picked", "target", "forced")}
            named |= {f"sign:{sign}:{one.shape}" for sign in ("threatened", *art_of(ruleset.game).signs)}
        assert named <= art.keys()
        assert {piece.site for piece in picture.pieces} <= {one.name for one in ground.sites}
        assert orjson.loads(orjson.dumps(picture))["seat"] == scene.seat
        assert all(one.sentence for one in happened)


@every_ruleset
def test_a_picture_has_all_that_its_scene_has(ruleset: Ruleset) -> None:
    for scene, _ in scenes(ruleset, seed=2, steps=30):
        picture = ArtCache("light", "en").picture(ruleset.game, scene)
        assert picture.ground is not None
        assert {one.name for one in picture.ground.sites} == {site.name for site in scene.sites}
        assert [(one.site, one.owner, one.kind) for one in picture.pieces] == [
            (piece.site, piece.owner, piece.kind) for piece in scene.pieces
        ]
        assert [(path.step, *path.clicks) for path in picture.paths] == [
            (path.step, *path.clicks) for path in scene.paths
        ]
        clicked = {click for path in scene.paths for click in path.clicks if click.startswith("#")}
        assert picture.choices.keys() == clicked
        assert all(not said.startswith("#") for said in picture.choices.values())
        assert (tuple(picture.last), tuple(picture.forced)) == (scene.last, scene.forced)
        assert tuple(picture.threatened) == scene.threatened
        assert [stock.count for stock in picture.stock] == [stock.count for stock in scene.stock]
        assert [(one.value, one.goal) for one in picture.scores] == [(one.value, one.goal) for one in scene.scores]


def test_a_ground_is_sent_once_and_again_when_it_changes() -> None:
    art_cache = ArtCache("light", "en")
    first = art_cache.picture(MUR, mur())
    assert first.ground is not None
    assert art_cache.picture(MUR, walled_mur()).ground is None
    other = art_cache.picture(LAND, mutterland())
    assert other.ground is not None
    assert other.ground_key != first.ground_key
    returned = ArtCache("light", "en", ground=first.ground_key).picture(MUR, mur())
    assert returned.ground is None
    assert returned.art == first.art  # a new connection has no drawings yet


def test_another_theme_is_drawn_anew_and_another_language_is_not() -> None:
    art_cache = ArtCache("light", "en")
    light = art_cache.picture(MUR, mur())
    art_cache.change("light", "ja")
    japanese = art_cache.picture(MUR, mur())
    assert japanese.art == {}
    assert japanese.ground is not None  # its sites have other labels
    art_cache.change("dark", "ja")
    dark = art_cache.picture(MUR, mur())
    assert dark.art.keys() == light.art.keys()
    assert dark.art["seat:1"] != light.art["seat:1"]
    assert len({light.ground_key, japanese.ground_key, dark.ground_key}) == 3
    assert (art_cache.theme, art_cache.locale) == ("dark", "ja")
    with pytest.raises(UnknownName):
        art_cache.change("pink", "ja")


def test_places_and_pieces_are_said() -> None:
    english, japanese = (ArtCache("light", locale).picture(MUR, walled_mur()) for locale in LOCALES)
    assert site(english, "c3").label == "c3, port"
    assert site(japanese, "c3").label == "c3、港"
    assert site(english, "b2").label == "b2"
    on_c2 = next(piece for piece in english.pieces if piece.site == "c2")
    assert on_c2.label == "White: white ship (1), surrounded"
    assert on_c2.look == "ship_c:1::walled:1"
    assert [stock.label for stock in english.stock] == ["black ship", "white ship"]
    assert [score.label for score in english.scores] == ["closes", "closes"]
    land = ArtCache("light", "en").picture(LAND, mutterland())
    assert site(land, "4:3").label == "4:3, floor 5"
    assert site(ArtCache("light", "ja").picture(LAND, mutterland()), "4:3").label == "4:3、5階"


@pytest.mark.parametrize("theme", THEMES)
def test_the_parts_make_a_picture(theme: str) -> None:
    """Columns stand where the whole picture has them, and those above floor 1 have plates."""
    picture = ArtCache(theme, "en").picture(LAND, mutterland())
    document = ElementTree.fromstring(composed(picture, picture.art, theme))
    numbers = [text.text or "" for text in document.iter("{http://www.w3.org/2000/svg}text")]
    assert sorted(numbers) == sorted(str(site.height) for site in mutterland().sites if site.height > 1)
    tower, ground = site(picture, "4:3"), site(picture, "3:3")
    assert tower.y < ground.y
    assert (tower.plate.split(":")[:2], tower.look.startswith("column:5:")) == (["plate", "5"], True)
    assert {site.shape for site in (tower, ground)} == {"hexagon"}


@pytest.mark.parametrize("name", ["myrmidons", "myrmidons-memory", "myrmidons-random", "myrmidons-secret"])
def test_what_a_seat_cannot_tell_apart_it_gets_byte_for_byte_alike(name: str) -> None:
    ruleset = find_ruleset(name)
    game: Game = ruleset.game
    state, rng = ruleset.new({}, 3), Rng(3)
    differed = 0
    while state.seat >= 0 and state.turn < 40:
        for seat in (-1, 0, 1):
            other = state.resample(seat, rng)
            differed += other != state
            sent = [ArtCache("light", "en").picture(game, game.describe(one, seat)) for one in (state, other)]
            assert orjson.dumps(sent[0]) == orjson.dumps(sent[1])
        state.apply(state.random_step(rng))
    assert differed > 20


def test_an_enemy_block_is_secret_and_ones_own_is_not() -> None:
    ruleset = find_ruleset("myrmidons")
    state, rng = ruleset.new({}, 3), Rng(3)
    for _ in range(13):
        state.apply(state.random_step(rng))
    picture = ArtCache("light", "en").picture(ruleset.game, ruleset.game.describe(state, 1))
    assert {(piece.owner, piece.secret, bool(piece.might)) for piece in picture.pieces} == {
        (0, True, True),
        (1, False, False),
    }
    assert picture.kinds["111"] == "commander"
    assert {code for piece in picture.pieces for code in piece.might} == picture.kinds.keys()


def test_happenings_endings_seats_and_pages() -> None:
    ruleset = find_ruleset("mur-en")
    state, log = ruleset.new(), EventLog()
    state.apply(MUR.read_step("+c2"), log)
    (placed,) = told(MUR, MUR.event_list(log, 0, over=False))
    assert placed == wire.Event(
        "placed", "put", {"seat": 0, "piece": "black", "at": "c2"}, "Black places a ship on c2."
    )
    won = pictures.outcome_told(MUR, Outcome((1,), "resigned", ""), "en")
    assert (won.winners, won.reason, won.clause) == ([1], "resigned", "")
    assert "White" in won.sentence
    assert pictures.seat_labels(MUR, 2, "en") == ["Black", "White"]
    assert pictures.seat_labels(LAND, 3, "ja") == [LAND.words("ja").entry("seat", str(seat)) for seat in range(3)]
    assert page_of("MUR-K1") == "/rules/mur#MUR-K1"
    assert page_of("") == ""
    assert rule_of("MUR-K1", "ja") == "ノックできる相手"
    assert rule_of("", "en") == ""
