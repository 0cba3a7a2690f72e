"""How a Java program of the lab is started: memory, openings for Java 17, homes, and a clock that runs ahead."""

import subprocess
from functools import cache
from pathlib import Path

from .errors import LabError
from .jars import CACHE

OPENINGS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
)
SMALL = ("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
BROKER = ("-Xmx700m", "-XX:MaxDirectMemorySize=512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
ALWAYS = ("-Duser.timezone=UTC", "-Dfile.encoding=UTF-8", "-XX:-OmitStackTraceInFastThrow", "-XX:-UsePerfData")


def command(size: tuple[str, ...], home: Path, options: list[str], classes: str, *program: str) -> list[str]:
    """The command line of one Java program whose home (and log folder's root) is `home`."""
    homes = [f"-Drocketmq.home.dir={home}", f"-Duser.home={home}"]
    return ["java", *OPENINGS, *size, *ALWAYS, *homes, *options, "-cp", classes, *program]


def clock(seconds_ahead: int) -> dict[str, str]:
    """The environment in which a program's wall clock runs `seconds_ahead`; needs libfaketime in the cache folder."""
    if not seconds_ahead:
        return {}
    library = _faketime()
    # Java waits by the monotonic clock, which stays as it is; libfaketime's own correction of such waits breaks them.
    ahead = {"FAKETIME": f"{seconds_ahead:+d}s", "FAKETIME_NO_CACHE": "1"}
    monotonic = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_FORCE_MONOTONIC_FIX": "0"}
    return {"LD_PRELOAD": str(library)} | ahead | monotonic


@cache
def _faketime() -> Path:
    """libfaketime from Debian's package, unpacked into the cache folder and installed nowhere."""
    folder = CACHE / "faketime"
    if not list(folder.glob("**/libfaketimeMT.so.1")):
        folder.mkdir(parents=True, exist_ok=True)
        script = "apt-get download -q libfaketime && dpkg -x libfaketime_*.deb ."
        subprocess.run(["sh", "-c", script], cwd=folder, capture_output=True, timeout=120, check=False)
    found = sorted(folder.glob("**/libfaketimeMT.so.1"))
    if not found:
        raise LabError(f"no libfaketime below {folder}: apt-get update, then apt-get download libfaketime, dpkg -x it")
    return found[0]
