"""Lists among the options as people choose or draw them: what there is to choose from, and the grid to draw on."""

from collections.abc import Mapping
from typing import cast

from ludarium.core.errors import OptionError
from ludarium.core.game import Game, Ruleset, find_ruleset
from ludarium.core.listing import PieceList, PlaceList
from ludarium.core.options import OptionValue, read_value
from ludarium.draw import parts
from ludarium.draw.art import art_of
from ludarium.draw.grids import GRIDS, place_art
from ludarium.server import wire
from ludarium.server.requests import ListRequest


def list_form(wanted: ListRequest, locale: str) -> wire.ListForm:
    ruleset = find_ruleset(wanted.ruleset)
    listing = ruleset.game.listing(wanted.option, as_far_as_taken(ruleset, wanted.options), wanted.seed)
    if isinstance(listing, PieceList):
        return wire.ListForm(listing.needed, _items(ruleset.game, listing, wanted.theme, locale), list(listing.usual))
    if isinstance(listing, PlaceList):
        return wire.ListForm(listing.needed, grid=_grid(ruleset.game, listing, wanted, locale))
    return wire.ListForm(0)


def as_far_as_taken(ruleset: Ruleset, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """All options, with what was chosen as far as each of it can be taken; lists stay as they are by default."""
    values = ruleset.read({})
    for option in ruleset.offered:
        if option.name in options and not (option.lists and isinstance(options[option.name], list)):
            try:
                values[option.name] = read_value(option, options[option.name])
            except OptionError:
                continue
    return values


def _items(game: Game, listing: PieceList, theme: str, locale: str) -> list[wire.ListItem]:
    words, art = game.words(locale), art_of(game)
    return [
        wire.ListItem(piece.kind, words.name("piece", piece.kind), parts.piece_art(piece, art, theme))
        for piece in listing.pieces
    ]


def _grid(game: Game, listing: PlaceList, wanted: ListRequest, locale: str) -> wire.ListGrid:
    grid, words = GRIDS[listing.shape], game.words(locale)
    return wire.ListGrid(
        across=list(grid.across),
        down=list(grid.down),
        outline=[list(corner) for corner in grid.outline],
        ways=[list(way) for way in grid.ways],
        far=listing.far,
        look=place_art(listing.shape, wanted.theme),
        starts=[
            wire.ListStart(words.name("called", f"{wanted.option}.{name}"), cast("wire.OptionList", value))
            for name, value in listing.starts.items()
        ],
    )
