"""How a table decides, folds and keeps books, whatever it is about; it knows no feature."""
