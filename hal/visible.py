"""Makes text from outside safe to show: anything a device, person or file says becomes one visible line."""

import unicodedata


def visible(text: str) -> str:
    r"""Return a text in which every character can be seen, so that it can forge no line and steer no terminal.

    Control characters, line separators, marks that turn the direction of writing, and halves of characters become what
    Python would write for them. What can be seen stays as it is, in every script, and so do spaces of any width.

    >>> print(visible("paper out\r\n\x1b[2Ja card: 7C \u202e"))
    paper out\r\n\x1b[2Ja card: 7C \u202e
    >>> visible("百家乐\u3000café ♠") == "百家乐\u3000café ♠"
    True
    """
    if text.isprintable():
        return text
    return "".join(one if _is_seen(one) else one.encode("unicode_escape").decode() for one in text)


def visible_json(text: str) -> str:
    r"""Return JSON in which every character can be seen: it says the same, with JSON's own escapes for the others.

    >>> print(visible_json('{"said": "\u202e\x9b"}'))
    {"said": "\u202e\u009b"}
    """
    if text.isprintable():
        return text
    return "".join(one if _is_seen(one) else _in_json(one) for one in text)


def _is_seen(one: str) -> bool:
    # Python calls spaces of other widths unprintable, for the sake of its own repr; here they are text.
    return one.isprintable() or unicodedata.category(one) == "Zs"


def _in_json(one: str) -> str:
    units = one.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place] << 8 | units[place + 1]:04x}" for place in range(0, len(units), 2))
