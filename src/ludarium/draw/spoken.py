"""A scene in words, for those who listen to it: names of seats and pieces, titles, a description."""

from ludarium.core.scene import CHOICE, Piece, Scene, Site
from ludarium.core.words import Words, common_words


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

    def mark(self, mark: str) -> str:
        """What is true of a piece or a site."""
        return self._known("mark", mark) or mark

    def tag(self, tag: str) -> str:
        """What stands on a site's ground; nothing where nobody has a word for it."""
        return self._known("tag", tag)

    def choice(self, click: str) -> str:
        """What a button does, else the code that stands for it."""
        return choice_name(self._words, click) or click.removeprefix(CHOICE)

    def site(self, site: Site) -> str:
        """``c3, port``."""
        told = [self._known("tag", tag) for tag in site.tags]
        told += [self._say("floor", height=site.height)] if site.height else []
        return self._joined([site.name, *filter(None, told)])

    def off(self) -> str:
        """What comes before the pieces that are not on the board."""
        return self._say("off")

    def piece(self, piece: Piece) -> str:
        """``Black: black ship (2), walled in``."""
        said = self.name("piece", piece.kind)
        if piece.badges and "".join(piece.badges) != piece.kind:
            said += self._say("badges", badges=" ".join(piece.badges))
        more = [self._common.name("facing", piece.facing)] if piece.facing else []
        more += [self.mark(mark) for mark in piece.marks]
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
            said.append(self._say("score", seat=owner, score=self.score(score.name), value=score.figure()).strip())
        for key, sites in (("last", scene.last), ("forced", scene.forced), ("threatened", scene.threatened)):
            if sites:
                said.append(self._say(key, sites=self._joined(list(sites))))
        return self._say("stop").join(said)

    def _known(self, section: str, code: str) -> str:
        """What the game, or else every game, calls a code; nothing where nobody has a word for it."""
        return (self._words and self._words.entry(section, code)) or self._common.entry(section, code) or ""

    def _joined(self, parts: list[str]) -> str:
        return self._say("comma").join(parts)

    def _say(self, key: str, **data: object) -> str:
        return self._common.say("draw", key, data, dict.fromkeys(data, ""))
