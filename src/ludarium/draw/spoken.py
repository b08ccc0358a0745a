"""A scene in words, for those who listen to it: names of seats and pieces, titles, a description."""

from ludarium.core.scene import CHOICE, Piece, Scene, Site
from ludarium.core.words import Words, common_words

_TOLD_TAGS = ("port", "centre", "missing")


def choice_name(words: Words | None, click: str) -> str:
    """What a button (``#end``) does, in words; nothing for a site, or where the game has no words for it."""
    known = words.entry("choice", click.removeprefix(CHOICE)) if words and click.startswith(CHOICE) else None
    return known or ""


class Spoken:
    """Says things with the words of a game where there are some, else with those that all games share."""

    def __init__(self, locale: str, words: Words | None) -> None:
        self._words = words
        self._common = common_words(locale)

    def seat(self, seat: int) -> str:
        return (self._words and self._words.entry("seat", str(seat))) or self._say("seat", number=seat + 1)

    def name(self, kind: str, code: str) -> str:
        """What the game calls a code, else the code itself."""
        return self._words.name(kind, code) if self._words else code

    def score(self, name: str) -> str:
        return self.name("score", name)

    def choice(self, click: str) -> str:
        """What a button does, else the code that stands for it."""
        return choice_name(self._words, click) or click.removeprefix(CHOICE)

    def site(self, site: Site) -> str:
        """``c3, port``."""
        told = [self._common.name("tag", tag) for tag in _TOLD_TAGS if tag in site.tags]
        told += [self._say("floor", height=site.height)] if site.height else []
        return self._joined([site.name, *told])

    def off(self) -> str:
        """What comes before the pieces that are not on the board."""
        return self._say("off")

    def piece(self, piece: Piece) -> str:
        """``Black: black ship (2), walled in``."""
        said = self.name("piece", piece.kind)
        if piece.badges and "".join(piece.badges) != piece.kind:
            said += self._say("badges", badges=" ".join(piece.badges))
        more = [self._common.name("facing", piece.facing)] if piece.facing and "neutralised" not in piece.marks else []
        more += [self._common.name("mark", mark) for mark in piece.marks]
        said = self._joined([said, *more])
        return said if piece.owner < 0 else self._say("owned", seat=self.seat(piece.owner), what=said)

    def at(self, site: str, what: str) -> str:
        return self._say("at", site=site, what=what)

    def title(self, scene: Scene) -> str:
        name = self._words.sections.get("name") if self._words else None
        turn = self._say("turn", seat=self.seat(scene.seat)) if scene.seat >= 0 else self._say("over")
        return self._say("title", game=name, turn=turn) if isinstance(name, str) else turn

    def description(self, scene: Scene) -> str:
        said = [self.at(piece.site, self.piece(piece)) for piece in scene.pieces]
        for stock in scene.stock:
            piece = Piece("", stock.kind, stock.owner, stock.shape)
            said.append(self._say("stock", what=self.piece(piece), count=stock.count))
        for score in scene.scores:
            owner = self.seat(score.owner) if score.owner >= 0 else ""
            value = f"{score.value}/{score.goal}" if score.goal else str(score.value)
            said.append(self._say("score", seat=owner, score=self.score(score.name), value=value).strip())
        for key, sites in (("last", scene.last), ("forced", scene.forced), ("threatened", scene.threatened)):
            if sites:
                said.append(self._say(key, sites=self._joined(list(sites))))
        return self._say("stop").join(said)

    def _joined(self, parts: list[str]) -> str:
        return self._say("comma").join(parts)

    def _say(self, key: str, **data: object) -> str:
        return self._common.say("draw", key, data, dict.fromkeys(data, ""))
