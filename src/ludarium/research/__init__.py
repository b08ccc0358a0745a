"""Doors for people who study games: environments for learning programs, and reports about many games."""
