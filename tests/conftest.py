"""All tests know all games."""

import ludarium.games  # noqa: F401 (registers them)
