"""What boards of all roles do the same way."""
