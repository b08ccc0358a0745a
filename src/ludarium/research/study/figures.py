"""What games say, and how those of several rulesets differ, as plain values: the same for reports and for programs."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludarium.research.study import estimates
from ludarium.research.study.estimates import Estimate, Worth, mean_of, quantile, share_of
from ludarium.research.study.measures import (
    MEASURES,
    PARTS_OF_ALL,
    SHARES,
    CalibrationBin,
    calibrate,
    measured,
    winner_at,
)
from ludarium.research.study.plan import Plan
from ludarium.research.study.watch import FirstTurn, Watched

QUARTILES = (0.25, 0.5, 0.75)
PARTS = tuple(part / 20 for part in range(21))  # of a game, at which the winner's expectation is told
LEAST_SHOWN = 0.25  # part of the games that must still go on for a spell to be shown
MOST_BEGINNINGS = 8


@dataclass(frozen=True)
class Spread:
    """Quartiles at a place: a spell's number, or a part of the game."""

    at: float
    low: float
    middle: float
    high: float
    games: int


@dataclass(frozen=True)
class Beginning:
    """A first turn, or a site that first turns touched: in how many games, and what became of the seat."""

    name: str
    games: int
    score: Estimate


@dataclass(frozen=True)
class SeatFigures:
    share: Estimate
    beginnings: Sequence[Beginning]  # the most frequent first turns
    different: int  # first turns
    sites: Sequence[Beginning]  # all that they touched, in all games with a first turn
    began: int  # games with a first turn


@dataclass(frozen=True)
class Figures:
    plan: Plan
    games: int
    means: dict[str, Estimate | None]  # by the names of MEASURES
    quartiles: dict[str, tuple[float, float, float] | None]
    lengths: dict[int, int]  # turns: how many games
    choices: Sequence[Spread]  # of each spell's decisions
    seats: Sequence[SeatFigures]
    players: Sequence[Estimate]  # of each player, what its seats won; ``games`` counts these seats
    endings: dict[str, Estimate]
    draws: Estimate
    faults: dict[str, int]
    same_board: bool
    different: int  # games that are no repetition of another one
    worths: Sequence[Worth]
    winner: Sequence[Spread]  # its expectation, by part of the game
    leads: dict[int, int]  # changes of the lead: how many games
    calibration: Sequence[CalibrationBin]  # whether the expectations were right


def figures(plan: Plan, games: Sequence[Watched]) -> Figures:
    """``games`` in the order of their numbers."""
    numbers, count = measured(games), len(games)
    return Figures(
        plan=plan,
        games=count,
        means={name: _mean(name, values) for name, values in numbers.items()},
        quartiles={name: _quartiles(values) if values else None for name, values in numbers.items()},
        lengths=dict(sorted(Counter(game.turns for game in games).items())),
        choices=_choices(games),
        seats=[_seat(games, seat) for seat in range(plan.seats)],
        players=[_player(games, player) for player in range(len(plan.players))],
        endings={name: share_of(many, count) for name, many in Counter(game.ending for game in games).most_common()},
        draws=share_of(sum(not game.winners for game in games), count),
        faults=dict(Counter(game.fault for game in games if game.fault).most_common()),
        same_board=len({game.board for game in games}) == 1,
        different=len({game.course for game in games}),
        worths=estimates.worths(games),
        winner=_winner(games),
        leads=dict(sorted(Counter(round(value) for value in numbers["leads"]).items())),
        calibration=calibrate([game for game in games if not game.fault]),
    )


def _mean(name: str, values: Sequence[float]) -> Estimate | None:
    if name in SHARES and values:
        return share_of(sum(values), len(values))
    found = mean_of(values)
    if found is None or found.low is None or found.high is None or name not in PARTS_OF_ALL:
        return found
    return replace(found, low=max(found.low, 0.0), high=min(found.high, 1.0))


def _quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    low, middle, high = (quantile(values, part) for part in QUARTILES)
    return low, middle, high


def _choices(games: Sequence[Watched]) -> list[Spread]:
    """Spell by spell (counted from 1), each game's mean over its decisions then."""
    found = []
    for spell in range(max((game.spells for game in games), default=0)):
        values = [sum(game.choices[spell]) / len(game.choices[spell]) for game in games if spell < game.spells]
        if len(values) < LEAST_SHOWN * len(games):
            break
        found.append(Spread(spell + 1, *_quartiles(values), len(values)))
    return found


def _seat(games: Sequence[Watched], seat: int) -> SeatFigures:
    began: list[tuple[FirstTurn, float]] = []
    for game in games:
        turn = game.first[seat]
        if turn is not None:
            began.append((turn, game.share(seat)))
    turns = _beginnings([((turn.steps,), share) for turn, share in began])
    return SeatFigures(
        share=share_of(sum(game.share(seat) for game in games), len(games)),
        beginnings=turns[:MOST_BEGINNINGS],
        different=len(turns),
        sites=_beginnings([(turn.sites, share) for turn, share in began]),
        began=len(began),
    )


