"""Answers about notices and mail."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NoticeChoices:
    """How somebody is told of their turn while they are away."""

    push_key: str  # what a browser subscribes with; empty: no web push here
    browser: bool  # whether this browser is told
    mail: bool  # whether the server sends mail
    address: str  # that was confirmed
    asked: str  # that waits to be confirmed
    mail_turns: bool  # whether mails tell of turns


@dataclass(frozen=True)
class MailDone:
    """A link of a mail was followed, or one was asked for: the same answer whether or not there is such an account."""

    address: str = ""
