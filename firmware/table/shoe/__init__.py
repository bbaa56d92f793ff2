"""What stands between the shoe and the table."""
