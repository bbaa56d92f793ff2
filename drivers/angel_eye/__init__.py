"""The Angel Eye II-EX shoe."""
