"""What others read off the table's state."""
