"""What is left of English in a Chinese text: three words in a row that are nobody's name. No texts stand here.

Names stay English (commands, options, files, classes, ids), and so does what a log printed; a sentence does not.
"""

import re

# What a text quotes as it was printed or must be typed.
_COMMAND = r"(?:mqadmin|rmqkit)(?: [\w<>%$/:.\[\]{}=,*|+-]+)+|jstack \w+"
_QUOTED = re.compile(rf"`[^`]*`|“[^”]*”|'[^']*'|\"[^\"]*\"|{_COMMAND}")
_WORDS = re.compile(r"(?<![\w/.@-])[A-Z]?[a-z]+(?:,? [a-z]+){2,}(?![\w/.@-])")
NAMES = frozenset({"subscription changed", "lite pull"})
"""What RocketMQ itself calls by more than one English word."""


def english_in(text: str) -> list[str]:
    """The rows of English words in a text that should be Chinese."""
    return _WORDS.findall(_QUOTED.sub("·", text))
