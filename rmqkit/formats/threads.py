"""Thread dumps of consumers: where a file holds one (HotSpot's jstack, Arthas' thread), and its rows; the stacks inside
running info. Text in, rows out. Which thread is inside a listener, and where, is read; whether it hangs is not said.

A dump is recognised by its threads' first lines, never by its file's name; a prompt or date right above is its own.
Listeners are called by `ConsumeRequest.run` of `ConsumeMessageConcurrentlyService`, `...OrderlyService` and their pop
twins (4.0.0 to 5.4), by `ConsumeTask.call` in rocketmq-client-java (gRPC).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import takewhile
from typing import Any

from rmqkit.formats.block import CONTINUED, Block, Parsed
from rmqkit.formats.moments import find_moment, localise, moment_in
from rmqkit.formats.prompts import read_command


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


@dataclass(frozen=True)
class DumpSpan:
    """Lines `first` up to `end` of a file are one dump; its first `preamble` lines are prompts and dates."""

    first: int
    end: int
    preamble: int

    def meets(self, other: DumpSpan) -> bool:
        """Whether both hold a line."""
        return self.first < other.end and other.first < self.end


# "name" #12 [4711] daemon prio=5 os_prio=0 cpu=1ms elapsed=2s tid=0x... nid=0x... waiting on
# condition  [0x...]
_HOTSPOT = re.compile(
    r'^"(?P<name>.*)" (?:#\d+ |\[\d+\] |daemon |prio=\d+ |os_prio=-?\d+ |cpu=\S+ |elapsed=\S+ |tid=0x[0-9a-f]+ )+'
    r"(?:nid=(?:0x[0-9a-f]+|\d+|NA)|virtual)"
)
# "name" Id=12 [cpuUsage=0% ...] TIMED_WAITING [on java...@1f2e] [(in native)]
_ARTHAS = re.compile(r'^"(?P<name>.*)" (?:\[Internal\] ?)?Id=-?\d+ (?:\w+=\S+ )*(?P<state>[A-Z_]{3,})\b')
# 21  ConsumeMessageThread_1  main  5  TIMED_WAITING  0.0  0.000  0:0.0  false  false
_ARTHAS_ROW = re.compile(
    r"^(?P<id>-?\d+)\s+(?P<name>\S.*?)\s+(?P<owner>\S+)\s+-?\d+\s+"
    r"(?P<state>NEW|RUNNABLE|BLOCKED|WAITING|TIMED_WAI\w*|TERMINATED|-)\s+[\d.]+\s+[\d.]+\s+\d+:[\d.]+\s+\w+\s+\w+\s*$"
)
_STATE = re.compile(r"^\s+java\.lang\.Thread\.State: (?P<state>[A-Z_]+)")
_FRAME = re.compile(r"^\s+at (?P<frame>\S.*)$")
_DETAIL = re.compile(
    r"^\s+(?:- |-  |Locked ownable synchronizers:|Number of locked synchronizers|No compile task|Compiling: "
    r"|Carrying virtual thread|\[?\.\.\.)|^\s+Affect\("
)


def _is_thread_line(line: str) -> bool:
    return any(shape.match(line) for shape in (_STATE, _FRAME, _DETAIL))


_AROUND = re.compile(
    r"^(?:Full thread dump |Threads class SMR info:|_java_thread_list=|0x[0-9a-f]+(?:, 0x[0-9a-f]+)*,?$|\}$"
    r"|JNI global ref|Found (?:one|\d+) (?:Java-level )?deadlock|=====|Java stack information for the threads"
    r"|Heap$|Threads Total: |ID\s+NAME\s+GROUP|Affect\(row-cnt|_to_delete_list|\[arthas@\d+\]\$"
    r'|"[^"]+":$|  waiting (?:to lock|for) |  which is held by |  in JNI|  a java\.|  \(a |Attaching to process'
    r"|Debugger attached|Server compiler detected|JVM version is)"
)
_FIRST = (_HOTSPOT, _ARTHAS)
_HEADING = re.compile(r"^(?:Full thread dump |Threads Total: |ID\s+NAME\s+GROUP)")
# HotSpot lists the addresses of all threads, four a line, before the first one.
_HEADING_LINES = 400


def spans(lines: Sequence[str]) -> list[DumpSpan]:
    """The dumps in a file's cleaned lines, in their order; a file without any has none."""
    found: list[DumpSpan] = []
    i = 0
    while i < len(lines):
        below = lines[i + 1 : i + _HEADING_LINES] if _HEADING.match(lines[i]) else ()
        if not (_begins_thread(lines[i]) or any(map(_begins_thread, below))):
            i += 1
            continue
        # blank lines between a dump's threads and below them are its own
        outside = (j for j in range(i + 1, len(lines)) if lines[j].strip() and not _belongs(lines[j]))
        end = next(outside, len(lines))
        first = _lead_start(lines, i, found[-1].end if found else 0)
        found.append(DumpSpan(first, end, i - first))
        i = end
    return found


