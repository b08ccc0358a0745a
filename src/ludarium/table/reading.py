"""Reading records: what the table would not have written is refused, with the line and what to do about it."""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import LudariumError, NotAllowed, RecordError, UnknownName
from ludarium.core.game import AGREEMENT, Ruleset, find_ruleset
from ludarium.core.options import shortened
from ludarium.table import sheet
from ludarium.table.record import SECRET_SUFFIX, Record, secret_path
from ludarium.table.sheet import NumberedLine, Sheet, Token
from ludarium.table.table import ABORTED, LEFT, RESIGNED, TIMED_OUT, Table

LONGEST = 8_000_000  # characters; a game of 100,000 turns has less than two million
LONGEST_LINE = 150_000
BYTE_ORDER_MARK = "\ufeff"  # some editors put this invisible character before a text
DEEPEST = 4  # lists within lists in an option

_FIRST_WORD = sheet.FORMAT.split(maxsplit=1)[0]
_REVEAL = re.compile(r"^reveal:\r?$", re.MULTILINE)
_SEED = re.compile(r"-?[0-9]{1,40}")
_SALT = re.compile(r"[0-9a-f]{32}")
_PUBLIC = ("ruleset", "option", "start", "seed", "drawn", "player", "date", "commit seed")
_SECRET = ("salt seed", "start", "seed", "drawn")


def read_record(text: str, secret: str | None = None, *, repair: bool = False, first_line: int = 1) -> Record:
    """The game that a text records, with its table as it stood at the end; ``RecordError`` if it is not one.

    A game with secrets that is not over needs its ``secret`` text too. ``repair`` leaves out a last line or step
    that is cut off, as after a crash. ``first_line`` is the number of the first line where more stands before it.
    """
    return read_interrupted(text, secret, repair, first_line).record


def open_record(path: Path, *, repair: bool = False) -> Record:
    """The record in a file, to be played on: what is done at its table is appended to the file."""
    read = read_interrupted(read_file(path), read_secret(path), repair)
    read.record.go_on(path, read.kept, read.missing, read.secret)
    return read.record


def verify(record: Record) -> list[str]:
    """Check every commitment of a record from its text alone; what was committed: ``seed`` and seats."""
    if record.sealed and record.table.outcome is None:
        raise NotAllowed("record_not_over")
    checked = read_record(record.text()).text()
    return [line.split(":")[0].removeprefix("commit ") for line in checked.split("\n") if line.startswith("commit ")]


def step_comments(text: str) -> list[str]:
    """For each step that stands at the end of a record, the last comment before it since the step before; of a game
    with secrets that is over, those beside what was really done.
    """
    reveal = _REVEAL.search(text)
    found: list[str] = []
    comment = ""
    for line in text[reveal.end() :].split("\n") if reveal else text.split("\n"):
        if line.startswith("#"):
            comment = line.removeprefix("#").strip()
        elif turn := sheet.TURN_LINE.fullmatch(line.removesuffix("\r")):
            steps = sheet.split_turn(turn[2]).texts
            found += [comment, *[""] * (len(steps) - 1)]
            comment = ""
        elif undo := sheet.UNDO_LINE.fullmatch(line.removesuffix("\r")):
            del found[len(found) - int(undo[1]) :]
    return found


def read_file(path: Path) -> str:
    """A file's text; if it is cut off within a character, a replacement for that one is its last."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST * 4 + 1)  # a device may have no end
    except FileNotFoundError as error:
        raise UnknownName("record_missing", path=str(path)) from error
    except OSError as error:
        raise sheet.unwritable(path, error) from error
    if len(data) > LONGEST * 4:
        raise RecordError(1, "record_long", longest=LONGEST)
    return decoded(data)


def decoded(data: bytes, first_line: int = 1) -> str:
    """The text of a file, or of a part from this line on; if it is cut off within a character, a replacement for that
    one is its last.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode() + "\ufffd"
        raise RecordError(data.count(b"\n", 0, error.start) + first_line, "record_binary") from error


