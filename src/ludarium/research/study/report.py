"""The report of a study: one HTML file that needs nothing else."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from ludarium import __version__
from ludarium.arena.summary import ending_name
from ludarium.core.game import Game
from ludarium.players.levels import find_level
from ludarium.research.study.figures import Difference, Figures, differences, differing_options, option_text
from ludarium.research.study.measures import MEASURES, PARTS_OF_ALL
from ludarium.research.study.page import Speech, listed, table, text, whole_page
from ludarium.research.study.plan import Plan
from ludarium.research.study.records import RecordedPlan
from ludarium.research.study.section import Section, section_id
from ludarium.research.study.watch import Watched

METHODS = (
    *("turns", "intervals", "means", "tree", "expectation", "calibration", "lowest"),
    *("drama", "leads", "decided", "uncertainty", "worth"),
)


def report(plans: Sequence[Plan], games: Sequence[Sequence[Watched]], found: Sequence[Figures], locale: str) -> str:
    """``games`` and ``found`` are those of each plan."""
    speech = Speech(locale)
    names = [plan.ruleset.name for plan in plans]
    title = speech.say("report.title", rulesets=names)
    parts = {section_id(plan): plan.ruleset.name for plan in plans} | {"methods": speech.say("methods.title")}
    if len(plans) > 1:
        parts = {"comparison": speech.say("compare.title")} | parts
    links = "".join(f"<li><a href={quoteattr('#' + part)}>{text(called)}</a></li>" for part, called in parts.items())
    body = f"<h1>{text(title)}</h1>\n" + listed(_about(plans, found, speech))
    body += f"<nav aria-label={quoteattr(speech.say('report.contents'))}><ul>{links}</ul></nav>\n"
    if len(plans) > 1:
        body += _comparison(plans, games, found, speech)
    body += "".join(Section(one, locale).html() for one in found)
    return whole_page(title, body + _methods(plans[0], speech), locale)


def _about(plans: Sequence[Plan], found: Sequence[Figures], speech: Speech) -> list[str]:
    plan = plans[0]
    names = dict.fromkeys(player.text for one in plans for player in one.players)
    players = [_called(name, plan.ruleset.game, speech.locale) for name in names]
    missing = [max(0, one.plan.size - one.games) for one in found]
    recorded = isinstance(plan, RecordedPlan)
    several = "recorded" if recorded else "players_so_far" if any(missing) else "players"
    said = [speech.say(f"about.{'alone' if len(players) == 1 else several}", players=players)]
    for one, more in zip(found, missing, strict=True):
        key = "about.games_missing" if more else "about.games"
        said.append(speech.say(key, ruleset=one.plan.ruleset.name, games=one.games, missing=more))
    given = {name: value for one in plans for name, value in one.options.items()}
    if given:
        said.append(
            speech.say("about.options", options=[f"{name}={option_text(value)}" for name, value in given.items()])
        )
    said.append(
        speech.say(
            "about.settings_recorded" if recorded else "about.settings",
            seed=plan.seed,
            opening=plan.opening_steps,
            judging=plan.judging,
            version=__version__,
        )
    )
    if any(player.seconds is not None for player in plan.players):
        said.append(speech.say("about.timed"))
    said.append(speech.say("about.players_matter"))
    return said


def _called(player: str, game: Game, locale: str) -> str:
    """A level with the name that the game gives it."""
    return f"{player} ({find_level(int(player[0])).name(game, locale)})" if player[:1].isdecimal() else player


def _methods(plan: Plan, speech: Speech) -> str:
    said = ""
    for name in METHODS:
        title, how = speech.say(f"methods.{name}_name"), speech.say(f"methods.{name}", judging=plan.judging)
        said += f"<dt>{text(title)}</dt><dd>{text(how)}</dd>\n"
    return f'<section id="methods"><h2>{text(speech.say("methods.title"))}</h2>\n<dl>{said}</dl></section>\n'


# --- comparing rulesets -----------------------------------------------------------------------------------------------
def _comparison(
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
