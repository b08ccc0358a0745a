"""The table: who may do what when, what each seat is told, and that a refusal changes nothing."""

from collections.abc import Callable

import pytest

from ludarium.core.errors import IllegalStep, LudariumError, NotAllowed, NotationError, OptionError, UnknownName
from ludarium.core.history import notices
from ludarium.core.rng import Rng
from ludarium.core.words import LOCALES
from ludarium.table import Record, Table
from tests.table import play, play_randomly

SET_UP = "=1, =3, =2, =2, =1, =3"


def everything(table: Table) -> list[object]:
    """All that anybody can get from a table."""
    seats = range(-1, table.state.seats)
    told = [
        (table.legal(s), table.events(s), table.scene(s), table.position(s), table.steps(s), table.number(s))
        for s in seats
    ]
    return [told, table.state.fields(), table.outcome, table.turn, table.seat, list(table.history.taken)]


def refused(table: Table, act: Callable[[], object]) -> LudariumError:
    """The error of an act that must change nothing, and has words in every language."""
    record = Record.create(table) if table.recorder is None else table.recorder
    assert isinstance(record, Record)
    before = everything(table), record.text()
    with pytest.raises(LudariumError) as caught:
        act()
    assert (everything(table), record.text()) == before
    for locale in LOCALES:
        assert caught.value.sentence(locale)
    return caught.value


def test_a_step_is_taken_and_told() -> None:
    table = Table("mur-en", {}, 0, ["Ada", "Ben"])
    assert (table.seat, table.turn, table.players) == (0, 1, ("Ada", "Ben"))
    events = table.take(0, "+c2")
    assert [event.as_json() for event in events] == [{"kind": "placed", "seat": 0, "piece": "black", "at": "c2"}]
    assert (table.seat, table.turn, table.number(1)) == (1, 2, 1)
    assert table.sentences(1, "en") == ["Black places a ship on c2."]
    assert table.steps(-1)[0].text == "+c2"
    assert table.scene(1).last == ("c2",)
    assert "black c2" in table.position(-1)


def test_only_the_seat_to_act_has_legal_steps() -> None:
    table = Table("mur-en")
    assert len(table.legal(0)) == 24
    assert table.legal(1) == table.legal(-1) == []
    assert [path.step for path in table.scene(0).paths] == table.legal(0)
    assert table.scene(1).paths == ()


def test_checks_come_in_a_fixed_order() -> None:
    """Over, seat, number, notation, rules: an act that is wrong in all ways is refused for the first of them."""
    table = play(Table("mur-en"), "+c2")
    wrong: list[tuple[tuple[int, str, int | None], type[LudariumError], str]] = [
        ((7, "nonsense", 9), NotAllowed, "seat_unknown"),
        ((-1, "nonsense", 9), NotAllowed, "seat_unknown"),
        ((0, "nonsense", 9), NotAllowed, "not_your_turn"),
        ((1, "nonsense", 9), NotAllowed, "stale"),
        ((1, "nonsense", 0), NotAllowed, "stale"),
        ((1, "nonsense", 1), NotationError, "step_syntax"),
        ((1, "+c2", 1), IllegalStep, "illegal"),
        ((1, "+c2", None), IllegalStep, "illegal"),
    ]
    for arguments, kind, key in wrong:
        error = refused(table, lambda arguments=arguments: table.take(*arguments))  # type: ignore[misc]
        assert (type(error), error.key) == (kind, key), arguments
    error = refused(table, lambda: table.take(1, "+c2"))
    assert isinstance(error, IllegalStep)
    assert error.clause == "MUR-T1"
    table.resign(0)
    assert refused(table, lambda: table.take(7, "nonsense", 9)).key == "game_over"


def test_refusals_say_what_to_do() -> None:
    table = play(Table("mur-en"), "+c2")
    said = str(refused(table, lambda: table.take(0, "+a1")))
    assert said == "It isn't the turn of seat 0. Wait for seat 1 to move."
    said = refused(table, lambda: table.take(1, "+a1", 0)).sentence("ja")
    assert said == "この手は0手目までの局面を見て選ばれましたが、もう1手進んでいます。盤を見直して選んでください。"
    assert "+c2" in str(refused(table, lambda: table.take(1, "x" * 1_000_000)))


