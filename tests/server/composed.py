"""Puts the parts of a picture together as a browser does, into one SVG document."""

from ludarium.draw.pen import number
from ludarium.draw.theme import find_theme
from ludarium.server.wire import Picture, Site

UNDER = ("last", "target", "target_empty", "picked")


def composed(picture: Picture, art: dict[str, str], theme: str, signs: dict[str, list[str]] | None = None) -> str:
    """``art`` has all drawings received so far; ``signs`` are further ones by site (picked, target …)."""
    ground = picture.ground
    assert ground is not None
    marked: dict[str, list[str]] = {site.name: list((signs or {}).get(site.name, [])) for site in ground.sites}
    for sign, names in (("last", picture.last), ("threatened", picture.threatened), ("forced", picture.forced)):
        for name in names:
            marked[name].append(sign)
    for piece in picture.pieces:
        marked[piece.site] += piece.signs
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{ground.width}" height="{ground.height}">',
        f'<rect width="100%" height="100%" fill="{find_theme(theme).paper}"/>',
        ground.svg,
        picture.over,
    ]
    for site in ground.sites:
        if site.look:
            parts.append(_at(art[site.look], site.x, site.y, site.size))
        parts += [_sign(art, site, name) for name in UNDER if name in marked[site.name]]
        here = [piece for piece in picture.pieces if piece.site == site.name]
        for piece in here:
            parts.append(_at(art[piece.look], site.x + site.aside, site.y + site.down, site.body))
    for site in ground.sites:
        hidden = [piece for piece in picture.pieces if piece.site == site.name and site.behind]
        for piece in hidden:
            parts.append(_at(art[f"behind:{piece.owner}"], site.x + site.aside, site.y + site.down, site.body))
        if site.plate:
            parts.append(_at(art[site.plate], site.x, site.y, site.size))
    for site in ground.sites:
        parts += [_sign(art, site, name) for name in marked[site.name] if name not in UNDER]
    return "\n".join([*parts, "</svg>"])


def _sign(art: dict[str, str], site: Site, name: str) -> str:
    return _at(art[f"sign:{name}:{site.shape}"], site.x, site.y, site.reach)


def _at(drawn: str, x: float, y: float, size: float) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) scale({size / 100:.4f})">{drawn}</g>'
