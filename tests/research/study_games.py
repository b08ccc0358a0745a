"""Games without playing: what a study would have kept of them, made by hand."""

from dataclasses import replace

from ludarium.arena.contestants import read_contestant
from ludarium.core.game import find_ruleset
from ludarium.research.study.plan import Plan
from ludarium.research.study.watch import FirstTurn, Watched

PLAIN = Watched(
    number=0,
    opening=0,
    seating=(0, 0),
    winners=(0,),
    ending="three_closes",
    fault="",
    steps=3,
    turns=3,
    choices=((4,), (2,), (5,)),
    course="first",
    board="board",
    first=(FirstTurn("+a1", ("a1",)), FirstTurn("+b2", ("b2",))),
    counts=(),
    expected=((0, (0.5, 0.5)), (1, (0.3, 0.7)), (2, (0.9, 0.1))),
)
# Four games between two seats: won, lost, drawn and won again by the first one.
FOUR = (
    PLAIN,
    replace(
        PLAIN,
        number=1,
        opening=1,
        winners=(1,),
        ending="kraken_closed",
        steps=2,
        turns=2,
        choices=((4,), (4,)),
        course="second",
        expected=((0, (0.6, 0.4)), (1, (0.2, 0.8))),
    ),
    replace(
        PLAIN,
        number=2,
        opening=2,
        winners=(),
        ending="turn_cap",
        steps=4,
        turns=4,
        choices=((1,), (10,), (10,), (1,)),
        course="third",
        first=(FirstTurn("+c1", ("c1",)), FirstTurn("+b2", ("b2",))),
        expected=((0, (0.5, 0.5)), (2, (0.5, 0.5))),
    ),
    replace(
        PLAIN,
        number=3,
        opening=3,
        steps=2,
        turns=1,
        choices=((2, 3),),
        course="first",
        first=(FirstTurn("+a1", ("a1",)), None),
        expected=((0, (0.8, 0.2)),),
    ),
)


def plan(ruleset: str = "mur-en", games: int = 4, **more: object) -> Plan:
    return Plan(find_ruleset(ruleset), more, [read_contestant("random")], games, judging=5)
