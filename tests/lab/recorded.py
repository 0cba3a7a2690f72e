"""The recordings that are kept: which there are, and their folders unpacked. Starts nothing."""

import contextlib
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

RECORDED = Path(__file__).parents[2] / "data_samples" / "recorded"


def archives() -> list[Path]:
    """Every recording, by name."""
    return sorted(RECORDED.glob("*.tar.xz"))


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
