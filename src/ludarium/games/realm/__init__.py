"""Realm: powers, enforcers and bases on sixteen realms."""

import pathlib
from collections.abc import Mapping, Sequence

from ludarium.core.bits import bit_list
from ludarium.core.errors import OptionError
from ludarium.core.game import AGREEMENT, COUNT, Game, Outcome, Prompt, Ruleset
from ludarium.core.options import OptionValue, rule_options
from ludarium.core.scene import Path, Scene, Score
from ludarium.core.state import State, expect
from ludarium.games.realm import notation, prompts, rules, scene, terms
from ludarium.games.realm.arrays import RealmArrays
from ludarium.games.realm.art import ART
from ludarium.games.realm.insight import RealmInsight


class RealmGame(Game):
    name = "realm"
    folder = pathlib.Path(__file__).parent
    options = terms.OPTIONS
    events = terms.TERMS.events
    reasons = terms.REASONS
    endings = terms.TERMS.endings
    codes = notation.CODES
    step_text = staticmethod(notation.step_text)
    read_step = staticmethod(notation.read_step)
    insight = RealmInsight()
    levels = ((3, 0.57), (6, 0.4), (10, 0.21), (16, 0.12))
    arrays = RealmArrays()
    art = ART
    agreement = COUNT
    # Of one of many squares where a piece could go:
    vague = ("same_realm", "blocked", "centre", "centre_closed", "about")

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        return rules.set_up(rule_options(rules.Options, options))

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        chosen = rule_options(rules.Options, options)
        if chosen.bases <= chosen.powers:
            raise OptionError("bases_few", powers=chosen.powers, bases=chosen.bases, least=chosen.powers + 1)

    def agreed(self, state: State) -> Outcome:
        """RLM-T4, F2: agreement ends the game, and the realms are counted."""
        winners = expect(state, rules.Realm).count_winners()
        return Outcome(tuple(bit_list(winners)), AGREEMENT, "RLM-T4")

    def counted(self, state: State) -> Sequence[Score]:
        return scene.scores(expect(state, rules.Realm))

    def position_text(self, state: State) -> str:
        return notation.position_text(expect(state, rules.Realm))

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return notation.read_position(rule_options(rules.Options, options), text)

    def scene(self, view: State, seat: int) -> Scene:
        return scene.scene(expect(view, rules.Realm), seat)

    def paths(self, view: State) -> Sequence[Path]:
        return scene.paths(expect(view, rules.Realm))

    def goal(self, view: State) -> Prompt | None:
        return Prompt("goal")

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return prompts.prompt(expect(view, rules.Realm), clicks)

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return scene.steps_for_clicks(expect(view, rules.Realm), clicks)


GAME = RealmGame()
RULESETS = (
    Ruleset("realm", GAME, {}),
    Ruleset("realm-english", GAME, {"counter": "not_superior"}),
    Ruleset("realm-grand", GAME, {"powers": 4, "enforcers": 9, "bases": 14}),
)
