"""Compiles the rules with mypyc. Without a C compiler, or with LUDARIUM_PURE=1, the same files run interpreted."""

import os
from glob import glob

from setuptools import setup
from setuptools.extension import Extension

COMPILED = sorted(
    path
    for pattern in ("core/*.py", "games/*/rules*.py", "games/*/terms.py")
    for path in glob(f"src/ludarium/{pattern}")
    if not path.endswith("__init__.py")
)


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
