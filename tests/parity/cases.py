"""Random allocation cases and rmqkit's answer to each, in the text that StrategyParity.java reads and writes.

A case is a line of six fields: strategy, `sort` or `raw`, rooms, queues (topic, broker, id, topic, ...), client ids,
and `route` if the queues are what a route can say. A list is `~` for null, else its items after a `'` each, joined by
commas; every UTF-16 unit outside letters, digits and `@#%_.-` is written `\\uXXXX`.

An answer is the queues' indexes and the ids as the strategy saw them, then the share of each distinct id, of one that
is not in the list, of the empty one and of null, joined by `|`; a share is indexes into the case's queues, or `!` and
the exception's text. After a tab stands what `mqadmin allocateMQ` says for the same route and ids.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rmqkit.rocketmq import (
    Averagely,
    AveragelyByCircle,
    ByConfig,
    ByMachineRoom,
    ConsistentHash,
    IllegalArgument,
    MachineRoomNearby,
    MessageQueue,
    NullPointer,
    Rooms,
    Strategy,
    sorted_client_ids,
    sorted_queues,
)

STRATEGIES = ("AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH", "MACHINE_ROOM", "MACHINE_ROOM_NEARBY", "CONFIG")
INNER = ("AVG", "AVG_BY_CIRCLE", "CONSISTENT_HASH:10", "MACHINE_ROOM", "CONFIG:2", "MACHINE_ROOM_NEARBY:AVG")
VIRTUAL_NODES = (10, 10, 10, 1, 3, 100, 0)

# Beyond U+FFFF against U+E000..U+FFFF is where Java's and Python's order of strings part; lone surrogates hash as `?`.
ODD = (
    "",
    " ",
    "\u3000",
    "主题",
    "тема",
    "é",
    "\U0001f600",
    "\U0001f600-x",
    "\uffee",
    "\ue000",
    "\ud83d",
    "a\tb",
    "a,b",
    "A",
    "a",
)
TOPICS = ("topicA", "TopicTest", "%RETRY%groupA", "%RETRY%group_A_topicA", "%DLQ%groupA", "order-events", *ODD[2:])
ROOMS = ("room1", "room2", "hz", "机房", "")
BROKERS = ("broker-a", "broker-b", "broker-2", "broker-10", "Broker-a", "b@x@y", "room1@", "@room1", "a@b@@", *ODD[1:])


@dataclass(frozen=True)
class Case:
    """One topic, one group and one strategy; None stands for Java's null."""

    strategy: str
    sort: bool
    rooms: tuple[str, ...] | None
    queues: tuple[MessageQueue, ...] | None
    client_ids: tuple[str, ...] | None
    route: bool

    def line(self) -> str:
        """The case as the Java harness reads it."""
        flat = self.queues and [part for queue in self.queues for part in (queue.topic, queue.broker, str(queue.queue))]
        queues = "~" if self.queues is None else escape_all(flat or ())
        order, route = "sort" if self.sort else "raw", "route" if self.route else ""
        return "\t".join((self.strategy, order, escape_all(self.rooms), queues, escape_all(self.client_ids), route))


def parse_case(line: str) -> Case:
    """The reverse of `Case.line`."""
    strategy, order, rooms, queues, client_ids, route = line.split("\t")
    flat = unescape_all(queues)
    parsed = None
    if flat is not None:
        parsed = tuple(MessageQueue(flat[i], flat[i + 1], int(flat[i + 2])) for i in range(0, len(flat), 3))
    return Case(strategy, order == "sort", unescape_all(rooms), parsed, unescape_all(client_ids), route == "route")


def escape(text: str) -> str:
    """The text in ASCII, by UTF-16 units."""
    units = text.encode("utf-16-be", "surrogatepass")
    codes = (int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2))
    return "".join(_escape_unit(code) for code in codes)


def _escape_unit(code: int) -> str:
    letter = chr(code)
    plain = code < 128 and (letter.isalnum() or letter in "@#%_.-")
    return letter if plain else f"\\u{code:04x}"


def unescape(text: str) -> str:
    """The reverse of `escape`: two surrogates become one character."""
    units = re.sub(r"\\u(....)", lambda found: chr(int(found[1], 16)), text)
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")


def escape_all(texts: Sequence[str] | None) -> str:
    """A list of texts, or `~` for none at all."""
    return "~" if texts is None else ",".join("'" + escape(text) for text in texts)


def unescape_all(text: str) -> tuple[str, ...] | None:
    """The reverse of `escape_all`."""
    if text == "~":
        return None
    return tuple(unescape(item[1:]) for item in text.split(",")) if text else ()


def random_cases(strategy: str, count: int, seed: str) -> Iterator[Case]:
    """Reproducible cases for one strategy: mostly real shapes, some odd, a few that throw."""
    dice = random.Random(f"{strategy}-{seed}")
    for _ in range(count):
        yield _random_case(dice, strategy)


def _random_case(dice: random.Random, strategy: str) -> Case:
    roomy = strategy.startswith("MACHINE_ROOM")
    broken = dice.random() < 0.03
    odd = dice.random() < 0.15
    queues = _odd_queues(dice, roomy) if odd else _route_queues(dice, roomy)
    client_ids = _client_ids(dice, roomy)
    rooms = None if roomy and dice.random() < 0.02 else tuple(dice.sample(ROOMS, dice.randint(0, 3)))
    case = Case(_spec(dice, strategy), dice.random() < 0.9, rooms, queues, client_ids, not odd and bool(client_ids))
    return _break(dice, case) if broken else case


