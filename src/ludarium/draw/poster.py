"""A scene on a wide sheet, as other sites show a page whose link is shared: without words, for every language."""

from ludarium.core.game import Game
from ludarium.core.scene import Scene
from ludarium.draw.art import Art, art_of
from ludarium.draw.pen import HANDWRITING, Pen, number
from ludarium.draw.svg import svg
from ludarium.draw.theme import Theme, find_theme

WIDTH, HEIGHT = 1200, 630
_EDGE = 18.0
_BOARD = 720  # pixels of the picture before it is made to fit


def poster(scene: Scene, game: Game) -> str:
    """The picture, ``WIDTH`` × ``HEIGHT``: the board in the middle, beside it the emblems of the seats."""
    art, theme = art_of(game), find_theme("light")
    head, _, inside = svg(scene, game, width=_BOARD, captions=False).partition(">")
    width, height = (float(value) for value in head.partition('viewBox="0 0 ')[2].partition('"')[0].split())
    scale = min((WIDTH - 2 * _EDGE) / width, (HEIGHT - 2 * _EDGE) / height)
    wide, high = width * scale, height * scale
    left, top = (WIDTH - wide) / 2, (HEIGHT - high) / 2
    pen = Pen()
    pen.rect(0, 0, WIDTH, HEIGHT, 0, fill=theme.dark)
    _draw_emblems(pen, scene.seats, left / 2, art, theme)
    sheet = f'width="{number(wide)}" height="{number(high)}" viewBox="0 0 {number(width)} {number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" {HANDWRITING}>\n'
        + "\n".join(pen.parts)
        + f'\n<svg x="{number(left)}" y="{number(top)}" {sheet}>{inside.rstrip()}\n</svg>\n'
    )


def _draw_emblems(pen: Pen, seats: int, middle: float, art: Art, theme: Theme) -> None:
    """Seats take turns at the left and at the right, from above to below."""
    size = min(70.0, 0.6 * middle)
    for seat in range(seats):
        rows = (seats + 1 - seat % 2) // 2
        y = HEIGHT * (seat // 2 + 1) / (rows + 1)
        art.draw_emblem(pen.at(middle if seat % 2 == 0 else WIDTH - middle, y, size), seat, theme)
