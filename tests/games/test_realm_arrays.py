"""Realm as arrays: planes worked out by hand, and that they tell everything that matters."""

from collections.abc import Iterator

import pytest
from mypy_extensions import u8

from ludarium.core.arrays import ENDLESS
from ludarium.core.rng import Rng
from ludarium.games.realm import GAME
from ludarium.games.realm.rules import Realm, list_mobile
from tests.games.arrays_reading import (
    action_of,
    actions_refused,
    arrays_of,
    at_their_largest,
    constants_of,
    mask_of,
    observation,
    planes_of,
)
from tests.games.realm_play import at, line, play, start

POSITION = (
    "bases0 A1 B2; bases1 D4; powers0 a1; powers1 l12; enforcers0 b1n c2w; enforcers1 k12e j10s; "
    "neutral0 e4; neutral1 a3; captured0 1; again0 A1 2; again1 D4; next 1"
)


def named(cells: list[int], value: int) -> set[str]:
    """The squares where a plane has this value: row 12 comes first, column a is the first one."""
    return {f"{'abcdefghijkl'[cell % 12]}{12 - cell // 12}" for cell, number in enumerate(cells) if number == value}


def squares(state: Realm, seat: int, plane: str, value: int = 1) -> set[str]:
    return named(planes_of(GAME, state, seat)[plane], value)


def seen(state: Realm, seat: int, plane: str) -> int:
    """The number that a plane has everywhere."""
    return constants_of(GAME, state, seat)[plane]


def realm(column: str, first_row: int) -> set[str]:
    """The nine squares of a realm: the first of its columns and of its rows."""
    columns = "abcdefghijkl"["abcdefghijkl".index(column) :][:3]
    return set(line(columns, range(first_row, first_row + 3)))


# --- pieces -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "of_0", "of_1"),
    [
        ("bases", {"b2", "e5"}, {"k11"}),
        ("powers", {"a1"}, {"l12"}),
        ("enforcers_north", {"b1"}, set()),
        ("enforcers_east", set(), {"k12"}),
        ("enforcers_south", set(), {"j10"}),
        ("enforcers_west", {"c2"}, set()),
        ("neutralised", {"e4"}, {"a3"}),
        ("realms", realm("a", 1) | realm("d", 4), realm("j", 10)),
    ],
)
def test_pieces_are_own_and_the_others(kind: str, of_0: set[str], of_1: set[str]) -> None:
    state = at(POSITION)
    for seat, (own, other) in enumerate([(of_0, of_1), (of_1, of_0)]):
        assert squares(state, seat, f"own_{kind}") == own
        assert squares(state, seat, f"other_{kind}") == other


def test_the_first_row_is_row_12() -> None:
    cells = planes_of(GAME, at(POSITION), 0)
    assert cells["other_powers"].index(1) == 11  # l12
    assert cells["own_powers"].index(1) == 132  # a1
    assert named(cells["centre"], 1) == set(line("behk", (2, 5, 8, 11)))


def test_pieces_beside_the_board() -> None:
    """Of 12 bases and 8 enforcers each, seat 0 has put 2 and 3, seat 1 has put 1 and 3 and lost a base more."""
    state = at(POSITION)
    hands = {"bases_in_hand": (10, 10), "enforcers_in_hand": (5, 5), "captured": (1, 0), "powers_to_put": (0, 0)}
    for name, (of_0, of_1) in hands.items():
        assert (seen(state, 0, f"own_{name}"), seen(state, 0, f"other_{name}")) == (of_0, of_1)
        assert (seen(state, 1, f"own_{name}"), seen(state, 1, f"other_{name}")) == (of_1, of_0)


def test_realms_rearranged_in_the_last_turns() -> None:
    state = at(POSITION)
    assert squares(state, 0, "own_rearranged", 2) == squares(state, 1, "other_rearranged", 2) == realm("a", 1)
    assert squares(state, 1, "own_rearranged", 1) == squares(state, 0, "other_rearranged", 1) == realm("j", 10)
    assert squares(state, 0, "own_rearranged", 1) == set()


# --- turns ------------------------------------------------------------------------------------------------------
STAGES = ("puts_base", "puts_power", "moves", "rearranges")


def stage(state: Realm) -> list[str]:
    return [name for name in STAGES if seen(state, 0, name)]


