"""Questions about a game, asked and answered as JSON. Nothing is kept between two requests.

``answer(line)`` answers one request; ``Session`` answers many in their order, tells of long searches while they run,
and stops them when it is asked to; ``ludarium engine`` puts one between standard input and standard output.
The form of requests and answers is described in ``docs/engine.md``.
"""

from ludarium.engine.request import DEEPEST, LARGEST_SEED, RequestError, StepError, as_seen, divide, own_views, reach
from ludarium.engine.search import question_about
from ludarium.engine.session import LONGEST_LINE, RequestLine, Session, answer

__all__ = [
    "DEEPEST",
    "LARGEST_SEED",
    "LONGEST_LINE",
    "RequestError",
    "RequestLine",
    "Session",
    "StepError",
    "answer",
    "as_seen",
    "divide",
    "own_views",
    "question_about",
    "reach",
]
