"""``ludarium study``: many games of one or several rulesets, played now or recorded, and a report about them."""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from ludarium.arena.contestants import Contestant, read_contestant
from ludarium.cli import arguments as shared
from ludarium.cli import contest
from ludarium.cli.files import check_writable, write, write_json
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.errors import UnknownName
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.players.spec import PlayerSpec
from ludarium.research.study.figures import Figures, as_json, comparison_json, differences, figures
from ludarium.research.study.plan import USUAL_JUDGING, Plan, play
from ludarium.research.study.records import RecordedPlan, read_recorded
from ludarium.research.study.report import report
from ludarium.research.study.section import Section

USUAL_PLAYER = "3"
USUAL_GAMES = 200
USUAL_OPENING = 4  # with fewer, many starts are the same or images of each other (docs/research.md)
MOST_JUDGING = 1_000_000
_FEW_DIFFERENT = 0.9  # of the games: fewer different ones are warned about


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    parser.add_argument("words", nargs="+", metavar="RULESET", help=say("study.rulesets"))
    contest.add_contest(parser, terminal, "study", USUAL_GAMES, None)
    parser.add_argument("--judging", type=int, default=USUAL_JUDGING, metavar="N", help=say("study.judging"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    places = [Path(word) for word in given.words if is_place(word)]
    names, players = split_words([word for word in given.words if not is_place(word)])
    plans: Sequence[Plan]
    if places:
        if names or players or given.named or given.option or given.records or given.policies:
            raise CommandError("study_mixed", places=[str(place) for place in places])
        plans = _recorded(places, given, terminal)
        names = [place.resolve().stem for place in places]
    else:
        wanted = [*players, *given.named] or [USUAL_PLAYER]
        plans = [_plan(ruleset, wanted, given) for ruleset in find_all(names)]
    out: Path = usual_file(names) if given.out is None else given.out
    if out.suffix.lower() not in (".html", ".htm"):
        raise CommandError("report_kind", file=out)
    workers = contest.read_workers(given)
    check_writable(out, given.json)
    with ExitStack() as files:
        kept = [None if places else ledger_file(out, plan) for plan in plans]
        ledgers = [files.enter_context(closing(plan.open_ledger(file))) for plan, file in zip(plans, kept, strict=True)]
        done = [len(ledger.results) for ledger in ledgers]
        size = sum(max(plan.size, played) for plan, played in zip(plans, done, strict=True))
        title = ", ".join(plan.ruleset.name for plan in plans)
        played = {plan.ruleset.name: ledger.results for plan, ledger in zip(plans, ledgers, strict=True)}
        records = contest.open_records(given.records, played)
        stopped = contest.follow(play(plans, ledgers, workers, records), size, sum(done), lambda: title, terminal)
    contest.tell_losses(workers, terminal)
    if stopped:
        terminal.warn("study.stopped_recorded" if places else "study.stopped")
    games = [ledger.in_order() for ledger in ledgers]
    found = [figures(plan, played) for plan, played in zip(plans, games, strict=True)]
    write(out, report(plans, games, found, terminal.locale), terminal)
    whole = {
        "rulesets": {one.plan.ruleset.name: as_json(one) for one in found},
        "comparison": comparison_json(plans, differences(games)),
    }
    write_json(given.json, whole, terminal)
    _tell(found, terminal)  # last, so that nobody who stops listening stops the writing
    return contest.INTERRUPTED if stopped else 0


def _tell(found: Sequence[Figures], terminal: Terminal) -> None:
    """The report in short."""
    for one in found:
        if one.games:
            terminal.tell("study.ruleset", ruleset=one.plan.ruleset.name, games=one.games)
            for sentence in Section(one, terminal.locale).sentences():
                terminal.out.print(f"  {sentence}", soft_wrap=not terminal.out.is_terminal)
        if one.different < _FEW_DIFFERENT * one.games:
            key = "study.alike_recorded" if isinstance(one.plan, RecordedPlan) else "study.alike"
            terminal.warn(key, ruleset=one.plan.ruleset.name, different=one.different, games=one.games)


def is_place(word: str) -> bool:
    """Whether a word names records: a file or a folder, and neither a ruleset nor a player."""
    return not _is_ruleset(word) and not _is_player(word) and Path(word).exists()


def _recorded(places: Sequence[Path], given: argparse.Namespace, terminal: Terminal) -> Sequence[RecordedPlan]:
    most = shared.read_number("games", given.games, 1, contest.MOST_GAMES)
    judging = shared.read_number("judging", given.judging, 1, MOST_JUDGING)
    plans, there = read_recorded(places, most, judging, shared.read_seed(given.seed))
    if there > most:
        terminal.warn("study.some", games=most, there=there)
    return plans


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Rulesets and players, which may be named one after the other; what is neither is a mistaken ruleset."""
    players = [word for word in words if not _is_ruleset(word) and _is_player(word)]
    return [word for word in words if word not in players], players


def _is_ruleset(word: str) -> bool:
    return any(word in (one.name, one.game.name) for one in rulesets())


def _is_player(word: str) -> bool:
    try:
        read_contestant(word)
    except UnknownName:
        return ":" in word  # a mistaken player
    return True


def find_all(names: Sequence[str]) -> list[Ruleset]:
    """The rulesets of these names; a game's name stands for all of its rulesets (but the tiny ones), unless one of them
    is called so.
    """
    known = rulesets()
    found: dict[str, Ruleset] = {}
    for name in names:
        full = [one for one in known if one.game.name == name and not one.tiny]
        of_game = [] if name in {one.name for one in known} else full
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
    return player.style is None or player.style.level > 0 or player.style.temperature > 0


def usual_opening(players: Sequence[Contestant]) -> int:
    """Players that vary by themselves begin at the start; others would play the same game again and again."""
    return 0 if all(isinstance(player, PlayerSpec) and varies(player) for player in players) else USUAL_OPENING


def _plan(ruleset: Ruleset, names: Sequence[str], given: argparse.Namespace) -> Plan:
    options = shared.read_options(ruleset, given.option)
    players = contest.read_players(names, ruleset, options)
    opening = usual_opening(players) if given.opening is None else given.opening
    return Plan(
        ruleset=ruleset,
        options=options,
        players=players,
        games=shared.read_number("games", given.games, 1, contest.MOST_GAMES),
        seed=shared.read_seed(given.seed),
        opening_steps=shared.read_number("opening", opening, 0, contest.MOST_OPENING),
        keep=contest.read_keep(given),
        judging=shared.read_number("judging", given.judging, 1, MOST_JUDGING),
    )
