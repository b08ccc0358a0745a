"""A game on a full screen: what is seen, what keys and the mouse do, what is refused and why."""

import re
import shutil
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.geometry import Offset

from ludarium.cli.screen.cursor import neighbour
from ludarium.cli.screen.dialogs import Ask, Page
from ludarium.cli.seating import Seating
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.draw.lines import columns
from ludarium.players.levels import RANDOM
from ludarium.players.pool import Pool
from ludarium.players.report import Line, Report
from ludarium.players.thinker import Question
from ludarium.table import Table, open_record
from tests.cli.conftest import ALL
from tests.cli.screen.person import LARGE, SMALL, Person, at_a_screen, seated


# --- the board and its marks ------------------------------------------------------------------------------------------
def test_what_can_be_chosen_is_marked_and_told() -> None:
    async def play(person: Person) -> None:
        await person.go_to("c1")
        assert "c1: empty – can be chosen now" in person.said()
        assert "Black places a ship on c1." in person.said()  # before it is done
        assert not person.table.history.steps
        assert person.text().count("○") == 23  # all empty intersections but the one under the cursor
        assert re.search(r"\[ +B1 +\]", person.text())  # what would stand there
        await person.press("enter")
        assert [step.text for step in person.table.history.taken] == ["+c1"]
        assert "White: Place a ship" in person.said()
        assert person.screen.moves() == [("1", "Black places a ship on c1.")]
        assert any(line.endswith("1 Black places a ship on ") for line in person.lines())

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_the_last_turn_is_marked_alone() -> None:
    """In the set-up of Realm, both seats place within one turn."""

    async def play(person: Person) -> None:
        await person.take_at_once("*A1")
        await person.take_at_once("*B2")
        assert person.screen.marked().sites["last"] == {"e5"}  # the centre of B2

    at_a_screen(seated("realm", ["", ""]), play)


def test_a_piece_is_selected_and_let_go() -> None:
    async def play(person: Person) -> None:
        for step in ("+a1", "+h3", "+a2", "+g3"):
            await person.take_at_once(step)
        await person.go_to("a1")
        await person.press("enter")
        assert person.screen.picking.clicks == ("a1",)
        # A pair moves exactly two: from a1 along its ring to c1 and g1.
        targets = set(person.screen.picking.sites)
        assert {"c1", "g1"} <= targets
        assert person.text().count("●") == len(targets)
        assert "a1: Black" in person.said()
        assert "selected" in person.said()
        await person.press("escape")
        assert not person.screen.picking.clicks
        assert "●" not in person.text()

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_click_chooses() -> None:
    async def play(person: Person) -> None:
        board = person.screen.board
        area = board._plan.areas["e3"]
        left, top = board._margin
        at = board.region.offset + Offset(left + area.column + 2, top + area.row)
        await person.pilot.click(offset=(at.x, at.y))
        await person.pilot.pause()
        assert [step.text for step in person.table.history.taken] == ["+e3"]

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_buttons_and_keys_below_the_board_can_be_clicked() -> None:
    async def click(person: Person, words: str) -> None:
        line = next(number for number, line in enumerate(person.lines()) if words in line)
        await person.pilot.click(offset=(columns(person.lines()[line].partition(words)[0]) + 1, line))
        await person.pilot.pause()

    async def play(person: Person) -> None:
        await click(person, "3 3-2-4")
        assert [step.text for step in person.table.history.taken] == ["=324"]
        await click(person, "l moves")
        assert isinstance(person.app.screen, Page)

    at_a_screen(seated("myrmidons", ["", RANDOM]), play)


@pytest.mark.parametrize(
    ("ruleset", "site", "way", "there"),
    [
        ("mur-en", "a1", "right", "b1"),  # round
        ("mur-en", "a1", "up", "a2"),
        ("mur-en", "c3", "left", "c2"),
        ("mur-en", "a3", "up", "a3"),  # nothing lies there
        ("realm", "b2", "up", "b3"),  # squares
        ("realm", "b2", "right", "c2"),
        ("mutterland", "5:5", "right", "6:5"),  # hexagons
    ],
)
def test_arrow_keys_lead_from_place_to_place(ruleset: str, site: str, way: str, there: str) -> None:
    async def play(person: Person) -> None:
        person.screen.board.go_to(site)
        await person.press(way)
        assert person.screen.board.site == there

    at_a_screen(seated(ruleset, ["", ""], options={"land": "block"} if "mutter" in ruleset else {}), play)


@pytest.mark.parametrize("name", ALL)
def test_arrow_keys_reach_every_place(name: str) -> None:
    sites = Table(name, seed=4).scene(-1).sites
    reached, waiting = {sites[0].name}, [sites[0].name]
    while waiting:
        here = waiting.pop()
        found = {neighbour(sites, here, way) for way in ("up", "down", "left", "right")} - reached
        reached |= found
        waiting += found
    assert reached == {site.name for site in sites}


