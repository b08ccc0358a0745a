"""games, perft, rules, draw, bench, and what all commands share."""

import argparse
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest
from rich.console import Console

from ludarium.cli import COMMANDS, rules, serve
from ludarium.cli.bench import MEASURES, write_section
from ludarium.cli.terminal import Terminal, choose_language, cli_words
from ludarium.core.game import by_game, find_ruleset, rulesets
from ludarium.core.words import LOCALES
from ludarium.draw import rulebook
from tests.cli.conftest import Command
from tests.draw.guide_page import write_guide

ALL = [ruleset.name for ruleset in rulesets()]
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


# --- what all commands share ----------------------------------------------------------------------------------------
def test_all_words_are_there_in_both_languages() -> None:
    tables = {locale: cli_words(locale).sections for locale in LOCALES}
    keys = {
        locale: {(section, key) for section, table in sections.items() if isinstance(table, dict) for key in table}
        for locale, sections in tables.items()
    }
    assert keys["ja"] == keys["en"]
    fields = re.compile(r"\{(\w+)\}")
    for section, key in keys["en"]:
        found = [sorted(fields.findall(str(cli_words(locale).entry(section, key)))) for locale in LOCALES]
        assert set(found[0]) == set(found[1]), (section, key)


def test_every_key_that_the_code_says_has_words() -> None:
    folder = Path(rules.__file__).parent
    said = set()
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        said |= set(re.findall(r'(?:say|tell|warn|_wait)\(\s*f?"(\w+\.\w+)"', text))
        said |= {f"errors.{key}" for key in re.findall(r'CommandError\(\s*"(\w+)"', text)}
    assert len(said) > 60
    for key in said:
        assert cli_words("en").entry(*key.split(".")), key


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_the_users_language(name: str, locale: str, ludarium: Command) -> None:
    done = ludarium(*([name] if name else []), "--help", "--lang", locale)
    assert done.code == 0
    assert bool(JAPANESE.search(done.out)) == (locale == "ja")
    if locale == "ja":
        assert "show this help" not in done.out
        assert "usage:" not in done.out
        assert "options:" not in done.out


def test_argparse_itself_is_left_as_it_is(ludarium: Command) -> None:
    ludarium("games", "--lang", "ja")
    assert "usage: other" in argparse.ArgumentParser("other").format_help()


