"""Datasets: what is in a row, files of both kinds, and games played again from their rows."""

import io
import sys
import tracemalloc
from dataclasses import fields
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from ludarium.arena.contestants import read_contestant
from ludarium.arena.games import Games, Pairing, Start
from ludarium.core.errors import LudariumError, RecordError
from ludarium.core.game import find_ruleset, rulesets
from ludarium.research.datasets import Dataset, batches, load, read_about
from ludarium.research.encoding import read_encoding
from ludarium.research.errors import ResearchError
from ludarium.research.export import Progress, export
from ludarium.research.pettingzoo import env
from ludarium.table.reading import read_record
from ludarium.table.record import Record
from ludarium.table.table import Table

RULESETS = [ruleset.name for ruleset in rulesets()]
THREE = """ludarium-record 1
ruleset: mur-en
seed: 7
player 0: Ada
player 1: Ben

# random
1 0: +c2
# search: 0.400 0.600; +a2 3, +a1 1
2 1: +a2
3 0: c2l
result: 0 resigned
"""


def written(tmp_path: Path, *texts: str, kind: str = ".npz", **how: object) -> Dataset:
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.txt").write_text(text)
    out = tmp_path / f"games{kind}"
    for _ in export([tmp_path], out, **how):  # type: ignore[arg-type]
        pass
    return load(out)


def played(name: str, games: int = 1, player: str = "random", **options: object) -> list[str]:
    """Records of games at random."""
    seats = int(find_ruleset(name).new(options).seats)
    worker = Games(Start(name, options, 5, 2, keep="policies"), [read_contestant(player)]).open()
    return [worker.do(Pairing(number, number, 0, (0,) * seats)).record for number in range(games)]


def same(one: Dataset, other: Dataset) -> bool:
    columns = [field.name for field in fields(Dataset)[1:]]
    return one.about == other.about and all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name == "values") for name in columns
    )


@pytest.mark.parametrize("kind", [".npz", ".parquet"])
def test_the_rows_of_a_game_by_hand(kind: str, tmp_path: Path) -> None:
    data = written(tmp_path, THREE, kind=kind)
    game = find_ruleset("mur-en").game
    step = {text: int(game.read_step(text)) for text in ("+c2", "+a2", "+a1", "c2l")}  # in Mur, the actions
    assert len(data) == 3
    assert data.seats.tolist() == [0, 1, 0]
    assert data.taken.tolist() == [step["+c2"], step["+a2"], step["c2l"]]
    assert data.results.tolist() == [[1, 0]] * 3
    assert data.games.tolist() == [0, 0, 0]
    assert data.steps.tolist() == [0, 1, 2]
    assert [data.about.names[player] for player in data.players] == ["Ada", "Ben", "Ada"]
    assert np.isnan(data.values[[0, 2]]).all()
    assert data.values[1].tolist() == pytest.approx([0.4, 0.6])
    assert data.starts[0] == 0
    assert data.starts[1] == 24  # the kraken has the centre, the rings are empty: a ship goes anywhere there
    policies = [
        {int(action): float(part) for action, part in zip(data.actions[a:b], data.policy[a:b], strict=True) if part}
        for a, b in zip(data.starts, data.starts[1:], strict=False)
    ]
    assert policies == [{}, {step["+a2"]: 0.75, step["+a1"]: 0.25}, {step["c2l"]: 1.0}]


def test_what_a_file_is_about(tmp_path: Path) -> None:
    written(
        tmp_path,
        THREE.replace("seed: 7", "option turn_cap: 100\nseed: 7"),
        THREE.replace("seed: 7", "option turn_cap: 100\nseed: 8"),
    )
    about, encoding = read_about(tmp_path / "games.npz"), read_encoding("mur-en", {"turn_cap": 100})
    assert (about.ruleset, about.version, about.options["turn_cap"]) == ("mur-en", encoding.version, 100)
    assert (about.shape, about.actions) == (encoding.observation_shape, encoding.actions)
    assert (about.seats, about.games, about.rows, about.open) == (2, 2, 6, False)


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_can_be_played_again_from_its_rows(name: str, tmp_path: Path) -> None:
    """By PettingZoo's environment, which has its own way to observations, masks and rewards."""
    (text,) = played(name)
    data = written(tmp_path, text)
    table = read_record(text).table
    game = env(name)
    game.reset(options={"position": table.game.position_text(table.history.states[0])})
    masks = data.masks()
    for row in range(len(data)):
        assert game.agent_selection == f"seat_{data.seats[row]}"
        seen = game.observe(game.agent_selection)
        assert np.array_equal(seen["observation"], data.observations[row] / data.tops)
        assert np.array_equal(seen["action_mask"], masks[row])
        game.step(int(data.taken[row]))
    assert all(game.terminations.values())
    best = data.results[-1].max()
    assert [game.rewards[f"seat_{seat}"] > 0 for seat in range(data.about.seats)] == [
        share == best and best * data.about.seats > 1.001 for share in data.results[-1]
    ]
    assert data.results.sum(1) == pytest.approx(1)


