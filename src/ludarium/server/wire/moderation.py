"""Answers for those who report something and for moderators."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Reported:
    """A report was kept. ``left``: how many more this person can send today."""

    left: int


@dataclass(frozen=True)
class Duties:
    """What a visitor looks after. ``reports``: how many are open, for moderators."""

    moderator: bool
    reports: int


@dataclass(frozen=True)
class ReportedPerson:
    """Somebody in a report. ``banned`` and ``muted`` are times until which that holds; 0: for good, -1: not at all."""

    id: str  # empty: the account is gone
    name: str
    guest: bool
    moderator: bool
    banned: int
    muted: int


@dataclass(frozen=True)
class ReportedMessage:
    """A chat message that stood at the table when a report was made."""

    name: str
    text: str
    at: int
    reported: bool  # whether it is by the reported person


@dataclass(frozen=True)
class Report:
    """An open report, for moderators."""

    id: int
    made: int
    reason: str
    label: str  # the reason in words
    text: str
    reporter: ReportedPerson
    reported: ReportedPerson | None  # nobody: it is about the table
    table: str  # empty: not at a table
    title: str  # of the table's game
    open: bool  # whether the table can be closed
    position: int  # how many moves the reporter had seen
    chat: list[ReportedMessage]


@dataclass(frozen=True)
class AuditEntry:
    """Something that a moderator or administrator did."""

    id: int
    at: int
    by: str
    label: str  # what was done, in words
    whom: str
    name: str
    detail: str
    why: str


@dataclass(frozen=True)
class ModerationDesk:
    """All that the page of moderators shows."""

    reports: list[Report]
    log: list[AuditEntry]
