"""Errors about names, accounts, passwords and passkeys."""

from ludarium.server.errors import ServerError


class PeopleError(ServerError):
    section = "people"
