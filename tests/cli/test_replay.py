"""Replaying and drawing recorded games."""

from pathlib import Path

from tests.cli.conftest import TWO, Command, Screen, typed


def test_replay_tells_the_game(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2", "c2r", "resign", "y"))
    done = ludarium("replay", "g.txt")
    assert done.code == 0
    assert "Black: Ada" in done.out
    assert "   2  White +d2  White places a ship on d2.\n" in done.out
    assert done.out.rstrip().endswith("wins: resignation.")
    at = ludarium("replay", "g.txt", "--at", "1")
    assert "+d2" not in at.out
    assert "B1" in at.out
    assert ludarium("replay", "g.txt", "--at", "99").code == 2
    assert ludarium("replay", "g.txt", "--seat", "7").code == 2
    assert ludarium("replay", "g.txt", "--lang", "ja").out.rstrip().endswith("投了。")


def test_replay_and_draw_refuse_what_is_no_record(ludarium: Command, tmp_path: Path) -> None:
    for content in (b"", b"hello", b"\x00\xff" * 1000, b"ludarium-record 1\nruleset: mur-en\nseed: 0\n\n1 0: +z9\n"):
        (tmp_path / "bad.txt").write_bytes(content)
        for command in (("replay", "bad.txt"), ("draw", "bad.txt"), ("play", "--resume", "bad.txt")):
            done = ludarium(*command)
            assert done.code == 2, (content, command)
            assert len(done.err.splitlines()) == 1
            assert (tmp_path / "bad.txt").read_bytes() == content


def test_draw_shows_a_record(ludarium: Command, tmp_path: Path) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2"))
    end = ludarium("draw", "g.txt").out
    assert end == ludarium("draw", "g.txt", "--at", "2").out
    assert end != ludarium("draw", "g.txt", "--at", "1").out
    assert ludarium("draw", "g.txt", "--steps", "+a1").code == 2
    assert "W1" in ludarium("draw", "g.txt", "--text").out


def test_a_recorded_game_is_walked_through(tmp_path: Path, ludarium: Command) -> None:
    ludarium("play", "mur-en", *TWO, "--record", "g.txt", typed=typed("+c2", "+d2"))
    screen = Screen("replay", "g.txt", folder=tmp_path)
    screen.read_until("Move 0 of 2")
    screen.type("\n")
    assert "Black places" in screen.read_until("Move 1 of 2")
    screen.type("x\n")
    screen.read_until("Press Enter")
    screen.type("e\n")
    screen.read_until("Move 2 of 2")
    screen.type("b\n")
    screen.read_until("Move 1 of 2")
    screen.type("2\n")
    screen.read_until("Move 2 of 2")
    screen.type("\n")
    screen.read_until("isn't over")
    assert screen.close() == 0
