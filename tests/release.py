"""What must be right before a version goes to other people: ``python -m tests.release dist`` (``make release``).

Nothing is published here. Everything that is wrong is told at once, with what to do about it.
"""

import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
TOOLS = Path("build", "release", "bin")
PAPERS = (
    *("LICENSE", "README.md", "README.ja.md", "CHANGELOG.md", "CITATION.cff"),
    *("CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"),
)
PAGES = "ludarium/server/pages"
MAN_PAGES = ("man/man1/ludarium.1", "man/ja/man1/ludarium.1")
DOCUMENTATION = "ludarium/server/documentation"
_NEXT_NOTICE = "-" * 80  # as web/plugins/notices.ts writes it
_RELEASE = re.compile(r"^## (?P<version>\S+) — (?P<when>.+)$", re.MULTILINE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def version_of(root: Path) -> str:
    """The version, from the one place where it is written."""
    text = (root / "src" / "ludarium" / "__init__.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return str(version)


def releases(root: Path) -> list[tuple[str, str]]:
    """The versions of the changelog, the newest first, each with its day or what stands in its place."""
    found = _RELEASE.finditer((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    return [(release["version"], release["when"]) for release in found]


def citation(root: Path, field: str) -> str | None:
    """What CITATION.cff says in a field of one line."""
    lines = (root / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    values = [line.partition(":")[2].strip().strip("\"'") for line in lines if line.startswith(f"{field}:")]
    return values[0] if values else None


def wrong_papers(root: Path) -> list[str]:
    """Where changelog and citation do not tell of this version."""
    version = version_of(root)
    (newest, when), *_ = releases(root) or [("nothing", "")]
    wrong = []
    if newest != version:
        wrong.append(f"CHANGELOG.md begins with {newest}, but this is {version}: tell there what is new.")
    elif not _DAY.fullmatch(when):
        wrong.append(f"CHANGELOG.md says of {version} “{when}”: write its day, as 2026-01-31.")
    elif citation(root, "date-released") != when:
        wrong.append(f"CITATION.cff needs the day of CHANGELOG.md: date-released: {when}")
    if citation(root, "version") != version:
        wrong.append(f"CITATION.cff is about {citation(root, 'version')}: version: {version}")
    return wrong


def wrong_checkout(root: Path) -> list[str]:
    """What is changed but not committed, and tags that say something else than the version."""
    tag = f"v{version_of(root)}"
    wrong = []
    if changed := _git(root, "status", "--porcelain"):
        wrong.append(f"Commit these first, or take them away: {', '.join(line[2:].strip() for line in changed)}")
    here = [name for name in _git(root, "tag", "--points-at", "HEAD") if name.startswith("v")]
    if here and here != [tag]:
        wrong.append(f"This commit is tagged {', '.join(here)}, but src/ludarium/__init__.py says {tag[1:]}.")
    elif not here and _git(root, "tag", "--list", tag):
        wrong.append(f"{tag} is another commit already: write the next version into src/ludarium/__init__.py.")
    return wrong


def _git(root: Path, *arguments: str) -> list[str]:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def wrong_wheel(wheel: Path, root: Path) -> list[str]:
    """What a wheel lacks, or has although it is not ours to put there."""
    version, licence = version_of(root), (root / "LICENSE").read_text(encoding="utf-8")
    about = f"ludarium-{version}.dist-info"
    with ZipFile(wheel) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist() if name.endswith((".txt", "/LICENSE"))}
        inside = set(packed.namelist())
    wrong = []
    if texts.get(f"{about}/licenses/LICENSE") != licence:
        wrong.append(f"has not our licence as {about}/licenses/LICENSE")
    if f"{PAGES}/index.html" not in inside:
        wrong.append("has no pages")
    if f"{DOCUMENTATION}/index.html" not in inside:
        wrong.append("has no documentation: make docs")
    ours, _, others = texts.get(f"{PAGES}/notices.txt", "").partition(_NEXT_NOTICE)
    if licence not in ours or not others:
        wrong.append(f"has no notices for what its pages are made of: {PAGES}/notices.txt")
    compiled = {name for name in inside if name.endswith((".so", ".pyd"))}
    if bool(compiled) == wheel.name.endswith("-none-any.whl"):
        wrong.append("says that it fits all machines, or that it has compiled rules, and that is not so")
    if compiled and "ludarium/licences/mypyc.txt" not in inside:
        wrong.append("has compiled rules, but no licence of mypyc, whose runtime is in them")
    if "-linux_" in wheel.name:
        wrong.append("is for machines like this one alone, and no index takes it: make wheels makes it fit others")
    stray = {name.partition("/")[0] for name in inside} - {"ludarium", about, f"ludarium-{version}.data"}
    if lacking := {f"ludarium-{version}.data/data/share/{page}" for page in MAN_PAGES} - inside:
        wrong.append(f"has no man page: {', '.join(sorted(lacking))}")
    if stray:
        wrong.append(f"has beside the package: {', '.join(sorted(stray))}")
    return [f"{wheel.name} {what}." for what in wrong]


def wrong_sdist(sdist: Path, root: Path) -> list[str]:
    folder = f"ludarium-{version_of(root)}"
    with tarfile.open(sdist) as packed:
        inside = {member.name for member in packed if member.isfile()}
    wanted = (*PAPERS, "docs/licences.md", "web/dist/index.html", "web/dist/notices.txt", "site/index.html")
    lacking = [name for name in wanted if f"{folder}/{name}" not in inside]
    return [f"{sdist.name} lacks {', '.join(lacking)}."] if lacking else []


def questions(root: Path, dist: Path) -> list[list[str]]:
    """What the tools of requirements/release.txt are asked."""
    wheels, sdists = ([str(path) for path in dist.glob(pattern)] for pattern in ("*.whl", "*.tar.gz"))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # As long as the project has no address, it cannot name one.
    homeless = [] if "urls" in project else ["--skip-tests", "AuthorEmail,Url"]
    return [
        ["twine", "check", "--strict", *wheels, *sdists],
        ["check-wheel-contents", *wheels],
        *(["pyroma", "--min", "10", *homeless, sdist] for sdist in sdists),
        ["cffconvert", "--validate", "--infile", str(root / "CITATION.cff")],
    ]


def main(dist: Path) -> int:
    wheels, sdists = list(dist.glob("*.whl")), list(dist.glob("*.tar.gz"))
    wrong = [*wrong_checkout(ROOT), *wrong_papers(ROOT)]
    if not wheels or not sdists:
        wrong.append(f"There must be a wheel and an sdist in {dist}: make wheels")
    for wheel in wheels:
        wrong += wrong_wheel(wheel, ROOT)
    for sdist in sdists:
        wrong += wrong_sdist(sdist, ROOT)
    for tool, *arguments in questions(ROOT, dist):
        print(f"Asking {tool} …", flush=True)
        done = subprocess.run([TOOLS / tool, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            wrong.append(f"{tool} says:\n{done.stdout}{done.stderr}".rstrip())
    if wrong:
        print("This is no release yet:", *(f"- {what}" for what in wrong), sep="\n")
        return 1
    tag = f"v{version_of(ROOT)}"
    print(f"{tag} is ready. Nothing was published.")
    if tag not in _git(ROOT, "tag", "--points-at", "HEAD"):
        print(f"To mark it: git tag -a {tag} -m {tag}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
