"""Positions and turns of Myrmidons for its tests."""

from ludarium.core.game import Event, find_ruleset
from ludarium.core.state import EventLog
from ludarium.games.myrmidons import GAME
from ludarium.games.myrmidons.rules_position import Position


def start(ruleset: str = "myrmidons", seed: int = 0, **options: object) -> Position:
    state = find_ruleset(ruleset).new(options, seed)
    assert isinstance(state, Position)
    return state


def position(text: str, ruleset: str = "myrmidons", **options: object) -> Position:
    state = GAME.read_position(find_ruleset(ruleset).read(options), text)
    assert isinstance(state, Position)
    return state


def set_up(blue: str, red: str, ruleset: str = "myrmidons", **options: object) -> Position:
    """The start of play after these set-ups, written ``324 111 …`` from a to f."""
    return play(start(ruleset, 0, **options), *(f"={type_}" for type_ in f"{blue} {red}".split()))


def play(state: Position, *steps: str) -> Position:
    """A copy after these steps, each of which must be legal."""
    new = state.copy()
    for text in steps:
        step = GAME.read_step(text)
        assert new.judge(step) == 0, (text, GAME.explain(new, step))
        new.apply(step, None)
    return new


def events(state: Position, steps: str, seat: int) -> list[Event]:
    """What a seat is told of these steps, which are taken."""
    told = []
    for text in steps.split():
        log = EventLog()
        step = GAME.read_step(text)
        assert state.judge(step) == 0, (text, GAME.explain(state, step))
        state.apply(step, log)
        told += GAME.event_list(log, seat, state.seat < 0)
    return told


def legal(state: Position) -> set[str]:
    return {GAME.step_text(step) for step in state.legal()}


def refusal(state: Position, step: str) -> tuple[str, str]:
    """The clause and the name of the reason that forbids a step."""
    found = GAME.explain(state, GAME.read_step(step))
    assert found is not None, f"{step} is legal"
    for locale in ("en", "ja"):
        assert GAME.refusal_sentence(found, locale).startswith(found.clause)
    return found.clause, found.name


def where(state: Position) -> str:
    """The blocks of both sides without what is known of them, such as ``a1=111 c2=324 | f7=111``."""
    parts = []
    for seat in range(2):
        squares = [square for square in range(42) if state.men(seat) >> square & 1]
        names = [f"{GAME.code('site', at)}={GAME.code('piece', state.type_at(at))}" for at in squares]
        parts.append(" ".join(names))
    return " | ".join(parts)


def ending(state: Position) -> tuple[str, str, tuple[int, ...]]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.clause, outcome.reason, outcome.winners
