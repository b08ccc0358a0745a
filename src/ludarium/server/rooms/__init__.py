"""Tables that people play at: who may do what, clocks, computers, what everybody is told, and that nothing is lost."""
