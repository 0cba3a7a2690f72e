"""Short names for the processes of a group: numbers,
in the order in which RocketMQ sorts their ids.

No figure here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase

PREFIX = "C"


def process_names(client_ids: Sequence[str]) -> list[str]:
    """C1, C2 ... by id, in their order; C1a and C1b where two processes carry one id."""
    names = names_by_id(client_ids)
    often, so_far = Counter(client_ids), Counter[str]()
    numbered = []
    for client_id in client_ids:
        apart = _letters(so_far[client_id]) if often[client_id] > 1 else ""
        so_far[client_id] += 1
        numbered.append(names[client_id] + apart)
    return numbered


def names_by_id(client_ids: Sequence[str]) -> dict[str, str]:
    """The name of each id: what a source that names an id tells,
    however many processes carry it."""
    distinct = dict.fromkeys(client_ids)
    return {client_id: f"{PREFIX}{number}" for number, client_id in enumerate(distinct, start=1)}


def name_of_id(process_name: str) -> str:
    """The name of a process's id: C1 of C1a."""
    return process_name.rstrip(ascii_lowercase)


def _letters(place: int) -> str:
    """a to z, then aa, ab and so on."""
    rest, letter = divmod(place, len(ascii_lowercase))
    return (_letters(rest - 1) if rest else "") + ascii_lowercase[letter]
