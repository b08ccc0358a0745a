"""``ludarium train``: a computer player that learns a ruleset by playing against itself."""

import argparse
from pathlib import Path
from time import monotonic
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from ludarium.cli import arguments as shared
from ludarium.cli import contest
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset
from ludarium.extras import needs
from ludarium.train.large_players import LARGE
from ludarium.train.plan import TRUSTS, USES, Plan

USUAL_GENERATIONS = 10
MOST_GENERATIONS = 10_000
_BETWEEN_LINES = 60.0  # seconds, in a log
# The numbers of a plan that can be given, with their bounds, by what they are about.
_WHOLE: dict[str, dict[str, tuple[int, int]]] = {
    "games": {
        "games": (50, 10_000_000),
        "simulations": (2, 100_000),
        "random-steps": (0, 1000),
        "longest": (1, 20_000),
        "records": (0, 100_000),
    },
    "learning": {
        "hidden": (3, 1024),
        "blocks": (0, 100),
        "width": (8, 2048),
        "window": (1, 100),
        "steps": (1, 1_000_000),
        "batch": (16, 1_000_000),
    },
    "match": {"match-games": (2, 100_000), "match-simulations": (1, 10_000_000)},
}
_PARTS: dict[str, dict[str, tuple[float, float]]] = {
    "games": {"scale": (0.001, 100.0)},
    "learning": {"search-share": (0.0, 1.0), "rate": (1e-6, 1.0), "sharpness": (0.05, 2.0)},
    "match": {"match-seconds": (0.005, 3600.0)},
}


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    parser.usage = f"{parser.prog} RULESET [--option NAME=VALUE] [--seed N] […]"
    shared.add_ruleset(parser, terminal)
    shared.add_start(parser, terminal)
    work = parser.add_argument_group(say("train.group_work"))
    work.add_argument("--generations", type=int, default=USUAL_GENERATIONS, metavar="N", help=say("train.generations"))
    work.add_argument("--out", type=Path, metavar="FOLDER", help=say("train.out"))
    work.add_argument("--jobs", type=int, metavar="N", help=say("workers.jobs"))
    work.add_argument("--ray", metavar="ADDRESS", help=say("workers.ray"))
    groups = {name: parser.add_argument_group(say(f"train.group_{name}")) for name in _WHOLE}
    for name, group in groups.items():
        for one in _WHOLE[name]:
            group.add_argument(f"--{one}", type=int, metavar="N", help=say(f"train.{one.replace('-', '_')}"))
        for one in _PARTS[name]:
            group.add_argument(f"--{one}", type=float, metavar="X", help=say(f"train.{one.replace('-', '_')}"))
    groups["games"].add_argument("--against", default="", metavar="PLAYER", help=say("train.against"))
    learning = groups["learning"]
    learning.add_argument("--from-nothing", action="store_true", help=say("train.from_nothing"))
    learning.add_argument("--trust", choices=TRUSTS, default="both", help=say("train.trust"))
    learning.add_argument("--open", action="store_true", help=say("train.open"))
    learning.add_argument("--ignore", nargs="+", default=[], metavar="PLANE", help=say("train.ignore"))
    learning.add_argument("--uses", choices=USES, default="both", help=say("train.uses"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    with needs("train"):
        from ludarium.train.judge import usual_device  # noqa: PLC0415
        from ludarium.train.training import Training  # noqa: PLC0415
    ruleset = find_ruleset(given.ruleset)
    chosen: dict[str, Any] = {}
    for key, bounds in (("number", _WHOLE), ("part", _PARTS)):
        for name, (low, high) in (one for group in bounds.values() for one in group.items()):
            value = getattr(given, name.replace("-", "_"))
            if value is not None:
                if not low <= value <= high:
                    raise CommandError(key, name=f"--{name}", low=low, high=high)
                chosen[name.replace("-", "_")] = value
    plan = Plan(
        ruleset=ruleset.name,
        options=shared.read_options(ruleset, given.option),
        seed=shared.read_seed(given.seed),
        knowledge=not given.from_nothing,
        trust=given.trust,
        open=given.open,
        ignored=given.ignore,
        uses=given.uses,
        against=given.against,
        **chosen,
    )
    if plan.blocks and given.ray is not None:
        raise CommandError("train_large_ray")
    generations = shared.read_number("generations", given.generations, 1, MOST_GENERATIONS)
    folder = given.out or Path(f"train-{ruleset.name}")
    workers = contest.read_workers(given)
    training = Training(folder, plan, workers, usual_device(), terminal.locale)
    stopped = _follow(training, generations, terminal)
    contest.tell_losses(workers, terminal)
    if stopped:
        terminal.warn("train.stopped", folder=folder)
    if training.best.exists():
        player = f"{LARGE}:800sims" if plan.blocks else "best:1s"
        terminal.tell("train.best", file=training.best, player=f"{player}@{training.best}")
    elif plan.against:
        terminal.tell("train.no_best_against", player=plan.against)
    else:
        terminal.tell("train.no_best")
    return contest.INTERRUPTED if stopped else 0


def _follow(training: Any, generations: int, terminal: Terminal) -> bool:
    """Show how far it is, and a line for each generation at its end; whether somebody stopped it. Where nobody sees a
    bar, as in a log, lines tell of it now and then.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with terminal.progress(*columns) as progress:
        task = progress.add_task("", total=None)
        phase, told = ("", 0), 0.0
        try:
            for news in training.run(generations):
                begins = (news.phase, news.number) != phase
                if begins:
                    phase = (news.phase, news.number)
                    progress.reset(task, total=news.total)
                said = _said(news, terminal)
                progress.update(task, completed=news.done, total=news.total, description=said)
                if progress.disable and news.generation is None and (begins or monotonic() - told > _BETWEEN_LINES):
                    told = monotonic()
                    terminal.err.print(f"{said} {news.done}/{news.total}", soft_wrap=True)
                if news.generation is not None:
                    _tell(news.generation, terminal)
        except KeyboardInterrupt:
            return True
    return False


def _said(news: Any, terminal: Terminal) -> str:
    said = terminal.say(f"train.{news.phase}", number=news.number)
    if news.losses is not None:
        said += f" {news.losses.value:.3f} {news.losses.policy:.3f}"
    return said if news.score is None else f"{said} {news.score:.1%}"


def _tell(done: Any, terminal: Terminal) -> None:
    terminal.tell(
        "train.passed" if done.passed else "train.failed",
        number=done.number,
        games=done.games,
        samples=done.samples,
        length=f"{done.length:.0f}",
        insight=f"{done.insight_loss:.4f}",
        value=f"{done.value_loss:.4f}",
        policy=f"{done.policy_loss:.4f}",
        score=f"{done.score:.1%}",
        match=done.match_games,
        seconds=" + ".join(f"{one:.0f}" for one in done.seconds),
    )
    terminal.out.file.flush()  # a log says so now, not at the end
