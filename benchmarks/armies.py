"""``make armies``: compute anew how Myrmidons' computer players choose and place their blocks (``setups.toml``).

Computer players play games from drawn set-ups, a *generation* after the other. A logistic regression tells from all
results so far what each type, each two types together, each zone of a block and each neighbour of the commander is
worth, and what types of one side do to those of the other. From that follow the weights by which set-ups do best
against set-ups that are drawn by the same weights, and the next generation draws by them: at least one side of every
game does, and the other one often tries something else. ``--check GAMES`` tells how far they got: what a rival scores
against players who draw their set-ups by the weights, if it has an army that people would think of, or what the
weights like best.

The results are kept under ``build/armies``: the command can be stopped and goes on where it was.
"""

import argparse
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from os import cpu_count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from ludarium.arena.statistics import wilson
from ludarium.cli.bench import today
from ludarium.core.game import find_ruleset
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.state import State, expect
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.insight_setup import ZONES, SetUps, are_neighbours, zone
from ludarium.games.myrmidons.rules import Myrmidons
from ludarium.games.myrmidons.setups import set_ups_of
from ludarium.games.myrmidons.terms import TYPES
from ludarium.players import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker
from ludarium.workers.processes import Processes

FOLDER = Path("build/armies")
FILE = GAME.folder / "setups.toml"
CHUNK = 50  # games of a job
TURNS = 200  # longer games are drawn
TRIES_ELSE = 0.5  # how often the second side of a game tries something else
SPREAD = 1.4  # how much the types that are tried there lean to swords, shields or feet, at most
ROUNDS = 600  # in which the weights answer each other
DRAWN = 40  # set-ups of a round
BEST = 5.0  # so much sharper than the players' is the choice of a rival who has what the weights like best
PICKED = (
    "315 414 423 513 522",
    "144 153 243 252 351",
    "243 324 333 432 522",
    "153 225 333 414 531",
    "135 225 234 315 324",
)

Floats = NDArray[np.float64]
Table = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """Games that share weights. ``sharpness``: of what the regression says."""

    name: str
    ruleset: str
    options: Mapping[str, object]
    sharpness: float

    @property
    def chooses(self) -> bool:
        return self.name.startswith("secret")


KINDS = (
    Kind("base-6", "myrmidons", {}, 30.0),
    Kind("secret-6", "myrmidons-secret", {}, 40.0),
    Kind("secret-12", "myrmidons-twelve", {}, 50.0),
    Kind("given-6", "myrmidons-random", {}, 30.0),
    Kind("given-12", "myrmidons-random", {"size": 12}, 50.0),
)


# --- games ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Chunk:
    number: int
    seed: int


