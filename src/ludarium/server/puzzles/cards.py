"""The puzzles that there are, in words, and the drawing of one: nothing of any solution."""

from collections import Counter
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import cast

from ludarium.core.game import Game, find_ruleset, main_rulesets
from ludarium.core.scene import Scene
from ludarium.draw.svg import svg
from ludarium.learn.puzzles import data
from ludarium.learn.puzzles.daily import daily_puzzle
from ludarium.learn.puzzles.moments import scenes
from ludarium.learn.puzzles.progress import FIRST_RATING
from ludarium.learn.puzzles.puzzle import GUESS, Puzzle, PuzzleError
from ludarium.server import wire
from ludarium.server.errors import NotThere
from ludarium.server.rooms.games import ruleset_label, title

_MOST_DRAWN = 64


def find_puzzle(id_: str) -> Puzzle:
    try:
        return data.find_puzzle(id_)
    except PuzzleError as error:
        raise NotThere(error) from error


def puzzles_for(ruleset: str, theme: str = "") -> list[Puzzle]:
    """Those of a ruleset, of one theme if there is any."""
    found = data.puzzles_of(find_ruleset(ruleset).name)
    return [puzzle for puzzle in found if not theme or theme in puzzle.themes]


def games(locale: str) -> list[wire.PuzzleGame]:
    """All games that have puzzles."""
    return [_game(game, locale) for game in _games()]


def _games() -> list[Game]:
    return [one.game for one in main_rulesets() if data.puzzles_of_game(one.game)]


def _game(game: Game, locale: str) -> wire.PuzzleGame:
    rulesets = [_ruleset(name, locale) for name in data.rulesets_with_puzzles(game)]
    return wire.PuzzleGame(
        game.name, title(game, locale), round(FIRST_RATING), rulesets, card(_daily(game, today()), locale)
    )


def _ruleset(name: str, locale: str) -> wire.PuzzleRuleset:
    ruleset, puzzles = find_ruleset(name), data.puzzles_of(name)
    counted = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    words = ruleset.game.words(locale)
    order = [theme for theme in words.section("themes") if counted[theme]]
    themes = [wire.PuzzleTheme(theme, words.name("themes", theme), counted[theme]) for theme in order]
    return wire.PuzzleRuleset(
        name, ruleset_label(ruleset, locale), len(puzzles), puzzles[0].rating, puzzles[-1].rating, themes
    )


def card(puzzle: Puzzle, locale: str) -> wire.Puzzle:
    game = puzzle.game
    words, seat = game.words(locale), solver_of(puzzle)
    guess = puzzle.kind == GUESS
    return wire.Puzzle(
        id=puzzle.id,
        ruleset=puzzle.ruleset,
        game=game.name,
        title=title(game, locale),
        label=ruleset_label(puzzle.rules, locale),
        kind=puzzle.kind,  # type: ignore[arg-type]
        turns=puzzle.turns,
        at=puzzle.at,
        rating=puzzle.rating,
        themes=[words.name("themes", theme) for theme in puzzle.themes],
        view=seat,
        seat=words.name("seat", seat),
        position="" if guess else puzzle.position,
        options={} if guess else cast(dict[str, wire.OptionValue], dict(puzzle.options)),
    )


def solver_of(puzzle: Puzzle) -> int:
    return puzzle.seat if puzzle.seat >= 0 else int(puzzle.read().seat)


# --- the puzzle of the day --------------------------------------------------------------------------------------------
def today() -> date:
    """By the same clock for everybody."""
    return datetime.now(UTC).date()


def _daily(game: Game, day: date) -> Puzzle:
    found = daily_puzzle(data.puzzles_of_game(game), day)
    assert found is not None
    return found


def dailies(day: date, theme: str, locale: str) -> list[wire.DailyPuzzle]:
    """Of every game; the same order every day."""
    found = [_daily(game, day) for game in _games()]
    return [wire.DailyPuzzle(card(puzzle, locale), day.isoformat(), drawn(puzzle.id, theme)) for puzzle in found]


# --- drawings ---------------------------------------------------------------------------------------------------------
def scene_of(puzzle: Puzzle) -> Scene:
    """The position as its solver sees it; of a guess without what follows from what happened."""
    if puzzle.kind == GUESS:
        return scenes(puzzle)[-1]
    return puzzle.game.scene(puzzle.read(), solver_of(puzzle))


@lru_cache(maxsize=_MOST_DRAWN)
def drawn(id_: str, theme: str) -> str:
    """The board alone, small: it has no words, so it serves every language."""
    puzzle = data.find_puzzle(id_)
    board = scene_of(puzzle)._replace(seat=-1, seats=0, notes=(), stock=(), scores=(), paths=(), forced=())
    return svg(board, puzzle.game, theme=theme, captions=False)
