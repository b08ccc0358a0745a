"""``ludarium export``: recorded games as arrays to learn from."""

import argparse
from pathlib import Path

from rich.progress import TextColumn, TimeElapsedColumn

from ludarium.cli.terminal import CommandError, Terminal
from ludarium.core.game import find_ruleset
from ludarium.extras import needs

_KINDS = (".npz", ".parquet")  # as in research/datasets.py, which needs NumPy


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORDS", help=say("export.records"))
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help=say("export.out"))
    parser.add_argument("--ruleset", metavar="RULESET", help=say("export.ruleset"))
    parser.add_argument("--open", action="store_true", help=say("export.open"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    out: Path = given.out
    if out.suffix not in _KINDS:
        raise CommandError("export_kind", file=out)
    ruleset = None if given.ruleset is None else find_ruleset(given.ruleset).name
    with needs("parquet"):
        from ludarium.research.export import Progress, export  # noqa: PLC0415 (it needs NumPy)
    found = Progress()
    with terminal.progress(TextColumn("{task.description}"), TimeElapsedColumn()) as progress:
        task = progress.add_task(terminal.say("export.doing", games=0), total=None)
        for found in export(given.records, out, ruleset=ruleset, open_=given.open):
            progress.update(task, description=terminal.say("export.doing", games=found.games))
    if found.left_out:
        terminal.warn("export.unfinished", count=found.left_out)
    terminal.tell("export.done", games=found.games, rows=found.rows)
    terminal.err.print(terminal.say("common.written", file=out))
    return 0
