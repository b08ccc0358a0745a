"""Puzzles from games: computers of several strengths play, and every turn of their games is looked at.

A game depends on nothing but its number and the seed. Who plays weakly now and then leaves more to find: in one game
both think long, in the next one slips. The opening steps are drawn at random, so that games differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from librt.vecs import vec

from ludarium.core.game import Game, Ruleset, find_ruleset
from ludarium.core.history import History
from ludarium.core.rng import Rng
from ludarium.core.state import EventLog, State
from ludarium.games.parts import puzzling_of
from ludarium.games.puzzling import PlayedTurn
from ludarium.learn.puzzles.alike import Found, found_from
from ludarium.learn.puzzles.attempt import solve
from ludarium.learn.puzzles.guess import find_guess
from ludarium.learn.puzzles.proof import Proof, Prover
from ludarium.learn.puzzles.puzzle import SAVE, WIN, Puzzle
from ludarium.learn.puzzles.rating import rate
from ludarium.players.style import Limits, ThinkingStyle
from ludarium.players.thinker import Question, Thinker
from ludarium.search.solver import NO, YES, Solver

MOST_OF_A_GAME = 2
_APART = 6  # turns between two puzzles of one game
_LONGEST = 3000  # steps of a game
_MOST_OPENING = 6
_SIMULATIONS = (15, 40, 100, 250)
_SLIPS = (0.0, 0.0, 0.05, 0.15)
_TEMPERATURE = 0.4
_FINE = 1 << 30
_USUAL_REACH = (2, 1)
_FILTER_POSITIONS = (4000, 2000, 12_000)  # that the solver looks at, by turns, before a win is worth a proof
_SAVE_POSITIONS = (3000, 3000)
_LEAST_WORTH = 0.6  # of the win, where one further away is looked for: whoever can force it has more
_TRIED = 4  # random turns: where one of them saves, many do


def mine(ruleset: str, seed: int, number: int) -> list[Found]:
    """The puzzles of one game."""
    rules = find_ruleset(ruleset)
    rng = Rng(seed * 1_000_003 + number)
    starts = puzzling_of(rules.game).starts.get(ruleset, ({},))
    options = starts[number % len(starts)]
    history = play(rules, options, rng)
    found = [_made(rules, options, state, proof) for state, proof in _chosen(_proved(rules, history, rng))]
    if rules.game.hidden_information:
        found += find_guess(history, options, rng)
    return [replace(one, puzzle=rate(one.puzzle, rng.below(_FINE))) for one in found]


def play(rules: Ruleset, options: Mapping[str, object], rng: Rng) -> History:
    """A game between computers."""
    history = History(rules, rules.new(options, rng.below(_FINE)))
    styles = [
        ThinkingStyle(
            Limits(simulations=_SIMULATIONS[rng.below(len(_SIMULATIONS))]),
            slips=_SLIPS[rng.below(len(_SLIPS))],
            temperature=_TEMPERATURE,
            net="",
        )
        for _ in range(int(history.state.seats))
    ]
    thinker = Thinker()
    opening = rng.below(_MOST_OPENING + 1)
    while history.state.seat >= 0 and len(history.steps) < _LONGEST:
        seat = int(history.state.seat)
        if opening and not rules.game.is_setup(history.state):
            history.take_at_random(opening, rng)
            opening = 0
            continue
        question = Question(rules.name, history.views(seat), styles[seat], rng.below(_FINE))
        history.take(thinker.decide(question).step)
    return history


# --- which positions --------------------------------------------------------------------------------------------------
Proved = tuple[State, Proof]


def _proved(rules: Ruleset, history: History, rng: Rng) -> list[Proved]:
    """All positions of a game that are puzzles, with which turns began; without what only counts turns."""
    found: list[Proved] = []
    for place, state in enumerate(history.states):
        begins = not place or (state.turn, state.seat) != (
            history.states[place - 1].turn,
            history.states[place - 1].seat,
        )
        if state.seat < 0 or not begins or rules.game.is_setup(state):
            continue
        found += _proofs(rules, state, rng)
    return found


def _proofs(rules: Ruleset, state: State, rng: Rng) -> list[Proved]:
    game = rules.game
    wins, saves = puzzling_of(game).reach.get(rules.name, _USUAL_REACH)
    truth = state.timeless()
    seat, seen = int(truth.seat), truth.view(truth.seat)
    if wins > 1 and not game.hidden_information and _worth(game, truth) < _LEAST_WORTH:
        wins = 1
    for turns in range(1, wins + 1):
        verdict = Solver(game.insight, _FILTER_POSITIONS[turns - 1]).forces(truth, seat, turns)
        if verdict == YES:
            proof = Prover(game).prove(seen, WIN, turns)
            return [(state, proof)] if proof else []
        if verdict != NO:
            break
    for turns, positions in enumerate(_SAVE_POSITIONS[:saves], 1):
        if _is_threatened(truth, Solver(game.insight, positions), turns, rng):
            proof = Prover(game).prove(seen, SAVE, turns)
            return [(state, proof)] if proof else []
    return []


def _worth(game: Game, state: State) -> float:
    """What the seat to act can expect, as the game's insight judges it."""
    worth = vec[float]([0.0] * int(state.seats))
    game.insight.judge_worth(state, worth)
    return worth[int(state.seat)]


