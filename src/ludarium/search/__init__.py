"""Search over any game that fulfils the contract: tree search, hidden information, proofs. It names no game."""
