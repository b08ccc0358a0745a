"""OpenSpiel's own DQN, as it comes, learning our games: one agent for every seat, all with its usual settings.

    pip install "ludarium[research]" torch dm-tree
    python examples/dqn.py mur-en realm
    python examples/dqn.py --recall --steps 5000 myrmidons

It trains until every agent has taken so many steps and stops at the first number that is none, in the loss or in the
values of the steps. ``--recall`` shows agents all that their seat ever knew, not only what it sees now.
"""

import argparse
import math
import sys
from collections.abc import Sequence
from time import perf_counter

from ludarium.core.errors import LudariumError
from ludarium.core.game import main_rulesets

try:
    import torch
    from open_spiel.python.pytorch.dqn import DQN
    from open_spiel.python.rl_environment import ChanceEventSampler, Environment, ObservationType

    from ludarium.research import openspiel
except ImportError as error:
    sys.exit(f'{error}. To run this example: pip install "ludarium[research]" torch dm-tree')

STEPS = 20_000


def train(name: str, steps: int, seed: int = 0, recall: bool = False, **settings: int) -> bool:
    """Whether all numbers stayed numbers; ``settings`` are those of the agents that are not the usual ones."""
    kind = ObservationType.INFORMATION_STATE if recall else ObservationType.OBSERVATION
    games = Environment(openspiel.load(name), chance_event_sampler=ChanceEventSampler(seed), observation_type=kind)
    inputs, actions = games.observation_spec()["info_state"][0], games.action_spec()["num_actions"]
    agents = [DQN(seat, inputs, actions, seed=seed + seat, **settings) for seat in range(games.num_players)]
    print(f"{name}: {len(agents)} agents, {inputs} inputs, {actions} actions", flush=True)
    began, told, played = perf_counter(), 0, 0
    while min(agent.step_counter for agent in agents) < steps:
        moment = games.reset()
        while not moment.last():
            agent = agents[moment.observations["current_player"]]
            chosen = agent.step(moment)
            if _failed(agent):
                print(f"  step {agent.step_counter}: loss {agent.loss}, not a number in game {played + 1}")
                return False
            moment = games.step([chosen.action])
        for agent in agents:
            agent.step(moment)
        played += 1
        done = min(agent.step_counter for agent in agents)
        if done >= told + STEPS // 4 or done >= steps:
            told = done
            losses = ", ".join(f"{agent.loss:.3g}" if agent.loss is not None else "–" for agent in agents)
            print(f"  step {done}: losses {losses}; {played} games, {perf_counter() - began:.0f} s", flush=True)
    return not any(_failed(agent) for agent in agents)


def _failed(agent: DQN) -> bool:
    """The agent has a loss once it learns, and from then on values, those of the last batch."""
    if agent.loss is None:
        return False
    return not math.isfinite(agent.loss) or not agent.q_values.isfinite().all()


def main(arguments: Sequence[str]) -> int:
    usual = [ruleset.name for ruleset in main_rulesets()]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", default=usual, help=f"usually {' '.join(usual)}")
    parser.add_argument("--steps", type=int, default=STEPS, help="of every agent (usually %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--recall", action="store_true", help="information states instead of observations")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)  # such small networks are quicker so
    try:
        trained = [train(name, given.steps, given.seed, given.recall) for name in given.rulesets]
    except LudariumError as error:
        parser.error(str(error))
    return 0 if all(trained) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
