"""Every kind of pattern, one to a file, found by looking into this folder. Nothing is judged here.

`FINDERS` is in the order of their files' `FIT`: what points at fewer explanations comes first.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rmqkit.diagnosis.case.pattern import PatternFinder


def _found() -> list[PatternFinder]:
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    return [module.patterns for module in sorted(modules, key=lambda module: module.FIT)]


FINDERS: tuple[PatternFinder, ...] = tuple(_found())
