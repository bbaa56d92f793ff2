"""The dealer's console (SGC): what it shows, what can be asked on it, and by whom."""
