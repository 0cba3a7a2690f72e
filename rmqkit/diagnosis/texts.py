"""What each finding means, how to confirm it, what to do and what not to do:
gathered from the explanations' files."""

from __future__ import annotations

import re

from rmqkit.diagnosis.explanation import CAUSE, EFFECT, NOTE, Text
from rmqkit.diagnosis.explanations import BY_ID
from rmqkit.formats.prompts import shell_word

TEXTS: dict[str, Text] = {explanation_id: explanation.text for explanation_id, explanation in BY_ID.items()}

_GROUP = re.compile(r"(?P<option>-g )?GROUP")


def with_group(text: str, group: str) -> str:
    """A text with the group's name for GROUP: as it is in a sentence,
    as a shell's word behind a command's -g."""
    return _GROUP.sub(lambda place: f"-g {shell_word(group)}" if place["option"] else group, text)


__all__ = ["CAUSE", "EFFECT", "NOTE", "TEXTS", "Text", "with_group"]