# --- what a step would do ---------------------------------------------------------------------------------------------
def at_position(ruleset: str, position: str) -> Seating:
    game = find_ruleset(ruleset).game
    start = game.read_position(find_ruleset(ruleset).read({}), position)
    return seated(ruleset, ["", ""], start=start)


def test_a_knock_is_foreseen() -> None:
    """MUR-K1, K2, as in tests/table/test_preview.py: c1 knocks c2, whose ship runs on to c3."""

    async def play(person: Person) -> None:
        await person.go_to("c1")
        await person.press("enter")
        marked = person.screen.marked().sites
        assert marked["strike"] == {"c2"}  # before the cursor is there
        assert {"b1", "d1"} <= marked["target"]
        await person.go_to("c2")
        assert "moves to c2" in person.said()
        assert person.screen.marked().sites["would"] == {"c3"}
        assert person.screen.ghosts() == {"c3": "W1"}
        assert "c2: White: white ship (2) – you can go here and strike The black ship" in person.said()
        assert not person.table.history.steps

    at_a_screen(at_position("mur-en", "black c1; white c2 d2; kraken a3"), play)


def test_a_fight_with_the_unknown_has_two_ends() -> None:
    """A 333 on a4 and an enemy on a5, of which nothing is known: both ends are told, and neither is drawn."""
    ruleset = find_ruleset("myrmidons")
    start = ruleset.new({}, 1)
    for step in (*("=333", "=324", "=243", "=432", "=522", "=111") * 2, "a1n3", "a7s2"):
        start.apply(ruleset.game.read_step(step))

    async def play(person: Person) -> None:
        await person.go_to("a4")
        await person.press("enter")
        assert person.screen.marked().sites["strike"] == {"a5", "d7"}  # its foot is 3, aslant to d7
        await person.go_to("a5")
        told = person.screen.told()
        assert "moves from a4 to a5" in told
        assert " / " in told
        assert not person.screen.ghosts()

    at_a_screen(seated("myrmidons", ["", RANDOM], start=start), play)


# --- what is refused --------------------------------------------------------------------------------------------------
def test_a_refusal_says_why_and_names_the_rule() -> None:
    async def play(person: Person) -> None:
        await person.take_at_once("+c1")
        person.screen.board.go_to("c1")
        await person.press("enter")
        why = "c1 is occupied. Choose an empty intersection."
        assert why in person.said()
        assert "Rule: " in person.said()
        assert "MUR-" not in person.said()
        assert len(person.table.history.steps) == 1
        await person.press("left")  # it is gone with the next look
        assert why not in person.said()

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_at_first_the_goal_is_told() -> None:
    async def play(person: Person) -> None:
        assert "Goal: Close on the kraken, or make 3 closes." in person.said()
        await person.press("question_mark")
        assert "Goal: Close on the kraken, or make 3 closes." in person.said()

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_who_lets_the_game_end_unwon_is_asked() -> None:
    """Pass and pass ends a game of Realm."""

    async def play(person: Person) -> None:
        table = person.table
        while "pass" not in table.legal(table.seat):
            table.take(table.seat, table.legal(table.seat)[0])
        person.screen._changed.set()
        await person.pilot.pause()
        seat, steps = table.seat, len(table.history.steps)
        passes = next(place for place, (click, _) in enumerate(person.screen.buttons()) if click == "#pass")
        await person.press(str(passes + 1))
        assert isinstance(person.app.screen, Ask)
        assert "the game ends" in person.said() or "game" in person.said()
        assert len(table.history.steps) == steps
        await person.press("2")  # keep playing
        assert (table.seat, len(table.history.steps)) == (seat, steps)
        await person.press(str(passes + 1))
        await person.press("1")
        assert len(table.history.steps) == steps + 1

    at_a_screen(seated("realm", ["", ""]), play)


# --- undo, resigning, agreeing, leaving -------------------------------------------------------------------------------
def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    async def play(person: Person) -> None:
        await person.press("u")
        assert "You have no move to undo." in person.said()
        await person.take("+c1")
        await person.until(lambda: len(person.table.history.steps) == 2 and person.screen.acting == 0)
        await person.press("u")
        await person.until(lambda: not person.table.history.steps)
        assert "Black (B)" not in person.said()  # no ship is on the board

    at_a_screen(seated("mur-en", ["", RANDOM]), play)


def test_undo_says_whose_move_it_takes_back() -> None:
    async def play(person: Person) -> None:
        await person.take("+c1")
        await person.until(lambda: person.screen.acting == 1)
        await person.press("u")
        await person.until(lambda: person.screen.acting == 0)
        assert "Undone: Black (Ada), +c1" in person.said()

    at_a_screen(seated("mur-en", ["Ada", "Ben"]), play)


