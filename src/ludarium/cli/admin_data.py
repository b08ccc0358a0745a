"""The commands of ``ludarium admin`` about data: deleting what is old, copies, and whether all tables can be read."""

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

from ludarium.cli.arguments import read_number
from ludarium.cli.terminal import Terminal

if TYPE_CHECKING:
    from ludarium.server.moderation.office import Office
    from ludarium.server.moderation.orders import Actor
    from ludarium.server.settings import Settings

MOST_DAYS = 36500
_USUAL_GAMES = 365
Add = Callable[[str], argparse.ArgumentParser]


def arguments(add: Add, terminal: Terminal) -> None:
    say = terminal.say
    prune = add("prune")
    prune.add_argument("--waiting", type=int, metavar="DAYS", help=say("admin.prune_waiting"))
    prune.add_argument("--games", type=int, default=_USUAL_GAMES, metavar="DAYS", help=say("admin.prune_games"))
    prune.add_argument("--dry-run", action="store_true", help=say("admin.prune_dry"))
    add("backup").add_argument("file", type=Path, metavar="FILE", help=say("admin.backup_file"))
    add("restore").add_argument("file", type=Path, metavar="FILE", help=say("admin.restore_file"))
    add("check")
    add("check-backup").add_argument("file", type=Path, metavar="FILE", help=say("admin.restore_file"))


def _prune(given: argparse.Namespace, office: "Office", settings: "Settings", by: "Actor", terminal: Terminal) -> int:
    from ludarium.server.moderation import orders, upkeep  # noqa: PLC0415

    waiting = settings.waiting_days if given.waiting is None else given.waiting
    waiting = read_number("waiting", waiting, 1, MOST_DAYS)
    games = read_number("games", given.games, 1, MOST_DAYS)
    found = office.read(lambda session: upkeep.find(session, waiting, games))
    counts = {
        "waiting": len(found.waiting),
        "closed": len(found.closed),
        "games": len(found.games),
        "sessions": found.sessions,
    }
    if not given.dry_run and any(counts.values()):
        for part in upkeep.parts(found.waiting):
            office.write(partial(upkeep.close_waiting, ids=part))
        for part in upkeep.parts([*found.closed, *found.games]):
            office.write(partial(upkeep.delete_tables, ids=part))
        office.write(upkeep.delete_sessions)
        detail = ", ".join(f"{name} {count}" for name, count in counts.items())
        office.order(lambda session: orders.pruned(session, by, detail))
    if given.json:
        _show_json({"dry_run": given.dry_run, **counts}, terminal)
        return 0
    terminal.tell("admin.prune_would" if given.dry_run else "admin.pruned")
    for name, count in counts.items():
        terminal.tell(f"admin.prune_{name}_count", count=count, days=games if name == "games" else waiting)
    return 0


def _backup(given: argparse.Namespace, office: "Office", settings: "Settings", by: "Actor", terminal: Terminal) -> int:
    from ludarium.server.backups import back_up  # noqa: PLC0415
    from ludarium.server.moderation import orders  # noqa: PLC0415

    back_up(settings.database_url, given.file)
    office.write(lambda session: orders.note(session, by, "backup", detail=given.file.name))
    size = given.file.stat().st_size
    if given.json:
        _show_json({"file": str(given.file), "bytes": size}, terminal)
    else:
        terminal.tell("admin.backed_up", file=given.file, size=f"{size / 1_000_000:.1f}")
    return 0


def restore(given: argparse.Namespace, settings: "Settings", by: "Actor", terminal: Terminal) -> int:
    from ludarium.server import backups  # noqa: PLC0415
    from ludarium.server.moderation import orders  # noqa: PLC0415
    from ludarium.server.moderation.office import opened  # noqa: PLC0415

    old = backups.restore(settings.database_url, given.file)
    with opened(settings.database_url) as office:
        office.write(lambda session: orders.note(session, by, "restore", detail=given.file.name))
    if given.json:
        _show_json({"file": str(given.file), "before": old}, terminal)
    else:
        terminal.tell("admin.restored", file=given.file, old=old)
    return 0


def _check(given: argparse.Namespace, office: "Office", settings: "Settings", by: "Actor", terminal: Terminal) -> int:
    count, faults = _read_all(office, terminal)
    if given.json:
        _show_json({"tables": count, "faults": faults}, terminal)
    else:
        _tell_faults(count, faults, terminal)
    return 1 if faults else 0


def check_backup(given: argparse.Namespace, settings: "Settings", terminal: Terminal) -> int:
    """Restore a copy into a place of its own, and read everything there."""
    from ludarium.server.backups import unpacked  # noqa: PLC0415
    from ludarium.server.moderation import upkeep  # noqa: PLC0415
    from ludarium.server.moderation.office import opened  # noqa: PLC0415

    with unpacked(settings.database_url, given.file) as (place, version), opened(place) as office:
        counts = office.read(upkeep.count_all)
        tables, faults = _read_all(office, terminal)
    if given.json:
        _show_json({"file": str(given.file), "version": version, **counts, "faults": faults}, terminal)
    else:
        terminal.tell("admin.backup_read", file=given.file, version=version, **counts)
        _tell_faults(tables, faults, terminal)
    return 1 if faults else 0


def _read_all(office: "Office", terminal: Terminal) -> tuple[int, list[dict[str, str]]]:
    """Every table through its events: how many there are, and those that cannot be read."""
    from ludarium.server.moderation import upkeep  # noqa: PLC0415

    tables = office.read(upkeep.all_tables)
    faults = []
    with terminal.progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as progress:
        task = progress.add_task(terminal.say("admin.checking"), total=len(tables))
        for id_, ruleset in tables:
            why = office.read(partial(upkeep.fault_of, id_=id_, locale=terminal.locale))
            if why:
                faults.append({"table": id_, "ruleset": ruleset, "why": why})
            progress.advance(task)
    return len(tables), faults


def _tell_faults(tables: int, faults: list[dict[str, str]], terminal: Terminal) -> None:
    for one in faults:
        terminal.tell("admin.unreadable", **one)
    terminal.tell("admin.checked_wrong" if faults else "admin.checked", tables=tables, wrong=len(faults))


def _show_json(what: object, terminal: Terminal) -> None:
    terminal.write(json.dumps(what, ensure_ascii=False, indent=2))


COMMANDS: dict[str, Callable[[argparse.Namespace, "Office", "Settings", "Actor", Terminal], int]] = {
    "prune": _prune,
    "backup": _backup,
    "check": _check,
}
