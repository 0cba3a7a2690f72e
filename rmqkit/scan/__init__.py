"""A scanner of log text: patterns and needles in, places out, by compiled loops over bytes.

What it is for: thousands of literals (*needles*) are looked for at once, the pattern of the one that
stands first is matched, and its groups come back as places in the text, without a Python object per
line. `needles.needles_of` and `programs.Programs` make tables of numbers of needles and patterns,
`loops` runs them over pieces of a text, and `loops.views` makes Arrow's strings of places without a
copy.

What it does not do: it knows neither lines nor records, encodings, RocketMQ or Spark. Patterns are of
a dialect (`programs`): literals, classes, groups, alternatives, greedy and lazy repeats, `^`, `$`,
`\\b`, on ASCII; whatever else raises Unsupported. A match that would take too many choices is told
as unsure, and somebody else has to say.

It is compiled by numba, the extra `fast`. Without numba nothing of it can be imported: ask
`is_there`, and take another road.

Libraries that were measured in its place (64 MB of a broker's log, 360,000 lines, 1,603 needles; CPU
seconds of one process): this scanner with everything around it, up to typed columns, takes 0.30.
Hyperscan by PyPI takes 0.12 to 0.14 for the needles alone, google-re2's sets 0.54, polars' own 0.18;
captures of the candidates by polars are 0.58 more, heads 0.15: three times as much, at best.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def is_there() -> bool:
    """Whether what compiles it is installed."""
    return find_spec("numba") is not None
