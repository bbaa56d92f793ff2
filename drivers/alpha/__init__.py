"""Signs that speak the Alpha protocol."""
