"""How the rulesets of a study differ: in their rules, and in what their games say."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ludarium.research.study.figures import MEASURES, SHARES, measured
from ludarium.research.study.numbers import Estimate, difference, share_difference
from ludarium.research.study.plan import Plan
from ludarium.research.study.watch import Watched


@dataclass(frozen=True)
class Difference:
    """Of one measure: how much more it is in another ruleset's games than in the first one's."""

    measure: str
    other: int  # which ruleset
    more: Estimate

    @property
    def is_clear(self) -> bool:
        return self.more.excludes(0.0)


def differing_options(plans: Sequence[Plan]) -> dict[str, list[str]]:
    """The options in which the rulesets differ, with each one's value as text."""
    chosen = [plan.chosen for plan in plans]
    names = dict.fromkeys(name for options in chosen for name in options)
    values = {name: [option_text(options.get(name)) for options in chosen] for name in names}
    return {name: texts for name, texts in values.items() if len(set(texts)) > 1}


def option_text(value: object) -> str:
    """An option's value as people write it."""
    return value if isinstance(value, str) else json.dumps(value)


def differences(games: Sequence[Sequence[Watched]]) -> list[Difference]:
    """Every ruleset after the first one against the first one, measure by measure."""
    numbers = [measured(one) for one in games]
    found = []
    for measure in MEASURES:
        for other in range(1, len(games)):
            compared = share_difference if measure in SHARES else difference
            more = compared(numbers[0][measure], numbers[other][measure])
            if more is not None:
                found.append(Difference(measure, other, more))
    return found


def as_json(plans: Sequence[Plan], found: Sequence[Difference]) -> dict[str, object]:
    return {
        "options": differing_options(plans),
        "differences": [
            {
                "measure": one.measure,
                "first": plans[0].ruleset.name,
                "other": plans[one.other].ruleset.name,
                **one.more.as_json(),
                "clear": one.is_clear,
            }
            for one in found
        ],
    }
