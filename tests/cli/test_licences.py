"""``ludarium licences``, with pages, without them, and installed with compiled rules."""

from pathlib import Path

import pytest

from ludarium.cli import licences
from tests.cli.conftest import Command

ROOT = Path(__file__).resolve().parents[2]
OURS = "Copyright (c) 2026 the Ludarium authors"


@pytest.mark.parametrize(
    ("locale", "whose"),
    [("en", "The games belong to their designers and publishers."), ("ja", "ゲームの権利は、それぞれの作者と出版社に")],
)
def test_it_tells_whose_each_game_is(locale: str, whose: str, ludarium: Command) -> None:
    done = ludarium("licences", "--lang", locale)
    assert done.code == 0
    assert whose in done.out
    said = " ".join(done.out.split())
    for name in ("MUR Federation", "Néstor Romeral Andrés", "上野 宏之", "Philip E. Orbanes"):
        assert name in said


def test_with_pages_it_tells_what_they_are_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ludarium: Command
) -> None:
    (tmp_path / "notices.txt").write_text(f"{OURS}\n\nsvelte 5\n\nA licence of its own [with brackets]\n")
    monkeypatch.setattr(licences, "find_pages", lambda: tmp_path)
    done = ludarium("licences", "--lang", "en")
    assert done.out.count(OURS) == 1
    assert "svelte 5\n\nA licence of its own [with brackets]\n" in done.out


def test_with_the_documentation_it_tells_what_that_is_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ludarium: Command
) -> None:
    (tmp_path / "assets" / "javascripts").mkdir(parents=True)
    (tmp_path / "assets" / "LICENSE.txt").write_text("Copyright (c) of the theme")
    (tmp_path / "assets" / "javascripts" / "LICENSE").write_text("Package: of its scripts")
    monkeypatch.setattr(licences, "find_documentation", lambda: tmp_path)
    said = ludarium("licences", "--lang", "en").out
    assert "Copyright (c) of the theme" in said
    assert "Package: of its scripts" in said


def test_without_pages_it_tells_our_licence(monkeypatch: pytest.MonkeyPatch, ludarium: Command) -> None:
    monkeypatch.setattr(licences, "find_pages", lambda: None)
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in ludarium("licences", "--lang", "en").out


def test_with_compiled_rules_it_tells_mypycs_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ludarium: Command
) -> None:
    (tmp_path / "licences").mkdir()
    (tmp_path / "licences" / "mypyc.txt").write_text("Jukka Lehtosalo and contributors")
    monkeypatch.setattr(licences, "_PACKAGE", tmp_path)
    assert "Jukka Lehtosalo and contributors" in ludarium("licences", "--lang", "en").out
