"""What a board is given: one signed file for each, which its first start takes in wholly or not at all."""
