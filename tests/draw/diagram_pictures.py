"""Draws the diagrams of the rulebook pages: ``make diagrams``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from ludarium.core.errors import LudariumError, NotationError
from ludarium.draw.blocks import DIAGRAM, Block, read_blocks
from ludarium.draw.figure import figure


def read_pages(folder: Path) -> list[Block]:
    """The diagrams of all pages, each once; ``PageError`` where the pages do not agree."""
    if not folder.is_dir():
        raise LudariumError("folder_missing", folder=str(folder))
    pages = {page: _named(page) for page in sorted(folder.glob("*.md"))}
    first: dict[str, Block] = {}
    for page, diagrams in pages.items():
        for diagram in diagrams:
            known = first.setdefault(diagram.name, diagram)
            if known is diagram:
                continue
            if known.page == diagram.page or _game(Path(known.page)) != _game(page):
                key = "block_again"
            elif known.content != diagram.content:
                key = "block_differs"
            else:
                continue
            raise diagram.fail(NotationError(key, name=diagram.name, page=known.page, line=known.line))
        names = {diagram.name for diagram in diagrams}
        for other, others in pages.items():
            for diagram in others:
                if _game(other) == _game(page) and diagram.name not in names:
                    raise diagram.fail(NotationError("block_absent", name=diagram.name, page=page.name))
    return list(first.values())


def _named(page: Path) -> list[Block]:
    return [block for block in read_blocks(page.name, page.read_text(encoding="utf-8")) if block.name]


def _game(page: Path) -> str:
    """``mur.ja.md`` and ``mur.en.md`` are the same page in two languages."""
    return page.name.split(".")[0]


def pictures(folder: Path) -> dict[str, str]:
    """The SVG of every diagram by its file name. All languages share them. (The pages name no pictures of legends.)"""
    return {f"{block.name}.svg": figure(block) for block in read_pages(folder) if block.kind == DIAGRAM}


def write_pictures(folder: Path) -> int:
    """Draw all diagrams into ``img``, and remove those that no page uses; how many there are."""
    drawn = pictures(folder)
    images = folder / "img"
    images.mkdir(exist_ok=True)
    for name, picture in drawn.items():
        (images / name).write_text(picture, encoding="utf-8", newline="\n")
    for file in images.glob("*.svg"):
        if file.name not in drawn:
            file.unlink()
    return len(drawn)


def main(arguments: Sequence[str]) -> int:
    folder = Path(arguments[0] if arguments else "docs/rules")
    try:
        count = write_pictures(folder)
    except LudariumError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{count} diagrams in {folder / 'img'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
