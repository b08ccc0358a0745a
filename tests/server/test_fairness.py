"""Who has used least comes first, what was used is forgotten, and nobody waits for more than one thing of another."""

import asyncio

from ludarium.server.fairness import FairQueue, FairTurns, Usage


def test_half_of_what_was_used_is_forgotten_in_half_a_minute() -> None:
    time = [0.0]
    usage = Usage(lambda: time[0])
    usage.add("ada", 8.0)
    assert (usage.of("ada"), usage.of("ben")) == (8.0, 0.0)
    time[0] = 30.0
    usage.add("ada", 1.0)
    assert usage.of("ada") == 5.0
    time[0] = 60.0
    assert usage.of("ada") == 2.5


def test_only_so_many_people_are_remembered() -> None:
    time = [0.0]
    usage = Usage(lambda: time[0])
    for number in range(10_000):
        usage.add(str(number), 1.0)
    time[0] = 300.0  # 2 ** -10 of a second is left: next to nothing
    usage.add("ada", 1.0)
    assert (len(usage._used), usage.of("ada")) == (1, 1.0)


def test_equals_take_turns_and_who_used_more_waits() -> None:
    async def wait() -> None:
        usage = Usage(lambda: 0.0)
        queue: FairQueue[None] = FairQueue(usage)
        places = {f"{who}{n}": queue.join(who) for n in range(2) for who in ("ada", "ben", "cyd")}
        names = {place: name for name, place in places.items()}
        usage.add("ada", 1.0)
        assert len(queue) == 6
        order = [names[queue.call_up()] for _ in range(6)]
        assert order == ["ben0", "cyd0", "ben1", "cyd1", "ada0", "ada1"]
        assert len(queue) == 0

    asyncio.run(wait())


def test_turns_are_given_back_by_those_who_left_too() -> None:
    async def wait() -> None:
        turns, order = FairTurns(1), list[str]()

        async def work(name: str) -> None:
            done = await turns.take(name[0])
            order.append(name)
            await asyncio.sleep(0)
            done()

        first = await turns.take("a")
        waiting = [asyncio.create_task(work(name)) for name in ("a1", "a2", "b1", "a3")]
        await asyncio.sleep(0)
        waiting[1].cancel()
        first()
        waiting[0].cancel()  # perhaps just called up
        await asyncio.gather(*waiting, return_exceptions=True)
        assert order == ["b1", "a3"]
        (await asyncio.wait_for(turns.take("c"), 1))()

    asyncio.run(wait())
