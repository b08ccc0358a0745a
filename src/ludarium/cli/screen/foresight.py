"""What the step under the cursor would do: in words, and as marks on the board, as in the browser (``traces.ts``)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludarium.core.game import HIDDEN, Event, Game
from ludarium.core.scene import Piece, Scene
from ludarium.core.state import State
from ludarium.core.vocabulary import LOWER, MOVE, PUSH, PUT, RAISE, TAKE
from ludarium.table.preview import Consequence, consequences


@dataclass
class Foresight:
    said: str = ""
    struck: set[str] = field(default_factory=set)  # sites whose pieces would be
    would: set[str] = field(default_factory=set)  # sites where something would come to be
    ghosts: dict[str, str] = field(default_factory=dict)  # by site where nothing stands: the letters of what would


def foresee(game: Game, view: State, scene: Scene, text: str, locale: str, between: str) -> Foresight:
    """Of a legal step of the seat to act, as that seat may know it; ``between`` parts several things it can lead to."""
    step = game.read_step(text)
    found = consequences(game, view, scene, step)
    odds = game.odds_sentence(view, step, locale)
    joined = game.words(locale).joined
    foresight = Foresight(joined([one for one in (odds, _said(game, found, locale, between)) if one]))
    for one in found:
        foresight.struck |= _struck(one.events, scene)
    if len(found) == 1:  # else only what happens in any case is drawn, and nothing is certain
        _draw(foresight, found[0], scene)
    return foresight


def _said(game: Game, found: Sequence[Consequence], locale: str, between: str) -> str:
    """Where several things can come of it, what they have in common is said once."""
    words = game.words(locale)
    told = []
    for one in found:
        sentences = [game.event_sentence(event, locale) for event in one.events]
        told.append(sentences + ([game.outcome_sentence(one.outcome, locale)] if one.outcome else []))
    common = 0
    while len(told) > 1 and all(len(one) > common and one[common] == told[0][common] for one in told):
        common += 1
    rests = [words.joined(one[common:]) for one in told]
    parts = [*(told[0][:common] if told else ()), between.join(dict.fromkeys(rest for rest in rests if rest))]
    return words.joined([part for part in parts if part])


def _struck(events: Sequence[Event], scene: Scene) -> set[str]:
    """The sites whose pieces are struck: those of others that are pushed, taken, or fought with."""
    enemies = {piece.site for piece in scene.pieces if piece.owner != scene.seat}
    sites, first = set(), True
    for event in events:
        if event.effect == TAKE:
            sites.add(str(event.data["at"]))
        elif event.effect in (MOVE, PUSH):
            sites.add(str(event.data["to" if first else "from"]))
        first = first and event.effect not in (MOVE, PUSH, PUT)
    return sites & enemies


def _draw(foresight: Foresight, found: Consequence, scene: Scene) -> None:
    standing = scene.pieces_by_site()
    names = {site.name for site in scene.sites}
    after: dict[str, list[Piece]] = {}
    for piece in found.pieces:
        after.setdefault(piece.site, []).append(piece)
    for event in found.events:
        if event.effect in (MOVE, PUSH, PUT):
            to = str(event.data["at" if event.effect == PUT else "to"])
            came = after.get(to) or ([] if event.effect == PUT else standing.get(str(event.data["from"]), []))
            if to in names:
                foresight.would.add(to)
                if came and to not in standing and came[-1].kind != HIDDEN:
                    foresight.ghosts[to] = came[-1].token or came[-1].kind[:3]
        elif event.effect in (RAISE, LOWER) and str(event.data["at"]) in names:
            foresight.would.add(str(event.data["at"]))
