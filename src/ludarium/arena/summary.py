"""What a tournament's results say, as plain values: the same for the terminal, a file and a picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from ludarium.arena import statistics as stats
from ludarium.arena.games import FORFEIT, Result
from ludarium.arena.statistics import Cross, Hypotheses, MeanRank, Rating, Verdict
from ludarium.core.game import Game
from ludarium.core.words import common_words


@dataclass(frozen=True)
class Standing:
    """One player's record. ``points`` counts pairs of players: at a table for two, games."""

    player: int
    name: str
    rating: Rating
    games: int
    points: float
    pairs: int
    mean_rank: MeanRank
    seconds: float  # per decision, on average
    slowest: float
    overrun: float | None  # how much longer than it was given it took at most, if it was given a time
    forfeits: int


@dataclass(frozen=True)
class Summary:
    names: Sequence[str]
    seats: int
    standings: Sequence[Standing]  # the best first
    cross: Cross
    games: int
    draws: int
    steps: float  # per game, on average
    turns: float
    endings: dict[str, int]
    by_seat: Sequence[float]  # each seat's share of the wins, a draw shared by all
    faults: dict[tuple[str, str, str], int]  # player, fault, note: how many forfeits
    equality: float | None  # p-value, at tables for more than two
    hypotheses: Hypotheses | None
    verdict: Verdict | None


def summarise(
    names: Sequence[str],
    seats: int,
    results: Sequence[Result],
    hypotheses: Hypotheses | None = None,
    given_seconds: Sequence[float | None] | None = None,
) -> Summary:
    """``given_seconds`` is the time that each player is given for a decision, if it is given one."""
    count = len(names)
    cross = stats.cross_table(results, count)
    ratings, ranks = stats.rate(cross), stats.mean_ranks(results, count)
    allowed = given_seconds or [None] * count
    standings = [
        _standing(player, names[player], ratings[player], ranks[player], cross, results, allowed[player])
        for player in range(count)
    ]
    games = len(results)
    shares = [0.0] * seats
    for result in results:
        best = result.winners or range(seats)
        for seat in best:
            shares[seat] += 1 / len(best)
    return Summary(
        names=names,
        seats=seats,
        standings=sorted(standings, key=lambda standing: -standing.rating.elo),
        cross=cross,
        games=games,
        draws=sum(not result.winners for result in results),
        steps=sum(result.steps for result in results) / games if games else 0.0,
        turns=sum(result.turns for result in results) / games if games else 0.0,
        endings=dict(Counter(result.ending for result in results).most_common()),
        by_seat=[share / games if games else 0.0 for share in shares],
        faults=dict(Counter(_fault(names, result) for result in results if result.ending == FORFEIT)),
        equality=stats.chance_of_equality(results, count) if seats > 2 and games else None,
        hypotheses=hypotheses,
        verdict=None if hypotheses is None else stats.judge(hypotheses, results),
    )


def _fault(names: Sequence[str], result: Result) -> tuple[str, str, str]:
    """Who forfeited, and why."""
    loser = next(player for seat, player in enumerate(result.seating) if seat not in result.winners)
    return names[loser], result.fault, result.note


def _standing(
    player: int,
    name: str,
    rating: Rating,
    mean_rank: MeanRank,
    cross: Cross,
    results: Sequence[Result],
    allowed: float | None,
) -> Standing:
    seated = [(result, seat) for result in results for seat, one in enumerate(result.seating) if one == player]
    decisions = sum(result.decisions[seat] for result, seat in seated)
    slowest = max((result.slowest[seat] for result, seat in seated), default=0.0)
    return Standing(
        player=player,
        name=name,
        rating=rating,
        games=len({result.number for result, _ in seated}),
        points=sum(pair.points for pair in cross[player]),
        pairs=sum(pair.games for pair in cross[player]),
        mean_rank=mean_rank,
        seconds=sum(result.seconds[seat] for result, seat in seated) / decisions if decisions else 0.0,
        slowest=slowest,
        overrun=None if allowed is None else max(0.0, slowest - allowed),
        forfeits=sum(result.ending == FORFEIT and seat not in result.winners for result, seat in seated),
    )


def as_json(summary: Summary) -> dict[str, object]:
    """The whole summary for other programs; numbers that are not known yet are null."""
    verdict, hypotheses = summary.verdict, summary.hypotheses
    return {
        "games": summary.games,
        "players": [
            {
                "name": standing.name,
                "elo": _rounded(standing.rating.elo, 2),
                "elo_margin": _rounded(standing.rating.margin, 2),
                "games": standing.games,
                "points": standing.points,
                "pairs": standing.pairs,
                "mean_place": _rounded(standing.mean_rank.rank, 4),
                "mean_place_margin": _rounded(standing.mean_rank.margin, 4),
                "seconds_per_decision": _rounded(standing.seconds, 4),
                "slowest_decision": _rounded(standing.slowest, 4),
                "overrun": None if standing.overrun is None else _rounded(standing.overrun, 4),
                "forfeits": standing.forfeits,
            }
            for standing in summary.standings
        ],
        "pairs": [
            {
                "first": summary.names[one],
                "second": summary.names[other],
                **vars(pair),
                "score": _rounded(pair.score, 4),
                "interval": [_rounded(end, 4) for end in stats.wilson(pair.score, pair.games)],
            }
            for one in range(len(summary.names))
            for other, pair in enumerate(summary.cross[one])
            if one < other and pair.games
        ],
        "draws": summary.draws,
        "mean_steps": _rounded(summary.steps, 2),
        "mean_turns": _rounded(summary.turns, 2),
        "endings": summary.endings,
        "wins_by_seat": [_rounded(share, 4) for share in summary.by_seat],
        "forfeits": [
            {"player": name, "fault": fault, "note": note, "games": count}
            for (name, fault, note), count in summary.faults.items()
        ],
        "p_equal": summary.equality,
        "sprt": verdict
        and hypotheses
        and {
            "scores": [hypotheses.low, hypotheses.high],
            "openings": verdict.units,
            "log_likelihood_ratio": _rounded(verdict.ratio, 4),
            "accepted": verdict.accepted,
        },
    }


def ending_name(game: Game, ending: str, locale: str) -> str:
    """An ending of the game's or of the arena's own, in words."""
    return game.words(locale).entry("endings", ending) or common_words(locale).say("endings", ending, {})


def _rounded(value: float, digits: int) -> float | None:
    return round(value, digits) if isfinite(value) else None
