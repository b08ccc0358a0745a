"""What a seat may not know is in no message: two truths that it cannot tell apart give it the same bytes."""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import orjson
import pytest

from ludarium.core.game import Ruleset
from ludarium.core.state import State
from ludarium.server.rooms.lobby import table_card
from tests.server.rooms.hall import OPEN, YOU, Client, Hall, quiet, run, visitor
from tests.table.test_secrets import HIDING, ways_to_go_on

NOW = 1_700_000_000_000


@contextmanager
def same_chance(seed: int) -> Iterator[None]:
    """Tables that are made in here have the same seed and the same secret."""
    with (
        patch.object(secrets, "randbits", lambda _: seed),
        patch.object(secrets, "token_hex", lambda: "secret"),
    ):
        yield


class Truth:
    """A game with two people, a spectator, and somebody who has its link and a name."""

    def __init__(self, clients: dict[str, Client]) -> None:
        self.clients = clients
        self.room = next(iter(clients.values())).room

    @classmethod
    async def begin(cls, hall: Hall, ruleset: str, seed: int, written: str = "") -> "Truth":
        with same_chance(seed):
            room = await hall.make(ruleset, [YOU, OPEN], visibility="lobby", clock={"kind": "fischer", "base": 900})
        clients = {name: await hall.come(room, name, written=written) for name in ("Ada", "Ben", "Eve", "")}
        await clients["Ben"].done("sit", seat=1)
        await quiet(room)
        return cls(clients)

    def seat(self, number: int) -> Client:
        return self.clients["Ada" if number == 0 else "Ben"]

    def heard(self, name: str) -> list[bytes]:
        """Everything that was sent, but for the random name of the table."""
        return [one.replace(self.room.id.encode(), b"TABLE") for one in self.clients[name].heard]


async def compare(one: Truth, two: Truth, seat: int) -> None:
    for name in ("Ada" if seat == 0 else "Ben", "Eve", ""):
        assert one.heard(name) == two.heard(name), name


async def ask_everything(truth: Truth, seat: int, rng: Random) -> None:
    """Whatever else somebody may try in order to find out more."""
    client, table = truth.seat(seat), truth.room.play.table
    universe = [table.game.step_text(step) for step in table.state.universe()]
    legal = set(table.legal(seat))
    for text in rng.sample(universe, 12):
        if text not in legal:
            await client.ask("step", seat=seat, step=text, number=len(client.steps))
    sites = [piece["site"] for piece in client.picture["pieces"]] or ["a1"]
    for _ in range(3):
        await client.ask("explain", seat=seat, clicks=[rng.choice(sites), rng.choice(sites)])
    await client.ask("undo", seat=seat, number=len(client.steps) + 1)
    await client.ask("prefer", locale=rng.choice(["en", "ja"]), theme=rng.choice(["light", "contrast"]))
    for name in ("Eve", ""):
        await truth.clients[name].ask("prefer", locale=rng.choice(["en", "ja"]), theme="light")
        await truth.clients[name].ask("step", seat=1 - seat, step=universe[0], number=0)
    await client.ask("offer", seat=seat, kind="end")
    await client.ask("answer", seat=seat, kind="end", yes=False)


async def reconsider(truth: Truth, actor: int, steps: Sequence[int]) -> None:
    """Begin a turn of several steps, which only its seat knows of until the last one, and take it back (MYR-O4)."""
    client, game = truth.seat(actor), truth.room.play.table.game
    for step in steps[:-1]:
        await client.step(game.step_text(step))
    if len(steps) > 1:
        await client.done("undo", seat=actor, number=len(client.steps), whole=True)


async def play_side_by_side(hall: Hall, ruleset: Ruleset, seat: int, seed: int, written: str = "") -> tuple[int, bool]:
    """How many turns were compared, and whether the two truths really differed."""
    rng, game = Random(seed), ruleset.game
    truths = [await Truth.begin(hall, ruleset.name, seed, written) for _ in "ab"]
    compared = 0

    def states() -> tuple[State, State]:
        return truths[0].room.play.table.state, truths[1].room.play.table.state

    for actor, ways in ways_to_go_on(rng, ruleset, seat, states):
        for truth, steps in zip(truths, ways, strict=True):
            if actor != seat and truth is truths[0]:
                await reconsider(truth, actor, steps)
            for step in steps:
                await truth.seat(actor).step(game.step_text(step))
        if compared % 4 == 0:
            again = rng.randrange(10**6)
            for truth in truths:
                await ask_everything(truth, seat, Random(again))
        await compare(truths[0], truths[1], seat)
        compared += 1
        if compared >= 30:
            break
    different = truths[0].room.play.table.state != truths[1].room.play.table.state
    if different:  # whose secrets differ gets other bytes: something is compared
        other = "Ben" if seat == 0 else "Ada"
        assert truths[0].heard(other) != truths[1].heard(other)
    return compared, different


