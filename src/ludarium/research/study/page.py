"""The pieces of an HTML page that needs nothing from elsewhere. All of it is also well-formed XML."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from ludarium.core.words import common_words
from ludarium.draw.pen import clean
from ludarium.research.study.estimates import Estimate
from ludarium.research.study.plan import study_words

# How it looks: light, dark, on paper, on a small screen.
STYLE = """
:root {
  color-scheme: light dark;
  --paper: #f6f1e7; --card: #fffdf8; --ink: #22303c; --faint: #665d4e; --line: #cfc6b4;
  --fill: #2d6a9f; --band: #2d6a9f40; --middle: #a63d33;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161c22; --card: #1f262d; --ink: #ece5d6; --faint: #b5ac9b; --line: #3c454d;
    --fill: #6aa9e0; --band: #6aa9e040; --middle: #ff8a75;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 0.5rem; border-top: 2px solid var(--line); padding-top: 1.2rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.4rem; }
a { color: inherit; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.5rem; padding: 0; list-style: none; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
figure {
  margin: 0; padding: 1rem; min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  break-inside: avoid;
}
figure svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: 0 auto; }
figure p { margin: 0.5rem 0; font-size: 0.9rem; color: var(--faint); }
details { font-size: 0.9rem; }
summary { cursor: pointer; padding: 0.3rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.6rem 0; font-variant-numeric: tabular-nums; }
table { min-width: min(100%, 22rem); }
caption { text-align: left; color: var(--faint); padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0 0.25rem 1rem; border-bottom: 1px solid var(--line); text-align: right; }
td { white-space: nowrap; }
th:first-child { padding-left: 0; text-align: left; font-weight: 600; min-width: 8rem; }
thead th { color: var(--faint); font-weight: 600; vertical-align: bottom; }
dl { margin: 0; }
dt { font-weight: 600; margin-top: 0.6rem; }
dd { margin: 0; color: var(--faint); }
.night { display: none !important; }
@media (prefers-color-scheme: dark) {
  .day { display: none !important; }
  .night { display: block !important; }
}
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --faint: #444; --line: #bbb;
    --fill: #2d6a9f; --band: #2d6a9f40; --middle: #a63d33;
  }
  .day { display: block !important; }
  .night { display: none !important; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  .grid { display: block; }
  figure { margin-bottom: 1rem; }
  .scroll { overflow: visible; }  /* nobody can scroll on paper: tables become narrower instead */
  table { font-size: 8.5pt; }
  th, td { padding-left: 0.5rem; white-space: normal; }
  th:first-child { min-width: 0; }
}
"""


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
        f"<title>{text(title)}</title>\n<style>{STYLE}</style></head>\n<body><main>\n{body}</main></body></html>\n"
    )
