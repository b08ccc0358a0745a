"""Kills processes and the database at random while people play, and says how soon everybody was served again.

``python -m benchmarks.kills --rounds 100``: two servers on one PostgreSQL. Each round kills the first, the second or
the database without warning. It ends with an error if an acknowledged step is lost, a step is taken twice, or somebody
is not served any more.
"""

import argparse
import asyncio
import random
import tempfile
from pathlib import Path
from statistics import median

from tests.server.killing import Cluster, Round, play_and_kill, serving
from tests.server.postgres import Postgres


def _say(one: Round, cluster: Cluster) -> None:
    print(f"{one.what}: {one.seconds:.1f} s; steps so far: {cluster.acknowledged}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "postgres").mkdir()
        postgres = Postgres(Path(folder) / "postgres")
        postgres.start()
        try:
            servers = serving(Path(folder), postgres.new("kills"), 2)
            cluster = Cluster(postgres, servers, random.Random(given.seed))
            try:
                rounds = asyncio.run(play_and_kill(cluster, given.tables, given.rounds, lambda one: _say(one, cluster)))
            finally:
                for one in servers:
                    one.stop()
        finally:
            postgres.stop()
    waits = sorted(one.seconds for one in rounds)
    print(
        f"{len(rounds)} rounds, {cluster.acknowledged} acknowledged steps, {cluster.over} whole games: nothing lost, "
        f"nothing twice. Served again after {median(waits):.1f} s (median), {waits[-1]:.1f} s (longest)."
    )


if __name__ == "__main__":
    main()
