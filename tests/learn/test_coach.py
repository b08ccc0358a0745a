"""The coach's remarks, in positions that a person can check."""

from collections.abc import Sequence

import pytest

from ludarium.core.game import find_ruleset, rulesets
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.learn.coach import Coach, Remark
from ludarium.players.report import Line, Report


def _game(ruleset: str, position: str, *steps: str) -> History:
    found = find_ruleset(ruleset)
    history = History(found, found.game.read_position(found.read({}), position))
    for text in steps:
        step = found.game.read_step(text)
        found.game.refuse_illegal(history.state, step)
        history.take(step)
    return history


def _said(history: History, seat: int, heard: Sequence[str] = ("turn",)) -> Remark | None:
    return Coach(history, seat, heard, seed=1).remark()


def test_what_is_new_is_explained_once() -> None:
    history = _game("mur-en", "kraken x")
    first = _said(history, 0, heard=())
    assert first is not None
    assert (first.kind, first.key) == ("phase", "turn")
    assert first.sentence(history.game, "en").startswith("A single ship is class 1")
    assert _said(history, 0, heard=["turn"]) is None


def test_what_is_new_in_the_middle_of_a_turn_is_explained_there() -> None:
    """A power that stops in an empty realm may place a base (RLM-E1); nothing else is said in mid-turn."""
    history = _game("realm", "powers0 a1; powers1 l12", "a1-a4")
    new = _said(history, 0)
    assert new is not None
    assert (new.kind, new.key) == ("phase", "event_base")
    assert _said(history, 0, heard=["turn", "event_base"]) is None
    assert _said(history, 1) is None


def test_a_win_within_the_turn_is_told_but_not_given_away() -> None:
    """b3 and h3 stand beside the kraken on a3; a ship on a2 closes on it (the README's position)."""
    remark = _said(_game("mur-en", "black b3 h3; white e1; kraken a3"), 0)
    assert remark is not None
    assert remark.kind == "win"
    assert remark.sites == ()


def test_a_threat_names_the_ship() -> None:
    """White on b3 and d3; with one on c2, White would close on Black's single ship on c3."""
    history = _game("mur-en", "black c3; white b3 d3; kraken h1")
    remark = _said(history, 0)
    assert remark is not None
    assert (remark.kind, remark.sites) == ("threat", ("c3",))
    assert remark.sentence(history.game, "en") == "White can close on your ship on c3 next turn."
    assert remark.sentence(history.game, "ja") == "次の手番で白はc3のあなたの船をクローズできます。"


def test_nothing_is_a_threat_to_others_ships() -> None:
    """The same ships with Black beside an own eye: nobody is in danger, so nothing is said."""
    assert _said(_game("mur-en", "black b3 d3; white c3; kraken h1; next 1"), 0) is None  # not Black's turn
    quiet = _said(_game("mur-en", "black a1 e2; white c3; kraken h1"), 0)
    assert quiet is None


def test_a_threatened_win_comes_before_a_threat_to_one_ship() -> None:
    """The kraken on a3 lacks only a2 of White's wall, and Black's ship on c3 only c2."""
    history = _game("mur-en", "black c3; white b3 h3 d3; kraken a3")
    remark = _said(history, 0)
    assert remark is not None
    assert remark.kind == "danger"
    said = remark.sentence(history.game, "en")
    assert said == "Careful: White can win next turn. White places a ship on a2. White closes on the kraken on a3."


def test_a_missed_win_is_told_afterwards() -> None:
    """Black could have closed on the kraken by a2, played e3 instead, and White took a2."""
    history = _game("mur-en", "black b3 h3; white e1; kraken a3", "+e3", "+a2")
    remark = _said(history, 0)
    assert remark is not None
    assert remark.kind == "missed_win"
    said = remark.sentence(history.game, "en")
    assert said == "You could have won last turn. Black places a ship on a2. Black closes on the kraken on a3."


def test_the_search_is_asked_about_the_last_turn_only_where_there_was_a_choice() -> None:
    history = _game("mur-en", "black c3; white b3 d3 e1; kraken h1", "+a1", "+c2", "--", "+f2")
    coach = Coach(history, 0, ["turn"])
    assert coach.question() is None  # Black had to withdraw c3
    assert Coach(_game("mur-en", "kraken x"), 0).question() is None  # there was no turn before


@pytest.mark.parametrize(
    ("worth", "visits", "told"),
    [(0.5, 100, True), (0.7, 100, False), (0.5, 10, False)],
    ids=["much worse", "hardly worse", "hardly known"],
)
def test_a_turn_that_cost_much_is_told(worth: float, visits: int, told: bool) -> None:
    """Black placed on g1 and left c3 to White; the search would rather have placed on c2, which saves it."""
    history = _game("mur-en", "black c3; white b3 d3; kraken h1", "+g1", "+f3")
    coach, game = Coach(history, 0, ["turn"]), history.game
    question = coach.question()
    assert question is not None
    assert question.view == history.states[0]
    lines = (Line((game.read_step("+c2"),), 500, 0.8), Line((game.read_step("+g1"),), visits, worth))
    remark = coach.judged(Report(lines[0].step, 0, 1000, 0.1, (0.8, 0.2), lines))
    said = remark and remark.sentence(game, "en")
    assert said == ("Last turn, this was stronger. Black places a ship on c2." if told else None)


@pytest.mark.parametrize("ruleset", [one.name for one in rulesets() if one.game.hidden_information])
def test_what_is_said_follows_from_what_the_seat_knows(ruleset: str) -> None:
    """The same remarks in another truth that the seat cannot tell from this one."""
    found = find_ruleset(ruleset)
    rng = Rng(5)
    history = History(found, found.new({}, 7))
    while history.game.is_setup(history.state):
        history.take(int(history.state.random_step(rng)))
    for _ in range(6):
        seat = int(history.state.seat)
        if seat < 0:
            break
        twin = History(found, history.state.resample(seat, rng))
        plain = History(found, history.state)
        assert Coach(plain, seat, ["turn"], 3).remark() == Coach(twin, seat, ["turn"], 3).remark()
        history.take(int(history.state.random_step(rng)))


@pytest.mark.parametrize("ruleset", [one.name for one in rulesets()])
def test_words_of_the_coach_are_whole(ruleset: str) -> None:
    """What a game warns of are its events, what it explains are its prompts, and both are said in both languages."""
    game = find_ruleset(ruleset).game
    kinds = {kind.name: kind for kind in game.events}
    english = game.words("en")
    for locale in LOCALES:
        words = game.words(locale)
        assert words.section("threats").keys() == english.section("threats").keys() <= kinds.keys()
        assert words.section("coach").keys() == english.section("coach").keys() <= words.section("prompt").keys()
        for name in words.section("threats"):
            fields = dict(kinds[name].fields)
            assert words.say("threats", name, dict.fromkeys(fields, "0"), fields)


def test_what_is_only_guessed_is_not_told_of_a_danger() -> None:
    """Red's block on a3, which has gone 3 squares and so is no commander, reaches Blue's commander on a1. What it is,
    Blue cannot know, nor what Red's other blocks are: the end of the game would reveal them all.
    """
    blue = "blue a1=111 b1=243 c1=432 d1=333 e1=324 f1=522"
    history = _game("myrmidons", f"{blue}; red a3=243/3 b7=324 c7=432 d7=333 e7=111 f7=522")
    remark = _said(history, 0)
    assert remark is not None
    said = remark.sentence(history.game, "en")
    assert said == "Careful: Red can win next turn. Red moves from a3 to a1. Blue's block on a1 is removed: commander."
