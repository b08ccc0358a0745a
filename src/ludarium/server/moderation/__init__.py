"""Keeping order: reports, what moderators and administrators do about them, and the log of all that."""
