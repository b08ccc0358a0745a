"""One game of a study: played, and measured while everything about it is at hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ludarium.arena.games import Result, mix_seeds
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.players.analysis import settled
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker
from ludarium.table.table import Table

MOMENTS = (0.25, 0.5, 0.75)  # when pieces are counted, in parts of the spells after a secret set-up
MOST_JUDGED = 100  # spells of one game whose beginnings are judged, evenly spread over it
SCORE = "score"  # stands before the name of a score among the counts
_JUDGEMENTS = 3  # what a seed is for; 1 and 2 are the arena's
_DIGITS = 3

Shares = tuple[float, ...]


@dataclass(frozen=True)
class FirstTurn:
    """A seat's first spell after a secret set-up: its steps as text, and the sites that they touched."""

    steps: str
    sites: tuple[str, ...]


@dataclass(frozen=True)
class Watched:
    """What is kept of one game. A *spell* is what a seat does until another one acts: a turn, a part of the set-up, an
    answer in the middle of somebody's turn.

    ``choices``: for each spell, how many legal steps each of its decisions had. ``course`` is the same for games with
    the same steps, ``board`` for those whose sites lie alike. ``counts``: at each of the ``MOMENTS``, how much every
    seat has of what can be counted (``shape/kind`` of pieces, ``score/name``). ``expected``: each seat's expected
    share of the win at the beginning of a spell (counted from 0). Opening steps are counted in ``steps`` and ``turns``
    alone.
    """

    number: int
    opening: int
    seating: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    fault: str
    steps: int
    turns: int  # as the rules count them
    choices: tuple[tuple[int, ...], ...]
    course: str
    board: str
    first: tuple[FirstTurn | None, ...]
    counts: tuple[Mapping[str, tuple[int, ...]], ...]
    expected: tuple[tuple[int, Shares], ...]

    @property
    def seats(self) -> int:
        return len(self.seating)

    @property
    def spells(self) -> int:
        return len(self.choices)

    def share(self, seat: int) -> float:
        """A seat's part of the win; in a draw everybody has the same."""
        best = self.winners or range(self.seats)
        return (seat in best) / len(best)

    def check(self) -> None:
        """``ValueError`` if the fields contradict each other."""
        lengths = {len(self.first), *(len(counts) for moment in self.counts for counts in moment.values())}
        lengths |= {len(shares) for _, shares in self.expected}
        if not set(self.winners) <= set(range(self.seats)) or lengths != {self.seats}:
            raise ValueError("seats that are not at this table")
        if not all(self.choices):
            raise ValueError("a spell without a decision")


def measure(table: Table, opened: int, result: Result, seed: int, judging: int) -> Watched:
    """``opened`` is how many steps were taken before the players began; ``judging`` the number of simulations with
    which a spell's beginning is judged.
    """
    spells = _spells(table, opened)
    played = [spell for spell, places in enumerate(spells) if not table.history.taken[places[0]].is_setup]
    return Watched(
        number=result.number,
        opening=result.opening,
        seating=result.seating,
        winners=result.winners,
        ending=result.ending,
        fault=result.fault,
        steps=result.steps,
        turns=result.turns,
        choices=tuple(tuple(_legal(table, place) for place in spell) for spell in spells),
        course=_digest(entry.text for entry in table.history.taken),
        board=_digest(f"{site.name} {site.x} {site.y}" for site in _scene(table, opened).sites),
        first=tuple(_first_turn(table, spells, seat) for seat in range(len(result.seating))),
        counts=tuple(_counts(table, spells[played[int(len(played) * part)]][0]) for part in MOMENTS if played),
        expected=tuple(_expected(table, spells, played, seed, result.number, judging)),
    )


def _spells(table: Table, opened: int) -> list[range]:
    """The places (numbers of steps taken before) of each spell's steps."""
    ends = [place + 1 for place in range(opened, len(table.history.steps)) if table.history.taken[place].ends_turn]
    if len(table.history.steps) > (ends[-1] if ends else opened):  # broken off in the middle
        ends.append(len(table.history.steps))
    return [range(begin, end) for begin, end in zip([opened, *ends[:-1]], ends, strict=True)] if ends else []


def _legal(table: Table, place: int) -> int:
    state = table.history.states[place]
    return len((state.view(state.seat) if table.game.hidden_information else state).legal())


def _digest(parts: Iterable[str]) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()[:12]


def _scene(table: Table, place: int) -> Scene:
    """Everything, whoever may see it: the game is over."""
    return table.game.describe(table.history.states[place], SPECTATOR, open_=True)


def _first_turn(table: Table, spells: Sequence[range], seat: int) -> FirstTurn | None:
    for spell in spells:
        entry = table.history.taken[spell[0]]
        if entry.seat == seat and not entry.is_setup:
            break
    else:
        return None
    sites: dict[str, None] = {}
    for place in spell:
        events = table.game.event_list(table.history.taken[place].log, SPECTATOR, over=True)
        sites.update(
            dict.fromkeys(table.game.describe(table.history.states[place + 1], SPECTATOR, events, open_=True).last)
        )
    return FirstTurn(" ".join(table.history.taken[place].text for place in spell), tuple(sites))


def _counts(table: Table, place: int) -> dict[str, tuple[int, ...]]:
    scene = _scene(table, place)
    found: dict[str, list[int]] = {}
    for piece in scene.pieces:
        if piece.owner >= 0:
            shape = piece.shape.partition("_")[0]  # what follows says how it lies there
            found.setdefault(f"{shape}/{piece.kind}", [0] * scene.seats)[piece.owner] += 1
    for score in scene.scores:
        if score.owner >= 0:
            found.setdefault(f"{SCORE}/{score.name}", [0] * scene.seats)[score.owner] += score.value
    return {name: tuple(found[name]) for name in sorted(found)}


def _expected(
    table: Table, spells: Sequence[range], played: Sequence[int], seed: int, number: int, judging: int
) -> list[tuple[int, tuple[float, ...]]]:
    """By a search from what the seat to act knew, the same for all players, so that they can be compared."""
    style = ThinkingStyle(Limits(simulations=judging))
    stride = -(-len(played) // MOST_JUDGED) or 1
    found = []
    for spell in played[::stride]:
        place = spells[spell][0]
        seat = table.history.taken[place].seat
        views = table.history.views(seat, place)
        chance = mix_seeds(seed, _JUDGEMENTS, number, place).below(1 << 31)
        report = Thinker().decide(Question(table.ruleset.name, views, style, chance))
        found.append((spell, tuple(round(share, _DIGITS) for share in settled(report, seat))))
    return found
