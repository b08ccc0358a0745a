"""``ludarium serve`` as people start it, but for what a test needs: its push service is on this machine, mails go out
soon, and tables begin with a seed that is known.

``python -m tests.server.loopback PYTHON -m ludarium serve …``: before the usual command, as ``Server`` has it.
"""

import secrets
import sys
from functools import partial

from ludarium.cli import main
from ludarium.server import serving
from ludarium.server.app import make_app
from ludarium.server.notices import notices

SEED = 3
_SOON = 0.5  # seconds between two rounds of mails


def _prepare() -> None:
    setattr(serving, "make_app", partial(make_app, loopback_push=True))  # noqa: B010 (it is not the module's own)
    notices._MAIL_ROUND = _SOON
    secrets.randbits = lambda k: SEED


if __name__ == "__main__":
    _prepare()
    sys.argv = ["ludarium", *sys.argv[sys.argv.index("serve") :]]
    sys.exit(main())
