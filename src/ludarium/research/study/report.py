"""The report of a study: one HTML file that needs nothing else."""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from ludarium import __version__
from ludarium.core.game import Game
from ludarium.players.levels import find_level
from ludarium.research.study.compare import option_text
from ludarium.research.study.comparison import comparison
from ludarium.research.study.figures import Figures
from ludarium.research.study.page import Speech, listed, text, whole_page
from ludarium.research.study.plan import Plan
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
        body += comparison(plans, games, found, speech)
    body += "".join(Section(one, locale).html() for one in found)
    return whole_page(title, body + _methods(plans[0], speech), locale)


def _about(plans: Sequence[Plan], found: Sequence[Figures], speech: Speech) -> list[str]:
    plan = plans[0]
    players = [_called(player.text, plan.ruleset.game, speech.locale) for player in plan.players]
    missing = [max(0, one.plan.size - one.games) for one in found]
    several = "players_so_far" if any(missing) else "players"
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
            "about.settings", seed=plan.seed, opening=plan.opening_steps, judging=plan.judging, version=__version__
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
