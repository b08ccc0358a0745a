"""Who plays better: round-robins between players, and what their results say. It names no game."""
