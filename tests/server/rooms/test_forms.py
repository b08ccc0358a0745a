"""Options in a form: lists that are written by hand, checked before a table is made, and shown at it."""

from pathlib import Path

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.options import value_text
from ludarium.core.words import LOCALES
from ludarium.server import wire
from ludarium.server.requests import ListRequest, OptionsRequest
from ludarium.server.rooms.games import checked, option_forms
from ludarium.server.rooms.lists import list_form
from tests.server.rooms.hall import OPEN, YOU, Hall, run

FIVE = ["153", "225", "333", "414", "531"]
ELEVEN = ["135", "153", "225", "243", "315", "324", "333", "351", "414", "432", "522"]


def check(
    ruleset: str, locale: str = "en", texts: dict[str, str] | None = None, **options: object
) -> wire.OptionsChecked:
    given = {"ruleset": ruleset, "options": options, "texts": texts or {}}
    return checked(OptionsRequest.model_validate(given), locale)


def form(ruleset: str, option: str, locale: str = "en") -> wire.OptionForm:
    return next(one for one in option_forms(find_ruleset(ruleset), locale) if one.name == option)


@pytest.mark.clause("MYR-X1", "MYR-B3")
def test_agreed_types_can_be_written() -> None:
    field = form("myrmidons", "types")
    assert (field.lists, field.choices, field.default) == (True, [], "")
    assert "base set" in field.none
    assert "基本の軍隊" in form("myrmidons", "types", "ja").none
    assert check("myrmidons", army="agreed").sentence == "", "nothing written is the base army, as the form says"
    written = ["153, 225, 333, 414, 531", "153 225 333 414 531", "153、225、333、414、531", "[153, 225, 333, 414, 531]"]
    for text in (*written, '["153", "225", "333", "414", "531"]'):
        found = check("myrmidons", texts={"types": f" {text}\n"}, army="agreed")
        assert (found.sentence, found.values) == ("", {"types": FIVE}), text


