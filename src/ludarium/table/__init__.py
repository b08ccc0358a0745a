"""Running, recording and replaying games; the same for a terminal, a browser and a test."""

from ludarium.table.reading import open_record, read_file, read_record, verify
from ludarium.table.record import Record
from ludarium.table.replay import Frame, replay
from ludarium.table.series import Match
from ludarium.table.table import Table

__all__ = [
    "Frame",
    "Match",
    "Record",
    "Table",
    "open_record",
    "read_file",
    "read_record",
    "replay",
    "verify",
]
