"""The recordings that are kept: which there are, and their folders unpacked. Starts nothing."""

import contextlib
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORDED = Path(__file__).parents[2] / "data_samples" / "recorded"
# Recordings that nobody looks at while rules are written; what each is, its own truth.json alone says.
ASIDE = RECORDED.with_name("recorded_aside")


def archives(folder: Path = RECORDED) -> list[Path]:
    """Every recording of a folder, by name."""
    return sorted(folder.glob("*.tar.xz"))


def unpack(archive: Path, target: Path) -> Path:
    """Unpack one recording into `target`; the folder that holds evidence/, received/ and truth.json."""
    with tarfile.open(archive) as file:
        file.extractall(target, filter="data")
    return target / archive.name.removesuffix(".tar.xz")


@contextlib.contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The folder of one recording, for the length of a block."""
    with tempfile.TemporaryDirectory(prefix="rmqkit-recorded-") as target:
        yield unpack(archive, Path(target))
