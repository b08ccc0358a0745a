"""Reading a ruleset's options from JSON values or ``name=value`` texts, with errors that say what would be taken."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from typing import TypeVar

from mypy_extensions import mypyc_attr

from ludarium.core.errors import OptionError
from ludarium.core.vocabulary import Option

# Numbers, words, truth values, or lists of such (of lists of such): what JSON can say without objects.
OptionValue = int | str | bool | tuple["OptionValue", ...]
_BETWEEN = re.compile("[,，、]")  # the words of a list
_RUN = re.compile(r"(-?[0-9]{1,3}):(-?[0-9]{1,3})(?:\.\.(-?[0-9]{1,3}):(-?[0-9]{1,3}))?")  # of places in a row
_MOST_PLACES = 1000


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True)
class GameOptions:
    """The options of a game as its rules use them; a frozen dataclass that can be pickled, compiled too."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), astuple(self)


Chosen = TypeVar("Chosen", bound=GameOptions)


def rule_options(kind: type[Chosen], values: Mapping[str, OptionValue]) -> Chosen:
    """Those of a ruleset's options, complete and checked, that the rules use."""
    make: Callable[..., Chosen] = kind
    return make(**{field.name: values[field.name] for field in fields(kind)})


def read_value(option: Option, value: object) -> OptionValue:
    """One option's value, checked against what the option takes."""
    if isinstance(option.default, bool):
        if isinstance(value, bool):
            return value
    elif option.values:
        if isinstance(value, str) and value in option.values:
            return value
        if option.lists and isinstance(value, list | tuple):
            return frozen(value)
    elif option.lists:
        if isinstance(value, list | tuple):
            return frozen(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        if value in _numbers(option) or (option.zero and value == 0):
            return value
    raise OptionError("option_value", option=option.name, value=shortened(value), takes=what_it_takes(option))


def _numbers(option: Option) -> range:
    return range(option.low, option.high + 1, option.stride)


def what_it_takes(option: Option) -> str:
    """The values an option takes, for people."""
    if isinstance(option.default, bool):
        return "true | false"
    takes = list(option.values)
    if option.lists:
        takes.append(option.lists)
    if not takes:
        strides = option.stride > 1
        takes += map(str, _numbers(option)) if strides else [f"{option.low}–{option.high}"]
        if option.zero and option.low > 0:
            takes.insert(0, "0")
    return " | ".join(takes)


def read_text(option: Option, text: str) -> object:
    """The value of ``name=value`` as JSON would have it; words need no quotation marks, a list of them no brackets."""
    if text in option.values:
        return text
    words = _BETWEEN.sub(" ", text).split() if option.lists and not text.lstrip().startswith("[") else []
    if option.places and words and _RUN.fullmatch(words[0]):
        return _read_runs(words)
    if len(words) > 1 or (words and not option.values):
        return words
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(found, list) and '"' in option.lists:  # a list of words, of which some look like numbers
        return [str(one) if isinstance(one, int) and not isinstance(one, bool) else one for one in found]
    return found


def _read_runs(words: Sequence[str]) -> list[object]:
    """The places in ``0:0..9:0 3:1``; what is none stays as it is, for the game to refuse."""
    places: list[object] = []
    for word in words:
        run = _RUN.fullmatch(word)
        if run is None or (run[4] or run[2]) != run[2] or len(places) > _MOST_PLACES:
            places.append(word)
            continue
        first, row = int(run[1]), int(run[2])
        last = int(run[3] or run[1])
        places += [[column, row] for column in range(first, last + 1)] or [word]
    return places


def _runs(places: Sequence[tuple[int, int]]) -> list[str]:
    """Places side by side are ``0:0..9:0``."""
    ends: list[list[int]] = []  # first and last of each run, and its row
    for column, row in sorted(places, key=lambda place: (place[1], place[0])):
        if ends and ends[-1][1:] == [column - 1, row]:
            ends[-1][1] = column
        else:
            ends.append([column, column, row])
    return [f"{first}:{row}" if first == last else f"{first}:{row}..{last}:{row}" for first, last, row in ends]


def _as_places(value: OptionValue) -> list[tuple[int, int]]:
    """The places that a list holds; none if it holds anything else, or a place twice."""
    places: list[tuple[int, int]] = []
    for one in value if isinstance(value, tuple) else ():
        match one:
            case (int(column), int(row)) if bool not in (type(column), type(row)):
                places.append((column, row))
            case _:
                return []
    return places if len(set(places)) == len(places) else []


def value_text(value: OptionValue, places: bool = False) -> str:
    """A list as people write it, so that ``read_text`` gives it again; ``places`` in rows."""
    if places and (found := _as_places(value)):
        return " ".join(_runs(found))
    if isinstance(value, tuple) and value and all(isinstance(one, str) for one in value):
        return ", ".join(map(str, value))
    return json.dumps(value)


def read_options(
    options: Sequence[Option], preset: Mapping[str, OptionValue], given: Mapping[str, object], ruleset: str
) -> dict[str, OptionValue]:
    """All options of a ruleset: the given ones, else the ruleset's, else the defaults."""
    values: dict[str, OptionValue] = {option.name: option.default for option in options}
    values.update(preset)
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise OptionError("option_unknown", option=shortened(name), ruleset=ruleset, known=sorted(known))
        values[name] = read_value(known[name], value)
    return values


def frozen(value: object) -> OptionValue:
    """A JSON list as a tuple that can be compared, hashed and kept."""
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, int | str):
        return value
    raise OptionError("option_item", value=shortened(value))


def shortened(value: object) -> str:
    """What somebody typed, short enough for a message."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
