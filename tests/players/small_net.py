"""A net that has learned nothing, for tests that need one."""

from ludarium.core.game import find_ruleset
from ludarium.core.rng import Rng
from ludarium.players.nets import NetHeader, NetWeights, read_inputs, write_net

HIDDEN = 3


def small_net(name: str, seed: int = 1) -> bytes:
    """The file of a net for a ruleset with its usual options, whose weights come from the seed."""
    ruleset, rng = find_ruleset(name), Rng(seed)
    inputs = read_inputs(ruleset, ruleset.new())
    rows, actions, seats = int(inputs.rows), int(inputs.actions), int(inputs.seats)

    def drawn(count: int) -> list[int]:
        return [rng.below(201) - 100 for _ in range(count)]

    header = NetHeader(
        **NetHeader.fields_of(name, inputs),
        hidden=HIDDEN,
        trust=0.0,
        policy_trust=0.0,
    )
    floats = [[one / 50 for one in drawn(count)] for count in (HIDDEN * seats, seats, HIDDEN * actions, actions)]
    return write_net(header, NetWeights(drawn(rows * HIDDEN), drawn(HIDDEN), *floats))
