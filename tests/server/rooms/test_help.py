"""Help at the table: the goal and what to do now, what a step would do, and hints."""

from pathlib import Path

from tests.server.rooms.hall import COMPUTER, YOU, Hall, quiet, run


def test_who_acts_is_told_what_to_do_and_who_waits_is_not(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            assert ada.picture["goal"] == ben.picture["goal"] == "Close on the kraken, or make 3 closes."
            assert ada.picture["prompts"][""].startswith("Place a ship")
            assert ben.picture["prompts"] == {}
            await ada.step("+c2")
            assert ada.picture["prompts"] == {}
            assert ben.picture["prompts"][""].startswith("Place a ship")

    run(play())


def test_what_steps_would_do_is_told_to_who_can_take_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            ada, ben = await hall.pair("mur-en")
            for who, step in ((ada, "+c1"), (ben, "+c2"), (ada, "+a3"), (ben, "+d2")):
                await who.step(step)
            answer = await ada.ask("preview", seat=0, clicks=["c1"])
            assert (answer["type"], answer["clicks"]) == ("previewed", ["c1"])
            found = {one["step"]: one["consequences"] for one in answer["previews"]}
            [knock] = found["c1o"]  # MUR-K2: White's pair on c2 and d2 has class 2
            assert [(event["effect"], event["data"]["to"]) for event in knock["events"]] == [
                ("move", "c2"),
                ("push", "c3"),
            ]
            assert "c3" in knock["sentence"]
            assert await ben.refused("preview", seat=1, clicks=[]) == "not_your_turn"
            assert await ben.refused("preview", seat=0, clicks=[]) == "not_your_seat"
            nothing = await ada.ask("preview", seat=0, clicks=["nowhere"])
            assert nothing["previews"] == []

    run(play())


def test_hints_are_for_those_who_play_alone(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await quiet(room)
            assert "hint" in ada.table["may"]
            answer = await ada.ask("hint", seat=0)
            assert answer["type"] == "hint"
            assert answer["line"]["steps"][0] in [path["step"] for path in ada.picture["paths"]]
            first, second = await hall.pair("mur-en")
            assert "hint" not in first.table["may"]
            assert await first.refused("hint", seat=0) == "no_hints"
            assert await second.refused("hint", seat=1) == "no_hints"

    run(play())


def test_a_coach_speaks_to_those_who_play_alone_and_explains_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with Hall(tmp_path) as hall:
            room = await hall.make("mur-en", [YOU, COMPUTER])
            ada = await hall.come(room, "Ada")
            await quiet(room)
            said = await ada.ask("coach", seat=0)
            assert (said["type"], said["kind"], said["key"]) == ("coached", "phase", "turn")
            assert said["sentence"].startswith("A single ship is class 1")
            again = await ada.ask("coach", seat=0, heard=["turn"])
            assert (again["kind"], again["sentence"], again["sites"]) == ("", "", [])
            assert await ada.refused("coach", seat=1) == "not_your_seat"
            first, _ = await hall.pair("mur-en")
            assert await first.refused("coach", seat=0) == "no_hints"

    run(play())
