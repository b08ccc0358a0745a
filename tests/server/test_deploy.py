"""The files for hosts name what there is: settings, commands, figures, paths."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from ludarium.cli import COMMANDS
from ludarium.server.metrics import Metrics
from ludarium.server.rooms.routes import router
from ludarium.server.settings import PREFIX, Settings, read_settings
from tests.requirements import PROJECT, brought

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILLED = {"SITE": "games.example", "DATABASE_PASSWORD": "secret", "COPIES": "./copies"}


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def known_figures() -> set[str]:
    families = text_string_to_metric_families(Metrics().text().decode())
    return {sample.name for family in families for sample in family.samples}


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    known = known_figures()
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


def test_alerts_ask_for_figures_that_there_are() -> None:
    rules = [one for group in read_yaml(DEPLOY / "alerts.yml")["groups"] for one in group["rules"]]
    asked = {name for one in rules for name in re.findall(r"\b(?:ludarium|process)_\w+", one["expr"])}
    assert {"ludarium_failed_writes_total", "ludarium_thinking_queue", "process_open_fds"} <= asked
    assert asked <= known_figures()
    explained = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    assert all(f"`{one['alert']}`" in explained for one in rules)


# --- containers -------------------------------------------------------------------------------------------------------
def compose() -> dict[str, Any]:
    """As compose reads it: with what ``.env`` says in the place of variables."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    wanted = set(re.findall(r"(?<!\$)\$\{(\w+)", text))
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    assert wanted == set(re.findall(r"^(\w+)=", example, re.MULTILINE)) == FILLED.keys()
    found: dict[str, Any] = yaml.safe_load(re.sub(r"(?<!\$)\$\{(\w+)[^}]*\}", lambda one: FILLED[one[1]], text))
    return found


def test_compose_sets_settings_that_there_are(monkeypatch: Any) -> None:
    ours = {name: one for name, one in compose()["services"].items() if one["image"] == "ludarium"}
    assert ours.keys() == {"web1", "web2", "worker", "backup"}
    for name, one in ours.items():
        given = {key: str(value or "") for key, value in one["environment"].items()}
        assert one["env_file"] == ".env"
        assert {key.removeprefix(PREFIX).lower() for key in given} <= Settings.model_fields.keys()
        with monkeypatch.context() as patch:
            for key, value in given.items():
                patch.setenv(key, value)
            settings = read_settings()
        assert settings.database_url.endswith("@database/ludarium")
        assert settings.secure is True
        if name.startswith("web"):  # the others find it under its name
            assert settings.internal_address == f"{name}:{settings.port}"


def test_the_example_names_settings_that_there_are() -> None:
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    named = re.findall(rf"^# {PREFIX}(\w+)=", example, re.MULTILINE)
    assert {name.lower() for name in named} == {"mail_server", "mail_from"} <= Settings.model_fields.keys()


def test_compose_starts_what_there_is_and_shows_only_the_proxy() -> None:
    whole = compose()
    services = whole["services"]
    for name, one in services.items():
        assert set(one.get("depends_on", [])) <= services.keys()
        assert set(one["networks"]) == {"inside"} == set(whole["networks"])
        outside = [port for port in one.get("ports", []) if not port.startswith("127.0.0.1:")]
        assert bool(outside) == (name == "proxy")
        for volume in one.get("volumes", []):
            source = volume.split(":")[0]
            there = (DEPLOY / source).is_file() if source.startswith("./") else source in whole["volumes"]
            assert there or source == FILLED["COPIES"], volume
    [inside] = whole["networks"]["inside"]["ipam"]["config"]
    assert services["web1"]["environment"]["LUDARIUM_TRUSTED_PROXIES"] == inside["subnet"]
    [command] = services["worker"]["command"]
    assert command == "worker"
    assert command in COMMANDS
    called = set(re.findall(r"ludarium (\w+) ", services["backup"]["command"][0]))
    assert called == {"admin"} <= set(COMMANDS)


def test_proxy_and_figures_name_the_web_processes() -> None:
    services = compose()["services"]
    web = [f"{name}:{Settings().port}" for name in services if name.startswith("web")]
    assert services["proxy"]["environment"]["PROCESSES"].split() == web
    assert services["proxy"]["environment"]["SITE"] == "games.example"
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\{\$(\w+)", caddy)) == set(services["proxy"]["environment"])
    for file, targets in (
        ("compose/prometheus.yml", web),
        ("prometheus.yml", ["127.0.0.1:8765", "127.0.0.1:8766"]),
    ):
        [job] = read_yaml(DEPLOY / file)["scrape_configs"]
        assert job["static_configs"] == [{"targets": targets}]
    [source] = read_yaml(DEPLOY / "compose" / "grafana-source.yml")["datasources"]
    assert source["url"].split("/")[2].split(":")[0] in services


def instructions() -> Iterator[tuple[str, str]]:
    """Those of the Containerfile, each in one line."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    whole = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for line in whole.splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest


def test_the_image_is_made_of_files_that_there_are() -> None:
    ignored = [line for line in (ROOT / ".containerignore").read_text().splitlines() if line and line[0] != "#"]
    wanted = [line[1:] for line in ignored if line.startswith("!")]
    copied = []
    for word, rest in instructions():
        if word == "COPY" and "--from=" not in rest:
            copied += [one.rstrip("/") for one in shlex.split(rest)[:-1]]
    assert {"src", "web", "pyproject.toml", "requirements/server.txt"} <= set(copied)
    for one in copied:
        assert (ROOT / one).exists(), one
        assert any(one == name or one.startswith(f"{name}/") for name in wanted), one
    assert all(any(one == name or one.startswith(f"{name}/") for one in copied) for name in wanted)
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()
    assert any(fnmatch("src/ludarium/core/steps.so", line) for line in ignored)  # they are compiled there anew


def test_the_image_builds_its_package_from_all_that_the_package_names() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {"setup.py", "pyproject.toml", told["project"]["readme"], *told["project"]["license-files"]}
    named = named.union(*told["tool"]["setuptools"]["data-files"].values())
    stages = "\n".join(f"{word} {rest}" for word, rest in instructions()).split("FROM ")
    (stage,) = [one for one in stages if "pip wheel" in one]
    copied = {
        Path(one) for rest in re.findall("^COPY (?!--)(.+)", stage, re.MULTILINE) for one in shlex.split(rest)[:-1]
    }
    assert {one for one in named if not {Path(one), *Path(one).parents} & copied} == set()


def test_the_image_has_what_its_extras_need() -> None:
    runs = " ".join(rest for word, rest in instructions() if word == "RUN")
    extras = re.findall(r'"\$1\[([\w,]+)\]"', runs)
    assert extras == ["postgres,push,png"]
    needed = set(PROJECT["dependencies"]).union(*map(brought, extras[0].split(",")))
    names = {re.split(r"[\[><=]", one)[0].lower().replace("_", "-") for one in needed}
    locks = [_locked(name) for name in ("server", "dev")]
    assert names <= locks[0].keys()
    assert locks[0].items() <= locks[1].items()  # the versions that are tested


def _locked(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return {
        one.lower().replace("_", "-"): version for one, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)
    }


def test_the_image_serves_as_somebody_without_rights() -> None:
    said = {word: rest for word, rest in instructions()}
    assert said["USER"] == "ludarium"
    assert json.loads(said["ENTRYPOINT"]) == ["ludarium"]
    [command] = json.loads(said["CMD"])
    assert command in COMMANDS
    assert said["EXPOSE"] == str(Settings().port)
    assert "/readyz" in said["HEALTHCHECK"]
