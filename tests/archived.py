"""Archives made in memory, for the tests of everything that unpacks them. No test here."""

import io
import tarfile
import zipfile
from collections.abc import Mapping


def zipped(members: Mapping[str, bytes]) -> bytes:
    """A zip of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return stream.getvalue()


def tarred(members: Mapping[str, bytes], mode: str = "w:gz") -> bytes:
    """A tar of these files, compressed as the mode says."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as packed:  # type: ignore[call-overload]
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    return stream.getvalue()
