"""Every explanation, one to a file unless several are of one shape: found by looking into this
folder, so that adding one is adding one file."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.findings import FINDINGS

_MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
_ALL = [value for module in _MODULES for value in vars(module).values() if isinstance(value, Explanation)]
EXPLANATIONS: tuple[Explanation, ...] = tuple(sorted([*_ALL, *FINDINGS], key=lambda explanation: explanation.rank))
BY_ID: dict[str, Explanation] = {explanation.id: explanation for explanation in EXPLANATIONS}