def read_secret(path: Path) -> str | None:
    """The text of the secret file beside a record, if there is one."""
    beside = secret_path(path)
    try:
        return read_file(beside) if os.path.exists(beside) else None
    except RecordError as error:
        error.file = SECRET_SUFFIX
        raise


def number_lines(text: str, first: int = 1) -> list[NumberedLine]:
    """The lines with their numbers; ``RecordError`` if there is more than a record can have."""
    if len(text) > LONGEST:
        raise RecordError(first, "record_long", longest=LONGEST)
    lines = [(number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), first)]
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            raise RecordError(number, "record_line_long", longest=LONGEST_LINE)
    return lines if lines[-1][1] else lines[:-1]


class Reading(NamedTuple):
    record: Record
    kept: str  # the text but for what was cut off and, while the secret text is there, what it will reveal
    missing: list[Token]  # what the table would have written next, had it not been interrupted
    secret: str | None


def read_interrupted(text: str, secret: str | None = None, repair: bool = False, first_line: int = 1) -> Reading:
    """What ``read_record`` gives, with all that is needed to go on writing."""
    number_lines(text, first_line)  # not too long to be looked at
    text = _mend(text, repair, first_line)
    reveal = _REVEAL.search(text)
    public = text[: reveal.start()] if reveal else text
    lines = number_lines(public, first_line)
    header = _read_header(lines, first_line, _PUBLIC)
    ruleset = header.ruleset()
    if ruleset.game.hidden_information != (header.says("seed") == sheet.SEALED):
        raise RecordError(header.line("seed"), "record_seal" if ruleset.game.hidden_information else "record_no_seal")
    end = first_line + public.count("\n")
    if not ruleset.game.hidden_information:
        if reveal:
            raise RecordError(end, "record_line", found=reveal[0])
        secret = None
        record = Record(_table(ruleset, header, header), Sheet(header.text), None)
        _play(record, lines[header.length :])
    elif secret is not None:
        try:
            number_lines(secret)
            secret = _mend(secret, repair, 1)
            record = _read_sealed(ruleset, header, number_lines(secret), 1)
        except RecordError as error:
            error.file = SECRET_SUFFIX
            raise
    elif reveal:
        after = number_lines(text[reveal.end() + 1 :], end + 1)
        record = _read_sealed(ruleset, header, after, end)
        if record.table.outcome is None:
            raise RecordError(end, "record_reveal_early")
    else:
        raise RecordError(lines[-1][0], "record_sealed")
    written = list(sheet.tokens(number_lines(record.text())[header.length :]))
    missing = _compare(written, list(sheet.tokens(lines[header.length :])))
    if missing and reveal and secret is None:
        raise RecordError(end, "record_differs", expected=_shown(missing[0]), found=reveal[0])
    record.adopt(text)
    return Reading(record, text if secret is None else public, missing, secret)


def _mend(text: str, repair: bool, first_line: int) -> str:
    if not sheet.is_cut_off(text):
        return text
    if not repair:
        raise RecordError(first_line + text.count("\n"), "record_cut", found=shortened(text[text.rfind("\n") + 1 :]))
    return sheet.without_cut_off(text)


# --- the header -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Header:
    """The first lines, by what stands before their colon."""

    parts: dict[str, NumberedLine]
    length: int  # how many lines
    text: str
    end: int  # the number of the line after them

    def says(self, key: str) -> str:
        """The value of a part that must be there."""
        if key not in self.parts:
            raise RecordError(self.end, "record_lacks", part=key)
        return self.parts[key][1]

    def line(self, key: str) -> int:
        return self.parts[key][0] if key in self.parts else self.end

    def named(self, kind: str) -> dict[str, NumberedLine]:
        """``option`` → the options by name."""
        return {key.removeprefix(kind + " "): line for key, line in self.parts.items() if key.startswith(kind + " ")}

    def ruleset(self) -> Ruleset:
        name = self.says("ruleset")
        try:
            return find_ruleset(name)
        except LudariumError as error:
            raise RecordError(self.line("ruleset"), error.key, cause=error) from error


