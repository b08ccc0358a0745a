"""Processes that play games, one game each at a time. One that dies is replaced and its game is played again."""

import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc

from ludarium.arena.contestants import Contestant, Seated
from ludarium.arena.play import FORFEIT, Result, Start, play_game
from ludarium.arena.results import ArenaError
from ludarium.arena.schedule import Pairing
from ludarium.table import Table

TRIES = 3  # games that end their process are played so often before the tournament stops
_PATIENCE = 1.0  # seconds for a process to end what it has started
_CONTEXT = get_context("spawn")  # the same everywhere, and safe beside threads


class _Worker:
    """One process and the game it plays."""

    def __init__(self, settings: "Settings", pairing: Pairing) -> None:
        self.connection, other = _CONTEXT.Pipe()
        self.process: BaseProcess = _CONTEXT.Process(target=_work, args=(other, *settings), daemon=True)
        self.process.start()
        other.close()  # so that its end is noticed here
        self.give(pairing)

    def give(self, pairing: Pairing) -> None:
        self.pairing = pairing
        with suppress(OSError):  # it has died: noticed when its answer is awaited
            self.connection.send(pairing)

    def answer(self) -> Result | None:
        """The result; nothing if the process has died."""
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(said, Result):
            return said
        raise ArenaError("fault", game=self.pairing.number, trace=said)

    def end(self) -> None:
        """Stop it; what it has started ends with it."""
        self.process.terminate()
        self.process.join(_PATIENCE)
        self.process.kill()
        self.process.join()
        self.connection.close()


Settings = tuple[Start, Sequence[Contestant]]


def play_all(settings: Settings, pairings: Iterable[Pairing], jobs: int) -> Generator[Result, None, None]:
    """The results of all games, in the order in which they end; close the generator to stop early."""
    waiting = iter(pairings)
    crashes: Counter[int] = Counter()
    workers: dict[object, _Worker] = {}  # by connection
    try:
        for pairing in islice(waiting, jobs):
            worker = _Worker(settings, pairing)
            workers[worker.connection] = worker
        while workers:
            for connection in wait([worker.connection for worker in workers.values()]):
                worker = workers[connection]
                result = worker.answer()
                if result is not None:
                    yield result
                    following = next(waiting, None)
                    if following is not None:
                        worker.give(following)
                        continue
                worker.end()
                del workers[connection]
                if result is None:
                    crashes[worker.pairing.number] += 1
                    if crashes[worker.pairing.number] == TRIES:
                        raise ArenaError("crashed", game=worker.pairing.number, tries=TRIES)
                    worker = _Worker(settings, worker.pairing)
                    workers[worker.connection] = worker
    finally:
        for worker in workers.values():
            worker.end()


def _work(connection: Connection, start: Start, contestants: Sequence[Contestant]) -> None:
    """What such a process does: games, until nobody asks for any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program alone, which ends its workers itself
    signal.signal(signal.SIGTERM, _leave)
    # What is secret among the options the table keeps to itself.
    options = Table(start.ruleset, start.options).changed
    # A player that sits there twice is two players: nobody shares what a player keeps, not even with itself.
    players: dict[tuple[int, int], Seated] = {}

    def seated(player: int, copy: int) -> Seated:
        if (player, copy) not in players:
            players[player, copy] = contestants[player].open(options)
        return players[player, copy]

    try:
        while True:
            pairing: Pairing = connection.recv()
            seating = pairing.seating
            try:
                table = [seated(player, seating[:seat].count(player)) for seat, player in enumerate(seating)]
                answer: Result | str
                answer = result = play_game(start, pairing, table)
                if result.ending == FORFEIT:  # whoever failed begins the next game anew
                    _close(players)
            except Exception:  # a fault in our own players or rules is reported, not survived
                answer = format_exc()
            connection.send(answer)
    except (EOFError, OSError):
        pass
    finally:
        _close(players)


def _close(players: dict[tuple[int, int], Seated]) -> None:
    while players:
        players.popitem()[1].close()


def _leave(*_: object) -> None:
    sys.exit()
