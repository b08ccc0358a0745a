"""Answers on their way to the browser."""

from pathlib import Path

import pytest

from tests.server.visiting import Open


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip", "gzip"), ("identity", None), ("gzip;q=0", None)])
def test_long_answers_are_compressed_for_browsers_that_can_read_that(
    tmp_path: Path, accepted: str, encoding: str | None
) -> None:
    with Open(tmp_path) as server:
        answer = server.visitor(**{"Accept-Encoding": accepted}).get("/api/games")
        assert answer.headers.get("content-encoding") == encoding
        assert len(answer.json()) >= 4
