"""What a setting does by its value, where that alone is worth a word. Data and look-up, no reading.

Sources: BrokerConfig, MessageStoreConfig, ClientConfig, DefaultMQPushConsumer,
LocalFileOffsetStore, ProxyConfig (4.0.0 to 5.4), rocketmq-spring, rocketmq-clients.
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
image | .*rocketmq.* | routine | A container of RocketMQ: a broker in it registers the container's own address with the name server unless brokerIP1 in the broker.conf that it is started with (-c, mounted at that very path) says another, and clients outside its Docker network cannot connect to that | where all clients run in the same Docker network | brokerIP1 as the host's address, ports 10911 and 10909 published; a proxy (8081) for gRPC clients
brokername | .+ | routine | The broker's name: a master and its slaves share it, every other broker in the name server needs a name of its own | always |
brokerid | 0 | routine | A master: consumers commit their offsets to it | always |
brokerid | -1 | routine | A broker whose id a DLedger group or a controller gives | with enableDLegerCommitLog or enableControllerMode |
brokerid | [1-9]\d* | routine | A slave (its id is above 0): it needs brokerRole=SLAVE and a master of the same brokerName | where such a master runs | brokerRole and brokerName
brokerrole | (?:a?sync_master) | routine | A master. With SYNC_MASTER a message counts as stored only when a slave has it, else the send ends with SLAVE_NOT_AVAILABLE or FLUSH_SLAVE_TIMEOUT | always |
authenticationenabled | true | routine | This server asks every client for a user and a password (5.3 and later): clients, dashboards, exporters, slaves and proxies without credentials are refused | where all of them have credentials | accessKey and secretKey of each as user and password (mqadmin createUser); innerClientAuthenticationCredentials for brokers and proxies, initAuthenticationUser for the first user
authorizationenabled | true | routine | This server checks rights (5.3 and later): a user that is no super user may do nothing until a rule allows it, and authentication has to be on as well | where each user has rules | mqadmin createAcl -s User:NAME -r Topic:NAME,Group:NAME -a Pub,Sub -d Allow
aclenable | false | routine | Access control (plain_acl.yml) is off on this broker: every remoting client may do everything | where nobody else reaches the broker | aclEnable=true
enableacl | true | routine | This proxy checks access keys and rights by itself | always |
consumebroadcastenable | false | fault | The group may not consume as a broadcasting one: such clients are refused with CODE 16 | where it does not broadcast | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -d true
timerwheelenable | false | fault | Timed messages are off on this broker, and it cannot bring back what pop consumers (gRPC) did not acknowledge: it refuses pops | where only older clients without exact delivery times are used | timerWheelEnable=true, then restart the broker
timerwheelenable | true | routine | Timed messages (exact delivery times) are on; up to three days ahead (timerMaxDelaySec) | always |
messagedelaylevel | .+ | routine | The delay levels, the first is level 1. Retries of failed messages use them from level 3 on, so changing them changes when failed messages come again | always |
filereservedtime | \d+ | routine | Messages are deleted after {value} hours, whether they were consumed or not; whoever is further behind goes on at the first message that is left | always | fileReservedTime longer than the longest stop of a consumer
deletewhen | .+ | routine | The hour at which old files are deleted | always |
diskmaxusedspaceratio | \d+ | routine | Above {value} % of the disk the broker deletes old files before their time, and above 90 % it refuses messages | always | free space on the store's disk
slavereadenable | true | routine | Consumers that are far behind are sent to the slave | where slaves run |
transientstorepoolenable | true | routine | Messages are collected outside the heap before they are written: what was not written is lost in a crash; it takes several GiB of direct memory (transientStorePoolSize) | on large brokers |
flushdisktype | sync_flush | routine | A message counts as stored when it is on disk: slower, and nothing is lost in a crash | always |
listenport | \d+ | routine | The broker listens at {value}; clients use {value} - 2 (VIP channel) and replication {value} + 1 as well, so brokers of one host need ports some apart | always | all three open in the firewall
longpollingenable | false | routine | Pulls do not wait for messages: consumers ask again at once or after a second | never recommended | longPollingEnable=true
notifyconsumeridschangedenable | false | fault | The broker does not tell clients that others came or went: shares change only with the next rebalance (20 s) | | notifyConsumerIdsChangedEnable=true
waittimemillsinsendqueue | \d+ | routine | A send that waits longer than {value} ms in the broker's queue is thrown away with TIMEOUT_CLEAN_QUEUE | always | a few times more on slow disks
maxmessagesize | \d+ | routine | Messages above {value} bytes are refused; producer, broker and proxy have such a setting each | always | the same value on all of them
rejecttransactionmessage | true | routine | This broker refuses transactional messages | where nobody sends them | rejectTransactionMessage=false
enablecontrollermode | true | routine | Which broker is master is decided by controllers: without one that is alive no broker gets a role | with controllers at controllerAddr | controllerAddr with all controllers
enabledlegercommitlog | true | routine | Messages are stored only when a majority of the DLedger group (dLegerPeers) has them: three members at least | with three members | dLegerPeers, dLegerSelfId and the port 40911
proxymode | local | routine | The proxy runs within the broker: clients reach only this broker by it | on single brokers | CLUSTER for proxies in front of several brokers
rocketmqclustername | .+ | routine | The cluster that this proxy serves: it has to be the brokerClusterName of the brokers | always | rocketMQClusterName in rmq-proxy.json
grpcserverport | \d+ | routine | gRPC clients (5.x) connect to {value} | always |
maxreconsumetimes | 0 | routine | A message that fails once is not tried again: it goes to the dead-letter queue at once | where that is wanted |
maxreconsumetimes | -1 | routine | Failed messages are tried again 16 times, ordered ones without end | always |
maxreconsumetimes | \d+ | routine | After {value} failed retries a message goes to the dead-letter queue (%DLQ% and the group) | always |
orderly | true | routine | One thread for each queue, and a message that fails is tried again in its place: nothing behind it is consumed until it succeeds | where order matters | maxReconsumeTimes
orderly | false | routine | Messages of a queue are consumed side by side, and failed ones come again later through the retry topic. Spring Cloud Stream calls the listener again by itself before that (maxAttempts of the binding's consumer, 3 times by default) | always | spring.cloud.stream.bindings.NAME.consumer.maxAttempts=1 where RocketMQ's own retries are enough
broadcasting | true | routine | Broadcasting: every client reads every queue and keeps its own offsets in a file; there are no retries, and an instance name that changes at each start loses them | where that is wanted | CLUSTERING, or an instance name that stays the same
consumethreadnumber / consumethreadnums / consumethreadmax | 1 | routine | One thread consumes: the group is as fast as that one | where little comes |
pullbatchsize | \d+ | routine | So many messages are fetched at a time; brokers give 32 at most unless their own limits (maxTransferCountOnMessageInMemory) are raised | always |
consumemessagebatchmaxsize | \d+ | routine | The listener is given up to {value} messages at once; if it fails, all of them come again | always |
consumetimeout | \d+ | routine | A message that takes longer than {value} minutes in the listener is sent back and comes again, also while the first try still works | always | longer than the slowest message
suspendcurrentqueuetimemillis | \d+ | routine | An ordered queue waits {value} ms after a failed message | always |
namesrvaddr / nameserver / nameserveraddress | (?:127\..*/localhost.*) | routine | The name server is asked at {value}: that is the own host, or the own container, of whoever asks | where a name server runs there | its address as it is reached from there
namesrvaddr / nameserver / nameserveraddress | .*[,;].* | routine | Several name servers: brokers register with each, and clients ask one of them, so all have to be of the same cluster; a semicolon stands between | always | the same list on brokers and clients
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
        if plain.endswith(tuple(row.keys)) and row.value.fullmatch(value.strip().lower()):
            return row.meaning.filled({"value": value})
    return None
