"""Who plays: guests and accounts, their sessions, passwords, passkeys and ratings."""
