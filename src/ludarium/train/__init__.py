"""Computer players that learn: games against themselves, a net that learns from them, a match that decides whether it
replaces the last one.
"""
