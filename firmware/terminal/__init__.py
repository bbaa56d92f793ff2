"""A player terminal (ATS): its notes, its tickets, and what it remembers of them when the power fails."""
