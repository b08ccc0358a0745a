"""Kills whatever serves people at random while they play, and says how soon everybody was served again.

``python -m benchmarks.kills --rounds 100``: two servers on one PostgreSQL, behind an nginx with ``deploy/nginx.conf``.
Each round kills the first, the second, the database, the proxy or the processes that think for computer players without
warning, while somebody logs out. It ends with an error if an acknowledged step is lost, a step is taken twice, somebody
is not served any more, a table does not go on, or who has logged out is still known somewhere.
"""

import argparse
import asyncio
import tempfile
from itertools import count
from pathlib import Path
from statistics import median

from tests.server.killing import Cluster, Round, play_and_kill
from tests.server.postgres import running_postgres


def _say(one: Round, number: int) -> None:
    print(
        f"{number}. {one.what}: served again after {one.seconds:.1f} s, tables went on after {one.went_on:.1f} s, "
        f"{one.acknowledged} acknowledged steps",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        cluster = Cluster.open(Path(folder), postgres, "kills", given.seed)
        try:
            counter = count(1)
            playing = play_and_kill(cluster, given.tables, given.rounds, lambda one: _say(one, next(counter)))
            rounds = asyncio.run(playing)
        finally:
            cluster.close()
    waits, went_on = sorted(one.seconds for one in rounds), max(one.went_on for one in rounds)
    print(
        f"{len(rounds)} rounds, {cluster.acknowledged} acknowledged steps, {cluster.over} whole games: nothing lost, "
        f"nothing twice; {cluster.logged_out} people logged out everywhere. Served again after {median(waits):.1f} s "
        f"(median), {waits[-1]:.1f} s (longest); tables went on within {went_on:.1f} s."
    )
    for what in sorted({one.what for one in rounds}):
        own = sorted(one.seconds for one in rounds if one.what == what)
        print(f"  {what}: {len(own)} times, served again after {median(own):.1f} s (median), {own[-1]:.1f} s (longest)")


if __name__ == "__main__":
    main()
