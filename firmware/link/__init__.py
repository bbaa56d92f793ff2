"""What boards say to each other, and how."""