def test_a_table_for_three_in_which_all_have_equal_parts_of_a_draw(tmp_path: Path) -> None:
    table = Table("mutterland", {"players": 3}, seed=1)
    record = Record.create(table)
    table.take(0, table.game.step_text(table.state.legal()[0]))
    table.agree()
    assert table.outcome is not None
    data = written(tmp_path, record.text())
    share = 1 / (len(table.outcome.winners) or 3)
    expected = [share if seat in (table.outcome.winners or range(3)) else 0 for seat in range(3)]
    assert data.results[0].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("kind", [".npz", ".parquet"])
def test_parts_are_the_whole(kind: str, tmp_path: Path) -> None:
    data = written(tmp_path, *played("mur-jp", 3), kind=kind)
    for rows in (1, 7, len(data), 10_000):
        parts = list(batches(tmp_path / f"games{kind}", rows))
        assert [len(part) for part in parts] == [min(rows, len(data) - first) for first in range(0, len(data), rows)]
        for name in ("observations", "policy", "actions", "taken", "results", "games"):
            assert np.array_equal(np.concatenate([getattr(part, name) for part in parts]), getattr(data, name))
        assert all(part.starts[0] == 0 and part.starts[-1] == len(part.actions) for part in parts)


def test_both_kinds_hold_the_same(tmp_path: Path) -> None:
    texts = played("realm", 2, "best:8sims")
    assert same(written(tmp_path, *texts), written(tmp_path, *texts, kind=".parquet"))


def test_other_programs_read_them_without_ours(tmp_path: Path) -> None:
    import pyarrow.parquet  # noqa: PLC0415

    data = written(tmp_path, THREE)
    arrays = np.load(tmp_path / "games.npz")
    assert np.array_equal(arrays["observations"], data.observations)
    assert '"ruleset": "mur-en"' in str(arrays["about"])
    written(tmp_path, THREE, kind=".parquet")
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.column("taken").to_pylist() == data.taken.tolist()
    assert table.column("results").to_pylist() == [[1.0, 0.0]] * 3
    assert len(table.column("actions")[0].as_py()) == 24


# --- what a seat may not know -----------------------------------------------------------------------------------------
def hidden_game(other: tuple[str, ...]) -> str:
    """Seat 0 places its blocks always alike, seat 1 like this; then seat 0 moves one, and seat 1 gives up."""
    table = Table("myrmidons", {}, seed=3)
    record = Record.create(table)
    for text in ("=111", "=243", "=324", "=333", "=432", "=522"):
        table.take(0, text)
    for text in other:
        table.take(1, text)
    table.take(0, "b1n1")
    table.resign(1)
    return record.text()


ONE, OTHER = (
    hidden_game(("=111", "=243", "=324", "=333", "=432", "=522")),
    hidden_game(("=522", "=432", "=333", "=324", "=243", "=111")),
)


def test_a_row_knows_nothing_that_its_seat_could_not_know(tmp_path: Path) -> None:
    data = written(tmp_path, ONE, OTHER)
    one, other = (data.observations[(data.games == game) & (data.seats == 0)] for game in (0, 1))
    assert len(one) == 7
    assert np.array_equal(one, other)


def test_open_rows_show_what_was_hidden(tmp_path: Path) -> None:
    data = written(tmp_path, ONE, OTHER, open_=True)
    assert data.about.open
    one, other = (data.observations[(data.games == game) & (data.seats == 0)] for game in (0, 1))
    assert np.array_equal(one[:6], other[:6])  # nothing is hidden yet
    assert not np.array_equal(one[6], other[6])
    assert (data.observations[:, 0] == 1).all()  # the first plane: the seat that looks acts next


def test_open_rows_of_a_game_without_secrets_are_the_same(tmp_path: Path) -> None:
    closed, opened = written(tmp_path, THREE), written(tmp_path, THREE, open_=True)
    assert np.array_equal(closed.observations, opened.observations)


# --- what is refused --------------------------------------------------------------------------------------------------
def test_games_without_a_result_are_left_out_and_counted(tmp_path: Path) -> None:
    running = THREE.replace("result: 0 resigned\n", "")
    aborted = THREE.replace("result: 0 resigned", "result: none aborted")
    for number, text in enumerate((running, THREE, aborted)):
        (tmp_path / f"{number}.txt").write_text(text)
    *_, last = export([tmp_path], tmp_path / "games.npz")
    assert last == Progress(games=1, rows=3, left_out=2)


