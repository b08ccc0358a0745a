"""A small guide for tests, in both languages."""

from pathlib import Path

_PAGE = """<!-- rulesets: mur-jp mur-jp-any -->
# {title}

Text.

## A

<!-- legend: try-pieces
ruleset: mur-jp
position: black a3; white e3; kraken x
show: a3 x
-->
- **Ships** (7).
  They move.
- **It** (1).

## B

Five lines.

## C

<!-- diagram: try-knock
ruleset: mur-jp
position: black c2; white d2 e2; kraken x
steps: c2r
names: c2
-->
![{said}](img/try-knock.svg)

## D

### D1

Rules.

## E

<!-- game: try-game
ruleset: mur-jp
position: black b3 d3; white c3 g1; closes 2 0
steps: +c2
-->
- **0** {said}
- **1** Over.

## F

## G

## H

## I

## J

<!-- aid -->
Print me.
<!-- end aid -->

## K

Credits.
"""


def page(title: str = "Mur", said: str = "From c2") -> str:
    return _PAGE.format(title=title, said=said)


def write_guide(folder: Path) -> None:
    for locale, title in (("en", "Mur, to try"), ("ja", "試しのマー")):
        (folder / f"mur-jp.{locale}.md").write_text(page(title), encoding="utf-8")
