"""A game by what is installed, for machines that only build wheels: it needs nothing but the wheel (cibuildwheel)."""

import subprocess
import sys

import ludarium
from ludarium.core import is_compiled

game = ludarium.new("mur-en", seed=1)
players = [ludarium.player("1", seed=1), ludarium.player("random", seed=2)]
while game.outcome is None:
    game.play(players[game.seat].choose(game))
if not is_compiled():
    sys.exit("The rules run interpreted, although this wheel is for one kind of machine.")
told = subprocess.run([sys.executable, "-m", "ludarium", "--version"], capture_output=True, text=True, check=True)
print(f"{told.stdout.strip()}: {game.outcome.sentence}")
