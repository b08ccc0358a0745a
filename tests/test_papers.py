"""What comes with the code for people: licence, credits, citation, taking part; and what ``make release`` notices."""

import re
import shutil
import subprocess
import tarfile
import tomllib
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import ludarium
from tests.release import (
    DOCUMENTATION,
    MAN_PAGES,
    PAGES,
    PAPERS,
    ROOT,
    citation,
    questions,
    releases,
    version_of,
    wrong_checkout,
    wrong_papers,
    wrong_sdist,
    wrong_wheel,
)

LICENCE = (ROOT / "LICENSE").read_text(encoding="utf-8")
LINKING = ("CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md", "README.md", "README.ja.md", "docs/licences.md")
LIBRARY = "rules__mypyc.cpython-311-x86_64-linux-gnu.so"


def text_of(paper: str) -> str:
    return (ROOT / paper).read_text(encoding="utf-8")


# --- the papers -------------------------------------------------------------------------------------------------
def test_citation_and_changelog_are_about_this_version() -> None:
    assert version_of(ROOT) == ludarium.__version__ == citation(ROOT, "version")
    assert releases(ROOT)[0][0] == ludarium.__version__
    assert (citation(ROOT, "cff-version"), citation(ROOT, "license")) == ("1.2.0", "MIT")


@pytest.mark.parametrize("paper", LINKING)
def test_links_lead_to_files_and_headings(paper: str) -> None:
    for target, heading in re.findall(r"\]\(([^)#]+)#?([^)]*)\)", text_of(paper)):
        page = (ROOT / paper).parent / target
        assert page.exists(), target
        titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE) if heading else []
        headings = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
        assert not heading or heading in headings, f"{target}#{heading}"


@pytest.mark.parametrize(
    ("paper", "whose"),
    [
        ("README.md", "they belong to their designers and publishers"),
        ("README.ja.md", "それぞれの作者と出版社にあります"),
        ("docs/licences.md", "belong to their designers and publishers"),
    ],
)
def test_it_is_said_whose_the_games_are_and_what_the_licence_is(paper: str, whose: str) -> None:
    text = text_of(paper)
    assert whose in text
    for name in ("(LICENSE)" if "README" in paper else "(../LICENSE)", "Néstor Romeral Andrés", "Philip E. Orbanes"):
        assert name in text


def test_commands_that_papers_name_are_listed_by_make_help() -> None:
    listed = {line.split(":")[0] for line in text_of("Makefile").splitlines() if re.match(r"[a-z0-9-]+:.*## ", line)}
    assert "release" in listed
    for paper in LINKING:
        assert set(re.findall(r"`make ([a-z-]+)`", text_of(paper))) <= listed


def test_every_paper_has_its_place_in_the_list_of_the_sdist() -> None:
    listed = set(text_of("MANIFEST.in").split())
    assert set(PAPERS) - {"LICENSE", "README.md"} <= listed  # these two setuptools takes by itself


def test_the_package_says_who_made_it_and_for_which_pythons() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["authors"] == project["maintainers"] == [{"name": "The Ludarium authors"}]
    assert project["license"] == "MIT"
    pythons = {one.rpartition(" ")[2] for one in project["classifiers"] if ":: Python :: 3." in one}
    assert pythons == {"3.11", "3.12", "3.13", "3.14"}
    wheels = tomllib.loads(text_of("pyproject.toml"))["tool"]["cibuildwheel"]
    assert wheels["build"].split() == [f"cp{python.replace('.', '')}-*" for python in sorted(pythons)]


