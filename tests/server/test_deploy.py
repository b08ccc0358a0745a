"""The files for hosts name what there is: settings, commands, figures, paths."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from ludarium.cli import COMMANDS
from ludarium.server.metrics import Metrics
from ludarium.server.rooms.routes import router

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    known = {
        sample.name for family in text_string_to_metric_families(Metrics().text().decode()) for sample in family.samples
    }
    board = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for one in panel["targets"]
        for name in re.findall(r"\b(?:ludarium|process)_\w+", one["expr"])
    }
    assert len(asked) > 10
    # What has labels has no line until it is counted.
    assert asked - known <= {"ludarium_requests_total"}


def test_services_call_commands_that_there_are() -> None:
    called = {
        command
        for file in DEPLOY.glob("*.service")
        for command in re.findall(r"bin/ludarium (\w+)", file.read_text(encoding="utf-8"))
    }
    assert called == {"serve", "admin", "worker"}
    assert called <= set(COMMANDS)


def test_the_proxy_knows_the_paths_of_tables() -> None:
    written = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    key = re.search(r"~\^(/\(\?:ws\|api\)/tables/\S+) \$table;", written)
    assert key is not None
    pattern = re.compile(key[1].replace("(?<", "(?P<"))
    paths = [path for path in (str(getattr(route, "path", "")) for route in router.routes) if "/tables/{" in path]
    assert "/ws/tables/{id_}" in paths
    assert all(pattern.match(path.replace("{id_}", "abc")) for path in paths)
