"""Puts the whole product together: rules compiled with mypyc, the rulebook, the built pages. What is missing is told.

LUDARIUM_PURE=1 leaves the compiling out: the same files run interpreted. LUDARIUM_PAGES=no leaves the pages out.

With ``--inplace``, games outside the package that LUDARIUM_COMPILE names (files, separated as in PATH) are compiled
together with the rules, so that calls between them are plain C calls, too. A wheel never has them.
"""

import os
import shutil
import sys
from glob import glob
from importlib.metadata import distribution
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CCompilerError, ExecError, PlatformError, SetupError
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


PURE = bool(os.environ.get("LUDARIUM_PURE"))
WITHOUT_PAGES = os.environ.get("LUDARIUM_PAGES") == "no"
RULEBOOK = Path("docs", "rules")
PAGES = Path("web", "dist")
INTERPRETED = "the rules run interpreted, more than fifty times slower"


def check_pages() -> None:
    """Whether the built pages are there and are those of this checkout. What is made from it is the whole product."""
    index = PAGES / "index.html"
    if not index.is_file():
        missing = "The pages for the browser have not been built."
    elif not Path("PKG-INFO").exists() and _changed(Path("web")) > index.stat().st_mtime:  # in an sdist they fit
        missing = "The pages for the browser were built before their sources changed."
    else:
        return
    raise SetupError(
        f"{missing} Build them with: make web (needs Node.js 20 or newer with npm). To do without them, set "
        "LUDARIUM_PAGES=no; then the games can be played in the terminal and used from Python, but not in the browser."
    )


def _changed(web: Path) -> float:
    """When something that the pages are built from was last changed, as the Makefile sees it."""
    sources = [Path("LICENSE"), *web.glob("*.html"), *web.glob("*.ts"), *web.glob("*.json")]
    for folder in ("src", "public", "plugins"):
        sources += [path for path in (web / folder).rglob("*") if path.is_file()]
    return max((path.stat().st_mtime for path in sources), default=0)


class BuildWithPages(build_py):  # type: ignore[misc]
    """Puts the rulebook pages and the built web pages into the package, so that both are found where there is no
    checkout.
    """

    def run(self) -> None:
        if self.editable_mode:  # both are found in the checkout, as soon as they are there
            super().run()
            return
        if WITHOUT_PAGES:
            self.warn("LUDARIUM_PAGES=no: the pages are left out; the games cannot be played in the browser.")
        else:
            check_pages()
        if PURE:
            self.warn(f"LUDARIUM_PURE is set: {INTERPRETED}.")
        shutil.rmtree(self.build_lib, ignore_errors=True)  # an earlier build may have left what is no longer ours
        super().run()
        package = Path(self.build_lib, "ludarium")
        self._copy(sorted(RULEBOOK.glob("*.md")), RULEBOOK, package / "rulebook")
        self._copy([] if WITHOUT_PAGES else sorted(PAGES.rglob("*")), PAGES, package / "server" / "pages")

    def _copy(self, pages: list[Path], source: Path, target: Path) -> None:
        for page in pages:
            if page.is_file():
                copied = target / page.relative_to(source)
                copied.parent.mkdir(parents=True, exist_ok=True)
                self.copy_file(str(page), str(copied))


class CompileRules(build_ext):  # type: ignore[misc]
    """Compiles only when it is asked to, not whenever somebody reads the name of the package.

    What cannot be compiled ends the build: installers do not show warnings, and a wheel that says it is for this
    machine would have nothing compiled in it. In a checkout (``--inplace``) the Makefile looks and tells.
    """

    def run(self) -> None:
        self.distribution.ext_modules = compiled_rules(optional=bool(self.inplace) and not self.editable_mode)
        self.swig_opts = None  # which is all that stands in the way of reading the options once more
        self.finalize_options()
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SetupError(_not_compiled(error, "Install a C compiler")) from error
        if not self.inplace:  # mypyc's runtime is in what it compiles, and goes to other people with it
            notice = Path(self.build_lib, "ludarium", "licences", "mypyc.txt")
            notice.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(mypyc_licence()), str(notice))
        for source in OUTSIDE:  # beside its source, where Python looks for both
            for old in source.parent.glob(f"{source.stem}.*.so"):
                old.unlink()
            for compiled in Path("src").glob(f"{source.stem}.*.so"):
                shutil.move(compiled, source.parent / compiled.name)


class SourcesWithPages(sdist):  # type: ignore[misc]
    """An sdist has the pages, built, so that whoever installs it needs no Node.js."""

    def run(self) -> None:
        if not WITHOUT_PAGES:
            check_pages()
        super().run()


def compiled_rules(optional: bool) -> list[Extension]:
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 (a machine without it can still install the interpreted files)
    except ImportError as error:
        raise SetupError(_not_compiled(error, "Install mypy[mypyc] as pyproject.toml names it")) from error

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
        extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
        extension.optional = optional
    return compiled


def mypyc_licence() -> Path:
    for file in distribution("mypy").files or ():
        if file.match("*.dist-info/licenses/LICENSE"):
            return Path(str(file.locate()))
    raise SetupError("Compiled rules contain code of mypyc, whose licence text was not found beside it.")


def _not_compiled(error: Exception, do: str) -> str:
    return f"The rules could not be compiled ({error}). {do}, or set LUDARIUM_PURE=1; then {INTERPRETED}."


setup(
    ext_modules=[] if PURE else [Extension("ludarium__mypyc", [])],  # what stands here makes it a wheel for a platform
    cmdclass={"build_py": BuildWithPages, "build_ext": CompileRules, "sdist": SourcesWithPages},
)
