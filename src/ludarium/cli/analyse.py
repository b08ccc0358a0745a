"""``ludarium analyse``: every step of a recorded game judged, and where the game turned."""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from threading import Event

from rich.cells import cell_len
from rich.text import Text

from ludarium.cli import arguments as shared
from ludarium.cli.files import check_picture, check_writable, chosen_games, read_games, write_json, write_picture
from ludarium.cli.replay import show_head
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.cli.thinking import TerminalPool
from ludarium.draw.curve import Costly, curve
from ludarium.draw.png import png
from ludarium.draw.theme import THEMES
from ludarium.players.analysis import GOOD, Judged, analyse, mean_losses, turning_points
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.table import Record, Table

USUAL_SIMULATIONS = 800
MOST_SIMULATIONS = 10_000_000
_LABEL = 28  # columns
_NOTHING = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.epilog = terminal.say("analyse.more")
    parser.add_argument("record", type=Path, metavar="RECORD", help=terminal.say("analyse.record"))
    parser.add_argument("--game", type=int, metavar="N", help=terminal.say("analyse.game"))
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=float, metavar="S", help=terminal.say("analyse.seconds"))
    limits.add_argument("--sims", type=int, metavar="N", help=terminal.say("analyse.sims"))
    parser.add_argument("--jobs", type=int, metavar="N", help=terminal.say("analyse.jobs"))
    parser.add_argument("--svg", type=Path, metavar="FILE", help=terminal.say("analyse.svg"))
    parser.add_argument("--theme", choices=list(THEMES), default="light", help=terminal.say("analyse.theme"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=terminal.say("analyse.json"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    style = _style(given)
    jobs = shared.read_jobs(given.jobs) or os.cpu_count() or 1
    games = read_games(given.record)
    chosen = chosen_games(games, given.game)
    check_picture(given.svg, "svg_kind")
    if given.svg is not None and len(chosen) > 1:
        raise CommandError("svg_game")
    if not any(record.table.history.steps for record in chosen):
        raise CommandError("nothing_played")
    if any(record.table.game.hidden_information and record.table.outcome is None for record in chosen):
        raise CommandError("analyse_secret")  # the steps themselves tell what is hidden
    check_writable(given.svg, given.json)
    if given.svg is not None and given.svg.suffix.lower() == ".png":
        png(_NOTHING)  # says now what is missing to write PNG
    found = []
    with TerminalPool(terminal) as thinker:
        for number, record in enumerate(chosen, given.game or 1):
            show_head(record, number, len(games), terminal)
            judged = _judge(record.table, style, jobs, thinker, terminal)
            _show(record.table, judged, terminal)
            found.append(_as_json(record, judged))
            if given.svg is not None:
                write_picture(given.svg, _curve(record.table, judged, given.theme, terminal), terminal)
    write_json(given.json, {"games": found}, terminal)
    return 0


def _style(given: argparse.Namespace) -> ThinkingStyle:
    if given.seconds is not None:
        return ThinkingStyle(Limits(seconds=shared.read_seconds(given.seconds)))
    simulations = USUAL_SIMULATIONS if given.sims is None else given.sims
    return ThinkingStyle(Limits(simulations=shared.read_number("sims", simulations, 1, MOST_SIMULATIONS)))


def _judge(table: Table, style: ThinkingStyle, jobs: int, thinker: TerminalPool, terminal: Terminal) -> list[Judged]:
    pool, leaving = thinker.prepare(jobs), Event()
    judged: list[Judged] = []
    try:
        with terminal.progress() as progress:
            task = progress.add_task(terminal.say("analyse.progress"), total=len(table.history.steps))
            think = partial(pool.decide, cores=1, stop=leaving.is_set)
            for one in analyse(table.history, style, think, jobs=jobs):
                judged.append(one)
                progress.advance(task)
    finally:
        leaving.set()  # whoever still thinks need not go on
    return judged


# --- what is shown --------------------------------------------------------------------------------------------------
def _show(table: Table, judged: Sequence[Judged], terminal: Terminal) -> None:
    words = table.game.words(terminal.locale)
    terminal.tell("analyse.columns", seats=[words.name("seat", seat) for seat in range(int(table.state.seats))])
    for one in judged:
        label = f"{one.number:>4}  {words.name('seat', one.seat)} {table.game.step_text(one.step)}"
        marked = one.mark != GOOD
        sign = terminal.say(f"analyse.{one.mark}") if marked else ""
        loss = terminal.say("analyse.loss", points=one.points) if marked else ""
        shares = "  ".join(f"{round(100 * share):>3}" for share in one.after)
        label += " " * max(0, _LABEL - cell_len(label))
        line = Text.assemble((label, "bold"), f" {shares}  ", (f"{sign} {loss}".strip(), "red"))
        line.rstrip()
        terminal.out.print(line)
    costly = turning_points(judged)
    terminal.tell("analyse.turning" if costly else "analyse.no_turning")
    for one in costly:
        _show_turning(table, one, terminal)
    means = mean_losses(judged, int(table.state.seats))
    said = [
        terminal.say("analyse.mean_seat", name=words.name("seat", seat), points=f"{100 * loss:.1f}")
        for seat, loss in enumerate(means)
    ]
    terminal.tell("analyse.mean", seats=said)


def _show_turning(table: Table, one: Judged, terminal: Terminal) -> None:
    words = table.game.words(terminal.locale)
    terminal.tell("analyse.better", said=one.sentence(table.game, terminal.locale))
    told = one.told_better(table.game, table.history.states[one.number - 1])
    terminal.out.print(Text.assemble("  ", ("  ".join(step.step for step in told), "bold")))
    for step in told[:1]:
        if sentences := step.sentences(table.game, terminal.locale):
            terminal.out.print(Text.assemble(("  · ", "dim"), words.joined(sentences)))


def _curve(table: Table, judged: Sequence[Judged], theme: str, terminal: Terminal) -> str:
    expected = [judged[0].before, *(one.after for one in judged)]
    costly = [Costly(one.number, one.seat) for one in turning_points(judged)]
    return curve(expected, table.game, costly=costly, theme=theme, locale=terminal.locale)


def _as_json(record: Record, judged: Sequence[Judged]) -> dict[str, object]:
    table = record.table
    return {
        "ruleset": table.ruleset.name,
        "players": list(table.players),
        "outcome": table.outcome and table.outcome.as_json(),
        "steps": [one.as_json(table.game) for one in judged],
        "mean_loss": [round(loss, 4) for loss in mean_losses(judged, int(table.state.seats))],
        "turning_points": [one.number for one in turning_points(judged)],
    }
