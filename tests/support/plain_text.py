"""Whether all of a text can be seen."""

import unicodedata

# What may not be shown as it is: controls (C0, DEL, C1), marks of direction and width, line ends, halves of characters.
UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def is_plain(text: str) -> bool:
    return not any(unicodedata.category(one) in UNSEEN for one in text)
