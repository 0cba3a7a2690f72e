"""What the codes mean that brokers, name servers and clients answer with. Data and look-up; no
texts are read here.

`ResponseCode` and `RemotingSysResponseCode`, 4.0.0 to 5.4. One code can mean several things: by the
request that was answered, or by words of the answer. The first row whose words are in the answer
and whose request fits counts.
"""

from __future__ import annotations

from dataclasses import dataclass

from rmqkit.formats.logs.catalogue.meaning import Meaning, meanings

# code | name | request (any: -) | words of the answer (any: -) | gravity | what it says | when it
# is normal
_TABLE = """
1 | SYSTEM_ERROR | pop | timerWheelEnable is false | fault | The broker refuses every pop, because it cannot bring back what nobody acknowledges (timerWheelEnable=false) |
1 | SYSTEM_ERROR | - | no consumer for this group | passing 60 | The broker knows no client of the group and can list no members | in the first seconds of the group's first client
1 | SYSTEM_ERROR | - | is illegal, topic | fault | The queue asked for is not among the topic's read queues | for up to 30 s after the number of read queues was reduced
1 | SYSTEM_ERROR | - | is illagal, topic | fault | The queue asked for is not among the topic's read queues | for up to 30 s after the number of read queues was reduced
1 | SYSTEM_ERROR | - | does not support consumer to filter | fault | The broker does not filter by SQL92 (enablePropertyFilter=false): the client gets nothing of the topic |
1 | SYSTEM_ERROR | - | acl.common.AclException | fault | Access control (ACL) refuses the client: its access key, its signature, or its rights on the topic or group |
1 | SYSTEM_ERROR | - | request type | fault | The server does not know the request at all: client and server do not fit together |
1 | SYSTEM_ERROR | - | - | fault | The server failed at the request; its own log says why |
2 | SYSTEM_BUSY | - | cold data | fault | The broker slows this group down because it reads old messages from disk | while a group catches up with coldDataFlowControlEnable
2 | SYSTEM_BUSY | send | - | elsewhere | The broker threw the message away because it was too busy; the producer must send it again | for moments on busy brokers
2 | SYSTEM_BUSY | - | - | passing 60 | The server was too busy for the request and wants it again | for moments on busy brokers
3 | REQUEST_CODE_NOT_SUPPORTED | - | - | fault | The server does not know this kind of request: it is older than the client, or it is not what the client takes it for (a proxy, a slave) | for pop or proxies asked by older tools
4 | TRANSACTION_FAILED | send | - | elsewhere | A transaction's message was refused |
10 | FLUSH_DISK_TIMEOUT | send | - | elsewhere | The message is stored but was not on disk in time (SYNC_FLUSH) | on slow disks, now and then
11 | SLAVE_NOT_AVAILABLE | send | - | elsewhere | The message is stored, but no slave is close enough to have it too (SYNC_MASTER) | while a slave restarts
12 | FLUSH_SLAVE_TIMEOUT | send | - | elsewhere | The message is stored, but no slave had it in time (SYNC_MASTER) | while a slave restarts
13 | MESSAGE_ILLEGAL | send | - | elsewhere | The message is too long, or its properties are: it was not stored |
14 | SERVICE_NOT_AVAILABLE | send | - | elsewhere | The broker does not store messages now: disk full, slave, or stopping; consumers can still read | while a broker stops
14 | SERVICE_NOT_AVAILABLE | - | - | elsewhere | The broker cannot write now: disk full, slave, or stopping | while a broker stops
15 | VERSION_NOT_SUPPORTED | - | - | fault | Client and server are too far apart in version for this request |
16 | NO_PERMISSION | - | can not consume by broadcast way | fault | The group is not allowed to broadcast (consumeBroadcastEnable=false): the client gets nothing |
16 | NO_PERMISSION | - | subscription group no permission | fault | Consuming is switched off for the group (consumeEnable=false) |
16 | NO_PERMISSION | - | is forbidden for topic | fault | The group is forbidden to consume this topic |
16 | NO_PERMISSION | - | the topic[ | fault | The topic may not be read (its perm lacks 4) |
16 | NO_PERMISSION | - | the broker[ | fault | The broker may not be read (brokerPermission lacks 4), or does not allow this kind of pull |
16 | NO_PERMISSION | send | - | elsewhere | The topic or the broker may not be written to (its perm lacks 2) | while a broker is taken out of service
16 | NO_PERMISSION | - | - | fault | The request is not permitted: by the topic's, the group's or the broker's permission, or by access control (ACL) |
17 | TOPIC_NOT_EXIST | - | %RETRY% | passing 60 | The group's retry topic does not exist: no broker accepted a heartbeat of the group yet | before a group's first start, and for gRPC clients behind a proxy
17 | TOPIC_NOT_EXIST | route | - | fault | No name server knows the topic: it was never made, was deleted, or all its brokers are gone | for a moment before the topic is made
17 | TOPIC_NOT_EXIST | - | - | fault | The topic does not exist there: never made, deleted, or on other brokers only | for a moment before the topic is made
18 | TOPIC_EXIST_ALREADY | - | - | elsewhere | The topic that should be made exists already |
19 | PULL_NOT_FOUND | - | - | routine | There is no message for this pull now | all the time
20 | PULL_RETRY_IMMEDIATELY | - | - | routine | No message here matches the subscription; the client goes on at once | with tags or SQL92
21 | PULL_OFFSET_MOVED | - | - | fault | The queue does not have the offset asked for; the client goes on at another: back repeats messages, ahead skips them | for groups that were away longer than messages are kept
22 | QUERY_NOT_FOUND | offset | - | passing 60 | No offset is stored for this queue: the client begins where ConsumeFromWhere says | at a group's first start, and for queues that it never committed
22 | QUERY_NOT_FOUND | - | - | routine | Nothing was found for the question | for messages that expired, and offsets that were never committed
23 | SUBSCRIPTION_PARSE_FAILED | - | - | fault | The expression of the subscription cannot be read: the client gets nothing of the topic |
24 | SUBSCRIPTION_NOT_EXIST | - | group info not exist | passing 60 | The broker that answered knows no client of this group at that moment | for some seconds around starts and reconnects; lasting, heartbeats do not reach this broker
24 | SUBSCRIPTION_NOT_EXIST | - | subscription not exist | passing 60 | The broker knows the group, and the group's table does not hold this topic at that moment | for some seconds around starts; lasting, another member's heartbeats remove the topic
24 | SUBSCRIPTION_NOT_EXIST | - | - | passing 60 | The broker knows no subscription of this group (for this topic) at that moment | for some seconds around starts and reconnects
25 | SUBSCRIPTION_NOT_LATEST | - | - | passing 60 | The client's subscription is newer than the broker's; its next heartbeat (30 s) makes them equal | at every start and rebalance; lasting, its heartbeats do not reach this broker
26 | SUBSCRIPTION_GROUP_NOT_EXIST | - | - | fault | The broker has no settings for the group and makes none by itself (autoCreateSubscriptionGroup=false), or it was deleted | before the group is made
27 | FILTER_DATA_NOT_EXIST | - | - | fault | The broker has no compiled SQL92 expression for the client: the expression may be wrong | for some seconds around starts
28 | FILTER_DATA_NOT_LATEST | - | - | passing 60 | The client's SQL92 expression is newer than the broker's; its next heartbeat (30 s) makes them equal | at every start and rebalance
29 | INVALID_PARAMETER | - | is illegal, topic | fault | The queue asked for is not among the topic's read queues (5.3.2 and later; CODE 1 before) | for up to 30 s after the number of read queues was reduced
29 | INVALID_PARAMETER | - | - | elsewhere | The request holds what makes no sense |
200 | TRANSACTION_SHOULD_COMMIT | - | - | routine | A transaction is to be committed | with transactions
201 | TRANSACTION_SHOULD_ROLLBACK | - | - | routine | A transaction is to be taken back | with transactions
202 | TRANSACTION_STATE_UNKNOW | - | - | elsewhere | A transaction's state is not known | while a producer decides
203 | TRANSACTION_STATE_GROUP_WRONG | - | - | elsewhere | A transaction was asked about in the wrong group |
204 | NO_BUYER_ID | - | - | elsewhere | A unit's buyer is missing in the request |
205 | NOT_IN_CURRENT_UNIT | - | - | elsewhere | The request belongs to another unit |
206 | CONSUMER_NOT_ONLINE | - | - | passing 60 | The broker that was asked knows no client of the group at that moment; it proves nothing by itself | while the application is stopped; always for gRPC clients behind a cluster proxy
207 | CONSUME_MSG_TIMEOUT | - | - | elsewhere | A message sent to one client directly was not consumed in time | when the listener is slow
208 | NO_MESSAGE | - | - | passing 60 | There is no message for this: an acknowledgement outside the queue, or an empty queue | for acknowledgements after files expired
209 | POLLING_FULL | - | - | passing 60 | Too many clients wait for messages on this broker; this one asks again | with very many pop clients
210 | POLLING_TIMEOUT | - | - | routine | No message came while the client waited | all the time with pop consumers
211 | BROKER_NOT_EXIST | - | - | fault | The broker asked for is in no route: it is stopped, cut off, or misspelled | while that broker restarts
212 | BROKER_DISPATCH_NOT_COMPLETE | - | - | passing 60 | The broker still puts stored messages into their queues; what is asked for is not there yet | after a broker's start
213 | BROADCAST_CONSUMPTION | - | - | routine | The group is broadcasting: brokers hold no offsets of it and nothing can be asked about its progress | for every broadcasting group
215 | FLOW_CONTROL | - | - | passing 60 | The broker limits this client's requests: it asks again after a moment | under limits that were set on purpose
501 | NOT_LEADER_FOR_QUEUE | - | - | passing 60 | The queue belongs to another broker (static topic) | while a static topic is moved
604 | ILLEGAL_OPERATION | - | - | elsewhere | What was asked for is not allowed in this state |
1500 | GO_AWAY | - | - | passing 60 | The server closes this connection soon and asks the client to make another | while a server restarts
"""  # noqa: E501


