"""Puts the parts of a picture together as a browser does, into one SVG document."""

from ludarium.draw.pen import number
from ludarium.draw.theme import find_theme
from ludarium.server.wire import Picture, Place

UNDER = ("last", "target", "target_empty", "picked", "walled")


def composed(picture: Picture, art: dict[str, str], theme: str, signs: dict[str, list[str]] | None = None) -> str:
    """``art`` has all drawings received so far; ``signs`` are further ones by site (picked, target …)."""
    ground = picture.ground
    assert ground is not None
    marked: dict[str, list[str]] = {place.name: list((signs or {}).get(place.name, [])) for place in ground.places}
    for name, sites in (("last", picture.last), ("threatened", picture.threatened), ("forced", picture.forced)):
        for site in sites:
            marked[site].append(name)
    for figure in picture.figures:
        marked[figure.site] += figure.signs
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{ground.width}" height="{ground.height}">',
        f'<rect width="100%" height="100%" fill="{find_theme(theme).paper}"/>',
        ground.svg,
        picture.over,
    ]
    for place in ground.places:
        if place.look:
            parts.append(_at(art[place.look], place.x, place.y, place.size))
        parts += [_sign(art, place, name) for name in UNDER if name in marked[place.name]]
        here = [figure for figure in picture.figures if figure.site == place.name]
        for figure in here:
            parts.append(_at(art[figure.look], place.x + place.aside, place.y + place.down, place.body))
        written = place.covered if here else place.bare
        if written:
            parts.append(_at(art[written], place.x, place.y, place.size))
    for place in ground.places:
        parts += [_sign(art, place, name) for name in marked[place.name] if name not in UNDER]
    return "\n".join([*parts, "</svg>"])


def _sign(art: dict[str, str], place: Place, name: str) -> str:
    return _at(art[f"sign:{name}:{place.shape}"], place.x, place.y, place.reach)


def _at(drawn: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) scale({size / 100:.4f})">{drawn}</g>'
