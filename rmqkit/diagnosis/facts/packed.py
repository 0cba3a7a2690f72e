"""The facts of many groups, packed: what records say repeats itself, and unpacked it fills the driver's memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Set
from typing import Any

from rmqkit.diagnosis.facts.group import GroupFacts

GROUPS_TOGETHER = 32
"""So many are packed together, and judged by one task."""


class PackedGroups(Mapping[str, GroupFacts]):
    """Groups by name, in their order, some of which are unpacked at a time. It takes the groups out of what it is
    given, part by part when each is first asked for."""

    def __init__(self, facts: dict[str, GroupFacts]) -> None:
        self.asked_about = frozenset(name for name, group in facts.items() if group.asked_about)
        self._names = dict(zip(facts, range(len(facts)), strict=True))
        self._packed: dict[int, bytes] = {}
        self._facts = facts
        self._unpacked: tuple[int, dict[str, GroupFacts]] = (-1, {})

    def parts_with(self, names: Set[str]) -> list[int]:
        """Which parts hold the groups that are named."""
        return sorted({self._names[name] // GROUPS_TOGETHER for name in names})

    def part(self, number: int) -> bytes:
        """Some groups, packed."""
        if number not in self._packed:
            names = list(self._names)[number * GROUPS_TOGETHER : (number + 1) * GROUPS_TOGETHER]
            self._packed[number] = packed({name: self._facts.pop(name) for name in names})
        return self._packed[number]

    def __getitem__(self, name: str) -> GroupFacts:
        number = self._names[name] // GROUPS_TOGETHER
        if number != self._unpacked[0]:
            self._unpacked = (number, unpacked(self.part(number)))
        return self._unpacked[1][name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def groups_asked_about(facts: Mapping[str, GroupFacts]) -> frozenset[str]:
    """The groups that mqadmin was asked about; all, where it was asked about none of them."""
    if isinstance(facts, PackedGroups):
        return facts.asked_about or frozenset(facts)
    return frozenset(name for name, group in facts.items() if group.asked_about) or frozenset(facts)


def packed(values: object) -> bytes:
    """An eighth of the bytes."""
    import pyarrow as pa

    written = pa.BufferOutputStream()
    with pa.CompressedOutputStream(written, "zstd") as stream:
        stream.write(pickle.dumps(values))
    whole: bytes = written.getvalue().to_pybytes()
    return whole


def unpacked(values: bytes) -> Any:  # noqa: ANN401
    """What was packed."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(values), "zstd") as stream:
        return pickle.loads(stream.read())
