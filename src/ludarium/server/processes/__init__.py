"""Many processes on one PostgreSQL database: who lives, who holds which table, what they tell each other."""
