"""The diagrams of the rulebook pages: the positions written in them, and what they show.

A diagram is a comment, followed by its image::

    <!-- diagram: mur-knock
    ruleset: mur-en
    option: turn_cap=0
    position: black c2; white d2 d3; kraken x
    steps: c2r
    view: 0
    -->
    ![A lone black ship on c2 knocks the white ship on d2](img/mur-knock.svg)

``option`` may stand several times; all but ``ruleset`` may be missing: then it is the start, without steps, and
everything is shown (``view: open``). The steps are taken one after the other and the last one is marked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.core.errors import LudariumError, NotationError, OptionError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.history import History
from ludarium.core.options import read_text, shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR

_KEYS = ("ruleset", "option", "position", "steps", "view")
_BEGINS = re.compile(r"<!--\s*diagram:\s*(.*)")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class DiagramError(LudariumError):
    """Something is wrong with a diagram: where, and what."""

    def __init__(self, page: str, line: int, problem: LudariumError) -> None:
        super().__init__("diagram_problem", page=page, line=line)
        self.problem = problem

    def sentence(self, locale: str) -> str:
        self.data["problem"] = self.problem.sentence(locale)
        return super().sentence(locale)


@dataclass(frozen=True)
class Diagram:
    """``content`` is what two languages must have in common: pairs of key and value, in order."""

    name: str
    page: str
    line: int
    content: tuple[tuple[str, str], ...]

    def values(self, key: str) -> list[str]:
        return [value for found, value in self.content if found == key]

    def value(self, key: str, default: str = "") -> str:
        return next(iter(self.values(key)), default)

    def fail(self, problem: LudariumError) -> DiagramError:
        return DiagramError(self.page, self.line, problem)


def read_diagrams(page: str, text: str) -> Iterator[Diagram]:
    """The diagrams in the text of a page."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        begins = _BEGINS.match(line.strip())
        if begins:
            try:
                yield _read_diagram(page, lines, number, begins[1].removesuffix("-->").strip())
            except DiagramError:
                raise
            except LudariumError as problem:
                raise DiagramError(page, number + 1, problem) from problem


def _read_diagram(page: str, lines: Sequence[str], start: int, name: str) -> Diagram:
    if not _NAME.fullmatch(name):
        raise NotationError("diagram_name", name=shortened(name))
    content: list[tuple[str, str]] = []
    end = start
    if not lines[start].rstrip().endswith("-->"):
        for end in range(start + 1, len(lines)):
            if lines[end].strip() == "-->":
                break
            try:
                content.append(_read_part(lines[end], content))
            except LudariumError as problem:
                raise DiagramError(page, end + 1, problem) from problem
        else:
            raise NotationError("diagram_open")
    if not any(key == "ruleset" for key, _ in content):
        raise NotationError("diagram_ruleset")
    after = next((line.strip() for line in lines[end + 1 :] if line.strip()), "")
    if not re.fullmatch(rf"!\[[^\]]*\S[^\]]*\]\(img/{name}\.svg\)", after):
        raise NotationError("diagram_image", name=name)
    return Diagram(name, page, start + 1, tuple(content))


def _read_part(line: str, before: list[tuple[str, str]]) -> tuple[str, str]:
    key, colon, value = (part.strip() for part in line.partition(":"))
    if key not in _KEYS or not colon:
        raise NotationError("diagram_key", key=shortened(key), known=list(_KEYS))
    if key != "option" and any(key == other for other, _ in before):
        raise NotationError("diagram_twice", key=key)
    return key, value


@dataclass(frozen=True)
class Start:
    """What a diagram says, read: a position, the steps taken from there, and for whom it is shown (``None``: open)."""

    ruleset: Ruleset
    options: dict[str, object]
    position: str | None
    steps: list[str]
    view: int | None


def start_of(diagram: Diagram) -> Start:
    """``DiagramError`` if the diagram names a ruleset, an option or a seat that does not exist."""
    try:
        ruleset = find_ruleset(diagram.value("ruleset"))
        options = dict(_read_option(ruleset, text) for text in diagram.values("option"))
        seats = int(ruleset.new(options).seats)
        view = _read_view(diagram.value("view", "open"), seats)
        steps = ruleset.game.split_steps(diagram.value("steps"))
        return Start(ruleset, options, diagram.value("position") or None, steps, view)
    except LudariumError as problem:
        raise diagram.fail(problem) from problem


def scene_of(diagram: Diagram) -> Scene:
    """What a diagram shows; ``DiagramError`` if its position cannot be read or a step is illegal."""
    start = start_of(diagram)
    try:
        game, options = start.ruleset.game, start.ruleset.read(start.options)
        state = game.new(options, 0) if start.position is None else game.read_position(options, start.position)
        history = History(start.ruleset, state)
        for text in start.steps:
            step = game.read_step(text)
            game.refuse_illegal(history.state, step)
            history.take(step)
        return history.scene(SPECTATOR if start.view is None else start.view, open_=start.view is None)
    except LudariumError as problem:
        raise diagram.fail(problem) from problem


def _read_option(ruleset: Ruleset, text: str) -> tuple[str, object]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise OptionError("diagram_option", text=shortened(text))
    option = next((option for option in ruleset.offered if option.name == name), None)
    return name, value if option is None else read_text(option, value)


def _read_view(text: str, seats: int) -> int | None:
    if text == "open":
        return None
    if text not in map(str, range(seats)):
        raise NotationError("diagram_view", view=shortened(text), seats=list(range(seats)))
    return int(text)
