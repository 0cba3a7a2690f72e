"""What a setting does by its value, where that alone is worth a word. Look-up; the rows stand in
`formats/data/setting_values.toml`."""

from __future__ import annotations

import re
from pathlib import Path

from rmqkit.formats.logs.catalogue.meaning import Gravity, Meaning
from rmqkit.language.data_files import read_toml

_ROWS = [
    (tuple(row["keys"]), re.compile(row["value"]), row)
    for row in read_toml(Path(__file__).parents[1] / "data" / "setting_values.toml")["values"]
]


def meaning_of_setting(key: str, value: str) -> Meaning | None:
    """What a key with this value does; None where the value says nothing by itself."""
    plain = re.sub(r"[._-]", "", key).lower()
    for keys, values, row in _ROWS:
        if plain.endswith(keys) and values.fullmatch(value.strip().lower()):
            says, normal, remedy = (
                row[name].say(value=value) if name in row else "" for name in ("says", "normal", "remedy")
            )
            return Meaning(Gravity(row["gravity"]), says, normal, remedy=remedy)
    return None
