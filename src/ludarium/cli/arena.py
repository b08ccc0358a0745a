"""``ludarium arena``: a tournament between computer players, and what its results say."""

import argparse
from collections.abc import Sequence
from functools import partial
from math import isfinite
from pathlib import Path

from rich.table import Table

from ludarium.arena.chart import chart
from ludarium.arena.games import Result
from ludarium.arena.ledger import Ledger
from ludarium.arena.statistics import LOWER, UPPER, Hypotheses, cross_table, rate, score_of, wilson
from ludarium.arena.summary import Summary, as_json, ending_name, summarise
from ludarium.arena.tournament import Tournament
from ludarium.cli import arguments as shared
from ludarium.cli import contest
from ludarium.cli.files import check_writable, write, write_json
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Game, find_ruleset
from ludarium.core.words import common_words
from ludarium.players.report import PlayerFailed

USUAL_GAMES = 100
USUAL_OPENING = 2
LARGEST_ELO = 2000
_NEWS = 20  # so many games between two looks at the ratings


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    shared.add_ruleset(parser, terminal)
    players = parser.add_argument(
        "players", nargs="+", default=[], metavar="PLAYER", help=terminal.say("arena.players")
    )
    players.required = False  # they may be named by --players
    contest.add_contest(parser, terminal, "arena", USUAL_GAMES, USUAL_OPENING)
    parser.add_argument("--sprt", metavar="A,B", help=terminal.say("arena.sprt"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=terminal.say("arena.plot"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    ruleset = find_ruleset(given.ruleset)
    options = shared.read_options(ruleset, given.option)
    tournament = Tournament(
        ruleset=ruleset,
        options=options,
        players=contest.read_players([*given.players, *given.named], ruleset, options),
        games=shared.read_number("games", given.games, 1, contest.MOST_GAMES),
        seed=shared.read_seed(given.seed),
        opening_steps=shared.read_number("opening", given.opening, 0, contest.MOST_OPENING),
        keep=contest.read_keep(given),
        hypotheses=read_hypotheses(given.sprt),
    )
    workers = contest.read_workers(given)
    if given.plot is not None and given.plot.suffix.lower() != ".svg":
        raise CommandError("plot_kind", file=given.plot)
    check_writable(given.json, given.plot)
    out = results_file(given.records) if given.out is None else given.out
    ledger = tournament.open_ledger(out)
    try:
        records = contest.open_records(given.records, {ruleset.name: ledger.results})
        done = len(ledger.results)
        size, every = max(tournament.size, done), 1 if len(tournament.players) == 2 else _NEWS
        news = partial(_news, tournament, ledger, terminal)
        stopped = contest.follow(tournament.play(ledger, workers, records), size, done, news, terminal, every)
    finally:
        ledger.close()
    contest.tell_losses(workers, terminal)
    names = [player.text for player in tournament.players]
    seconds = [player.seconds for player in tournament.players]
    summary = summarise(names, tournament.seats, ledger.in_order(), tournament.hypotheses, seconds)
    if stopped:
        terminal.warn("arena.stopped" if out else "arena.stopped_unkept", file=out)
    if summary.games:
        _show(summary, ruleset.game, terminal)
    write_json(given.json, {"tournament": tournament.header(), **as_json(summary)}, terminal)
    if given.plot is not None:
        write(given.plot, chart(summary, ruleset, terminal.locale), terminal)
    return contest.INTERRUPTED if stopped else 0


def results_file(records: Path | None) -> Path | None:
    """Where the results are kept if no file is named: with the records, so that the same command goes on."""
    if records is None:
        return None
    return records.with_suffix(".jsonl") if records.suffix == ".txt" else records / "results.jsonl"


def read_hypotheses(text: str | None) -> Hypotheses | None:
    """Two ratings (``0,20``) or two scores (``50%,55%``)."""
    if text is None:
        return None
    try:
        low, high = (_read_score(part.strip()) for part in text.split(","))
    except ValueError:
        raise CommandError("sprt", text=text) from None
    if not 0 < low < high < 1:
        raise CommandError("sprt", text=text)
    return Hypotheses(low, high)


def _read_score(text: str) -> float:
    if text.endswith("%"):
        return float(text[:-1]) / 100
    elo = float(text)
    if not abs(elo) <= LARGEST_ELO:
        raise ValueError(text)
    return score_of(elo)


def _news(tournament: Tournament, ledger: Ledger[Result], terminal: Terminal) -> str:
    """The score between two, else who leads."""
    if not ledger.results:
        return ""
    cross = cross_table(ledger.results.values(), len(tournament.players))
    if len(tournament.players) == 2:
        pair = cross[0][1]
        return f"+{pair.wins} ={pair.draws} −{pair.losses} ({pair.score:.1%})"
    ratings = rate(cross)
    best = max(range(len(ratings)), key=lambda player: ratings[player].elo)
    return terminal.say("arena.leads", name=tournament.players[best].text, elo=f"{ratings[best].elo:+.0f}")


def _show(summary: Summary, game: Game, terminal: Terminal) -> None:
    many = summary.seats > 2
    terminal.show(_standings(summary, many, terminal.locale))
    terminal.out.print()
    terminal.show(_pairs(summary, terminal.locale))
    terminal.out.print()
    if many:
        terminal.tell("arena.pairs_of_many")
    if summary.equality is not None:
        terminal.tell("arena.equality", p=f"{summary.equality:.3f}")
    endings = (f"{count} × {ending_name(game, name, terminal.locale)}" for name, count in summary.endings.items())
    terminal.tell(
        "arena.lengths",
        games=summary.games,
        steps=f"{summary.steps:.1f}",
        turns=f"{summary.turns:.1f}",
        draws=summary.draws,
    )
    terminal.tell("arena.endings", endings=list(endings))
    terminal.tell("arena.seats", shares=[f"{share:.1%}" for share in summary.by_seat])
    for (name, fault, note), count in summary.faults.items():
        terminal.warn(
            "arena.forfeits", name=name, count=count, fault=PlayerFailed(fault, note).sentence(terminal.locale)
        )
    if summary.verdict is not None and summary.hypotheses is not None:
        accepted = summary.verdict.accepted
        terminal.tell(
            "arena.sprt_open" if accepted is None else f"arena.sprt_{accepted}",
            name=summary.names[0],
            low=f"{summary.hypotheses.low:.1%}",
            high=f"{summary.hypotheses.high:.1%}",
            units=summary.verdict.units,
            ratio=f"{summary.verdict.ratio:.2f}",
            bounds=f"{LOWER:.2f} … {UPPER:.2f}",
        )
    terminal.tell("arena.legend")


def _standings(summary: Summary, many: bool, locale: str) -> Table:
    columns = ["player", "elo", "interval", "games", "points", "score"]
    columns += ["place", "interval"] if many else []
    timed = any(standing.overrun is not None for standing in summary.standings)
    table = _table([*columns, "seconds", "slowest", *(["overrun"] if timed else [])], locale)
    for standing in summary.standings:
        place = [f"{standing.mean_rank.rank:.2f}", _margin(standing.mean_rank.margin, 2)] if many else []
        table.add_row(
            standing.name,
            f"{standing.rating.elo:+.1f}",
            _margin(standing.rating.margin, 1),
            str(standing.games),
            f"{standing.points:g}",
            f"{standing.points / standing.pairs:.1%}" if standing.pairs else "–",
            *place,
            f"{standing.seconds:.2f}",
            f"{standing.slowest:.2f}",
            *([] if not timed else ["–" if standing.overrun is None else f"+{standing.overrun:.2f}"]),
        )
    return table


def _margin(margin: float, digits: int) -> str:
    """Half of an interval, once there is enough to tell."""
    return f"±{margin:.{digits}f}" if isfinite(margin) else "–"


def _pairs(summary: Summary, locale: str) -> Table:
    table = _table(["pair", "wins", "draws", "losses", "score", "interval"], locale)
    for one in range(len(summary.names)):
        for other in range(one + 1, len(summary.names)):
            pair = summary.cross[one][other]
            low, high = wilson(pair.score, pair.games)
            table.add_row(
                f"{summary.names[one]} – {summary.names[other]}",
                *map(str, (pair.wins, pair.draws, pair.losses)),
                f"{pair.score:.1%}",
                f"{low:.1%} … {high:.1%}",
            )
    return table


def _table(columns: Sequence[str], locale: str) -> Table:
    table, words = Table(box=None, header_style="bold"), common_words(locale)
    for index, column in enumerate(columns):
        table.add_column(words.say("tournament", column, {}), justify="right" if index else "left", overflow="fold")
    return table
