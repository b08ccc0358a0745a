"""A table as its events make it: who may do what when, consent, clocks, and that doing it again gives the same."""

from collections.abc import Callable

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.game import find_ruleset
from ludarium.core.words import LOCALES
from ludarium.server.rooms.play import Occupant, Play, TableEvent, TableEventKind, TableSetup
from ludarium.server.wire import Visibility
from ludarium.table import Match, read_record
from ludarium.table.clock import Pace

PEOPLE = [Occupant("person", f"person{name}", name) for name in ("Ada", "Ben", "Cyd", "Dan")]
BOT = Occupant("computer", level=3)


class Script:
    """A table to which things are done, each a second after the one before. ``seed`` and ``secret`` are fixed."""

    def __init__(
        self,
        ruleset: str = "mur-en",
        occupants: list[Occupant] | None = None,
        pace: Pace | None = None,
        series: bool = False,
        visibility: Visibility = "private",
        **options: object,
    ) -> None:
        self.occupants = PEOPLE[:2] if occupants is None else occupants
        self.setup = TableSetup(
            "table", find_ruleset(ruleset), options, 7, "secret", "personAda", visibility, pace or Pace(), False, False,
            series, True, 0,
        )  # fmt: skip
        self.play = Play(self.setup, list(self.occupants))
        self.event_count: list[TableEvent] = []
        self.now = 0
        names = [occupant.name or "level-3" for occupant in self.occupants]
        self.do("begin", -1, players=names, date="2025-03-01")

    def do(self, what: TableEventKind, seat: int, **data: object) -> "Script":
        self.now += 1000
        event = TableEvent(what, seat, data, self.now)
        self.play.apply(event)
        self.event_count.append(event)
        return self

    def steps(self, text: str) -> "Script":
        for step in text.split(", "):
            self.do("step", self.play.seat, step=step)
        return self

    def offer(self, kind: str, seat: int) -> "Script":
        return self.do("offer", seat, kind=kind)

    def answer(self, kind: str, seat: int, yes: bool) -> "Script":
        return self.do("answer", seat, kind=kind, yes=yes)

    def refused(self, act: Callable[[], object]) -> str:
        """The key of the error; nothing was changed, and it can be said in every language."""
        before = self.everything()
        with pytest.raises(LudariumError) as caught:
            act()
        assert self.everything() == before
        assert all(caught.value.sentence(locale) for locale in LOCALES)
        return caught.value.key

    def everything(self) -> list[object]:
        play = self.play
        seats = range(len(self.occupants))
        return [
            *(play.record_text(viewer) for viewer in (-1, *seats)),
            *(sorted(play.may(seat)) for seat in seats),
            [(one.kind, one.by, sorted(one.waiting)) for one in play.offers.open.values()],
            [play.clock.remaining(seat, 0) for seat in seats],
            (play.phase, play.seat, play.clock.due, play.event_count, play.moves, play.finished, play.rematch_agreed),
        ]

    def done_again(self) -> list[object]:
        """The same from another table to which the same is done."""
        again = Script.__new__(Script)
        again.__dict__.update(self.__dict__)
        again.play = Play(self.setup, list(self.occupants))
        for event in self.event_count:
            again.play.apply(event)
        return again.everything()


# --- steps ------------------------------------------------------------------------------------------------------------
def test_doing_it_again_gives_the_same_table() -> None:
    script = Script("myrmidons", pace=Pace("fischer", 60_000, 2_000)).steps("=243, =111, =324")
    script.do("undo", 0, number=3, whole=False).steps("=522, =324, =333, =432")
    script.steps("=432, =522, =111, =324, =333, =243, c1n2")
    script.offer("pause", 0).answer("pause", 1, True).offer("resume", 1).answer("resume", 0, True)
    script.do("down", -1, **{"from": script.now, "to": script.now + 5000})
    script.offer("end", 0).answer("end", 1, False)
    assert script.play.seat == 1
    assert script.done_again() == script.everything()
    assert "commit 1: sha256:" in script.play.record_text(-1)
    script.do("resign", 0)
    assert script.done_again() == script.everything()
    assert read_record(script.play.record_text(-1)).table.outcome == script.play.outcome


