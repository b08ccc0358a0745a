"""Questions about a game, asked and answered as JSON.

``answer(line)`` answers one request that stands alone; ``Session`` answers many in their order, keeps games between
them, tells of long searches while they run, and stops them when it is asked to; ``ludarium engine`` puts one between
standard input and standard output, and ``EngineClient`` speaks with that from Python. The form of requests and answers
is described in ``docs/engine.md``.
"""

from ludarium.engine.client import EngineClient, EngineDied, EngineError, EngineGame, EngineRefused, EngineTimeout
from ludarium.engine.games import LONGEST_GAME, MOST_SESSIONS
from ludarium.engine.hello import LONGEST_LINE, PLAYERS, PROTOCOL, seat_numbers
from ludarium.engine.request import DEEPEST, LARGEST_SEED, RequestError, StepError, as_seen, divide, own_views, reach
from ludarium.engine.search import question_about
from ludarium.engine.session import RequestLine, Session, answer

__all__ = [
    "DEEPEST",
    "LARGEST_SEED",
    "LONGEST_GAME",
    "LONGEST_LINE",
    "MOST_SESSIONS",
    "PLAYERS",
    "PROTOCOL",
    "EngineClient",
    "EngineDied",
    "EngineError",
    "EngineGame",
    "EngineRefused",
    "EngineTimeout",
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
    "seat_numbers",
]
