"""Do two names mean two strategies?

Logs print getName(), running info the class: of an own strategy both differ.
"""

from __future__ import annotations

from collections.abc import Iterable

from rmqkit.rocketmq import strategy_named
from rmqkit.rocketmq.strategy_names import is_class_of_strategy

_STOCK, _OF_CLASS, _OF_NAME = "stock", "class", "name"


def surely_different(names: Iterable[str]) -> bool:
    """Whether some two of the names cannot mean one strategy.

    RocketMQ's own are known by both words. Of a user's own, a class and a getName() may be
    one and the same.
    """
    words = {_word(name) for name in names}
    kinds = {kind for kind, _ in words}
    of_one_kind = any(len([word for word in words if word[0] == kind]) > 1 for kind in kinds)
    return of_one_kind or (_STOCK in kinds and len(kinds) > 1)


def _word(name: str) -> tuple[str, str]:
    strategy = strategy_named(name)
    if strategy is not None:
        return _STOCK, strategy.name
    short = name.split("@", 1)[0].strip()
    return (_OF_CLASS if is_class_of_strategy(name) else _OF_NAME), short
