"""How people treat each other at a table: who may abort a game, and who may claim one that somebody left."""

from pathlib import Path

import pytest
from sqlalchemy import select

from ludarium.core.words import LOCALES
from ludarium.server.people import ratings
from ludarium.server.people.models import RatingRow
from ludarium.server.rooms import lobby
from ludarium.table import Match, read_record
from ludarium.table.clock import Pace
from ludarium.table.ending import ended_sentence
from tests.server.rooms.hall import COMPUTER, OPEN, RATED, YOU, Client, Hall, identity, quiet, run, visitor
from tests.server.rooms.test_play import BOT, PEOPLE, Script
from tests.server.rooms.test_restart import Time

CLOCK = {"kind": "fischer", "base": 600, "increment": 5}
ARMY = "=243, =111, =324, =522, =333, =432"


class Seconds:
    """They pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 5_000.0

    def __call__(self) -> float:
        return self.now


# --- abort ------------------------------------------------------------------------------------------------------------
def test_a_game_is_aborted_until_everybody_has_taken_a_turn() -> None:
    script = Script().steps("+c2")
    assert {"abort", "resign"} <= script.play.may(0) & script.play.may(1)
    script.steps("+a1")
    assert not {"abort"} & (script.play.may(0) | script.play.may(1))
    assert script.refused(lambda: script.do("abort", 0)) == "abort_late"
    script.offer("undo", 1).answer("undo", 0, True)  # the second turn is taken back
    script.do("abort", 1)
    assert script.play.outcome is not None
    assert (script.play.outcome.winners, script.play.outcome.reason) == ((), "aborted")
    assert script.play.phase == "over"
    assert script.play.may(0) == {"rematch"}, "there is no board to play on from"
    assert script.refused(lambda: script.offer("play_on", 0)) == "play_on_none"
    assert script.done_again() == script.everything()


def test_set_up_is_no_turn_after_which_nobody_may_abort() -> None:
    script = Script("myrmidons").steps(f"{ARMY}, {ARMY}")
    assert "abort" in script.play.may(0)
    script.steps("c1n2")
    assert "abort" in script.play.may(1)
    script.do("abort", 0)
    assert script.play.aborted


def test_nobody_aborts_a_game_against_computers_or_on_one_screen() -> None:
    for occupants in ([PEOPLE[0], BOT], [PEOPLE[0], PEOPLE[0]]):
        script = Script(occupants=occupants)
        assert "abort" not in script.play.may(0)
        assert script.refused(lambda: script.do("abort", 0)) == "abort_none"  # noqa: B023
    three = Script("mutterland", [*PEOPLE[:2], BOT], players=3)
    assert "abort" in three.play.may(0), "two people play with each other here"


def test_the_record_of_an_aborted_game_says_so_and_is_no_draw() -> None:
    script = Script().steps("+c2").do("abort", 1)
    text = script.play.record_text(-1)
    assert text.endswith("\n1 0: +c2\nresult: none aborted\n")
    again = read_record(text).table
    assert again.outcome == script.play.outcome
    assert again.seat == -1
    said = {locale: ended_sentence(again.game, again.outcome, locale) for locale in LOCALES if again.outcome}
    assert said == {
        "en": "The game was aborted. There is no result.",
        "ja": "対局は中止されました。結果はありません。",
    }


def test_a_record_with_secrets_reveals_them_when_the_game_is_aborted() -> None:
    script = Script("myrmidons").steps(f"{ARMY}, {ARMY}").do("abort", 0)
    text = script.play.record_text(-1)
    assert text.count("result: none aborted\n") == 2, "and once in what was sealed"
    assert read_record(text).table.outcome == script.play.outcome


def test_with_its_first_game_a_series_is_aborted() -> None:
    script = Script(series=True).steps("+c2").do("abort", 0)
    assert script.play.finished
    assert script.refused(lambda: script.do("next", -1)) == "over"
    assert Match.read(script.play.record_text(-1)).table.outcome == script.play.outcome
    assert script.done_again() == script.everything()


def test_no_game_of_a_series_but_the_first_is_aborted() -> None:
    script = Script(series=True).steps("+c2, +a1").do("resign", 0).do("next", -1)
    assert "abort" not in script.play.may(0)


def test_an_aborted_game_is_told_and_listed_and_counts_for_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            ada, ben = await hall.pair("mur-en", **RATED)
            eve = await hall.come(ada.room, "Eve")
            assert await _code(eve, "abort", seat=0) == "not_your_seat"
            assert "abort" in ben.table["may"]
            await ben.done("abort", seat=1)
            for one in (ada, ben, eve):
                assert (one.table["phase"], one.table["outcome"]["reason"]) == ("over", "aborted")
                assert one.table["outcome"]["sentence"] == "The game was aborted. There is no result."
            [card] = await lobby.own_tables(hall.rooms, visitor("Ada"))
            assert card.outcome is not None
            assert (card.phase, card.outcome.winners, card.outcome.reason) == ("over", [], "aborted")
            assert await _means(hall) == {}

    run(play())


def test_games_that_go_on_are_listed_before_those_that_are_over(tmp_path: Path) -> None:
    """A list is only so long: what waits for somebody must not be cut off by what they have finished since."""

    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            going, _ = await hall.pair("mur-en", clock={"kind": "days", "base": 3})
            time.ms += 60_000
            over, _ = await hall.pair("mur-en")
            await over.done("resign", seat=0)
            cards = await lobby.own_tables(hall.rooms, visitor("Ada"))
            assert [card.id for card in cards] == [going.room.id, over.room.id]
            assert [card.your_turn for card in cards] == [True, False]

    run(play())


# --- claim ------------------------------------------------------------------------------------------------------------
def test_who_may_be_claimed_against() -> None:
    with_clock = Pace("fischer", 600_000, 5_000)
    assert Script(pace=with_clock).play.may_claim
    assert Script().play.may_claim
    assert not Script(pace=Pace("days", 86_400_000)).play.may_claim
    assert not Script(occupants=[PEOPLE[0], BOT]).play.may_claim
    assert not Script(occupants=[PEOPLE[0], PEOPLE[0]]).play.may_claim
    assert not Script("mutterland", PEOPLE[:3], with_clock, players=3).play.may_claim
    assert not Script(pace=with_clock).offer("pause", 0).answer("pause", 1, True).play.may_claim
    assert not Script(pace=with_clock).do("resign", 0).play.may_claim


@pytest.mark.parametrize(("win", "result"), [(True, "result: 1 left"), (False, "result: none aborted")])
def test_a_claimed_game_is_won_or_aborted(win: bool, result: str) -> None:
    script = Script(pace=Pace("sudden", 600_000)).steps("+c2, +a1").do("claim", 1, win=win)
    assert script.play.finished
    assert script.play.record_text(-1).endswith(f"\n{result}\n")
    assert read_record(script.play.record_text(-1)).table.outcome == script.play.outcome
    assert script.done_again() == script.everything()
    assert script.refused(lambda: script.do("claim", 0, win=True)) == "claim_none"


def test_with_a_clock_a_minute_is_enough_whoever_is_to_act(tmp_path: Path) -> None:
    async def play() -> None:
        seconds = Seconds()
        async with Hall(tmp_path, passing=seconds) as hall:
            ada, ben = await hall.pair("mur-en", clock=CLOCK)
            assert ada.table["claim"] is None
            assert await _code(ada, "claim", seat=0, win=True) == "claim_here"
            seconds.now += 1_000  # both are here: no time that passes counts
            await _leave(ben)
            assert ada.table["claim"] == {"seat": 1, "left": 60_000}
            seconds.now += 59.5
            assert await _code(ada, "claim", seat=0, win=True) == "claim_early"
            seconds.now += 0.5
            watching = await hall.come(ada.room)
            await quiet(ada.room)
            assert ada.table["claim"] == {"seat": 1, "left": 0}
            assert watching.table["claim"] is None
            assert await _code(watching, "claim", seat=0, win=True) == "not_your_seat"
            await ada.done("claim", seat=0, win=True)
            assert (ada.table["outcome"]["winners"], ada.table["outcome"]["reason"]) == ([0], "left")
            assert "the opponent left" in ada.table["outcome"]["sentence"]
            assert ada.table["claim"] is None

    run(play())


def test_whoever_returns_has_the_whole_time_again(tmp_path: Path) -> None:
    async def play() -> None:
        seconds = Seconds()
        async with Hall(tmp_path, passing=seconds) as hall:
            ada, ben = await hall.pair("mur-en", clock=CLOCK)
            second = await hall.come(ada.room, "Ben")
            await _leave(ben)
            assert ada.table["claim"] is None, "another window of Ben's is open"
            await _leave(second)
            seconds.now += 59
            back = await hall.come(ada.room, "Ben")
            await quiet(ada.room)
            assert ada.table["claim"] is None
            await _leave(back)
            seconds.now += 59
            assert await _code(ada, "claim", seat=0, win=True) == "claim_early"
            seconds.now += 1
            await ada.done("claim", seat=0, win=False)
            assert (ada.table["outcome"]["winners"], ada.table["outcome"]["reason"]) == ([], "aborted")

    run(play())


def test_without_a_clock_only_the_turn_of_whoever_is_away_counts(tmp_path: Path) -> None:
    async def play() -> None:
        seconds = Seconds()
        async with Hall(tmp_path, passing=seconds) as hall:
            ada, ben = await hall.pair("mur-en")
            await _leave(ben)
            seconds.now += 10_000
            assert ada.table["claim"] is None, "Ada is to act"
            assert await _code(ada, "claim", seat=0, win=True) == "claim_here"
            await ada.step("+c2")
            assert ada.table["claim"] == {"seat": 1, "left": 300_000}
            seconds.now += 299
            assert await _code(ada, "claim", seat=0, win=True) == "claim_early"
            seconds.now += 1
            await ada.done("claim", seat=0, win=True)
            assert ada.table["outcome"]["winners"] == [0]

    run(play())


def test_neither_a_restart_nor_a_pause_takes_time_from_anybody(tmp_path: Path) -> None:
    async def play() -> None:
        seconds = Seconds()
        hall = await Hall(tmp_path, passing=seconds).__aenter__()
        ada, ben = await hall.pair("mur-en", clock=CLOCK)
        await _leave(ben)
        seconds.now += 59
        await hall.crash()
        seconds.now += 3_600
        async with Hall(tmp_path, passing=seconds) as again:
            room = await again.rooms.open(ada.room.id)
            back = await again.come(room, "Ada")
            assert back.table["claim"] == {"seat": 1, "left": 60_000}
            ben = await again.come(room, "Ben")
            await back.done("offer", seat=0, kind="pause")
            await ben.done("answer", seat=1, kind="pause", yes=True)
            await ben.done("offer", seat=1, kind="resume")
            await _leave(ben)
            assert back.table["claim"] is None
            assert await _code(back, "claim", seat=0, win=True) == "claim_none"
            seconds.now += 3_600
            await back.done("answer", seat=0, kind="resume", yes=True)
            assert back.table["claim"] == {"seat": 1, "left": 60_000}

    run(play())


@pytest.mark.parametrize(("turns", "counts"), [(2, False), (3, True)])
def test_a_game_that_was_claimed_counts_once_all_have_taken_three_turns(
    tmp_path: Path, turns: int, counts: bool
) -> None:
    async def play() -> None:
        seconds = Seconds()
        async with Hall(tmp_path, passing=seconds) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            ada, ben = await hall.pair("mur-en", **RATED)
            for client in (ada, ben) * turns:
                await client.step(client.picture["paths"][0]["step"])
            await _leave(ben)
            seconds.now += 60
            await ada.done("claim", seat=0, win=True)
            assert bool(await _means(hall)) == counts

    run(play())


def test_a_game_that_was_aborted_by_a_claim_never_counts(tmp_path: Path) -> None:
    async def play() -> None:
        seconds = Seconds()
        async with Hall(tmp_path, passing=seconds) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            ada, ben = await hall.pair("mur-en", **RATED)
            for client in (ada, ben) * 3:
                await client.step(client.picture["paths"][0]["step"])
            await _leave(ben)
            seconds.now += 60
            await ada.done("claim", seat=0, win=False)
            assert await _means(hall) == {}

    run(play())


def test_nobody_claims_against_a_computer(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            assert await _code(ada, "claim", seat=0, win=True) == "claim_none"

    run(play())


# --- ratings ----------------------------------------------------------------------------------------------------------
def test_the_same_two_change_their_ratings_in_three_games_a_day(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with Hall(tmp_path, time) as hall:
            for name in ("Ada", "Ben", "Cyd"):
                await hall.person(name)
            for number in range(3):
                ada, _ = await _rated_game(hall, "Ada", "Ben")
                assert ada.table["unrated"] == "", number
                time.ms += 60_000
            before = await _games(hall)
            ada, ben = await _rated_game(hall, "Ada", "Ben")
            eve = await hall.come(ada.room)
            assert ada.table["unrated"] == "Not rated: you have played each other 3 times today."
            assert eve.table["unrated"] == "Not rated: they have played each other 3 times today."
            assert await _games(hall) == before == {"Ada": 3, "Ben": 3}
            await ben.done("offer", seat=1, kind="rematch")  # nothing that comes after the end makes it count
            await _rated_game(hall, "Ada", "Cyd")
            assert await _games(hall) == {"Ada": 4, "Ben": 3, "Cyd": 1}, "others are not concerned"
            time.ms += 86_400_000 - 3 * 60_000 - 1
            late, _ = await _rated_game(hall, "Ada", "Ben")
            assert late.table["unrated"], "a moment too early"
            time.ms += 1
            await _rated_game(hall, "Ada", "Ben")
            assert await _games(hall) == {"Ada": 5, "Ben": 4, "Cyd": 1}, "the first one is a day ago"
        async with Hall(tmp_path, time) as again:
            back = await again.come(await again.rooms.open(ada.room.id), "Ada")
            assert back.table["unrated"] == "Not rated: you have played each other 3 times today.", "at that time"

    run(play())


def test_it_is_said_before_that_a_game_will_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            for _ in range(3):
                await _rated_game(hall, "Ada", "Ben")
            ada, ben = await hall.pair("mur-en", **RATED)
            assert ada.table["phase"] == "playing"
            assert ada.table["unrated"] == "Not rated: you have played each other 3 times today."
            assert [info["provisional"] for info in ben.table["seats"]] == [True, True]

    run(play())


def test_a_short_game_says_why_it_does_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", **RATED)
            assert ada.table["unrated"] == ""
            await ben.done("resign", seat=1)
            assert ada.table["unrated"] == "Not rated: not everyone took 3 turns."

    run(play())


def test_fifteen_puppets_that_resign_lift_nobody_far(tmp_path: Path) -> None:
    """The attack that once lifted an account from 1500 to 2626 in three seconds: by 18 points now."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            await hall.person("Ada")
            for number in range(15):
                await hall.person(f"Puppet{number}")
                await _rated_game(hall, "Ada", f"Puppet{number}")
            ada = identity("Ada")
            assert await hall.store.read(lambda session: ratings.means(session, "mur-en", [ada])) == {ada: 1518}
            assert await _games(hall) == {"Ada": 15, **{f"Puppet{number}": 1 for number in range(15)}}

    run(play())


async def _rated_game(hall: Hall, winner: str, loser: str) -> tuple[Client, Client]:
    """Three turns each, then the loser resigns."""
    room = await hall.make("mur-en", [YOU, OPEN], by=winner, **RATED)
    first, second = await hall.come(room, winner), await hall.come(room, loser)
    await second.done("sit", seat=-1)
    for client in (first, second) * 3:
        await client.step(client.picture["paths"][0]["step"])
    await second.done("resign", seat=1)
    await quiet(room)
    return first, second


async def _games(hall: Hall) -> dict[str, int]:
    """How many games are in the ratings of each."""
    rows = await hall.store.read(lambda session: list(session.scalars(select(RatingRow))))
    return {row.person.rstrip("x").capitalize(): row.games for row in rows}


async def _leave(client: Client) -> None:
    client.room.leave(client)
    await quiet(client.room)


async def _code(client: Client, do: str, **data: object) -> str:
    await quiet(client.room)
    return await client.refused(do, **data)


async def _means(hall: Hall) -> object:
    names = [identity("Ada"), identity("Ben")]
    return await hall.store.read(lambda session: ratings.means(session, "mur-en", names))
