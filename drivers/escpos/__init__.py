"""Ticket printers that speak ESC/POS."""
