"""What a seat may not know never reaches it: two truths that it cannot tell apart look the same, byte for byte."""

import json
import re
from dataclasses import dataclass, field
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludarium.core.errors import LudariumError, NotAllowed
from ludarium.core.words import LOCALES
from ludarium.table import Record, Table, replay

HANDS = [[f"={value}" for value in hand] for hand in permutations((1, 2, 3))]


def all_that_reaches(seat: int, table: Table, record: Record) -> bytes:
    """Everything a seat can get at one moment, refusals included."""
    legal = table.legal(seat)
    asked = {
        "legal": legal,
        "number": table.number(seat),
        "events": [event.as_json() for event in table.events(seat)],
        "log": [table.sentences(seat, locale) for locale in LOCALES],
        "steps": [(step.turn, step.seat, step.text) for step in table.steps(seat)],
        "since": [len(table.events(seat, since)) for since in range(table.number(seat) + 2)],
        "scene": table.scene(seat).as_json(),
        "view": [table.position(seat), table.view(seat).fields()],
        "views": [view.fields() for view in table.views(seat)],
        "seat and turn": [table.seat, table.turn, table.outcome],
        "record": [unsalted(record.text(seat)), unsalted(record.text())],
        "replay": [[frame.step.text, frame.state.fields(), frame.scene().as_json()] for frame in replay(record, seat)],
    }
    errors: list[str] = []
    universe = table.state.universe()
    # Of very many steps, others at each moment; of few, all.
    apart = 20 if seat < 0 else 1 + len(universe) // 500
    texts = [table.game.step_text(step) for step in universe][table.number(seat) % apart :: apart]
    for text, number in [*((text, None) for text in texts), ("nonsense", None), ("pass", 1000), ("pass", 0)]:
        if text not in legal or number is not None:
            try:
                table.take(seat, text, number)
            except LudariumError as error:
                errors += [error.sentence(locale) for locale in LOCALES]
    with pytest.raises(NotAllowed) as caught:
        table.undo(1000)
    errors += [caught.value.sentence(locale) for locale in LOCALES]
    assert len(errors) >= 8
    return json.dumps([asked, errors], default=repr).encode()


def unsalted(text: str) -> str:
    """A hash of two secrets differs with them, and with its random salt; it tells neither."""
    return re.sub("sha256:[0-9a-f]{64}", "sha256:#", text)


@dataclass
class Truth:
    """One of two games that run side by side."""

    seat: int  # the one that must not tell them apart
    luck: tuple[int, int]
    table: Table = field(init=False)
    record: Record = field(init=False)
    seen: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = Table("cups", drawn={"luck": self.luck})
        self.record = Record.create(self.table)

    def take(self, text: str) -> None:
        self.table.take(self.table.seat, text)
        entry = self.table.history.taken[-1]
        for kind, *values in entry.log.rows:  # 0 placed (seat, value, cup), 1 peeked (the same), the rest is public
            if kind > 1 or values[0] == self.seat:
                self.seen.append((kind, *values))
            elif kind == 0:
                self.seen.append((kind, values[0], values[2]))


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_two_truths_look_the_same(data: st.DataObject) -> None:
    """The other seat's numbers, luck and peeks differ; what happens in the open is the same."""
    seat, mine = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 9))
    theirs = data.draw(st.tuples(st.integers(0, 9), st.integers(0, 9)))
    truths = [Truth(seat, (luck, mine) if seat else (mine, luck)) for luck in theirs]
    own = data.draw(st.sampled_from(HANDS))
    other = data.draw(st.tuples(st.sampled_from(HANDS), st.sampled_from(HANDS)))
    compared = 0
    for who in (0, 1):
        for place in range(3):
            for truth, hand in zip(truths, other, strict=True):
                truth.take(own[place] if who == seat else hand[place])
            compared += compare(truths)
    for _ in range(8):
        if truths[0].table.seat != seat:
            for truth in truths:
                peeks = [step for step in truth.table.legal(1 - seat) if step.startswith("peek")]
                peek = data.draw(st.sampled_from(["", *peeks]))
                if peek:
                    truth.take(peek)
                    if data.draw(st.booleans()):
                        truth.table.undo()
                compared += compare(truths)
        both = [set(truth.table.legal(truth.table.seat)) for truth in truths]
        step = data.draw(st.sampled_from(sorted(both[0] & both[1])))
        if truths[0].table.seat != seat and step.startswith("peek"):
            step = "pass"
        for truth in truths:
            truth.take(step)
        if truths[0].seen != truths[1].seen or any(truth.table.outcome for truth in truths):
            break  # now it can tell them apart
        compared += compare(truths)
        if data.draw(st.integers(0, 5)) == 0:
            for truth in truths:
                truth.table.undo()
            compared += compare(truths)
            for truth in truths:
                truth.take("pass")
    assert compared >= 6


def compare(truths: list[Truth]) -> int:
    one, two = (all_that_reaches(truth.seat, truth.table, truth.record) for truth in truths)
    assert one == two
    watching = [all_that_reaches(-1, truth.table, truth.record) for truth in truths]
    assert watching[0] == watching[1]
    return 1


def test_the_comparison_would_notice() -> None:
    """The owner of the secrets gets different bytes: the test above compares something."""
    truths = [Truth(0, (5, 5)), Truth(0, (5, 5))]
    for truth, hand in zip(truths, (HANDS[0], HANDS[1]), strict=True):
        for step in hand:
            truth.take(step)
    owned, seen = ([all_that_reaches(who, truth.table, truth.record) for truth in truths] for who in (0, 1))
    assert owned[0] != owned[1]
    assert seen[0] == seen[1]