def test_resigning_is_asked_and_ends_the_game() -> None:
    async def play(person: Person) -> None:
        await person.press("r")
        assert "Resign as Black?" in person.said()
        await person.press("escape")
        assert person.table.outcome is None
        await person.press("r", "enter")  # without another key that means to play on
        assert person.table.outcome is None
        await person.press("r", "left", "enter")
        assert "White wins: resignation." in person.said()
        await person.press("enter")
        assert person.app.return_value == "over"

    at_a_screen(seated("mur-en", ["", RANDOM]), play)


def test_two_people_agree_on_a_draw() -> None:
    async def play(person: Person) -> None:
        await person.press("a")
        assert "Offer a draw?" in person.said()
        await person.press("1")
        assert "White: The game would be a draw. Accept the draw?" in person.said()
        await person.press("2")
        assert "White declines." in person.said()
        await person.press("a", "1", "1")
        assert "A draw: by agreement." in person.said()

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_leaving_keeps_the_game() -> None:
    async def play(person: Person) -> None:
        await person.take("+c1")
        await person.press("q")
        assert person.app.return_value == "left"

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_move_or_a_place_can_be_typed() -> None:
    async def play(person: Person) -> None:
        await person.press("m", *"E3", "enter")
        await person.until(lambda: person.screen.board.site == "e3")
        await person.press("m", *"+C2", "enter")
        await person.until(lambda: person.table.history.steps)
        assert person.table.history.taken[0].text == "+c2"
        await person.press("m", *"+c2", "enter")
        await person.until(lambda: "is occupied" in person.said())
        await person.press("m", *"hello", "enter")
        await person.until(lambda: '"hello" isn\'t a move.' in person.said())
        assert len(person.table.history.steps) == 1

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_game_that_cannot_be_saved_goes_on_and_is_saved_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "games"
    folder.mkdir()

    async def play(person: Person) -> None:
        await person.take_at_once("+c1")
        shutil.rmtree(folder)
        await person.take_at_once("+d1")
        await person.take_at_once("+e1")
        assert "Not saved:" in person.said()
        await person.press("s")
        await person.press(*"o.txt", "enter")
        await person.until((tmp_path / "o.txt").exists)
        await person.take_at_once("+f1")
        assert "Not saved:" not in person.said()
        await person.press("s", "escape")
        await person.press("s")
        await person.press(*"o.txt", "enter")
        await person.until(lambda: "There is a file" in person.said())

    at_a_screen(seated("mur-en", ["", ""], file=folder / "g.txt"), play)
    again = open_record(tmp_path / "o.txt").table
    assert [taken.text for taken in again.history.taken] == ["+c1", "+d1", "+e1", "+f1"]


