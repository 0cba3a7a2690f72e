"""Short names for the processes of a group: numbers, in the order in which RocketMQ sorts their ids. No figure here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase

PREFIX = "C"


def process_names(client_ids: Sequence[str]) -> list[str]:
    """C1, C2 ... by id, in their order; C1a and C1b where two processes carry one id."""
    names, often, so_far = names_by_id(client_ids), Counter(client_ids), Counter[str]()
    numbered = []
    for client_id in client_ids:
        numbered.append(process_names_of(names[client_id], often[client_id])[so_far[client_id]])
        so_far[client_id] += 1
    return numbered


def process_names_of(name: str, processes: int) -> list[str]:
    return [name + _letters(place) for place in range(processes)] if processes > 1 else [name] * processes


def names_by_id(client_ids: Sequence[str]) -> dict[str, str]:
    """The name of each id: what a source that names an id tells, however many processes carry it."""
    distinct = dict.fromkeys(client_ids)
    return {client_id: f"{PREFIX}{number}" for number, client_id in enumerate(distinct, start=1)}


def name_of_id(process_name: str) -> str:
    """The name of a process's id: C1 of C1a."""
    return process_name.rstrip(ascii_lowercase)


def _letters(place: int) -> str:
    """a to z, then aa, ab and so on."""
    rest, letter = divmod(place, len(ascii_lowercase))
    return (_letters(rest - 1) if rest else "") + ascii_lowercase[letter]