@dataclass(frozen=True)
class Played:
    """Both set-ups, and what the first one won."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    score: float


@dataclass(frozen=True)
class Games:
    """A task for workers: games whose set-ups are drawn by a table of weights; without one all are tried. A ``rival``
    has a table of its own, on the first seat in every other game.
    """

    kind: Kind
    table: Table
    simulations: int
    truths: int
    rival: Table | None = None

    def open(self) -> "Worker":
        return Worker(self)


class Worker:
    def __init__(self, task: Games) -> None:
        self.task = task
        self.style = ThinkingStyle(Limits(simulations=task.simulations), truths=task.truths)
        self.usual = set_ups_of(task.table) if task.table else None
        self.rival = set_ups_of(task.rival) if task.rival else None

    def close(self) -> None: ...

    def do(self, chunk: Chunk) -> list[Played]:
        rng = Rng(chunk.seed)
        return [self.play(rng, number % 2) for number in range(CHUNK)]

    def play(self, rng: Rng, other: int) -> Played:
        """One game; ``other`` is the seat of the rival, or of the side that may try something else."""
        sources = [self.usual, self.usual]
        if self.rival or rng.fraction() < TRIES_ELSE:
            sources[other] = self.rival
        return play(self.task.kind, [one or spread(rng) for one in sources], self.style, rng)


def spread(rng: Rng) -> SetUps:
    """Set-ups with any order of blocks, whose types lean to something."""
    lean = [SPREAD * (2.0 * rng.fraction() - 1.0) for _ in range(3)]
    types = {one: sum(a * (int(b) - 3) for a, b in zip(lean, one, strict=True)) for one in TYPES[1:]}
    return set_ups_of({"sharpness": 1.0, "types": types})


def play(kind: Kind, sources: Sequence[SetUps], style: ThinkingStyle, rng: Rng) -> Played:
    """A game from set-ups that are drawn from these sources."""
    ruleset = find_ruleset(kind.ruleset)
    history = History(ruleset, ruleset.new(kind.options, rng.below(1 << 31)))
    drawn: list[tuple[int, ...]] = []
    for source in sources:
        blocks = tuple(int(block) for block in source.draw(expect(history.state, Myrmidons), rng))
        drawn.append(blocks)
        for block in blocks:
            history.take(block)
    thinkers = [Thinker(), Thinker()]
    while history.state.seat >= 0 and history.state.turn < TURNS:
        seat = int(history.state.seat)
        question = Question(ruleset.name, history.views(seat), style, rng.below(1 << 31))
        history.take(thinkers[seat].decide(question).step)
    return Played(drawn[0], drawn[1], share_of_first(history.state))


def share_of_first(state: State) -> float:
    return 0.5 if state.seat >= 0 or state.winners in (0, 3) else float(state.winners == 1)


# --- the regression ---------------------------------------------------------------------------------------------------
NUMBER = len(TYPES)
TWO_TYPES = tuple(combinations(range(1, NUMBER), 2))
# What an army has of swords and shields (feet are what is left), counted from 3, and the products of these.
TRAITS = np.array([[0, 0]] + [[int(one[0]) - 3, int(one[1]) - 3] for one in TYPES[1:]], dtype=np.float64) / 5.0
TWO_TRAITS = ((0, 0), (0, 1), (1, 1))
SHAPES = 2 + len(TWO_TRAITS)
TWO_SHAPES = tuple(combinations(range(SHAPES), 2))
# How many games' worth of doubt there is that a weight is not 0. ``…_meet`` are what each two of opposite sides do to
# each other: swords that beat one army may not beat another one.
DOUBT = {
    **{"zones": 200.0, "beside": 200.0, "types": 60.0, "shapes": 6.0, "pairs": 2000.0},
    **{"shapes_meet": 30.0, "types_meet": 500.0},
}


def features(kind: Kind, set_ups: Sequence[Sequence[int]]) -> dict[str, Floats]:
    """What the weights of set-ups are multiplied by, a row for each set-up."""
    rows = np.array(set_ups)
    count, size = rows.shape
    there = np.arange(count)
    zones = np.zeros((count, NUMBER, int(ZONES)))
    types = np.zeros((count, NUMBER))
    beside = np.zeros((count, NUMBER))
    chief = np.argmin(rows, axis=1)  # the commander is the first type
    near = np.array([[are_neighbours(one, other) for other in range(size)] for one in range(size)])
    for place in range(size):
        zones[there, rows[:, place], int(zone(place))] += 1.0
        types[there, rows[:, place]] += 1.0
        beside[there, rows[:, place]] += near[chief, place]
    found = {"zones": zones.reshape(count, -1), "beside": beside}
    if kind.chooses:
        sums = types @ TRAITS
        squares = np.stack([sums[:, one] * sums[:, other] for one, other in TWO_TRAITS], axis=1)
        found["types"] = types
        found["shapes"] = np.hstack([sums, squares])
        found["pairs"] = np.stack([types[:, one] * types[:, other] for one, other in TWO_TYPES], axis=1)
    return found


def meetings(first: Floats, second: Floats, couples: Sequence[tuple[int, int]]) -> Floats:
    """For each two features: the first side's one with the second side's other, less the reverse."""
    return np.stack([first[:, i] * second[:, j] - first[:, j] * second[:, i] for i, j in couples], axis=1)


def fit(given: Floats, scores: Floats, doubt: Floats) -> Floats:
    """A logistic regression (Newton's method), pulled to 0 by ``doubt``; the first number is the first seat's edge."""
    rows = np.hstack([np.ones((len(given), 1)), given])
    pull = np.concatenate([[1.0], doubt])
    found = np.zeros(rows.shape[1])
    for _ in range(5):
        chance = 1.0 / (1.0 + np.exp(-rows @ found))
        slope = rows.T @ (scores - chance) - pull * found
        bend = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + np.diag(pull)
        found += np.linalg.solve(bend, slope)
    return found


class Payoffs:
    """What the games so far tell about any set-up against any other."""

    def __init__(self, kind: Kind, games: Sequence[Played]) -> None:
        self.kind = kind
        self.games = len(games)
        self.size = len(games[0].first)
        self.used = {block for game in games for block in game.first}
        first, second = (features(kind, rows) for rows in ([one.first for one in games], [one.second for one in games]))
        given = {part: first[part] - second[part] for part in first}
        if kind.chooses:
            given["shapes_meet"] = meetings(first["shapes"], second["shapes"], TWO_SHAPES)
            given["types_meet"] = meetings(first["types"], second["types"], TWO_TYPES)
        doubt = np.concatenate([np.full(columns.shape[1], DOUBT[part]) for part, columns in given.items()])
        found = fit(np.hstack(list(given.values())), np.array([game.score for game in games]), doubt)[1:]
        self.parts: dict[str, Floats] = {}
        for part, columns in given.items():
            self.parts[part], found = np.split(found, [columns.shape[1]])

    def table(self, others: Mapping[str, Floats]) -> Table:
        """The weights of set-ups against others with these features on average."""
        parts, used = self.parts, sorted(self.used)
        zones = parts["zones"].reshape(NUMBER, -1)[:, : self.size // 2]
        table: Table = {"sharpness": self.kind.sharpness, "games": self.games}
        if self.kind.chooses:
            types = parts["types"] + against(parts["types_meet"], TWO_TYPES, others["types"])
            shapes = parts["shapes"] + against(parts["shapes_meet"], TWO_SHAPES, others["shapes"])
            types += TRAITS @ shapes[:2]
            pairs = np.zeros((NUMBER, NUMBER))
            for (one, other), weight in zip(TWO_TYPES, parts["pairs"], strict=True):
                pairs[one, other] = weight
            for (one, other), weight in zip(TWO_TRAITS, shapes[2:], strict=True):
                outer = np.outer(TRAITS[:, one], TRAITS[:, other])
                types += weight * np.diag(outer)
                pairs += weight * (outer + outer.T)
            table["types"] = {TYPES[one]: float(types[one]) for one in range(1, NUMBER)}
            table["pairs"] = {f"{TYPES[one]}-{TYPES[other]}": float(pairs[one, other]) for one, other in TWO_TYPES}
        table["zones"] = {TYPES[one]: [float(weight) for weight in zones[one]] for one in used}
        table["beside"] = {TYPES[one]: float(parts["beside"][one]) for one in used if one}
        return table

    def equilibrium(self) -> Table:
        """The weights of set-ups against those that are drawn by themselves: each round answers the mean of all rounds
        before it (smooth fictitious play).
        """
        if not self.kind.chooses:
            return self.table({})
        ruleset, rng = find_ruleset(self.kind.ruleset), Rng(1)
        start = expect(ruleset.new(self.kind.options, 0), Myrmidons)
        means = {part: np.zeros(count) for part, count in (("types", NUMBER), ("shapes", SHAPES))}
        for number in range(ROUNDS):
            source = set_ups_of(self.table(means))
            drawn = features(self.kind, [[int(one) for one in source.draw(start, rng)] for _ in range(DRAWN)])
            for part, mean in means.items():
                means[part] = mean + (drawn[part].mean(axis=0) - mean) / (1.0 + number / 2.0)
        return self.table(means)


def against(meet: Floats, couples: Sequence[tuple[int, int]], others: Floats) -> Floats:
    """What the others' features make of one's own, by what each two of them do to each other."""
    found = np.zeros(len(others))
    for (one, other), weight in zip(couples, meet, strict=True):
        found[one] += weight * others[other]
        found[other] -= weight * others[one]
    return found


# --- the file ---------------------------------------------------------------------------------------------------------
HEADER = """\
# How computer players choose and place their blocks; see insight_setup.py. Logarithms of odds, from games of computer
# players ({how}); made {when} by: make armies
"""


def text_of(tables: Mapping[str, Table], how: str) -> str:
    lines = [HEADER.format(how=how, when=today())]
    for kind, table in tables.items():
        for part, value in table.items():
            if not isinstance(value, dict):
                lines += ([f"[{kind}]"] if part == "sharpness" else []) + [f"{part} = {value}"]
                continue
            lines.append(f"[{kind}.{part}]")
            for key, weight in value.items():
                numbers = [f"{one:.3f}" for one in (weight if isinstance(weight, list) else [weight])]
                lines.append(f"{key} = " + (f"[{', '.join(numbers)}]" if isinstance(weight, list) else numbers[0]))
        lines.append("")
    return "\n".join(lines)


# --- generations ------------------------------------------------------------------------------------------------------
def file_of(kind: Kind, generation: int) -> Path:
    return FOLDER / f"{kind.name}-{generation}.txt"


def read(kind: Kind, generation: int) -> list[Played]:
    file = file_of(kind, generation)
    if not file.exists():
        return []
    lines = [line.split() for line in file.read_text().splitlines()]
    return [Played(_blocks(first), _blocks(second), float(score)) for first, second, score in lines]


def _blocks(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def written(games: Sequence[Played]) -> Iterator[str]:
    for game in games:
        first, second = (",".join(map(str, blocks)) for blocks in (game.first, game.second))
        yield f"{first} {second} {game.score}\n"


def play_generation(task: Games, number: int, games: int, progress: Progress) -> list[Played]:
    """All games of a generation; those that have been played are not played again."""
    kind = task.kind
    played = read(kind, number)
    done = len(played) // CHUNK
    bar = progress.add_task(f"{kind.name}, generation {number}", total=games, completed=len(played))
    jobs = [Chunk(one, (number << 24) + one) for one in range(done, games // CHUNK)]
    with file_of(kind, number).open("a") as file:
        for answer in Processes(cpu_count() or 1).work(task, jobs) if jobs else ():
            file.writelines(written(answer))
            file.flush()
            played += answer
            progress.advance(bar, CHUNK)
    return played


def compute(kind: Kind, generations: int, games: int, simulations: int, truths: int, progress: Progress) -> Table:
    played: list[Played] = []
    table: Table = {}
    for number in range(generations):
        if played and len(read(kind, number)) < games:
            table = Payoffs(kind, played).equilibrium()
        played += play_generation(Games(kind, table, simulations, truths), number, games, progress)
    return Payoffs(kind, played).equilibrium()


def check(kind: Kind, table: Table, games: int, simulations: int, truths: int) -> None:
    """Tell what rivals score; those with picked armies place them by the weights."""
    rivals: dict[str, Table] = {"the best by the weights": {**table, "sharpness": BEST * kind.sharpness}}
    if kind.name == "secret-6":
        rivals |= {army: {**table, "types": dict.fromkeys(army.split(), 1.0), "pairs": {}} for army in PICKED}
    rivals["any"] = {"sharpness": 1.0}
    for name, rival in rivals.items():
        task = Games(kind, table, simulations, truths, rival)
        jobs = [Chunk(number, (1 << 40) + number) for number in range(games // CHUNK)]
        played = [game for answer in Processes(cpu_count() or 1).work(task, jobs) for game in enumerate(answer)]
        score = sum(game.score if number % 2 == 0 else 1.0 - game.score for number, game in played)
        low, high = wilson(score / len(played), len(played))
        print(f"{kind.name}: {name} scores {score / len(played):.1%} ({low:.1%} … {high:.1%}) in {len(played)} games")


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kinds", nargs="+", choices=[kind.name for kind in KINDS], default=[k.name for k in KINDS])
    reader.add_argument("--generations", type=int, default=4)
    reader.add_argument("--games", type=int, default=8000, help="of a generation")
    reader.add_argument("--simulations", type=int, default=100)
    reader.add_argument("--truths", type=int, default=16)
    reader.add_argument("--check", type=int, metavar="GAMES", help="play so many of each rival; write nothing")
    asked = reader.parse_args()
    if asked.check:
        tables = tomllib.loads(FILE.read_text())
        for kind in KINDS:
            if kind.name in asked.kinds:
                check(kind, tables[kind.name], asked.check, asked.simulations, asked.truths)
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    how = f"{asked.simulations} simulations a step"
    tables = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    with Progress() as progress:
        for kind in KINDS:
            if kind.name in asked.kinds:
                tables[kind.name] = compute(
                    kind, asked.generations, asked.games, asked.simulations, asked.truths, progress
                )
    FILE.write_text(text_of(tables, how))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
