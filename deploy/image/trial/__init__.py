"""Tries an image in QEMU: what a board does from power on, with devices on its ports and a finger on its screen."""
