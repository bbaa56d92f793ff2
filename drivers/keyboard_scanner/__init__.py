"""A barcode scanner that types like a keyboard (keyboard wedge)."""
