"""What a device is: the vocabulary of cards and time, and one interface per kind of device."""