def _begins_thread(line: str) -> bool:
    if line[:1] == '"':
        return any(shape.match(line) for shape in _FIRST)
    return _ARTHAS_ROW.match(line) is not None


def _belongs(line: str) -> bool:
    is_around = _is_thread_line(line) or _AROUND.match(line) is not None
    return line == CONTINUED or _begins_thread(line) or is_around


def _lead_start(lines: Sequence[str], i: int, free: int) -> int:
    """Where the prompt and the date right above begin; not before `free`, where the dump before ends."""
    first = i
    for j in range(i - 1, max(free, i - 4) - 1, -1):
        if not lines[j].strip():
            continue
        line = lines[j]
        text = line.strip()
        moment = find_moment(text)
        alone = moment is not None and len(text) - (moment[2] - moment[1]) < 4
        is_prompt = "thread" in text and read_command(text) is not None
        leads = alone or is_prompt or re.search(r"\b(?:jstack|jcmd|arthas|kill -3)\b", text) is not None
        if not leads:
            break
        first = j
    return first


def parse(block: Block, zone: tzinfo) -> Parsed:
    """One row of `threads` per thread; headings, deadlock reports and counts are noise."""
    above = filter(None, map(moment_in, block.lines[: block.preamble]))
    parsed = Parsed(at=localise(next(above, block.at), zone))
    i = 0
    while i < len(block.lines):
        line = block.lines[i]
        begins, taken = _begins_thread(line), 1
        if not line.strip():
            parsed.blank += 1
        elif i < block.preamble or (_AROUND.match(line) and not begins):
            parsed.noise += 1
        elif begins:
            head = next(match for shape in (*_FIRST, _ARTHAS_ROW) if (match := shape.match(line)))
            # up to a blank line or what belongs to no thread
            below = list(takewhile(_is_thread_line, block.lines[i + 1 :]))
            frames = tuple(match["frame"].strip() for line in below if (match := _FRAME.match(line)))
            states = (match["state"] for line in below if (match := _STATE.match(line)))
            state = head.groupdict().get("state") or next(states, None)
            if state and state.startswith("TIMED"):  # Arthas cuts it to the column's width
                state = "TIMED_WAITING"
            thread = Thread(head["name"], state, frames)
            parsed.add("threads", row_of(thread, block.first_line + i, block.group, block.client_id))
            parsed.rows += 1
            parsed.continuation += len(below)
            taken += len(below)
        elif _belongs(line):
            parsed.continuation += 1
        else:
            parsed.unparsed.append(block.first_line + i)
        i += taken
    return parsed


# `UtilAll#jstack` prints `%-40sTID: %d STATE: %s`, then `%-40s%s` for each frame; a longer name
# touches what follows.
_NAME_WIDTH = 40
_STACK_HEAD = re.compile(r"^(?P<name>\S.*?) *TID: (?P<id>[0-9]+) STATE: (?P<state>[A-Z_]+)\s*$")


def stack_at(lines: Sequence[str], i: int) -> tuple[Thread, int] | None:
    """The thread of running info (`#Consumer jstack#`) that line i begins, and how many lines it
    takes: every line begins with its name. None where no thread begins."""
    head = _STACK_HEAD.match(lines[i])
    if head is None:
        return None
    beginning = f"{head['name']:<{_NAME_WIDTH}}"
    frames: list[str] = []
    for line in lines[i + 1 :]:
        if not line.startswith(beginning) or _STACK_HEAD.match(line):
            break
        frames.append(line[len(beginning) :].strip())
    return Thread(head["name"], head["state"], tuple(frames)), 1 + len(frames)
