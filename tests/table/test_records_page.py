"""The examples of docs/records.md are true."""

import doctest
import re
from pathlib import Path

import pytest

from ludarium.table import Match, read_record, verify

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
EXAMPLES = re.findall(r"```text\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_there_are_examples_of_each_kind() -> None:
    assert [example.split("\n")[0] for example in EXAMPLES] == ["ludarium-record 1"] * 2 + ["ludarium-series 1"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_are_read_and_written_back(example: str) -> None:
    if example.startswith("ludarium-series"):
        match = Match.read(example)
        assert match.text() == example
        assert match.place == (1, 2)
        return
    record = read_record(example)
    assert record.text() == example
    assert record.table.outcome is not None
    assert verify(record) == re.findall("^commit (.*?):", example, re.MULTILINE)


def test_the_python_examples_run() -> None:
    found = doctest.DocTestParser().get_doctest(PAGE.read_text(), {}, PAGE.name, str(PAGE), 0)
    failures = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(found).failed
    assert len(found.examples) >= 10
    assert failures == 0
