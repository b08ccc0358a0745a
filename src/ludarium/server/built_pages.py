"""Where the pages are that ``web/`` was built into; nothing of what serves them is loaded to know it."""

from pathlib import Path

_PACKAGED = Path(__file__).parent / "pages"
_CHECKOUT = Path(__file__).parents[3] / "web" / "dist"
INDEX = "index.html"


def find_pages() -> Path | None:
    """Where the built pages are: in the package, or in the checkout that it is run from."""
    return next((folder for folder in (_PACKAGED, _CHECKOUT) if (folder / INDEX).is_file()), None)
