"""``ludarium study``: many games of one or several rulesets, and a report about them."""

import argparse
import json
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import ludarium.research.guests  # noqa: F401 (lets the arena know their names)
from ludarium.arena.contestants import Contestant, Home, read_contestant
from ludarium.arena.crew import Crew
from ludarium.cli import parser as shared
from ludarium.cli.arena import MOST_GAMES, MOST_OPENING
from ludarium.cli.crew import add_crew, progress_bar, read_crew, tell_losses
from ludarium.cli.files import check_writable, write
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.players.spec import PlayerSpec
from ludarium.research.study import compare, figures
from ludarium.research.study.plan import USUAL_JUDGING, Plan, StudyLedger, play
from ludarium.research.study.report import report
from ludarium.research.study.section import Section

USUAL_PLAYER = "3"
USUAL_GAMES = 200
USUAL_OPENING = 4  # with fewer, many starts are the same or images of each other (docs/study.md)
MOST_JUDGING = 1_000_000
INTERRUPTED = 130
_FEW_DIFFERENT = 0.9  # of the games: fewer different ones are warned about


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    parser.add_argument("rulesets", nargs="+", metavar="RULESET", help=say("study.rulesets"))
    parser.add_argument("--players", nargs="+", default=[USUAL_PLAYER], metavar="PLAYER", help=say("study.players"))
    parser.add_argument("--games", type=int, default=USUAL_GAMES, metavar="N", help=say("study.games"))
    parser.add_argument("--opening", type=int, metavar="N", help=say("study.opening"))
    parser.add_argument("--judging", type=int, default=USUAL_JUDGING, metavar="N", help=say("study.judging"))
    shared.add_start(parser, terminal)
    add_crew(parser, terminal)
    parser.add_argument("--out", type=Path, metavar="FILE", help=say("study.out"))
    parser.add_argument("--json", type=Path, metavar="FILE", help=say("study.json"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    plans = [_plan(ruleset, given) for ruleset in find_all(given.rulesets)]
    out: Path = usual_file(given.rulesets) if given.out is None else given.out
    if out.suffix.lower() not in (".html", ".htm"):
        raise CommandError("report_kind", file=out)
    crew = read_crew(given)
    check_writable(out, given.json)
    with ExitStack() as files:
        ledgers = [files.enter_context(closing(plan.open_ledger(ledger_file(out, plan)))) for plan in plans]
        stopped = _play(plans, ledgers, crew, terminal)
    tell_losses(crew, terminal)
    if stopped:
        terminal.warn("study.stopped")
    games = [[ledger.results[number] for number in sorted(ledger.results)] for ledger in ledgers]
    found = [figures.figures(plan, played) for plan, played in zip(plans, games, strict=True)]
    _write(out, report(plans, games, found, terminal.locale), terminal)
    if given.json is not None:
        whole = {
            "rulesets": {one.plan.ruleset.name: figures.as_json(one) for one in found},
            "comparison": compare.as_json(plans, compare.differences(games)),
        }
        _write(given.json, json.dumps(whole, ensure_ascii=False, indent=2) + "\n", terminal)
    _tell(found, terminal)  # last, so that nobody who stops listening stops the writing
    return INTERRUPTED if stopped else 0


def _tell(found: Sequence[figures.Figures], terminal: Terminal) -> None:
    """The report in short."""
    for one in found:
        if one.games:
            terminal.tell("study.ruleset", ruleset=one.plan.ruleset.name, games=one.games)
            for sentence in Section(one, terminal.locale).sentences():
                terminal.out.print(f"  {sentence}", soft_wrap=not terminal.out.is_terminal)
        if one.different < _FEW_DIFFERENT * one.games:
            terminal.warn("study.alike", ruleset=one.plan.ruleset.name, different=one.different, games=one.games)


def _write(file: Path, text: str, terminal: Terminal) -> None:
    write(file, text.encode("utf-8", "backslashreplace"), terminal)


def find_all(names: Sequence[str]) -> list[Ruleset]:
    """The rulesets of these names; a game's name stands for all of its rulesets, unless one of them is called so."""
    known = rulesets()
    found: dict[str, Ruleset] = {}
    for name in names:
        of_game = [one for one in known if one.game.name == name] if name not in {one.name for one in known} else []
        found.update({one.name: one for one in of_game or [find_ruleset(name)]})
    return list(found.values())


def usual_file(names: Sequence[str]) -> Path:
    """The report's file where none is named."""
    return Path(f"{'-'.join(['study', *dict.fromkeys(names)])}.html")


def ledger_file(out: Path, plan: Plan) -> Path:
    """The games of a ruleset lie beside the report."""
    return out.with_name(f"{out.stem}.{plan.ruleset.name}.jsonl")


def varies(player: PlayerSpec) -> bool:
    """Whether a player does not always answer a position alike."""
    return player.style is None or player.style.slips > 0 or player.style.temperature > 0


def usual_opening(players: Sequence[Contestant]) -> int:
    """Players that vary by themselves begin at the start; others would play the same game again and again."""
    return 0 if all(isinstance(player, Home) and varies(player.spec) for player in players) else USUAL_OPENING


def _plan(ruleset: Ruleset, given: argparse.Namespace) -> Plan:
    players = [read_contestant(text) for text in given.players]
    opening = usual_opening(players) if given.opening is None else given.opening
    return Plan(
        ruleset=ruleset,
        options=shared.read_given(ruleset, given.option),
        players=players,
        games=shared.read_number("games", given.games, 1, MOST_GAMES),
        seed=shared.read_seed(given.seed),
        opening_steps=shared.read_number("opening", opening, 0, MOST_OPENING),
        judging=shared.read_number("judging", given.judging, 1, MOST_JUDGING),
    )


def _play(plans: Sequence[Plan], ledgers: Sequence[StudyLedger], crew: Crew, terminal: Terminal) -> bool:
    """Play what is missing, with a bar; whether somebody stopped it."""
    with progress_bar(terminal) as progress:
        done = [len(ledger.results) for ledger in ledgers]
        size = sum(max(plan.size, played) for plan, played in zip(plans, done, strict=True))
        task = progress.add_task(", ".join(plan.ruleset.name for plan in plans), total=size, completed=sum(done))
        try:
            for _ in play(plans, ledgers, crew):
                progress.advance(task)
        except KeyboardInterrupt:
            return True
    return False