@dataclass(frozen=True)
class CodeMeaning:
    """A code's name in RocketMQ and what it means, for one request or for any (None)."""

    code: int
    name: str
    request: str | None
    words: str | None
    meaning: Meaning


def _rows() -> tuple[CodeMeaning, ...]:
    return tuple(_row(*line.split(" | ", 4)) for line in _TABLE.strip().split("\n"))


def _row(code: str, name: str, request: str, words: str, rest: str) -> CodeMeaning:
    told = meanings(f"{name} | {rest}")[name]
    return CodeMeaning(int(code), name, _unless_any(request), _unless_any(words), told)


def _unless_any(cell: str) -> str | None:
    return None if cell == "-" else cell


CODES: tuple[CodeMeaning, ...] = _rows()


def meaning_of_code(code: int, answer: str = "", request: str | None = None) -> CodeMeaning | None:
    """What a code means in an answer (`DESC`, `remark`) to a request (pull, pop, send, offset,
    route).

    A row for one request counts for that request, and where the request is not told if its words
    are in the answer or no other row has the code. None for a code that RocketMQ does not have.
    """
    rows = [row for row in CODES if row.code == code]
    fitting = (row for row in rows if _fits(row, answer, request))
    return next(fitting, rows[0] if rows else None)


def _fits(row: CodeMeaning, answer: str, request: str | None) -> bool:
    said = row.words is None or row.words in answer
    asked = row.request in (None, request) or (row.words is not None and request is None)
    return said and asked
