"""Games that differ in nothing but what one seat chose in secret, played side by side from the first step: as long as
the other seat is told the same events, everything that reaches it through an adapter is the same.

Unlike the tests with resampled truths, this takes no game's word for what a seat may know but its events'.
"""

import pickle
import random

import pytest

from ludarium.core.game import Event
from ludarium.core.state import EventLog, State
from ludarium.research import pettingzoo
from ludarium.research.openspiel import SpielState, load
from ludarium.research.openspiel.history import SpielHistory
from tests.research.played import hiding

PAIRS = 20  # of games
STEPS = 60


class Side:
    """One of the two games, through both adapters."""

    def __init__(self, name: str, start: State) -> None:
        game = load(name)
        self.game = game.encoding.game
        self.truth = start.copy()
        self.env = pettingzoo.env(name)
        self.env.restore(self.game.position_text(start))
        self.state: SpielState = game.state_of(SpielHistory(game.encoding, start.copy()))

    def told(self, action: int, seat: int) -> list[Event] | None:
        """The events of a step as the seat would know them; nothing if the step is illegal or ends the game."""
        if self.truth.judge(action):
            return None
        after, log = self.truth.copy(), EventLog()
        after.apply(action, log)
        return None if after.seat < 0 else self.game.event_list(log, seat, over=False)

    def take(self, action: int) -> None:
        self.truth.apply(action)
        self.env.step(action)
        self.state.apply_action(action)

    def given(self, seat: int) -> list[object]:
        agent, rng = f"seat_{seat}", random.Random(3)
        twin = self.state.resample_from_infostate(seat, rng.random)
        return [
            {key: array.tobytes() for key, array in self.env.observe(agent).items()},
            self.env.agent_selection,
            pickle.dumps(self.env.imagine(agent, seed=5)),
            self.state.information_state_string(seat),
            self.state.information_state_tensor(seat),
            self.state.observation_string(seat),
            self.state.observation_tensor(seat),
            self.state.legal_actions(seat),
            twin.serialize(),
            twin.legal_actions(),
        ]


@pytest.mark.slow
@hiding
def test_what_the_other_seat_chose_reaches_nobody(name: str) -> None:
    """Actions of the games that hide something are their steps."""
    different = after_setup = 0
    for number in range(PAIRS):
        rng, seat = random.Random(number), number % 2
        start = load(name).encoding.new(number)
        one, two = Side(name, start), Side(name, start)
        for _ in range(STEPS):
            setup = one.game.is_setup(one.truth)
            action = other = rng.choice(list(one.truth.legal()))
            if setup and one.truth.seat != seat:
                other = rng.choice(list(two.truth.legal()))
            told = one.told(action, seat)
            if told is None or told != two.told(other, seat):
                break
            one.take(action)
            two.take(other)
            assert one.given(seat) == two.given(seat), (number, one.env.position, two.env.position)
            different += one.env.position != two.env.position
            after_setup += not setup and one.env.position != two.env.position
    assert different > 5 * PAIRS, "there was nothing to hide"
    assert after_setup > PAIRS
