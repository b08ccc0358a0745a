"""Processes that work beside this one, here or on a cluster: players think in them, and games are played in them."""
