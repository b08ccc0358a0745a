"""What there is to play, who plays, and one's own games, over HTTP."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from ludarium.core.game import find_ruleset, main_rulesets, rulesets
from ludarium.core.words import LOCALES
from ludarium.server.rooms.storage import TableRow
from tests.server.visiting import Open, Visitor

YOU, OPEN, COMPUTER = {"who": "you"}, {"who": "open"}, {"who": "computer", "level": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    with Open(tmp_path_factory.mktemp("server"), bot_delay_ms=30_000) as opened:
        yield opened


def guest(server: Open, name: str) -> Visitor:
    visitor = server.visitor()
    visitor.be_guest(name)
    return visitor


def make(visitor: Visitor, ruleset: str = "mur-en", seats: list[Any] | None = None, **more: object) -> str:
    answer = visitor.post("/api/tables", {"ruleset": ruleset, "seats": seats or [YOU, OPEN], **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# --- games ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("locale", LOCALES)
def test_every_game_has_a_card_in_every_language(server: Open, locale: str) -> None:
    cards = server.visitor().get(f"/api/games?lang={locale}").json()
    assert [card["name"] for card in cards] == [ruleset.game.name for ruleset in main_rulesets()]
    for card in cards:
        assert card["title"]
        assert card["summary"]
        assert [level["number"] for level in card["levels"]] == [1, 2, 3, 4, 5]
        names = [one.name for one in rulesets() if one.game.name == card["name"] and not one.tiny]
        assert [ruleset["name"] for ruleset in card["rulesets"]] == names


def test_every_game_has_a_picture_that_browsers_keep(server: Open) -> None:
    for game in {ruleset.game.name for ruleset in main_rulesets()}:
        light, dark = (
            server.visitor().get(f"/api/games/{game}/picture.svg?theme={theme}") for theme in ("light", "dark")
        )
        assert light.headers["content-type"].startswith("image/svg+xml")
        assert light.headers["cache-control"] == "public, max-age=86400"
        assert light.text.startswith("<svg")
        assert light.text != dark.text
    unknown = server.visitor().get("/api/games/chess/picture.svg")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "path_unknown")
    assert server.visitor().get("/api/games/mur/picture.svg?theme=pink").status_code == 422


def test_options_are_forms(server: Open) -> None:
    cards = {card["name"]: card for card in server.visitor().get("/api/games?lang=en").json()}
    options = {option["name"]: option for option in cards["mutterland"]["rulesets"][0]["options"]}
    assert "players" not in options, "how many play is said by the seats"
    assert cards["mutterland"]["rulesets"][0]["seats"] == [2, 3, 4, 5, 6]
    assert cards["mutterland"]["seat_labels"][:2] == ["Blue", "Red"]
    land = options["land"]
    assert (land["default"], [choice["value"] for choice in land["choices"]]) == (
        "generated",
        ["generated", "built", "block"],
    )
    cap = options["turn_cap"]
    assert (cap["default"], cap["low"], cap["high"], cap["zero"], cap["choices"]) == (150, 1, 100_000, True, [])
    uphill = options["push_uphill"]
    assert [(choice["value"], choice["label"]) for choice in uphill["choices"]] == [(True, "yes"), (False, "no")]
    assert cards["mur"]["rulesets"][0]["series"]
    assert not cards["realm"]["rulesets"][0]["series"]
    assert (land["lists"], land["own"]) == (True, "your own")
    armies = {option["name"]: option for option in cards["myrmidons"]["rulesets"][0]["options"]}
    assert (armies["types"]["lists"], armies["types"]["default"]) == (True, "")
    assert "drawn" not in armies, "what chance deals in secret is nobody's choice"


@pytest.mark.parametrize("locale", LOCALES)
def test_options_and_their_values_have_short_names(server: Open, locale: str) -> None:
    """In the words of the game; a name as it is written in records is no name for people."""
    for card in server.visitor().get(f"/api/games?lang={locale}").json():
        game = find_ruleset(card["rulesets"][0]["name"]).game
        if not game.words(locale).section("called"):
            assert card["name"] not in OWN, card["name"]
            continue
        for ruleset in card["rulesets"]:
            for option in ruleset["options"]:
                assert game.words(locale).entry("called", option["name"]) == option["label"], option["name"]
                assert len(option["label"]) <= 30
                for choice in option["choices"]:
                    if isinstance(choice["value"], str):
                        key = f"{option['name']}.{choice['value']}"
                        assert game.words(locale).entry("called", key) == choice["label"], key


OWN = ("mur", "myrmidons", "mutterland", "realm")


# --- tables -----------------------------------------------------------------------------------------------------------
def test_the_lobby_has_tables_for_everybody(server: Open) -> None:
    ada, ben, nobody = server.visitor(), guest(server, "Ben"), server.visitor()
    ada.register("Ada A.")
    shown = make(ada, visibility="lobby", rated=True, clock={"kind": "fischer", "base": 300, "increment": 5})
    hidden = make(ada, visibility="private")
    playing = make(ada, seats=[YOU, COMPUTER], visibility="lobby")
    for visitor in (ada, ben, nobody):
        cards = {card["id"]: card for card in visitor.get("/api/tables?lang=en").json()}
        assert hidden not in cards
        assert list(cards).index(shown) < list(cards).index(playing), "first those with an open seat"
        card = cards[shown]
        assert (card["phase"], card["rated"], card["title"]) == ("waiting", True, "Mur")
        assert card["clock"] == {
            "kind": "fischer",
            "base": 300_000,
            "increment": 5_000,
            "running": -1,
            "left": [300_000] * 2,
        }
        assert [info["name"] for info in card["seats"]] == ["Ada A.", ""]
        assert [info["yours"] for info in card["seats"]] == [visitor is ada, False]
    assert nobody.get(f"/api/tables/{hidden}").json()["id"] == hidden, "whoever has the link may look"


def test_ones_own_tables(server: Open) -> None:
    cyd = guest(server, "Cyd")
    first = make(cyd, seats=[YOU, COMPUTER])
    second = make(cyd, seats=[COMPUTER, YOU])
    cards = cyd.get("/api/me/tables").json()
    assert [card["id"] for card in cards] == [second, first], "the latest first"
    assert [card["your_turn"] for card in cards] == [False, True]
    assert guest(server, "Dan").get("/api/me/tables").json() == []
    assert server.visitor().get("/api/me/tables").status_code == 401


def test_who_has_no_name_cannot_make_a_table(server: Open) -> None:
    answer = server.visitor().post("/api/tables", {"ruleset": "mur-en", "seats": [YOU, OPEN]})
    assert answer.status_code == 401
    assert answer.json()["code"] == "no_name"


@pytest.mark.parametrize(
    ("wanted", "status", "code"),
    [
        ({"ruleset": "chess", "seats": [YOU, OPEN]}, 404, "ruleset_unknown"),
        ({"ruleset": "mur-en", "seats": [YOU]}, 422, "field_short"),
        ({"ruleset": "mur-en", "seats": [YOU] * 7}, 422, "field_long"),
        ({"ruleset": "mur-en", "seats": [YOU, OPEN, OPEN]}, 422, "seats_number"),
        ({"ruleset": "mur-en", "seats": [YOU, OPEN], "options": {"turn_cap": -1}}, 400, "option_value"),
        ({"ruleset": "mur-en", "seats": [YOU, OPEN], "seed": 5}, 422, "field_extra"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_said(server: Open, wanted: dict[str, object], status: int, code: str) -> None:
    answer = guest(server, "Eve").post("/api/tables?lang=ja", wanted)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["sentence"]


def test_a_table_that_there_is_not(server: Open) -> None:
    answer = server.visitor().get("/api/tables/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "table_unknown")


def test_too_many_tables_in_an_hour(tmp_path: Path) -> None:
    with Open(tmp_path, tables_per_hour=3) as server:
        ada = guest(server, "Ada")
        for _ in range(3):
            make(ada)
        assert ada.post("/api/tables", {"ruleset": "mur-en", "seats": [YOU, OPEN]}).status_code == 429
        make(guest(server, "Ben"))


def test_nothing_secret_is_in_lists(server: Open) -> None:
    ada = guest(server, "Ada")
    table = make(ada, "myrmidons-random", visibility="lobby")
    for path in ("/api/tables", f"/api/tables/{table}", "/api/me/tables"):
        text = ada.get(path).text
        assert table in text
        for word in ("seed", "secret", "salt", "drawn"):
            assert word not in text


def test_a_table_of_a_game_that_is_not_there_breaks_no_list(server: Open) -> None:
    """Its game came from outside and is not loaded today, or the ruleset has another name now."""
    ada = guest(server, "Ada")
    gone, here = [make(ada, visibility="lobby") for _ in range(2)]

    def rename(session: Session) -> None:
        session.execute(update(TableRow).where(TableRow.id == gone).values(ruleset="gone"))

    server.do(server.services.store.write(rename))
    for path in ("/api/tables", "/api/me/tables"):
        listed = ada.get(path)
        assert listed.status_code == 200
        assert here in [card["id"] for card in listed.json()]
        assert gone not in [card["id"] for card in listed.json()]
    assert ada.get(f"/api/tables/{gone}").status_code == 404
    server.do(server.services.rooms.sweep())
