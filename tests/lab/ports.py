"""Free ports: a block of its own for each cluster, so that several stand side by side."""

import os
import random
import socket
from pathlib import Path

from .errors import LabError

BLOCK = 200
# Below Linux's ephemeral ports, where a client's outgoing connection could take a port before its broker does.
FIRST, LAST = 12000, 32000
RESERVED = Path("/tmp") / f"rmqkit-lab-ports.{os.getuid()}"


def reserve() -> int:
    """The first port of a block that no other cluster of the lab holds and where nothing listens."""
    RESERVED.mkdir(exist_ok=True)
    blocks = list(range(FIRST, LAST, BLOCK))
    random.shuffle(blocks)
    for first in blocks:
        if _take(first):
            return first
    raise LabError("no free block of ports on 127.0.0.1")


def release(first: int) -> None:
    """Give a block back."""
    (RESERVED / str(first)).unlink(missing_ok=True)


def _take(first: int) -> bool:
    mark = RESERVED / str(first)
    if mark.exists() and not Path(f"/proc/{mark.read_text() or '-'}").exists():
        mark.unlink(missing_ok=True)
    try:
        with mark.open("x") as file:
            file.write(str(os.getpid()))
    except FileExistsError:
        return False
    if all(_free(port) for port in range(first, first + BLOCK, 5)):
        return True
    release(first)
    return False


def _free(port: int) -> bool:
    with socket.socket() as candidate:
        candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return candidate.connect_ex(("127.0.0.1", port)) != 0


def listens(port: int) -> bool:
    """Whether something accepts connections on this port of 127.0.0.1."""
    return not _free(port)
