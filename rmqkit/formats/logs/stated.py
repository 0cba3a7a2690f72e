"""What a record, or a sentence around it, says of itself: facts by name, to choose a meaning and to
fill its holes. Text in, values out; no catalogue, no judgement.

The catalogue's own fields stand first; what they do not tell is looked for in the shapes in which
RocketMQ's clients print it: Java's and Go's `key=value`, logfmt, Go's `map[key:value]`, JSON, C#
and Rust `Key { key: value }`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence

from rmqkit.formats.logs.catalogue.meaning import NO_FACTS, Facts

_IS = r"\"?\s?[=:]\s?\"?\[?"
_NAME = r"(?P<{}>[%A-Za-z0-9_|-]+)"
_CODE = r"\bCODE\"?[=:] ?|[Rr]esponse ?[Cc]ode\"?[=:] ?|\bcode\"?[=:] ?|\berror code:? ?|\bstatus=\w+\("
_ANSWERS = (
    r"\b(?:DESC|DESE|[Rr]emarks?)\"?[=:] ?\"?(?P<answer>[^\"`\n]+?)(?: +BROKER:|\s*See https?://|[\"`\n]|\s*$)",
    r"\bunderlayError\"?[=:] ?\"?(?P<answer>[^\"\n\]]+)",
    r"\b(?:status|reason|msg|message|errMsg|error message)\"?[=:] ?\"(?P<answer>[^\"\n]+)\"",
)
# People's words for what does not stop; a record's own repetitions are counted elsewhere.
_LASTING = (
    r"\b(?:all (?:the time|day|night)"
    r"|(?:for|in the (?:last|past)) (?:several |many |some |[0-9]+ )(?:minutes|hours|days)"
    r"|since (?:yesterday|last \w+|this morning)|keeps? (?:printing|reporting|failing|logging|throwing|happening|on)"
    r"|again and again|(?:never|does ?n[o']t|won'?t) (?:stops?|recovers?|goes? away)"
    r"|every (?:second|minute|few seconds)"
    r"|non-?stop|continuously|constantly|forever|permanently|without (?:a )?(?:stop|pause))\b"
    r"|一直|持续|不断|反复|不停|始终|每隔|每秒|每分钟|天天|整晚|昨天开始|长时间|几个小时|[0-9半两一几]+ ?(?:个)?小时"
)

# name | where it stands; the first that is found counts
_SHAPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("retries", (rf"\breconsumeTimes{_IS}(?P<retries>[0-9]{{1,9}})", r"\breconsume times:? ?(?P<retries>[0-9]{1,9})")),
    ("attempts", (rf"\b(?:delivery_?[aA]ttempt|maxAttempts?|attempt){_IS}(?P<attempts>[0-9]{{1,9}})",)),
    (
        "offset",
        (
            rf"\b(?:queueOffset|nextOffset|requestOffset|request offset|commitOffset){_IS}(?P<offset>-?[0-9]{{1,19}})",
            rf"\boffset{_IS}(?P<offset>-?[0-9]{{1,19}})",
        ),
    ),
    (
        "topic",
        (
            rf"\b[tT]opic(?:Name)?{_IS}{_NAME.format('topic')}",
            rf"\btopic\[{_NAME.format('topic')}\]",
            rf"\b[Nn]o (?:topic )?route info[^,:\n]*[,:] ?{_NAME.format('topic')}",
        ),
    ),
    ("absent", (r"(?P<absent>topic(?:\[[^\]\n]*\])? (?:does )?not exists?)\b",)),
    ("group", (rf"\b(?:consumer_?[gG]roup(?:Name)?|groupName|consumer group|group){_IS}{_NAME.format('group')}",)),
    ("queue", (rf"\bqueueId{_IS}(?P<queue>-?[0-9]{{1,9}})",)),
    ("broker", (rf"\bbrokerName{_IS}{_NAME.format('broker')}",)),
    ("client_id", (rf"\b[cC]lient_?I[dD]{_IS}(?P<client_id>(?:\[[0-9A-Fa-f:.%]+\])?[^\s,\"\]}}]+)",)),
    (
        "address",
        (
            r"\bconnect to [<\[]?(?:[^\s/<>]*/)?(?P<address>[^\s<>\[\]]+:[0-9]+)[>\]]? failed",
            r"\bchannel <?/?(?P<address>[^\s<>,]+:[0-9]+)>?",
            r"\bBROKER: (?P<address>[^\s,\"]+)",
            r"\bInvoke Broker\[(?P<address>[^\s\]]+)\]",
            r"\bGetTransport of:(?P<address>[^\s,]+:[0-9]+)",
            r"\bdial tcp (?P<address>[^\s\"]+:[0-9]+)",
            r"\bremote host\[(?P<address>[^\s\],]+:[0-9]+)",
            r"\bConnection refused: (?:no further information: )?(?:[^\s/]*/)?(?P<address>[^\s\],]+:[0-9]+)",
        ),
    ),
    ("portless", (r"\bconnect to [<\[]?(?!null\b)(?P<portless>[A-Za-z0-9_.-]+)[>\]]? failed",)),
    ("port", (r"\b(?:bind|listen)[^\n]{0,80}?:(?P<port>[0-9]{2,5})\b", r"\b[pP]ort (?P<port>[0-9]{2,5}) (?:was|is) ")),
    (
        "host",
        (
            r"UnknownHostException: (?P<host>[^\s:,]+)",
            r"\blookup (?P<host>[^\s:]+)[^\n]{0,60}no such host",
            r"Unable to resolve host (?P<host>[^\s,\"]+)",
            r"getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?P<host>[^\s:,]+)",
        ),
    ),
    (
        "http",
        (
            r"\bHTTP(?:/[0-9.]+)? (?:status |code |response )?(?:code[:=]? ?)?(?P<http>[1-5][0-9]{2})\b",
            r"(?:\bstatus(?: ?code)?|\bcode)[:=] ?(?P<http>[45][0-9]{2})\b(?![0-9])",
        ),
    ),
    ("timeout", (r"\b(?:timeout[^\n0-9]{0,12}|wait response on the channel [^\n]*?)(?P<timeout>[0-9]{2,9}) ?\(?ms",)),
    ("placeholder", (r"placeholder '(?P<placeholder>[^'\n]+)'", r"(?P<placeholder>\$\{[A-Za-z0-9_.:-]+\})")),
    (
        "missing",
        (
            r"NoClassDefFoundError: (?:Could not initialize class )?(?P<missing>[\w./$]+)",
            r"ClassNotFoundException: (?P<missing>[\w./$]+)",
            r"Could not initialize class (?P<missing>[\w./$]+)",
            r"NoSuch(?:Method|Field)Error: '?(?P<missing>[^\n']+)",
        ),
    ),
    ("delay_level", (r"\bDELAY\"?[=:] ?\"?(?P<delay_level>[0-9]{1,9})\b",)),
    ("delays", (r"(?P<delays>ScheduleMessageTimerThread|ScheduleMessageService|SCHEDULE_TOPIC_XXXX)",)),
    ("stored", (r"\bstoreOffset=(?P<stored>-?[0-9]{1,19})",)),
    ("stands", (r"\bold offset is (?P<stands>-?[0-9]{1,19}), new offset is (?P=stands)\b",)),
    ("span", (r"\bmaxSpan\"?[=:] ?(?P<span>[0-9]{1,19})",)),
    ("count", (r"\bdo flow control[^\n]*\bcount\"?[=:] ?(?P<count>[0-9]{1,9})",)),
    (
        "silent",
        (
            r"(?P<silent>connect to <?[^>\n]*>? failed|wait response on the channel[^\n]*timeout"
            r"|RemotingTimeoutException"
            r"|RemotingConnectException|RemotingSendRequestException|Connection refused|connection refused|i/o timeout"
            r"|context deadline exceeded|DEADLINE_EXCEEDED|UNAVAILABLE|request timeout)",
        ),
    ),
    ("code", (rf"(?:{_CODE})(?P<code>-?[0-9]{{1,5}})\b",)),
    ("answer", _ANSWERS),
)
_ALL = frozenset(name for name, _ in _SHAPES)
_COUNTED = frozenset({"retries", "attempts"})
_COMPILED = tuple((name, re.compile(shape)) for name, shapes in _SHAPES for shape in shapes)
_AROUND = re.compile(_LASTING, re.IGNORECASE)


def stated(
    text: str,
    fields: Mapping[str, str | None] = NO_FACTS,
    around: str = "",
    only: Container[str] = _ALL,
) -> Facts:
    """The facts of one record's text: the catalogue's fields, then what else its text tells (of the
    names in `only`).

    `lasting` are the words of the text around it that say that it goes on.
    """
    facts = {name: value for name, value in fields.items() if value and name != "detail"}
    for name, shape in _COMPILED:
        if name in only and name not in facts and (match := shape.search(text)):
            facts[name] = match[name].strip()
    if lasting := _AROUND.search(around):
        facts["lasting"] = lasting[0]
    return facts


def agreed(records: Sequence[Facts]) -> Facts:
    """What several records say alike; of numbers of attempts the highest that one of them says."""
    names = {name for facts in records for name in facts}
    values = {name: [facts.get(name) for facts in records] for name in names}
    counted = {name: filter(None, values[name]) for name in names & _COUNTED}
    highest = {name: str(max(map(int, numbers))) for name, numbers in counted.items()}
    alike = (name for name in names - _COUNTED if len(set(values[name])) == 1)
    return {**highest, **{name: records[0][name] for name in alike}}


TOLD = (
    "group", "topic", "broker", "queue", "offset", "client_id", "address", "host", "code", "answer", "http", "retries",
    "attempts", "timeout", "placeholder", "missing",
)  # fmt: skip
"""The facts that are repeated to the reader, in this order."""


def named(facts: Facts) -> tuple[tuple[str, str], ...]:
    """The facts to be repeated, each with its name."""
    return tuple((name, facts[name]) for name in TOLD if name in facts)