def test_a_huge_step_or_number_is_refused_in_few_words() -> None:
    table = Table("mur-en")
    for act in (lambda: table.take(0, "+" * 1_000_000), lambda: table.take(0, "+a1", 10**4000)):
        assert len(str(refused(table, act))) < 300


def test_queries_know_their_seats() -> None:
    table = Table("mur-en")
    asks = (table.legal, table.view, table.scene, table.events, table.steps, table.number, table.position)
    for ask in (*asks, table.resign):
        for seat in (2, -2, 10**30):
            assert refused(table, lambda ask=ask, seat=seat: ask(seat)).key == "seat_unknown"  # type: ignore[misc]


def test_events_since_a_number() -> None:
    table = play(Table("mur-en"), "+c2, +a1, +g3")
    assert [step.text for step in table.steps(0, 1)] == ["+a1", "+g3"]
    assert table.events(1, 3) == []
    assert len(table.sentences(1, "ja", 2)) == 1


def test_steps_are_taken_back() -> None:
    table = play(Table("open-cups"), SET_UP)
    table.take(0, "a1xb1")
    before = everything(table)
    play(table, "peek a2, b3xa2")
    table.undo()
    assert table.history.taken[-1].text == "peek a2"
    table.undo()
    assert everything(table) == before
    play(table, "peek a2, b3xa2")
    table.undo(2)
    assert everything(table) == before
    assert refused(table, lambda: table.undo(8)).key == "undo_count"
    assert refused(table, lambda: table.undo(0)).key == "undo_count"
    table.undo(7)
    assert table.history.steps == []
    assert refused(table, lambda: table.undo(1)).key == "undo_count"


def test_a_game_that_is_over_stays_so() -> None:
    table = play_randomly(Table("mur-jp", {"turn_cap": 5}), 1)
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.winners, table.seat) == ("turn_cap", (), -1)
    assert refused(table, table.undo).key == "game_over"
    assert refused(table, lambda: table.resign(0)).key == "game_over"
    assert table.legal(0) == table.legal(1) == []


def test_resigning_is_the_tables_own_ending() -> None:
    table = play(Table("mur-en"), "+c2")
    table.resign(0)  # also when it is not one's turn
    assert table.outcome is not None
    assert table.outcome.as_json() == {"winners": [1], "reason": "resigned", "clause": ""}
    assert table.game.outcome_sentence(table.outcome, "en") == "White wins: resignation."
    assert table.game.outcome_sentence(table.outcome, "ja") == "白の勝ち：投了。"
    assert (table.seat, table.legal(1), table.scene(1).paths, table.scene(1).seat) == (-1, [], (), -1)


def test_out_of_time_all_others_win() -> None:
    table = Table("mutterland", {"players": 4, "land": "block"})
    assert refused(table, lambda: table.time_out(4)).key == "seat_unknown"
    table.time_out(2)
    assert table.outcome is not None
    assert table.outcome.as_json() == {"winners": [0, 1, 3], "reason": "timed_out", "clause": ""}
    assert table.game.outcome_sentence(table.outcome, "en") == "Blue, Red, Green share the win: out of time."
    assert (table.seat, table.legal(0)) == (-1, [])
    assert refused(table, lambda: table.time_out(0)).key == "game_over"


def test_agreement_is_a_draw_unless_the_rules_count() -> None:
    table = play(Table("mur-en"), "+c2")
    table.agree()
    assert table.outcome is not None
    assert table.outcome.as_json() == {"winners": [], "reason": "agreement", "clause": ""}
    assert table.game.outcome_sentence(table.outcome, "ja") == "引き分け：合意による。"
    assert refused(table, table.agree).key == "game_over"
    realm = play(Table("realm"), "*A1")  # one base of Blue's, none of Red's: Blue has more realms (RLM-F2)
    realm.agree()
    assert realm.outcome is not None
    assert realm.outcome.as_json() == {"winners": [0], "reason": "agreement", "clause": "RLM-T4"}


def test_a_table_that_cannot_be_set_up() -> None:
    with pytest.raises(UnknownName):
        Table("mur-xx")
    with pytest.raises(OptionError):
        Table("mur-en", {"kraken_walls": "any"})
    with pytest.raises(NotAllowed, match="at most 2"):
        Table("mur-en", {}, 0, ["a", "b", "c"])


