"""Whether what is said of a picture agrees with it: the places named in it, and the numbers.

A game says which numbers can be seen in its pictures by the section ``caption`` of its words: ``badge`` is how people
say what is written beside a piece ("class {number}"), ``1``, ``2`` … what stands at that place of its kind ("sword
{number}"), ``count`` the words that follow a number of pieces ("ship|ships").
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ludarium.core.errors import LudariumError, NotationError
from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.core.words import common_words

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"(?:\d+|{'|'.join(_NUMBERS)})"
_LIST = rf"({_NUMBER}(?:(?:, | and |, and |、|・|と){_NUMBER})*)"
_FIGURES = re.compile(r"(?<![\w:])\d(?:-\d)+(?![\w:])", re.ASCII)


def wrong_in(
    said: str, scenes: Sequence[Scene], names: Sequence[str], moved: int, game: Game, locale: str
) -> list[LudariumError]:
    """All that does not agree; ``names`` are those written on the board besides its own, ``moved`` is how many pieces
    the steps touch.
    """
    sites = {site.name for scene in scenes for site in scene.sites}
    written = set.intersection(*(own_names(scene) for scene in scenes)) | set(names)
    named = places_in(said, sites)
    found: list[LudariumError] = [NotationError("caption_place", place=name) for name in named if name not in sites]
    if unwritten := [name for name in named if name in sites - written]:
        found.append(NotationError("caption_names", places=unwritten))
    shown = _Shown(scenes, said, moved, game, locale)
    return found + [NotationError("caption_number", said=text) for text in dict.fromkeys(shown.wrong(said))]


def places_in(said: str, sites: set[str]) -> list[str]:
    """What a text names that looks like one of these places, whether it is one or not, each once."""
    shapes = {re.sub(r"\d+", r"\\d+", re.sub(r"[a-z]", "[a-z]", name)) if len(name) > 1 else name for name in sites}
    pattern = rf"(?<![\w:.-])(?:{'|'.join(sorted(shapes, key=len, reverse=True))})(?!\w|:\d)"
    return list(dict.fromkeys(re.findall(pattern, said, re.ASCII))) if shapes else []


def own_names(scene: Scene) -> set[str]:
    """The places whose name can be read off the board's rim: straight over or under them and beside them."""
    columns = {round(note.x, 3): note.text for note in scene.notes}
    rows = {round(note.y, 3): note.text for note in scene.notes}
    read = {site.name: columns.get(round(site.x, 3), "") + rows.get(round(site.y, 3), "") for site in scene.sites}
    return {name for name, text in read.items() if name == text}


class _Shown:
    """The numbers that can be seen in pictures."""

    def __init__(self, scenes: Sequence[Scene], said: str, moved: int, game: Game, locale: str) -> None:
        self._words = game.words(locale)
        self._said = self._words.section("caption")
        self._locale = locale
        pieces = [piece for scene in scenes for piece in scene.pieces]
        self._kinds = {piece.kind for piece in pieces} | {stock.kind for scene in scenes for stock in scene.stock}
        self._badges = [(piece.owner, badge) for piece in pieces for badge in piece.badges]
        self._seats = [self._words.name("seat", str(seat)).lower() for seat in range(scenes[0].seats)]
        self._heights = {str(site.height) for scene in scenes for site in scene.sites if site.height}
        counts = {1, moved, *(count for scene in scenes for count in _counts(scene))}
        self._counts = {*map(str, counts), *_listed(said, scenes)}

    def wrong(self, said: str) -> Iterator[str]:
        """The words in which a number does not agree."""
        if self._heights:
            template = common_words(self._locale).entry("draw", "floor") or ""
            yield from self._unseen(said, template.replace("{height}", "{number}"), self._heights)
        names = {self._words.name("piece", kind) for kind in self._kinds}
        yield from (text for text in _FIGURES.findall(said) if text not in names)
        for key, template in self._said.items():
            if key == "badge":
                yield from self._unseen(said, template, {badge for _, badge in self._badges}, by_seat=True)
            elif key == "count":
                yield from self._miscounted(said, template)
            else:
                figures = {kind[int(key) - 1] for kind in self._kinds if kind.isdigit()}
                yield from self._unseen(said, template, figures)

    def _unseen(self, said: str, template: str, seen: set[str], by_seat: bool = False) -> Iterator[str]:
        before, _, after = template.partition("{number}")
        pattern = f"{re.escape(before.strip())}s?[ -]?{_LIST}{re.escape(after)}"
        for found in re.finditer(pattern, said, re.IGNORECASE):
            owner = self._named_last(said[: found.start()]) if by_seat else -1
            if owner >= 0:
                seen = {badge for seat, badge in self._badges if seat == owner}
            if any(_digits(one) not in seen for one in re.findall(_NUMBER, found[1], re.IGNORECASE)):
                yield found[0]

    def _named_last(self, said: str) -> int:
        """The seat that a text names last: what follows is said of its pieces."""
        ends = [said.lower().rfind(name) for name in self._seats]
        return ends.index(max(ends)) if max(ends, default=-1) >= 0 else -1

    def _miscounted(self, said: str, nouns: str) -> Iterator[str]:
        between = "" if self._locale == "ja" else rf"(?: (?!{_NUMBER}\b)[a-z]+){{0,2}} "
        pattern = rf"(?<![\w:])({_NUMBER}){between}(?:{nouns})(?![a-z])"
        for found in re.finditer(pattern, said, re.IGNORECASE | re.ASCII):
            if _digits(found[1]) not in self._counts:
                yield found[0]


def _digits(number: str) -> str:
    return str(_NUMBERS.index(number.lower())) if number.lower() in _NUMBERS else number


def _counts(scene: Scene) -> Iterator[int]:
    """How many there are: of each kind and owner, on the board and beside it, and of floors."""
    for key in (("owner", "kind"), ("owner",), ("kind",), ()):
        counts = Counter(tuple(getattr(piece, name) for name in key) for piece in scene.pieces)
        yield from counts.values()
    yield from (stock.count for stock in scene.stock)
    for owner in range(scene.seats):
        yield sum(stock.count for stock in scene.stock if stock.owner == owner)
    heights = [site.height for site in scene.sites if site.height]
    yield from (sum(heights), len(heights), *heights)
    yield from (int(badge) for piece in scene.pieces for badge in piece.badges if badge.isdigit())


def _listed(said: str, scenes: Sequence[Scene]) -> set[str]:
    """How many places stand in each list of places: "b2, b3 and b4" are three."""
    names = places_in(said, {site.name for scene in scenes for site in scene.sites})
    if not names:
        return set()
    one = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    lists = re.finditer(rf"(?:{one})(?:(?:, | and |, and |、|・|と)(?:{one}))*", said)
    return {str(len(re.findall(one, found[0]))) for found in lists}
