"""How the server is set up: environment variables ``LUDARIUM_…``, else a TOML file, else the defaults."""

import os
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from ludarium.folders import data_folder, settings_file
from ludarium.players.memory import LEAST, MOST, tree_memory
from ludarium.server.errors import ServerError

PREFIX = "LUDARIUM_"
LONGEST_MAIL_ADDRESS = 254
# No quoted names and no blanks: nobody has them, and they would mean something in a mail's head.
_MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")
FILE_VARIABLE = PREFIX + "CONFIG"
LONGEST_ADDRESS = 260
_OTHERS = {"CONFIG", "LANG", "HOME", "GAMES", "PAGES", "PURE", "COMPILE"}  # variables of ours that are no settings here
Texts = Annotated[tuple[str, ...], NoDecode]  # in the environment apart by commas


class SettingsError(ServerError):
    """A setting that cannot be; the sentence says what to write."""


class Settings(BaseSettings):
    """Every setting of the server. ``docs/server.md`` explains them."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    database: str = ""  # an SQLAlchemy URL; empty: a file in the user's data folder
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8765  # 0: any that is free
    internal_address: str = ""  # host:port for processes that share the database; empty: where it listens
    origins: Texts = ()  # as browsers write them: https://games.example; empty: whatever a loopback request says
    trusted_proxies: Texts = ()  # addresses whose X-Forwarded-… headers are believed
    secure_cookies: bool | None = None  # None: where the request or the first origin says https
    session_days: Annotated[int, Field(ge=1, le=3650)] = 180  # after the last visit
    waiting_days: Annotated[int, Field(ge=1, le=3650)] = 7  # until a table is closed that waits for players, alone
    audit_days: Annotated[int, Field(ge=1, le=36500)] = 730  # for which the audit log is kept
    guest_days: Annotated[int, Field(ge=0, le=36_500)] = 180  # until absent guests are deleted; 0: never
    archive_days: Annotated[int, Field(ge=0, le=36_500)] = 30  # until a finished game is archived; 0: never
    chat_days: Annotated[int, Field(ge=0, le=36_500)] = 365  # that messages are kept; 0: for ever
    passkey_domain: str = ""  # empty: the name in the request's Host
    push_contact: str = ""  # whom push services ask about our notices; empty: the first origin, if it is https
    mail_server: str = ""  # smtp(s)://user:password@host:port; empty: no mail
    mail_from: str = ""  # the address that mails come from
    log_format: Literal["text", "json"] = "text"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics: bool = True
    cores: Annotated[int, Field(ge=0, le=256)] = 0  # for thinking; 0: all but one
    memory: Annotated[int, Field(ge=0, le=MOST)] = 0  # MiB for thinking; 0: a third of the machine's
    bot_delay_ms: Annotated[int, Field(ge=0, le=30_000)] = 600  # that a computer's step takes at least
    limits: Literal["on", "off"] = "on"  # the next five; off is for measuring
    tables_per_hour: Annotated[int, Field(ge=1)] = 60  # that one person may open
    guests_per_hour: Annotated[int, Field(ge=1)] = 60  # new names from one address
    requests_per_minute: Annotated[int, Field(ge=1)] = 1200  # of one address to /api and /ws; half of it of one person
    connections: Annotated[int, Field(ge=1)] = 4000  # WebSockets at the same time
    connections_per_address: Annotated[int, Field(ge=1)] = 200
    body_bytes: Annotated[int, Field(ge=1_000)] = 2_000_000  # at most; most requests may bring much less
    body_seconds: Annotated[float, Field(gt=0, le=600)] = 20

    @field_validator("origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return tuple(value) if isinstance(value, list) else value

    @field_validator("origins")
    @classmethod
    def _check_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            parts = urlsplit(origin)
            bare = f"{parts.scheme}://{parts.netloc}"
            if parts.scheme not in ("http", "https") or not parts.hostname or origin != bare:
                raise ValueError
        return tuple(origin.lower() for origin in origins)

    @field_validator("internal_address")
    @classmethod
    def _check_internal_address(cls, address: str) -> str:
        try:
            parts = urlsplit(f"//{address}")
            whole = bool(parts.hostname and parts.port) and parts.netloc == address
        except ValueError:
            whole = False
        if address and (not whole or "@" in address or len(address) > LONGEST_ADDRESS):
            raise ValueError
        return address

    @field_validator("memory")
    @classmethod
    def _check_memory(cls, memory: int) -> int:
        if 0 < memory < LEAST:
            raise ValueError
        return memory

    @field_validator("database")
    @classmethod
    def _check_database(cls, text: str) -> str:
        """A file, or a PostgreSQL database; the driver is ours to choose."""
        if not text:
            return text
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise ValueError from None
        kind, _, driver = url.drivername.partition("+")
        if kind in ("postgresql", "postgres") and driver in ("", "psycopg") and url.database:
            url = url.set(drivername="postgresql+psycopg")
        elif kind != "sqlite" or driver not in ("", "pysqlite") or url.host or not _is_file(url.database):
            raise ValueError
        return url.render_as_string(hide_password=False)

    @field_validator("push_contact")
    @classmethod
    def _check_contact(cls, contact: str) -> str:
        parts = urlsplit(contact)
        address = contact.removeprefix("mailto:")
        if contact and not is_mail_address(address) and not (parts.scheme == "https" and parts.hostname):
            raise ValueError
        return f"mailto:{address}" if is_mail_address(address) else contact

    @field_validator("mail_server")
    @classmethod
    def _check_mail_server(cls, address: str) -> str:
        parts = urlsplit(address)
        _ = parts.port  # a wrong one is a ValueError, too
        if address and (parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/")):
            raise ValueError
        return address

    @field_validator("mail_from")
    @classmethod
    def _check_mail_from(cls, address: str) -> str:
        if address and not is_mail_address(address):
            raise ValueError
        return address

    @property
    def contact(self) -> str:
        """Whom push services can ask, as they want it: a mailto or https address; empty where nobody is named."""
        first = self.origins[0] if self.origins else ""
        return self.push_contact or (first if first.startswith("https:") else "")

    @property
    def database_url(self) -> str:
        """The database, whose folder is made if it is ours to choose."""
        if self.database:
            return self.database
        folder = data_folder(os.environ)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise SettingsError("folder", folder=folder, why=error.strerror or error) from error
        return f"sqlite:///{folder / 'ludarium.sqlite'}"

    def at_most(self, number: int) -> int:
        """A limit, if limits are on."""
        return number if self.limits == "on" else 10**9

    @property
    def thinking_cores(self) -> int:
        return self.cores or max(1, (os.cpu_count() or 1) - 1)

    @property
    def thinking_memory(self) -> int:
        return self.memory or tree_memory({})

    @property
    def secure(self) -> bool | None:
        """Whether cookies are for https only; None: as the request came."""
        if self.secure_cookies is None and self.origins:
            return self.origins[0].startswith("https:")
        return self.secure_cookies


def is_mail_address(text: str) -> bool:
    """Whether a text can be a mail address. Whether it is one, only a mail shows that somebody answers."""
    return len(text) <= LONGEST_MAIL_ADDRESS and _MAIL_ADDRESS.fullmatch(text) is not None


def _is_file(name: str | None) -> bool:
    """A database in memory would be another one for every connection."""
    return bool(name) and name != ":memory:" and not str(name).startswith("file:") and "\0" not in str(name)


def read_settings(file: Path | None = None, **given: object) -> Settings:
    """The settings: those given, else those of the environment, else those of the file, else the defaults."""
    _refuse_near_misses(os.environ)
    if file is None and os.environ.get(FILE_VARIABLE):
        file = Path(os.environ[FILE_VARIABLE])
    if file is None and settings_file(os.environ).is_file():
        file = settings_file(os.environ)
    written = _read_file(file) if file else {}
    in_environment = {name for name in Settings.model_fields if (PREFIX + name.upper()) in os.environ}
    chosen = {name: value for name, value in written.items() if name not in in_environment} | given
    try:
        settings = Settings(**chosen)
    except ValidationError as wrong:
        raise _explained(wrong) from None
    if settings.mail_server and not (settings.mail_from and settings.origins):
        raise SettingsError("mail_lacks")
    return settings


def _read_file(file: Path) -> dict[str, Any]:
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError("config_missing", file=file, why=error.strerror or error) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError("config_toml", file=file, why=error) from error
    for name in written:
        if name not in Settings.model_fields:
            raise SettingsError("setting_unknown", name=name, known=_near(name))
    return written


def _refuse_near_misses(environment: Mapping[str, str]) -> None:
    """A variable that is nearly one of ours is a slip of the pen; others may belong to other programs."""
    for variable in environment:
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name.upper() not in _OTHERS and name not in Settings.model_fields:
            if get_close_matches(name, Settings.model_fields, n=1, cutoff=0.75):
                near = [PREFIX + one.upper() for one in _near(name)]
                raise SettingsError("setting_unknown", name=variable, known=near)


def _near(name: str) -> list[str]:
    return get_close_matches(name, Settings.model_fields, n=2) or sorted(Settings.model_fields)


def _explained(wrong: ValidationError) -> SettingsError:
    first = wrong.errors()[0]
    name = str(first["loc"][0])
    value = "…" if name in ("database", "mail_server") else str(first["input"])[:80]  # a URL may have a password in it
    return SettingsError("setting_value", name=name, value=value, setting=name)
