"""Errors of analysis."""

from ludarium.server.errors import ServerError


class AnalysisError(ServerError):
    """Its sentence is in the section ``analysis``."""

    section = "analysis"
