"""Golden playthroughs: what a random game of each ruleset looked like, step by step, when somebody last looked.

They pin the order of legal steps, their texts, the events' sentences and the random generator. When a change is
meant, ``make golden`` writes them anew; the difference is then part of the change and is read like code.
"""

from hashlib import sha256
from pathlib import Path

from ludarium.core.game import Ruleset
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog

FOLDER = Path(__file__).parent
LONGEST = 120


def playthrough(ruleset: Ruleset) -> str:
    """The first steps of a game, a line each: seat, number and digest of the legal steps, the step, what it did."""
    game, state, rng = ruleset.game, ruleset.new(seed=1), Rng(1)
    lines = [f"ruleset {ruleset.name}", f"start {game.position_text(state)}"]
    while state.seat >= 0 and len(lines) < LONGEST:
        legal = [game.step_text(step) for step in state.legal()]
        digest = sha256(" ".join(legal).encode()).hexdigest()[:12]
        step = state.legal()[rng.below(len(legal))]
        seat, log = state.seat, EventLog()
        state.apply(step, log)
        said = " ".join(game.event_sentence(event, "en") for event in game.event_list(log, int(seat), over=True))
        lines.append(f"{seat} {len(legal)} {digest} {game.step_text(step)} | {said}")
    outcome = game.outcome(state)
    lines += [f"end {game.position_text(state)}", f"outcome {outcome.as_json() if outcome else None}"]
    return "\n".join(lines) + "\n"
