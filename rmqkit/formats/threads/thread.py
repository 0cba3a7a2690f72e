"""One thread of a dump: its name, state and frames, and whether it is inside a listener. No text is cut here.

Listeners are called by `ConsumeRequest.run` of `ConsumeMessageConcurrentlyService`, `...OrderlyService` and their pop
twins (4.0.0 to 5.4), by `ConsumeTask.call` in rocketmq-client-java (gRPC).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Thread:
    """A thread as a dump shows it, its frames from the newest call to the oldest, without `at`."""

    name: str
    state: str | None
    frames: tuple[str, ...]

    @property
    def consumes(self) -> bool:
        """Whether it is inside a listener: called by RocketMQ, and not back yet."""
        return bool(self._in_listener)

    @property
    def frame(self) -> str | None:
        """Where it stands: its newest frame that is neither the platform's nor RocketMQ's, else its newest one."""
        inside = self._in_listener or self.frames
        own = (frame for frame in inside if not re.match(PLATFORM, _without_module(frame)))
        return next(own, self.frames[0] if self.frames else None)

    @property
    def waits_in(self) -> str | None:
        """Its newest frame that is not the Java platform's own: the library, or the code, in which it waits."""
        return next((frame for frame in self.frames if not re.match(_JAVA, _without_module(frame))), None)

    @property
    def group(self) -> str | None:
        """The group in the name of a thread that consumes (`ConsumeMessageThread_GROUP_3`, 4.9.3 and later).

        Cut at 100 characters there, such a name is not told.
        """
        named = _CONSUMER.match(self.name)
        return named["group"] if named and len(named["group"] or "") < _CUT_AT else None

    @property
    def _in_listener(self) -> tuple[str, ...]:
        """The frames from the newest to the listener's own; none where RocketMQ did not call one."""
        called = next((i for i, frame in enumerate(self.frames) if _CALLERS.search(frame)), None)
        if called is None:
            return ()
        calls = [i for i in range(called) if _LISTENERS.search(self.frames[i])]
        return self.frames[: calls[-1] + 1] if calls else ()


_CUT_AT = 100
_CONSUMER = re.compile(r"^ConsumeMessageThread_(?:(?P<group>.+)_)?[0-9]+$")
_CALLERS = re.compile(r"\$(?:Pop)?ConsumeRequest\.run\(|\bConsumeTask\.call\(")
_LISTENERS = re.compile(r"\.consumeMessage\(|\.consume\(")
_JAVA = r"(?:java|javax|jdk|sun|com\.sun)\."
PLATFORM = (
    r"(?:java|javax|jdk|sun|com\.sun|kotlin|scala|groovy|io\.netty|org\.springframework|org\.apache\.rocketmq|"
    r"com\.alibaba\.rocketmq|"
    r"org\.apache\.http|org\.apache\.hc|okhttp3|okio|com\.mysql|com\.zaxxer|com\.alibaba\.druid|org\.postgresql|"
    r"oracle|redis\.clients|io\.lettuce|org\.apache\.ibatis|com\.baomidou|org\.hibernate|org\.slf4j|"
    r"ch\.qos\.logback|org\.apache\.log(?:4j|ging))\."
)
"""How frames begin that are not the application's own."""
_MODULE = re.compile(r"^(?:[\w.-]+(?:@[\w.+-]+)?/)+")


def _without_module(frame: str) -> str:
    """`java.base@17.0.15/java.lang.Thread.sleep(...)` without the module, `app//a.B.c(...)` without the loader."""
    return _MODULE.sub("", frame.replace("//", "/", 1))


def row_of(thread: Thread, line: int, group: str | None = None, client_id: str | None = None) -> dict[str, Any]:
    """The row of table `threads` for a thread whose first line is `line` of its file."""
    return {
        "line": line, "group": group or thread.group, "client_id": client_id,
        "thread": thread.name, "state": thread.state, "consuming": thread.consumes,
        "frame": thread.frame, "frames": "\n".join(thread.frames) or None,
    }  # fmt: skip
