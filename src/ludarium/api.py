"""The front door for Python: what ``import ludarium`` gives.

Steps and positions are texts, as people write them; seats are numbers from 0. Whatever cannot be done raises a
``LudariumError`` whose text says why and what to do instead, and changes nothing.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ludarium import conformance
from ludarium.arena.games import mix_seeds
from ludarium.conformance import Report
from ludarium.core.errors import IllegalStep, LudariumError, NotAllowed, NotationError
from ludarium.core.game import Ruleset, find_ruleset, rulesets
from ludarium.core.history import History
from ludarium.core.options import OptionValue, shortened
from ludarium.core.scene import Scene
from ludarium.draw import terminal
from ludarium.draw.svg import svg
from ludarium.engine.client import EngineClient
from ludarium.players.report import MOST_LINES
from ludarium.players.spec import PlayerSpec, read_player
from ludarium.table import Record, Table
from ludarium.table.ending import ended_sentence
from ludarium.table.reading import read_file, read_secret
from ludarium.table.series import read_games

__all__ = ["ComputerPlayer", "EngineClient", "GameSession", "LudariumError", "check", "games", "load", "new", "player"]
_SEEDS = 1 << 31


@dataclass(frozen=True)
class RulesetInfo:
    """A ruleset that can be played: an edition or a variant of a game."""

    name: str
    game: str  # as people call it: Mutter Land
    summary: str
    options: Mapping[str, OptionValue]  # what can be chosen, with what is usual
    hidden_information: bool  # whether seats know different things

    def __repr__(self) -> str:
        return f"<{self.name}: {self.game}>"


@dataclass(frozen=True)
class Outcome:
    """How a game ended; without ``winners`` it is a draw."""

    winners: tuple[int, ...]
    reason: str
    clause: str  # of the rulebook; empty if somebody resigned, say
    sentence: str


@dataclass(frozen=True)
class Refusal:
    """Why a step cannot be taken: the clause of the rulebook (empty if the text is no step at all), and a sentence."""

    clause: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def games() -> list[RulesetInfo]:
    """All rulesets that can be played, those of games from outside the package included.

    >>> [one.name for one in ludarium.games()][:2]
    ['mur-jp', 'mur-en']
    """
    return [_info(ruleset) for ruleset in rulesets()]


def new(ruleset: str, seed: int | None = None, **options: object) -> "GameSession":
    """A new game. ``seed`` decides what chance decides (without it, another game each time); options are those that
    ``games()`` names.

    >>> ludarium.new("mutterland", seed=7, players=3)
    <mutterland: turn 1, seat 0 of 3 to act, 40 legal steps>
    """
    return GameSession(Table(ruleset, options, secrets.randbelow(_SEEDS) if seed is None else seed))


def load(path: str | Path, game: int | None = None) -> "GameSession":
    """The game in a file, as ``save``, the terminal and the browser write it. Of a series it is the last one, or the
    one with the number ``game`` (counted from 1).
    """
    found = read_games(read_file(Path(path)), read_secret(Path(path)))
    if game is not None and not 1 <= game <= len(found):
        raise NotAllowed("load_number", game=shortened(game), most=len(found))
    return GameSession(found[-1 if game is None else game - 1].table)


def player(spec: str | int, seconds: float | None = None, seed: int | None = None) -> "ComputerPlayer":
    """A computer player: a level from ``"1"`` to ``"5"``, ``"best:800sims"``, ``"uct:0.5s"`` or ``"random"``
    (docs/players.md). ``seconds`` is its time for a decision instead of its usual limit; with a ``seed``, and where
    no time limits it, it always decides alike.
    """
    return ComputerPlayer(read_player(str(spec)), seconds, secrets.randbelow(_SEEDS) if seed is None else seed)


def check(game: "str | Path | ModuleType | GameSession") -> Report:
    """Try a game in every way: is it what players, boards, searches and records rely on? ``game`` is a ruleset's name,
    a game being played, or a file or module with a game of your own (docs/adding-a-game.md).
    """
    target = game.ruleset if isinstance(game, GameSession) else str(game) if isinstance(game, Path) else game
    return conformance.check(target)


class GameSession:
    """A game being played, or one that was: made by ``ludarium.new`` and ``ludarium.load``.

    >>> game = ludarium.new("mur-en", seed=1)
    >>> game.play("+c2", "+d2")
    <mur-en: turn 3, seat 0 of 2 to act, 25 legal steps>
    >>> print(game.why_not("+c2"))
    MUR-T1: c2 is occupied. Choose an empty intersection.
    """

    def __init__(self, table: Table) -> None:
        self._table = table.snapshot()

    @classmethod
    def from_position(cls, ruleset: str, position: str, **options: object) -> "GameSession":
        """A game that starts from a written position.

        >>> game = ludarium.GameSession.from_position("mur-en", "black b3 h3; white e1; kraken a3")
        >>> game.play("+a2").outcome.sentence
        'Black wins: a close on the kraken.'
        """
        found = find_ruleset(ruleset)
        return cls(Table(found, options, start=found.game.read_position(found.read(options), position)))

    # --- what it is -------------------------------------------------------------------------------------------------
    @property
    def ruleset(self) -> str:
        """Its name: ``mur-en``."""
        return self._table.ruleset.name

    @property
    def options(self) -> dict[str, OptionValue]:
        """All options, also those that are as usual."""
        return dict(self._table.options)

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._table.state.seats)

    @property
    def seat(self) -> int:
        """The seat to act; -1 once the game is over."""
        return int(self._table.seat)

    @property
    def turn(self) -> int:
        """The turn being played, counted from 1."""
        return int(self._table.turn)

    @property
    def legal(self) -> list[str]:
        """The steps that the seat to act can take; none once the game is over."""
        return self._table.legal(self.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; nothing while it goes on."""
        found = self._table.outcome
        if found is None:
            return None
        said = ended_sentence(self._table.game, found, "en")
        return Outcome(found.winners, found.reason, found.clause, said)

    @property
    def position(self) -> str:
        """Everything on the board, as a text that ``from_position`` reads."""
        return self._table.game.position_text(self._table.state)

    @property
    def steps(self) -> list[str]:
        """All steps so far."""
        return [taken.text for taken in self._table.history.taken]

    @property
    def history(self) -> History:
        """The game so far for programs: states, steps as numbers, events, and what each seat could know at any time."""
        return self._table.history

    def view(self, seat: int) -> "SeatView":
        """What a seat may know of the game (-1: a spectator)."""
        return SeatView(self._table, seat)

    def why_not(self, text: str, locale: str = "en") -> Refusal | None:
        """Why a step cannot be taken now; nothing if it can."""
        game = self._table.game
        try:
            game.refuse_illegal(self._table.state, game.read_step(text))
        except IllegalStep as error:
            return Refusal(error.clause, error.sentence(locale))
        except NotationError as error:
            return Refusal("", error.sentence(locale))
        return None

    # --- what changes it --------------------------------------------------------------------------------------------
    def play(self, *texts: str) -> "GameSession":
        """Take these steps, all of them or, if one cannot be taken, none."""
        trial = self._table.snapshot()
        for text in texts:
            trial.take(trial.seat, text)
        self._table = trial
        return self

    def resign(self, seat: int | None = None) -> "GameSession":
        """A seat (without a number the one to act) gives up; all others win."""
        self._table.resign(self.seat if seat is None else seat)
        return self

    def undo(self, steps: int = 1) -> "GameSession":
        """Take back the last steps, also after the end."""
        self._table.rewind(steps)
        return self

    # --- pictures and files -----------------------------------------------------------------------------------------
    def svg(self, theme: str = "light", locale: str = "en", width: int = 720) -> str:
        """The board with everything on it, for the seat to act. Themes: light, dark, contrast, safe."""
        return _svg(self._table, _open_scene(self._table), theme, locale, width)

    def save(self, path: str | Path) -> None:
        """Write the game to a new file, as a record (docs/records.md). In a game with hidden information that still
        goes on, what nobody may know yet lies in a second file beside it.
        """
        Record.create(self._table.snapshot(), Path(path))

    def copy(self) -> "GameSession":
        """The same game once more: what happens to one does not happen to the other."""
        return GameSession(self._table)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "GameSession":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Whether both have the same rules and start, and everything since then was the same."""
        if not isinstance(other, GameSession):
            return NotImplemented
        return self.history == other.history and self._table.outcome == other._table.outcome

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        said = self.outcome
        if said is not None:
            return f"<{self.ruleset}: turn {self.turn}, over: {said.sentence}>"
        count = len(self.legal)
        return f"<{self.ruleset}: turn {self.turn}, seat {self.seat} of {self.seats} to act, {count} legal steps>"

    def __str__(self) -> str:
        return _characters(self._table, _open_scene(self._table))

    def _repr_svg_(self) -> str:
        return self.svg()


class SeatView:
    """A game as one seat may know it, at the moment at which somebody looked: its ``position``, the ``legal`` steps of
    the seat, and in ``sentences`` what the seat saw happen.
    """

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        self.position = table.position(seat)
        self.legal = table.legal(seat)
        self.sentences = table.sentences(seat, "en")
        self._scene, self._table = table.scene(seat), table

    def svg(self, theme: str = "light", locale: str = "en", width: int = 720) -> str:
        """The board as the seat sees it."""
        return _svg(self._table, self._scene, theme, locale, width)

    def __repr__(self) -> str:
        return f"<{self._table.ruleset.name} seen by seat {self.seat}: {self.position}>"

    def __str__(self) -> str:
        return _characters(self._table, self._scene)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Line:
    """One step with the way the game is expected to go on."""

    steps: tuple[str, ...]
    expectation: float | None  # the deciding seat's expected share of the win; nothing if the step was not tried
    visits: int
    proven: bool


@dataclass(frozen=True)
class Thought:
    """What a computer player made of a position: its step, each seat's expected share of the win, the best lines."""

    step: str
    expectation: tuple[float, ...]
    lines: tuple[Line, ...]
    simulations: int
    seconds: float


