"""Mutter Land: marbles on a land of nuts, who build towers from it and climb them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ludarium.core.bits import bit_list
from ludarium.core.game import AGREEMENT, COUNT, Game, Outcome, Prompt, Ruleset
from ludarium.core.listing import PlaceList
from ludarium.core.options import OptionValue, rule_options
from ludarium.core.rng import Rng
from ludarium.core.scene import Scene, Score
from ludarium.core.state import State, expect
from ludarium.games.mutterland import notation, prompts, rules, rules_land, scene, terms
from ludarium.games.mutterland.arrays import MutterLandArrays
from ludarium.games.mutterland.art import ART
from ludarium.games.mutterland.insight import MutterLandInsight


class MutterLandGame(Game):
    name = "mutterland"
    folder = Path(__file__).parent
    options = terms.OPTIONS
    events = terms.TERMS.events
    reasons = terms.REASONS
    endings = terms.TERMS.endings
    codes = notation.CODES
    step_text = staticmethod(notation.step_text)
    read_step = staticmethod(notation.read_step)
    insight = MutterLandInsight()
    levels = ((2, 0.67), (4, 0.57), (6, 0.46), (10, 0.33))
    arrays = MutterLandArrays()
    art = ART
    agreement = COUNT
    # Of one way of many:
    vague = ("name_push", "push_from_afar", "own_marble", "off_land", "no_nut_under", "nut_on_marble")

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        land = _named_land(options["land"])
        if land is None:
            land = rules_land.land_of([]) if options["land"] == "built" else rules_land.generate(Rng(seed))
        return rules.start(rule_options(rules.Options, options), land)

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        _named_land(options["land"])

    def example(self, option: str, options: Mapping[str, OptionValue]) -> tuple[OptionValue, ...]:
        return notation.land_value(rules_land.block()) if option == "land" else ()

    def listing(self, option: str, options: Mapping[str, OptionValue], seed: int) -> PlaceList | None:
        """MUT-P1: a land of one's own, perhaps made from another one."""
        if option != "land":
            return None
        starts = {"generated": rules_land.generate(Rng(seed)), "block": rules_land.block()}
        values = {name: notation.land_value(land) for name, land in starts.items()}
        return PlaceList(int(rules_land.NUTS), "hexagon", int(rules_land.FAR), values)

    def chance(self, state: State) -> Mapping[str, OptionValue]:
        land = notation.land_value(expect(state, rules.MutterLand).columns.land)
        if len(land) < rules_land.NUTS or land == notation.land_value(rules_land.block()):
            return {}
        return {"land": land}

    def agreed(self, state: State) -> Outcome:
        """MUT-E2: where nobody goes on, the marbles on floor 4 or higher are counted."""
        winners = expect(state, rules.MutterLand).count_winners()
        return Outcome(tuple(bit_list(winners)), AGREEMENT, "MUT-E2")

    def counted(self, state: State) -> Sequence[Score]:
        return scene.scores(expect(state, rules.MutterLand))

    def position_text(self, state: State) -> str:
        return notation.position_text(expect(state, rules.MutterLand))

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return notation.read_position(rule_options(rules.Options, options), _named_land(options["land"]), text)

    def scene(self, view: State, seat: int) -> Scene:
        return scene.scene(expect(view, rules.MutterLand), seat)

    def goal(self, view: State) -> Prompt | None:
        return prompts.goal(expect(view, rules.MutterLand))

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return prompts.prompt(expect(view, rules.MutterLand), clicks)

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return scene.steps_for_clicks(expect(view, rules.MutterLand), clicks)


def _named_land(value: OptionValue) -> rules_land.Land | None:
    """The land that an option names; none where chance or the players make it."""
    if value == "block":
        return rules_land.block()
    return None if isinstance(value, str) else notation.read_land(value)


GAME = MutterLandGame()
RULESETS = (
    Ruleset("mutterland", GAME, {"marbles_per_turn": "all"}),
    Ruleset("mutternland", GAME, {"marbles_per_turn": "one"}),
)
