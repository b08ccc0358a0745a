"""Write all golden playthroughs anew (``make golden``)."""

from ludarium.core.game import rulesets
from tests.golden import FOLDER, playthrough

for old in FOLDER.glob("*.txt"):
    old.unlink()
for one in rulesets():
    (FOLDER / f"{one.name}.txt").write_text(playthrough(one))
    print(f"{one.name}.txt")
