"""What is built for other machines is the whole product, or it is not built."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests import smoke
from tests.release import PAPERS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
VARIABLES = ("CC", "LUDARIUM_PAGES", "LUDARIUM_PURE", "PYTHONPATH")
INDEX = '<title>Ludarium</title><script src="/assets/main-Ab12.js"></script>'
PAGES = ("index.html", "notices.txt", "assets/main-Ab12.js")
SECRETS = {"deploy/.env", "deploy/copies/ludarium.dump"}  # of whoever runs a server from the checkout
ASK = "from sys import argv; from setuptools import build_meta; print(getattr(build_meta, 'build_' + argv[1])(argv[2]))"


class Refused(Exception):
    """What a build said that was not finished."""


def built(kind: str, checkout: Path, **variables: str) -> tuple[Path, str]:
    """The sdist, wheel or editable wheel of a checkout, made as pip has it made; and what was said meanwhile."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES} | variables
    out = checkout / "dist"
    out.mkdir(exist_ok=True)
    command = [sys.executable, "-c", ASK, kind, str(out)]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        assert not list(out.iterdir())
        raise Refused(done.stderr)
    return out / done.stdout.splitlines()[-1], done.stderr


def names(package: Path) -> set[str]:
    """The files in an sdist (without its outermost folder) or a wheel."""
    if package.suffix == ".whl":
        with ZipFile(package) as wheel:
            return set(wheel.namelist())
    with tarfile.open(package) as sources:
        return {member.name.partition("/")[2] for member in sources if member.isfile()}


def put_pages(checkout: Path) -> None:
    for name in PAGES:
        page = checkout / "web" / "dist" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(INDEX if name == "index.html" else name)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A checkout with one module to compile, whose pages are built."""
    package = tmp_path / "src" / "ludarium"
    (package / "core").mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "0.1.0"\n')
    (package / "core" / "__init__.py").touch()
    (package / "core" / "sums.py").write_text("def double(number: int) -> int:\n    return 2 * number\n")
    (tmp_path / "docs").mkdir()
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "docs/package.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "man", tmp_path / "man")
    put_pages(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def pure(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A wheel made from the sdist, with rules that run interpreted; and what was said meanwhile."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sources) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    return built("wheel", unpacked, LUDARIUM_PURE="1")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The sdist of this checkout, with pages that were built quickly."""
    checkout = tmp_path_factory.mktemp("whole") / "checkout"
    left = shutil.ignore_patterns(".*", "build", "dist", "node_modules", "*.egg-info", "*.so", "__pycache__")
    shutil.copytree(ROOT, checkout, ignore=left)
    put_pages(checkout)
    put_documentation(checkout)
    for name in SECRETS:
        (checkout / name).parent.mkdir(exist_ok=True)
        (checkout / name).touch()
    yield built("sdist", checkout, LUDARIUM_PURE="1")[0]
    shutil.rmtree(checkout)


def put_documentation(checkout: Path) -> None:
    shutil.rmtree(checkout / "site", ignore_errors=True)
    (checkout / "site" / "ja").mkdir(parents=True)
    for name in ("index.html", "ja/index.html"):
        (checkout / "site" / name).write_text(name)


def below(folder: str, pattern: str = "**/*") -> set[str]:
    """The files of this checkout that an sdist should have."""
    found = (path for path in (ROOT / folder).glob(pattern) if path.is_file() and path.suffix not in (".pyc", ".so"))
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_an_sdist_has_all_that_the_product_is_made_from(sources: Path) -> None:
    inside = names(sources)
    folders = ("benchmarks", "data", "docs", "examples", "man", "requirements", "tests")
    wanted = set().union(*map(below, (*folders, "web/plugins", "web/public", "web/src")), below("src/ludarium"))
    wanted |= below("web", "[!.]*") | below("deploy", "[!.]*") | below("deploy/compose")
    wanted |= {*(f"web/dist/{name}" for name in PAGES), "site/index.html", "site/ja/index.html"}
    wanted |= {*PAPERS, "Makefile", "setup.py", "pyproject.toml"}
    assert wanted - inside == set()
    assert not [name for name in inside if name.endswith((".so", ".pyc", ".c")) or "node_modules" in name]
    assert inside & SECRETS == set()


