"""What a word is in evidence, and which words tell nothing about anybody. No pseudonyms here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from rmqkit.formats.logs.catalogue import MESSAGES

# a word, and what holds names together: dots and hyphens within it
TOKEN = re.compile(r"\w(?:[\w.-]*\w)?")
PART = re.compile(r"[^\W_]+")
ADDRESS = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")
ADDRESS_V6 = re.compile(
    r"(?<![\w:.])(?=[0-9a-fA-F:]*:[0-9a-fA-F:]*:)(?:[0-9a-fA-F]{1,4}|:)[0-9a-fA-F:]{3,38}[0-9a-fA-F](?![\w:])"
)
# MessageClientIDSetter's and MessageDecoder's ids: 16 bytes for an IPv4 address, 20 for the store's
# IPv6
MESSAGE_ID = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-F]{32}|[0-9A-F]{40}|[0-9A-F]{56})(?![0-9A-Za-z])")

# stands for a name in the vocabulary's words; no word has it
PLACE = "~"
_ENDING = re.compile(r"(?:\.(?:txt|log|out|json|md|csv|gz|html|ya?ml|\d{1,4}))+$", re.IGNORECASE)
# a listener's method in a stack's frame: by it a thread is known to be inside the listener
_LISTENER = re.compile(r"\.consume(?:Message)?$")
_PLACES = re.compile(r"(?=.*~)[~\d_.-]+")
# a terminal's colours and a JSON string's signs: no part of the word that they touch
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\\(?:[nrt\\]|u[0-9a-fA-F]{4})")
# Object#toString's identity behind a class: tells nothing, and a strategy's name is read up to it
IDENTITY = re.compile(r"(?<=[A-Za-z]@)(?=[a-f]*\d)[0-9a-f]{5,8}(?![\w.-])")
_NUMBER = re.compile(r"\d+")
# boost prints a date with the name of its month
_BOOST_DATE = re.compile(r"\d{4}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2}")
# numbers with their signs and units of time, hexadecimal ids of channels and threads
_NUMERIC = re.compile(r"[\d_.-]+(?:[eE]-?\d+)?[LTZ]?(?:\d[\d.]*Z?)?|0x[0-9a-f]{1,16}")
_CLOCK = re.compile(r"\d+(?:\.\d+)?(?:ns|us|ms|s|m|h|d|B|K|M|G|KB|MB|GB|KiB|MiB|GiB)")
_JAVA = re.compile(
    r"(?:(?:org\.apache\.(?:rocketmq|logging|commons)|com\.alibaba\.(?:rocketmq|fastjson2?)|java|javax|jdk|sun"
    r"|com\.sun|io\.netty|io\.grpc|org\.slf4j|ch\.qos\.logback|org\.springframework|o\.a\.r|i\.n|i\.g"
    r"|org\.apache\.(?:http|hc|ibatis)|com\.(?:mysql|zaxxer|baomidou)|com\.alibaba\.druid|redis\.clients|io\.lettuce"
    r"|org\.(?:postgresql|hibernate))\.)"
    r"[A-Za-z0-9_.]+"
)
# TopicValidator, MixAll and TopicValidator's later homes: names that every cluster has
SYSTEM_NAME = re.compile(
    r"TBW102|SCHEDULE_TOPIC_XXXX|BenchmarkTest|OFFSET_MOVED_EVENT|SELF_TEST_TOPIC|DefaultCluster|DEFAULT|STREAM"
    r"|DefaultHeartBeatSyncerTopic|CID_DefaultHeartBeatSyncerTopic|DEFAULT_CONSUMER|DEFAULT_PRODUCER|TOOLS_CONSUMER"
    r"|TOOLS_PRODUCER|FILTERSRV_CONSUMER|SELF_TEST_[CP]_GROUP|CLIENT_INNER_PRODUCER|__MONITOR_CONSUMER"
    r"|CID_ONSAPI_(?:OWNER|PULL|PERMISSION)|CID_(?:RMQ_SYS_|HOUSEKEEPING|SYS_RMQ_TRANS)\w*"
    r"|(?:RMQ_SYS|rmq_sys)_(?:TRANS_HALF_TOPIC|TRANS_OP_HALF_TOPIC|TRACE_TOPIC|BENCHMARK_TOPIC|SYNC_BROKER_MEMBER"
    r"|wheel_timer|ROCKSDB_OFFSET|LITE_TRACE)|rmq_sys_SYNC_BROKER_MEMBER|__syslo__global__"
)


def shape(token: str) -> str:
    """The word with every number as 0, so that `NettyClientSelector_1` stands for all of them."""
    return _NUMBER.sub("0", token)


def listed(file: str) -> frozenset[str]:
    """The words of a file of this room, several a line; lines that begin with # are none."""
    text = files("rmqkit.redact").joinpath(file).read_text(encoding="utf-8")
    return frozenset(word for line in text.splitlines() if not line.startswith("#") for word in line.split())


@cache
def vocabulary() -> frozenset[str]:
    """Shapes of words that RocketMQ, Java, shells and loggers print: the catalogue's own wordings,
    and what else is listed.
    """
    return listed("vocabulary.txt").union(*(map(shape, TOKEN.findall(message.literals)) for message in MESSAGES))


@cache
def tells_nothing(token: str) -> bool:
    """Whether a word may stay: a number, a word of the vocabulary, a class of RocketMQ, Java or a logger."""
    return bool(
        _NUMERIC.fullmatch(token)
        or _CLOCK.fullmatch(token)
        or _BOOST_DATE.fullmatch(token)
        or SYSTEM_NAME.fullmatch(token)
        or shape(token) in vocabulary()
        or _JAVA.fullmatch(token)
    )


def without_ending(word: str) -> tuple[str, str]:
    """A file's name and its endings: `broker.log.1.gz` is `broker` and `.log.1.gz`; a listener and
    its method; no endings for other words.
    """
    match = None if ADDRESS.fullmatch(word) else _ENDING.search(word) or _LISTENER.search(word)
    if match is None or match.start() == 0:
        return word, ""
    return word[: match.start()], match[0]


def inside(names: Iterable[str]) -> re.Pattern[str] | None:
    """Finds names within a word, between its hyphens, dots and underscores; None for no names."""
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first:
        return None
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, longest_first))})(?![^\W_])")


def is_known_around(word: str, names: re.Pattern[str] | None) -> bool:
    """Whether a word is made of known names and what RocketMQ puts around them: `ConsumeMessageThread_GROUP_1`."""
    rest = names.sub(PLACE, word) if names else word
    return rest != word and (shape(rest) in vocabulary() or _PLACES.fullmatch(rest) is not None)
