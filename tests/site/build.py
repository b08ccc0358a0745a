"""Builds the documentation: ``python -m tests.site.build FOLDER`` (``make docs``).

Each language is a site of its own, so that searching finds pages of the reader's language: English at the top,
Japanese in ``ja/``. Zensical (in build/docs) makes them of what ``stage.py`` has put together, and takes no warning.
"""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.site.check import wrong_site
from tests.site.stage import LANGUAGES, ROOT, Contents, SiteError, Stage

TOOLS = ROOT / "build" / "docs"
POLICY = "policy.json"  # what a server must allow these pages, beside files of its own
_THEME = ROOT / "docs" / "site"
_NAMES = {"en": "English", "ja": "日本語"}
_TITLES = {"en": "Ludarium", "ja": "Ludarium"}
_PLAY = {"en": "Play the games", "ja": "ゲームで遊ぶ"}
_TOGGLES = {"en": ("Switch to dark mode", "Switch to light mode"), "ja": ("ダークにする", "ライトにする")}
_FEATURES = [
    "content.code.copy",
    "navigation.footer",
    "navigation.indexes",
    "navigation.path",
    "navigation.top",
    "search.highlight",
    "toc.follow",
]
_EXTENSIONS: dict[str, object] = {
    "attr_list": {},
    "tables": {"use_align_attribute": True},  # a style would not be taken
    "toc": {"permalink": True, "slugify": {"object": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}}},
    "pymdownx.highlight": {"pygments_lang_class": True},
    "pymdownx.superfences": {},
    "pymdownx.tilde": {},
}
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def build(target: Path) -> None:
    work = TOOLS / "work"
    contents = Contents()
    Stage(contents, work).write()
    built = work / "site"
    for language in LANGUAGES:
        folder = work / language
        for name in ("icon.svg", "extra.css", "tables.js"):
            source = ROOT / "web" / "public" / name if name == "icon.svg" else _THEME / name
            shutil.copyfile(source, folder / name)
        where = built if language == LANGUAGES[0] else built / language
        file = work / f"{language}.toml"
        file.write_text(_toml(_config(contents, language, folder.name, where.relative_to(work))), encoding="utf-8")
        done = subprocess.run(
            [TOOLS / "bin" / "zensical", "build", "--strict", "--clean", "--config-file", file],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = _COLOURS.sub("", done.stdout + done.stderr).partition("Traceback")[0]
            raise SiteError(f"Zensical could not build the pages ({language}):\n{said}".rstrip())
    _finish(built)
    if wrong := wrong_site(built):
        raise SiteError("\n".join(["The pages were built, but:", *(f"- {one}" for one in wrong)]))
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(built, target)


def _config(contents: Contents, language: str, folder: str, target: Path) -> dict[str, object]:
    others = [one for one in LANGUAGES if one != language]
    dark, light = _TOGGLES[language]
    return {
        "project": {
            "site_name": _TITLES[language],
            "docs_dir": folder,
            "site_dir": str(target),
            "use_directory_urls": False,
            "copyright": f'<a href="/">{_PLAY[language]}</a>',
            "extra_css": ["extra.css"],
            "extra_javascript": ["tables.js"],
            "nav": contents.nav(language),
            "extra": {
                "generator": False,
                "other": f"{_start_of(others[0], language)}index.html",
                "other_language": others[0],
                "other_name": _NAMES[others[0]],
                "alternate": [{"name": _NAMES[one], "link": _start_of(one, language), "lang": one} for one in others],
            },
            "theme": {
                "language": language,
                "font": False,
                "logo": "icon.svg",
                "favicon": "icon.svg",
                "custom_dir": str(_THEME / "theme"),
                "features": _FEATURES,
                "palette": [
                    _palette("light", "default", "sun", dark),
                    _palette("dark", "slate", "moon", light),
                ],
            },
            "markdown_extensions": _EXTENSIONS,
        }
    }


def _start_of(other: str, language: str) -> str:
    """Where another language begins, from the top of this one."""
    return f"{other}/" if language == LANGUAGES[0] else "../"


def _palette(wanted: str, scheme: str, icon: str, said: str) -> dict[str, object]:
    media = f"(prefers-color-scheme: {wanted})"
    return {"media": media, "scheme": scheme, "toggle": {"icon": f"lucide/{icon}", "name": said}}


def _toml(value: object, name: str = "") -> str:
    """TOML, of what JSON can say."""
    if isinstance(value, Mapping) and not name:
        return "\n".join(f"{key} = {_toml(one, key)}" for key, one in value.items()) + "\n"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(one, key)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one, name or "item") for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _finish(target: Path) -> None:
    """The licences of theme and icons stand beside their files, and it is noted what browsers may run."""
    for page in target.rglob("404.html"):
        page.unlink()  # is made for the top of a site; a server has its own
    (packages,) = TOOLS.glob("lib/*/site-packages")
    (theme,) = packages.glob("zensical-*.dist-info/licenses/LICENSE.md")
    icons = packages / "zensical" / "templates" / ".icons" / "lucide" / "LICENSE"
    licences = [file.read_text(encoding="utf-8").strip() for file in (theme, icons)]
    (target / "assets" / "LICENSE.txt").write_text("\n\n---\n\n".join(licences) + "\n", encoding="utf-8")
    notices = target / "assets" / "javascripts" / "LICENSE"
    notices.write_text(_with_texts(notices.read_text(encoding="utf-8")), encoding="utf-8")
    scripts = {script for page in target.rglob("*.html") for script in _INLINE.findall(page.read_bytes())}
    policy = {"scripts": sorted(map(_hash, scripts)), "styles": [_hash(_search_style(target))]}
    (target / POLICY).write_text(json.dumps(policy, indent=1) + "\n", encoding="utf-8")


def _with_texts(notices: str) -> str:
    """What is said of the code in the theme's scripts, and the licences that it names."""
    texts = [notices.rstrip()]
    for name in dict.fromkeys(re.findall(r"^License: (.+)$", notices, re.MULTILINE)):
        file = _THEME / "licences" / f"{name}.txt"
        if not file.is_file():
            raise SiteError(f"The theme's scripts have code under the licence {name}: put its text into {file}.")
        texts.append(file.read_text(encoding="utf-8").rstrip())
    return f"\n\n{'-' * 79}\n\n".join(texts) + "\n"


def _search_style(target: Path) -> bytes:
    """The theme's script puts a style of its own into the page when somebody searches."""
    (bundle,) = (target / "assets" / "javascripts").glob("bundle.*.js")
    text = bundle.read_text(encoding="utf-8")
    (name,) = re.findall(r'\("style",\{\},(\w+)\.toString\(\)\)', text)
    (style,) = re.findall(rf"\b{name}='((?:[^'\\]|\\.)*)'", text)
    return re.sub(r"\\(.)", r"\1", style).encode()


def _hash(code: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code).digest()).decode()}'"


if __name__ == "__main__":
    try:
        build(Path(sys.argv[1]).absolute())
    except SiteError as error:
        sys.exit(str(error))
