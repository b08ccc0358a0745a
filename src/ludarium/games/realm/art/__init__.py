"""How Realm looks: a map of sixteen provinces with castles, crowned powers and spear-heads on it."""

from ludarium.draw.art import Art
from ludarium.games.realm.art.country import draw_country
from ludarium.games.realm.art.holdings import draw_holdings, draw_place
from ludarium.games.realm.art.pieces import draw_base, draw_enforcer, draw_power

ART = Art(
    pieces={"base": draw_base, "power": draw_power, "enforcer": draw_enforcer},
    marks=("neutralised",),
    letters={"neutralised": "x"},
    sites={"centre": draw_place},
    ground=draw_country,
    over=draw_holdings,
)
