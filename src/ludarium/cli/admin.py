"""``ludarium admin``: keeping order on a server and looking after its data, from the machine that it runs on."""

import argparse
import getpass
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from ludarium.cli import admin_data
from ludarium.cli.arguments import read_number
from ludarium.cli.terminal import CommandError, Terminal
from ludarium.extras import needs

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from ludarium.server.moderation.office import Office
    from ludarium.server.moderation.orders import Actor
    from ludarium.server.settings import Settings

MOST_DAYS = 3650
MOST_ENTRIES = 10_000
LONGEST_WHY = 200
LONGEST_WORDS = 100
_NAMED = ("ban", "unban", "mute", "unmute", "rename", "logout", "remove", "moderator")  # commands about a person
_USUAL_ENTRIES = 50


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    say = terminal.say
    commands = parser.add_subparsers(
        title=say("common.commands"), metavar=say("common.command"), dest="what", required=True
    )

    def add(name: str) -> argparse.ArgumentParser:
        summary = say(f"admin.{name}")
        # A parser of ours, like the one above it.
        made: Any = commands.add_parser(name, help=summary, description=summary, terminal=terminal)
        made.add_argument("--config", type=Path, metavar="FILE", help=say("serve.config"))
        made.add_argument("--json", action="store_true", help=say("admin.json"))
        return made  # type: ignore[no-any-return]

    add("people").add_argument("words", nargs="?", default="", metavar="WORDS", help=say("admin.words"))
    add("look").add_argument("which", metavar="NAME|TABLE", help=say("admin.which"))
    for name in _NAMED:
        command = add(name)
        command.add_argument("name", metavar="NAME", help=say("admin.name"))
        if name in ("ban", "mute"):
            command.add_argument("--days", type=int, metavar="N", help=say("admin.days"))
        if name == "rename":
            command.add_argument("new", metavar="NEW", help=say("admin.new"))
        if name == "moderator":
            command.add_argument("state", choices=("on", "off"), help=say("admin.state"))
        _add_why(command, terminal)
    close = add("close")
    close.add_argument("table", metavar="TABLE", help=say("admin.table"))
    _add_why(close, terminal)
    reports = add("reports")
    reports.add_argument("do", nargs="?", choices=("close",), help=say("admin.report_do"))
    reports.add_argument("number", nargs="?", type=int, metavar="N", help=say("admin.report_number"))
    _add_why(reports, terminal)
    log = add("log")
    log.add_argument("which", nargs="?", default="", metavar="NAME|TABLE", help=say("admin.log_which"))
    log.add_argument("--most", type=int, default=_USUAL_ENTRIES, metavar="N", help=say("admin.most"))
    admin_data.arguments(add, terminal)


