"""What boards of all roles have in common."""
