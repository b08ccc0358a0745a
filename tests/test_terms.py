"""One voice: the terms and signs that no text for people uses, and how long a button may be."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.core.words import LOCALES
from tests.test_words import entries

SOURCE = Path(ludarium.__file__).parent
WEB = SOURCE.parent.parent / "web" / "src" / "words"

# What is said instead of a term: the regular expression must not be found.
NOT = {
    "en": {
        "move": r"steps?|to act|acts now",
        "join, leave seat, open seat": r"sit down|sits? here|stand up|free seats?",
        "you, they, anyone, player": r"whoever|somebody|everybody|anybody|he|his|we",
        "undo, takeback": r"tak(e|es|en|ing) back",
        "resign": r"gives? up",
        "continue, resume": r"goes? on(?! the)|going on",
        "privacy screen, show": r"curtain|uncover",
        "pass and play": r"on one screen",
        "watch": r"looks? on",
        "hidden information": r"secrets",
        "analysis, analyse": r"judg\w+|verdict|study board",
        "variation": r"branch(es)?",
        "winning chances": r"expectations?",
        "default": r"usual|usually",
        "random": r"by lot|by chance",
        "image": r"pictures?",
        "space": r"sites?",
        "off the board": r"beside the board",
        "%": r"per cent",
        "computer, level": r"bots?|strength",
        "British spelling": r"colors?|centers?|\w+alyz\w+|\w+aliz(e|ed|es|ing)",
    },
    "ja": {
        "テーブル": r"卓",
        "コンピューター、ブラウザー、フォルダー": r"(コンピュータ|ブラウザ|フォルダ|メモリ|クラスタ)(?!ー)",
        "手を選ぶ、1手": r"一手|指[しすさせ]|打[つて]",
        "手番": r"ターン",
        "参加する": r"席に着",
        "1台で対戦": r"一つの画面|1つの画面",
        "目隠し": r"カーテン",
        "連戦": r"シリーズ",
        "棋譜": r"記録",
        "変化、本譜": r"分岐|本筋",
        "勝率": r"期待値|見込み",
        "再戦": r"もう一局",
        "一時停止": r"休止",
        "ランダム": r"抽選|無作為",
        "非公開情報": r"秘密",
        "できない、必要": r"許され|罰",
        "標準": r"ふつう|普通",
        "レベル": r"強さ",
        "テーマ、画像": r"配色|絵",
        "解析": r"評価",
        "ルール": r"決まりの",
        "詳しく": r"くわし",
    },
}
NOT_IN = {
    ("mur", "en"): {"intersection": r"(?<!turning )points?", "diameter": r"spokes?", "surrounded": r"walled|walls? in"},
    ("mur", "ja"): {"交点": r"(?<!交)点", "回収する": r"外[しす]", "リピート": r"繰り返|くり返"},
    ("myrmidons", "en"): {"adjacent block": r"companions?", "removed": r"loses"},
    ("myrmidons", "ja"): {"隣の駒": r"仲間", "列": r"段", "軍隊": r"(?<!将)軍(?!隊)", "後退する": r"押し戻"},
    ("mutterland", "en"): {"return": r"put back", "fall off": r"off the land"},
    ("mutterland", "ja"): {"陸地": r"国", "タワー": r"塔", "チェイン": r"チェーン", "フリーな辺": r"空いた辺"},
    ("realm", "en"): {"skip": r"decline|do nothing", "neutralise": r"strikes?", "player": r"sides?"},
    ("realm", "ja"): {"リアレンジ": r"並べ替え", "占領する": r"奪", "ディスペーサル": r"ディスパーサル"},
}
OTHER_SENSES = {  # (text, what is found): why it may stand there
    ("mutterland", "step"): "of a marble, from column to column",
    ("mutterland", "off the land"): "the rule's title: never off the land",
    ("server", "site"): "of the web",
}
FOR_PROGRAMMERS = {  # their words are those of docs/engine.md, docs/research.md and docs/training.md
    "learn": {"errors"},  # and of docs/adding-a-game.md
    "core": {"requests", "arena", "nets", "train", "training", "workers", "research", "tournament"},
    "cli": {"arena", "argparse", "bench", "check", "engine", "perft", "study", "train", "workers"},
}
SIGNS = {"…": r"[^\W\d_] …", "%": r"[\d}] %|％", "〜": r"～", "one sign": r"\.\.\."}


def texts(locale: str) -> Iterator[tuple[str, str, str]]:
    """(speaker, key, text) of everything that people read."""
    for path in sorted((WEB / locale).glob("*.json")):
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            yield "web", f"{path.stem}.{key}", text
    for path in sorted(SOURCE.rglob(f"text/{locale}.toml")):
        for key, text in entries(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield path.parent.parent.name, key, text


def plain(text: str) -> str:
    """Without the names of fields, options of commands and files."""
    return re.sub(r"\{(\w+)(?=:)|\{\w+\}|--[\w-]+|\.secret", "", text)


@pytest.mark.parametrize("locale", LOCALES)
def test_terms_are_those_of_the_glossary(locale: str) -> None:
    found = []
    for speaker, key, text in texts(locale):
        if speaker in ("conformance", "study") or key.split(".")[0] in FOR_PROGRAMMERS.get(speaker, ()):
            continue
        for better, term in (*NOT[locale].items(), *NOT_IN.get((speaker, locale), {}).items()):
            pattern = rf"\b(?:{term})\b" if locale == "en" else term
            for hit in re.finditer(pattern, plain(text), re.IGNORECASE):
                if (speaker, hit[0].lower()) not in OTHER_SENSES:
                    found.append(f"{speaker} {key} has “{hit[0]}”, better: {better}")
    assert found == []


@pytest.mark.parametrize("locale", LOCALES)
def test_signs_are_written_in_one_way(locale: str) -> None:
    found = [
        f"{speaker} {key}: write {better}"
        for speaker, key, text in texts(locale)
        for better, sign in SIGNS.items()
        if re.search(sign, text)
    ]
    assert found == []


@pytest.mark.parametrize("locale", LOCALES)
def test_reasons_are_sentences_without_notation(locale: str) -> None:
    for speaker, key, text in texts(locale):
        if key.startswith("reasons."):
            assert text[0] == "{" or not text[0].islower(), f"{speaker} {key} begins with a capital"
            assert text.endswith("." if locale == "en" else "。"), f"{speaker} {key} is a sentence"
            assert not re.search(r"such as|例：|\(--\)", text), f"{speaker} {key} shows notation"


def test_japanese_moves_are_told_in_the_dictionary_form() -> None:
    """Hints and variations tell moves that nobody has made yet."""
    for speaker, key, text in texts("ja"):
        if key.startswith("events."):
            assert not re.search(r"(ました|ます|です|。)", text), f"{speaker} {key}"


BUTTONS = """
account: delete delete_yes export login login_passkey logout make name_save passkey_make password_change
analysis: copy_link copy_position longer open_go open_record promote remove stop think
board: confirm
common: again cancel close
home: choose friend play screen
lobby: join watch
newgame: all_usual create start use_example
review: judge show_better try
table: accept copy cover decline dismiss fill invite mute new_game next offer_pause offer_rematch offer_resume
table: offer_undo picture record rematch rematch_go resign resign_no resign_yes review send share stand take_back
table: take_back_turn unmute withdraw
"""
LONG = {"table.fill", "table.mute", "account.export"}  # in Japanese, for their long nouns


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_are_short(locale: str) -> None:
    said = {key: text for speaker, key, text in texts(locale) if speaker == "web"}
    for line in BUTTONS.strip().splitlines():
        area, _, keys = line.partition(":")
        for key in (f"{area}.{name}" for name in keys.split()):
            text = said[key].removesuffix("…")
            assert not text.endswith((".", "。")), f"{key} is no sentence"
            short = len(text.split()) <= 3 if locale == "en" else len(text) <= 10 or key in LONG
            assert short, f"{key} is too long for a button: {text}"
