"""Replaying: the state, the events and the picture after each step."""

from ludarium.core.scene import Board
from ludarium.table import Record, Table, read_record, replay
from tests.table import play, play_randomly

SET_UP = "=1, =3, =2, =2, =1, =3"


def test_every_step_with_state_events_and_scene() -> None:
    table = play_randomly(Table("mur-jp"), 4, 60)
    table.undo()
    record = read_record(Record.create(table).text())
    frames = list(replay(record))
    assert [frame.number for frame in frames] == list(range(len(table.entries) + 1))
    assert [frame.state for frame in frames] == table.history
    assert [frame.step for frame in frames] == ["", *(entry.text for entry in table.entries)]
    board = Board(frames[0].scene())
    for frame in frames[1:]:
        for event in frame.events:
            board.change(event.effect, event.data)
        assert board.contents() == Board(frame.scene()).contents()
        assert len(frame.sentences("ja")) == len(frame.events)
        assert frame.scene().last or not frame.events
    assert frames[-1].scene() == table.scene(-1)


def test_secrets_are_replayed_once_the_game_is_over() -> None:
    table = play(Table("cups", {"cap": 1}), SET_UP + ", peek b1")
    running = list(replay(table, 1))
    assert [frame.step for frame in running] == ["", "", "", "", "=2", "=1", "=3"]
    assert [piece.kind for piece in running[-1].scene().pieces] == ["?", "?", "?", "2", "1", "3"]
    play(table, "pass")
    frames = list(replay(read_record(Record.create(table).text())))
    assert [frame.step for frame in frames] == ["", *SET_UP.split(", "), "peek b1", "pass"]
    assert [piece.kind for piece in frames[4].scene().pieces] == ["1", "3", "2", "2"]
    assert frames[7].sentences("en") == ["0 looks under b1: 2."]
