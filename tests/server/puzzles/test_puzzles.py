"""Puzzles over HTTP: what there is, tries judged, ratings, and nothing told too early."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import orjson
import pytest

from ludarium.core.game import find_ruleset
from ludarium.learn.puzzles import data
from ludarium.learn.puzzles.daily import daily_puzzle
from ludarium.learn.puzzles.data import puzzles_of_game
from ludarium.learn.puzzles.proof import Prover
from ludarium.learn.puzzles.puzzle import GUESS, SAVE, Moment, Puzzle
from ludarium.server.puzzles import cards, tries
from ludarium.server.requests import GuessRequest, PuzzleClicks, PuzzleRequest, PuzzleSteps
from tests.learn.puzzles.positions import KRAKEN_THREAT, THIRD_TRAP, TWO_TURNS, mur
from tests.server.visiting import Open, Visitor

# Red's block went from f7 to f3: only one of the types in an army has a foot of at least 4, 3-2-4.
MARCH = Puzzle(
    "myrmidons-000001",
    "myrmidons",
    GUESS,
    "blue a1=324 b1=243 c1=333 d1=432 e1=522 f1=111; red f3=?/4 a7=? b7=? c7=? d7=? e7=?; veiled 1; next 0",
    seat=0,
    at="f3",
    answer=("324",),
    start="blue a1=324 b1=243 c1=333 d1=432 e1=522 f1=111; red a7=? b7=? c7=? d7=? e7=? f7=?; veiled 1; next 1",
    steps=(Moment(1, ({"kind": "moved", "seat": 1, "from": "f7", "to": "f3"},)),),
    themes=("pace",),
    rating=1000,
)
TRAP = replace(mur(THIRD_TRAP), id="mur-jp-000001", rating=1000, themes=("trap",))
KRAKEN = replace(mur(KRAKEN_THREAT, SAVE, key="+d2"), id="mur-jp-000002", rating=1400)
TWO = replace(mur(TWO_TURNS, turns=2, key="b1o"), id="mur-jp-000003", rating=1800)
# Black plays b1o, White withdraws, and +a1 wins (tests/learn/puzzles/test_attempt.py).
TWO = replace(TWO, solution=(("b1o",), ("-a2",), ("+a1",)))
OURS = {one.id: one for one in (MARCH, TRAP, KRAKEN, TWO)}


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puzzles that were worked out by hand beside those that there are, and no process of its own to judge them."""
    find, of = data.find_puzzle, data.puzzles_of
    monkeypatch.setattr(data, "find_puzzle", lambda id_: OURS.get(id_) or find(id_))
    ours = {name: tuple(one for one in OURS.values() if one.ruleset == name) for name in ("mur-jp", "myrmidons")}
    monkeypatch.setattr(data, "puzzles_of", lambda name: ours.get(name) or of(name))
    tries._judged.cache_clear()
    yield
    data._index.cache_clear()


