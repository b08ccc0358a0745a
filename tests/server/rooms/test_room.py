"""A table in memory: nobody acts for another, everybody is told what they may know, and only what was kept is done."""

import asyncio
import gc
import weakref
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from ludarium.server.errors import RoomError
from ludarium.server.people import ratings
from ludarium.server.requests import NewTableRequest
from ludarium.server.rooms import storage
from ludarium.server.rooms.storage import ChatMessageRow, TableRow
from ludarium.server.visitor import Visitor
from ludarium.table import read_record
from tests.server.rooms.hall import COMPUTER, OPEN, RATED, YOU, Client, Hall, identity, quiet, run


def test_a_step_is_acknowledged_and_told_to_everybody(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            watching = await hall.come(ada.room)
            assert (ada.viewer, ben.viewer, watching.viewer) == (0, 1, -1)
            assert "step" in ada.table["may"]
            assert "step" not in ben.table["may"]
            await quiet(ada.room)
            before = len(ada.heard)
            await ada.step("+c2")
            assert ada.types(before) == ["stepped", "done"]
            for one in (ada, ben, watching):
                [step] = one.steps
                assert (step["number"], step["turn"], step["seat"], step["text"]) == (1, 1, 0, "+c2")
                assert step["events"][0]["sentence"] == "Black places a ship on c2."
                assert (one.table["seat"], one.picture["seat"]) == (1, 1)
                assert [piece["site"] for piece in one.picture["pieces"]] == ["c2", "x"]
            assert len(ben.picture["paths"]) == 23
            assert ada.picture["paths"] == watching.picture["paths"] == []
            assert "step" in ben.table["may"]
            assert watching.table["may"] == []

    run(play())


ACTS: dict[str, dict[str, object]] = {
    "step": {"step": "+c2", "number": 0},
    "undo": {"number": 0},
    "resign": {},
    "offer": {"kind": "end"},
    "answer": {"kind": "end", "yes": True},
    "explain": {"clicks": ["c2"]},
    "stand": {},
}


def test_nobody_acts_for_another(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            eve, nobody = await hall.come(ada.room, "Eve"), await hall.come(ada.room)
            await quiet(ada.room)
            for stranger in (ben, eve, nobody):
                for do, data in ACTS.items():
                    assert await stranger.refused(do, seat=0, **data) == "not_your_seat", (stranger.person, do)
                assert await stranger.refused("step", seat=5, step="+c2", number=0) == "not_your_seat"
            assert await eve.refused("next") == "not_your_seat"
            assert await eve.refused("uncover", seat=0) == "not_your_seat"
            assert await eve.refused("fill", seat=1, level=3) == "not_your_table"
            assert await nobody.refused("sit", seat=-1) == "name_first"
            assert await nobody.refused("say", text="hello") == "name_first"
            assert ada.room.play.table.history.taken == []

    run(play())


def test_stale_repeated_and_illegal_steps_change_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            await ada.step("+c2")
            assert await ada.refused("step", seat=0, step="+c2", number=0) == "not_your_turn"  # repeated
            assert await ben.refused("step", seat=1, step="+a1", number=0) == "stale"
            assert await ben.refused("step", seat=1, step="+a1", number=2) == "stale"  # out of order
            assert await ben.refused("step", seat=1, step="=?", number=1) == "step_syntax"
            answer = await ben.ask("step", seat=1, step="+c2", number=1)
            assert (answer["code"], answer["clause"], answer["page"]) == ("illegal", "MUR-T1", "/rules/mur#MUR-T1")
            assert answer["sentence"].startswith("c2 is occupied")
            assert answer["rule"] == "placing a ship"
            await ben.step("+a1")
            assert [step["text"] for step in ada.steps] == ["+c2", "+a1"]

    run(play())


def test_a_refusal_is_said_in_the_language_of_whoever_asked(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            await ben.done("prefer", locale="ja", theme="dark")
            assert ben.told[-2]["type"] == "welcome"
            assert [info["label"] for info in ben.table["seats"]] == ["黒", "白"]
            assert ben.picture["ground"] is not None, "another theme has another ground"
            answer = await ben.ask("step", seat=1, step="+a1", number=0)
            assert "番" in answer["sentence"]
            assert [info["label"] for info in ada.table["seats"]] == ["Black", "White"]

    run(play())


def test_undo_is_told_to_whoever_saw_the_steps(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("realm")
            for client, step in zip([ada, ben] * 6, SET_UP, strict=True):
                await client.step(step)
            await ada.step("a1-a4")
            await ada.step("no") if "no" in ada.room.play.table.legal(0) else None
            taken = len(ada.steps)
            await ada.done("undo", seat=0, number=taken, whole=True)
            assert ben.told[-1]["type"] == "undone"
            assert (ben.told[-1]["kept"], len(ben.steps), len(ada.steps)) == (12, 12, 12)
            assert ben.steps == ada.steps
            await ada.step("a1-a5")
            assert [step["text"] for step in ben.steps][12:] == ["a1-a5"]

    run(play())


SET_UP = ["*A1", "*B2", "*B3", "*C3", "*C2", "*D4", "+a1", "+d4", "+d7", "+g7", "+g4", "+j10"]


def test_offers_are_told_and_answered(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            await ada.step("+c2")
            await ada.done("offer", seat=0, kind="undo")
            assert ben.table["offers"] == [{"kind": "undo", "by": 0, "waiting": [1]}]
            assert await ada.refused("answer", seat=0, kind="undo", yes=True) == "offer_not_yours"
            await ben.done("answer", seat=1, kind="undo", yes=True)
            assert ada.told[-1]["type"] == "undone"
            assert (ada.steps, ada.table["offers"], ada.table["seat"]) == ([], [], 0)
            await ben.done("offer", seat=1, kind="pause")
            await ada.done("offer", seat=0, kind="pause")
            assert (ada.table["phase"], ben.table["phase"]) == ("paused", "paused")
            assert "step" not in ada.table["may"]
            assert {"resume", "resign"} <= set(ada.table["may"])
            assert await ada.refused("step", seat=0, step="+c2", number=0) == "paused"
            await ben.done("offer", seat=1, kind="resume")
            await ada.done("answer", seat=0, kind="resume", yes=True)
            assert ben.table["phase"] == "playing"
            await ada.done("offer", seat=0, kind="end")
            await ben.done("answer", seat=1, kind="end", yes=True)
            for one in (ada, ben):
                assert one.table["phase"] == "over"
                assert one.table["outcome"]["sentence"] == "A draw: by agreement."
                assert one.picture["paths"] == []

    run(play())


def test_whoever_offered_is_told_who_declined(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            watcher = await hall.come(ada.room, "Eve")
            await ada.step("+c2")
            for kind in ("undo", "end", "pause"):
                await ada.done("offer", seat=0, kind=kind)
                await ben.done("answer", seat=1, kind=kind, yes=False)
                assert ada.table["offers"] == []
                assert ada.told[-1] == {"type": "declined", "kind": kind, "seat": 1}
            await ben.step("+a1")
            await ben.done("offer", seat=1, kind="end")
            await ada.step("+c3")  # playing on is an answer, too
            assert ben.told[-1] == {"type": "declined", "kind": "end", "seat": 0}
            await ben.done("offer", seat=1, kind="undo")
            await ben.done("answer", seat=1, kind="undo", yes=False)  # withdrawn
            assert ben.types()[-2:] == ["changed", "done"]
            await ben.done("resign", seat=1)
            await ben.done("offer", seat=1, kind="rematch")
            await ada.done("answer", seat=0, kind="rematch", yes=False)
            assert ben.told[-1] == {"type": "declined", "kind": "rematch", "seat": 0}
            assert "rematch" in ben.table["may"]
            assert (ada.types().count("declined"), ben.types().count("declined")) == (3, 2)
            assert "declined" not in watcher.types()

    run(play())


def test_playing_on_declines_an_offer_to_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("realm")
            await ada.done("offer", seat=0, kind="end")
            await ada.step("*A1")  # one's own turn outdates the count, which nobody declined
            assert (ada.table["offers"], ada.types().count("declined")) == ([], 0)
            await ada.done("offer", seat=0, kind="end")
            await ben.step("*B2")
            assert ada.told[-1] == {"type": "declined", "kind": "end", "seat": 1}

    run(play())


def test_resigning_ends_the_game_and_a_rematch_moves_the_seats(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock={"kind": "sudden", "base": 300})
            await ben.done("resign", seat=1)
            assert ada.table["outcome"]["winners"] == [0]
            assert "rematch" in ada.table["may"]
            await ada.done("offer", seat=0, kind="rematch")
            assert ada.table["rematch"] == ""
            await ben.done("answer", seat=1, kind="rematch", yes=True)
            assert ada.table["rematch"] == ben.table["rematch"] != ""
            assert "rematch" not in ada.table["may"]
            again = await hall.come(await hall.rooms.open(ada.table["rematch"]), "Ada")
            assert again.table["id"] != ada.table["id"]
            assert [info["name"] for info in again.table["seats"]] == ["Ben", "Ada"]
            assert (again.viewer, again.table["phase"], again.table["clock"]["kind"]) == (1, "playing", "sudden")
            assert ada.room.play.setup.seed != again.room.play.setup.seed

    run(play())


@pytest.mark.clause("MUR-S1")
def test_a_game_is_played_on_from_its_board_if_both_agree(tmp_path: Path) -> None:
    """Everybody keeps their pieces, and the other one begins."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-jp")
            for one, step in ((ada, "+c2"), (ben, "+f3"), (ada, "+d3")):
                await one.step(step)
            assert await ada.refused("offer", seat=0, kind="play_on") == "rematch_early"
            await ben.done("resign", seat=1)
            assert {"rematch", "play_on"} <= set(ada.table["may"])
            await ada.done("offer", seat=0, kind="play_on")
            assert [(one["kind"], one["waiting"]) for one in ben.table["offers"]] == [("play_on", [1])]
            await ben.done("answer", seat=1, kind="play_on", yes=False)
            assert ada.table["rematch"] == ""
            await ben.done("offer", seat=1, kind="play_on")
            await ada.done("answer", seat=0, kind="play_on", yes=True)
            id_ = ada.table["rematch"]
            assert id_
            assert not {"rematch", "play_on"} & set(ada.table["may"])
            again = await hall.come(await hall.rooms.open(id_), "Ada")
            assert [info["name"] for info in again.table["seats"]] == ["Ada", "Ben"]
            assert again.table["seat"] == 1, "the second game is White's to begin"
            stands = {piece["site"]: piece["owner"] for piece in again.picture["pieces"]}
            assert stands == {"c2": 0, "d3": 0, "f3": 1, "x": -1}
            assert {"name": "Start", "value": "the board of the previous game"} in again.table["settings"]
            text = again.room.play.record_text(-1)
            assert "start: " in text
            assert "game 2, on the board of the game before" in text
            stored = await hall.store.read(lambda session: storage.load(session, id_, hall.now()))
            assert stored is not None, "as it is after a restart"
            assert stored.play.table.state == again.room.play.table.state
            beth = await hall.come(again.room, "Ben")
            await beth.done("resign", seat=1)
            await beth.done("offer", seat=1, kind="rematch")
            await again.done("answer", seat=0, kind="rematch", yes=True)
            third = await hall.come(await hall.rooms.open(again.table["rematch"]), "Ada")
            assert [piece["site"] for piece in third.picture["pieces"]] == ["x"], "a rematch is from the start"

    run(play())


def test_only_games_whose_rules_say_how_are_played_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("realm")
            await ben.done("resign", seat=1)
            assert "play_on" not in ada.table["may"]
            assert await ada.refused("offer", seat=0, kind="play_on") == "play_on_none"

    run(play())


@pytest.mark.clause("MUR-S2")
def test_a_series_can_have_another_length(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-jp", series=True, games=1, sets=2)
            assert (ada.table["series_score"]["games"], ada.table["series_score"]["sets"]) == (1, 2)
            assert {"name": "Series", "value": "2 sets of 1 game"} in ada.table["settings"]
            await ben.done("resign", seat=1)
            assert "play_on" not in ada.table["may"], "a series goes its own way"
            await ada.done("next")
            assert ada.table["series_score"]["set"] == 2
            await ben.done("resign", seat=1)
            assert ada.table["series_score"]["outcome"]["winners"] == [0]
            assert "games: 1\nsets: 2" in ada.room.play.record_text(-1)

    run(play())


# --- seats ------------------------------------------------------------------------------------------------------------
def test_a_game_begins_when_all_seats_are_taken(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mutterland", [YOU, OPEN, OPEN, OPEN], options={"land": "block"}, visibility="lobby")
            ada, ben, cyd = [await hall.come(room, name) for name in ("Ada", "Ben", "Cyd")]
            await quiet(room)
            assert (ada.table["phase"], ada.table["seat"], ada.picture["paths"]) == ("waiting", -1, [])
            assert await ada.refused("step", seat=0, step="pass", number=0) == "not_begun"
            assert await ada.refused("sit", seat=1) == "seated_already"
            await ben.done("sit", seat=2)
            assert await cyd.refused("sit", seat=2) == "seat_taken"
            await cyd.done("sit", seat=-1)
            assert [info["name"] for info in ada.table["seats"]] == ["Ada", "Cyd", "Ben", ""]
            await cyd.done("stand", seat=1)
            assert [info["occupant"] for info in ada.table["seats"]] == ["person", "open", "person", "open"]
            assert await ben.refused("fill", seat=1, level=3) == "not_your_table"
            await ada.done("fill", seat=1, level=3)
            assert ada.table["seats"][1]["occupant"] == "computer"
            assert await ada.refused("fill", seat=1, level=3) == "seat_taken"
            await cyd.done("sit", seat=3)
            assert cyd.told[-2]["type"] == "welcome"
            assert (cyd.viewer, cyd.table["phase"]) == (3, "playing")
            assert await cyd.refused("stand", seat=3) == "begun"

    run(play())


def test_lots_are_drawn_for_seats(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            orders = set()
            for _ in range(24):  # that one order comes 24 times has a chance of 1 in 2 ** 23
                ada, ben = await hall.pair("mur-en", lots=True)
                assert {ada.viewer, ben.viewer} == {0, 1}
                orders.add(ada.viewer)
            assert orders == {0, 1}

    run(play())


DRAWN = [["243", "324", "333", "432", "522"]] * 2


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"seats": [YOU, OPEN, OPEN]}, "seats_number"),
        ({"seats": [YOU, OPEN], "visibility": "screen"}, "screen_open"),
        ({"seats": [YOU, YOU]}, "one_seat"),
        ({"seats": [YOU, COMPUTER], "rated": True}, "rated_people"),
        ({"seats": [YOU, YOU], "visibility": "screen", "rated": True}, "rated_people"),
        ({"seats": [YOU, OPEN], "rated": True}, "rated_clock"),
        ({"seats": [YOU, OPEN], "clock": {"kind": "sudden"}}, "clock_base"),
        ({"seats": [YOU, OPEN], "clock": {"kind": "days", "base": 31}}, "clock_base"),
        ({"seats": [YOU, OPEN], "ruleset": "realm", "series": True}, "no_series"),
        ({"seats": [YOU, OPEN], "ruleset": "chess"}, "ruleset_unknown"),
        ({"seats": [YOU, OPEN], "options": {"colour": "red"}}, "option_unknown"),
        ({"seats": [YOU, OPEN, OPEN], "ruleset": "mutterland", "options": {"players": 2}}, "seats_number"),
        (
            {"seats": [YOU, OPEN], "ruleset": "myrmidons-random", "options": {"drawn": DRAWN}},
            "option_secret",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_tables_that_cannot_be(tmp_path: Path, wanted: dict[str, object], code: str) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            with pytest.raises(Exception) as caught:  # noqa: PT011 (of several kinds)
                await hall.make(**{"ruleset": "mur-en", **wanted})  # type: ignore[arg-type]
            assert getattr(caught.value, "key", caught.value) == code
            assert hall.rooms.in_memory == {}

    run(play())


# --- talk -------------------------------------------------------------------------------------------------------------
def test_people_talk_and_latecomers_read_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            eve = await hall.come(ada.room, "Eve")
            await ada.done("say", text=" good\nluck\0 ")
            await eve.done("say", text="hello")
            remark = next(one["message"] for one in ben.told if one["type"] == "chatted")
            assert (remark["number"], remark["name"], remark["seat"], remark["text"]) == (1, "Ada", 0, "good luck")
            late = await hall.come(ada.room)
            assert [(one["name"], one["seat"]) for one in late.told[0]["chat"]] == [("Ada", 0), ("Eve", -1)]
            assert await ada.refused("say", text="\n \0") == "chat_empty"
            silent = (await hall.pair("mur-en", chat=False))[0]
            assert await silent.refused("say", text="hello") == "chat_off"
            assert "chat" not in silent.table["may"]

    run(play())


# --- what cannot be written was not done ----------------------------------------------------------------------------
def test_if_a_step_cannot_be_kept_it_was_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", clock={"kind": "sudden", "base": 300})
            await ada.step("+c2")
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_event", fail)
                assert await ben.refused("step", seat=1, step="+a1", number=1) == "not_kept"
                assert await ada.refused("offer", seat=0, kind="end") == "not_kept"
            assert len(ada.room.play.table.history.steps) == 1
            assert ada.room.play.offers.open == {}
            await ben.step("+a2")
            assert [step["text"] for step in ada.steps] == ["+c2", "+a2"]
            with monkeypatch.context() as patch:
                patch.setattr(storage, "add_chat_message", fail)
                assert await ben.refused("say", text="hello") == "not_kept"

    run(play())


def test_a_seat_that_cannot_be_kept_stays_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, OPEN])
            ben = await hall.come(room, "Ben")
            await quiet(room)
            with monkeypatch.context() as patch:
                patch.setattr(storage, "write_seats", fail)
                assert await ben.refused("sit", seat=1) == "not_kept"
            assert room.play.occupants[1].kind == "open"
            assert not room.play.begun
            await ben.done("sit", seat=1)

    run(play())


# --- ratings and endings ----------------------------------------------------------------------------------------------
async def take_turns(ada: Client, ben: Client, number: int) -> None:
    for client in (ada, ben) * number:
        await client.step(client.picture["paths"][0]["step"])


def test_a_rated_game_counts_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            ada, ben = await hall.pair("mur-en", **RATED)
            await take_turns(ada, ben, 3)
            await ben.done("resign", seat=1)

            def look(session: Session) -> tuple[dict[str, float], bool]:
                row = session.get_one(TableRow, ada.room.id)
                return ratings.means(session, "mur-en", [identity("Ada"), identity("Ben")]), row.counted

            means, counted = await hall.store.read(look)
            assert counted
            assert [info["rating"] for info in ben.table["seats"]] == [
                means[identity("Ada")],
                means[identity("Ben")],
            ]
            assert means[identity("Ada")] > 1500 > means[identity("Ben")]
            await ada.done("offer", seat=0, kind="rematch")  # another deed after the end
            assert (await hall.store.read(look))[0] == means

    run(play())


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_game_of_few_turns_is_not_rated(tmp_path: Path, turns: int) -> None:
    """Else whoever has many accounts could let them give up one after the other."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            for name in ("Ada", "Ben"):
                await hall.person(name)
            ada, ben = await hall.pair("mur-en", **RATED)
            await take_turns(ada, ben, turns)
            await ada.step(ada.picture["paths"][0]["step"])  # one more than the other
            await ben.done("resign", seat=1)
            means = await hall.store.read(
                lambda session: ratings.means(session, "mur-en", [identity("Ada"), identity("Ben")])
            )
            assert means == {}

    run(play())


def test_set_up_is_no_turn_to_be_rated_by(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mutterland", {"land": "block"})
            for seat, client in ((0, ada), (1, ben)) * 5:  # each puts five marbles of the other
                await client.step(client.picture["paths"][0]["step"], seat)
            assert len(ada.steps) == 10
            for seat, client in ((0, ada), (1, ben)) * 3:
                assert not ada.room.play.is_played
                await client.step(client.picture["paths"][0]["step"], seat)
                await client.step("end", seat)
            assert ada.room.play.is_played

    run(play())


def test_rated_games_are_for_accounts(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            wanted = NewTableRequest.model_validate_json(
                b'{"ruleset": "mur-en", "rated": true, "seats": [{"who": "you"}, {"who": "open"}]}'
            )
            with pytest.raises(RoomError) as refused:
                await hall.rooms.make(Visitor(identity("Eve"), "Eve", True, "en"), wanted)
            assert (refused.value.key, refused.value.status) == ("rated_account", 403)
            room = await hall.make("mur-en", [YOU, OPEN], **RATED)
            eve = await hall.come(room, "Eve")
            await quiet(room)
            eve.guest = True
            assert await eve.refused("sit", seat=1) == "rated_account"
            eve.guest = False
            await eve.done("sit", seat=1)

    run(play())


def test_an_unrated_game_does_not_count(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            _, ben = await hall.pair("mur-en")
            await ben.done("resign", seat=1)
            names = [identity("Ada"), identity("Ben")]
            means = await hall.store.read(lambda session: ratings.means(session, "mur-en", names))
            assert means == {}

    run(play())


def test_the_record_of_a_finished_game_can_be_read(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en", options={"turn_cap": 3})
            for client, step in ((ada, "+c2"), (ben, "+a1"), (ada, "+c3")):
                await client.step(step)
            text = ada.room.play.record_text(-1)
            assert "player 0: Ada\nplayer 1: Ben\n" in text
            record = read_record(text)
            assert record.table.outcome is not None
            assert record.table.outcome.reason == "turn_cap"
            assert ben.table["outcome"]["clause"] == "MUR-R2"

    run(play())


def test_why_clicks_make_no_step(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            await ada.step("+c2")
            answer = await ben.ask("explain", seat=1, clicks=["c2"])
            assert (answer["type"], answer["allowed"]) == ("explained", False)
            assert answer["sentence"]
            answer = await ben.ask("explain", seat=1, clicks=["a1"])
            assert (answer["allowed"], answer["sentence"]) == (True, "")
            assert await ada.refused("explain", seat=0, clicks=["a1"]) == "not_your_turn"

    run(play())


def test_remarks_are_in_the_database(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, _ = await hall.pair("mur-en")
            await ada.done("say", text="hello")
            row = await hall.store.read(lambda session: session.get_one(ChatMessageRow, (ada.room.id, 1)))
            assert (row.person, row.text) == (identity("Ada"), "hello")

    run(play())


def test_who_is_here(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            eve: Client = await hall.come(ada.room, "Eve")
            await quiet(ada.room)
            assert [info["here"] for info in ada.table["seats"]] == [True, True]
            assert ada.table["spectators"] == 1
            ada.room.leave(ben)
            ada.room.leave(eve)
            await quiet(ada.room)
            assert [info["here"] for info in ada.table["seats"]] == [True, False]
            assert ada.table["spectators"] == 0

    run(play())


def last(client: Client, kind: str) -> bytes:
    """The very object that was sent last, of a kind of messages."""
    place = max(place for place, told in enumerate(client.told) if told["type"] == kind)
    return client.heard[place]


def test_spectators_share_what_is_made_for_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            english = [await hall.come(ada.room) for _ in range(3)]
            japanese = await hall.come(ada.room, locale="ja")
            await ada.step("+c1")  # ships on one spoke look alike, so that soon everybody has all drawings
            await ben.step("+a1")
            await ada.step("+c3")
            await quiet(ada.room)
            for kind in ("stepped", "changed"):
                first, *others = [last(one, kind) for one in english]
                assert all(one is first for one in others), "made and written once"
                assert last(japanese, kind) is not first
            late = await hall.come(ada.room)
            assert late.picture["art"], "who comes late has no drawings yet"
            await ben.step("+a3")
            assert last(late, "stepped") is last(english[0], "stepped")

    run(play())


def test_who_cannot_be_told_is_sent_away_and_the_others_are_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            broken = await hall.come(ada.room)
            await quiet(ada.room)
            broken.art_cache = None  # type: ignore[assignment]
            await ada.step("+c2")
            assert broken.told[-1] == {"type": "closed", "code": 1011}
            assert len(ben.steps) == 1

    run(play())


@pytest.mark.clause("RLM-T4", "RLM-F2")
def test_realms_agreement_is_told_as_a_count_to_each_in_their_language(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("realm")
            eve = await hall.come(ada.room, "Eve", "ja")
            for place, step in enumerate(("*A1", "*B2", "*B3")):
                await (ada, ben)[place % 2].step(step)
            told = [one.table["agreement"]["now"] for one in (ada, ben, eve)]
            assert told == [
                "Realms: you 2, Red 1. You would win.",
                "Realms: Blue 2, you 1. Blue would win.",
                "領土：青 2、赤 1。青の勝ちになります。",
            ]
            await ada.done("offer", seat=0, kind="end")
            assert ben.table["offers"] == [{"kind": "end", "by": 0, "waiting": [1]}]
            assert ben.table["agreement"]["offered"] == "{name} offers to end now and count the realms."
            await ben.done("answer", seat=1, kind="end", yes=True)
            assert eve.table["outcome"]["sentence"] == "青の勝ち：両者の合意で終わり、領土の数で判定。"
            assert ada.table["outcome"]["clause"] == "RLM-T4"
            assert ada.table["agreement"] is None

    run(play())


def test_a_room_that_was_put_away_is_freed_at_once(tmp_path: Path) -> None:
    """Looking for rubbish is done so seldom that rooms in cycles filled the memory."""

    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await ada.step("+c2")
            await quiet(room)
            room.leave(ada)
            await quiet(room)
            left = weakref.ref(room)
            del hall.rooms.in_memory[room.id]
            room.close()
            await room.finish()
            del room, ada
            for _ in range(100):
                await asyncio.sleep(0.01)
                if left() is None:
                    return
            raise AssertionError("the room is still there")

    gc.collect()
    gc.disable()
    try:
        run(play())
    finally:
        gc.enable()
