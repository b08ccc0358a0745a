"""Short ways for Mur's tests to write positions, steps and what they expect."""

from ludarium.core.game import Event, Refusal, find_ruleset
from ludarium.core.state import EventLog
from ludarium.games.mur.rules import Mur

JP, EN, ANY = "mur-jp", "mur-en", "mur-jp-any"


def start(ruleset: str, **options: object) -> Mur:
    state = find_ruleset(ruleset).new(options)
    assert isinstance(state, Mur)
    return state


def board(ruleset: str, position: str, **options: object) -> Mur:
    found = find_ruleset(ruleset)
    state = found.game.read_position(found.read(options), position)
    assert isinstance(state, Mur)
    return state


def number(text: str) -> int:
    return find_ruleset(JP).game.read_step(text)


def legal(state: Mur) -> set[str]:
    game = find_ruleset(JP).game
    return {game.step_text(step) for step in state.legal()}


def refusal(state: Mur, step: str) -> Refusal | None:
    return find_ruleset(JP).game.explain(state, number(step))


def clause(state: Mur, step: str) -> str:
    """The clause and the key of the sentence that forbids a step; "" if it is legal."""
    found = refusal(state, step)
    return f"{found.clause} {found.name}" if found else ""


def play(state: Mur, *steps: str) -> list[Event]:
    """Take legal steps; the events of the last one."""
    game = find_ruleset(JP).game
    log = EventLog()
    for step in steps:
        game.refuse_illegal(state, number(step))
        log = EventLog()
        state.apply(number(step), log)
    return game.event_list(log, -1, state.seat < 0)


def after(state: Mur, *steps: str) -> Mur:
    new = state.copy()
    play(new, *steps)
    return new


def sites(points: int) -> list[str]:
    names = find_ruleset(JP).game.code("sites", points)
    assert isinstance(names, list)
    return sorted(names)


def stands(state: Mur) -> tuple[list[str], list[str], str]:
    """Black's ships, White's ships and the kraken, by name."""
    return sites(state.black), sites(state.white), str(find_ruleset(JP).game.code("site", state.kraken))


def ended(state: Mur) -> tuple[str, tuple[int, ...]]:
    outcome = find_ruleset(JP).game.outcome(state)
    return (outcome.reason, outcome.winners) if outcome else ("", ())
