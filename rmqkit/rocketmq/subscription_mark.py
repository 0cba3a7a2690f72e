"""How a subscription-aware group behaves: the mark in a client id that tells the others what the client listens to."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from zlib import MAX_WBITS, compressobj, decompressobj
from zlib import error as ZlibError

from rmqkit.language import say
from rmqkit.rocketmq.strategy import IllegalArgument

# `sub1` is the format's number; the mark goes into the unit name, which ends the client id.
PREFIX = "sub1"
NORMAL, GRAY = "n", "g"
# Every rebalance line, heartbeat and mqadmin table repeats the id, so a mark must stay short.
LONGEST_MARK = 2_000
_LONGEST_TEXT = 1_000_000
_CHECK = 10


class BadMark(IllegalArgument):
    """A client id carries something that begins like a mark and is none: cut off, changed, or of another format."""


@dataclass(frozen=True)
class Mark:
    """What a client tells the others of its group: its topics (without the retry topic), and whether it is gray."""

    topics: frozenset[str]
    gray: bool = False


def encode_mark(topics: Iterable[str], gray: bool = False) -> str:
    """The subscription, encoded for `setUnitName` with letters, digits, `-` and `_`; the order of topics is irrelevant.

    Raises IllegalArgument for an empty topic name, one with a line break, or a mark of more than LONGEST_MARK.
    """
    names = sorted(set(topics))
    for name in names:
        if not name or "\n" in name:
            raise IllegalArgument(say("not a topic name: {name!r}", name=name))
    text = "\n".join(names)
    packer = compressobj(9, wbits=-MAX_WBITS)
    payload = (
        urlsafe_b64encode(packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()).decode().rstrip("=")
    )
    flag = GRAY if gray else NORMAL
    mark = f"{PREFIX}{flag}-{_check(flag, payload)}{payload}"
    if len(mark) > LONGEST_MARK:
        raise IllegalArgument(
            say(
                "the encoded subscription of {topics} topics takes {length} characters, more than {most}: "
                "split the group, or use topic names that compress better",
                topics=len(names),
                length=len(mark),
                most=LONGEST_MARK,
            )
        )
    return mark


def decode_mark(client_id: str) -> Mark | None:
    """The mark in a client id (`ip@instance@mark`, perhaps with @STREAM behind); None if there is none.

    Raises BadMark if there is one that was cut off or changed.
    """
    parts = client_id.split("@")[2:]
    marks = [part for part in parts if part.startswith(PREFIX)]
    return _decode(marks[-1]) if marks else None


def with_mark(client_id: str, topics: Iterable[str], gray: bool = False) -> str:
    """The client id that `setUnitName(encode_mark(...))` gives."""
    return f"{client_id}@{encode_mark(topics, gray)}"


@lru_cache(maxsize=4096)
def _decode(mark: str) -> Mark:
    head, _, rest = mark.partition("-")
    flag, check, payload = head.removeprefix(PREFIX), rest[:_CHECK], rest[_CHECK:]
    if flag not in (NORMAL, GRAY) or len(mark) > LONGEST_MARK or check != _check(flag, payload):
        raise BadMark(say("the subscription encoded in the client id was truncated or changed: {mark!r}", mark=mark))
    try:
        packed = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        text = decompressobj(-MAX_WBITS).decompress(packed, _LONGEST_TEXT).decode("utf-8", "surrogatepass")
    except (Base64Error, ZlibError, UnicodeDecodeError) as error:
        raise BadMark(
            say("the subscription encoded in the client id cannot be read: {mark!r} ({error})", mark=mark, error=error)
        ) from error
    return Mark(frozenset(text.split("\n")) if text else frozenset(), flag == GRAY)


def _check(flag: str, payload: str) -> str:
    return sha256(f"{PREFIX}{flag}{payload}".encode()).hexdigest()[:_CHECK]
