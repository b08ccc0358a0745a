"""What people may be called, which names count as the same, and which look the same."""

import unicodedata

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import LONGEST_NAME

# Control, format (bidirectional marks and other invisible ones), half characters, private and unassigned ones,
# separators of lines and paragraphs.
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")  # letters, says Unicode, but nothing is seen
_MOST_MARKS = 3  # vowel signs and the like on one letter, in scripts that have them
_JOINERS = "\u200c\u200d"  # some scripts and emoji need them, between two visible characters
# Marks that belong to no script and can be piled on any letter. Accents that a letter is written with are part of it by
# then (NFC), and so are the voiced kana; what is left over makes two names look alike, or covers what stands beside it.
_PILED = ((0x0300, 0x036F), (0x0483, 0x0489), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))

# Letters that are taken for others: those of a pair stand under each other. Capitals first, as small ones differ more.
_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABESIJKMHOPCTYXYGQWIABEZHIKMNOPTYX",
)
_SMALL = str.maketrans(
    "асԁеһіјӏорԛѕуѵԝхүӕαγικνορτυχωɑɡıɩօսհոզց口力二工夕卜八へり一べぺ",
    "acdehijlopqsyvwxyæayikvoptuxwagiiouhnqgロカニエタトハヘリーベペ",
)


def read_name(text: str) -> str:
    """The name somebody chose, tidied; ``PeopleError`` if it cannot be one."""
    if any(ord(letter) in range(0xD800, 0xE000) for letter in text) or len(text) > 10 * LONGEST_NAME:
        raise PeopleError("name_form", most=LONGEST_NAME)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    marks = 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        hidden = letter in _BLANK or (category in _REFUSED and letter not in _JOINERS)
        piled = any(first <= ord(letter) <= last for first, last in _PILED)
        if hidden or piled or marks > _MOST_MARKS:
            raise PeopleError("name_form", most=LONGEST_NAME)
    seen = name.strip(_JOINERS)
    if not 1 <= len(name) <= LONGEST_NAME or seen != name or not any(letter.isalnum() for letter in fold(name)):
        raise PeopleError("name_form", most=LONGEST_NAME)
    return name


def fold(name: str) -> str:
    """Equal for names that are the same but for capitals, widths of letters, joiners and spaces."""
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in _JOINERS)
    return "".join(unicodedata.normalize("NFKC", shown.casefold()).split())


def looks_of(name: str) -> str:
    """Equal for names that can be taken for each other: also those with letters of other scripts that look the same."""
    capitals = unicodedata.normalize("NFKC", name).translate(_CAPITALS)
    return fold(capitals).translate(_SMALL)
