"""Which keys are RocketMQ's, whose they are, what they mean and do by their values, and which of these nobody may see.
No reading of texts; the keys stand in `formats/data/settings.toml`, their values in `setting_values.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rmqkit.formats.logs.catalogue.meaning import Gravity, Meaning
from rmqkit.language.data_files import read_toml

_DATA = read_toml(Path(__file__).parents[1] / "data" / "settings.toml")
CONSUMER_MADE_BY: frozenset[str] = frozenset(_DATA["code"]["consumers"].split())
"""The classes and calls that make a consumer in code."""
_OF_SERVERS = {program: frozenset(keys.split()) for program, keys in _DATA["servers"].items()}
_ENVIRONMENT = "|".join(_DATA["environment"]["names"])
_MEANS = {
    re.sub("[-_]", "", name).lower(): own for own, names in _DATA["means"].items() for name in (own, *names.split())
}
_OF_ROCKETMQ = re.compile(r"(?i)rocket[-_]?mq")
_OF_ROCKETMQS_SECTION = rf"(?=[\w\[\]-]*\.)[\w.\[\]-]*{_OF_ROCKETMQ.pattern.replace('(?i)', '(?i:')})[\w.\[\]-]*"
OWN_KEY = "|".join([*(key for keys in _OF_SERVERS.values() for key in keys), _ENVIRONMENT, _OF_ROCKETMQS_SECTION])
"""An expression for keys that only RocketMQ's programs and clients have."""

MASK = "***"
_SECRET = re.compile(r"(?i)access[-_.]?key|secret|passw|token|credential|signature")
# the same inside a text: Java's options, JSON, YAML, what code hands to a client, an address with its owner
_WITHIN = re.compile(
    r"(?i)((?:access[-_.]?key|secret|passw(?:or)?d)[\w.-]{0,64}[\"']?\s*[=:]\s*[\"']?)"
    r"(?![\s\"'*])[^\s,;&\"'\]})]+"
)
_HANDED = re.compile(r"(?i)(credentials\w{0,64}\s*[({])([^()\n]*)")
_TEXT = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_OWNER = re.compile(r"(://)[^\s/@]+@")


@dataclass(frozen=True)
class WrittenKey:
    """One key with its value as a text writes it; `line` is its line in the file.

    `part` is what the setting is of: a broker's address, a container, a consumer (a listener's class, a binding).
    """

    line: int
    program: str
    key: str
    value: str
    part: str | None = None
    group: str | None = None
    topic: str | None = None

    @classmethod
    def of(cls, line: int, program: str, key: str, value: str, *of: str | None) -> WrittenKey:
        """The key with its value, which is masked where nobody may see it."""
        return cls(line, program, key, masked(key, value), *of)


def names_rocketmq(name: str) -> bool:
    """Whether a name says that it is RocketMQ's."""
    return _OF_ROCKETMQ.search(name) is not None


def is_environment(name: str) -> bool:
    """Whether RocketMQ's scripts, images or clients read a variable."""
    return re.fullmatch(_ENVIRONMENT, name) is not None


def server_of(keys: set[str]) -> str | None:
    """Which server's file it is, by the keys that stand in it: proxy, namesrv or broker; None for a client's."""
    told = [program for program in ("proxy", "namesrv", "broker") if keys & _OF_SERVERS[program]]
    if told[:1] == ["namesrv"] and keys & {"brokerName", "brokerClusterName", "brokerId"}:
        return "broker"
    return next(iter(told), None)


def names_in(key: str) -> list[str]:
    """The names that a dotted key is made of, or an environment variable (Spring reads A_B as a.b)."""
    return key.lower().split("_") if key.isupper() else key.split(".")


def means(key: str) -> str | None:
    """What a client's key sets, by the name that RocketMQ's Java client has for it; None for any other."""
    names = names_in(key)
    for end in (names[-1], "".join(names[-2:])):
        if own := _MEANS.get(re.sub("[-_]", "", end).lower()):
            return None if "producer" in key.lower() else own
    return None


_CONFIGURES = frozenset({"spring", "client", "container", "environment"})
OF_CLIENTS = _CONFIGURES | {"java", "go", "python"}
"""The programs whose settings may be a client's."""
_GROUP_NAME = re.compile(r"[%|\w-]{2,120}", re.ASCII)


def is_group_name(text: str) -> bool:
    """Whether a text can be a group's name (`Validators`, all versions); a placeholder such as `....` cannot."""
    return _GROUP_NAME.fullmatch(text) is not None


def gives_a_group(program: str, key: str, value: str) -> bool:
    """Whether a key of a configuration gives a consumer its group."""
    return program in _CONFIGURES and means(key) == "consumerGroup" and is_group_name(value)


def masked(key: str, value: str) -> str:
    """The value, or what stands for it where nobody may see it."""
    return MASK if value and _SECRET.search(key) else without_secrets(value)


def without_secrets(text: str) -> str:
    """A text without the keys and passwords in it."""
    text = _WITHIN.sub(rf"\1{MASK}", text)
    text = _HANDED.sub(lambda found: found[1] + _TEXT.sub(f'"{MASK}"', found[2]), text)
    return _OWNER.sub(rf"\1{MASK}@", text)


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