def test_set_up() -> None:
    state = start()
    assert stage(state) == ["puts_base"]
    assert (seen(state, 0, "own_powers_to_put"), seen(state, 0, "own_bases_in_hand")) == (3, 12)
    assert seen(start("realm-grand"), 0, "other_powers_to_put") == 4
    state = play(state, "*A1", "*A2", "*B2", "*B1", "*C3", "*C4")
    assert stage(state) == ["puts_power"]
    state = play(state, "+a1")
    assert (seen(state, 1, "own_powers_to_put"), seen(state, 1, "other_powers_to_put")) == (3, 2)
    state = play(state, "+a4", "+d4", "+d1", "+g7", "+g10")
    assert stage(state) == ["moves"]
    assert seen(state, 0, "own_powers_to_put") == 0


@pytest.mark.parametrize(
    ("position", "event"),
    [
        ("bases0 A1; powers0 a1; powers1 l12", "may_create"),
        ("bases0 A2; powers0 a1", "may_enforce"),
        ("enforcers0 a1n; enforcers1 c6w", "may_neutralise"),
        ("bases1 A2; powers0 b4; enforcers0 a1n", "may_capture"),
    ],
)
def test_an_event_is_marked_where_the_piece_stopped(position: str, event: str) -> None:
    state = play(at(position), "a1-a4")
    for name in ("may_create", "may_enforce", "may_neutralise", "may_capture"):
        assert squares(state, 1, name) == ({"a4"} if name == event else set())
    assert squares(play(state, "no"), 1, event) == set()


def test_source_and_target() -> None:
    """After one move the turn can be both; the second one, from elsewhere into the same realm, decides."""
    state = play(at("powers0 a1 d4"), "a1-a4", "no")
    assert squares(state, 0, "source") == squares(state, 1, "source") == realm("a", 1)
    assert squares(state, 0, "target") == realm("a", 4)
    state = play(state, "d4-c4", "no")
    assert squares(state, 0, "source") == set()
    assert squares(state, 0, "target") == realm("a", 4)
    assert squares(play(state, "end"), 0, "target") == set()


def test_whether_an_event_was_taken_or_the_turn_passed() -> None:
    state = play(at("powers0 a1; powers1 l12"), "a1-a4")
    assert [seen(play(state, choice), 1, "taken") for choice in ("create", "no")] == [1, 0]
    state = at("powers0 a1; powers1 l12")
    assert [seen(new, 0, "passed") for new in (state, play(state, "pass"))] == [0, 1]


def test_lifted_pieces() -> None:
    """In board order the enforcer of d4 comes first, then the power of e4."""
    state = play(at("bases0 B2; powers0 e4 a1; enforcers0 d4n; neutral0 f4"), "rearrange B2")
    assert stage(state) == ["rearranges"]
    assert squares(state, 0, "old_powers") == {"e4"}
    assert squares(state, 1, "old_enforcers_north") == {"d4"}
    assert squares(state, 0, "lifted") == {"d4", "e4"}
    assert squares(state, 0, "next_lifted") == {"d4"}
    assert squares(state, 0, "own_powers") == {"a1"}
    state = play(state, "e4s")
    assert squares(state, 0, "old_enforcers_north") == {"d4"}
    assert squares(state, 0, "lifted") == squares(state, 0, "next_lifted") == {"e4"}
    assert squares(state, 0, "own_enforcers_south") == {"e4"}
    state = play(state, "d4")
    assert stage(state) == ["moves"]
    assert all(not squares(state, 0, name) for name in ("old_powers", "old_enforcers_north", "lifted", "next_lifted"))


@pytest.mark.parametrize("way", ["north", "east", "south", "west"])
def test_where_lifted_enforcers_pointed(way: str) -> None:
    state = play(at(f"enforcers0 d4{way[0]}"), "rearrange B2")
    for other in ("north", "east", "south", "west"):
        assert squares(state, 0, f"old_enforcers_{other}") == ({"d4"} if way == other else set())


