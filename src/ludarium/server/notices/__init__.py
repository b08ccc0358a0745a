"""Notices for people who are away: that it is their turn, that a game has ended, by web push and by mail."""
