"""Games as environments draw them: printed, as text or as pixels."""

import sys
from io import BytesIO
from typing import Final, Literal

from ludarium.core.game import Game
from ludarium.core.options import shortened
from ludarium.core.scene import Scene
from ludarium.core.state import SPECTATOR
from ludarium.draw import png, svg, terminal
from ludarium.extras import missing, needs
from ludarium.research.errors import ResearchError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(error, "gymnasium") from error

RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
Picture = str | NDArray[np.uint8]


def check_mode(mode: str | None, known: tuple[str, ...] = RENDER_MODES) -> None:
    if mode is not None and mode not in known:
        raise ResearchError("render_mode", mode=shortened(mode), known=known)


def read_perspective(given: str | int | None, agents: list[str]) -> int:
    """The seat that pictures show the game to: ``seat_0`` or 0; a spectator if none is given."""
    if given is None:
        return SPECTATOR
    for seat, agent in enumerate(agents):
        if given in (agent, seat):
            return seat
    raise ResearchError("perspective", perspective=shortened(given), known=agents)


def draw(scene: Scene, game: Game, mode: str) -> Picture | None:
    """A scene of the game printed (``human``), as text (``ansi``), or as pixels (rows, columns, red-green-blue)."""
    if mode == "rgb_array":
        with needs("pettingzoo"):
            from PIL import Image  # noqa: PLC0415 (only pixels need it)
        with Image.open(BytesIO(png.png(svg.svg(scene, game)))) as opened:
            return np.asarray(opened.convert("RGB"), np.uint8)
    if mode == "ansi":
        return terminal.text(scene, game, colour=False)
    print(terminal.text(scene, game, colour=False, unicode=terminal.speaks_unicode(sys.stdout.encoding or "utf-8")))
    return None
