"""MaskablePPO of sb3-contrib, as it comes, learning a game against one of our players.

    pip install "ludarium[research]" sb3-contrib
    python examples/maskable_ppo.py mur-en
    python examples/maskable_ppo.py mur-en --opponent 1 --steps 200000

It plays as many games against the same player before and after it has learned, on every seat in turn, and says how many
it has won, drawn and lost.
"""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from ludarium.core.errors import LudariumError

try:
    import gymnasium
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.env_util import make_vec_env

    from ludarium.research.gymnasium import Env
except ImportError as error:
    sys.exit(f'{error}. To run this example: pip install "ludarium[research]" sb3-contrib')


GAMES_AT_ONCE = 8


def results(model: MaskablePPO, env: Env, games: int, seed: int) -> str:
    """Games won, drawn and lost, on every seat in turn."""
    rewards = []
    for number in range(games):
        observation, _ = env.reset(seed=seed + number, options={"seat": number % env.encoding.seats})
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=get_action_masks(env))
            observation, reward, over, _, _ = env.step(int(action))
        rewards.append(reward)
    won, lost = sum(reward > 0 for reward in rewards), sum(reward < 0 for reward in rewards)
    return f"{won} won, {games - won - lost} drawn, {lost} lost"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default="mur-en", help="usually %(default)s")
    parser.add_argument(
        "--opponent",
        default="random",
        help="a player as the arena names them: random, 1, best:100sims (usually %(default)s)",
    )
    parser.add_argument("--steps", type=int, default=50_000, help="to learn from (usually %(default)s)")
    parser.add_argument("--games", type=int, default=100, help="before and after (usually %(default)s)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    against = {"opponent": given.opponent, "seat": "random", "illegal": "error"}
    try:
        judged = Env(given.ruleset, **against)
    except LudariumError as error:
        parser.error(str(error))
    name = f"ludarium/{judged.encoding.name}"
    training = make_vec_env(lambda: gymnasium.make(name, **against), n_envs=GAMES_AT_ONCE, seed=given.seed)
    torch.set_num_threads(1)  # such small networks are quicker so
    steps = 2048 // GAMES_AT_ONCE  # from one change of the policy to the next, as many as usual with one game
    model = MaskablePPO("MlpPolicy", training, n_steps=steps, seed=given.seed, device="cpu")
    print(
        f"{given.ruleset} against {given.opponent}, at first: {results(model, judged, given.games, given.seed)}",
        flush=True,
    )
    began = perf_counter()
    model.learn(given.steps)
    spent = perf_counter() - began
    print(f"after {model.num_timesteps} steps ({spent:.0f} s): {results(model, judged, given.games, given.seed)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
