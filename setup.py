"""Puts the whole product together: rules compiled with mypyc, the rulebook, the built pages. What is missing is told.

LUDARIUM_PURE=1 leaves the compiling out: the same files run interpreted. LUDARIUM_PAGES=no leaves the pages out.

With ``--inplace``, LUDARIUM_COMPILE names games outside the package (files, separated as in PATH): then nothing but
these is compiled, beside the rules that have been compiled already. A wheel never has them.
"""

import os
import shutil
import sys
from glob import glob
from hashlib import sha256
from importlib import import_module
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
GROUP = "ludarium.rules"  # all of these are in one library, ludarium/rules__mypyc….so, so that they call each other
OUTSIDE = [
    Path(path).absolute()
    for path in os.environ.get("LUDARIUM_COMPILE", "").split(os.pathsep)
    if path and "--inplace" in sys.argv
]


PURE = bool(os.environ.get("LUDARIUM_PURE"))
WITHOUT_PAGES = os.environ.get("LUDARIUM_PAGES") == "no"
RULEBOOK = Path("docs", "rules")
GUIDES = Path("docs", "learn")
PAGES = Path("web", "dist")
DOCUMENTATION = Path("site")  # from make docs; left out where it was not built
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
    """Puts the rulebook pages, the guides and the built web pages into the package, so that all are found where there
    is no checkout.
    """

    def run(self) -> None:
        if self.editable_mode:  # they are found in the checkout, as soon as they are there
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
        self._copy(sorted(GUIDES.glob("*.md")), GUIDES, package / "guide")
        self._copy([] if WITHOUT_PAGES else sorted(PAGES.rglob("*")), PAGES, package / "server" / "pages")
        self._copy(sorted(DOCUMENTATION.rglob("*")), DOCUMENTATION, package / "server" / "documentation")

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
        optional = bool(self.inplace) and not self.editable_mode
        self.distribution.ext_modules = compiled_games() if OUTSIDE else compiled_rules(optional)
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
        for source in OUTSIDE:  # beside its source, where ``ludarium.games.outside`` looks for both
            for name in (source.stem, f"{source.stem}__mypyc"):
                for compiled in (path for path in Path("src").glob(f"{name}.*") if path.suffix in (".so", ".pyd")):
                    shutil.move(compiled, source.parent / compiled.name)
            fitting = (source, *Path("src", "ludarium").glob("rules__mypyc.*"))
            digests = [sha256(file.read_bytes()).hexdigest() for file in fitting]
            source.with_suffix(".compiled").write_text("\n".join(digests) + "\n")


class SourcesWithPages(sdist):  # type: ignore[misc]
    """An sdist has the pages, built, so that whoever installs it needs no Node.js."""

    def run(self) -> None:
        if not WITHOUT_PAGES:
            check_pages()
        super().run()


def compiled_rules(optional: bool) -> list[Extension]:
    compiled = _compiled(Path("build"), [])
    for extension in compiled:
        extension.optional = optional
    return compiled


def compiled_games() -> list[Extension]:
    """Every game from outside as a library of its own, which reaches into that of the rules.

    mypyc reads the rules, too, and writes down anew how their library is laid out: only if that is the layout of the
    library that is there, a game that was compiled for it can use it.
    """
    # The folder of a game from outside is where its module's name begins.
    os.environ["MYPYPATH"] = os.pathsep.join(str(path.parent) for path in OUTSIDE)
    made, layout = Path("build", "outside"), Path("ludarium", "__native_rules.h")
    compiled = _compiled(made, OUTSIDE)
    there = Path("build", layout)
    if not there.is_file() or there.read_bytes() != (made / layout).read_bytes():
        raise SetupError("The rules have not been compiled, or have changed since then. First run: make compile")
    return compiled


def _compiled(made: Path, games: list[Path]) -> list[Extension]:
    """The library of the rules or, where games from outside are named, theirs."""
    try:
        build, options = import_module("mypyc.build"), import_module("mypyc.options")
    except ImportError as error:  # a machine without it can still install the interpreted files
        raise SetupError(_not_compiled(error, "Install mypy[mypyc] as pyproject.toml names it")) from error
    # Libraries that can call each other, and yet the rules are optimised as if they were all there is.
    chosen = options.CompilerOptions(target_dir=str(made), separate=True)
    chosen.global_opts = True
    groups, files, _ = build.mypyc_build(
        ["--config-file=pyproject.toml", "--cache-dir=/dev/null", *COMPILED, *map(str, games)],
        chosen,
        separate=[(COMPILED, GROUP), *(([str(path)], path.stem) for path in games)],
    )
    build.setup_mypycify_vars()
    flags = build.get_cflags(opt_level="3", debug_level="0")
    if sys.platform not in ("darwin", "win32"):
        # Nothing replaces our functions and tables at load time, or looks for them by name from outside: the compiler
        # may inline them, and reaches them without asking the linker's tables. Games from outside come through Python.
        flags += ["-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt"]
    compiled: list[Extension] = []
    for (sources, name), (sources_in_c, needed) in zip(groups, files, strict=True):
        if (name == GROUP) != bool(games):
            compiled += build.build_using_shared_lib(sources, name, sources_in_c, needed, str(made), flags, [])
    return compiled


def mypyc_licence() -> Path:
    for file in distribution("mypy").files or ():
        if file.match("*.dist-info/licenses/LICENSE"):
            return Path(str(file.locate()))
    raise SetupError("Compiled rules contain code of mypyc, whose licence text was not found beside it.")


def _not_compiled(error: Exception, do: str) -> str:
    return f"The rules could not be compiled ({error}). {do}, or set LUDARIUM_PURE=1; then {INTERPRETED}."


setup(
    ext_modules=[] if PURE else [Extension(f"{GROUP}__mypyc", [])],  # what stands here makes it a wheel for a platform
    cmdclass={"build_py": BuildWithPages, "build_ext": CompileRules, "sdist": SourcesWithPages},
)
