"""Compiles the rules with mypyc. Without a C compiler, or with LUDARIUM_PURE=1, the same files run interpreted."""

import os
from glob import glob

from setuptools import setup
from setuptools.extension import Extension

COMPILED = ["src/ludarium/core/rng.py", "src/ludarium/core/state.py", "src/ludarium/core/vocabulary.py"]
COMPILED += ["src/ludarium/core/playout.py", "src/ludarium/core/conformance.py"]
COMPILED += sorted(glob("src/ludarium/games/*/rules*.py"))
COMPILED += sorted(glob("src/ludarium/games/*/terms.py"))


def extensions() -> list[Extension]:
    if os.environ.get("LUDARIUM_PURE"):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 (a machine without it can still install the interpreted files)

    compiled: list[Extension] = mypycify(
        ["--config-file=pyproject.toml", *COMPILED], opt_level="3", debug_level="0", group_name="ludarium"
    )
    for extension in compiled:
        # Nothing replaces our functions at load time, so the compiler may inline them.
        extension.extra_compile_args.append("-fno-semantic-interposition")
        extension.optional = True
    return compiled


setup(ext_modules=extensions())