@pytest.mark.compiled_only
@pytest.mark.parametrize("ruleset", HIDING, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seat", [0, 1])
def test_indistinguishable_truths_give_the_same_bytes(tmp_path: Path, ruleset: Ruleset, seat: int) -> None:
    async def play() -> list[tuple[int, bool]]:
        async with Hall(tmp_path, lambda: NOW) as hall:
            return [await play_side_by_side(hall, ruleset, seat, seed) for seed in range(2)]

    played = run(play())
    assert sum(turns for turns, _ in played) >= 2 * 12
    assert any(different for _, different in played)


@pytest.mark.compiled_only
@pytest.mark.parametrize("seat", [0, 1])
def test_boards_in_characters_tell_no_more(tmp_path: Path, seat: int) -> None:
    async def play() -> tuple[int, bool]:
        async with Hall(tmp_path, lambda: NOW) as hall:
            return await play_side_by_side(hall, HIDING[0], seat, 1, "text")

    turns, different = run(play())
    assert turns >= 12
    assert different


# --- steps that nobody notices ----------------------------------------------------------------------------------------
def test_a_step_that_nobody_may_know_of_makes_no_sound(tmp_path: Path) -> None:
    """In the game of cups a seat may look under a cup of the other's, who does not notice."""

    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            ada, ben = await hall.pair("cups", clock={"kind": "fischer", "base": 60, "increment": 1})
            eve = await hall.come(ada.room, "Eve")
            for client, steps in ((ada, ("=1", "=3", "=2")), (ben, ("=2", "=1", "=3"))):
                for step in steps:
                    await client.step(step)
            await ben.done("offer", seat=1, kind="end")
            await quiet(ada.room)
            before = len(ada.heard), len(ben.heard), len(eve.heard)
            await ada.step("peek b1")
            assert ada.types(before[0]) == ["stepped", "done"]
            assert ada.steps[-1]["events"][0]["data"]["piece"] == 2
            assert (len(ben.heard), len(eve.heard)) == before[1:]
            assert ben.table["offers"] == ada.table["offers"] != []
            await ada.step("pass")
            assert [step["text"] for step in ben.steps][-1] == ""
            assert len(ben.steps) == 7
            assert len(ada.steps) == 8
            assert ben.table["offers"] == []

    run(play())


@pytest.mark.clause("MYR-O4")
def test_an_order_that_is_taken_back_makes_no_sound(tmp_path: Path) -> None:
    """The others are sent, shown and can download exactly what they would have been without it."""

    async def game(hall: Hall, wavering: bool) -> list[object]:
        with same_chance(5):
            clock = {"kind": "fischer", "base": 900, "increment": 5}
            room = await hall.make("myrmidons", [YOU, OPEN], visibility="lobby", clock=clock)
        ada, ben, eve = [await hall.come(room, name) for name in ("Ada", "Ben", "Eve")]
        await ben.done("sit", seat=1)
        await quiet(room)
        for client in (ada, ben):
            for step in ARMY:
                await client.step(step)
        if wavering:
            heard = len(ada.heard)
            for step in ("!n", "a1:3"):
                await ada.step(step)
            assert "undo" in ada.table["may"]
            await ada.done("undo", seat=0, number=len(ada.steps))
            await ada.step("a1:1")
            await ada.done("undo", seat=0, number=len(ada.steps), whole=True)
            assert "undo" not in ada.table["may"]
            await ada.step("!ne")
            await ada.done("undo", seat=0, number=len(ada.steps), whole=True)
            assert ada.types(heard)[-2:] == ["undone", "done"]
        listed = [[await table_card(hall.rooms, visitor(name), room.id)] for name in ("Ben", "Eve")]
        await ada.step("c1n2")
        texts = [room.play.record_text(viewer) for viewer in (-1, 1)]
        told = [b"".join(one.heard) + orjson.dumps(cards) for one, cards in zip((ben, eve), listed, strict=True)]
        return [*(one.replace(room.id.encode(), b"TABLE") for one in told), *texts]

    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            wavering, steady = await game(hall, True), await game(hall, False)
            assert wavering == steady
            assert "undo" not in str(wavering[2])

    run(play())


@pytest.mark.clause("MYR-O4")
@pytest.mark.parametrize("opponent", ["here", "gone", "comes and goes"])
def test_an_order_is_taken_back_at_every_point_wherever_the_opponent_is(tmp_path: Path, opponent: str) -> None:
    """Also by somebody who was away in between themselves."""
    order = ("!n", "a1:3", "c1:2")

    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            ada, ben = await hall.pair("myrmidons")
            room = ada.room
            for client in (ada, ben):
                for step in ARMY:
                    await client.step(step)
            if opponent != "here":
                room.leave(ben)
            known = len(ada.steps)
            for named in range(1, len(order) + 1):
                for step in order[:named]:
                    await ada.step(step)
                if opponent == "comes and goes":
                    room.leave(await hall.come(room, "Ben"))
                room.leave(ada)
                ada = await hall.come(room, "Ada")
                for left in reversed(range(named)):
                    assert "undo" in ada.table["may"]
                    await ada.done("undo", seat=0, number=len(ada.steps))
                    assert [step["text"] for step in ada.steps[known:]] == list(order[:left])
                assert "undo" not in ada.table["may"]
            for step in (*order, "."):
                await ada.step(step)
            assert await ada.refused("undo", seat=0, number=len(ada.steps)) == "undo_nothing"

    run(play())


@pytest.mark.clause("MYR-O4")
def test_an_order_is_taken_back_on_a_shared_screen(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            room = await hall.make("myrmidons", [YOU, YOU], visibility="screen")
            screen = await hall.come(room, "Ada")
            await quiet(room)
            for seat in (0, 1):
                await screen.done("uncover", seat=seat)
                for step in ARMY:
                    await screen.step(step)
            await screen.done("uncover", seat=0)
            known = len(screen.steps)
            for step in ("!n", "a1:3"):
                await screen.step(step)
            for left in (1, 0):
                assert "undo" in screen.table["may"]
                await screen.done("undo", seat=0, number=len(screen.steps))
                assert len(screen.steps) == known + left
            assert "undo" not in screen.table["may"]

    run(play())


def test_on_a_shared_screen_a_covered_view_is_a_spectators(tmp_path: Path) -> None:
    """Two screens: on one of them both seats are played, the other one is never uncovered."""

    async def covered_and_seen_by_the_first_seat(hall: Hall, army: list[str]) -> tuple[list[bytes], list[bytes]]:
        with same_chance(5):
            room = await hall.make("myrmidons", [YOU, YOU], visibility="screen")
        played, covered = await hall.come(room, "Ada"), await hall.come(room, "Ada")
        await quiet(room)
        for seat, steps in ((0, ARMY), (1, army)):
            await played.done("uncover", seat=seat)
            for step in steps:
                await played.step(step)
        await played.done("uncover", seat=0)
        first = [one for one in played.heard if orjson.loads(one).get("table", {"viewer": 1})["viewer"] != 1]
        return [[one.replace(room.id.encode(), b"TABLE") for one in heard] for heard in (covered.heard, first)]  # type: ignore[return-value]

    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            one = await covered_and_seen_by_the_first_seat(hall, ARMY)
            two = await covered_and_seen_by_the_first_seat(hall, ARMY[::-1])
            assert one == two
            assert len(one[0]) >= 14
            assert len(one[1]) >= 9

    run(play())


ARMY = ["=243", "=111", "=324", "=522", "=333", "=432"]


def test_after_the_end_everything_is_shown(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            ada, ben = await hall.pair("myrmidons")
            watching = await hall.come(ada.room)
            for step in ARMY:
                await ada.step(step)
            assert {piece["kind"] for piece in watching.picture["pieces"]} == {"?"}
            await ben.done("resign", seat=1)
            for one in (ben, watching):
                assert one.told[-1]["type"] == "welcome" or one is ben
                assert [step["text"] for step in one.steps] == ARMY
                assert {piece["kind"] for piece in one.picture["pieces"]} == {step[1:] for step in ARMY}

    run(play())


def test_before_the_game_begins_nobody_sees_what_a_seat_will_have(tmp_path: Path) -> None:
    """Else one could sit down, look, and take the other seat."""

    async def play() -> None:
        async with Hall(tmp_path, lambda: NOW) as hall:
            room = await hall.make("myrmidons-random", [YOU, OPEN])
            ada, eve = await hall.come(room, "Ada"), await hall.come(room)
            assert (ada.viewer, eve.viewer) == (-1, -1)
            assert ada.picture["stock"] == eve.picture["stock"]

    run(play())


def test_before_anything_stands_on_the_board_each_one_is_shown_their_own_stock(tmp_path: Path) -> None:
    """Empty boards look alike, what lies beside them does not: an army that was drawn is nobody else's business."""

    async def work() -> None:
        async with Hall(tmp_path) as hall:
            truth = await Truth.begin(hall, "myrmidons-random", 1)
            stocks = {name: client.picture["stock"] for name, client in truth.clients.items()}
            play = truth.room.play
            for name, viewer in (("Ada", 0), ("Ben", 1), ("Eve", -1), ("", -1)):
                scene = play.table.scene(viewer)
                shown = [(one["owner"], one["kind"], one["count"]) for one in stocks[name]]
                assert shown == [(one.owner, one.kind, one.count) for one in scene.stock], name
            assert stocks["Ada"] != stocks["Eve"]

    run(work())
