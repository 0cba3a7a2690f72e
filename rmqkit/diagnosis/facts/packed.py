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
    given."""

    def __init__(self, facts: dict[str, GroupFacts]) -> None:
        self.asked_about = frozenset(name for name, group in facts.items() if group.asked_about)
        self._names = dict(zip(facts, range(len(facts)), strict=True))
        self.parts = [packed({name: facts.pop(name) for name in names}) for names in _together(list(facts))]
        self._unpacked: tuple[int, dict[str, GroupFacts]] = (-1, {})

    def parts_with(self, names: Set[str]) -> list[bytes]:
        """The parts that hold the groups named."""
        wanted = {self._names[name] // GROUPS_TOGETHER for name in names}
        return [self.parts[place] for place in sorted(wanted)]

    def __getitem__(self, name: str) -> GroupFacts:
        part = self._names[name] // GROUPS_TOGETHER
        if part != self._unpacked[0]:
            self._unpacked = (part, unpacked(self.parts[part]))
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


def _together(names: list[str]) -> Iterator[list[str]]:
    return (names[at : at + GROUPS_TOGETHER] for at in range(0, len(names), GROUPS_TOGETHER))


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
