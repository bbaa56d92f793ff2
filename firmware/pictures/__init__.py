"""What any screen shows of the game: hands, roads, chips, what is going on."""
