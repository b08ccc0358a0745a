"""What cannot be looked at."""

from ludarium.server.errors import ServerError


class StudyError(ServerError):
    """Its sentence is in the section ``study``."""

    section = "study"
