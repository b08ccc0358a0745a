"""Lessons over HTTP: what there is, tries judged, and what somebody has done."""

import pytest

from ludarium.server.learning import tries
from ludarium.server.requests import TryClicks, TryRequest
from tests.learn.pilot import read
from tests.server.visiting import Open, Visitor

TRY = {"ruleset": "connect-four", "lesson": "dropping", "task": 0}


def tried(visitor: Visitor, **changed: object) -> dict[str, object]:
    answer = visitor.post("/api/learn/try", {**TRY, **changed})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def steps(found: dict[str, object]) -> list[list[str]]:
    """The steps of each frame."""
    frames = found["frames"]
    assert isinstance(frames, list)
    return [[step["text"] for step in frame["steps"]] for frame in frames]


# --- what there is ----------------------------------------------------------------------------------------------------
def test_the_paths_and_their_lessons_are_told(visitor: Visitor) -> None:
    path = next(one for one in visitor.get("/api/learn").json() if one["ruleset"] == "connect-four")
    assert [lesson["id"] for lesson in path["lessons"]] == ["dropping", "four", "two-threats"]
    assert visitor.get("/api/learn/connect-four").json() == path
    assert [visitor.get(f"/api/learn/{ruleset}").json()["puzzles"] for ruleset in ("connect-four", "realm")] == [
        False,
        True,
    ]
    lesson = visitor.get("/api/learn/connect-four/dropping?lang=ja").json()
    assert (lesson["title"], lesson["tasks"][0]["say"]) == ("石の落とし方", "真ん中の列に石を落としてください。")
    assert [task["begins"] for task in lesson["tasks"]] == [True, False]


@pytest.mark.parametrize("path", ["nothing", "connect-four/nothing", "nothing/dropping"])
def test_what_there_is_not_is_not_found(visitor: Visitor, path: str) -> None:
    answer = visitor.get(f"/api/learn/{path}")
    assert answer.status_code == 404
    assert answer.json()["sentence"]


# --- tries ------------------------------------------------------------------------------------------------------------
def test_a_task_begins_with_its_board(visitor: Visitor) -> None:
    begun = tried(visitor)
    assert (begun["verdict"], begun["sentences"], steps(begun)) == ("more", [], [[]])
    assert [path["step"] for path in begun["frames"][0]["picture"]["paths"]] == list("abcdefg")  # type: ignore[index]


def test_a_right_step_is_followed_by_what_others_do(visitor: Visitor) -> None:
    right = tried(visitor, tries=[["d"]])
    assert (right["verdict"], steps(right)) == ("right", [["d"], ["d"]])
    assert right["sentences"][0].startswith("Blue")  # type: ignore[index]
    following = tried(visitor, task=1, tries=[["d"], ["d"]])
    assert (following["verdict"], steps(following)) == ("right", [["d"]])


def test_a_wrong_step_is_told_in_the_language_of_the_request(visitor: Visitor) -> None:
    wrong = tried(visitor, tries=[["a"]], locale="ja")
    assert (wrong["verdict"], wrong["sentences"][-1]) == ("wrong", "それは左端の列です。")  # type: ignore[index]


def test_what_is_impossible_is_refused(visitor: Visitor) -> None:
    for changed, status in (
        ({"tries": [["h"]]}, 400),
        ({"task": 9}, 404),
        ({"task": 1, "tries": [["a"], ["d"]]}, 400),
        ({"tries": [["d"] * 100]}, 422),
    ):
        answer = visitor.post("/api/learn/try", {**TRY, **changed})
        assert answer.status_code == status, answer.text


def test_clicks_are_explained_and_previewed(visitor: Visitor) -> None:
    found = visitor.post("/api/learn/clicks", {**TRY, "clicks": []}).json()
    assert [one["step"] for one in found["previews"]] == list("abcdefg")
    full = {"lesson": "four", "task": 1, "clicks": ["d6"]}
    assert visitor.post("/api/learn/clicks", {**TRY, **full}).json()["why"]["allowed"]


def test_a_way_is_shown_on_request(visitor: Visitor) -> None:
    assert tried(visitor, solve=True)["solution"] == ["d"]
    assert tried(visitor)["solution"] == []


@pytest.mark.slow
def test_the_solver_works_apart_and_shows_what_others_answer(server: Open, visitor: Visitor) -> None:
    lost = tried(visitor, lesson="four", task=1, tries=[[], ["a"]])
    assert (lost["verdict"], steps(lost)) == ("wrong", [["a"], ["d"]])
    first = tried(visitor, lesson="two-threats", tries=[["e"]])
    assert (first["verdict"], len(steps(first))) == ("more", 2)
    process = server.services.analyses.apart._process
    assert process is not None
    process.process.kill()  # whatever happens to it, the next question is answered
    process.process.join()
    assert visitor.post("/api/learn/try", {**TRY, "lesson": "four"}).status_code == 500
    assert tried(visitor, lesson="four")["verdict"] == "more"


FIGHT = """
rulesets = ["myrmidons"]
[[lessons]]
id = "fight"
title = {{ en = "Fight", ja = "戦い" }}
clauses = ["MYR-F1"]
[[lessons.tasks]]
position = "blue c3=324 a1=111; red c5={one} e6={other} f7=111"
say = {{ en = "Attack.", ja = "攻撃してください。" }}
steps = ["c3n2"]
"""


def test_what_is_hidden_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the fight shows it, the board is the same whatever the enemy's blocks are."""

    def sent(one: str, other: str, *steps: str) -> bytes:
        path = read({"myrmidons": FIGHT.format(one=one, other=other)})[0][0]
        monkeypatch.setattr(tries, "find", lambda *_: (path, path.lessons[0]))
        wanted = TryRequest(ruleset="myrmidons", lesson="fight", task=0, tries=[list(steps)])
        clicks = TryClicks(ruleset="myrmidons", lesson="fight", task=0, tries=[list(steps)], clicks=["c3"])
        return tries.answer(wanted)[1] + tries.answer(clicks)[1]

    assert sent("333", "432") == sent("432", "333")
    assert sent("333", "432", "c3w1") == sent("432", "333", "c3w1")
    assert sent("333", "432", "c3n2") != sent("243", "432", "c3n2")  # sword 3 against shield 3 or 4


# --- progress ---------------------------------------------------------------------------------------------------------
DONE = {"kind": "lesson", "ruleset": "connect-four", "item": "dropping"}


def test_what_somebody_has_done_is_kept_with_their_name(server: Open, visitor: Visitor) -> None:
    assert visitor.get("/api/progress").json() == []
    assert visitor.post("/api/progress", {"done": [DONE]}).status_code == 401
    visitor.be_guest("Ada")
    made_up = {**DONE, "item": "nothing"}
    assert visitor.post("/api/progress", {"done": [DONE, DONE, made_up]}).json() == [DONE]
    assert visitor.post("/api/progress", {"done": [{**DONE, "item": "four"}]}).json() == [
        DONE,
        {**DONE, "item": "four"},
    ]
    assert server.visitor().get("/api/progress").json() == []
    visitor.register("Ada")
    assert len(visitor.get("/api/progress").json()) == 2


def test_progress_is_exported_and_goes_with_the_account(visitor: Visitor) -> None:
    visitor.register("Ada")
    visitor.post("/api/progress", {"done": [DONE]})
    (told,) = visitor.get("/api/me/export").json()["progress"]
    assert {key: told[key] for key in DONE} == DONE
    assert visitor.ask("DELETE", "/api/account").status_code == 200
    assert visitor.get("/api/progress").json() == []
