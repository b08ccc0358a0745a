"""Short ways for Mutter Land's tests to write positions, steps and what they expect."""

from ludarium.core.game import Event, Game, Refusal, find_ruleset
from ludarium.core.options import OptionValue
from ludarium.core.state import EventLog
from ludarium.games.mutterland.rules import MutterLand

ALL, ONE = "mutterland", "mutternland"
GAME: Game = find_ruleset(ALL).game


def start(ruleset: str = ALL, seed: int = 0, **options: object) -> MutterLand:
    state = find_ruleset(ruleset).new(options, seed)
    assert isinstance(state, MutterLand)
    return state


def options_of(ruleset: str = ALL, **options: object) -> dict[str, OptionValue]:
    return find_ruleset(ruleset).read(options)


def at(position: str, ruleset: str = ALL, **options: object) -> MutterLand:
    state = GAME.read_position(options_of(ruleset, **options), position)
    assert isinstance(state, MutterLand)
    return state


def legal(state: MutterLand) -> set[str]:
    return {GAME.step_text(step) for step in state.legal()}


def moves(state: MutterLand) -> set[str]:
    return {step for step in legal(state) if ":" in step and "^" not in step and step[0] not in "+@"}


def nuts(state: MutterLand) -> set[str]:
    return {step for step in legal(state) if "^" in step}


def refusal(state: MutterLand, step: str) -> Refusal | None:
    return GAME.explain(state, GAME.read_step(step))


def clause(state: MutterLand, step: str) -> str:
    """The clause and the key of the sentence that forbids a step; "" if it is legal."""
    found = refusal(state, step)
    return f"{found.clause} {found.name}" if found else ""


def play(state: MutterLand, *steps: str) -> list[Event]:
    """Take legal steps; the events of the last one."""
    log = EventLog()
    for step in steps:
        GAME.refuse_illegal(state, GAME.read_step(step))
        log = EventLog()
        state.apply(GAME.read_step(step), log)
    return GAME.event_list(log, -1, state.seat < 0)


def after(state: MutterLand, *steps: str) -> MutterLand:
    new = state.copy()
    play(new, *steps)
    return new


def marbles(state: MutterLand, seat: int) -> set[str]:
    return {piece.site for piece in GAME.scene(state, -1).pieces if piece.owner == seat}


def heights(state: MutterLand) -> dict[str, int]:
    return {site.name: site.height for site in GAME.scene(state, -1).sites if site.height}


def ended(state: MutterLand) -> tuple[str, tuple[int, ...]]:
    outcome = GAME.outcome(state)
    return (outcome.reason, outcome.winners) if outcome else ("", ())
