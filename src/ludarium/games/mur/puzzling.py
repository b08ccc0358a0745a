"""What Mur's puzzles are about."""

from ludarium.games.puzzling import Line, Puzzling

_CLOSES = ("closed", "trapped")
_KRAKEN = ("kraken_closed", "kraken_trapped")


def themes(line: Line, ending: str) -> list[str]:
    key, seat = line[0], line[0].seat
    kinds = [event.kind for event in key.events]
    closes = [kind for kind in kinds if kind in _CLOSES]
    kraken = ending in _KRAKEN
    lost = any(event.kind in _CLOSES and event.data["seat"] != seat for turn in line[1:] for event in turn.events)
    found = {
        "kraken": kraken,
        "trap": "trapped" in kinds,
        "close": "closed" in kinds,
        "chain": len(closes) + any(kind in _KRAKEN for kind in kinds) > 1,
        "knock": "knocked" in kinds,
        "placing": "placed" in kinds,
        "sacrifice": lost,
        "withdrawal": "withdrawn" in kinds,
        "quiet": not closes and not kraken and "knocked" not in kinds,
    }
    return [theme for theme, holds in found.items() if holds]


PUZZLING = Puzzling(themes, reach=dict.fromkeys(("mur-jp", "mur-en", "mur-jp-any"), (3, 2)))
