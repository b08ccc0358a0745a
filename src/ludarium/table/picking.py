"""Clicks on a board become steps, by following the paths of a scene: the same ways as in the browser (``clicks.ts``).

No path begins with another whole path, and no two are equal, so a step is complete as soon as one path has all clicks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.core.scene import CHOICE, Path

Clicks = tuple[str, ...]


@dataclass(frozen=True)
class Pressed:
    """What came of a click: what is picked now, the step that is whole, or an attempt that makes no step."""

    clicks: Clicks
    step: str = ""
    attempt: Clicks = ()


def is_choice(click: str) -> bool:
    """A button, not a site."""
    return click.startswith(CHOICE)


class Picking:
    """What is picked of these paths, and what can be clicked next."""

    def __init__(self, paths: Sequence[Path] = (), clicks: Clicks = ()) -> None:
        self.paths = paths
        self.clicks = clicks if self._leads(clicks) else ()

    @property
    def sites(self) -> list[str]:
        """The sites that can be clicked next, in the order of the paths."""
        return [click for click in self._next(self.clicks) if not is_choice(click)]

    @property
    def choices(self) -> list[str]:
        """The buttons that can be pressed: those that go on from what is picked, else those of the start."""
        going_on = [click for click in self._next(self.clicks) if is_choice(click)]
        return going_on or [click for click in self._next(()) if is_choice(click)]

    @property
    def starts(self) -> list[str]:
        """The sites where a step can begin."""
        return [click for click in self._next(()) if not is_choice(click)]

    @property
    def picked(self) -> list[str]:
        return [click for click in self.clicks if not is_choice(click)]

    def press(self, click: str) -> Pressed:
        """A click on a site or button. What is picked follows, unless a step is whole: then nothing is."""
        found = self._pressed(click)
        self.clicks = found.clicks
        return found

    def release(self) -> bool:
        """One click less; with one site alone nothing stays picked. Whether there was anything to let go."""
        had = bool(self.clicks)
        self.clicks = () if len(self.picked) <= 1 else self.clicks[:-1]
        return had

    def steps_to(self, site: str) -> list[str]:
        """The steps that one more click makes, or buttons after it."""
        begun = (*self.clicks, site)
        return [
            path.step
            for path in self.paths
            if path.clicks[: len(begun)] == begun and all(is_choice(click) for click in path.clicks[len(begun) :])
        ]

    def whole(self, clicks: Clicks) -> str:
        """The step that these clicks make, if they make one."""
        return next((path.step for path in self.paths if path.clicks == clicks), "")

    def _pressed(self, click: str) -> Pressed:
        longer = (*self.clicks, click)
        if self._leads(longer):
            return self._taken(longer)
        if click in self.clicks:
            return Pressed(self.clicks[: self.clicks.index(click)])
        if self.clicks and self._leads((click,)):
            # Another piece. But a site that is a whole step by itself was rather meant as a target.
            if self.whole((click,)) and not is_choice(click):
                return Pressed((), attempt=longer)
            return self._taken((click,))
        return Pressed(self.clicks, attempt=longer)

    def _taken(self, clicks: Clicks) -> Pressed:
        step = self.whole(clicks)
        return Pressed((), step) if step else Pressed(clicks)

    def _leads(self, clicks: Clicks) -> bool:
        return any(path.clicks[: len(clicks)] == clicks for path in self.paths)

    def _next(self, clicks: Clicks) -> list[str]:
        at = len(clicks)
        found = (path.clicks[at] for path in self.paths if len(path.clicks) > at and path.clicks[:at] == clicks)
        return list(dict.fromkeys(found))
