"""How RocketMQ behaves: its version numbers and their order.

What a version changes stands with the behaviour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.language import say

LATEST = "5.4.0"

# 5.0.0-PREVIEW and 5.0.0-ALPHA come before 5.0.0; "incubating" belongs to the only release
# of its number.
_STAGE = {"PREVIEW": -2, "ALPHA": -1}
_TEXT = re.compile(r"[vV]?(\d+)[._](\d+)[._](\d+)(?:[-_]?(PREVIEW|ALPHA))?", re.IGNORECASE)


@dataclass(frozen=True, order=True, slots=True)
class Version:
    """A RocketMQ version; `Version.of` reads `4.9.7`, `V4_9_7`, `5.0.0-PREVIEW` and `4.1.0-incubating`."""

    major: int
    minor: int
    patch: int
    stage: int = 0

    @classmethod
    def of(cls, text: str | Version) -> Version:
        """Read a version; ValueError if the text holds none."""
        if isinstance(text, Version):
            return text
        found = _TEXT.match(text.strip().removeprefix("rocketmq-").removeprefix("all-"))
        if not found:
            raise ValueError(say("not a RocketMQ version: {text!r}; write it as 4.9.7 or V4_9_7", text=text))
        major, minor, patch, stage = found.groups()
        return cls(int(major), int(minor), int(patch), _STAGE.get((stage or "").upper(), 0))

    def __str__(self) -> str:
        stage = {value: f"-{name}" for name, value in _STAGE.items()}.get(self.stage, "")
        return f"{self.major}.{self.minor}.{self.patch}{stage}"
