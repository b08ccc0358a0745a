"""Myrmidons: two armies of blocks that only their owners see."""

import pathlib
from collections import Counter
from collections.abc import Mapping, Sequence

from ludarium.core.errors import OptionError
from ludarium.core.game import DRAW, Game, Prompt, Refusal, Ruleset
from ludarium.core.listing import PieceList
from ludarium.core.options import OptionValue, rule_options, shortened
from ludarium.core.scene import Path, Piece, Scene
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import notation, prompts, rules, scene, terms
from ludarium.games.myrmidons.arrays import MyrmidonsArrays
from ludarium.games.myrmidons.art import ART
from ludarium.games.myrmidons.insight import MyrmidonsInsight
from ludarium.games.myrmidons.insight_clues import read_clue_weights
from ludarium.games.myrmidons.rules_position import Options
from ludarium.games.myrmidons.setups import read_set_ups

# Types that people could agree on, by the size of the armies.
_EXAMPLES: dict[int, tuple[OptionValue, ...]] = {
    6: ("153", "225", "333", "414", "531"),
    12: ("135", "153", "225", "243", "315", "324", "333", "351", "414", "432", "522"),
}


class MyrmidonsGame(Game):
    name = "myrmidons"
    folder = pathlib.Path(__file__).parent
    options = terms.OPTIONS
    events = terms.TERMS.events
    reasons = (*terms.REASONS, scene.CROOKED)
    endings = terms.TERMS.endings
    codes = notation.CODES
    step_text = staticmethod(notation.step_text)
    read_step = staticmethod(notation.read_step)
    hidden_information = True
    insight = MyrmidonsInsight(read_set_ups(folder / "setups.toml"), read_clue_weights(folder / "clues.toml"))
    levels = ((6, 0.42), (20, 0.22), (100, 0.02), (500, 0.0))
    arrays = MyrmidonsArrays()
    art = ART
    agreement = DRAW  # which MYR-E3 would bring later
    vague = ("too_far", "order_open", "order_too_far")  # of one of many squares where a block could go

    def new(self, options: Mapping[str, OptionValue], seed: int) -> State:
        drawn = [[terms.TYPES.index(type_) for type_ in _names(army)] for army in _list(options["drawn"])]
        return rules.new_game(_options(options), drawn, seed)

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        army, size = options["army"], _size(options)
        if army == "base" and options["size"] == 12:
            raise OptionError("base_twelve")
        if options["size"] == 12 and options["board"] != terms.FULL_BOARD:
            raise OptionError("board_twelve")
        if army in ("secret", "random"):
            if options["types"]:
                raise OptionError("types_unused", army=army)
        elif options["types"]:
            _check_types("types", _list(options["types"]), size - 1, 1)
        elif size != 6:
            raise OptionError("types_missing", option="types", number=size - 1)
        if options["drawn"]:
            if army != "random":
                raise OptionError("drawn_unused", army=army)
            _check_drawn(_list(options["drawn"]), size - 1)

    def example(self, option: str, options: Mapping[str, OptionValue]) -> tuple[OptionValue, ...]:
        if option != "types" or options["army"] not in ("base", "agreed"):
            return ()
        return _EXAMPLES[12][: _size(options) - 1] if _size(options) != 6 else _EXAMPLES[6]

    def listing(self, option: str, options: Mapping[str, OptionValue], seed: int) -> PieceList | None:
        """MYR-B3, X1, X2: the types of both armies; with six blocks none chosen are those of the base set."""
        if not self.example(option, options):
            return None
        size = _size(options)
        types = tuple(Piece("", type_, 0, "block", "n", "", tuple(type_)) for type_ in terms.TYPES[1:])
        return PieceList(size - 1, types, terms.BASE_TYPES if size == 6 else ())

    def chance(self, state: State) -> Mapping[str, OptionValue]:
        own = expect(state, rules.Myrmidons)
        return {"drawn": notation.drawn(own)} if own.options.army == "random" and not own.veiled else {}

    def is_setup(self, state: State) -> bool:
        own = expect(state, rules.Myrmidons)
        return own.seat >= 0 and own.left_of(own.seat) > 0

    def position_text(self, state: State) -> str:
        return notation.position_text(expect(state, rules.Myrmidons))

    def read_position(self, options: Mapping[str, OptionValue], text: str) -> State:
        return notation.read_position(_options(options), text)

    def scene(self, view: State, seat: int) -> Scene:
        return scene.scene(expect(view, rules.Myrmidons), seat)

    def paths(self, view: State) -> Sequence[Path]:
        return scene.paths(expect(view, rules.Myrmidons))

    def goal(self, view: State) -> Prompt | None:
        full = expect(view, rules.Myrmidons).options.board == terms.FULL_BOARD
        return Prompt("goal" if full else "goal_small")

    def prompt(self, view: State, clicks: Sequence[str]) -> Prompt | None:
        return prompts.prompt(expect(view, rules.Myrmidons), clicks)

    def odds(self, view: State, step: int) -> Prompt | None:
        return prompts.odds(expect(view, rules.Myrmidons), step)

    def steps_for_clicks(self, view: State, clicks: Sequence[str]) -> list[int]:
        return scene.steps_for_clicks(expect(view, rules.Myrmidons), clicks)

    def explain_clicks(self, view: State, clicks: Sequence[str]) -> Refusal | None:
        return scene.explain_clicks(expect(view, rules.Myrmidons), clicks)