def test_turns_left() -> None:
    position = "powers0 a1; powers1 l12; quiet 12; turn 100"
    assert seen(at(position), 0, "quiet_left") == 48
    assert seen(at(position, quiet_cap=0), 0, "quiet_left") == 255
    assert seen(at(position, quiet_cap=1000), 0, "quiet_left") == 255
    assert seen(at(position), 0, "turns_left") == 200
    assert seen(at(position, turn_cap=0), 0, "turns_left") == 255
    assert seen(at(position, turn_cap=400), 0, "turns_left") == 255
    assert seen(at(position, turn_cap=90, quiet_cap=3), 0, "turns_left") == 0  # positions that no game comes to
    assert seen(at(position, turn_cap=90, quiet_cap=3), 0, "quiet_left") == 0


def test_planes_at_their_largest() -> None:
    """All pieces in hand at the start; and a game that ended with all bases captured."""
    most = start(bases=14, enforcers=9, powers=4, quiet_cap=255)
    hands = {f"{whose}_{what}_in_hand" for whose in ("own", "other") for what in ("bases", "enforcers")}
    assert at_their_largest(GAME, most, 0) == {
        *hands,
        *("own_powers_to_put", "other_powers_to_put", "quiet_left", "turns_left"),
    }
    late = at("bases0 A1; powers0 a1; powers1 l12; again0 A1 2; again1 D4; turn 200; next 1")
    assert at_their_largest(GAME, late, 0) == {"own_rearranged", "next"}
    lost = at("bases0 A1; captured0 14; turn 200; over quiet_cap 0", bases=14)
    assert (at_their_largest(GAME, lost, 0), at_their_largest(GAME, lost, 1)) == ({"own_captured"}, {"other_captured"})


def test_the_options_that_pieces_do_not_tell() -> None:
    assert [seen(start(name), 0, "not_superior") for name in ("realm", "realm-english")] == [0, 1]
    names = ("centres_blocked", "compulsory")
    assert [seen(start(), 0, name) for name in names] == [0, 0]
    assert [seen(start(centres="blocked"), 1, name) for name in names] == [1, 0]
    assert [seen(start(events="compulsory"), 1, name) for name in names] == [0, 1]


# --- actions ----------------------------------------------------------------------------------------------------
def test_actions_are_steps_without_crooked_moves() -> None:
    """16 bases, 144 powers, 144 × 22 straight moves, 144 × 4 enforcers, 144 victims, …"""
    assert arrays_of(GAME).actions(start()) == 4_789
    assert mask_of(GAME, start()) == set(range(16))
    assert action_of(GAME, start(), "*B3") == 1 + 2 * 4
    state = at("powers0 a1; powers1 l12")
    others = 16 + 144 + 144 * 22 + 144 * 4 + 144
    assert action_of(GAME, state, "pass") == others + 4
    assert action_of(GAME, state, "rearrange A1") == others + 5
    # From a1: a4 to a12, then b1 to l1 without those of the same realm; the first of these is the third upwards.
    assert mask_of(GAME, state) == {*range(162, 171), *range(173, 182), others + 4, others + 5}


def test_no_action_but_the_legal_ones_is_a_legal_step() -> None:
    lifted = play(at("bases0 B2; powers0 e4 a1; enforcers0 d4n; neutral0 f4"), "rearrange B2")
    decides = play(at("enforcers0 a1n; enforcers1 c6w"), "a1-a4")
    for state in (start(), at(POSITION), lifted, decides):
        every = set(range(arrays_of(GAME).actions(state)))
        assert actions_refused(GAME, state) == every - mask_of(GAME, state)


@pytest.mark.parametrize(
    ("options", "longest"),
    [
        ({}, 12 + 300 * 17),
        ({"powers": 4, "bases": 5, "enforcers": 1}, 16 + 300 * 11),
        ({"turn_cap": 0, "quiet_cap": 5, "enforcers": 2}, 12 + 5 * (1 + 24 + 18 + 4 + 4) * 11),
        ({"quiet_cap": 0, "turn_cap": 7}, 12 + 7 * 17),
        ({"quiet_cap": 0, "turn_cap": 0}, ENDLESS),
    ],
)
def test_the_longest_game(options: dict[str, object], longest: int) -> None:
    assert arrays_of(GAME).longest(start(**options)) == longest