@pytest.fixture
def visitor(server: Open, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    monkeypatch.setattr(server.services.analyses.apart, "do", lambda function, *given: function(*given))
    return server.visitor()


def ask(visitor: Visitor, what: str, puzzle: Puzzle, **more: object) -> Any:
    answer = visitor.post(f"/api/puzzles/{what}", {"puzzle": puzzle.id, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def texts(frames: Any) -> list[list[str]]:
    return [[step["text"] for step in frame["steps"]] for frame in frames]


# --- what there is ----------------------------------------------------------------------------------------------------
def test_games_tell_how_many_puzzles_they_have(visitor: Visitor) -> None:
    game = next(one for one in visitor.get("/api/puzzles").json() if one["game"] == "mur")
    ruleset = next(one for one in game["rulesets"] if one["ruleset"] == "mur-jp")
    assert (ruleset["count"], ruleset["least"], ruleset["most"]) == (3, 1000, 1800)
    assert ruleset["themes"] == [{"theme": "trap", "label": "Trap", "count": 1}]
    assert game["first_rating"] == 1000


def test_a_puzzle_is_told_without_its_solution(visitor: Visitor) -> None:
    told = visitor.get(f"/api/puzzles/{TWO.id}").json()
    assert (told["kind"], told["turns"], told["seat"], told["rating"]) == ("win", 2, "White", 1800)
    assert "solution" not in told
    guess = visitor.get(f"/api/puzzles/{MARCH.id}?lang=ja").json()
    assert (guess["at"], guess["position"], guess["title"]) == ("f3", "", "ミュルミドーン")
    assert "324" not in str(guess)
    assert visitor.get("/api/puzzles/mur-jp-nothing").status_code == 404


def test_all_get_the_same_puzzle_of_the_day_and_none_twice_before_all_were_there(visitor: Visitor) -> None:
    puzzles = puzzles_of_game(find_ruleset("realm").game)
    first = date(2027, 1, 1)
    days = [daily_puzzle(puzzles, first + timedelta(days=day)) for day in range(len(puzzles))]
    assert len({one.id for one in days if one}) == len(puzzles)
    again = daily_puzzle(puzzles[::-1], first + timedelta(days=len(puzzles)))  # in whatever order they are
    assert again == days[0]
    told = {one["puzzle"]["game"]: one for one in visitor.get("/api/puzzles/daily").json()}
    today = daily_puzzle(puzzles, date.fromisoformat(told["realm"]["day"]))
    assert today is not None
    assert told["realm"]["puzzle"]["id"] == today.id
    assert told["realm"]["picture"].startswith("<svg")


def test_the_next_puzzle_is_about_as_hard_as_one_is_good(visitor: Visitor) -> None:
    def after(**said: object) -> object:
        found = visitor.post("/api/puzzles/next", {"ruleset": "mur-jp", **said}).json()["puzzle"]
        return found and found["id"]

    assert after() == TRAP.id
    assert after(rating=1500) == KRAKEN.id
    assert after(rating=1500, missed=[KRAKEN.id]) == TWO.id
    assert after(solved=[TRAP.id, TWO.id], missed=[KRAKEN.id]) == KRAKEN.id
    assert after(solved=[TRAP.id, TWO.id], after=KRAKEN.id) == KRAKEN.id  # the only one left
    assert after(theme="trap", solved=[TRAP.id]) is None
    assert after(after=TRAP.id) == KRAKEN.id
    assert visitor.post("/api/puzzles/next", {"ruleset": "chess"}).status_code == 404


# --- tries ------------------------------------------------------------------------------------------------------------
def test_a_puzzle_begins_with_its_board(visitor: Visitor) -> None:
    begun = ask(visitor, "try", TRAP)
    assert (begun["result"], texts(begun["frames"]), begun["line"], begun["change"]) == ("unfinished", [[]], [], None)
    assert "+e2" in [path["step"] for path in begun["frames"][0]["picture"]["paths"]]


def test_the_winning_step_is_right(visitor: Visitor) -> None:
    right = ask(visitor, "try", TRAP, steps=["+e2"])
    assert (right["result"], texts(right["frames"]), right["outcome"]["winners"]) == ("right", [["+e2"]], [0])


def test_the_others_answer_and_one_goes_on(visitor: Visitor) -> None:
    first = ask(visitor, "try", TWO, steps=["b1o"])
    assert (first["result"], texts(first["frames"]), len(first["line"])) == ("go_on", [["b1o"]], 1)
    assert first["change"] is None
    assert ask(visitor, "try", TWO, steps=["b1o", "+a1"])["result"] == "right"


def test_a_wrong_step_is_refuted(visitor: Visitor) -> None:
    wrong = ask(visitor, "try", KRAKEN, steps=["+a1"])
    assert (wrong["result"], wrong["why"], texts(wrong["line"])) == ("wrong", "loses", [["+d2"]])
    assert wrong["outcome"]["winners"] == [1]


def test_the_solution_is_shown_to_those_who_give_up(visitor: Visitor) -> None:
    solution = ask(visitor, "solution", KRAKEN)
    assert texts(solution["frames"]) == [[], ["+d2"]]
    assert solution["change"] == {"before": 1000, "after": 996}  # expected were 0.09 of it: 40 points times that


def test_clicks_that_make_no_step_are_explained(visitor: Visitor) -> None:
    found = ask(visitor, "explain", TRAP, clicks=["d2"])
    assert not found["allowed"]
    assert found["sentence"]


@pytest.mark.parametrize(
    ("what", "said", "status"),
    [
        ("try", {"puzzle": TRAP.id, "steps": ["+d2"]}, 409),
        ("try", {"puzzle": TRAP.id, "steps": ["nonsense"]}, 400),
        ("try", {"puzzle": TRAP.id, "steps": ["+e2"] * 81}, 422),
        ("try", {"puzzle": "x" * 61}, 422),
        ("try", {"puzzle": "nothing"}, 404),
        ("try", {"puzzle": TRAP.id, "rating": 99_999}, 422),
        ("try", {"puzzle": MARCH.id, "steps": ["f3n1"]}, 400),
        ("guess", {"puzzle": TRAP.id, "kinds": ["324"]}, 400),
        ("guess", {"puzzle": MARCH.id, "kinds": ["999"]}, 400),
        ("guess", {"puzzle": MARCH.id, "kinds": ["324"] * 61}, 422),
        ("solution", {"puzzle": MARCH.id}, 400),
        ("next", {"ruleset": "mur-jp", "solved": ["x"] * 1_001}, 422),
    ],
)
def test_what_is_impossible_is_refused(visitor: Visitor, what: str, said: object, status: int) -> None:
    answer = visitor.post(f"/api/puzzles/{what}", said)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"]


# --- guesses ----------------------------------------------------------------------------------------------------------
def test_a_guess_is_answered_with_reasons(visitor: Visitor) -> None:
    begun = ask(visitor, "guess", MARCH)
    assert [one["kind"] for one in begun["choices"]] == ["111", "243", "324", "333", "432", "522"]
    assert all(one["look"] in begun["art"] for one in begun["choices"])
    assert (begun["result"], begun["answer"], begun["reasons"]) == ("open", [], [])
    assert [len(frame["steps"]) for frame in begun["frames"]] == [0, 1]
    right = ask(visitor, "guess", MARCH, kinds=["324"])
    assert (right["result"], right["answer"]) == ("right", ["324"])
    assert right["reasons"] == ["It moved 4 squares in one move, so its foot is at least 4."]
    assert ask(visitor, "guess", MARCH, kinds=["324", "333"])["result"] == "wrong"


def test_the_boards_of_a_guess_do_not_tell_what_the_piece_can_be(visitor: Visitor) -> None:
    """The rules' own knowledge ("foot 4 or more", "can be 3-2-4") is the answer."""
    pieces = ask(visitor, "guess", MARCH)["frames"][-1]["picture"]["pieces"]
    hidden = {piece["site"]: piece for piece in pieces if piece["secret"]}
    assert {piece["look"] for piece in hidden.values()} == {hidden["a7"]["look"]}
    assert all(piece["might"] == [] for piece in hidden.values())
    assert hidden["f3"]["label"].replace("f3", "a7") == hidden["a7"]["label"]
    assert cards.scene_of(MARCH).pieces[0].might == ()


# --- hidden information -----------------------------------------------------------------------------------------------
# Red's hidden blocks can be either way round; blue moves past them.
SECRET = Puzzle(
    "myrmidons-000002",
    "myrmidons",
    SAVE,
    "blue c3=324 a1=111; red c5=? e6=? f7=111!; blue_lost 243 333 432; red_lost 243 333 324; veiled 1",
    turns=1,
    solution=(("c3n1",),),
)


def test_what_is_hidden_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of the truths that fit the server has in mind, the browser is sent the same bytes."""
    monkeypatch.setitem(OURS, SECRET.id, SECRET)
    worlds = Prover(SECRET.game).worlds(SECRET.read(), 0)
    assert len(worlds) == 2

    def sent(order: int) -> list[bytes]:
        tries._judged.cache_clear()
        monkeypatch.setattr(Prover, "worlds", lambda *_: worlds[::order])
        wanted = (
            PuzzleSteps(puzzle=SECRET.id),
            PuzzleClicks(puzzle=SECRET.id, clicks=["c3"]),
            PuzzleSteps(puzzle=SECRET.id, steps=["!n"]),  # an order that is not carried out yet
            PuzzleClicks(puzzle=SECRET.id, steps=["!n"], clicks=["c5"]),
        )
        return [orjson.dumps(tries.found(one)) for one in wanted]

    assert sent(1) == sent(-1)


def test_nothing_of_a_solution_is_sent_before_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another solution, the same bytes: until somebody asks for it."""
    before = [PuzzleSteps(puzzle=TWO.id), PuzzleSteps(puzzle=TWO.id, steps=["b1o"]), PuzzleRequest(puzzle=TWO.id)]
    guess = GuessRequest(puzzle=MARCH.id)

    def sent() -> list[bytes]:
        tries._judged.cache_clear()
        return [orjson.dumps(tries.found(one)) for one in [guess, *before]]

    real = sent()
    monkeypatch.setitem(OURS, TWO.id, replace(TWO, solution=(("+a1",),)))
    monkeypatch.setitem(OURS, MARCH.id, replace(MARCH, answer=("333",)))
    other = sent()
    assert real[:3] == other[:3]
    assert real[3] != other[3]


# --- ratings ----------------------------------------------------------------------------------------------------------
def test_the_first_try_changes_the_rating_of_a_guest(visitor: Visitor) -> None:
    visitor.be_guest("Ada")
    assert ask(visitor, "try", TRAP)["change"] is None
    # Equal ratings: 0.5 was expected, so it is half of 40 points.
    assert ask(visitor, "try", TRAP, steps=["+e2"])["change"] == {"before": 1000, "after": 1020}
    assert ask(visitor, "try", TRAP, steps=["+a1"])["change"] is None
    # 380 points harder: 0.101 was expected, 4 points are lost.
    assert ask(visitor, "try", KRAKEN, steps=["+a1"])["change"] == {"before": 1020, "after": 1016}
    told = visitor.get("/api/puzzles/progress").json()
    assert told["ratings"] == [{"game": "mur", "rating": 1016, "tries": 2}]
    assert (told["solved"], told["missed"]) == ([TRAP.id], [KRAKEN.id])
    assert ask(visitor, "try", KRAKEN, steps=["+d2"])["change"] is None  # solved in the end, but not at first
    told = visitor.get("/api/puzzles/progress").json()
    assert (told["solved"], told["missed"]) == ([TRAP.id, KRAKEN.id], [])
    ask(visitor, "solution", KRAKEN)  # to look at it again
    assert visitor.get("/api/puzzles/progress").json() == told
    assert visitor.post("/api/puzzles/next", {"ruleset": "mur-jp"}).json()["puzzle"]["id"] == TWO.id
    assert visitor.get("/api/progress").json() == []  # no lessons


def test_somebody_without_a_name_is_told_what_the_rule_makes_of_their_rating(visitor: Visitor) -> None:
    assert ask(visitor, "guess", MARCH, kinds=["333"], rating=1000)["change"] == {"before": 1000, "after": 980}
    assert ask(visitor, "guess", MARCH, kinds=["333"], rating=1000, tried=True)["change"] is None
    assert visitor.get("/api/puzzles/progress").json() == {"ratings": [], "solved": [], "missed": []}


def test_what_was_done_without_a_name_is_taken_over_once(visitor: Visitor) -> None:
    tried = [
        {"puzzle": TRAP.id, "right": True, "solved": True},
        {"puzzle": KRAKEN.id, "right": False, "solved": True},
        {"puzzle": "mur-jp-nothing", "right": True, "solved": True},
    ]
    assert visitor.post("/api/puzzles/progress", {"tried": tried}).status_code == 401
    visitor.be_guest("Ada")
    told = visitor.post("/api/puzzles/progress", {"tried": tried}).json()
    assert told["ratings"] == [{"game": "mur", "rating": 1016, "tries": 2}]
    assert (told["solved"], told["missed"]) == ([TRAP.id, KRAKEN.id], [])
    assert visitor.post("/api/puzzles/progress", {"tried": tried}).json() == told


def test_ratings_are_exported_and_go_with_the_account(visitor: Visitor) -> None:
    visitor.register("Ada")
    ask(visitor, "try", TRAP, steps=["+e2"])
    export = visitor.get("/api/me/export").json()
    assert export["puzzle_ratings"] == [{"game": "mur", "rating": 1020.0, "tries": 1}]
    assert [one["item"] for one in export["progress"]] == [TRAP.id]
    assert visitor.ask("DELETE", "/api/account").status_code == 200
    assert visitor.get("/api/puzzles/progress").json()["solved"] == []


@pytest.mark.slow
def test_judging_happens_in_a_process_of_its_own(server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real puzzles: that process knows no others
    data._index.cache_clear()
    puzzle = next(one for one in puzzles_of_game(find_ruleset("realm").game) if one.kind != GUESS)
    steps = [step for turn in puzzle.solution[::2] for step in turn]
    assert ask(server.visitor(), "try", puzzle, steps=steps)["result"] == "right"
    assert server.services.analyses.apart._process is not None
