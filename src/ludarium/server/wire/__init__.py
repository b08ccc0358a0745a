"""What the server tells a browser, in words and pictures that need no knowledge of any game.

Every message and answer is made of these classes, and ``web/src/lib/wire.ts`` is written from them (``make types``).
Sites, steps and choices have the names of the notation; whatever is for people is a sentence in their language.
What comes in from a browser is in ``asked``.
"""

from ludarium.server.wire.cards import *  # noqa: F403
from ludarium.server.wire.pictures import *  # noqa: F403
from ludarium.server.wire.study import *  # noqa: F403
from ludarium.server.wire.tables import *  # noqa: F403
