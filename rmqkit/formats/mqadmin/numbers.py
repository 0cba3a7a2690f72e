"""Numbers as mqadmin prints them, within the types that Java printed them from. No lines and no columns here.

What lies outside a Java type was not printed by RocketMQ (a damaged paste, two columns that touch): it raises
ValueError, so that its line stays unparsed instead of reaching a table whose column cannot hold it.
"""

from __future__ import annotations

_INT_BITS, _LONG_BITS = 31, 63


def int_of(text: str) -> int:
    """A Java `int`: queue ids, counts, permissions."""
    return _within(text, _INT_BITS)


def long_of(text: str) -> int:
    """A Java `long`: offsets and their differences."""
    return _within(text, _LONG_BITS)


def double_of(text: str) -> float:
    """A printed double; some locales write 0,00."""
    return float(text.replace(",", ".") if "." not in text else text.replace(",", ""))


def _within(text: str, bits: int) -> int:
    if len(text) > 40:  # Python's own limit on digits is an error of another kind
        raise ValueError(f"{text[:40]}... is no number of {bits + 1} bits")
    number = int(text)
    if not -(1 << bits) <= number < 1 << bits:
        raise ValueError(f"{number} is no number of {bits + 1} bits")
    return number
