"""Positions that tests share, worked out by hand."""

from ludarium.learn.puzzles.puzzle import WIN, Puzzle

# Black has ships on three of the four neighbours of White's ship on d2. A ship on the fourth, e2, traps it (MUR-C1);
# as it would be Black's third trap, that wins (MUR-C3).
THIRD_TRAP = "black d1 d3 c2; white d2 f3 g1; kraken x; closes 2 0"
# The same a second time: g2 lacks only f2.
TWO_TRAPS = "black d1 d3 c2 g1 g3 h2; white d2 g2 b3; kraken x; closes 2 0"
# White has three of the four neighbours of the kraken on d1 and would trap it on d2 in the next turn. No ship of
# Black's stands near, so only a ship on d2 helps.
KRAKEN_THREAT = "black a3 c3; white c1 e1 x; kraken d1"
# From a game: White forces the kraken's trap in two turns. After b1o Black must withdraw the trapped ship.
TWO_TURNS = "black e1 a2 b2 d2 g2; white b1 g1 h2 a3 c3 e3; kraken h1; closes 1 1; next 1"


def mur(position: str, kind: str = WIN, turns: int = 1, key: str = "+e2") -> Puzzle:
    return Puzzle("mur-jp-000000", "mur-jp", kind, position, turns=turns, solution=((key,),))
