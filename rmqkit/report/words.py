"""The fixed words of reports and notebooks, in English and Chinese, stand in `words.toml`. Findings bring their own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rmqkit.language import Words

WORDS = Words(Path(__file__).with_suffix(".toml"))
sentence, labels, headings = partial(WORDS.say, "sentences"), partial(WORDS.of, "labels"), WORDS.heads
