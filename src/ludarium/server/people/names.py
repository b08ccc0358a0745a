"""What people may be called, and which names count as the same."""

import unicodedata

from ludarium.server.errors import PeopleError
from ludarium.server.people.models import LONGEST_NAME

# Control, format (bidirectional marks and other invisible ones), half characters, private and unassigned ones,
# separators of lines and paragraphs.
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")  # letters, says Unicode, but nothing is seen
_MOST_MARKS = 3  # accents and the like on one letter
_JOINERS = "\u200c\u200d"  # some scripts and emoji need them, between two visible characters


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
        if hidden or marks > _MOST_MARKS:
            raise PeopleError("name_form", most=LONGEST_NAME)
    seen = name.strip(_JOINERS)
    if not 1 <= len(name) <= LONGEST_NAME or seen != name or not any(letter.isalnum() for letter in fold(name)):
        raise PeopleError("name_form", most=LONGEST_NAME)
    return name


def fold(name: str) -> str:
    """Equal for names that are the same but for capitals, widths of letters, joiners and spaces."""
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if letter not in _JOINERS)
    return "".join(unicodedata.normalize("NFKC", shown.casefold()).split())
