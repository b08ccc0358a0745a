"""A report's part about one ruleset."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from ludarium.arena.games import open_table
from ludarium.arena.summary import ending_name
from ludarium.core.state import SPECTATOR
from ludarium.draw.spoken import Spoken
from ludarium.players.report import PlayerFailed
from ludarium.research.study.estimates import Estimate, Worth
from ludarium.research.study.figures import Beginning, Figures, SeatFigures, Spread
from ludarium.research.study.measures import MEASURES, PARTS_OF_ALL, SHARES
from ludarium.research.study.page import Speech, figure, listed, table, text
from ludarium.research.study.plan import Plan
from ludarium.research.study.plots import Caption, Row, against, band, bins, heat_map, histogram, intervals, plain
from ludarium.research.study.watch import SCORE

_THEMES = (("day", "light"), ("night", "dark"))


def section_id(plan: Plan) -> str:
    """Where a ruleset's part begins in the page."""
    return f"ruleset-{plan.ruleset.name}"


class Section:
    """Says and draws the figures of one ruleset."""

    def __init__(self, found: Figures, locale: str) -> None:
        self._found = found
        self._speech = Speech(locale)
        self._say = self._speech.say
        self._locale = locale
        self._game = found.plan.ruleset.game
        self._words = self._game.words(locale)
        self._spoken = Spoken(locale, self._words)

    def html(self) -> str:
        name = self._found.plan.ruleset.name
        about = self._words.name("rulesets", name)
        head = f"<section id={quoteattr(section_id(self._found.plan))}><h2>{text(name)}</h2>\n<p>{text(about)}</p>\n"
        if not self._found.games:
            return head + f"<p>{text(self._say('report.none'))}</p></section>\n"
        return head + listed(self.sentences()) + self._plots() + self._measures() + "</section>\n"

    # --- in short -----------------------------------------------------------------------------------------------------
    def sentences(self) -> list[str]:
        """What an author would want to know first."""
        found, speech = self._found, self._speech
        said = [*self._seat_sentences()]
        turns, tree, choices = found.quartiles["turns"], found.means["tree"], found.means["choices"]
        if turns is not None:
            low, middle, high = (speech.single(value, part=False) for value in turns)
            said.append(self._say("short.length", low=low, middle=middle, high=high))
        if choices is not None and tree is not None:
            size = f"{tree.value:.0f}"
            said.append(self._say("short.choices", choices=speech.number(choices.value), size=size))
        ending, share = next(iter(found.endings.items()))
        said.append(self._say("short.ending", ending=self._ending(ending), share=speech.estimate(share, part=True)))
        if found.draws.value:
            said.append(self._say("short.draws", share=speech.estimate(found.draws, part=True)))
        comebacks, decided = found.means["comebacks"], found.means["decided"]
        if comebacks is not None and decided is not None:
            back = speech.estimate(comebacks, part=True)
            said.append(self._say("short.drama", share=back, decided=speech.percent(decided.value)))
        said.append(self._say("short.different", different=found.different, games=found.games))
        if found.different < found.games:
            said.append(self._say("short.repeated"))
        for fault, count in found.faults.items():
            said.append(self._say("short.fault", fault=PlayerFailed(fault).sentence(self._locale), games=count))
        return said

    def _seat_sentences(self) -> list[str]:
        even = 1 / self._found.plan.seats
        said = []
        for seat, figures in enumerate(self._found.seats):
            if self._found.plan.seats == 2 and seat == 1:  # what the other one lacks
                break
            key = "even"
            if figures.share.excludes(even):
                key = "better" if figures.share.value > even else "worse"
            share = self._speech.estimate(figures.share, part=True)
            said.append(self._say(f"short.seat_{key}", seat=self._seat(seat), share=share))
        return said

    # --- plots --------------------------------------------------------------------------------------------------------
    def _plots(self) -> str:
        found = self._found
        made = [self._seats(), self._endings(), self._players(), self._histogram("lengths", found.lengths, "turns")]
        made.append(self._band("choices", found.choices, part=False, even=None))
        made += [self._first_turns(seat, figures) for seat, figures in enumerate(found.seats) if figures.began]
        made.append(self._band("winner", found.winner, part=True, even=1 / found.plan.seats))
        made += [self._histogram("leads", found.leads, "leads"), self._worths(), self._calibration()]
        return '<div class="grid">\n' + "".join(made) + "</div>\n"

    def _caption(self, name: str, description: str, has_height: bool = False) -> Caption:
        up = self._say(f"{name}.up") if has_height else ""
        return Caption(self._say(f"{name}.title"), description, self._say(f"{name}.across"), up, self._locale)

    def _figure(self, name: str, caption: Caption, picture: str, numbers: str, **data: object) -> str:
        note = self._say(f"{name}.note", **data)
        return figure(name, caption.title, picture, note, numbers, self._say("report.numbers"))

    def _intervals(
        self,
        name: str,
        rows: Sequence[tuple[str, Estimate]],
        reference: float | None,
        counted: str = "games",
        **data: object,
    ) -> str:
        """Shares of games, or of whatever else is ``counted``."""
        write = self._speech.percent
        told = [(row, self._speech.estimate(share, part=True)) for row, share in rows]
        caption = self._caption(name, "; ".join(f"{row}: {share}" for row, share in told))
        drawn = [Row(row, said, one.value, one.low, one.high) for (row, said), (_, one) in zip(told, rows, strict=True)]
        picture = intervals(drawn, caption, write, reference=reference, span=(0.0, 1.0))
        head = [self._say(f"{name}.row"), self._say("head.share"), self._say(f"head.{counted}")]
        numbers = table(head, [[row, share, str(one.games)] for (row, share), (_, one) in zip(told, rows, strict=True)])
        return self._figure(name, caption, picture, numbers, **data)

    def _seats(self) -> str:
        rows = [(self._seat(seat), figures.share) for seat, figures in enumerate(self._found.seats)]
        even = 1 / self._found.plan.seats
        return self._intervals("seats", rows, even, even=self._speech.percent(even))

    def _players(self) -> str:
        players = self._found.plan.players
        if len(players) == 1:
            return ""
        rows = [(player.text, share) for player, share in zip(players, self._found.players, strict=True)]
        even = 1 / self._found.plan.seats
        return self._intervals("players", rows, even, "seats", even=self._speech.percent(even))

    def _endings(self) -> str:
        rows = [(self._ending(name), share) for name, share in self._found.endings.items()]
        return self._intervals("endings", rows, None)

    def _histogram(self, name: str, counts: dict[int, int], measure: str) -> str:
        quartiles = self._found.quartiles[measure]
        if not counts or quartiles is None:
            return ""
        low, middle, high = (self._speech.single(value, part=False) for value in quartiles)
        caption = self._caption(name, self._say("report.quartiles", low=low, middle=middle, high=high), True)
        rows = [
            [f"{begin}–{end}" if end > begin else str(begin), str(count)] for begin, end, count in bins(counts) if count
        ]
        numbers = table([self._say(f"{name}.across"), self._say("head.games")], rows)
        return self._figure(name, caption, histogram(counts, quartiles[1], caption), numbers, middle=middle)

    def _band(self, name: str, spreads: Sequence[Spread], part: bool, even: float | None) -> str:
        if not spreads:
            return ""
        speech = self._speech
        first, last = (speech.single(one.middle, part) for one in (spreads[0], spreads[-1]))
        caption = self._caption(name, self._say(f"{name}.told", first=first, last=last), True)
        head = [self._say(f"{name}.across"), *map(self._say, ("head.low", "head.middle", "head.high", "head.games"))]
        rows = [
            [
                speech.percent(one.at) if part else plain(one.at),
                *(speech.single(value, part) for value in (one.low, one.middle, one.high)),
                str(one.games),
            ]
            for one in spreads
        ]
        picture = band(spreads, caption, speech.percent if part else None, even)
        return self._figure(name, caption, picture, table(head, rows))

    def _first_turns(self, seat: int, figures: SeatFigures) -> str:
        head = [self._say("first.row"), self._say("head.games"), self._say("head.share")]
        numbers = table(head, [self._begun(one) for one in figures.beginnings], self._say("first.most"))
        said = [self._say("first.told", different=figures.different, games=figures.began)]
        if self._found.plan.opening_steps:
            said.append(self._say("first.after_opening", opening=self._found.plan.opening_steps))
        told = self._words.joined(said)
        title = self._say("first.title", seat=self._seat(seat))
        note = told
        picture = ""
        if self._found.same_board and figures.sites:
            note = self._speech.say("first.note", told=told, share=self._speech.percent(figures.share.value, 1))
            names = {one.name: ", ".join(self._begun(one)) for one in figures.sites}
            caption = Caption(title, "; ".join(names.values()), locale=self._locale)
            plan = self._found.plan
            scene = self._game.describe(open_table(plan.start, 0).history.states[0], SPECTATOR, open_=True)
            drawn = (scene, self._game, figures.sites, names, figures.share.value, caption)
            picture = "".join(f'<div class="{when}">{heat_map(*drawn, theme)}</div>' for when, theme in _THEMES)
            head[0] = self._say("first.site")
            numbers += table(head, [self._begun(one) for one in figures.sites], self._say("first.sites"))
        elif not self._found.same_board:
            note = self._words.joined([told, self._say("first.board_differs")])
        return figure("first", title, picture, note, numbers, self._say("report.numbers"))

    def _begun(self, one: Beginning) -> list[str]:
        return [one.name, str(one.games), self._speech.estimate(one.score, part=True)]

    def _worths(self) -> str:
        worths = self._found.worths
        if not worths:
            return ""
        names = [self._worth_name(one) for one in worths]
        chances = [tuple(one.chance(odds) for odds in (one.odds, one.low, one.high)) for one in worths]
        told = [self._speech.interval(*map(self._speech.percent, three)) for three in chances]
        caption = self._caption("worth", "; ".join(map(": ".join, zip(names, told, strict=True))))
        rows = [Row(name, said, *three) for name, said, three in zip(names, told, chances, strict=True)]
        picture = intervals(rows, caption, self._speech.percent, reference=worths[0].even, span=(0.0, 1.0))
        head = [self._say("worth.row"), self._say("worth.chance"), self._say("worth.odds"), self._say("head.games")]
        numbers = table(
            head,
            [
                [name, chance, self._speech.estimate(Estimate(one.odds, one.low, one.high, 0), False), str(one.games)]
                for name, chance, one in zip(names, told, worths, strict=True)
            ],
        )
        return self._figure("worth", caption, picture, numbers, even=self._speech.percent(worths[0].even))

    def _calibration(self) -> str:
        judged = self._found.calibration
        if not judged:
            return ""
        write = self._speech.percent
        rows = [[write(one.expected, 1), write(one.won, 1), str(one.moments), str(one.games)] for one in judged]
        caption = self._caption("calibration", "; ".join(f"{row[0]}: {row[1]}" for row in rows), True)
        picture = against([(one.expected, one.won) for one in judged], caption, write)
        heads = ("calibration.across", "calibration.up", "calibration.moments", "head.games")
        return self._figure("calibration", caption, picture, table([self._say(head) for head in heads], rows))

    # --- all measures -------------------------------------------------------------------------------------------------
    def _measures(self) -> str:
        found, speech = self._found, self._speech
        rows = []
        for name in MEASURES:
            mean, quartiles, part = found.means[name], found.quartiles[name], name in PARTS_OF_ALL
            if mean is not None and quartiles is not None:
                spread = ["–" if name in SHARES else speech.single(value, part) for value in quartiles]
                rows.append([self._say(f"measures.{name}"), speech.estimate(mean, part), *spread, str(mean.games)])
        heads = ("head.measure", "head.mean", "head.low", "head.middle", "head.high", "head.games")
        return table([self._say(head) for head in heads], rows, self._say("report.measures"))

    # --- names --------------------------------------------------------------------------------------------------------
    def _seat(self, seat: int) -> str:
        return self._spoken.seat(seat)

    def _ending(self, name: str) -> str:
        return ending_name(self._game, name, self._locale)

    def _worth_name(self, one: Worth) -> str:
        if one.shape == SCORE:
            return self._say("worth.score", name=self._words.name("score", one.kinds[0]))
        return " / ".join(self._words.name("piece", kind) for kind in one.kinds)
