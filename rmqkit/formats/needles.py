"""Which of many strings stand in a text: one pass over the text, however many they are."""

from __future__ import annotations

from collections.abc import Iterable


class NeedleSet:
    """Strings that are looked for together, none of them empty."""

    def __init__(self, strings: Iterable[str]) -> None:
        listed = list(strings)
        self._length = min(map(len, listed))
        self._begin_with: dict[str, list[str]] = {}
        for needle in listed:
            self._begin_with.setdefault(needle[: self._length], []).append(needle)

    def standing_in(self, text: str) -> list[str]:
        """Those that stand in the text, in no order."""
        begun = self._begin_with.keys() & {text[at : at + self._length] for at in range(len(text) - self._length + 1)}
        return [needle for beginning in begun for needle in self._begin_with[beginning] if needle in text]