def test_only_what_is_right_now_is_done() -> None:
    script = Script()
    assert script.refused(lambda: script.do("step", 1, step="+a1")) == "not_your_turn"
    assert script.refused(lambda: script.do("step", 0, step="+a1", number=1)) == "stale"
    assert script.refused(lambda: script.do("step", 0, step="+z9")) == "step_syntax"
    assert script.refused(lambda: script.do("begin", -1, players=[], date="")) == "begun"
    assert script.refused(lambda: script.do("next", -1)) == "no_series"
    assert script.refused(lambda: script.do("timeout", 0)) == "time_left"
    waiting = Play(script.setup, [PEOPLE[0], Occupant("open")])
    with pytest.raises(LudariumError) as caught:
        waiting.apply(TableEvent("step", 0, {"step": "+a1"}, 1))
    assert caught.value.key == "not_begun"
    assert (waiting.phase, waiting.seat, waiting.may(0), waiting.record_text(0)) == ("waiting", -1, set(), "")


def test_steps_of_ones_own_unfinished_turn_can_be_taken_back() -> None:
    script = Script("realm").steps("*A1, *B2, *B3, *C3, *C2, *D4, +a1, +d4, +d7, +g7, +g4, +j10")
    assert script.play.seat == 0
    assert script.refused(lambda: script.do("undo", 0, number=12, whole=True)) == "undo_nothing"
    assert "undo" not in script.play.may(0)
    script.steps("a1-a4")
    assert "undo" in script.play.may(0)
    assert script.refused(lambda: script.do("undo", 1, number=13, whole=True)) == "undo_nothing"
    assert script.refused(lambda: script.do("undo", 0, number=12, whole=False)) == "stale"
    legal = script.play.table.legal(0)
    script.steps(legal[0])
    assert script.play.seat == 0, "the turn goes on after a decision about an event"
    script.do("undo", 0, number=14, whole=True)
    assert len(script.play.table.history.steps) == 12
    assert "undo: 2" in script.play.record_text(0)


def test_a_step_that_showed_something_cannot_be_taken_back_between_people() -> None:
    army = "=243, =111, =324, =522, =333, =432"
    for occupants, may in ((PEOPLE[:2], False), ([PEOPLE[0], BOT], True)):
        script = Script("cups", occupants).steps("=1, =3, =2, =2, =1, =3")
        script.steps("peek b1")
        assert ("undo" in script.play.may(0)) == may
        if not may:
            assert script.refused(lambda s=script: s.do("undo", 0, number=7, whole=True)) == "undo_shown"  # type: ignore[misc]
    script = Script("myrmidons").steps(army.removesuffix(", =432"))
    assert script.play.own_steps(0) == 5, "one's own set-up shows nothing new"


ARMIES = "=243, =111, =324, =522, =333, =432, =432, =522, =111, =324, =333, =243"
ELEVEN = ["135", "153", "225", "243", "315", "324", "333", "351", "414", "432", "522"]
TWO_ROWS = ", ".join(f"={one}" for one in ("243", "111", *(type_ for type_ in ELEVEN if type_ != "243")))


