"""Questions about a game, asked and answered as JSON. Nothing is kept between two requests.

``answer(line)`` answers one request; ``Session`` answers many in their order, tells of long searches while they run,
and stops them when it is asked to; ``ludarium engine`` puts one between standard input and standard output.
The form of requests and answers is described in ``docs/engine.md``.
"""

from ludarium.engine.answers import LONGEST_LINE, Asked, Session, answer, too_long
from ludarium.engine.deeds import DEEPEST
from ludarium.engine.errors import RequestError, StepError
from ludarium.engine.reach import as_seen, divide, own_views, reach
from ludarium.engine.request import LARGEST_SEED
from ludarium.engine.search import question_about

__all__ = [
    "DEEPEST",
    "LARGEST_SEED",
    "LONGEST_LINE",
    "Asked",
    "RequestError",
    "Session",
    "StepError",
    "answer",
    "as_seen",
    "divide",
    "own_views",
    "question_about",
    "reach",
    "too_long",
]
