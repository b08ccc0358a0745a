"""Replaying: the state, the events and the picture after each step."""

import pytest

from ludarium.core.errors import NotAllowed
from ludarium.core.history import Step
from ludarium.core.rng import Rng
from ludarium.core.scene import Board, Scene
from ludarium.table import Record, Table, read_record, replay
from tests.table import play, play_randomly

SET_UP = "=1, =3, =2, =2, =1, =3"


def test_every_step_with_state_events_and_scene() -> None:
    table = play_randomly(Table("mur-jp"), 4, 60)
    table.undo()
    record = read_record(Record.create(table).text())
    frames = list(replay(record))
    assert [frame.number for frame in frames] == list(range(len(table.history.steps) + 1))
    assert [frame.state for frame in frames] == table.history.states
    assert [frame.step.text for frame in frames] == ["", *(entry.text for entry in table.history.taken)]
    board = Board(frames[0].scene())
    for frame in frames[1:]:
        for event in frame.step.events:
            board.change(event.effect, event.data)
        assert board.contents() == Board(frame.scene()).contents()
        assert len(frame.sentences("ja")) == len(frame.step.events)
        assert frame.scene().last or not frame.step.events
    assert frames[-1].scene() == table.scene(-1)


def test_secrets_are_replayed_once_the_game_is_over() -> None:
    table = play(Table("cups", {"cap": 1}), SET_UP + ", peek b1")
    running = list(replay(table, 1))
    assert [frame.step.text for frame in running] == ["", "", "", "", "=2", "=1", "=3"]
    assert [piece.kind for piece in running[-1].scene().pieces] == ["?", "?", "?", "2", "1", "3"]
    play(table, "pass")
    frames = list(replay(read_record(Record.create(table).text())))
    assert [frame.step.text for frame in frames] == ["", *SET_UP.split(", "), "peek b1", "pass"]
    assert [piece.kind for piece in frames[4].scene().pieces] == ["1", "3", "2", "2"]
    assert frames[7].sentences("en") == ["0 looks under b1: 2."]


def test_after_the_end_one_can_see_what_a_seat_knew() -> None:
    table = play(Table("cups", {"cap": 1}), SET_UP + ", peek b1, pass")
    assert [frame.step.text for frame in replay(table, 1)] == ["", *SET_UP.split(", "), "peek b1", "pass"]
    then = list(replay(table, 1, open_=False))
    # Seat 0's set-up is seen without its cups; that it looked under b1, seat 1 never noticed.
    assert [frame.step.text for frame in then] == ["", "", "", "", "=2", "=1", "=3", "pass"]
    assert [frame.number for frame in then] == list(range(8))
    assert [piece.kind for piece in then[6].scene().pieces] == ["?", "?", "?", "2", "1", "3"]
    assert [piece.kind for piece in then[7].scene().pieces] == ["1", "3", "2", "2", "1", "3"]  # it is over
    assert then[1].step.events[0].data["piece"] == "?"
    assert list(replay(table, 1, open_=True)) == list(replay(table, 1))


def test_what_was_known_then_is_what_was_told_then() -> None:
    """Frame by frame a finished game, seen with a seat's eyes, is what the seat saw of it while it was played."""
    for seat in (-1, 0, 1):
        table, rng = Table("myrmidons", {"turn_cap": 20}, 5), Rng(5)
        scenes: dict[int, Scene] = {}
        told: list[Step] = []
        while table.outcome is None:
            scenes[table.number(seat)], told = table.scene(seat), table.steps(seat)
            legal = table.legal(table.seat)
            table.take(table.seat, legal[rng.below(len(legal))])
        frames = list(replay(Record.create(table), seat, open_=False))
        assert [frame.step for frame in frames[1:-1]] == told
        assert len(scenes) == len(frames) - 1 > 25
        board = Board(frames[0].scene())
        for frame in frames[1:]:
            for event in frame.step.events:
                board.change(event.effect, event.data)
            assert board.contents() == Board(frame.scene()).contents()
            if frame is not frames[-1]:
                assert frame.scene().pieces == scenes[frame.number].pieces
                assert frame.scene().last == scenes[frame.number].last


def test_a_running_game_is_never_open() -> None:
    table = play(Table("cups"), SET_UP)
    assert list(replay(table, 0, open_=False)) == list(replay(table, 0))
    with pytest.raises(NotAllowed) as refused:
        list(replay(table, 0, open_=True))
    assert refused.value.key == "replay_running"


def test_a_game_that_was_given_up_shows_only_what_was_known_then() -> None:
    table = play(Table("cups"), SET_UP)
    table.resign(0)
    assert [piece.kind for piece in list(replay(table, 0))[-1].scene().pieces] == ["1", "3", "2", "2", "1", "3"]
    then = list(replay(table, 0, open_=False))
    assert [piece.kind for piece in then[-1].scene().pieces] == ["1", "3", "2", "?", "?", "?"]
