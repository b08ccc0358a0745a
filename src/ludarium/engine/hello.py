"""The handshake: who answers here, what can be asked, and what can be played with which options."""

from collections.abc import Sequence

from ludarium import __version__
from ludarium.core import is_compiled
from ludarium.core.game import Ruleset, rulesets
from ludarium.core.options import OptionValue
from ludarium.core.vocabulary import Option
from ludarium.engine.games import LONGEST_GAME, MOST_SESSIONS
from ludarium.engine.request import Answer

PROTOCOL = 1  # grows when something that was answered before is answered otherwise
LONGEST_LINE = 1 << 20  # bytes
PLAYERS = "players"  # the option that says how many play, where a game has one


def hello(commands: Sequence[str]) -> Answer:
    return {
        "engine": "ludarium",
        "version": __version__,
        "protocol": PROTOCOL,
        "compiled": is_compiled(),
        "rulesets": [_ruleset(one) for one in rulesets()],
        "commands": list(commands),
        "limits": {"line": LONGEST_LINE, "sessions": MOST_SESSIONS, "steps": LONGEST_GAME},
    }


def seat_numbers(ruleset: Ruleset) -> list[int]:
    """How many can play."""
    chooser = next((option for option in ruleset.offered if option.name == PLAYERS), None)
    return [int(ruleset.new().seats)] if chooser is None else list(range(chooser.low, chooser.high + 1))


def _ruleset(ruleset: Ruleset) -> Answer:
    game, usual = ruleset.game, ruleset.read({})
    return {
        "name": ruleset.name,
        "game": game.name,
        "title": game.words("en").name("rulesets", ruleset.name),
        "title_ja": game.words("ja").name("rulesets", ruleset.name),
        "players": seat_numbers(ruleset),
        "hidden_information": game.hidden_information,
        "options": [_option(ruleset, option, usual[option.name]) for option in ruleset.offered],
    }


def _option(ruleset: Ruleset, option: Option, usual: OptionValue) -> Answer:
    takes: Answer
    if isinstance(option.default, bool):
        takes = {"type": "boolean"}
    elif option.values:
        takes = {"type": "choice", "values": list(option.values)}
    elif option.lists:
        takes = {"type": "list"}
    else:
        takes = {"type": "integer", "range": [option.low, option.high]}
        takes |= {"stride": option.stride} if option.stride > 1 else {}
        takes |= {"zero": True} if option.zero and option.low > 0 else {}
    if option.lists:
        takes["lists"] = option.lists
    said = ruleset.game.words("en").name("options", option.name)
    return {"name": option.name, **takes, "default": usual, "clause": option.clause, "title": said}
