"""Many games of a ruleset, and what they say about it: lengths, choices, seats, endings, beginnings, pieces, drama."""
