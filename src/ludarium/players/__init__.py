"""Computer players: levels, how one decides, and the processes they think in."""

from ludarium.players.levels import LEVELS, Level, find_level
from ludarium.players.report import Line, Report
from ludarium.players.style import Limits, ThinkingStyle

__all__ = ["LEVELS", "Level", "Limits", "Line", "Report", "ThinkingStyle", "find_level"]
