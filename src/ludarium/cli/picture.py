"""A scene as characters, as colourful as the terminal is."""

from ludarium.cli.terminal import Terminal
from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw import terminal as characters


def picture(scene: Scene, game: Game, terminal: Terminal) -> str:
    drawn = characters.text(
        scene,
        game,
        colour=terminal.out.is_terminal and not terminal.out.no_color,
        locale=terminal.locale,
        unicode=characters.speaks_unicode(terminal.out.encoding),
    )
    return drawn.rstrip("\n")
