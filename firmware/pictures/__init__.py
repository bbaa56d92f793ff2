"""What any screen shows of the game: hands, roads, chips, the state of play."""
