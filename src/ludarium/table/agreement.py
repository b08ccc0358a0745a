"""What all seats can agree on before the rules end a game, in words: what it is called, and what would come of it.

It is a draw only where the rules know one; where they count when nobody goes on, it is that count, with how it stands.
"""

from collections.abc import Sequence
from functools import lru_cache

from ludarium.core.game import COUNT, Game, Outcome
from ludarium.core.scene import Score
from ludarium.core.state import SPECTATOR, State
from ludarium.core.words import Words, common_words


def agreement_words(game: Game, locale: str) -> Words:
    """The words whose section ``agreement`` speaks of it: the game's own, or for a draw those that all games share."""
    return game.words(locale) if game.agreement == COUNT else common_words(locale)


def would_be_said(game: Game, state: State, locale: str, you: int = SPECTATOR) -> str:
    """How the game would end if all agreed now, as everybody may know it; ``you`` is the seat of whoever reads this."""
    seen = state.view(SPECTATOR)
    return _said(game, tuple(game.counted(seen)), game.agreed(seen), int(state.seats), locale, you)


@lru_cache(maxsize=4096)  # asked after every step, for everybody at a table
def _said(game: Game, scores: tuple[Score, ...], outcome: Outcome, seats: int, locale: str, you: int) -> str:
    common = common_words(locale)
    names = [game.words(locale).name("seat", seat) for seat in range(seats)]
    called = [common.say("agreed", "you", {}) if seat == you else name for seat, name in enumerate(names)]
    sentences = [_count_said(game, name, found, called, locale) for name, found in _deciding(scores)]
    return common.joined([*sentences, _result_said(outcome, names, you, common)])


def _deciding(scores: Sequence[Score]) -> list[tuple[str, list[Score]]]:
    """Scores by name, up to the first one in which the seats differ."""
    found: list[tuple[str, list[Score]]] = []
    for name in dict.fromkeys(score.name for score in scores):
        same = [score for score in scores if score.name == name]
        found.append((name, same))
        if len({score.value for score in same}) > 1:
            break
    return found


def _count_said(game: Game, name: str, scores: Sequence[Score], names: Sequence[str], locale: str) -> str:
    common = common_words(locale)
    counts = [common.say("agreed", "count", {"seat": names[one.owner], "value": one.value}) for one in scores]
    what = game.words(locale).name("score", name)
    return common.say("agreed", "counts", {"what": what[:1].upper() + what[1:], "counts": counts})


def _result_said(outcome: Outcome, names: Sequence[str], you: int, common: Words) -> str:
    if not outcome.winners:
        return common.say("agreed", "draw", {})
    if outcome.winners == (you,):
        return common.say("agreed", "you_win", {})
    key = "win" if len(outcome.winners) == 1 else "shared"
    return common.say("agreed", key, {"who": [names[seat] for seat in outcome.winners]})
