"""Thread dumps of consumers: HotSpot's jstack, Arthas' thread, and the stacks inside running info. Text in, rows out.

No judgement: which thread is inside a listener, and where, is read; whether it hangs is not said here.
"""

from rmqkit.formats.threads.dumps import DumpSpan, parse, spans, stack_at
from rmqkit.formats.threads.thread import Thread, row_of

__all__ = ["DumpSpan", "Thread", "parse", "row_of", "spans", "stack_at"]
