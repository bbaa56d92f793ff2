"""Between boards: what is said, how it is carried, and who says it."""