@pytest.mark.parametrize(
    "page", ["README.md", "README.ja.md", "docs/package.md", "docs/start/install.en.md", "docs/start/install.ja.md"]
)
def test_whoever_installs_reads_of_every_extra(page: str) -> None:
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    table = "\n".join(line for line in text_of(page).splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", table)) == set(extras)


# --- what make release notices ----------------------------------------------------------------------------------
@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small repository whose papers say that 1.2.3 came out on the last day of May."""
    root = tmp_path / "checkout"
    (root / "src" / "ludarium").mkdir(parents=True)
    (root / "src" / "ludarium" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    changes = "# Changes\n\n## 1.2.3 — 2026-05-31\n- Much\n\n## 1.2.2 — 2026-01-01\n- Little\n"
    (root / "CHANGELOG.md").write_text(changes, encoding="utf-8")
    (root / "CITATION.cff").write_text('cff-version: 1.2.0\nversion: "1.2.3"\ndate-released: 2026-05-31\n')
    shutil.copy(ROOT / "LICENSE", root)
    git(root, "init", "--quiet")
    commit(root)
    return root


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "-m", "All of it")


def replace(paper: Path, old: str, new: str) -> None:
    text = paper.read_text(encoding="utf-8")
    assert old in text
    paper.write_text(text.replace(old, new), encoding="utf-8")


def test_papers_that_agree_are_right(checkout: Path) -> None:
    assert releases(checkout) == [("1.2.3", "2026-05-31"), ("1.2.2", "2026-01-01")]
    assert wrong_papers(checkout) == []


@pytest.mark.parametrize(
    ("paper", "old", "new", "told"),
    [
        ("CHANGELOG.md", "2026-05-31", "not yet released", "“not yet released”: write its day"),
        ("CHANGELOG.md", "## 1.2.3 — 2026-05-31\n", "", "CHANGELOG.md begins with 1.2.2, but this is 1.2.3"),
        ("CHANGELOG.md", "2026-05-31", "2026-06-01", "date-released: 2026-06-01"),
        ("CITATION.cff", "date-released", "date-accessed", "date-released: 2026-05-31"),
        ("CITATION.cff", '"1.2.3"', "1.2.2", "CITATION.cff is about 1.2.2"),
    ],
)
def test_papers_that_do_not_agree_are_told(checkout: Path, paper: str, old: str, new: str, told: str) -> None:
    replace(checkout / paper, old, new)
    (wrong,) = wrong_papers(checkout)
    assert told in wrong


def test_what_is_not_committed_is_told(checkout: Path) -> None:
    assert wrong_checkout(checkout) == []
    (checkout / "new.txt").touch()
    replace(checkout / "CHANGELOG.md", "Much", "More")
    (wrong,) = wrong_checkout(checkout)
    assert wrong.endswith("CHANGELOG.md, new.txt")


def test_the_tag_says_the_version(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.3")
    assert wrong_checkout(checkout) == []
    commit(checkout)
    (wrong,) = wrong_checkout(checkout)
    assert wrong.startswith("v1.2.3 is another commit already")
    git(checkout, "tag", "v1.2.4")
    (wrong,) = wrong_checkout(checkout)
    assert wrong.startswith("This commit is tagged v1.2.4")


def wheel(folder: Path, tags: str, without: str = "", **more: str) -> Path:
    """A wheel as it should be, less one file, with others."""
    inside = {
        "ludarium/__init__.py": "",
        f"{PAGES}/index.html": "<!doctype html>",
        f"{DOCUMENTATION}/index.html": "<!doctype html>",
        f"{PAGES}/notices.txt": f"Ludarium\n\n{LICENCE}\n{'-' * 80}\n\nsvelte 5\n",
        "ludarium-1.2.3.dist-info/licenses/LICENSE": LICENCE,
        **{f"ludarium-1.2.3.data/data/share/{page}": ".TH" for page in MAN_PAGES},
    }
    if "none-any" not in tags:
        inside |= {f"ludarium/{LIBRARY}": "", "ludarium/licences/mypyc.txt": "MIT"}
    made = folder / f"ludarium-1.2.3-{tags}.whl"
    with ZipFile(made, "w") as packed:
        for name, text in (inside | more).items():
            if name != without:
                packed.writestr(name, text)
    return made


PURE, COMPILED = "py3-none-any", "cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64"


@pytest.mark.parametrize("tags", [PURE, COMPILED])
def test_a_whole_wheel_is_right(checkout: Path, tmp_path: Path, tags: str) -> None:
    assert wrong_wheel(wheel(tmp_path, tags), checkout) == []


@pytest.mark.parametrize(
    ("tags", "without", "more", "told"),
    [
        (PURE, "ludarium-1.2.3.dist-info/licenses/LICENSE", {}, "has not our licence"),
        (PURE, f"{PAGES}/index.html", {}, "has no pages"),
        (PURE, f"{DOCUMENTATION}/index.html", {}, "has no documentation"),
        (PURE, f"{PAGES}/notices.txt", {}, "has no notices"),
        (PURE, "ludarium-1.2.3.data/data/share/man/man1/ludarium.1", {}, "has no man page"),
        (PURE, "", {f"{PAGES}/notices.txt": LICENCE}, "has no notices"),
        (PURE, "", {"ludarium/a.so": "", "ludarium/licences/mypyc.txt": ""}, "says that it fits all machines"),
        (PURE, "", {"tests/test_all.py": "", "setup.py": ""}, "has beside the package: setup.py, tests"),
        ("cp311-cp311-linux_x86_64", "", {}, "no index takes it"),
        (COMPILED, "ludarium/licences/mypyc.txt", {}, "no licence of mypyc"),
        (COMPILED, "", {LIBRARY: ""}, "has beside the package: rules__mypyc"),
    ],
)
def test_what_is_wrong_with_a_wheel_is_told(
    checkout: Path, tmp_path: Path, tags: str, without: str, more: dict[str, str], told: str
) -> None:
    (wrong,) = wrong_wheel(wheel(tmp_path, tags, without, **more), checkout)
    assert told in wrong


def test_an_sdist_without_a_paper_is_told(checkout: Path, tmp_path: Path) -> None:
    made = tmp_path / "ludarium-1.2.3.tar.gz"
    with tarfile.open(made, "w:gz") as packed:
        built = ("web/dist/index.html", "web/dist/notices.txt", "site/index.html")
        for name in (*PAPERS, "docs/licences.md", *built):
            if name != "SECURITY.md":
                packed.addfile(tarfile.TarInfo(f"ludarium-1.2.3/{name}"), BytesIO())
    assert wrong_sdist(made, checkout) == [f"{made.name} lacks SECURITY.md."]


def test_an_address_is_asked_for_as_soon_as_the_project_has_one(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "ludarium-1.2.3.tar.gz").touch()
    left_out = []
    for urls in ("", '[project.urls]\nSource = "https://games.example"\n'):
        (checkout / "pyproject.toml").write_text(f"[project]\n{urls}")
        (pyroma,) = (asked for asked in questions(checkout, tmp_path) if asked[0] == "pyroma")
        left_out.append("AuthorEmail,Url" in pyroma)
    assert left_out == [True, False]