def _is_threatened(state: State, solver: Solver, turns: int, rng: Rng) -> bool:
    """Whether after some turns at random the next seat forces a win: else far too many turns are safe."""
    for _ in range(_TRIED):
        after = state.copy()
        while after.seat == state.seat and after.turn == state.turn:
            after.apply(after.random_step(rng))
        if after.seat < 0 or solver.forces(after, after.seat, turns) != YES:
            return False
    return True


def _chosen(proved: Sequence[Proved]) -> list[Proved]:
    """The deepest ones, not close to each other."""
    chosen: list[Proved] = []
    for state, proof in sorted(proved, key=lambda one: (-one[1].turns, one[0].turn)):
        if len(chosen) < MOST_OF_A_GAME and all(abs(int(state.turn - other.turn)) >= _APART for other, _ in chosen):
            chosen.append((state, proof))
    return chosen


# --- as they are kept -------------------------------------------------------------------------------------------------
def _made(rules: Ruleset, options: Mapping[str, object], state: State, proof: Proof) -> Found:
    game = rules.game
    view = state.timeless().view(state.seat)
    truth = Prover(game).worlds(view, int(view.seat))[0]
    line, _ = played_turns(rules, truth, proof.line)
    puzzle = Puzzle(
        id="",
        ruleset=rules.name,
        kind=proof.kind,
        position=game.position_text(view),
        turns=proof.turns,
        solution=tuple(turn.steps for turn in line),
        options=options,
    )
    solved = solve(puzzle).history
    line, ending = played_turns(rules, solved.states[0], solved.steps)
    themes = tuple(puzzling_of(game).themes(line, ending))
    puzzle = replace(puzzle, solution=tuple(turn.steps for turn in line), themes=themes)
    return found_from(puzzle, state.timeless())


def played_turns(rules: Ruleset, start: State, steps: Sequence[int]) -> tuple[list[PlayedTurn], str]:
    """Steps by who took them one after the other, with all that they did, and how the game ended (if so)."""
    game, state, turns = rules.game, start.copy(), list[PlayedTurn]()
    before = (-1, -1)
    for step in steps:
        now, log, text = (int(state.seat), int(state.turn)), EventLog(), game.step_text(step)
        state.apply(step, log)
        events = tuple(game.event_list(log, now[0], over=True))
        if now == before:
            last = turns.pop()
            turns.append(PlayedTurn(now[0], (*last.steps, text), (*last.events, *events)))
        else:
            turns.append(PlayedTurn(now[0], (text,), events))
        before = now
    return turns, game.endings[state.ending].name if state.seat < 0 else ""
