"""Legal steps for people: listed in groups, completed, and found from what somebody typed."""

from collections.abc import Iterable, Sequence

from ludarium.core.scene import CHOICE, Scene
from ludarium.core.words import Words
from ludarium.draw.spoken import choice_name

FEW = 12  # steps that fit on a line or two


def spoken(scene: Scene, words: Words) -> list[str]:
    """The steps, each with what it means where a person would press a button for it."""
    lines = []
    for path in scene.paths:
        known = choice_name(words, path.clicks[-1])
        lines.append(f"{path.step} ({known})" if known else path.step)
    return lines


def grouped(scene: Scene, steps: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The steps by what a person would click first; those that are alone with their first click come together."""
    first = {path.step: path.clicks[0] for path in scene.paths}
    groups: dict[str, list[str]] = {}
    for step in steps:
        groups.setdefault(first.get(step, ""), []).append(step)
    alone = [group[0] for group in groups.values() if len(group) == 1]
    together = [(name.removeprefix(CHOICE), group) for name, group in groups.items() if len(group) > 1]
    return [("", alone), *together] if alone else together


def beginning_with(start: str, steps: Iterable[str]) -> list[str]:
    return [step for step in steps if step.lower().startswith(start.lower())]


def meant(text: str, steps: Sequence[str]) -> str:
    """The legal step that somebody meant who did not care for capitals and spaces; else the text as it is."""
    if text in steps:
        return text
    alike = [step for step in steps if _plain(step) == _plain(text)]
    return alike[0] if len(alike) == 1 else text


def _plain(text: str) -> str:
    return "".join(text.split()).lower()
