"""A small path of lessons for tests, beside those that the games bring."""

from collections.abc import Mapping

from ludarium.core.game import by_game, find_ruleset
from ludarium.learn.format import LessonError, LessonPath
from ludarium.learn.lessons import read_paths

PILOT = """
rulesets = ["mur-en"]

[[lessons]]
id = "placing"
title = { en = "How ships come in", ja = "船の置き方" }
clauses = ["MUR-T1", "MUR-V1"]

[[lessons.tasks]]
say = { en = "Place a ship on c2.", ja = "c2に船を置いてください。" }
steps = ["+c2"]
hint = { en = "c2 is the middle of the three on the right.", ja = "右の3つの真ん中です。" }
right = { en = "A single ship is class 1.", ja = "単独の船はランク1です。" }
after = ["+e1"]
[[lessons.tasks.wrong]]
steps = "+c1"
say = { en = "That is the inner ring.", ja = "それは内側のリングです。" }

[[lessons.tasks]]
say = { en = "Move your ship along its ring.", ja = "船をリングに沿って動かしてください。" }
steps = ["c2r", "c2l"]

[[lessons.tasks]]
say = { en = "That was all.", ja = "これで終わりです。" }

[[lessons]]
id = "closing"
title = { en = "Closing on a ship", ja = "クローズ" }
clauses = ["MUR-C1"]

[[lessons.tasks]]
position = "black b3 d3; white c3; kraken x"
say = { en = "Close on the white ship.", ja = "白の船をクローズしてください。" }
goal = { event = "closed", at = "c3" }

[[lessons.tasks]]
position = "black b3 d3; white c3; kraken x; closes 2 0"
say = { en = "Win the game.", ja = "勝ってください。" }
goal = { win = true }

[[lessons]]
id = "strategy"
title = { en = "Threats", ja = "狙い" }
clauses = ["MUR-C3"]

[[lessons.tasks]]
position = "black b3 f3; white c3 e3; kraken d2; closes 2 0"
say = { en = "Win in 2 turns, whatever White does.", ja = "2手番で勝ってください。" }
goal = { turns = 2, win = true }

[[lessons.tasks]]
position = "black c3; white b3 d3; kraken x; closes 0 2"
say = { en = "Save your ship.", ja = "船を守ってください。" }
goal = { safe = true }
"""


def read(texts: Mapping[str, str]) -> tuple[list[LessonPath], list[LessonError]]:
    """The paths in these files of the game whose ruleset the first one is called after."""
    game = find_ruleset(next(iter(texts))).game
    return read_paths(next(members for other, members in by_game() if other is game), texts)


def pilot(text: str = PILOT) -> LessonPath:
    found, problems = read({"mur-en": text})
    assert not problems, [str(problem) for problem in problems]
    return found[0]
