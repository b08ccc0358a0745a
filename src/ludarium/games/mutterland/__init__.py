"""Mutter Land: marbles on a land of nuts, who build towers from it and climb them."""

import pathlib
from collections.abc import Mapping, Sequence
from math import isqrt

from ludarium.core.bits import bit_list
from ludarium.core.errors import OptionError
from ludarium.core.game import AGREEMENT, COUNT, Game, Outcome, Prompt, Ruleset
from ludarium.core.listing import PlaceList
from ludarium.core.options import OptionValue, rule_options
from ludarium.core.rng import Rng
from ludarium.core.scene import Path, Scene, Score
from ludarium.core.state import State, expect
from ludarium.games.mutterland import notation, prompts, rules, rules_land, scene, terms
from ludarium.games.mutterland.arrays import MutterLandArrays
from ludarium.games.mutterland.art import ART
from ludarium.games.mutterland.insight import MutterLandInsight


class MutterLandGame(Game):
    name = "mutterland"
    folder = pathlib.Path(__file__).parent
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
        land = _named_land(options)
        if land is None:
            nuts = int(str(options["nuts"]))
            land = rules_land.land_of([]) if options["land"] == "built" else rules_land.generate(Rng(seed), nuts)
        return rules.start(rule_options(rules.Options, options), land)

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        _named_land(options)
        chosen = rule_options(rules.Options, options)
        edge = isqrt(12 * chosen.nuts - 4) - 2  # of the roundest land, which has the shortest one
        if chosen.players * chosen.marbles_each() > edge:
            raise OptionError("nuts_few", marbles=chosen.players * chosen.marbles_each(), nuts=chosen.nuts, edge=edge)

    def example(self, option: str, options: Mapping[str, OptionValue]) -> tuple[OptionValue, ...]:
        return notation.land_value(_example(options)) if option == "land" else ()

    def listing(self, option: str, options: Mapping[str, OptionValue], seed: int) -> PlaceList | None:
        """MUT-P1: a land of one's own, perhaps made from another one."""
        if option != "land":
            return None
        nuts = int(str(options["nuts"]))
        starts = {"generated": rules_land.generate(Rng(seed), nuts), "block": _example(options)}
        values = {name: notation.land_value(land) for name, land in starts.items()}
        return PlaceList(nuts, "hexagon", int(rules_land.FAR), values)

    def chance(self, state: State) -> Mapping[str, OptionValue]:
        own = expect(state, rules.MutterLand)
        land = notation.land_value(own.columns.land)
        if len(land) < own.options.nuts or land == notation.land_value(rules_land.block()):
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
        return notation.read_position(rule_options(rules.Options, options), _named_land(options), text)

    def scene(self, view: State, seat: int) -> Scene:
        return scene.scene(expect(view, rules.MutterLand), seat)

    def paths(self, view: State) -> Sequence[Path]:
        return scene.paths(expect(view, rules.MutterLand))

    def goal(self, view: State) -> Prompt | None:
        return prompts.goal(expect(view, rules.MutterLand))

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return prompts.prompt(expect(view, rules.MutterLand), clicks)

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return scene.steps_for_clicks(expect(view, rules.MutterLand), clicks)


def _named_land(options: Mapping[str, OptionValue]) -> rules_land.Land | None:
    """The land that the options name; none where chance or the players make it."""
    value, nuts = options["land"], int(str(options["nuts"]))
    if value == "block":
        if nuts != rules_land.NUTS:
            raise OptionError("block_nuts", nuts=int(rules_land.NUTS))
        return rules_land.block()
    return None if isinstance(value, str) else notation.read_land(value, nuts)


def _example(options: Mapping[str, OptionValue]) -> rules_land.Land:
    """The block of the options' number of nuts."""
    whole = rules_land.block().hexagons
    return rules_land.land_of([int(whole[at]) for at in range(int(str(options["nuts"])))])


GAME = MutterLandGame()
_FULL = ("nuts", "marbles", "floor", "towers")  # what a full game does not choose
_TINY: Mapping[str, OptionValue] = {
    **{"nuts": 6, "marbles": 2, "floor": 3, "towers": 1, "turn_cap": 20},
    "land": ((0, 0), (1, 0), (2, 0), (-1, 1), (0, 1), (1, 1)),
}
RULESETS = (
    Ruleset("mutterland", GAME, {"marbles_per_turn": "all"}, without=_FULL),
    Ruleset("mutternland", GAME, {"marbles_per_turn": "one"}, without=_FULL),
    Ruleset("mutterland-tiny", GAME, {"marbles_per_turn": "all", **_TINY}, tiny=True),
    Ruleset("mutternland-tiny", GAME, {"marbles_per_turn": "one", **_TINY}, tiny=True),
)
