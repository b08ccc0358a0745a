"""The pieces of an HTML page that needs nothing from elsewhere. All of it is also well-formed XML."""

from collections.abc import Callable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from ludarium.core.words import common_words
from ludarium.draw.pen import clean
from ludarium.research.study.estimates import Estimate
from ludarium.research.study.plan import study_words

_STYLE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def text(said: object) -> str:
    return escape(clean(str(said)))


class Speech:
    """Says things in one language, and writes numbers as it does."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._words = study_words(locale)
        self._common = common_words(locale)

    def say(self, key: str, **data: object) -> str:
        """The words ``section.key`` with its fields filled."""
        section, _, name = key.partition(".")
        return self._words.say(section, name, data)

    def percent(self, value: float, digits: int = 0) -> str:
        return self._common.say("draw", "percent", {"value": f"{100 * value:.{digits}f}"})

    def number(self, value: float) -> str:
        """Three figures that count."""
        size = abs(value)
        return f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"

    def single(self, value: float, part: bool) -> str:
        """A number that can occur in a game: often a whole one."""
        return f"{value:.0f}" if not part and value == round(value) else self.figure(value, part)

    def figure(self, value: float, part: bool) -> str:
        return self.percent(value, 1) if part else self.number(value)

    def more(self, value: float, part: bool) -> str:
        """A difference, with its sign; of shares in points of a hundred."""
        written = f"{100 * abs(value):.1f}" if part else self.number(abs(value))
        return written if not float(written) else ("+" if value > 0 else "−") + written

    def estimate(self, found: Estimate | None, part: bool) -> str:
        """A figure with its interval."""
        return "–" if found is None else self._told(found, lambda value: self.figure(value, part))

    def difference(self, found: Estimate, part: bool) -> str:
        told = self._told(found, lambda value: self.more(value, part))
        return self.say("numbers.points", told=told) if part else told

    def _told(self, found: Estimate, write: Callable[[float], str]) -> str:
        if found.low is None or found.high is None:
            return write(found.value)
        return self.interval(*map(write, (found.value, found.low, found.high)))

    def interval(self, value: str, low: str, high: str) -> str:
        return self.say("numbers.interval", value=value, low=low, high=high)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """The first column names the rows."""
    said = f"<caption>{text(caption)}</caption>" if caption else ""
    first = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{text(row[0])}</th>' + "".join(f"<td>{text(cell)}</td>" for cell in row[1:]) + "</tr>\n"
        for row in rows
    )
    whole = f"{said}<thead><tr>{first}</tr></thead>\n<tbody>\n{body}</tbody>"
    return f'<div class="scroll" tabindex="0"><table>{whole}</table></div>'


def figure(name: str, title: str, pictures: str, note: str, numbers: str, summary: str) -> str:
    """A plot with its title, what it shows, and its numbers for those who want or need them."""
    return (
        f'<figure data-plot="{text(name)}"><figcaption><h3>{text(title)}</h3></figcaption>\n{pictures}\n'
        f"<p>{text(note)}</p>\n<details><summary>{text(summary)}</summary>{numbers}</details></figure>\n"
    )


def listed(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{text(one)}</li>\n" for one in sentences) + "</ul>\n"


def whole_page(title: str, body: str, locale: str) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{locale}"><head><meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{text(title)}</title>\n<style>{_STYLE}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    )
