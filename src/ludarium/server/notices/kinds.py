"""What notices are about, for those who give them: they need know nothing of how one is sent."""

from collections.abc import Callable
from typing import Literal

NoticeKind = Literal["turn", "over", "challenge"]  # ``[notice]`` in ``server/text`` says them
Notify = Callable[[str, NoticeKind, str], None]  # the person, the kind and the table's id


def nobody(person: str, kind: NoticeKind, table: str) -> None:
    """A ``Notify`` where nothing is to be told."""
