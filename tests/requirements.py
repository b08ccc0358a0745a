"""What the package and all its extras require, but torch: ``python -m tests.requirements`` (``make newest``), and with
``lowest`` exactly the lowest versions (``make floors``).
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def brought(extra: str) -> set[str]:
    """What an extra brings, also by other extras that it names."""
    found = set()
    for one in PROJECT["optional-dependencies"][extra]:
        others = re.fullmatch(r"ludarium\[(.+)\]", one)
        found |= set().union(*map(brought, others[1].split(","))) if others else {one}
    return found


def main(lowest: bool) -> None:
    wanted = sorted(one for one in {*PROJECT["dependencies"], *brought("all")} if not one.startswith("torch"))
    print(*(one.replace(">=", "==") if lowest else one for one in wanted), sep="\n")


if __name__ == "__main__":
    main("lowest" in sys.argv)
