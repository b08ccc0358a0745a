"""Every operation of the API against whatever its own description allows, and what it does not allow.

The requests are made up by schemathesis; the server runs as people start it.
"""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from ludarium.server.app import make_app
from ludarium.server.settings import read_settings
from tests.server.running import Server

HEADERS = {"X-Ludarium": "1"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
schema = schemathesis.openapi.from_dict(make_app(read_settings(database="sqlite:///unused.sqlite")).openapi())


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> Iterator[str]:
    settings = {"LUDARIUM_LIMITS": "off", "LUDARIUM_LOG_LEVEL": "warning", "LUDARIUM_DATABASE": new_database()}
    server = Server(tmp_path_factory.mktemp("api"), settings)
    yield server.start()
    assert server.stop() == 0
    assert "fault" not in "".join(server.output)


@pytest.fixture
def cookie(address: str) -> str:
    """Of a guest, new for every operation."""
    answer = httpx.post(f"{address}/api/me", json={"name": "Ada"}, headers=HEADERS)
    return answer.headers["set-cookie"].split(";")[0]


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_does_harm(case: schemathesis.Case[Any], address: str, cookie: str) -> None:
    headers = {**HEADERS, "Cookie": cookie}
    answer = case.call(base_url=address, headers=headers)
    # What is refused for its length is refused, too: the tool does not count 413 among the refusals.
    too_long = answer.status_code == 413
    checks = [check for check in CHECKS if not (too_long and check is negative_data_rejection)]
    case.validate_response(answer, checks=checks, headers=headers)


def test_every_answer_is_described() -> None:
    """What browsers read is in the description, down to its fields."""
    described = make_app(read_settings(database="sqlite:///unused.sqlite")).openapi()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            good = [code for code in operation["responses"] if code.startswith("2")]
            assert good, f"{method} {path}"
            assert "4XX" in operation["responses"], f"{method} {path}"
            for code in good:
                content = operation["responses"][code].get("content", {})  # pictures and records have none
                described_in = content.get("application/json", {"schema": "none"})["schema"]
                assert described_in, f"{method} {path} says nothing about its answer"
    assert set(described["components"]["schemas"]["Person"]["properties"]) == {"id", "name", "guest"}


def test_the_description_is_for_programs() -> None:
    app = make_app(read_settings(database="sqlite:///unused.sqlite"))
    assert app.openapi_url == "/api/openapi.json"
    assert app.docs_url is None
    assert app.redoc_url is None
