"""A report's part that compares its rulesets."""

from collections.abc import Sequence

from ludarium.arena.words import ending_name
from ludarium.research.study.compare import Difference, differences, differing_options
from ludarium.research.study.figures import MEASURES, PARTS_OF_ALL, Figures
from ludarium.research.study.page import Speech, listed, table, text
from ludarium.research.study.plan import Plan
from ludarium.research.study.watch import Watched


def comparison(
    plans: Sequence[Plan], games: Sequence[Sequence[Watched]], found: Sequence[Figures], speech: Speech
) -> str:
    """What differs between the rules, and between the games."""
    differing = differences(games)
    clear = [_sentence(one, found, speech) for one in differing if one.is_clear]
    return (
        f'<section id="comparison"><h2>{text(speech.say("compare.title"))}</h2>\n'
        + _rules(plans, speech)
        + listed(clear or [speech.say("compare.nothing")])
        + _measures(differing, found, speech)
        + _endings(found, speech)
        + f"<p>{text(speech.say('compare.note'))}</p></section>\n"
    )


def _rules(plans: Sequence[Plan], speech: Speech) -> str:
    words = [plan.ruleset.game.words(speech.locale) for plan in plans]
    names = [plan.ruleset.name for plan in plans]
    said = listed([f"{name}: {one.name('rulesets', name)}" for name, one in zip(names, words, strict=True)])
    options = differing_options(plans)
    if not options:
        return said
    rows = [
        [
            words[0].entry("called", name) or name,
            *(one.entry("called", f"{name}.{value}") or value for one, value in zip(words, values, strict=True)),
        ]
        for name, values in options.items()
    ]
    return said + table([speech.say("compare.option"), *names], rows, speech.say("compare.options"))


def _endings(found: Sequence[Figures], speech: Speech) -> str:
    shares = [
        {ending_name(one.plan.ruleset.game, name, speech.locale): share for name, share in one.endings.items()}
        for one in found
    ]
    names = dict.fromkeys(name for one in shares for name in one)  # games may use one name for different endings
    rows = [[name, *(speech.estimate(one.get(name), part=True) for one in shares)] for name in names]
    head = [speech.say("endings.row"), *(one.plan.ruleset.name for one in found)]
    return table(head, rows, speech.say("compare.endings"))


def _sentence(one: Difference, found: Sequence[Figures], speech: Speech) -> str:
    part = one.measure in PARTS_OF_ALL
    first, other = found[0], found[one.other]
    return speech.say(
        "compare.sentence",
        what=speech.say(f"measures.{one.measure}"),
        first=first.plan.ruleset.name,
        before=speech.figure(_mean(first, one.measure), part),
        other=other.plan.ruleset.name,
        after=speech.figure(_mean(other, one.measure), part),
        more=speech.difference(one.more, part),
    )


def _mean(found: Figures, measure: str) -> float:
    mean = found.means[measure]
    if mean is None:
        raise ValueError(measure)
    return mean.value


def _measures(differing: Sequence[Difference], found: Sequence[Figures], speech: Speech) -> str:
    rows = []
    for measure in MEASURES:
        part = measure in PARTS_OF_ALL
        row = [speech.say(f"measures.{measure}"), *(speech.estimate(one.means[measure], part) for one in found)]
        more = {one.other: one for one in differing if one.measure == measure}
        for other in range(1, len(found)):
            told = speech.difference(more[other].more, part) if other in more else "–"
            row.append(speech.say("compare.clear", told=told) if other in more and more[other].is_clear else told)
        rows.append(row)
    names = [one.plan.ruleset.name for one in found]
    heads = [speech.say("compare.more", other=name, first=names[0]) for name in names[1:]]
    return table([speech.say("head.measure"), *names, *heads], rows, speech.say("compare.measures"))
