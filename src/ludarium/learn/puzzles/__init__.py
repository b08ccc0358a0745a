"""Puzzles: positions with exactly one way to win, or to save oneself, found in games and proved by the solver."""