def _size(options: Mapping[str, OptionValue]) -> int:
    """MYR-X2, X3: how many blocks an army has: a smaller board's row of them."""
    columns, _ = terms.BOARDS[str(options["board"])]
    return int(str(options["size"])) if options["board"] == terms.FULL_BOARD else columns


def _list(value: OptionValue) -> tuple[OptionValue, ...]:
    return value if isinstance(value, tuple) else (value,)


def _names(value: OptionValue) -> list[str]:
    return [str(name) for name in _list(value)]


def _check_types(option: str, names: tuple[OptionValue, ...], number: int, most: int) -> None:
    """Refuse all but so many of the 19 types, each at most so often."""
    for name in names:
        if name not in terms.TYPES[1:]:
            raise OptionError("type", option=option, value=shortened(name), known=list(terms.TYPES[1:]))
    if len(names) != number:
        raise OptionError("types_number", option=option, number=number, given=len(names))
    for name, times in Counter(names).items():
        if times > most:
            raise OptionError("type_often", option=option, value=name, most=most)


def _check_drawn(armies: tuple[OptionValue, ...], number: int) -> None:
    """MYR-X1: two armies from two blocks of each type."""
    if len(armies) != 2 or not all(isinstance(army, tuple) for army in armies):
        raise OptionError("drawn_armies", number=number)
    for army in armies:
        _check_types("drawn", _list(army), number, 2)
    _check_types("drawn", (*_list(armies[0]), *_list(armies[1])), 2 * number, 2)


def _options(values: Mapping[str, OptionValue]) -> Options:
    known = values["army"] in ("base", "agreed")
    types = tuple(sorted(_names(values["types"]) or terms.BASE_TYPES)) if known else ()
    return rule_options(Options, {**values, "types": types, "size": _size(values)})


GAME = MyrmidonsGame()
RULESETS = (
    Ruleset("myrmidons", GAME, {}, without=("board",)),
    Ruleset("myrmidons-memory", GAME, {"display": "memory"}, without=("board",)),
    Ruleset("myrmidons-secret", GAME, {"army": "secret"}, without=("board",)),
    Ruleset("myrmidons-random", GAME, {"army": "random"}, without=("board",)),
    Ruleset("myrmidons-twelve", GAME, {"army": "secret", "size": 12}, without=("board",)),
    Ruleset(
        "myrmidons-tiny",
        GAME,
        {"army": "agreed", "types": ("243", "324"), "board": "3x3", "turn_cap": 4},
        without=("size", "drawn"),
        tiny=True,
    ),
)