# --- computer players -------------------------------------------------------------------------------------------------
class Thinking:
    """Stands for the processes: decides for the first legal step as soon as it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.questions: list[Question] = []
        self.decided = Event()
        monkeypatch.setattr(Pool, "__init__", lambda *_: None)
        monkeypatch.setattr(Pool, "close", lambda *_: None)
        monkeypatch.setattr(Pool, "decide", self.decide)

    def decide(self, question: Question, stop: Any = None, tell: Any = None, ponder: bool = False) -> Report:
        self.questions.append(question)
        step = question.view.legal()[0]
        report = Report(step, int(question.view.seat), 1234, 0.1, (0.62, 0.38), (Line((step,), 1234, 0.62),))
        if tell is not None:
            tell(report)
        while not self.decided.wait(0.005) and not stop():
            pass
        return report


def test_the_screen_stays_awake_while_a_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Thinking(monkeypatch)

    async def play(person: Person) -> None:
        await person.take("+c1")
        await person.until(lambda: "is thinking…" in person.said() and "1234" in person.said())
        person.screen.board.go_to("c1")
        await person.press("right")
        assert person.screen.board.site == "c2"
        await person.press("enter", "u", "r")  # not now
        assert len(person.table.history.steps) == 1
        await person.press("l")
        assert isinstance(person.app.screen, Page)
        await person.press("escape")
        await person.press("ctrl+c")  # move now
        await person.until(lambda: person.screen.acting == 0)
        assert len(person.table.history.steps) == 2
        assert not thinking.decided.is_set()

    at_a_screen(seated("mur-en", ["", "level-1"]), play)


def test_a_hint_in_words_and_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Thinking(monkeypatch)
    thinking.decided.set()

    async def play(person: Person) -> None:
        await person.press("h")
        await person.until(lambda: "Hint: Black places a ship on a1." in person.said())
        assert "Black 62%" in person.said()
        await person.go_to("b1")
        assert "★ a1" in person.text()

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_ctrl_c_hurries_a_hint_and_leaves_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    Thinking(monkeypatch)

    async def play(person: Person) -> None:
        await person.press("h")
        await person.until(lambda: "The computer is thinking" in person.said())
        await person.press("ctrl+c")
        await person.until(lambda: "Hint: Black places a ship on a1." in person.said())
        assert person.app.return_value is None
        await person.press("ctrl+c")
        assert person.app.return_value == "left"

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_coach_speaks_to_who_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    Thinking(monkeypatch).decided.set()

    async def play(person: Person) -> None:
        await person.until(lambda: "Coach:" in person.said())
        await person.press("c")
        assert "The coach is off." in person.said()

    at_a_screen(seated("mur-en", ["", RANDOM], coached=True), play)


def test_an_offer_of_the_computers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Thinking(monkeypatch).decided.set()
    monkeypatch.setattr("ludarium.cli.seating.offers_end", lambda *_: True)

    async def play(person: Person) -> None:
        await person.take("+c1")
        await person.until(lambda: "offers a draw. Press a to accept." in person.said())
        await person.press("a", "1")
        assert "A draw: by agreement." in person.said()

    at_a_screen(seated("mur-en", ["", "level-1"]), play)


def test_computers_among_themselves_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.cli.screen.table._PACE", 0)
    seating = seated("mur-en", [RANDOM, RANDOM], options={"turn_cap": 4})

    async def play(person: Person) -> None:
        await person.until(lambda: person.table.outcome is not None)
        await person.until(lambda: "A draw" in person.said())

    at_a_screen(seating, play)


# --- sizes, languages, terminals --------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_board_fits_80_by_24(name: str, locale: str) -> None:
    """At the start and some moves later: all of the board is in sight, and lines are no longer than the screen."""

    async def play(person: Person) -> None:
        for _ in range(8):
            assert person.screen.board.fits
            assert all(columns(line) <= 80 for line in person.lines())
            if person.table.outcome is None:
                legal = person.table.legal(person.table.seat)
                await person.take_at_once(legal[len(legal) // 2])

    at_a_screen(seated(name, ["", RANDOM], locale=locale), play)


def test_a_larger_window_has_a_larger_board() -> None:
    async def play(person: Person) -> None:
        small = person.screen.board.needs
        await person.pilot.resize_terminal(*LARGE)
        await person.until(lambda: person.screen.board.needs != small)
        assert person.screen.board.needs > small
        assert person.screen.board.fits
        await person.pilot.resize_terminal(*SMALL)
        await person.until(lambda: person.screen.board.needs == small)

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_window_that_is_too_small_says_what_is_needed() -> None:
    async def play(person: Person) -> None:
        await person.pilot.resize_terminal(50, 15)
        needed = "at least 60 × 20 characters; this one has 50 × 15"
        await person.until(lambda: needed in person.said())
        assert "Black:" not in person.said()
        await person.pilot.resize_terminal(*SMALL)
        await person.until(lambda: "Black: Place a ship" in person.said())

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_a_board_that_does_not_fit_scrolls_and_says_so() -> None:
    async def play(person: Person) -> None:
        await person.pilot.resize_terminal(60, 20)
        board = person.screen.board
        await person.until(lambda: board.size == (34, 15) and "The board needs 52 × 18" in person.text())
        assert not board.fits
        for site in ("l12", "a1", "l1"):
            board.go_to(site)
            await person.pilot.pause()
            await person.pilot.pause()
            assert "[" in "".join(line[: board.size.width] for line in person.lines())

    at_a_screen(seated("realm", ["", ""]), play)


def test_signs_of_a_terminal_without_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.draw.terminal.speaks_unicode", lambda _: False)

    async def play(person: Person) -> None:
        board = "\n".join(line[: person.screen.board.size.width] for line in person.lines()[1:20])
        assert board.isascii()
        assert "-() " in board.replace("|", "")

    at_a_screen(seated("realm", ["", ""]), play)


def test_without_colours_everything_is_told_by_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(person: Person) -> None:
        await person.go_to("c1")
        assert re.search(r"\[ +B1 +\]", person.text())
        assert person.app.no_color

    at_a_screen(seated("mur-en", ["", ""]), play)


def test_japanese() -> None:
    async def play(person: Person) -> None:
        assert "黒：空いている交点に船を置くか、自分の船を動かしてください。" in person.text()
        await person.press("question_mark")
        assert "マスの横の記号" in person.text()

    at_a_screen(seated("mur-jp", ["", ""], locale="ja"), play)


def test_help_tells_keys_signs_and_the_board() -> None:
    async def play(person: Person) -> None:
        await person.press("question_mark")
        assert "Arrow keys move the cursor" in person.said()
        await person.press("end")
        await person.until(lambda: "last turn" in person.said())

    at_a_screen(seated("mur-en", ["", ""]), play)
