"""Several seats on one screen: the seat to act is shown, and where seats have secrets, only after uncovering it."""

from pathlib import Path
from typing import Any

from tests.server.rooms.hall import COMPUTER, YOU, Hall, quiet, run

SCREEN: dict[str, Any] = {"visibility": "screen"}


def named(name: str) -> dict[str, str]:
    return {"who": "you", "name": name}


def test_without_secrets_the_screen_follows_the_seat_to_act(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [named("Mum"), named("Tim")], **SCREEN)
            screen = await hall.come(room, "Ada")
            assert [info["name"] for info in screen.table["seats"]] == ["Mum", "Tim"]
            assert (screen.viewer, screen.table["curtain"]) == (0, -1)
            await screen.step("+c2")
            assert screen.told[-2]["type"] == "stepped"
            assert (screen.viewer, screen.table["viewer"], screen.table["curtain"]) == (1, 1, -1)
            assert len(screen.picture["paths"]) == 23
            assert "step" in screen.table["may"]
            await screen.step("+a1")
            assert screen.viewer == 0
            await screen.done("offer", seat=0, kind="undo")
            assert (len(screen.steps), screen.viewer) == (0, 0)

    run(play())


def test_a_curtain_hides_each_seat_from_the_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("myrmidons", [named("Mum"), named("Tim")], **SCREEN)
            screen = await hall.come(room, "Ada")
            await quiet(room)
            assert (screen.viewer, screen.table["curtain"]) == (-1, 0)
            assert screen.picture["paths"] == []
            assert await screen.refused("step", seat=0, step="=243", number=0) == "covered"
            assert await screen.refused("uncover", seat=1) == "uncover_later"
            await screen.done("uncover", seat=0)
            assert screen.told[-2]["type"] == "welcome"
            assert (screen.viewer, screen.table["viewer"], screen.table["curtain"]) == (0, 0, -1)
            for step in ("=243", "=111", "=324", "=522", "=333"):
                await screen.step(step)
            assert {piece["kind"] for piece in screen.picture["pieces"]} == {"243", "111", "324", "522", "333"}
            before = len(screen.heard)
            await screen.step("=432")
            assert screen.types(before) == ["stepped", "welcome", "done"]
            assert screen.told[before]["table"]["viewer"] == 0, "the one who stepped sees what came of it"
            assert (screen.viewer, screen.table["curtain"]) == (-1, 1)
            assert all(piece["secret"] for piece in screen.picture["pieces"])
            assert {step["text"] for step in screen.steps} == {""}
            assert {piece["kind"] for piece in screen.picture["pieces"]} == {"?"}
            assert not {"step", "undo"} & set(screen.table["may"])
            assert b"=243" not in screen.heard[-2]
            await screen.done("uncover", seat=1)
            assert screen.viewer == 1
            assert all(piece["secret"] for piece in screen.picture["pieces"])
            await screen.step("=111")
            await screen.done("uncover", seat=-1)
            assert (screen.viewer, screen.table["curtain"]) == (-1, 1)
            assert [piece["secret"] for piece in screen.picture["pieces"]] == [True] * 7

    run(play())


def test_after_the_end_there_is_no_curtain(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("myrmidons", [named("Mum"), named("Tim")], **SCREEN)
            screen = await hall.come(room, "Ada")
            await screen.done("uncover", seat=0)
            await screen.step("=243")
            await screen.done("resign", seat=1)
            assert screen.told[-2]["type"] == "welcome"
            assert (screen.viewer, screen.table["curtain"], screen.table["phase"]) == (-1, -1, "over")
            assert [step["text"] for step in screen.steps] == ["=243"]
            assert screen.picture["pieces"][0]["kind"] == "243"

    run(play())


def test_somebody_alone_against_a_computer_needs_no_curtain(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("myrmidons", [YOU, COMPUTER], **SCREEN)
            ada = await hall.come(room, "Ada")
            assert (ada.viewer, ada.table["curtain"]) == (0, -1)
            assert "step" in ada.table["may"]

    run(play())


def test_two_screens_of_one_person_have_each_their_own_curtain(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("myrmidons", [named("Mum"), named("Tim")], **SCREEN)
            one, two = await hall.come(room, "Ada"), await hall.come(room, "Ada")
            await quiet(room)
            await one.done("uncover", seat=0)
            assert (one.viewer, two.viewer) == (0, -1)
            await one.step("=243")
            assert two.told[-1]["type"] == "stepped"
            assert two.picture["pieces"][0]["secret"]
            assert two.picture["pieces"][0]["kind"] == "?"
            assert b"=243" not in b"".join(two.heard)

    run(play())


def test_a_series_on_one_screen(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-jp", [named("Mum"), named("Tim")], series=True, **SCREEN)
            screen = await hall.come(room, "Ada")
            for step in ("+h3", "+a3", "+b3", "+e1", "+a2"):
                await screen.step(step)
            assert await screen.refused("next") == "series_running"
            await screen.done("resign", seat=1)
            assert (screen.table["phase"], screen.table["series_score"]["games_won"]) == ("over", [1, 0])
            assert screen.table["series_score"]["outcome"] is None
            assert "next" in screen.table["may"]
            await screen.done("next")
            assert screen.told[-2]["type"] == "welcome"
            assert (screen.table["series_score"]["set"], screen.table["series_score"]["game"]) == (1, 2)
            assert screen.steps == []
            # The position is carried over, and White begins the even games (MUR-S1).
            assert screen.table["seat"] == 1
            assert {"a2", "b3", "h3", "e1"} <= {piece["site"] for piece in screen.picture["pieces"]}

    run(play())
