"""Where the built pages and documentation are; nothing of what serves them is loaded to know it."""

from pathlib import Path

_PACKAGED = Path(__file__).parent / "pages"
_CHECKOUT = Path(__file__).parents[3] / "web" / "dist"
_DOCUMENTATION = (Path(__file__).parent / "documentation", Path(__file__).parents[3] / "site")
INDEX = "index.html"


def find_pages() -> Path | None:
    """Where the built pages are: in the package, or in the checkout that it is run from."""
    return next((folder for folder in (_PACKAGED, _CHECKOUT) if (folder / INDEX).is_file()), None)


def find_documentation() -> Path | None:
    """Where the built documentation is, in the same way."""
    return next((folder for folder in _DOCUMENTATION if (folder / INDEX).is_file()), None)