@pytest.mark.clause("MYR-X1", "MYR-X2")
@pytest.mark.parametrize(
    ("options", "text", "option", "en", "ja"),
    [
        ({"size": 12}, "", "types", "11 types", "11種類"),
        ({"size": 12}, "153, 225", "types", "needs 11 types. You named 2.", "11種類が必要"),
        ({}, "153, 225", "types", "needs 5 types. You named 2.", "5種類が必要"),
        ({}, "153, 225, 333, 414, 999", "types", '"999" isn\'t a type.', "「999」という種類はありません"),
        ({}, "153, 225, 333, 414, 111", "types", '"111" isn\'t a type.', "「111」"),
        ({}, "153, 153, 333, 414, 531", "types", "Too many of 153.", "153を使えるのは1個まで"),
        ({}, "[153, 225", "types", "does not take", "使えません"),
        ({}, "153", "types", "You named 1.", "1種類です"),
        ({"army": "base", "size": 12}, "", "", "base set has only 5", "5種類しかありません"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_beside_it(
    options: dict[str, object], text: str, option: str, en: str, ja: str
) -> None:
    for locale, said in (("en", en), ("ja", ja)):
        found = check("myrmidons", locale, {"types": text}, **{"army": "agreed", **options})
        assert said in found.sentence
        assert found.option == option


@pytest.mark.clause("MYR-X1", "MYR-X2")
def test_the_example_goes_with_the_other_options() -> None:
    assert check("myrmidons", army="agreed").examples == {"types": ", ".join(FIVE)}
    assert check("myrmidons", army="agreed", size=12).examples == {"types": ", ".join(ELEVEN)}
    assert check("myrmidons", army="secret").examples == {}, "then nobody agrees on types"
    left = check("myrmidons", texts={"types": "153"}, army="secret")
    assert (left.sentence, left.values) == ("", {}), "what was written for another army does not matter"


@pytest.mark.parametrize(
    "text", ["[" * 950 + "]" * 950, "[" * 2000, "1 " * 2000, "x" * 4000, "[1e999]", "[{}]", "[true]", "[null]", "\0"]
)
def test_whatever_is_written_is_answered_in_words(text: str) -> None:
    for ruleset, option in (("myrmidons", "types"), ("mutterland", "land")):
        for locale in LOCALES:
            found = check(ruleset, locale, {option: text})
            assert found.option == option
            assert 10 < len(found.sentence) < 400


def test_every_example_is_one() -> None:
    """For every ruleset: it can be read, it is taken, and it makes a game."""
    found = 0
    for ruleset in rulesets():
        for field in option_forms(ruleset, "en"):
            if field.example:
                answer = check(ruleset.name, texts={field.name: field.example})
                assert answer.sentence == ""
                ruleset.new(answer.values)
                found += 1
            for locale in LOCALES:
                assert not field.lists or field.choices or form(ruleset.name, field.name, locale).none
    assert found >= 4


def test_what_chance_decides_in_secret_is_not_asked_for() -> None:
    """Whoever made the table would know what the others may not."""
    for ruleset in rulesets():
        names = {field.name for field in option_forms(ruleset, "en")}
        assert not names & {"drawn", "luck"} or not ruleset.game.hidden_information


@pytest.mark.clause("MUT-P1")
def test_a_land_of_ones_own_is_one_of_the_choices() -> None:
    field = form("mutterland", "land")
    assert (field.own, field.default, field.none) == ("your own", "generated", "")
    empty = check("mutterland", texts={"land": ""})
    assert (empty.option, "70" in empty.sentence) == ("land", True), "never silently another land"
    odd = check("mutterland", texts={"land": "[[0, 0], [1]]"})
    assert (odd.option, "[1]" in odd.sentence) == ("land", True)
    assert len(check("mutterland", texts={"land": field.example}, players=3).values["land"]) == 70


@pytest.mark.clause("MYR-X1")
def test_what_was_chosen_is_shown_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("myrmidons", [YOU, OPEN], options={"army": "agreed", "types": FIVE})
            for locale, army, types in (
                ("en", ("Armies", "agreed types"), ("Types of both armies", "1-5-3, 2-2-5, 3-3-3, 4-1-4, 5-3-1")),
                ("ja", ("軍隊の決め方", "取り決め"), ("両方の軍隊の種類", "1-5-3、2-2-5、3-3-3、4-1-4、5-3-1")),
            ):
                client = await hall.come(room, "Ada", locale)
                said = [(one["name"], one["value"]) for one in client.table["settings"]]
                assert said[1:] == [army, types]

    run(play())


# --- chosen and drawn -------------------------------------------------------------------------------------------------
def choosing(ruleset: str, option: str, locale: str = "en", **more: object) -> wire.ListForm:
    return list_form(ListRequest.model_validate({"ruleset": ruleset, "option": option, **more}), locale)


@pytest.mark.clause("MYR-B2", "MYR-B3", "MYR-X2")
def test_types_are_chosen_from_19_drawn_blocks() -> None:
    six = choosing("myrmidons", "types")
    assert (six.needed, len(six.items), six.grid) == (5, 19, None)
    assert set(six.usual) == {"243", "324", "333", "432", "522"}
    assert all(item.look.startswith("<g") and item.value != "111" for item in six.items)
    assert [item.label for item in six.items if item.value == "324"] == ["3-2-4"]
    twelve = choosing("myrmidons", "types", options={"army": "agreed", "size": 12})
    assert (twelve.needed, len(twelve.items), twelve.usual) == (11, 19, []), "no base set of eleven"
    secret = choosing("myrmidons-secret", "types")
    assert (secret.needed, secret.items) == (0, []), "nobody agrees on types"
    assert choosing("myrmidons-secret", "types", options={"army": "agreed"}).needed == 5


@pytest.mark.clause("MYR-B3")
def test_no_types_chosen_is_not_silently_the_base_set() -> None:
    for locale, said in (("en", "Nothing is chosen yet."), ("ja", "まだ何も選ばれていません。")):
        found = check("myrmidons", locale, {"types": "[]"}, army="agreed")
        assert said in found.sentence
        assert found.option == "types"


@pytest.mark.clause("MUT-P1")
def test_a_land_is_drawn_on_a_grid_of_hexagons() -> None:
    form = choosing("mutterland", "land", seed=5)
    assert form.needed == 70
    assert form.grid is not None
    assert (len(form.grid.ways), len(form.grid.outline), form.grid.far) == (6, 6, 99)
    starts = {start.label: start.value for start in form.grid.starts}
    assert sorted(starts) == ["a plain block", "random"]
    for value in starts.values():
        find_ruleset("mutterland").new({"land": value})
    other = choosing("mutterland", "land", seed=6).grid
    assert other is not None
    assert other.starts[0].value != starts["random"], "another seed, another land"


@pytest.mark.clause("MUT-P1")
def test_a_land_has_a_short_text_that_gives_it_again() -> None:
    form = choosing("mutterland", "land")
    assert form.grid is not None
    for start in form.grid.starts:
        value = tuple((int(str(q)), int(str(r))) for q, r in start.value)  # type: ignore[str-unpack, misc]
        text = value_text(value, places=True)
        assert len(text) < 700
        assert sorted(check("mutterland", texts={"land": text}).values["land"]) == sorted(map(list, value))
    assert check("mutterland", texts={"land": "0:0..9:0"}).values["land"] == [[q, 0] for q in range(10)]
    apart = check("mutterland", texts={"land": "0:0..68:0 3:9"})
    assert (apart.option, "3:9" in apart.sentence) == ("land", True)
    assert check("mutterland", texts={"land": "0:0..9:1"}).option == "land", "a run is one row"
