"""What somebody at a table is told beside the board: how one wins, what to do now, and what a button would cost."""

from collections.abc import Iterable

from ludarium.core.game import Game
from ludarium.core.scene import CHOICE, Path, Scene
from ludarium.core.state import State
from ludarium.core.words import common_words


def without_clause(sentence: str, clause: str) -> str:
    """People read the rule's title beside the sentence, so the clause's id need not stand in front of it."""
    return sentence.replace(f"{clause}: ", "", 1) if clause else sentence


def prompts(game: Game, view: State, scene: Scene, locale: str) -> dict[str, str]:
    """What the seat to act does now, after the clicks that can begin a step (apart by spaces; none yet: the empty
    text). Nothing for whom nothing can be clicked, and for games that do not say.
    """
    begun: dict[tuple[str, ...], None] = {}
    for path in scene.paths:
        clicks = path.clicks
        for length in range(len(clicks)):
            begun[clicks[:length]] = None
    said = {" ".join(clicks): game.prompt_sentence(view, clicks, locale) for clicks in begun}
    return {clicks: sentence for clicks, sentence in said.items() if sentence}


def cautions(game: Game, view: State, scene: Scene, locale: str) -> dict[str, str]:
    """By step: what to ask before one presses a button (such as "pass") that lets the game end without a win, now or by
    a button of the next seat.
    """
    if game.hidden_information:
        return {}
    found = {path.step: _caution(game, view, path, locale) for path in buttons(scene.paths)}
    return {step: sentence for step, sentence in found.items() if sentence}


def buttons(paths: Iterable[Path]) -> list[Path]:
    """Those that are taken without a click on the board."""
    begun = [path for path in paths if path.clicks[0][0] == CHOICE]
    return [path for path in begun if all(click[0] == CHOICE for click in path.clicks)]


def _caution(game: Game, view: State, path: Path, locale: str) -> str:
    common, seat, after = common_words(locale), int(view.seat), view.copy()
    after.apply(game.read_step(path.step))
    if ended := _unwon(game, after, seat, locale):
        return common.joined([common.say("caution", "now", {}), ended])
    if after.seat < 0 or after.seat == seat:
        return ""
    for other in buttons(game.paths(after.view(after.seat))):
        then = after.copy()
        then.apply(game.read_step(other.step))
        if ended := _unwon(game, then, seat, locale):
            name = game.words(locale).name("seat", int(after.seat))
            return common.joined([common.say("caution", "then", {"name": name}), ended])
    return ""


def _unwon(game: Game, state: State, seat: int, locale: str) -> str:
    """How a game has ended that the seat has not won alone."""
    outcome = game.outcome(state)
    return "" if outcome is None or outcome.winners == (seat,) else game.outcome_sentence(outcome, locale)
