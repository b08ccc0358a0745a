"""Mur: ships and a kraken on a round board, in two editions."""

import pathlib
from collections.abc import Mapping, Sequence

from ludarium.core.game import DRAW, Game, Prompt, Refusal, Ruleset, Series
from ludarium.core.options import OptionValue, rule_options
from ludarium.core.scene import Path, Scene
from ludarium.core.state import State, expect
from ludarium.games.mur import notation, prompts, rules, scene, terms
from ludarium.games.mur.arrays import MurArrays
from ludarium.games.mur.art import ART
from ludarium.games.mur.insight import MurInsight


class MurGame(Game):
    name = "mur"
    folder = pathlib.Path(__file__).parent
    options = terms.OPTIONS
    events = terms.TERMS.events
    reasons = (*terms.REASONS, scene.ELSEWHERE)
    endings = terms.TERMS.endings
    codes = notation.CODES
    step_text = staticmethod(notation.step_text)
    read_step = staticmethod(notation.read_step)
    series = Series(games=6, sets=2)  # MUR-S2
    insight = MurInsight()
    levels = ((3, 0.55), (6, 0.31), (12, 0.18), (20, 0.14))
    arrays = MurArrays()
    art = ART
    agreement = DRAW  # which MUR-R2 would bring later

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return rules.Mur(rule_options(rules.Options, options))

    def next_game(self, state: State, number: int) -> State:
        return rules.next_game(expect(state, rules.Mur), number)

    def position_text(self, state: State) -> str:
        return notation.position_text(expect(state, rules.Mur))

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return notation.read_position(rule_options(rules.Options, options), text)

    def scene(self, view: State, seat: int) -> Scene:
        return scene.scene(expect(view, rules.Mur), seat)

    def paths(self, view: State) -> Sequence[Path]:
        return scene.paths(expect(view, rules.Mur))

    def goal(self, view: State) -> Prompt | None:
        return prompts.goal(expect(view, rules.Mur))

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return prompts.prompt(expect(view, rules.Mur), clicks)

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return scene.steps_for_clicks(expect(view, rules.Mur), clicks)

    def explain_clicks(self, view: State, clicks: Sequence[str]) -> Refusal | None:
        return scene.explain_clicks(expect(view, rules.Mur), clicks)


GAME = MurGame()
_FULL = ("ships", "closes")  # what a full game does not choose
_TINY: Mapping[str, OptionValue] = {"ships": 3, "closes": 1}
RULESETS = (
    Ruleset("mur-jp", GAME, {"edition": "jp"}, without=_FULL),
    Ruleset("mur-en", GAME, {"edition": "en"}, without=("kraken_walls", *_FULL)),
    Ruleset("mur-jp-any", GAME, {"edition": "jp", "kraken_walls": "any"}, without=_FULL),
    Ruleset("mur-tiny-jp", GAME, {"edition": "jp", **_TINY}, tiny=True),
    Ruleset("mur-tiny-en", GAME, {"edition": "en", **_TINY}, without=("kraken_walls",), tiny=True),
)
