"""Compiles the rules with mypyc. Without a C compiler, or with LUDARIUM_PURE=1, the same files run interpreted.

With ``--inplace``, games outside the package that LUDARIUM_COMPILE names (files, separated as in PATH) are compiled
together with the rules, so that calls between them are plain C calls, too. A wheel never has them.
"""

import os
import shutil
import sys
from glob import glob
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.extension import Extension

COMPILED = sorted(
    path
    for pattern in (
        "core/*.py",
        "games/*/rules*.py",
        "games/*/terms.py",
        "games/*/insight*.py",
        "games/*/arrays.py",
        "search/*.py",
        "research/batch.py",
    )
    for path in glob(f"src/ludarium/{pattern}")
    if not path.endswith("__init__.py")
)
OUTSIDE = [
    Path(path).absolute()
    for path in os.environ.get("LUDARIUM_COMPILE", "").split(os.pathsep)
    if path and "--inplace" in sys.argv
]


class BuildWithPages(build_py):  # type: ignore[misc]
    """Puts the rulebook pages and the built web pages into the package, so that both are found where there is no
    checkout.
    """

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            package = Path(self.build_lib, "ludarium")
            self._copy(Path("docs", "rules"), "*.md", package / "rulebook")
            self._copy(Path("web", "dist"), "**/*", package / "server" / "pages")

    def _copy(self, source: Path, pattern: str, target: Path) -> None:
        shutil.rmtree(target, ignore_errors=True)  # an earlier build may have left pages with other names
        for page in sorted(source.glob(pattern)):
            if page.is_file():
                copied = target / page.relative_to(source)
                copied.parent.mkdir(parents=True, exist_ok=True)
                self.copy_file(str(page), str(copied))


class BuildBeside(build_ext):  # type: ignore[misc]
    """Leaves each compiled game from outside beside its source, where Python looks for both."""

    def run(self) -> None:
        super().run()
        for source in OUTSIDE:
            for old in source.parent.glob(f"{source.stem}.*.so"):
                old.unlink()
            for compiled in Path("src").glob(f"{source.stem}.*.so"):
                shutil.move(compiled, source.parent / compiled.name)


def extensions() -> list[Extension]:
    if os.environ.get("LUDARIUM_PURE"):
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 (a machine without it can still install the interpreted files)

    # The folder of a game from outside is where its module's name begins.
    os.environ["MYPYPATH"] = os.pathsep.join(str(path.parent) for path in OUTSIDE)
    compiled: list[Extension] = mypycify(
        ["--config-file=pyproject.toml", *COMPILED, *map(str, OUTSIDE)],
        opt_level="3",
        debug_level="0",
        group_name="ludarium",
    )
    for extension in compiled:
        # Nothing replaces our functions at load time, so the compiler may inline them.
        extension.extra_compile_args.append("-fno-semantic-interposition")
        extension.optional = True
    return compiled


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithPages, "build_ext": BuildBeside})
