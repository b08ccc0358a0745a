"""Short words for the tests of Realm: positions, steps and refusals as text."""

from collections.abc import Iterable

from ludarium.core.game import Refusal, find_ruleset
from ludarium.core.state import EventLog
from ludarium.games.realm import GAME
from ludarium.games.realm.rules import Realm


def start(ruleset: str = "realm", /, **options: object) -> Realm:
    state = find_ruleset(ruleset).new(options)
    assert isinstance(state, Realm)
    return state


def at(position: str, ruleset: str = "realm", /, **options: object) -> Realm:
    state = GAME.read_position(find_ruleset(ruleset).read(options), position)
    assert isinstance(state, Realm)
    return state


def legal(state: Realm) -> list[str]:
    return [GAME.step_text(step) for step in state.legal()]


def play(state: Realm, *steps: str) -> Realm:
    """The state after these steps, each of which must be legal; the given state stays as it is."""
    state = state.copy()
    for text in steps:
        step = GAME.read_step(text)
        GAME.refuse_illegal(state, step)
        state.apply(step)
    return state


def refusal(state: Realm, text: str) -> Refusal:
    """Why a step is illegal."""
    found = GAME.explain(state, GAME.read_step(text))
    assert found is not None, f"{text} is legal"
    for locale in ("en", "ja"):
        assert GAME.refusal_sentence(found, locale).startswith(found.clause)
    return found


def why(state: Realm, text: str) -> tuple[str, str]:
    found = refusal(state, text)
    return found.clause, found.name


def events(state: Realm, text: str) -> list[dict[str, object]]:
    """What a legal step does; the given state stays as it is."""
    log = EventLog()
    after = state.copy()
    GAME.refuse_illegal(state, GAME.read_step(text))
    after.apply(GAME.read_step(text), log)
    return [event.as_json() for event in GAME.event_list(log, -1, False)]


def moves(starting: str, *targets: str) -> set[str]:
    return {f"{starting}-{target}" for target in targets}


def line(columns: str, rows: Iterable[int]) -> list[str]:
    """Squares by column letters and row numbers."""
    return [f"{column}{row}" for column in columns for row in rows]
