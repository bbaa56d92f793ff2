"""What any screen is drawn with; it knows no game and no network."""
