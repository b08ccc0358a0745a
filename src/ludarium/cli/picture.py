"""A scene as characters, as wide and as colourful as the terminal is."""

from ludarium.cli.terminal import Terminal
from ludarium.core.scene import Scene
from ludarium.core.words import Words
from ludarium.draw import terminal as characters


def picture(scene: Scene, words: Words, terminal: Terminal) -> str:
    return characters.text(scene, colour=terminal.out.is_terminal)
