"""The examples of the research page, and the notebook, run as their readers run them."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.cli.test_docs import ROOT, blocks

PAGE = "docs/research.md"
NOTEBOOK = ROOT / "examples" / "two_bots.ipynb"


@pytest.mark.parametrize("number", range(len(blocks(PAGE, "python"))))
def test_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    example = blocks(PAGE, "python")[number]
    if "import torch" in example:
        pytest.importorskip("torch")
    exec(compile(example, PAGE, "exec"), {})
    assert capsys.readouterr().out.strip()


@pytest.mark.slow
def test_the_notebook_runs_and_prints_what_it_shows(tmp_path: Path) -> None:
    """Its players are limited by simulations, so that the same game is played everywhere."""
    shown, ran = _read(), _read()
    NotebookClient(ran, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [_printed(cell) for cell in ran.cells] == [_printed(cell) for cell in shown.cells]
    assert sum("image/svg+xml" in output.get("data", {}) for cell in ran.cells for output in _outputs(cell)) == 4


@pytest.mark.parametrize(
    ("example", "library", "said"),
    [
        ("dqn", "torch", "torch dm-tree"),
        ("maskable_ppo", "sb3_contrib", "sb3-contrib"),
        ("tianshou_dqn", "tianshou", '"tianshou>=2"'),
        ("alpha_zero", "jax", "jax flax optax chex orbax-checkpoint"),
    ],
)
def test_examples_say_what_to_install(example: str, library: str, said: str) -> None:
    """Where the library is missing; the page names the same."""
    without = f"import runpy, sys; sys.modules[{library!r}] = None"
    asked = f"{without}; runpy.run_path('examples/{example}.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f'pip install "ludarium[research]" {said}' in done.stderr
    assert "Traceback" not in done.stderr
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    assert f"$ pip install {said}\n$ python examples/{example}.py" in page


def _read() -> nbformat.NotebookNode:
    notebook: nbformat.NotebookNode = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def _outputs(cell: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return list(cell.get("outputs", []))


def _printed(cell: nbformat.NotebookNode) -> str:
    return "".join(output["text"] for output in _outputs(cell) if output["output_type"] == "stream")