@pytest.mark.slow
def test_a_command_loads_no_other() -> None:
    code = (
        "import sys, ludarium.cli; ludarium.cli.main(['rules', 'MUR-K1']); print('ludarium.cli.study' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_without_a_command_there_is_help(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "has_pages", lambda: False)  # else the browser opens
    done = ludarium()
    assert done.code == 0
    assert all(name in done.out for name in COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        (["--lang", "ja"], {"LUDARIUM_LANG": "en"}, "ja"),
        (["games", "--lang=en"], {"LUDARIUM_LANG": "ja"}, "en"),
        ([], {"LUDARIUM_LANG": "ja", "LANG": "en_US.UTF-8"}, "ja"),
        ([], {"LUDARIUM_LANG": "xx", "LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, "ja"),
        ([], {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_chosen(arguments: list[str], environment: dict[str, str], expected: str) -> None:
    assert choose_language(arguments, environment) == expected


@pytest.mark.parametrize(
    ("arguments", "english", "japanese"),
    [
        (["dance"], "invalid choice", "選べません"),
        (["perft"], "required", "必要です"),
        (["perft", "chess", "2"], "no ruleset", "ルールセットはありません"),
        (["perft", "mur-en", "two"], "argument DEPTH: invalid int value: 'two'", "引数DEPTH：'two'は数として読め"),
        (["perft", "mur-en", "2", "--seed"], "argument --seed: expected one argument", "引数--seed：値が1つ必要です"),
        (["perft", "mur-en", "2", "--divide=x"], "ignored explicit argument 'x'", "値'x'は取りません"),
        (["analyse", "x", "--sims", "1", "--seconds", "1"], "not allowed with argument --sims", "--simsと一緒には"),
        (["perft", "mur-en", "0"], "from 1 to", "から"),
        (["perft", "mur-en", "99999999999"], "from 1 to", "から"),
        (["perft", "mur-en", "2", "--option", "land=block"], "no option", "オプションはありません"),
        (["perft", "mur-en", "2", "--option", "land"], "NAME=VALUE", "名前=値"),
        (["perft", "mur-en", "2", "--option", "turn_cap=many"], "does not take", "使えません"),
        (["perft", "mur-en", "2", "--option", "turn_cap=" + "[" * 100_000], "does not take", "使えません"),
        (["perft", "mur-en", "2", "--steps", "+a1 +a1"], "MUR-T1", "MUR-T1"),
        (["perft", "mur-en", "2", "--steps", "hello"], "isn't a move", "書き方"),
        (["perft", "mur-en", "2", "--position", "pink a1"], "no part", "項目ではありません"),
        (["perft", "mur-en", "2", "--seed", "-1"], "seed", "シード"),
        (["perft", "mur-en", "2", "--sed", "1"], "unrecognized", "知らない引数"),
        (["games", "chess"], "no game", "ありません"),
        (["rules", "chess"], "no game", "ありません"),
        (["draw", "mur-en", "-o", "x.gif"], ".svg or .png", ".png"),
        (["draw", "mur-en", "--seat", "2"], "seat", "席"),
        (["draw", "mur-en", "--width", "1"], "pixels", "ピクセル"),
        (["draw", "mur-en", "--at", "1"], "record", "棋譜"),
        (["draw", "mur-en", "-o", "no/such/folder.svg"], "cannot be written", "書き込めません"),
        (["draw", "mur-en", "--theme", "pink"], "invalid choice", "選べません"),
        (["bench", "chess"], "no ruleset", "ルールセットはありません"),
        (["bench", "--seconds", "0"], "seconds", "秒"),
        (["replay", "nothing.txt"], "nothing.txt", "nothing.txt"),
        (["replay", "x" * 5000], "can't be read", "読み書きできません"),
        (["replay", "/dev/zero"], "too long", "長すぎます"),
        (["draw", "x" * 5000], "no ruleset", "ルールセットはありません"),
        (["play", "chess"], "no ruleset", "ルールセットはありません"),
        (["play", "mur-en", "--seats", "cat"], "Unknown player", "プレイヤーはありません"),
        (["play", "mur-en", "--seats", "human:random"], "another name", "別の名前"),
        (["play", "mur-en", "--seats", "human,human,human"], "2 seats", "席は2つ"),
        (["play", "--resume", "nothing.txt"], "nothing.txt", "nothing.txt"),
        (["play", "mur-en", "--resume", "nothing.txt"], "without a ruleset", "一緒には使えません"),
    ],
)
def test_mistakes_get_one_sentence_and_code_2(
    arguments: list[str], english: str, japanese: str, ludarium: Command, tmp_path: Path
) -> None:
    for locale, expected in (("en", english), ("ja", japanese)):
        done = ludarium(*arguments, "--lang", locale)
        assert done.code == 2
        assert done.out == ""
        assert expected in done.err
        assert len(done.err.splitlines()) == 1
        assert bool(JAPANESE.search(done.err)) == (locale == "ja")
    assert not list(tmp_path.rglob("*.txt"))


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m ludarium perft mur-en 2 --divide | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == "" or os.environ.get("LUDARIUM_PURE")


def in_shell(arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command with what a shell can do to its streams."""
    command = ["bash", "-c", f"LUDARIUM_LANG=en {sys.executable} -m ludarium {arguments}"]
    nothing = subprocess.DEVNULL
    return subprocess.run(command, cwd=folder, stdin=nothing, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("streams", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("command", ["games", "nothing", "play mur-en", "engine"])
def test_closed_streams_are_no_error(streams: str, command: str, tmp_path: Path) -> None:
    done = in_shell(f"{command} {streams}", tmp_path)
    assert done.returncode == (2 if command == "nothing" else 0)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "draw mur-en", "engine <<< {}"])
def test_a_full_disk_gets_one_sentence(command: str, tmp_path: Path) -> None:
    done = in_shell(f"{command} > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("This could not be finished: No space left on device.")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_interpreted_rules_are_announced_once() -> None:
    environment = {**os.environ, "LUDARIUM_PURE": "1"}
    for locale, word in (("en", "interpreted"), ("ja", "コンパイル")):
        done = subprocess.run(
            [sys.executable, "-m", "ludarium", "perft", "mur-en", "1", "--lang", locale],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        assert word in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.compiled_only
def test_compiled_rules_are_not_announced(ludarium: Command) -> None:
    assert ludarium("perft", "mur-en", "1").err == ""


# --- games ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("locale", LOCALES)
def test_games_lists_every_ruleset_and_option(locale: str, ludarium: Command) -> None:
    done = ludarium("games", "--lang", locale)
    assert done.code == 0
    for ruleset in rulesets():
        assert ruleset.name in done.out
        for option in ruleset.offered:
            assert option.name in done.out


def test_games_shows_one_game_only(ludarium: Command) -> None:
    for game, members in by_game():
        done = ludarium("games", game.name)
        assert done.out == ludarium("games", members[-1].name).out
        others = {ruleset.name for ruleset in rulesets()} - {ruleset.name for ruleset in members}
        assert not any(re.search(rf"\b{name}\b", done.out) for name in others)


# --- perft ----------------------------------------------------------------------------------------------------------
def test_perft_counts_by_depth(ludarium: Command) -> None:
    # 24 empty points for Black, 23 for White on each of those boards.
    rows = [line.split() for line in ludarium("perft", "mur-en", "2").out.splitlines()]
    assert [row[:2] for row in rows[1:]] == [["1", "24"], ["2", "552"]]


def test_perft_takes_steps_options_and_positions(ludarium: Command) -> None:
    def last(*arguments: str) -> list[str]:
        return ludarium("perft", "mur-en", *arguments).out.splitlines()[-1].split()[:2]

    assert last("1", "--steps", "+a1 +b1") == last("1", "--steps", "+a1, +b1") == ["1", "25"]
    assert last("2", "--option", "turn_cap=1") == ["2", "0"]
    assert last("1", "--position", "black a1; white b1; kraken x") == ["1", "25"]


def test_perft_divides(ludarium: Command) -> None:
    lines = ludarium("perft", "mur-en", "2", "--divide").out.splitlines()
    assert lines[3].split() == ["+a1", "23"]
    assert len(lines) == 3 + 24


@pytest.mark.parametrize("name", ALL)
def test_split_steps_finds_the_steps_of_a_game(name: str) -> None:
    ruleset = next(ruleset for ruleset in rulesets() if ruleset.name == name)
    game = ruleset.game
    texts = [game.step_text(step) for step in ruleset.new().universe()]
    texts = texts[:: max(1, len(texts) // 300)] + [text for text in texts if " " in text][:20]
    assert game.split_steps(" ".join(texts)) == texts
    assert game.split_steps(", ".join(texts)) == texts
    assert game.split_steps("") == []


# --- rules ----------------------------------------------------------------------------------------------------------
PAGE = """# Mur
Some words.

## Knocking
- **MUR-K1** A smaller number knocks.
  It goes on here.
- **MUR-K2** It runs on.

<!-- diagram: mur-knock
ruleset: mur-en
position: black c2; white d2 e2; kraken x
steps: c2r
-->
![A black ship knocks](img/mur-knock.svg)

More about running.

## End
**MUR-C1 en** One way.

**MUR-C2** Another.

**MUR-C1 jp** The other way.
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for locale in LOCALES:
        (folder / f"mur.{locale}.md").write_text(PAGE.replace("Some words", f"Some words {locale}"), encoding="utf-8")
    monkeypatch.setattr(rulebook, "FOLDERS", [tmp_path / "none", folder])
    return folder


def test_rules_shows_a_page_with_its_diagrams_drawn(page: Path, ludarium: Command) -> None:
    for name in ("mur", "mur-en"):
        done = ludarium("rules", name, "--reference", "--lang", "ja")
        assert done.code == 0
        assert "Some words ja" in done.out
        assert "diagram:" not in done.out
        assert "img/" not in done.out
        assert "A black ship knocks" in done.out
        assert "B1" in done.out  # the ship on the board


def test_rules_tells_how_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ludarium: Command) -> None:
    write_guide(tmp_path)
    monkeypatch.setattr(rulebook, "GUIDES", [tmp_path])
    done = ludarium("rules", "mur-jp")
    assert done.out.split("\n")[0].strip() == "Mur, to try"
    assert "<!--" not in done.out
    assert "a3 Ships (7)." in done.out  # the legend, by the places on its board
    assert done.out.count("From c2") == 2  # the caption, and a comment on the game
    assert "c2r  ↓" in done.out  # between the boards before and after
    assert done.out.count("e3") >= 4  # boards: the legend, two of the diagram, two of the game
    assert done.out.rstrip().endswith("ludarium rules mur --reference")
    assert ludarium("rules", "mur").out == ludarium("rules", "mur-jp-any").out == done.out
    assert "試しのマー" in ludarium("rules", "mur-jp", "--lang", "ja").out
    # Where there is no guide the reference is shown, and told what goes for the ruleset.
    reference = ludarium("rules", "mur-en").out
    assert "marked “en”" in reference
    assert "MUR-K1" in reference


def test_rules_checks_pages(tmp_path: Path, ludarium: Command) -> None:
    write_guide(tmp_path)
    files = [str(tmp_path / f"mur-jp.{locale}.md") for locale in LOCALES]
    good = ludarium("rules", "--check", *files)
    assert (good.code, good.out.strip()) == (0, "2 pages read, 0 problems found.")
    text = (tmp_path / "mur-jp.en.md").read_text(encoding="utf-8")
    (tmp_path / "mur-jp.en.md").write_text(text.replace("steps: c2r", "steps: c2q"), encoding="utf-8")
    bad = ludarium("rules", "--check", files[0])
    assert bad.code == 1
    assert "mur-jp.en.md, line 23: " in bad.out
    assert ludarium("rules").code == 2
    assert "none.en.md can't be read" in ludarium("rules", "--check", str(tmp_path / "none.en.md")).err


def test_rules_shows_one_clause(page: Path, ludarium: Command) -> None:
    done = ludarium("rules", "mur", "mur-k1")
    assert "A smaller number knocks" in done.out
    assert "It goes on here" in done.out
    assert "runs on" not in done.out
    assert ludarium("rules", "MUR-K1").out == done.out
    with_picture = ludarium("rules", "mur", "MUR-K2").out
    assert "It runs on" in with_picture
    assert "A black ship knocks" in with_picture
    assert "More about running" in with_picture
    assert "One way" not in with_picture
    both = ludarium("rules", "mur", "MUR-C1").out
    assert "One way" in both
    assert "The other way" in both
    assert "Another" not in both


@pytest.mark.parametrize("locale", LOCALES)
def test_a_page_that_cites_a_clause_is_not_taken_for_it(locale: str, ludarium: Command) -> None:
    # The pages of Realm and Myrmidons say at their beginning that bold names such as these are clauses.
    for clause in ("RLM-M2", "MYR-M1"):
        shown = ludarium("rules", clause, "--lang", locale).out
        assert shown.startswith(clause)
    game = find_ruleset("realm").game
    assert rulebook.clauses(game, locale) == list(game.words(locale).section("clauses"))


def test_an_unknown_clause_is_answered_with_some_that_are_known(ludarium: Command) -> None:
    assert "Perhaps one of: MUR-" in ludarium("rules", "MUR-Z9").err
    assert "Perhaps one of: MUR-" in ludarium("rules", "mur", "MUR-Z9").err


def test_rules_knows_its_clauses(page: Path, ludarium: Command) -> None:
    done = ludarium("rules", "mur", "MUR-K9")
    assert done.code == 2
    assert "MUR-K1" in done.err
    assert ludarium("rules", "XYZ-A1").code == 2


# --- draw -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ALL)
def test_draw_writes_a_picture_of_every_game(name: str, ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("draw", name, "-o", "board.svg")
    assert done.code == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert ludarium("draw", name).out == (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert "<svg" not in ludarium("draw", name, "--text").out


def test_draw_takes_steps_themes_and_seats(ludarium: Command) -> None:
    plain = ludarium("draw", "mur-en", "--steps", "+c2").out
    assert plain != ludarium("draw", "mur-en").out
    assert plain != ludarium("draw", "mur-en", "--steps", "+c2", "--theme", "dark").out
    assert 'lang="ja"' in ludarium("draw", "mur-en", "--lang", "ja").out
    assert ludarium("draw", "mur-en", "--seat", "-1").code == 0
    assert "B1" in ludarium("draw", "mur-en", "--position", "black c2; white; kraken x", "--text").out


def test_draw_writes_png_where_it_can(ludarium: Command, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert ludarium("draw", "mur-en", "-o", "board.png").code == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_an_old_picture_stays_where_a_new_one_cannot_be_written(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "board.svg").write_text("old")
    setrlimit(RLIMIT_FSIZE, (1000, getrlimit(RLIMIT_FSIZE)[1]))  # a board has more bytes; the fixture lifts it again
    done = ludarium("draw", "mur-en", "-o", "board.svg")
    assert done.code == 2
    assert "board.svg cannot be written" in done.err
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]
    assert (tmp_path / "board.svg").read_text() == "old"


def test_a_picture_replaces_an_old_one_as_it_was(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "board.svg").write_text("old")
    (tmp_path / "board.svg").chmod(0o640)
    (tmp_path / "link.svg").symlink_to("board.svg")
    assert ludarium("draw", "mur-en", "-o", "link.svg").code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "board.svg").stat().st_mode & 0o777 == 0o640
    assert ludarium("draw", "mur-en", "-o", "new.svg").code == 0
    (tmp_path / "like").touch()
    assert (tmp_path / "new.svg").stat().st_mode == (tmp_path / "like").stat().st_mode


# --- bench ----------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.compiled_only
def test_bench_compares_compiled_with_interpreted(ludarium: Command, tmp_path: Path) -> None:
    done = ludarium("bench", "mur-en", "--seconds", "0.5", "--json", "--write", "kept/results.md")
    assert done.code == 0
    (row,) = json.loads(done.out)["rows"]
    assert row["ruleset"] == "mur-en"
    for column, *_ in MEASURES:
        assert row[column] > 0
    assert row["compiled"] > 5 * row["interpreted"]
    assert row["copy_ns"] < 10_000
    page = (tmp_path / "kept" / "results.md").read_text(encoding="utf-8")
    assert f"| mur-en | {row['compiled']:,} | {row['interpreted']:,} | {row['ratio']:,} |" in page
    assert "Python" in page


@pytest.mark.slow
def test_bench_says_when_nothing_is_compiled(ludarium: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    # A worker that finds no compiled rules is the same as one that is told not to use them.
    from ludarium.cli import bench  # noqa: PLC0415

    class Interpreted(bench.Worker):
        def __init__(self, pure: bool) -> None:
            super().__init__(pure=True)

    monkeypatch.setattr(bench, "Worker", Interpreted)
    done = ludarium("bench", "mur-en", "--seconds", "0.2", "--json")
    (row,) = json.loads(done.out)["rows"]
    assert row["compiled"] is row["ratio"] is row["copy_ns"] is None
    assert row["interpreted"] > 0
    assert "not compiled" in done.err


def test_a_section_of_a_page_is_written_without_touching_the_others(tmp_path: Path) -> None:
    page = tmp_path / "new" / "results.md"
    write_section(page, "rules", "one\n")
    write_section(page, "peers", "two\n")
    assert page.read_text() == "<!-- rules -->\none\n<!-- /rules -->\n\n<!-- peers -->\ntwo\n<!-- /peers -->\n"
    write_section(page, "rules", "three\n")
    assert page.read_text() == "<!-- rules -->\nthree\n<!-- /rules -->\n\n<!-- peers -->\ntwo\n<!-- /peers -->\n"


def test_a_screen_breaks_lines_between_words_and_keeps_commands_whole() -> None:
    terminal, shown = Terminal("en"), io.StringIO()
    terminal.out = Console(file=shown, force_terminal=True, width=30, markup=False, highlight=False)
    terminal.tell("play.begin", file="g.txt")
    assert shown.getvalue().splitlines() == ["The game is saved to g.txt as ", "you play. Type ? for help."]
    shown.truncate(0)
    terminal.tell("play.left", file="a name.txt", quoted="'a name.txt'")
    assert shown.getvalue().splitlines()[-1] == "  ludarium resume 'a name.txt'"


# --- lists among the options ----------------------------------------------------------------------------------------
LAND = "# ten columns, seven rows\n0:0..9:0 0:1..9:1\n0:2..9:2, 0:3..9:3\n" + " ".join(
    f"0:{r}..9:{r}" for r in (4, 5, 6)
)


@pytest.mark.clause("MUT-P1")
def test_a_land_is_given_as_text_or_in_a_file(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "land.txt").write_text(LAND)
    block = ludarium("draw", "mutterland", "--text", "--option", "land=block").out
    rows = " ".join(f"0:{r}..9:{r}" for r in range(7))
    for value in (rows, f"@{tmp_path / 'land.txt'}", str([[q, r] for r in range(7) for q in range(10)])):
        assert ludarium("draw", "mutterland", "--text", "--option", f"land={value}").out == block


@pytest.mark.clause("MYR-X1")
def test_types_are_given_as_text_or_in_a_file(ludarium: Command, tmp_path: Path) -> None:
    (tmp_path / "army.txt").write_text("153, 225\n333 414 531\n")
    given = ("--option", "army=agreed", "--option")
    written = ludarium("draw", "myrmidons", "--text", *given, "types=153,225,333,414,531").out
    assert ludarium("draw", "myrmidons", "--text", *given, f"types=@{tmp_path / 'army.txt'}").out == written


@pytest.mark.parametrize(
    ("value", "en", "ja"),
    [
        ("@none.txt", "land=@FILE", "land=@ファイル"),
        ("0:0..9:0", "needs 70 different hexagons; there are 10", "70個のマスが必要"),
        ("0:0..68:0 5:5", "5:5 is not connected with 0:0", "つながっていません"),
        ("0:0..9:0 x", 'not "x"', "「x」"),
    ],
)
def test_what_is_wrong_with_a_land_is_said(ludarium: Command, value: str, en: str, ja: str) -> None:
    for language, said in (("en", en), ("ja", ja)):
        answer = ludarium("draw", "mutterland", "--lang", language, "--option", f"land={value}")
        assert answer.code == 2
        assert said in answer.err


def test_games_says_how_lists_are_written(ludarium: Command) -> None:
    assert "NAME=@FILE" in ludarium("games", "mutterland").out
    assert "@FILE" not in ludarium("games", "mur").out
    assert "@ファイル" in ludarium("games", "myrmidons", "--lang", "ja").out