def _beginnings(began: Sequence[tuple[Sequence[str], float]]) -> list[Beginning]:
    """By name, the most frequent first."""
    shares: dict[str, list[float]] = {}
    for names, share in began:
        for name in names:
            shares.setdefault(name, []).append(share)
    found = [Beginning(name, len(won), share_of(sum(won), len(won))) for name, won in shares.items()]
    return sorted(found, key=lambda one: (-one.games, one.name))


def _player(games: Sequence[Watched], player: int) -> Estimate:
    """The part of the win of the seats that a player had."""
    shares = [game.share(seat) for game in games for seat, one in enumerate(game.seating) if one == player]
    return share_of(sum(shares), len(shares))


def _winner(games: Sequence[Watched]) -> list[Spread]:
    found = []
    for part in PARTS:
        values = [value for value in (winner_at(game, part) for game in games) if value is not None]
        if values:
            found.append(Spread(part, *_quartiles(values), len(values)))
    return found


def as_json(found: Figures) -> dict[str, object]:
    """All figures for other programs."""
    return {
        "study": found.plan.header(),
        "games": found.games,
        "different_games": found.different,
        "measures": {
            name: None if mean is None else {**mean.as_json(), "quartiles": _rounded(found.quartiles[name] or ())}
            for name, mean in found.means.items()
        },
        "lengths_in_turns": {str(turns): count for turns, count in found.lengths.items()},
        "choices_by_turn": [_spread_json(one) for one in found.choices],
        "seats": [_seat_json(one) for one in found.seats],
        "players": {
            player.text: {"seats" if key == "games" else key: value for key, value in share.as_json().items()}
            for player, share in zip(found.plan.players, found.players, strict=True)
        },
        "endings": {name: share.as_json() for name, share in found.endings.items()},
        "draws": found.draws.as_json(),
        "faults": found.faults,
        "same_board_in_all_games": found.same_board,
        "worth_of_one_more": [one.as_json() for one in found.worths],
        "winner_expectation": [_spread_json(one) for one in found.winner],
        "calibration": [
            {"expected": round(one.expected, 6), "won": round(one.won, 6), "moments": one.moments, "games": one.games}
            for one in found.calibration
        ],
        "lead_changes": {str(changes): count for changes, count in found.leads.items()},
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 6) for value in values]


def _spread_json(one: Spread) -> dict[str, object]:
    return {"at": one.at, "quartiles": _rounded((one.low, one.middle, one.high)), "games": one.games}


def _seat_json(one: SeatFigures) -> dict[str, object]:
    def listed(beginnings: Sequence[Beginning]) -> list[dict[str, object]]:
        return [{"name": begun.name, **begun.score.as_json()} for begun in beginnings]

    return {
        "share_of_wins": one.share.as_json(),
        "different_first_turns": one.different,
        "first_turns": listed(one.beginnings),
        "sites_of_first_turns": listed(one.sites),
    }


# --- how rulesets differ ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Difference:
    """Of one measure: how much more it is in another ruleset's games than in the first one's."""

    measure: str
    other: int  # which ruleset
    more: Estimate

    @property
    def is_clear(self) -> bool:
        return self.more.excludes(0.0)


def differing_options(plans: Sequence[Plan]) -> dict[str, list[str]]:
    """The options in which the rulesets differ, with each one's value as text."""
    chosen = [plan.chosen for plan in plans]
    names = dict.fromkeys(name for options in chosen for name in options)
    values = {name: [option_text(options.get(name)) for options in chosen] for name in names}
    return {name: texts for name, texts in values.items() if len(set(texts)) > 1}


def option_text(value: object) -> str:
    """An option's value as people write it."""
    return value if isinstance(value, str) else json.dumps(value)


def differences(games: Sequence[Sequence[Watched]]) -> list[Difference]:
    """Every ruleset after the first one against the first one, measure by measure."""
    numbers = [measured(one) for one in games]
    found = []
    for measure in MEASURES:
        for other in range(1, len(games)):
            compared = estimates.share_difference if measure in SHARES else estimates.difference
            more = compared(numbers[0][measure], numbers[other][measure])
            if more is not None:
                found.append(Difference(measure, other, more))
    return found


def comparison_json(plans: Sequence[Plan], found: Sequence[Difference]) -> dict[str, object]:
    return {
        "options": differing_options(plans),
        "differences": [
            {
                "measure": one.measure,
                "first": plans[0].ruleset.name,
                "other": plans[one.other].ruleset.name,
                **one.more.as_json(),
                "clear": one.is_clear,
            }
            for one in found
        ],
    }