def _read_header(lines: Sequence[NumberedLine], first_line: int, known: tuple[str, ...]) -> _Header:
    parts: dict[str, NumberedLine] = {}
    length = 0
    if known is _PUBLIC:
        _check_format(lines, first_line)
        length = 1
    for number, line in lines[length:]:
        match = sheet.HEADER_LINE.fullmatch(line)
        if match is None and not sheet.is_remark(line):
            break
        length += 1
        if match is not None:
            if not match[1].startswith(known):
                raise RecordError(number, "record_line", found=shortened(line))
            if match[1] in parts:
                raise RecordError(number, "record_twice", part=match[1])
            parts[match[1]] = (number, match[2])
    text = "".join(line + "\n" for _, line in lines[:length])
    return _Header(parts, length, text, first_line + length)


def _check_format(lines: Sequence[NumberedLine], first_line: int) -> None:
    first = lines[0][1] if lines else ""
    if first != sheet.FORMAT:
        key = "record_version" if first.split(maxsplit=1)[:1] == [_FIRST_WORD] else "record_first"
        key = "record_mark" if first.startswith(BYTE_ORDER_MARK) else key
        raise RecordError(first_line, key, expected=sheet.FORMAT, found=shortened(first))


def _table(ruleset: Ruleset, header: _Header, chance: _Header) -> Table:
    """The table at the start; ``chance`` says what the seed decided (in a game with secrets, the revealed part)."""
    seed = chance.says("seed")
    if not _SEED.fullmatch(seed):
        raise RecordError(chance.line("seed"), "record_seed", found=shortened(seed))
    options = {name: _read_json(line) for name, line in header.named("option").items()}
    drawn = {name: _read_json(line) for name, line in chance.named("drawn").items()}
    at = header.line("ruleset")
    try:
        start = None
        if "start" in chance.parts:
            complete = ruleset.read({**options, **drawn})
            at = chance.line("start")
            start = ruleset.game.read_position(complete, chance.says("start"))
        at = header.line("ruleset")
        table = Table(ruleset, options, int(seed), drawn=drawn, start=start)
    except LudariumError as error:
        name = error.data.get("option")
        lines = {**header.named("option"), **chance.named("drawn")}
        raise RecordError(
            lines[name][0] if isinstance(name, str) and name in lines else at, error.key, error
        ) from error
    players = list(table.players)
    for seat, (number, name) in header.named("player").items():
        if int(seat) >= len(players):
            raise RecordError(number, "players_many", seats=len(players), given=int(seat) + 1)
        players[int(seat)] = name
    table.players = tuple(players)
    return table


def _read_json(line: NumberedLine) -> object:
    """An option's value: numbers, words and truth values, in lists at most."""
    try:
        value: object = json.loads(line[1])
    except (ValueError, RecursionError) as error:
        raise RecordError(line[0], "record_json", found=shortened(line[1])) from error
    level: list[object] = [value]
    for _ in range(DEEPEST + 1):
        if not all(isinstance(item, int | str | list) for item in level):
            break
        level = [item for items in level if isinstance(items, list) for item in items]
        if not level:
            return value
    raise RecordError(line[0], "record_json", found=shortened(line[1]))


