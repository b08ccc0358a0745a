"""Learning a game: lessons, puzzles, and a coach beside the board."""
