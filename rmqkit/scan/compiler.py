"""How numba compiles the scan's functions, and where that and the scan's tables are kept. Neither stands here.

Compiling takes seconds of a processor. So what one process compiled is kept for all others of the machine, also where
the package came to a worker as a zip file, which has no folder of its own. Where no folder can be written, every
process compiles for itself.
"""

# numba's own parts have no types, and where it is not installed no part of it has.
# mypy: allow-subclassing-any
# mypy: disable-error-code="attr-defined,list-item,no-untyped-call"

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from rmqkit.environment import environment_folder

Function = TypeVar("Function", bound=Callable[..., Any])
Made = TypeVar("Made")

# Not all of its options are in its types.
njit: Any = numba.njit


class Decorator(Protocol):
    """Gives a function that is called as the one that it gets."""

    def __call__(self, function: Function) -> Function:
        """The function, compiled."""


ZERO: Any = np.int64(0)
"""A 0 to begin with where functions are called with it: of a plain 0 numba makes each of them a second time."""

# What only compiled code calls needs no way in from Python and C: these cost as much as the function.
called: Decorator = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)
inlined: Decorator = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True)


def kept(name: str, made_of: Sequence[str], make: Callable[[], Made]) -> Made:
    """What `make` makes of some texts, or what another process made of the same ones."""
    folder = _folder()
    if folder is None:
        return make()
    digest = hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:12]
    file = folder / f"{name}-{digest}.pickle"
    # What is half there, or was written by another Python, is made anew.
    with suppress(OSError, EOFError, ValueError, AttributeError, ImportError, pickle.UnpicklingError):
        return cast(Made, pickle.loads(file.read_bytes()))
    made = make()
    with suppress(OSError):
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_bytes(pickle.dumps(made))
        draft.replace(file)
    return made


def compiled(function: Function) -> Function:
    """The function compiled when it is first called, or as it was compiled before."""
    made = njit(nogil=True, no_cfunc_wrapper=True)(function)
    if _folder() is not None:
        made._cache = _Cache(function)
    return cast(Function, made)


@cache
def _folder() -> Path | None:
    """Where compiled functions are kept; None where nothing can be written."""
    folders = (place / f"compiled-{_digest()}" for place in _places())
    return next(filter(_can_be_written, folders), None)


def _places() -> list[Path]:
    """The folder that NUMBA_CACHE_DIR names, or else this Python's own and the one of the user's caches."""
    if config.CACHE_DIR:
        return [Path(config.CACHE_DIR)]
    try:
        home = Path.home()
    except RuntimeError:  # how pathlib says that this user has none
        return [environment_folder()]
    return [environment_folder(), Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "rmqkit"]


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@cache
def _digest() -> str:
    """Changes with the scan. numba itself notices only a change of the function's own file, not of what it calls."""
    modules = (entry for entry in resources.files(__package__).iterdir() if entry.name.endswith(".py"))
    texts = [module.read_bytes() for module in sorted(modules, key=lambda entry: entry.name)]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]


class _Locator(_CacheLocator):
    """Tells numba where a function is kept, and by what to know it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        """The locator of a function, wherever its file may be."""
        return cls(py_func)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(_folder())

    def get_source_stamp(self) -> str:
        """Changes with the function's module."""
        source = inspect.getsource(sys.modules[self._function.__module__])
        return hashlib.sha256(source.encode()).hexdigest()

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self._function.__code__.co_firstlineno)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012


class _Cache(FunctionCache):
    _impl_class = _CacheFiles

    def save_overload(self, sig: object, data: object) -> None:
        """Keep what was compiled."""
        # A disk that is full costs the next process its time, and nothing else.
        with suppress(OSError):
            super().save_overload(sig, data)