@pytest.mark.clause("MYR-O4")
@pytest.mark.parametrize(
    ("ruleset", "options", "armies"),
    [
        ("myrmidons", {}, ARMIES),
        ("myrmidons-memory", {}, ARMIES),
        ("myrmidons", {"order_distance": "unlimited"}, ARMIES),
        ("myrmidons-secret", {}, ARMIES),
        ("myrmidons", {"army": "agreed", "size": 12, "types": ELEVEN}, f"{TWO_ROWS}, {TWO_ROWS}"),
    ],
)
def test_an_order_can_be_taken_back_until_it_is_carried_out(
    ruleset: str, options: dict[str, object], armies: str
) -> None:
    script = Script(ruleset, None, None, False, "private", **options).steps(armies)
    seen = len(script.play.table.history.steps)
    way = "!n" if "size" not in options else "!ne"  # with two rows a companion ahead must make room
    script.steps(way)
    companion = next(step for step in script.play.table.legal(0) if ":" in step)
    script.steps(companion)
    assert (script.play.own_steps(0), script.play.own_steps(1)) == (2, 0)
    assert "undo" in script.play.may(0)
    assert "undo" not in script.play.may(1)
    script.do("undo", 0, number=seen + 2, whole=False)
    assert [entry.text for entry in script.play.table.history.taken][seen:] == [way]
    script.steps(companion).do("undo", 0, number=seen + 2, whole=True)
    assert len(script.play.table.history.steps) == seen
    assert script.refused(lambda: script.do("undo", 0, number=seen, whole=True)) == "undo_nothing"
    script.steps(f"{way}, {companion}")
    while "." not in script.play.table.legal(0):
        script.steps(script.play.table.legal(0)[0])
    script.steps(".")
    assert script.play.seat == 1
    assert [script.play.own_steps(seat) for seat in (0, 1)] == [0, 0], "now everybody has seen it"
    assert script.refused(lambda: script.do("undo", 0, number=0, whole=True)) == "undo_nothing"
    assert script.done_again() == script.everything()


# --- consent ----------------------------------------------------------------------------------------------------------
def test_a_draw_needs_both() -> None:
    script = Script().steps("+c2")
    script.offer("end", 0)
    assert script.play.outcome is None
    assert [(one.kind, one.by, one.waiting) for one in script.play.offers.open.values()] == [("end", 0, {1})]
    assert script.refused(lambda: script.offer("end", 0)) == "offer_made"
    assert script.refused(lambda: script.answer("end", 0, True)) == "offer_not_yours"
    script.answer("end", 1, True)
    assert script.play.outcome is not None
    assert (script.play.outcome.winners, script.play.outcome.reason, script.play.phase) == ((), "agreement", "over")
    assert not script.play.offers.open
    assert script.refused(lambda: script.offer("end", 0)) == "over"


def test_a_declined_offer_is_not_made_again_in_the_same_position() -> None:
    script = Script().steps("+c2").offer("end", 0).answer("end", 1, False)
    assert script.refused(lambda: script.offer("end", 0)) == "offer_declined"
    assert "end" not in script.play.may(0)
    assert "end" in script.play.may(1), "whoever declined may offer it later"
    script.steps("+a1").offer("end", 0)
    assert "end" in script.play.offers.open


def test_taking_back_within_a_turn_answers_no_offer_and_allows_no_other() -> None:
    """Else somebody could be pestered by a step, its undoing and the same offer again."""
    script = Script("myrmidons").steps(ARMIES)
    script.offer("end", 0).answer("end", 1, False).offer("end", 1)
    script.steps("!n").do("undo", 0, number=13, whole=True)
    assert list(script.play.offers.open) == ["end"]
    script.answer("end", 0, False)
    assert script.refused(lambda: script.offer("end", 0)) == "offer_declined"


def test_an_offer_can_be_withdrawn_and_is_gone_when_play_goes_on() -> None:
    script = Script().steps("+c2").offer("end", 0).answer("end", 0, False)
    assert not script.play.offers.open
    script.steps("+a1").offer("end", 1)
    script.steps("+c3")  # seat 0 plays on instead of answering
    assert not script.play.offers.open
    assert script.refused(lambda: script.answer("end", 0, True)) == "offer_none"
    script.offer("end", 1).steps("+a2")  # who made it may play on meanwhile
    assert "end" in script.play.offers.open


