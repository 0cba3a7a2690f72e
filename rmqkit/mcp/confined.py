"""Which paths an agent may have read: those below the folders named at the start, links followed.
Nothing is read here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rmqkit.errors import Error
from rmqkit.language import say


@dataclass(frozen=True)
class Roots:
    """The folders that evidence may lie in, resolved."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, folders: Sequence[Path]) -> Roots:
        """The roots by their real places. Raises Error for one that is no folder."""
        for folder in folders:
            if not folder.is_dir():
                raise Error(
                    say("{folder} is no folder: name with --root the folders that evidence lies in.", folder=folder)
                )
        return cls(tuple(folder.resolve() for folder in folders))

    def place(self, named: str) -> Path:
        """The real path of what an agent names, by itself or below a root.

        Raises Error for anything outside, for what does not exist, and for a folder with a link
        that leads out.
        """
        where = say("Name a folder, file or archive below: {folders}.", folders=", ".join(map(str, self.folders)))
        if "://" in named or "\0" in named:
            raise Error(say("{named!r} is no local path. {where}", named=named, where=where))
        candidates = [(root / Path(named).expanduser()).resolve() for root in self.folders]
        inside = [path for path in candidates if self.holds(path) and path.exists()]
        if not inside:
            raise Error(say("{named!r} is nothing below the roots. {where}", named=named, where=where))
        for folder, subfolders, names in os.walk(inside[0]):
            for entry in (Path(folder) / name for name in (*subfolders, *names)):
                if entry.is_symlink() and not self.holds(entry.resolve()):
                    raise Error(
                        say(
                            "{link!r} in {named!r} is a link that leads out of the roots.", link=entry.name, named=named
                        )
                    )
        return inside[0]

    def holds(self, path: Path) -> bool:
        """Whether a resolved path lies in one of the roots."""
        return any(path.is_relative_to(root) for root in self.folders)
