"""What people are told when something cannot be done."""

from ludarium.server.errors import ServerError


class PeopleError(ServerError):
    section = "people"