def test_offering_the_same_is_agreeing() -> None:
    script = Script().steps("+c2").offer("end", 1).offer("end", 0)
    assert script.play.phase == "over"


def test_four_seats_must_all_agree() -> None:
    script = Script("mutterland", list(PEOPLE), players=4, land="block")
    script.offer("end", 2).answer("end", 0, True).answer("end", 3, True)
    assert script.play.offers.open["end"].waiting == {1}
    assert script.refused(lambda: script.answer("end", 3, True)) == "offer_not_yours"
    script.answer("end", 1, False)
    assert not script.play.offers.open
    script.offer("pause", 3)
    for seat in (0, 1, 2):
        script.answer("pause", seat, True)
    script.offer("resume", 0)
    for seat in (1, 2, 3):
        assert script.play.paused
        script.answer("resume", seat, True)
    assert not script.play.paused
    assert script.done_again() == script.everything()


def test_a_game_without_such_an_end_offers_none() -> None:
    script = Script("open-cups").steps("=1")
    assert "end" not in script.play.may(0)
    assert script.refused(lambda: script.offer("end", 0)) == "no_agreement"


def test_a_table_of_an_earlier_version_called_it_a_draw() -> None:
    script = Script("realm").steps("*A1").offer("draw", 1)
    assert list(script.play.offers.open) == ["end"]
    script.answer("draw", 0, True)
    assert script.play.phase == "over"


@pytest.mark.clause("RLM-T4", "RLM-F2")
def test_an_offer_to_count_is_gone_as_soon_as_the_count_can_change() -> None:
    """Else whoever is asked could put another base first and agree then."""
    script = Script("realm").steps("*A1, *B2, *B3, *C3, *C2, *D4, +a1, +d4, +d7, +g7, +g4, +j10").offer("end", 1)
    script.steps("a1-a4")
    assert not script.play.offers.open
    assert script.refused(lambda: script.answer("end", 0, True)) == "offer_none"
    script.steps("create").offer("end", 1).do("undo", 0, number=14, whole=False)
    assert not script.play.offers.open
    script.offer("end", 1).answer("end", 0, False).steps("create")
    assert script.refused(lambda: script.offer("end", 1)) == "offer_declined", "a step is no reason to ask again"


def test_agreement_in_realm_counts_the_realms() -> None:
    script = Script("realm").steps("*A1").offer("end", 1).answer("end", 0, True)
    assert script.play.outcome is not None
    assert (script.play.outcome.winners, script.play.outcome.clause) == ((0,), "RLM-T4")


def test_taking_back_by_consent_goes_back_before_the_last_turn_of_whoever_asks() -> None:
    script = Script().steps("+c2, +a1, +c3")
    assert script.play.steps_of_last_turn(0) == 1
    script.offer("undo", 1)  # before a1: both turns after it go
    assert len(script.play.table.history.steps) == 3
    script.answer("undo", 0, True)
    assert [entry.text for entry in script.play.table.history.taken] == ["+c2"]
    assert script.play.seat == 1
    assert script.play.record_text(-1).endswith("1 0: +c2\n2 1: +a1\n3 0: +c3\nundo: 2\n")
    assert script.refused(lambda: script.offer("undo", 1)) == "undo_nothing"


def test_in_a_game_with_secrets_people_take_back_only_within_their_turn() -> None:
    script = Script("cups").steps("=1, =3, =2, =2, =1, =3, pass")
    assert script.refused(lambda: script.offer("undo", 0)) == "undo_secret"
    assert "ask_undo" not in script.play.may(0)
    alone = Script("cups", [PEOPLE[0], BOT]).steps("=1, =3, =2, =2, =1, =3, pass, pass").offer("undo", 0)
    assert [entry.text for entry in alone.play.table.history.taken][6:] == []


