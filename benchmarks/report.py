"""How a benchmark ends: its table is printed and, where a page is named, written there."""

import argparse
from pathlib import Path

from ludarium.cli.bench import machine, today, write_section


def parser(about: str | None) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=about)
    made.add_argument("results", type=Path, nargs="?", help="the page that keeps the figures")
    return made


def deliver(section: str, title: str, text: str, results: Path | None) -> None:
    """``make bench-SECTION`` is the command that measured this."""
    measured = f"Measured on {today()} with `make bench-{section}`. Machine: {machine()}."
    page = f"# {title}\n\n{measured}\n\n{text}"
    print(page)
    if results is not None:
        write_section(results, section, page)