def _add_why(command: argparse.ArgumentParser, terminal: Terminal) -> None:
    command.add_argument("--why", default="", metavar="TEXT", help=terminal.say("admin.why"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    # Other commands need not wait for what only a server needs.
    with needs("server"):
        from ludarium.server.moderation.office import opened  # noqa: PLC0415
        from ludarium.server.settings import read_settings  # noqa: PLC0415

    _check(given)
    settings = read_settings(given.config)
    if given.what == "restore":  # these two need no database
        return admin_data.restore(given, settings, actor(), terminal)
    if given.what == "check-backup":
        return admin_data.check_backup(given, settings, terminal)
    with opened(settings.database_url) as office:
        if given.what in admin_data.COMMANDS:
            return admin_data.COMMANDS[given.what](given, office, settings, actor(), terminal)
        if given.what in _SHOWN:
            return _SHOWN[given.what](given, office, settings, terminal)
        return _act(given, office, terminal)


def _check(given: argparse.Namespace) -> None:
    """Everything that is typed has a bound."""
    if len(getattr(given, "why", "")) > LONGEST_WHY:
        raise CommandError("admin_why", most=LONGEST_WHY)
    if len(getattr(given, "words", "")) > LONGEST_WORDS:
        raise CommandError("admin_words", most=LONGEST_WORDS)
    if getattr(given, "days", None) is not None:
        read_number("days", given.days, 1, MOST_DAYS)
    if given.what == "log":
        read_number("most", given.most, 1, MOST_ENTRIES)
    if given.what == "reports" and (given.do is None) != (given.number is None):
        raise CommandError("admin_reports")


def actor() -> "Actor":
    """Whoever runs this command, as the system calls them."""
    from ludarium.server.moderation.orders import Actor  # noqa: PLC0415

    try:
        return Actor("", getpass.getuser())
    except (KeyError, OSError):  # nobody, in a container
        return Actor("", "?")


# --- doing ------------------------------------------------------------------------------------------------------------
def _act(given: argparse.Namespace, office: "Office", terminal: Terminal) -> int:
    from ludarium.server.moderation import orders  # noqa: PLC0415

    by, why = actor(), given.why.strip()
    told: dict[str, object] = {}

    def do(session: "Session") -> int:
        if given.what == "close":
            table = orders.find_table(session, given.table)
            told.update(table=table.id)
            return orders.close_table(session, by, table, why)
        person = orders.find_person(session, given.name)
        told.update(name=person.name, id=person.id)
        if given.what in ("ban", "mute"):
            told.update(days=given.days)
            return orders.sanction(session, by, person, given.what, given.days or 0, why)
        if given.what in ("unban", "unmute"):
            kind: Any = given.what.removeprefix("un")
            return orders.lift(session, by, person, kind, why)
        if given.what == "rename":
            told.update(new=given.new)
            return orders.rename(session, by, person, given.new, why)
        if given.what == "moderator":
            told.update(state=given.state)
            return orders.appoint(session, by, person, given.state == "on", why)
        simple: dict[str, Callable[..., int]] = {"logout": orders.log_out, "remove": orders.remove}
        return simple[given.what](session, by, person, why)

    office.order(do)
    if given.json:
        show_json({"done": given.what, **told, "why": why}, terminal)
        return 0
    key = f"admin.done_{given.what}"
    if given.what in ("ban", "mute"):
        key += "_days" if given.days else "_for_good"
    elif given.what == "moderator":
        key += f"_{given.state}"
    terminal.tell(key, **{name: value for name, value in told.items() if value is not None})
    return 0


# --- showing ----------------------------------------------------------------------------------------------------------
def _people(given: argparse.Namespace, office: "Office", settings: "Settings", terminal: Terminal) -> int:
    from ludarium.server.moderation import inspection  # noqa: PLC0415

    words = given.words.strip()
    found, count = office.read(lambda session: inspection.people(session, words, settings.session_days))
    if given.json:
        show_json(found, terminal)
        return 0
    if not found:
        terminal.tell("admin.nobody")
        return 0
    rows = [
        [one["name"], one["id"], _kind(one, terminal), day(one["since"]), day(one["seen"]), _state(one, terminal)]
        for one in found
    ]
    show_table(("name", "id", "kind", "since", "seen", "state"), rows, terminal)
    if count > len(found):
        terminal.tell("admin.more", count=count - len(found))
    return 0


def _kind(person: dict[str, Any], terminal: Terminal) -> str:
    kind = "guest" if person["guest"] else "moderator" if person["moderator"] else "account"
    return terminal.say(f"admin.kind_{kind}")


def _state(person: dict[str, Any], terminal: Terminal) -> str:
    said = []
    for kind in ("banned", "muted"):
        until = person[kind]
        if until is not None:
            key = f"admin.{kind}_until" if until else f"admin.{kind}"
            said.append(terminal.say(key, **({"until": day(until)} if until else {})))
    return ", ".join(said)


def _look(given: argparse.Namespace, office: "Office", settings: "Settings", terminal: Terminal) -> int:
    from ludarium.server.errors import ModerationError  # noqa: PLC0415
    from ludarium.server.moderation import inspection, orders  # noqa: PLC0415

    def look_up(session: "Session") -> dict[str, Any]:
        try:
            return inspection.table_told(session, orders.find_table(session, given.which))
        except ModerationError:
            person = orders.find_person(session, given.which)
            return inspection.person_told(session, person, settings.session_days)

    told = office.read(look_up)
    if given.json:
        show_json(told, terminal)
        return 0
    lines = _table_lines(told, terminal) if "ruleset" in told else _person_lines(told, terminal)
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column(overflow="fold")
    for key, value in lines:
        table.add_row(terminal.say(f"admin.of_{key}"), value)
    terminal.show(table)
    if told["log"]:
        show_log(told["log"], terminal)
    return 0


def _person_lines(told: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    state = _state(told, terminal)
    why = " ".join(one for one in told["why"].values() if one)
    return [
        ("name", told["name"]),
        ("id", told["id"]),
        ("kind", _kind(told, terminal)),
        ("since", day(told["since"])),
        ("seen", day(told["seen"])),
        *([("state", f"{state} {why}".strip())] if state else []),
        ("sessions", str(told["sessions"])),
        ("passkeys", str(told["passkeys"])),
        ("tables", str(told["tables"])),
        ("messages", str(told["messages"])),
        *(
            [("ratings", ", ".join(f"{name} {value}" for name, value in told["ratings"].items()))]
            if told["ratings"]
            else []
        ),
        (
            "reports",
            terminal.say("admin.reports_of", **{name: told[f"reports_{name}"] for name in ("about", "open", "by")}),
        ),
    ]


def _table_lines(told: dict[str, Any], terminal: Terminal) -> list[tuple[str, str]]:
    seats = [one["name"] or terminal.say(f"admin.seat_{one['who']}", level=one["level"]) for one in told["seats"]]
    return [
        ("table", told["id"]),
        ("ruleset", told["ruleset"]),
        ("version", told["rules_version"] or "–"),
        ("phase", terminal.say(f"admin.phase_{told['phase']}")),
        ("made", moment(told["made"])),
        ("changed", moment(told["changed"])),
        ("visibility", terminal.say(f"admin.visibility_{told['visibility']}")),
        ("owner", f"{told['owner']['name']} {told['owner']['id']}".strip()),
        ("seats", ", ".join(seats)),
        ("messages", str(told["messages"])),
        ("reports", str(told["reports"])),
    ]


def _reports(given: argparse.Namespace, office: "Office", settings: "Settings", terminal: Terminal) -> int:
    from dataclasses import asdict  # noqa: PLC0415

    from ludarium.server.moderation import orders, reports  # noqa: PLC0415

    if given.do == "close":
        number = read_number("N", given.number, 1, 2**31 - 1)
        office.order(lambda session: orders.close_report(session, actor(), number, given.why.strip()))
        if given.json:
            show_json({"done": "reports close", "number": number}, terminal)
        else:
            terminal.tell("admin.done_report", number=number)
        return 0
    found = office.read(lambda session: reports.open_reports(session, terminal.locale))
    if given.json:
        show_json([asdict(one) for one in found], terminal)
        return 0
    if not found:
        terminal.tell("admin.no_reports")
        return 0
    rows = [
        [
            *(str(one.id), moment(one.made), one.reporter.name, one.reported.name if one.reported else "–"),
            *(one.table or "–", one.label, one.text),
        ]
        for one in found
    ]
    show_table(("number", "at", "reporter", "reported", "table", "reason", "text"), rows, terminal)
    return 0


def _log(given: argparse.Namespace, office: "Office", settings: "Settings", terminal: Terminal) -> int:
    from ludarium.server.errors import ModerationError  # noqa: PLC0415
    from ludarium.server.moderation import inspection, orders  # noqa: PLC0415

    def look_up(session: "Session") -> list[dict[str, Any]]:
        whom = ""
        if given.which:
            try:
                whom = orders.find_table(session, given.which).id
            except ModerationError:
                whom = orders.find_person(session, given.which).id
        return inspection.log_told(orders.audit_log(session, given.most, whom))

    found = office.read(look_up)
    if given.json:
        show_json(found, terminal)
    elif found:
        show_log(found, terminal)
    else:
        terminal.tell("admin.no_log")
    return 0


_SHOWN: dict[str, Callable[[argparse.Namespace, "Office", "Settings", Terminal], int]] = {
    "people": _people,
    "look": _look,
    "reports": _reports,
    "log": _log,
}


# --- tables, times ----------------------------------------------------------------------------------------------------
def show_log(entries: Sequence[dict[str, Any]], terminal: Terminal) -> None:
    from ludarium.server.errors import server_words  # noqa: PLC0415

    words = server_words(terminal.locale)
    rows = [
        [
            moment(one["at"]),
            one["by"],
            words.name("audit", one["what"]),
            one["name"] or one["whom"],
            one["detail"],
            one["why"],
        ]
        for one in entries
    ]
    show_table(("at", "by", "what", "whom", "detail", "why"), rows, terminal)


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str]], terminal: Terminal) -> None:
    """Under headings; what no row has is left out."""
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    table = Table(box=None, pad_edge=False, header_style="dim")
    for place in kept:
        table.add_column(terminal.say(f"admin.head_{columns[place]}"), overflow="fold")
    for row in rows:
        table.add_row(*(row[place] for place in kept))
    terminal.show(table)


def show_json(what: object, terminal: Terminal) -> None:
    terminal.write(json.dumps(what, ensure_ascii=False, indent=2))


def day(at: int | None) -> str:
    return "–" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"


def moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}"
