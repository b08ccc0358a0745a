"""``ludarium join``: play at a table of a server, against whoever is there."""

import argparse
from collections.abc import Sequence
from http import HTTPStatus

from rich.table import Table

from ludarium.cli.join_server import Server, Told, host_of, read_address
from ludarium.cli.terminal import CommandError, Left, Terminal, typed_number
from ludarium.extras import needs

_MOST_SHOWN = 30  # tables of the lobby


def arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("address", metavar="URL", help=terminal.say("join.address"))
    parser.add_argument("--name", metavar="NAME", help=terminal.say("join.name"))
    parser.add_argument("--seat", metavar="SEAT", help=terminal.say("join.seat"))
    parser.add_argument("--watch", action="store_true", help=terminal.say("join.watch"))


def run(given: argparse.Namespace, terminal: Terminal) -> int:
    with needs("server"):  # for its WebSockets
        from ludarium.cli.join_table import JoinedTable  # noqa: PLC0415

    origin, table = read_address(given.address)
    server = Server(origin, terminal.locale)
    try:
        _introduce(server, given.name, given.watch, terminal)
        table = table or _choose(server, terminal)
        while table:
            server.ask(f"/api/tables/{table}")  # says it at once if there is no such table
            table = JoinedTable(server, table, terminal).play(given.seat, given.watch)
    except (LookupError, TypeError) as error:  # answers of another kind
        raise server.strange(HTTPStatus.OK) from error
    except (Left, KeyboardInterrupt):
        terminal.out.print()
    return 0


def _introduce(server: Server, wanted: str | None, watches: bool, terminal: Terminal) -> None:
    """Be somebody with a name, as the server wants it of those who play: who one was before, or a new guest."""
    me = server.ask("/api/me")
    if me["id"] and wanted in (None, me["name"]):
        terminal.tell("join.back", name=me["name"], server=host_of(server.origin))
        return
    if wanted is None and watches:
        return
    if wanted is None and not terminal.is_person:
        raise CommandError("join_name")
    while True:
        name = terminal.need(terminal.say("join.ask_name")) if wanted is None else wanted
        try:
            me = server.ask("/api/me", {"name": name})
        except CommandError as error:
            if wanted is not None or error.key != "server_says":
                raise
            terminal.complain(error)
        else:
            terminal.tell("join.hello", name=me["name"], server=host_of(server.origin))
            return


# --- the lobby ------------------------------------------------------------------------------------------------------
def _choose(server: Server, terminal: Terminal) -> str:
    """A table of one's own that is not over, or one of the lobby; nothing if there is none."""
    own = [one for one in _own_tables(server) if one["phase"] != "over"]
    known = {one["id"] for one in own}
    others = [one for one in server.ask("/api/tables") if one["id"] not in known]
    tables = [*own, *others][:_MOST_SHOWN]
    if not tables:
        terminal.tell("join.nothing", server=server.origin)
        return ""
    terminal.show(_listed(tables, terminal))
    if not terminal.is_person:
        return ""
    while True:
        answer = terminal.need(terminal.say("join.which", most=len(tables)))
        if answer.lower() in ("q", "quit"):
            return ""
        number = typed_number(answer or "1", 1, len(tables))
        if number is not None:
            return str(tables[number - 1]["id"])
        terminal.tell("menu.not_that", text=answer, most=len(tables))


def _own_tables(server: Server) -> list[Told]:
    found: list[Told] = server.ask("/api/me/tables") if server.ask("/api/me")["id"] else []
    return found


def _listed(tables: Sequence[Told], terminal: Terminal) -> Table:
    listed = Table(box=None, show_header=False, pad_edge=True)
    for style in ("bold", "", "cyan", "", "", "dim"):
        listed.add_column(style=style, overflow="fold")
    for number, one in enumerate(tables, 1):
        who = [
            f"{seat['label']}: {terminal.say('join.open') if seat['occupant'] == 'open' else seat['name']}"
            for seat in one["seats"]
        ]
        state = terminal.say("join.your_turn" if one["your_turn"] else f"join.phase_{one['phase']}")
        rated = terminal.say("join.rated") if one["rated"] else ""
        listed.add_row(str(number), one["title"], one["ruleset"], ", ".join(who), state, rated)
    return listed
