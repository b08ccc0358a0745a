"""Who is where at all processes: each tells the others what has changed, at most once in a second.

It is in memory alone, and forgotten together with the process that told it. A notice is a list of words: the process's
number, then ``*`` (forget what I said), ``+PERSON`` and ``-PERSON`` (here, and no longer), ``@TABLE=SPECTATORS,PERSON``
(who is at a table: how many watch, and who of those that sit there).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_LONGEST = 7_000  # bytes: PostgreSQL takes notices of less than 8000


@dataclass(frozen=True)
class AtTable:
    """Who is connected to a table: those who sit there, and how many others."""

    persons: frozenset[str]
    spectators: int


EMPTY = AtTable(frozenset(), 0)


@dataclass
class Known:
    """What a process has told."""

    tables: dict[str, AtTable] = field(default_factory=dict)  # at which somebody is
    persons: set[str] = field(default_factory=set)


class Elsewhere:
    """What the other processes have told."""

    def __init__(self) -> None:
        self._by_process: dict[int, Known] = {}

    def hear(self, said: str, own: int) -> list[str]:
        """The tables that were told about; nothing of what the process ``own`` says itself."""
        number, *words = said.split()
        if int(number) == own:
            return []
        known = self._by_process.setdefault(int(number), Known())
        changed = []
        for word in words:
            if word == "*":
                changed += list(known.tables)
                known.tables.clear()
                known.persons.clear()
            elif word.startswith("@"):
                table, _, who = word[1:].partition("=")
                spectators, *persons = who.split(",")
                known.tables[table] = AtTable(frozenset(persons), int(spectators))
                if known.tables[table] == EMPTY:
                    del known.tables[table]
                changed.append(table)
            else:
                (known.persons.add if word.startswith("+") else known.persons.discard)(word[1:])
        return changed

    def keep(self, living: Iterable[int]) -> list[str]:
        """Forget what the dead have told; the tables of that."""
        dead = set(self._by_process).difference(living)
        return [table for number in dead for table in self._by_process.pop(number).tables]

    def at(self, table: str) -> AtTable:
        for known in self._by_process.values():
            if table in known.tables:
                return known.tables[table]
        return EMPTY

    def is_here(self, person: str) -> bool:
        return any(person in known.persons for known in list(self._by_process.values()))  # from any thread


class Teller:
    """What this process tells: only what is another since the last time, all of it to somebody new."""

    def __init__(self) -> None:
        self.anew = True
        self._told = Known()

    def news(self, number: int, tables: Mapping[str, AtTable], persons: set[str]) -> list[str]:
        """Notices that say how it stands; none if nothing has changed."""
        if self.anew:
            self._told = Known()
        before, words = self._told, ["*"] if self.anew else []
        self.anew = False
        for table in before.tables.keys() - tables.keys():
            words.append(f"@{table}=0")
        for table, found in tables.items():
            if before.tables.get(table) != found:
                words.append(f"@{table}={','.join([str(found.spectators), *sorted(found.persons)])}")
        words += [f"-{one}" for one in sorted(before.persons - persons)]
        words += [f"+{one}" for one in sorted(persons - before.persons)]
        self._told = Known(dict(tables), set(persons))
        return [" ".join([str(number), *part]) for part in _parts(words)]


def _parts(words: Iterable[str]) -> Iterator[list[str]]:
    """Lists that are short enough; ids are ASCII."""
    part: list[str] = []
    length = 0
    for word in words:
        if part and length + len(word) >= _LONGEST:
            yield part
            part, length = [], 0
        part.append(word)
        length += len(word) + 1
    if part:
        yield part
