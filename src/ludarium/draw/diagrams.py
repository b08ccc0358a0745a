"""What the blocks of a page show: a position, the steps taken from there, the scenes before and after."""

from dataclasses import dataclass

from ludarium.core.errors import LudariumError, NotationError, OptionError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.history import History
from ludarium.core.options import read_text, shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.draw.blocks import AFTER, BEFORE, BOTH, Block


@dataclass(frozen=True)
class Start:
    """What a block says, read: a position, the steps taken from there, and for whom it is shown (``None``: open)."""

    ruleset: Ruleset
    options: dict[str, object]
    position: str | None
    steps: list[str]
    view: int | None


def start_of(block: Block) -> Start:
    """``PageError`` if the block names a ruleset, an option or a seat that does not exist."""
    try:
        ruleset = find_ruleset(block.value("ruleset"))
        options = dict(_read_option(ruleset, text) for text in block.values("option"))
        seats = int(ruleset.new(options).seats)
        view = _read_view(block.value("view", "open"), seats)
        steps = ruleset.game.split_steps(block.value("steps"))
        return Start(ruleset, options, block.value("position") or None, steps, view)
    except LudariumError as problem:
        raise block.fail(problem) from problem


def history_of(block: Block) -> History:
    """``PageError`` if the position of a block cannot be read or one of its steps is illegal."""
    start = start_of(block)
    try:
        game, options = start.ruleset.game, start.ruleset.read(start.options)
        state = game.new(options, 0) if start.position is None else game.read_position(options, start.position)
        history = History(start.ruleset, state)
        for text in start.steps:
            step = game.read_step(text)
            game.refuse_illegal(history.state, step)
            history.take(step)
        return history
    except LudariumError as problem:
        raise block.fail(problem) from problem


def scene_at(block: Block, history: History, place: int = -1) -> Scene:
    """What a block shows after so many of its steps; without a number, after all of them."""
    view = start_of(block).view
    moment = history if place < 0 else history.at(place)
    return moment.scene(SPECTATOR if view is None else view, open_=view is None)


def scene_of(block: Block) -> Scene:
    """What a block shows after its steps."""
    return scene_at(block, history_of(block))


def chosen(block: Block, before: Scene, after: Scene) -> list[Scene]:
    """Those of the scenes before and after its steps that a diagram shows."""
    return {BEFORE: [before], AFTER: [after], BOTH: [before, after]}[block.shown]


def _read_option(ruleset: Ruleset, text: str) -> tuple[str, object]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise OptionError("block_option", text=shortened(text))
    option = next((option for option in ruleset.offered if option.name == name), None)
    return name, value if option is None else read_text(option, value)


def _read_view(text: str, seats: int) -> int | None:
    if text == "open":
        return None
    if text not in map(str, range(seats)):
        raise NotationError("block_view", view=shortened(text), seats=list(range(seats)))
    return int(text)