# --- the body -------------------------------------------------------------------------------------------------------
def _read_sealed(ruleset: Ruleset, header: _Header, lines: list[NumberedLine], first_line: int) -> Record:
    """The record of a game with secrets, from what was (or will be) revealed."""
    hidden = _read_header(lines, first_line, _SECRET)
    salt = hidden.says("salt seed")
    if not _SALT.fullmatch(salt):
        raise RecordError(hidden.line("salt seed"), "record_salt")
    sworn = "\n".join(line for line in hidden.text.split("\n")[:-1] if sheet.HEADER_LINE.fullmatch(line))
    sworn = sworn.partition("\n")[2]  # all but the salt itself
    if header.says("commit seed") != sheet.commitment(salt, sworn):
        raise RecordError(header.line("commit seed"), "record_commitment")
    record = Record(_table(ruleset, header, hidden), Sheet(header.text), Sheet(hidden.text), _no_salt)
    _play(record, lines[hidden.length :])
    return record


def _no_salt() -> str:
    """A salt that was not drawn at the table, but should stand in the record."""
    raise NotAllowed("record_salt")


def _play(record: Record, lines: Sequence[NumberedLine]) -> None:
    """Do at the record's table what the lines say."""
    for number, line in lines:
        if sheet.is_remark(line):
            continue
        try:
            if turn := sheet.TURN_LINE.fullmatch(line):
                _play_turn(record.table, number, turn[1], turn[2])
            elif undo := sheet.UNDO_LINE.fullmatch(line):
                record.table.undo(int(undo[1]))
            elif result := sheet.RESULT_LINE.fullmatch(line):
                _play_result(record.table, number, result[1], result[2])
            elif (salt := sheet.SALT_LINE.fullmatch(line)) and record.sealed:
                record.use_salt(salt[1])
            else:
                late = sheet.HEADER_LINE.fullmatch(line)
                raise RecordError(number, "record_late" if late else "record_line", found=shortened(line))
        except RecordError:
            raise
        except LudariumError as error:
            raise RecordError(number, error.key, cause=error) from error


def _play_turn(table: Table, number: int, label: str, text: str) -> None:
    steps = sheet.split_turn(text)
    ended = ""
    for step in steps.texts:
        if table.outcome is None and ended:
            raise RecordError(number, "record_turn_over", step=ended, label=f"{table.turn} {table.seat}")
        if table.outcome is None and label != f"{table.turn} {table.seat}":
            raise RecordError(number, "record_label", expected=f"{table.turn} {table.seat}", found=label)
        table.take(table.seat, step)
        ended = table.history.taken[-1].text if table.history.taken[-1].ends_turn else ""
    if steps.more and ended:
        raise RecordError(number, "record_comma", step=ended)
    if not steps.more and not ended:
        raise RecordError(number, "record_no_comma", step=steps.texts[-1])


def _play_result(table: Table, number: int, winners: str, reason: str) -> None:
    said = f"result: {winners} {reason}"
    losers = [seat for seat in range(table.state.seats) if str(seat) not in winners.split()]
    losing = {RESIGNED: table.resign, TIMED_OUT: table.time_out, LEFT: table.leave}
    if table.outcome is None:
        if reason in losing:
            if len(losers) == 1:
                losing[reason](losers[0])
        elif reason == ABORTED:
            table.abort()
        elif reason == AGREEMENT and table.game.agreement:
            table.agree()
    if table.outcome is None:
        raise RecordError(number, "record_result_early", found=said)
    if sheet.result_text(table.outcome) != said:
        raise RecordError(number, "record_differs", expected=sheet.result_text(table.outcome), found=said)


def _compare(written: list[Token], found: list[Token]) -> list[Token]:
    """See that what was found is what the table writes, as far as it goes; the rest of that."""
    for should, is_ in zip_longest(written, found):
        if is_ is None:
            return written[len(found) :]
        if should is None:
            raise RecordError(is_.line, "record_extra", found=_shown(is_))
        if should[1:] != is_[1:]:
            raise RecordError(is_.line, "record_differs", expected=_shown(should), found=_shown(is_))
    return []


def _shown(token: Token) -> str:
    comma = "," if token.more else ""
    return shortened(f"{token.label}: {token.text}{comma}" if token.label else token.text)
