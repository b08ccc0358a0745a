"""DQN of Tianshou, as it comes, learning a game against one of our players.

    pip install "ludarium[research]" "tianshou>=2"
    python examples/tianshou_dqn.py mur-en --opponent random --steps 50000

It plays as many games against the same player before and after it has learned, and says which share of the win it got.
"""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from ludarium.core.errors import LudariumError

try:
    import gymnasium
    import torch
    from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net

    from ludarium.research.gymnasium import Env
except ImportError as error:
    sys.exit(f'{error}. To run this example: pip install "ludarium[research]" "tianshou>=2"')

GAMES_AT_ONCE = 8
EPOCHS = 5


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Observations as Tianshou wants them where not all actions are legal."""

    def reset(self, **asked: Any) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(**asked)
        return {"obs": observation, "mask": info.pop("action_mask") == 1}, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        return {"obs": observation, "mask": info.pop("action_mask") == 1}, reward, terminated, truncated, info


def score(collector: Any, games: int) -> str:
    returns = collector.collect(n_episode=games, reset_before_collect=True).returns
    return f"{(returns.mean() + 1) / 2:.0%} of the win in {games} games"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default="mur-en", help="usually %(default)s")
    parser.add_argument("--opponent", default="random", help="a player as the arena names them (usually %(default)s)")
    parser.add_argument("--steps", type=int, default=50_000, help="to learn from (usually %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="before and after (usually %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)

    def make() -> Masked:
        return Masked(Env(given.ruleset, opponent=given.opponent, seat="random", illegal="error"))

    try:
        one = make()
    except LudariumError as error:
        parser.error(str(error))
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)  # such small networks are quicker so
    training, judged = (DummyVectorEnv([make] * GAMES_AT_ONCE) for _ in range(2))
    training.seed(given.seed)
    judged.seed(given.seed + GAMES_AT_ONCE)
    inputs, actions = one.observation_space.shape, one.get_wrapper_attr("encoding").actions
    net = Net(state_shape=inputs, action_shape=actions, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=one.action_space, eps_training=0.1)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), n_step_return_horizon=3, target_update_freq=200)
    test = Collector(algorithm, judged)
    print(f"{given.ruleset} against {given.opponent}, at first: {score(test, given.games)}", flush=True)
    began = perf_counter()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(
                algorithm, training, VectorReplayBuffer(20_000, GAMES_AT_ONCE), exploration_noise=True
            ),
            max_epochs=EPOCHS,
            epoch_num_steps=max(given.steps // EPOCHS, GAMES_AT_ONCE),
            collection_step_num_env_steps=10 * GAMES_AT_ONCE,
            update_step_num_gradient_steps_per_sample=0.1,
            verbose=False,
            show_progress=False,
        )
    )
    print(f"after {given.steps} steps ({perf_counter() - began:.0f} s): {score(test, given.games)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