def test_computers_agree_to_everything_but_a_draw() -> None:
    script = Script("mur-en", [PEOPLE[0], BOT]).steps("+c2, +a1").offer("undo", 0)
    assert script.play.table.history.taken == []
    script.offer("pause", 0)
    assert script.play.phase == "paused"
    assert script.refused(lambda: script.do("step", 0, step="+c2")) == "paused"
    assert script.refused(lambda: script.offer("undo", 0)) == "paused"
    script.offer("resume", 0).offer("end", 0)
    assert script.play.offers.open["end"].waiting == {1}
    script.do("resign", 0).offer("rematch", 0)
    assert script.play.rematch_agreed
    assert script.refused(lambda: script.offer("rematch", 0)) == "rematch_agreed"


def test_somebody_with_several_seats_agrees_with_themselves() -> None:
    twice = [PEOPLE[0], Occupant("person", "personAda", "Ada's brother")]
    script = Script("mur-en", twice, visibility="screen").steps("+c2").offer("undo", 0)
    assert script.play.table.history.taken == []
    script.offer("end", 1)
    assert script.play.phase == "over"


def test_a_rematch_comes_after_the_end() -> None:
    script = Script().steps("+c2")
    assert script.refused(lambda: script.offer("rematch", 0)) == "rematch_early"
    script.do("resign", 0).offer("rematch", 1)
    assert not script.play.rematch_agreed
    script.answer("rematch", 0, False)
    script.offer("rematch", 0).answer("rematch", 1, True)
    assert script.play.rematch_agreed


# --- time -------------------------------------------------------------------------------------------------------------
def test_the_clock_runs_for_the_seat_to_act_and_ends_the_game() -> None:
    script = Script(pace=Pace("fischer", 10_000, 2_000)).steps("+c2, +a1")
    left = [script.play.clock.remaining(seat, script.now) for seat in (0, 1)]
    assert left == [11_000, 11_000]  # each used a second and got two
    assert script.play.clock.due == script.now + 11_000
    script.now += 9_999
    assert script.refused(lambda: script.do("timeout", 0)) == "time_left"
    assert script.refused(lambda: script.do("timeout", 1)) == "time_left"
    script.do("timeout", 0)
    assert script.play.outcome is not None
    assert (script.play.outcome.winners, script.play.outcome.reason) == ((1,), "timed_out")
    assert script.play.clock.running == -1
    assert script.done_again() == script.everything()


def test_a_pause_stops_the_clock() -> None:
    script = Script(pace=Pace("sudden", 10_000)).steps("+c2")
    script.offer("pause", 0).answer("pause", 1, True)
    assert script.play.clock.remaining(1, script.now) == 8_000
    script.now += 60_000
    assert script.refused(lambda: script.do("timeout", 1)) == "time_left"
    script.offer("resume", 0).answer("resume", 1, True)
    assert script.play.clock.due == script.now + 8_000


# --- series -----------------------------------------------------------------------------------------------------------
def test_a_series_goes_on_game_by_game() -> None:
    script = Script("mur-jp", series=True).steps("+h3, +a3")
    assert script.refused(lambda: script.do("next", -1)) == "series_running"
    script.do("resign", 1)
    assert (script.play.phase, script.play.finished, script.play.may(0)) == ("over", False, {"next"})
    assert script.refused(lambda: script.offer("rematch", 0)) == "rematch_early"
    script.do("next", -1)
    assert script.play.match is not None
    assert (script.play.phase, script.play.match.place, script.play.match.games_won()) == ("playing", (1, 2), [1, 0])
    for _ in range(11):
        script.do("resign", 0)
        if script.play.finished:
            break
        script.do("next", -1)
    assert script.play.finished
    assert script.play.outcome is not None
    assert (script.play.outcome.winners, script.play.outcome.reason) == ((1,), "sets")
    assert script.play.may(0) == {"rematch"}
    assert script.done_again() == script.everything()
    assert Match.read(script.play.record_text(-1)).outcome == script.play.outcome
