"""How much memory trees may take, on machines and in containers."""

from pathlib import Path

import pytest

from ludarium.players.memory import LEAST, WrongMemory, machine_memory, tree_memory
from ludarium.players.style import NODE_BYTES, TREES, Limits

MIB = 1 << 20


def _write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_without_limits_it_is_what_the_machine_has(tmp_path: Path) -> None:
    assert 0 < machine_memory(tmp_path) < 1 << 30
    _write(tmp_path, "sys/fs/cgroup/memory.max", "max\n")
    _write(tmp_path, "sys/fs/cgroup/memory/memory.limit_in_bytes", f"{(1 << 63) - 4096}\n")  # as the kernel says: none
    assert machine_memory(tmp_path) == machine_memory(tmp_path / "nothing")


@pytest.mark.parametrize("file", ["memory.max", "memory/memory.limit_in_bytes"])
def test_a_container_has_less(tmp_path: Path, file: str) -> None:
    _write(tmp_path, f"sys/fs/cgroup/{file}", f"{96 * MIB}\n")
    assert machine_memory(tmp_path) == 96


def test_the_tightest_of_nested_groups_counts(tmp_path: Path) -> None:
    _write(tmp_path, "proc/self/cgroup", "1:name=systemd:/x\n0::/a/b/c\n")
    _write(tmp_path, "sys/fs/cgroup/a/memory.max", f"{200 * MIB}\n")
    _write(tmp_path, "sys/fs/cgroup/a/b/memory.max", f"{80 * MIB}\n")
    _write(tmp_path, "sys/fs/cgroup/a/b/c/memory.max", "max\n")
    assert machine_memory(tmp_path) == 80


def test_a_person_may_say_how_much() -> None:
    assert tree_memory({"LUDARIUM_MEMORY": " 512 "}) == 512
    assert tree_memory({}) == tree_memory({"LUDARIUM_MEMORY": "0"}) == max(LEAST, machine_memory() // 3)


@pytest.mark.parametrize("text", ["much", "-1", "15", "1.5", "99999999999999999999", "٥١٢"])
def test_other_settings_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(WrongMemory) as refused:
        tree_memory({"LUDARIUM_MEMORY": text})
    assert "from 16 to" in refused.value.sentence("en")
    assert "MiB" in refused.value.sentence("ja")


def test_the_nodes_fit_into_the_memory_together_with_those_of_the_last_tree() -> None:
    nodes = Limits(memory=300).nodes
    assert 299 * MIB < nodes * NODE_BYTES * TREES <= 300 * MIB