@pytest.mark.parametrize("options", [{}, {"enforcers": 0, "bases": 5}, {"powers": 4, "enforcers": 9, "bases": 14}])
def test_turns_drawn_out_are_no_longer_than_that(options: dict[str, object]) -> None:
    """Nobody ends a turn or passes while anything else is possible."""
    most = 0
    for seed in range(6):
        state, rng, since = start(**options, turn_cap=30), Rng(seed), 0
        longest = arrays_of(GAME).longest(state)
        for _ in range(4 * state.powers):
            state.apply(state.random_step(rng))
        assert stage(state) == ["moves"]
        while state.seat >= 0:
            turn = state.turn
            legal = list(state.legal())
            more = [step for step in legal if GAME.step_text(step) not in ("end", "pass", "no")] or legal
            moves = [step for step in more if "-" in GAME.step_text(step)] or more
            state.apply(moves[rng.below(len(moves))])
            since += 1
            assert since <= (longest - 4 * state.powers) // 30
            most, since = max(most, since), since if state.turn == turn else 0
    assert most > 3  # more than one piece moved in a turn


# --- nothing that matters is left out ---------------------------------------------------------------------------
def matter(state: Realm) -> tuple[object, ...]:
    """Everything but the number of the turn and the result, which follows once the game is over."""
    same = state.copy()
    same.turn = same.winners = same.ending = 0
    return same.fields()


@pytest.mark.parametrize("ruleset", ["realm", "realm-english", "realm-grand"])
def test_states_of_a_game_that_differ_look_different(ruleset: str) -> None:
    known: dict[bytes, tuple[object, ...]] = {}
    for seed in range(3):
        state, rng = start(ruleset, turn_cap=0), Rng(seed)
        for _ in range(200):
            if state.seat < 0:
                break
            assert known.setdefault(observation(GAME, state, 1), matter(state)) == matter(state)
            state.apply(state.random_step(rng))
    assert len(known) > 300


def test_any_change_of_a_state_is_seen_by_both_seats() -> None:
    state, rng, stages = start(turn_cap=0), Rng(1), set()
    for number in range(400):
        if state.seat < 0:
            break
        if number % 40 == 5 or (state.stage == 3 and 3 not in stages):
            stages.add(int(state.stage))
            for seat in (0, 1):
                before = observation(GAME, state, seat)
                for changed in changes(state):
                    assert observation(GAME, changed, seat) != before, (changed.fields(), state.fields())
        state.apply(state.random_step(rng))
    assert stages == {0, 2, 3}


LOOKS = (0, 1, 4, 5, 6, 7)  # of a square before the rearrangement: nothing, a power, an enforcer that points n, e, s, w
PIECES = [0, *(tag << 2 for tag in (2, 3, 4, 5, 8, 9)), *(tag << 2 | way for tag in (6, 7) for way in range(4))]


def changes(state: Realm) -> Iterator[Realm]:
    """The state with one thing changed: a square, a hand, or one of the numbers after them."""
    for square in (0, 4, 77, 143):
        for piece in PIECES:
            if piece != state.board[square]:
                new = state.copy()
                new.board[square] = u8(piece)
                new.mobile = list_mobile(new.board)
                yield new
    for index in range(len(state.hand)):
        new = state.copy()
        new.hand[index] = u8(state.hand[index] + 1)
        yield new
    other: dict[str, list[int]] = {
        "seat": [1 - int(state.seat)],
        "stage": [int(state.stage) ^ 1],  # another one of the set-up, or of play
        "source": [realm for realm in range(-1, 16) if realm != state.source],
        "target": [realm for realm in range(-1, 16) if realm != state.target],
        "taken": [1 - int(state.taken)],
        "quiet": [int(state.quiet) + 1],
        "passed": [1 - int(state.passed)],
        "again0": [realm for realm in range(-1, 32) if realm != state.again0],
        "again1": [realm for realm in range(-1, 32) if realm != state.again1],
    }
    if state.event:
        other["event"] = [event for event in (1, 2, 3, 4) if event != state.event]
        other["stopped"] = [square for square in range(144) if square != state.stopped]
    if state.left:
        other["lifted"] = [realm for realm in range(16) if realm != state.lifted]
        looks = [(int(state.old) & ~(7 << 3 * place)) | look << 3 * place for place in range(9) for look in LOOKS]
        other["old"] = [old for old in looks if old != state.old]
        other["left"] = [new for new in (int(state.left) ^ 1 << 3 * place for place in range(9)) if new]
    for name, values in other.items():
        for value in values:
            new = state.copy()
            setattr(new, name, value)
            yield new