def test_games_of_two_rulesets_are_not_mixed(tmp_path: Path) -> None:
    texts = [THREE, *played("realm")]
    with pytest.raises(ResearchError, match=r"games of mur-en and of realm.*--ruleset"):
        written(tmp_path, *texts)
    assert not list(tmp_path.glob("games*"))
    assert written(tmp_path, *texts, ruleset="realm").about.ruleset == "realm"


def test_games_with_other_options_are_not_mixed(tmp_path: Path) -> None:
    with pytest.raises(ResearchError, match="different options"):
        written(tmp_path, THREE, THREE.replace("seed: 7", "option turn_cap: 100\nseed: 7"))


def test_where_there_is_no_game_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ResearchError, match="no finished games"):
        written(tmp_path, "Dear diary\n")
    assert not list(tmp_path.glob("games*"))


def test_a_record_that_is_wrong_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"ine 10 of the file .*0\.txt"):
        written(tmp_path, THREE.replace("2 1: +a2", "2 1: +c2"))


def test_a_search_of_something_illegal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LudariumError):
        written(tmp_path, THREE.replace("+a1 1", "+c2 1"))


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResearchError, match=r"\.npz or \.parquet"):
        written(tmp_path, THREE, kind=".csv")
    with pytest.raises(ResearchError, match=r"\.npz or \.parquet"):
        load(tmp_path / "games.csv")


@pytest.mark.parametrize("kind", [".npz", ".parquet"])
def test_a_file_that_is_no_dataset_is_refused(kind: str, tmp_path: Path) -> None:
    file = tmp_path / f"games{kind}"
    with pytest.raises(ResearchError, match="No such file"):
        load(file)
    file.write_bytes(b"something else")
    with pytest.raises(ResearchError, match="not a dataset"):
        load(file)
    np.savez(tmp_path / "games.npz", a=np.zeros(2))
    with pytest.raises(ResearchError, match="not a dataset"):
        load(tmp_path / "games.npz")


@pytest.mark.parametrize("kind", [".npz", ".parquet"])
def test_damage_within_a_file_is_told_when_it_is_read(kind: str, tmp_path: Path) -> None:
    """Its head is whole, so that one can ask what it is about; every other byte between is wrong."""
    file = tmp_path / f"games{kind}"
    written(tmp_path, *played("mur-jp", 2), kind=kind)
    data = bytearray(file.read_bytes())
    for place in range(len(data) // 4, len(data) // 2, 2):
        data[place] ^= 0x55
    file.write_bytes(data)
    assert read_about(file).games == 2
    with pytest.raises(ResearchError, match="not a dataset of Ludarium, or it is damaged"):
        load(file)
    with pytest.raises(ResearchError, match="not a dataset of Ludarium, or it is damaged"):
        list(batches(file, 10))


def test_arrays_of_python_objects_are_refused(tmp_path: Path) -> None:
    """They could run anything when they are read."""
    written(tmp_path, THREE)
    evil = io.BytesIO()
    np.save(evil, np.array([print, print, print]), allow_pickle=True)
    with ZipFile(tmp_path / "games.npz") as source, ZipFile(tmp_path / "evil.npz", "w") as out:
        for name in source.namelist():
            out.writestr(name, evil.getvalue() if name == "taken.npy" else source.read(name))
    with pytest.raises(ResearchError, match="not a dataset"):
        load(tmp_path / "evil.npz")


def test_an_export_that_was_stopped_leaves_the_old_file(tmp_path: Path) -> None:
    before = written(tmp_path, THREE)
    going = export([tmp_path / "0.txt"], tmp_path / "games.npz")
    next(going)
    going.close()
    assert same(load(tmp_path / "games.npz"), before)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0.txt", "games.npz"]


def test_without_pyarrow_one_is_told_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(LudariumError, match=r'pip install "ludarium\[parquet\]"'):
        written(tmp_path, THREE, kind=".parquet")
    with pytest.raises(LudariumError, match=r'pip install "ludarium\[parquet\]"'):
        load(tmp_path / "games.parquet")


@pytest.mark.slow
def test_much_is_written_and_read_with_little_memory(tmp_path: Path) -> None:
    """Less than half of what the observations alone would take."""
    (text,) = played("mur-en")
    (tmp_path / "many.txt").write_text(text * 60)
    tracemalloc.start()
    try:
        *_, last = export([tmp_path / "many.txt"], tmp_path / "games.npz")
        assert sum(len(part) for part in batches(tmp_path / "games.npz", 16)) == last.rows
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < last.rows * int(np.prod(read_about(tmp_path / "games.npz").shape)) / 2
