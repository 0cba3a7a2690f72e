"""What a setting does by its value, where that alone is worth a word. Data and look-up, no reading.

Sources: BrokerConfig, MessageStoreConfig, ClientConfig, DefaultMQPushConsumer, LocalFileOffsetStore, ProxyConfig
(4.0.0 to 5.4), rocketmq-spring, rocketmq-clients.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rmqkit.formats.logs.catalogue.meaning import Meaning, cells_of, meaning_of_cells

# keys (any of a / b), without dots, dashes, underscores and capitals; the end of a longer key counts
# | values, as an expression over the whole value | gravity | what it does | when it is normal | what to change
_TABLE = r"""
brokerip1 | (?:127\..*/localhost.*/0\.0\.0\.0)(?::\d+)? | fault | The broker registers {value}, an address that only its own host reaches: clients elsewhere cannot connect to it | where all clients run on the broker's own host | brokerIP1 as the address under which clients reach the broker; then restart it
brokerip1 | 172\.1[78]\..* | fault | The broker registers {value}, a container's inner address: clients outside its Docker network cannot connect to it | where all clients run in the same Docker network | brokerIP1 as the host's address, with the ports 10911 and 10909 published; then restart the broker
brokerip1 | .*\s.* | fault | What stands behind the address belongs to the value in a properties file: the broker registers {value} | | brokerIP1 alone on its line; comments on lines of their own
brokerip1 | .+ | routine | The address that the broker registers, and under which clients then look for it: it has to be one that they reach, and the broker has to be started with this file (-c) | always | the host's address for clients outside; then restart the broker
endpoints | .*:9876.* | fault | A gRPC client (5.x) is given {value}, a name server's port, where nothing speaks gRPC | | endpoints of a proxy, with its gRPC port (8081); start one with mqproxy, or mqbroker --enable-proxy
endpoints | .*:(?:10911/10909).* | fault | A gRPC client (5.x) is given {value}, a broker's port, where nothing speaks gRPC | | endpoints of a proxy, with its gRPC port (8081); start one with mqproxy, or mqbroker --enable-proxy
namesrvaddr / nameserver / nameserveraddress | .*:8081.* | fault | A remoting client is given {value}, a proxy's gRPC port | | the name servers' addresses (9876), or a gRPC client with these endpoints
namesrvaddr / nameserver / nameserveraddress | .*\b1(?:0911/0909)\b.* | fault | The name server's address is {value}, which is a broker's port | | host:9876
messagemodel | (?:.*\.)?broadcasting | routine | Broadcasting: every client reads every queue, and keeps its own offsets in a file (.rocketmq_offsets in its user's home) below its client id. With an instance name that changes at each start (a process id, a time) the file is not found again, and it begins at the end: what came in between is not read. There are no retries | where that is wanted | setInstanceName with a name that stays the same and is unique on its host (rocketmq.client.localOffsetStoreDir on a disk that stays), or CLUSTERING
brokerrole | slave | routine | A slave: it takes the brokerName of its master with another brokerId (1 and up), is not written to, and serves reads only when its master is behind or gone. With a brokerName of its own it belongs to no master, and its queues are other ones | where a master of the same brokerName runs | brokerName equal to its master's, brokerId above 0, the same brokerClusterName
aclenable | true | routine | This broker checks accessKey and secretKey of remoting requests. A proxy, and what comes through it, has a switch of its own | always | enableACL in rmq-proxy.json for a proxy of 5.0 to 5.2; authenticationEnabled and authorizationEnabled from 5.3 on
enablepropertyfilter | true | routine | This broker filters by SQL92; by tags every broker does. All clients of a group still have to ask for the same | always |
enablepropertyfilter | false | routine | This broker refuses subscriptions with SQL92 expressions | where only tags are used | enablePropertyFilter=true, then restart the broker
autocreatetopicenable | false | routine | A topic exists only once somebody has made it: sending to another one answers that there is no route | always in production | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC
autocreatesubscriptiongroup | false | routine | A group exists only once somebody has made it: until then its clients are refused with CODE 26, and its retry topic is missing | always in production | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
consumeenable | false | fault | Consuming is switched off for the group: every pull is refused with CODE 16 | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true
brokerpermission | 2 | fault | The broker may be written to and not be read | | brokerPermission=6
brokerpermission | 4 | routine | The broker may be read and not be written to: it is being taken out of service | until it is empty | brokerPermission=6
instancename | .+ | routine | The instance name is the part of the client id behind @: two processes with one address and one name have one client id, and then read the same queues | where each process has its own | a name that is unique for each process, or none
consumefromwhere | .* | routine | Where a group begins that has no offset stored: it counts only at a group's first start, and for a new queue. While no file of the queue was deleted yet, the last offset means the first | always | mqadmin resetOffsetByTime for a group that has offsets
selectorexpression | (?!\*$).+ | routine | The group asks for {value} of the topic: messages with other tags are skipped, and their offsets go on. All clients of one group have to ask for the same, or messages are lost for it without lag | where every client of the group asks for the same | the same expression in every client of the group, or a group of its own for each
enabletrace / enablemsgtrace / enablemessagetrace | false | routine | This client sends no trace: its messages show none | always | enableMsgTrace=true, and traceTopicEnable=true on a broker
tracetopicenable | true | routine | This broker holds the topic of traces (RMQ_SYS_TRACE_TOPIC); clients send them only where they are told to (enableMsgTrace) | always |
tracetopicenable | false | routine | This broker holds no topic of traces: clients that send some are told that it is missing | where nobody traces | traceTopicEnable=true on one broker, then restart it
vipchannelenabled | true | routine | Clients use the second port, too (listenPort - 2, 10909): both have to be open | always | setVipChannelEnabled(false) where only 10911 is open
consumemode | (?:.*\.)?orderly | routine | One thread for each queue, and a message that fails is tried again in its place: nothing behind it is consumed until it succeeds or maxReconsumeTimes is reached (never, by default) | where order matters | maxReconsumeTimes of the listener
"""  # noqa: E501


@dataclass(frozen=True)
class Set:
    """Keys with a kind of value, and what that does."""

    keys: frozenset[str]
    value: re.Pattern[str]
    meaning: Meaning


def _row(keys: str, value: str, *cells: str) -> Set:
    return Set(frozenset(keys.split(" / ")), re.compile(value.replace("/", "|")), meaning_of_cells(*cells))


SET: tuple[Set, ...] = tuple(_row(*cells) for cells in cells_of(_TABLE))


def meaning_of_setting(key: str, value: str) -> Meaning | None:
    """What a key with this value does; None where the value says nothing by itself."""
    plain = re.sub(r"[._-]", "", key).lower()
    for row in SET:
        if row.value.fullmatch(value.strip().lower()) and any(plain.endswith(name) for name in row.keys):
            return row.meaning.filled({"value": value})
    return None
