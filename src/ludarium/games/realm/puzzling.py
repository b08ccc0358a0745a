"""What Realm's puzzles are about."""

from ludarium.core.state import State, expect
from ludarium.games.puzzling import Line, Puzzling
from ludarium.games.realm import rules_board
from ludarium.games.realm.notation import SQUARES
from ludarium.games.realm.rules import Realm

_MOVES = ("power_moved", "enforcer_moved")


def themes(line: Line, ending: str) -> list[str]:
    events = line[0].events
    kinds = [event.kind for event in events]
    moves = [event for event in events if event.kind in _MOVES]
    sources, targets = ({SQUARES[str(move.data[end])] // 9 for move in moves} for end in ("from", "to"))
    found = {
        "last_base": ending == "last_base",
        "base": "base_put" in kinds and not ending,
        "enforcer": "enforcer_put" in kinds,
        "neutralise": "neutralised" in kinds,
        "capture": "captured" in kinds,
        "dispersal": len(moves) > 1 and len(sources) == 1,
        "concentration": len(moves) > 1 and len(targets) == 1,
        "rearrangement": "rearranges" in kinds,
        "blockade": bool(moves) and not {"base_put", "enforcer_put", "neutralised", "captured"} & set(kinds),
        "pass": "passed" in kinds,
    }
    return [theme for theme, holds in found.items() if holds]


def gist(state: State) -> object:
    """RLM-F2: when realms are counted, it matters which are whose, and how many enforcers each side has."""
    realm = expect(state, Realm)
    bases = [realm.board[realm_ * 9 + 4] >> 2 for realm_ in range(rules_board.REALMS)]
    return tuple(int(base) for base in bases), realm.winners


_RULESETS = ("realm", "realm-english")
PUZZLING = Puzzling(
    themes,
    gist,
    reach=dict.fromkeys(_RULESETS, (1, 1)),
    starts={name: [{}, {"bases": 9}, {"bases": 10}, {"bases": 11}] for name in _RULESETS},
)