def test_a_player_may_not_write_lines_into_the_record() -> None:
    table = Table("mur-en", {}, 0, ["Ada\nresult: 0 resigned", " "])
    assert table.players == ("Ada result: 0 resigned", "")


# --- a game with secrets ---------------------------------------------------------------------------------------------
def test_what_others_do_in_secret_is_not_told() -> None:
    table = play(Table("cups"), SET_UP)
    assert [step.text for step in table.steps(1)] == ["", "", "", "=2", "=1", "=3"]
    assert [event.data["piece"] for event in table.events(1)] == ["?", "?", "?", 2, 1, 3]
    assert table.number(1) == 6
    told = table.take(0, "peek b1")
    assert [event.kind for event in told] == ["peeked"]
    assert (table.number(0), table.number(1), table.number(-1)) == (7, 6, 6)
    assert "2" not in [piece.kind for piece in table.scene(-1).pieces]
    table.take(0, "a2xb1", 7)
    table.take(1, "pass", 7)  # one of the eight steps was none of its business
    assert [event.kind for event in table.events(1, 6)] == ["shown", "shown", "removed", "passed"]


def test_after_the_end_everything_is_told() -> None:
    for end in ("resign", "steps"):
        table = play(Table("cups", {"cap": 1}), SET_UP)
        play(table, "peek b1")
        if end == "resign":
            table.resign(1)
        else:
            play(table, "pass")
        for seat in (-1, 0, 1):
            assert [step.text for step in table.steps(seat)][:7] == [*SET_UP.split(", "), "peek b1"]
            assert "?" not in str(table.events(seat))
            assert [piece.kind for piece in table.scene(seat).pieces] == ["1", "3", "2", "2", "1", "3"]
            assert table.view(seat) == table.state
        assert [event.kind for event in table.events(1, 6)][:1] == ["peeked"], "what came after the last step it saw"


def test_views_are_those_after_the_steps_that_a_seat_noticed() -> None:
    """Every cup that is filled is noticed by both; who peeks, by itself alone."""
    table = play(Table("cups"), SET_UP)
    assert [len(table.views(seat)) for seat in (0, 1)] == [7, 7]
    assert table.views(1)[0] == table.history.states[0].view(1)
    table.take(0, "peek b1")
    assert [len(table.views(seat)) for seat in (0, 1)] == [8, 7]
    play(table, "pass")
    assert [len(table.views(seat)) for seat in (0, 1)] == [9, 8]
    for seat in (0, 1):
        assert table.views(seat)[-1] == table.view(seat)
        assert all(view == view.view(seat) for view in table.views(seat))
        assert table.history.views(seat, 6) == table.views(seat)[:7]


def test_what_was_noticed_is_counted_right_through_steps_and_undos() -> None:
    """Against counting anew, step by step, what each seat noticed."""
    table, rng = Table("cups", {"cap": 60}), Rng(4)
    for number in range(60):
        if number % 7 == 6:
            table.undo(1 + rng.below(min(3, len(table.history.steps))))
        steps = table.legal(table.seat)
        table.take(table.seat, steps[rng.below(len(steps))])
        if table.outcome is not None:
            break
        for seat in (-1, 0, 1) if number % 2 else (1,):  # so that some counting is left for later
            seen = [entry for entry in table.history.taken if notices(table.game, entry, seat)]
            assert table.number(seat) == len(seen)
            for since in range(len(seen) + 2):
                assert [step.events for step in table.steps(seat, since)] == [
                    tuple(table.game.event_list(entry.log, seat, over=False)) for entry in seen[since:]
                ]
            events = table.game.event_list(seen[-1].log, seat, over=False) if seen else []
            assert table.scene(seat) == table.game.describe(table.state, seat, events)
    assert number > 12  # two undos at least


def test_a_snapshot_stays_as_it_was() -> None:
    table = Table("mur-en")
    table.take(0, "+c2")
    kept = table.snapshot()
    Record.create(table)
    table.take(1, "+d2")
    assert [taken.text for taken in kept.steps(-1)] == ["+c2"]
    assert (kept.seat, kept.number(0), kept.recorder) == (1, 1, None)
    table.undo(2)
    assert len(kept.history.states) == 2
    kept.take(1, "+e2")  # to be played on, too
    assert table.history.taken == []
