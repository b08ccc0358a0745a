"""``deploy/nginx.conf`` in a real nginx, in front of two processes."""

import asyncio
import json
from collections.abc import Iterator

import httpx
import pytest

from tests.server.bots import Sitting
from tests.server.killing import Cluster
from tests.server.postgres import Postgres

pytestmark = pytest.mark.slow  # and needs PostgreSQL and nginx

SEATS = [{"who": "you"}, {"who": "open"}]


@pytest.fixture(scope="module")
def cluster(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    noted = {"LUDARIUM_LOG_LEVEL": "info", "LUDARIUM_LOG_FORMAT": "json"}
    found = Cluster.open(tmp_path_factory.mktemp("proxy"), postgres, "behind", 1, **noted)
    yield found
    found.close()


def asked(cluster: Cluster, path: str) -> list[list[str]]:
    """For each process, the addresses from which somebody asked for a path."""
    found = []
    for server in cluster.servers:
        lines = [json.loads(line) for line in server.output if line.startswith("{")]
        found.append([line["address"] for line in lines if line.get("path") == path])
    return found


def test_it_leads_to_tls_and_hides_the_figures(cluster: Cluster) -> None:
    proxy = cluster.proxy
    moved = httpx.get(f"{proxy.plain_address}/t/abc?step=3")
    assert (moved.status_code, moved.headers["location"]) == (301, "https://127.0.0.1/t/abc?step=3")
    with httpx.Client(base_url=proxy.address, verify=proxy.trust) as http:
        assert http.get("/metrics").status_code == 404
        assert http.get("/healthz").status_code == 200
        assert "max-age=31536000" in http.get("/api/me").headers["strict-transport-security"]
    assert httpx.get(f"{cluster.servers[0].address}/metrics").status_code == 200  # within


def test_each_table_goes_to_one_process_whoever_asks(cluster: Cluster) -> None:
    async def ask() -> list[str]:
        tables = []
        async with cluster.http() as http:
            for name in ("Ada", "Ben"):
                guest = await cluster.guest().arrive(http, name)
                for _ in range(6):
                    table = await guest.open_table(http, {"ruleset": "mur-en", "seats": SEATS, "visibility": "private"})
                    tables.append(table)
                    for part in ("/record", "/record", ""):
                        await http.get(f"{guest.address}/api/tables/{table}{part}")
                    sitting = await Sitting(guest, table).connect()
                    assert sitting.table["phase"] == "waiting"
                    await sitting.close()
        return tables

    tables = asyncio.run(ask())
    used = set()
    for table in tables:
        counted = [len(one) for one in asked(cluster, f"/api/tables/{table}/record")]
        assert sorted(counted) == [0, 2]
        used.add(counted.index(2))
    assert used == {0, 1}  # both have some


def test_it_says_whose_address_it_is_and_nobody_else_can(cluster: Cluster) -> None:
    proxy = cluster.proxy
    with httpx.Client(base_url=proxy.address, verify=proxy.trust) as http:
        for given in ("203.0.113.7", "203.0.113.7, 10.0.0.1"):
            assert http.get("/api/tables", headers={"X-Forwarded-For": given}).status_code == 200
        heard = http.post("/api/me", json={"name": "Ada"}, headers={"X-Ludarium": "1", "Origin": proxy.address})
        assert heard.status_code == 200, heard.text
        assert "Secure" in heard.headers["set-cookie"]
        foreign = {"X-Ludarium": "1", "Origin": "https://evil.example"}
        assert http.post("/api/me", json={"name": "Ada"}, headers=foreign).status_code == 403
    addresses = {address for one in asked(cluster, "/api/tables") for address in one}
    assert addresses == {"127.0.0.1"}
