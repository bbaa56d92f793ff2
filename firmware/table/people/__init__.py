"""What stands between consoles and the table."""