class ComputerPlayer:
    """Decides by what the seat to act may know. Made by ``ludarium.player``.

    >>> game = ludarium.GameSession.from_position("mur-en", "black b3 h3; white e1; kraken a3")
    >>> ludarium.player("4", seed=1).choose(game)
    '+a2'
    """

    def __init__(self, spec: PlayerSpec, seconds: float | None, seed: int) -> None:
        if seconds is not None:
            spec = spec.within(seconds)
        self.name = spec.text
        self._player, self._seed = spec.open(), seed

    def choose(self, game: GameSession) -> str:
        """The step that it would take."""
        return self.think(game).step

    def think(self, game: GameSession) -> Thought:
        """Its step, and what it thinks of the position."""
        table = game.copy()._table
        if table.seat < 0:
            raise NotAllowed("game_over")
        seed = mix_seeds(self._seed, len(table.history.steps)).below(_SEEDS)
        report = self._player.choose(table.ruleset, table.views(table.seat), table.seat, seed)
        said = table.game.step_text
        lines = tuple(
            Line(tuple(map(said, line.steps)), line.expectation, line.visits, line.proven)
            for line in report.lines[:MOST_LINES]
        )
        return Thought(said(report.step), report.expectation, lines, report.simulations, report.seconds)

    def __repr__(self) -> str:
        return f"<computer player {self.name}>"


def _info(ruleset: Ruleset) -> RulesetInfo:
    words, usual = ruleset.game.words("en"), ruleset.read({})
    options = {option.name: usual[option.name] for option in ruleset.offered}
    name, summary = str(words.sections["name"]), str(words.sections["summary"])
    return RulesetInfo(ruleset.name, name, summary, options, ruleset.game.hidden_information)


def _open_scene(table: Table) -> Scene:
    scene = table.history.scene(table.seat, open_=True)
    return scene if table.outcome is None else scene._replace(seat=-1, paths=(), forced=())


def _svg(table: Table, scene: Scene, theme: str, locale: str, width: int) -> str:
    return svg(scene, table.game, theme=theme, locale=locale, width=width)


def _characters(table: Table, scene: Scene) -> str:
    return terminal.text(scene, table.game, colour=False)
