"""Finds what the pages mark as our rulings: ``(ruling: …)``, perhaps in italics, and 「（裁定：…）」."""

import re

_BEGINS = re.compile(r"\s*\*?[(（](?:ruling|裁定)[:：]\s*", re.IGNORECASE)
_PAIRS = {"(": ")", "（": "）"}


def without_rulings(text: str) -> tuple[str, list[str]]:
    """A paragraph without its rulings, and what they say. One whose bracket never closes stays where it is."""
    kept, rulings, at = "", [], 0
    while begins := _BEGINS.search(text, at):
        end = _end(text, begins.end())
        if end < 0:
            break
        kept += text[at : begins.start()]
        rulings.append(text[begins.end() : end].strip())
        at = end + 1
        starred = "*" in text[begins.start() : begins.end()]
        at += 1 if starred and text[at : at + 1] == "*" else 0
    return (kept + text[at:]).strip(), rulings


def _end(text: str, start: int) -> int:
    """Where the bracket closes that was opened before; brackets inside come in pairs."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in _PAIRS) - (text[at] in _PAIRS.values())
        if depth == 0:
            return at
    return -1
