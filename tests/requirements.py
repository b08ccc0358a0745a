"""What the package and all its extras require, but torch: ``python -m tests.requirements`` (``make newest``), and with
``lowest`` exactly the lowest versions (``make floors``).
"""

import sys
import tomllib
from pathlib import Path


def requirements(lowest: bool) -> list[str]:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)}
    wanted = sorted(one for one in named if not one.startswith(("torch", "ludarium[")))
    return [one.replace(">=", "==") for one in wanted] if lowest else wanted


if __name__ == "__main__":
    print(*requirements("lowest" in sys.argv), sep="\n")
