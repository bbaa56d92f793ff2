"""Runs a tournament: its journal, what it is asked, and what it wants of the tables that play it."""
