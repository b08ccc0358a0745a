"""What other sites show of a page whose link is shared: a title, a sentence and a picture, as tags in its HTML.

They say what somebody without a name who opens the page is shown, and nothing else: the tags are made from the card of
the table, the picture (``analysis/posters.py``) from a spectator's view.
"""

import logging
import re
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request

from ludarium.core.errors import LudariumError
from ludarium.core.game import find_ruleset
from ludarium.draw.png import can_draw
from ludarium.draw.poster import HEIGHT, WIDTH
from ludarium.learn.puzzles.puzzle import Puzzle
from ludarium.server import wire
from ludarium.server.analysis.poster_routes import LONGEST_OPTIONS, LONGEST_POSITION
from ludarium.server.errors import server_words
from ludarium.server.limits import Limit, ProcessCount, is_this_machine, network_of
from ludarium.server.puzzles.cards import find_puzzle
from ludarium.server.rooms import games, lobby
from ludarium.server.services import services_of
from ludarium.server.settings import Settings
from ludarium.server.visitor import Visitor, address_of, locale_of

_LOG = logging.getLogger(__name__)
_TABLE = re.compile(r"t/([A-Za-z0-9_-]{1,40})(/review)?/?")
_ANALYSIS = re.compile(r"(?:analysis|study)/([a-z0-9-]{1,60})/?")
_PUZZLE = re.compile(r"puzzles/[a-z0-9-]{1,60}/([a-z0-9-]{1,60})/?")
_NUMBER = re.compile(r"[0-9]{1,6}")
_LOOKED_UP = 240  # tables in a minute for one address; whoever asks for more gets pages without tags
_SITE = "Ludarium"


@dataclass(frozen=True)
class Preview:
    title: str
    description: str
    image: str  # a path of this server


class Previews:
    """Finds what pages say about themselves."""

    def __init__(self, settings: Settings, process_count: ProcessCount | None = None) -> None:
        self._origin = settings.origins[0] if settings.origins else ""
        self._limit = Limit(settings.at_most(_LOOKED_UP), 60, process_count=process_count)

    async def tags(self, request: Request) -> str:
        """The tags of a page; empty where it has none. A page without them is a page all the same."""
        path = request.scope["path"].strip("/")
        try:
            found = await self._find(request, path)
        except LudariumError:
            return ""  # no such table, no such game, or too many in a minute
        except Exception:
            _LOG.exception("a page is sent without its preview")
            return ""
        return "" if found is None else self._written(found, request)

    async def _find(self, request: Request, path: str) -> Preview | None:
        locale = locale_of(request)
        if table := _TABLE.fullmatch(path):
            address = address_of(request)
            if not is_this_machine(address):
                self._limit.take(network_of(address))
            nobody = Visitor("", "", True, locale)
            card = await lobby.table_card(services_of(request).rooms, nobody, table[1])
            return _of_table(card, bool(table[2]), request.query_params, locale)
        if analysis := _ANALYSIS.fullmatch(path):
            return _of_position(analysis[1], request.query_params, locale)
        if puzzle := _PUZZLE.fullmatch(path):
            return _of_puzzle(find_puzzle(puzzle[1]), locale)
        return None

    def _written(self, preview: Preview, request: Request) -> str:
        named = {"og:site_name": _SITE, "og:type": "website", "og:title": preview.title}
        named["og:description"] = preview.description
        if can_draw():
            origin = self._origin or f"{request.url.scheme}://{request.url.netloc}"
            named["og:image"] = origin + preview.image
            named |= {"og:image:type": "image/png", "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
            named["og:image:alt"] = preview.title
        tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in named.items()]
        card = "summary_large_image" if can_draw() else "summary"
        return "\n".join([*tags, f'<meta name="twitter:card" content="{card}">'])


def _of_table(card: wire.TableCard, review: bool, query: QueryParams, locale: str) -> Preview:
    names = [info.name for info in card.seats if info.name]
    title = _say("table", locale, title=card.title, names=names) if names else card.title
    ended = card.outcome.sentence if card.outcome else ""
    key = "waiting" if card.phase == "waiting" else "review" if ended and review else "over" if ended else "playing"
    shown = {name: query[name] for name in ("game", "step") if review and _NUMBER.fullmatch(query.get(name, ""))}
    shown["at"] = str(card.changed)  # so that a game that went on has another picture
    return Preview(title, _say(key, locale, ended=ended), f"/api/posters/tables/{card.id}.png?{urlencode(shown)}")


def _of_position(ruleset: str, query: QueryParams, locale: str) -> Preview:
    game = find_ruleset(ruleset).game
    position, options = query.get("position", ""), query.get("options", "")
    fits = len(position) <= LONGEST_POSITION and len(options) <= LONGEST_OPTIONS
    shown = {name: text for name, text in (("position", position), ("options", options)) if text and fits}
    image = f"/api/posters/positions/{ruleset}.png" + (f"?{urlencode(shown)}" if shown else "")
    return Preview(_say("analysis", locale, title=games.title(game, locale)), _say("analyse", locale), image)


def _of_puzzle(puzzle: Puzzle, locale: str) -> Preview:
    title = _say("puzzle", locale, title=games.title(puzzle.game, locale))
    task = _say(f"puzzle_{puzzle.kind}", locale, turns=puzzle.turns, at=puzzle.at)
    return Preview(title, task, f"/api/posters/puzzles/{puzzle.id}.png")


def _say(key: str, locale: str, **data: object) -> str:
    return server_words(locale).say("preview", key, data)
