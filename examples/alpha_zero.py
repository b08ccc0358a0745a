"""OpenSpiel's AlphaZero, as it comes, learning a game for two by playing itself.

    pip install "ludarium[research]" jax flax optax chex orbax-checkpoint
    python examples/alpha_zero.py mur-en --steps 20

Networks from before and after then play against OpenSpiel's MCTS, which plays out games at random, with as many
simulations. They are kept, with logs, in a folder that it names.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from ludarium.core.errors import LudariumError

try:
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero import alpha_zero, evaluator, utils

    from ludarium.research import openspiel
except ImportError as error:
    sys.exit(f'{error}. To run this example: pip install "ludarium[research]" jax flax optax chex orbax-checkpoint')

API = "linen"
of_player = openspiel.SpielState.observation_tensor


def as_player_0(state: openspiel.SpielState, player: int = 0) -> list[float]:
    """AlphaZero there takes every value for player 0's. What player 0 sees says who acts; what the player to act sees
    does not say which one that is.
    """
    return of_player(state, player)


# At the top, because the processes that play import this file, too.
openspiel.SpielState.observation_tensor = as_player_0  # type: ignore[method-assign, assignment]


def score(game: openspiel.SpielGame, config: Any, step: int, games: int) -> str:
    """Games won, drawn and lost by the network of that step, on both seats in turn."""
    network = utils.api_selector(API).Model.build_model(
        config.nn_model,
        game.observation_tensor_shape(),
        game.num_distinct_actions(),
        config.nn_width,
        config.nn_depth,
        config.weight_decay,
        config.learning_rate,
        config.path,
    )
    network.load_checkpoint(step)
    learned, rewards = evaluator.AlphaZeroEvaluator(game, network), []
    for number in range(games):
        random = np.random.RandomState(number)
        theirs = mcts.RandomRolloutEvaluator(1, random)
        bots = [
            mcts.MCTSBot(
                game,
                config.uct_c,
                config.max_simulations,
                judge,
                random_state=random,
                child_selection_fn=select,
                dont_return_chance_node=True,
            )
            for judge, select in ((learned, mcts.SearchNode.puct_value), (theirs, mcts.SearchNode.uct_value))
        ]
        seat, state = number % 2, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(game.deals))
            else:
                state.apply_action(bots[state.current_player() != seat].step(state))
        rewards.append(state.returns()[seat])
    won, lost = sum(reward > 0 for reward in rewards), sum(reward < 0 for reward in rewards)
    return f"{won} won, {games - won - lost} drawn, {lost} lost"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset", nargs="?", default="mur-en", help="usually %(default)s")
    parser.add_argument("--steps", type=int, default=10, help="of learning (usually %(default)s)")
    parser.add_argument("--simulations", type=int, default=16, help="of a decision (usually %(default)s)")
    parser.add_argument("--states", type=int, default=128, help="new positions for each step (usually %(default)s)")
    parser.add_argument("--actors", type=int, default=2, help="processes that play (usually %(default)s)")
    parser.add_argument("--games", type=int, default=10, help="before and after (usually %(default)s)")
    given = parser.parse_args(arguments)
    try:
        game = openspiel.load(given.ruleset)
    except LudariumError as error:
        parser.error(str(error))
    if game.encoding.game.hidden_information or game.encoding.seats != 2:
        parser.error(f"AlphaZero is for two players who see everything, and {given.ruleset} is not.")
    config = alpha_zero.Config(
        game=str(game),
        path=tempfile.mkdtemp(prefix=f"alpha-zero-{given.ruleset}-"),
        learning_rate=1e-3,
        weight_decay=1e-4,
        decouple_weight_decay=False,
        train_batch_size=min(128, given.states),  # with fewer positions than a batch it would learn nothing
        replay_buffer_size=4 * given.states,
        replay_buffer_reuse=4,
        max_steps=given.steps,
        checkpoint_freq=given.steps,
        actors=given.actors,
        evaluators=0,
        evaluation_window=1,
        eval_levels=2,
        uct_c=1.4,
        max_simulations=given.simulations,
        policy_alpha=1.0,
        policy_epsilon=0.25,
        temperature=1.0,
        temperature_drop=10,
        nn_model="mlp",
        nn_width=128,
        nn_depth=2,
        observation_shape=None,
        output_size=None,
        verbose=False,
        quiet=True,
        nn_api_version=API,
    )
    began = perf_counter()
    alpha_zero.alpha_zero(config)
    spent = perf_counter() - began
    print(f"{given.ruleset}, at first: {score(game, config, 0, given.games)}", flush=True)
    print(f"after {given.steps} steps ({spent:.0f} s): {score(game, config, given.steps, given.games)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
