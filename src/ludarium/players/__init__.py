"""Computer players: levels, how one decides, and the processes they think in."""

from ludarium.players.levels import LEVELS, Level, find_level
from ludarium.players.manner import Limits, Manner
from ludarium.players.report import Line, Report

__all__ = ["LEVELS", "Level", "Limits", "Line", "Manner", "Report", "find_level"]