def _spec(dice: random.Random, strategy: str) -> str:
    if strategy == "CONSISTENT_HASH":
        return f"{strategy}:{dice.choice(VIRTUAL_NODES)}"
    if strategy == "CONFIG":
        return f"{strategy}:{dice.randint(1, 4)}"
    return f"{strategy}:{dice.choice(INNER)}" if strategy == "MACHINE_ROOM_NEARBY" else strategy


def _break(dice: random.Random, case: Case) -> Case:
    queues = dice.choice((None, (), case.queues))
    client_ids = dice.choice((None, (), case.client_ids))
    return Case(case.strategy, False, case.rooms, queues, client_ids, False)


def _broker(dice: random.Random, roomy: bool) -> str:
    if roomy and dice.random() < 0.85:
        return dice.choice(ROOMS) + dice.choice("@@@--") + dice.choice(("broker-a", "b1", "b10", "b2"))
    return dice.choice(BROKERS)


def _route_queues(dice: random.Random, roomy: bool) -> tuple[MessageQueue, ...]:
    topic = dice.choice(TOPICS)
    brokers = {_broker(dice, roomy) for _ in range(dice.choice((1, 1, 2, 2, 3, 8)))}
    per_broker = dice.choice((1, 1, 2, 3, 4, 8, 16))
    queues = [MessageQueue(topic, broker, queue) for broker in sorted(brokers) for queue in range(per_broker)]
    dice.shuffle(queues)
    return tuple(queues)


def _odd_queues(dice: random.Random, roomy: bool) -> tuple[MessageQueue, ...]:
    count = dice.randint(1, 20)
    queues = {
        MessageQueue(dice.choice(TOPICS), _broker(dice, roomy), dice.choice((0, 1, 2, 9, 10, 11, 100, -1)))
        for _ in range(count)
    }
    shuffled = sorted(queues)
    dice.shuffle(shuffled)
    return tuple(shuffled)


def _client_ids(dice: random.Random, roomy: bool) -> tuple[str, ...]:
    count = dice.choice((1, 1, 2, 2, 3, 3, 4, 5, 7, 12, 20))
    client_ids = [_client_id(dice, roomy) for _ in range(count)]
    if dice.random() < 0.35:
        client_ids += [dice.choice(client_ids) for _ in range(dice.randint(1, 3))]
    dice.shuffle(client_ids)
    return tuple(client_ids)


def _client_id(dice: random.Random, roomy: bool) -> str:
    if dice.random() < 0.1:
        return dice.choice(ODD[1:])
    room = dice.choice(ROOMS) + "-" if roomy and dice.random() < 0.9 else ""
    ip = dice.choice(("10.0.0.9", "10.0.0.10", "172.17.0.1", "10.20.0.11", "[fe80:0:0:0:1%eth0]", "null"))
    name = dice.choice(("1", "9", "10", "DEFAULT", "app", f"{dice.randint(1, 40)}#{dice.randint(1, 10**15)}"))
    return f"{room}{ip}@{name}" + dice.choice(("", "", "", "@unit", "@STREAM", "@单元"))


def answer(case: Case, version: str, charset: str = "utf-8") -> str:
    """rmqkit's answer to the case, to the letter what the Java harness prints before its tab."""
    queues, client_ids = case.queues, case.client_ids
    if case.sort:
        assert queues is not None
        assert client_ids is not None
        queues, client_ids = tuple(sorted_queues(queues)), tuple(sorted_client_ids(client_ids))
    strategy = _strategy(case.strategy, case, version, charset)
    index = {queue: at for at, queue in enumerate(case.queues or ())}
    asked = [*dict.fromkeys(client_ids or ()), "not-in-the-list", "", None]
    shares = (_share(strategy, client_id, queues, client_ids, index) for client_id in asked)
    return "|".join((_indexes(queues, index), escape_all(client_ids), *shares))


def _share(strategy, client_id, queues, client_ids, index) -> str:
    try:
        return _indexes(strategy.allocate("group", client_id, queues, client_ids), index)
    except IllegalArgument as error:
        return "!" + escape(str(error))
    except NullPointer:
        return "!null"


def _indexes(queues: Sequence[MessageQueue] | None, index: dict[MessageQueue, int]) -> str:
    return "~" if queues is None else ",".join(str(index[queue]) for queue in queues)


def _strategy(spec: str, case: Case, version: str, charset: str) -> Strategy:
    name, _, argument = spec.partition(":")
    if name == "MACHINE_ROOM_NEARBY":
        return MachineRoomNearby(_strategy(argument, case, version, charset), Rooms())
    make = {
        "AVG": Averagely,
        "AVG_BY_CIRCLE": AveragelyByCircle,
        "CONSISTENT_HASH": lambda: ConsistentHash(int(argument), charset),
        "MACHINE_ROOM": lambda: ByMachineRoom(case.rooms, version),
        "CONFIG": lambda: ByConfig((case.queues or ())[:: int(argument)]),
    }
    return make[name]()


def allocate_mq_agrees(answered: str, allocate_mq: str) -> bool:
    """Whether `mqadmin allocateMQ` gives every id the queues that the clients themselves take."""
    _, client_ids, *shares = answered.split("|")
    said = dict(entry.split("=") for entry in allocate_mq.split(";"))
    taken = dict(zip(dict.fromkeys(item[1:] for item in client_ids.split(",")), shares, strict=False))
    return all(sorted(said[client_id].split(",")) == sorted(share.split(",")) for client_id, share in taken.items())
