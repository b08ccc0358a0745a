"""What the server sends to a browser: messages and answers that need no knowledge of any game.

Every message and answer is made of these classes, and ``web/src/lib/wire.ts`` is written from them (``make types``).
They have the words of ``core.scene`` and ``core.game`` (``Site``, ``Piece``, ``Event`` …) and add what a browser needs:
``look`` names a drawing, ``label`` is a short name and ``sentence`` a whole sentence in the person's language.
They have no ``__slots__``: orjson writes them several times faster without.
What comes from a browser is in ``requests``.
"""

from ludarium.server.wire.analysis import *  # noqa: F403
from ludarium.server.wire.cards import *  # noqa: F403
from ludarium.server.wire.learning import *  # noqa: F403
from ludarium.server.wire.moderation import *  # noqa: F403
from ludarium.server.wire.notices import *  # noqa: F403
from ludarium.server.wire.people import *  # noqa: F403
from ludarium.server.wire.pictures import *  # noqa: F403
from ludarium.server.wire.puzzles import *  # noqa: F403
from ludarium.server.wire.tables import *  # noqa: F403