def test_a_wheel_made_from_the_sdist_is_the_whole_product(pure: tuple[Path, str], tmp_path: Path) -> None:
    wheel, said = pure
    assert wheel.name == "ludarium-0.1.0-py3-none-any.whl"
    assert "LUDARIUM_PURE is set: the rules run interpreted" in said
    inside = names(wheel)
    wanted = {name.removeprefix("src/") for name in below("src/ludarium")}
    wanted |= {name.replace("docs/rules", "ludarium/rulebook") for name in below("docs/rules", "*.md")}
    wanted |= {name.replace("docs/learn", "ludarium/guide") for name in below("docs/learn", "*.md")}
    wanted |= {f"ludarium/server/pages/{name}" for name in PAGES}
    wanted |= {f"ludarium/server/documentation/{name}" for name in ("index.html", "ja/index.html")}
    assert wanted - inside == set()

    place = tmp_path / "installed"
    with ZipFile(wheel) as packed_wheel:
        packed_wheel.extractall(place)
    (about,) = place.glob("*.dist-info")
    assert (about / "licenses" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    told = Parser().parsestr((about / "METADATA").read_text(encoding="utf-8"))
    assert (told["License-Expression"], told["Author"]) == ("MIT", "The Ludarium authors")
    ask = "from ludarium.server.built_pages import find_pages; print(find_pages())"
    environment = {**os.environ, "PYTHONPATH": str(place)}
    found = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()) == place / "ludarium" / "server" / "pages"


def test_where_there_is_no_compiler_and_no_node_the_wheel_is_played(pure: tuple[Path, str], tmp_path: Path) -> None:
    """Beside what is installed here; `make smoke` asks the index, and tries sdist and compiled wheels, too."""
    place = smoke.Place(tmp_path, pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path / "env")}))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--python", str(place.bin / "python")]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", str(pure[0])], capture_output=True, check=True)
    smoke.play(place, compiled=False)
    smoke.serve(place)


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
def test_without_pages_nothing_is_built_and_it_is_said_what_to_do(small: Path, kind: str) -> None:
    shutil.rmtree(small / "web")
    with pytest.raises(Refused, match="have not been built") as refused:
        built(kind, small, LUDARIUM_PURE="1")
    for advice in ("make web", "Node.js 20", "LUDARIUM_PAGES=no"):
        assert advice in str(refused.value)
    assert "Traceback" not in str(refused.value)


@pytest.mark.parametrize("kind", ["sdist", "wheel"])
@pytest.mark.parametrize("source", ["web/src/pages/Home.svelte", "web/index.html", "web/package-lock.json", "LICENSE"])
def test_pages_older_than_their_sources_are_not_packed(small: Path, kind: str, source: str) -> None:
    (small / source).parent.mkdir(parents=True, exist_ok=True)
    (small / source).write_text("changed")
    later = (small / "web" / "dist" / "index.html").stat().st_mtime + 5
    os.utime(small / source, (later, later))
    with pytest.raises(Refused, match="built before their sources changed"):
        built(kind, small, LUDARIUM_PURE="1")


def test_whoever_wants_no_pages_says_so(small: Path) -> None:
    wheel, said = built("wheel", small, LUDARIUM_PURE="1", LUDARIUM_PAGES="no")
    assert "ludarium/core/sums.py" in names(wheel)
    assert not [name for name in names(wheel) if "pages" in name]
    assert "cannot be played in the browser" in said


def test_what_an_earlier_build_left_is_not_packed(small: Path) -> None:
    (small / "src" / "ludarium" / "core" / "gone.py").touch()
    assert "ludarium/core/gone.py" in names(built("wheel", small, LUDARIUM_PURE="1")[0])
    (small / "src" / "ludarium" / "core" / "gone.py").unlink()
    assert "ludarium/core/gone.py" not in names(built("wheel", small, LUDARIUM_PURE="1")[0])


def test_a_checkout_can_be_used_before_its_pages_are_built(small: Path) -> None:
    shutil.rmtree(small / "web")
    assert built("editable", small, LUDARIUM_PURE="1")[0].is_file()


@pytest.mark.compiled_only
def test_a_wheel_for_this_machine_has_compiled_rules(small: Path) -> None:
    wheel, _ = built("wheel", small)
    assert not wheel.name.endswith("none-any.whl")
    compiled = {name.split(".")[0] for name in names(wheel) if name.endswith((".so", ".pyd"))}
    assert {"ludarium/core/sums", "ludarium/rules__mypyc"} <= compiled
    with ZipFile(wheel) as packed:
        assert "Jukka Lehtosalo" in packed.read("ludarium/licences/mypyc.txt").decode()  # its runtime is in there


def test_in_a_checkout_without_a_compiler_the_makefile_goes_on_interpreted(small: Path) -> None:
    environment = {**os.environ, "CC": str(small / "no-compiler"), "LUDARIUM_PURE": ""}
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=small, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "no-compiler" in done.stderr
    assert not list(small.glob("src/**/*.so"))


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_without_a_compiler_nothing_is_built_and_it_is_said_what_to_do(small: Path, kind: str) -> None:
    with pytest.raises(Refused, match="The rules could not be compiled") as refused:
        built(kind, small, CC=str(small / "no-compiler"))
    assert "Install a C compiler, or set LUDARIUM_PURE=1" in str(refused.value)
    assert "Traceback" not in str(refused.value)
