"""A land of hexagons with characters: height and marble in each, and its name where there is room."""

from ludarium.core.scene import Scene, Site
from ludarium.draw.layout import pitch
from ludarium.draw.sheet import FAINT, Contents, Sheet

_WIDEST = 98
_HALF = 3**0.5 / 2


def draw_hexagons(sheet: Sheet, scene: Scene, contents: Contents) -> None:
    step = pitch(list(scene.sites))
    left = min(site.x for site in scene.sites)
    top = min(site.y for site in scene.sites)
    # Counted in halves of a hexagon to the right, and in rows downwards.
    places = {site: (round((site.x - left) / step * 2), round((site.y - top) / (step * _HALF))) for site in scene.sites}
    halves = max(half for half, _ in places.values()) + 2
    texts = {site: _text(site, contents) for site in scene.sites}
    shortest = max(3, *(len(text) for text in texts.values()))
    longest = max(shortest, *(len(site.name) for site in scene.sites))
    named = halves * _half(longest) <= _WIDEST
    half = _half(longest if named else shortest)
    height = 3 if named else 2
    for site, (across, row) in sorted(places.items(), key=lambda item: "missing" in item[0].tags):
        _outline(sheet, row * height, across * half, half, height, "missing" in site.tags)
    for site, (across, row) in places.items():
        middle = across * half + half
        sheet.put_centred(row * height + 1, middle, texts[site], contents.style(site) if contents.pieces(site) else "")
        if named:
            sheet.put_centred(row * height + 2, middle, site.name, FAINT)


def _half(inside: int) -> int:
    """Half the distance of two hexagons with so many characters inside, both borders shared."""
    return (inside + 2) // 2


def _text(site: Site, contents: Contents) -> str:
    """``3 B'``: the height, and what stands there."""
    return f"{site.height or ''} {contents.text(site)}".strip()


def _outline(sheet: Sheet, top: int, left: int, half: int, height: int, missing: bool) -> None:
    """Roof, walls and floor; neighbours share them."""
    for line in range(1, height):
        for column in (left, left + 2 * half):
            sheet.put_if_free(top + line, column, ":" if missing else "|", FAINT)
    slope = half // 2
    roof = ((left + slope, "/"), (left + 2 * half - slope, "\\"))
    floor = ((left + half - slope, "\\"), (left + half + slope, "/"))
    for row, strokes in ((top, roof), (top + height, floor)):
        for column, stroke in strokes:
            sheet.put_if_free(row, column, "." if missing else stroke, FAINT)
