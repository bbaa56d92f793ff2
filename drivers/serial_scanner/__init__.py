"""A barcode scanner on a serial line, or on USB as one (USB-CDC)."""
