"""What is wrong with a rulebook page or a guide, all of it, each with its line: ``ludarium rules --check``."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludarium.core.errors import LudariumError, NotationError
from ludarium.core.game import Ruleset, find_ruleset
from ludarium.core.state import SPECTATOR
from ludarium.core.words import LOCALES
from ludarium.draw.blocks import (
    AFTER,
    AID,
    DIAGRAM,
    END,
    GAME,
    LEGEND,
    MARKS,
    Block,
    PageError,
    read_blocks,
)
from ludarium.draw.captions import wrong_in
from ludarium.draw.diagrams import chosen, history_of, scene_at, start_of
from ludarium.draw.rulebook import rulesets_of

# What a guide has, in this order, and the block without which a section would not be what it should be.
SECTIONS = ("box", "goal", "turn", "rules", "sample", "tips", "mistakes", "questions", "variants", "aid", "credits")
_NEEDED = {"box": LEGEND, "turn": DIAGRAM, "sample": GAME, "aid": AID}
_CLAUSE = re.compile(r"\b[A-Z]{2,4}-[A-Z]\d+\b")
_SEAT = re.compile(r"\bseats? \d|席\d|\d番の席")
_FENCED = re.compile(r"<!--.*?-->", re.DOTALL)


def check(file: Path) -> list[PageError]:
    """A guide begins with the comment that names its rulesets."""
    name, _, locale = file.stem.rpartition(".")
    text = file.read_text(encoding="utf-8")
    problems: list[PageError] = []
    blocks = read_blocks(file.name, text, problems)
    if locale not in LOCALES:
        problems.append(PageError(file.name, 1, NotationError("page_name", known=list(LOCALES))))
        return problems
    for block in blocks:
        problems += check_block(block, locale)
    if rulesets_of(text) or file.absolute().parent.name == "learn":
        problems += _learn_problems(file.name, name, text, blocks)
    other = file.with_name(f"{name}.{next(one for one in LOCALES if one != locale)}.md")
    if not other.is_file():
        problems.append(PageError(file.name, 1, NotationError("page_alone", page=other.name)))
    else:
        problems += _differences(blocks, other)
        mine, theirs = _headings(text), _headings(other.read_text(encoding="utf-8"))
        if len(mine) != len(theirs):
            fewer = NotationError("page_headings", page=other.name, here=len(mine), there=len(theirs))
            problems.append(PageError(file.name, 1, fewer))
    return sorted(problems, key=lambda problem: problem.line)


def check_block(block: Block, locale: str) -> list[PageError]:
    """Whether it can be shown, and whether what is said of it is to be seen."""
    if block.kind in MARKS:
        return []
    try:
        history = history_of(block)
    except PageError as problem:
        return [problem]
    game = start_of(block).ruleset.game
    ends = (0, len(history.steps)) if history.steps else (0,)
    wrong: list[LudariumError] = []
    scenes = [scene_at(block, history, place) for place in ends]
    for place in [*block.places("names"), *(block.places("show") if block.kind == LEGEND else [])]:
        if not any(site.name == place for scene in scenes for site in scene.sites):
            wrong.append(NotationError("block_place", place=place))
    if block.kind == DIAGRAM:
        if block.shown != AFTER and not history.steps:
            wrong.append(NotationError("block_no_steps"))
        moved = sum(bool(event.effect) for _, step in history.told(SPECTATOR, open_=True) for event in step.events)
        wrong += wrong_in(block.said, chosen(block, scenes[0], scenes[-1]), block.places("names"), moved, game, locale)
    if block.kind == GAME:
        if history.outcome is None:
            wrong.append(NotationError("game_unfinished"))
        if block.at[-1] > len(history.steps) or block.at[0] != 0:
            wrong.append(NotationError("game_comments", steps=len(history.steps)))
    return [block.fail(problem) for problem in wrong]


def _learn_problems(page: str, name: str, text: str, blocks: Sequence[Block]) -> Iterator[PageError]:
    rulesets: list[Ruleset] = []
    try:
        rulesets = [find_ruleset(one) for one in rulesets_of(text)]
    except LudariumError as problem:
        yield PageError(page, 1, problem)
    if not rulesets or rulesets[0].name != name:
        yield PageError(page, 1, NotationError("page_rulesets", ruleset=name))
    headings = _headings(text)
    if [level for level, _ in headings[:1]] != [1]:
        yield PageError(page, 1, NotationError("page_title"))
    sections = [line for level, line in headings if level == 2]
    if len(sections) != len(SECTIONS):
        yield PageError(page, 1, NotationError("page_sections", count=len(SECTIONS), found=len(sections)))
    else:
        for section, start, end in zip(SECTIONS, sections, [*sections[1:], len(text) + 1], strict=True):
            inside = [block.kind for block in blocks if start <= block.line < end]
            if section in _NEEDED and _NEEDED[section] not in inside:
                yield PageError(page, start, NotationError("page_needs", block=_NEEDED[section]))
    marks = [block.kind for block in blocks if block.kind in (AID, END)]
    if marks != [AID, END]:
        yield PageError(page, 1, NotationError("page_aid"))
    yield from _codes(page, text, rulesets)


def _codes(page: str, text: str, rulesets: Sequence[Ruleset]) -> Iterator[PageError]:
    """What belongs to the reference: clauses, names of options, numbers of seats."""
    options = sorted({option.name for ruleset in rulesets for option in ruleset.game.options if "_" in option.name})
    patterns = [_CLAUSE, _SEAT, *([re.compile(rf"\b({'|'.join(options)})\b")] if options else [])]
    read = _FENCED.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for number, line in enumerate(read.splitlines(), 1):
        for pattern in patterns:
            yield from (
                PageError(page, number, NotationError("page_code", code=one[0])) for one in pattern.finditer(line)
            )


def _differences(blocks: Sequence[Block], other: Path) -> Iterator[PageError]:
    theirs = {
        block.name: block for block in read_blocks(other.name, other.read_text(encoding="utf-8"), []) if block.name
    }
    seen: set[str] = set()
    for block in blocks:
        if not block.name:
            continue
        if block.name in seen:
            line = next(one.line for one in blocks if one.name == block.name)
            yield block.fail(NotationError("block_again", name=block.name, page=block.page, line=line))
        seen.add(block.name)
        same = theirs.get(block.name)
        if same is None:
            yield block.fail(NotationError("block_absent", name=block.name, page=other.name))
        elif (same.kind, same.content, same.at) != (block.kind, block.content, block.at):
            yield block.fail(NotationError("block_differs", name=block.name, page=other.name, line=same.line))


def _headings(text: str) -> list[tuple[int, int]]:
    """The level and the line of each heading."""
    read = _FENCED.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    found = [(number, re.match(r"(#+) +\S", line)) for number, line in enumerate(read.splitlines(), 1)]
    return [(len(heading[1]), number) for number, heading in found if heading]
