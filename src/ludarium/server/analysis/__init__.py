"""Analysis: free boards, replays, judgements of positions and games, and the rulebook pages."""
