"""A scene as characters, as colourful as the terminal is."""

from ludarium.cli.terminal import Terminal
from ludarium.core.scene import Scene
from ludarium.core.words import Words
from ludarium.draw import terminal as characters


def picture(scene: Scene, words: Words, terminal: Terminal) -> str:
    drawn = characters.text(
        scene,
        colour=terminal.out.is_terminal and not terminal.out.no_color,
        locale=terminal.locale,
        words=words,
        unicode=characters.speaks_unicode(terminal.out.encoding),
    )
    return drawn.rstrip("\n")
