"""What the codes mean that brokers, name servers and clients answer with. Data and look-up; no
texts are read here.

`ResponseCode` and `RemotingSysResponseCode`, 4.0.0 to 5.4. One code can mean several things: by the
request that was answered, or by words of the answer. The first row whose words are in the answer
and whose request fits counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rmqkit.formats.logs.catalogue.meaning import Meaning, cells_of, meaning_of_cells
from rmqkit.formats.logs.stated import stated

# code | name | request (any: -) | words of the answer (any: -) | gravity | what it says | when it
# is normal [| what to change]
_TABLE = """
-1000 | RPC_UNKNOWN | - | - | fault | A request between brokers or from a proxy failed for a reason that was not told | while a broker restarts | the brokers behind it, and the log of whoever asked
-1002 | RPC_ADDR_IS_NULL | - | - | fault | A request between brokers or from a proxy had no address to go to | while a broker restarts | the route: brokers that are registered and have a master
-1004 | RPC_SEND_TO_CHANNEL_FAILED | - | - | passing 60 | A request between brokers or from a proxy could not be sent | while a broker restarts | the way between the two (10911), and whether the other one restarted
-1006 | RPC_TIME_OUT | - | - | passing 60 | A request between brokers or from a proxy was not answered in time | while a broker restarts | the way between the two (10911), and the load of the broker that was asked
1 | SYSTEM_ERROR | pop | timerWheelEnable is false | fault | The broker refuses every pop, because it cannot bring back what nobody acknowledges (timerWheelEnable=false) | | timerWheelEnable=true in broker.conf
1 | SYSTEM_ERROR | - | no consumer for this group | passing 60 | The broker knows no client of the group and can list no members | in the first seconds of the group's first client
1 | SYSTEM_ERROR | - | is illegal, topic | fault | The queue asked for is not among the topic's read queues | for up to 30 s after the number of read queues was reduced
1 | SYSTEM_ERROR | - | is illagal, topic | fault | The queue asked for is not among the topic's read queues | for up to 30 s after the number of read queues was reduced
1 | SYSTEM_ERROR | - | does not support consumer to filter | fault | The broker does not filter by SQL92 (enablePropertyFilter=false): the client gets nothing of the topic | | enablePropertyFilter=true in broker.conf
1 | SYSTEM_ERROR | - | acl.common.AclException | fault | Access control (ACL) refuses the client: its access key, its signature, or its rights on the topic or group | | accessKey and secretKey of the client; the account in plain_acl.yml
1 | SYSTEM_ERROR | - | value is not in set | elsewhere | The value of an attribute of a topic or group is none of those that the sentence lists, so nothing was changed: it is compared letter by letter, capitals and small letters differ | | the value exactly as in the list, mostly in capitals: +message.type=DELAY
1 | SYSTEM_ERROR | - | request type | fault | The server does not know the request at all: client and server do not fit together | | clients and mqadmin of the servers' version
1 | SYSTEM_ERROR | - | the broker's disk | elsewhere | The broker stores nothing because its disk is full | | space on that broker's disk, or fileReservedTime
1 | SYSTEM_ERROR | - | - | fault | The server answered that it failed at the request, or that access control (ACL) refuses it; the words beside the code, else the broker's log, say why |
2 | SYSTEM_BUSY | - | cold data | fault | The broker slows this group down because it reads old messages from disk | while a group catches up with coldDataFlowControlEnable | coldDataFlowControlEnable=false, or a higher threshold for the group (mqadmin updateColdDataFlowCtrGroupConfig)
2 | SYSTEM_BUSY | send | - | elsewhere | The broker threw the message away because it was too busy; the producer must send it again | for moments on busy brokers | waitTimeMillsInSendQueue and sendMessageThreadPoolNums of the broker
2 | SYSTEM_BUSY | - | - | passing 60 | The server was too busy for the request and wants it again | for moments on busy brokers
3 | REQUEST_CODE_NOT_SUPPORTED | - | - | fault | The server does not know this kind of request: it is older than the client, or it is not what the client takes it for (a proxy, a slave) | for pop or proxies asked by older tools | clients and mqadmin of the servers' version
4 | TRANSACTION_FAILED | send | - | elsewhere | A transaction's message was refused | | rejectTransactionMessage=false in broker.conf; that broker's store.log
10 | FLUSH_DISK_TIMEOUT | send | - | elsewhere | The message is stored but was not on disk in time (SYNC_FLUSH) | on slow disks, now and then | a faster disk, a longer syncFlushTimeout (5 s), or ASYNC_FLUSH where a loss at a crash is allowed
11 | SLAVE_NOT_AVAILABLE | send | - | elsewhere | The message is stored, but no slave is close enough to have it too (SYNC_MASTER) | while a slave restarts | a slave that runs and follows: haListenPort of the master (10912) open for it, brokerIP2 of the master; ASYNC_MASTER where a copy may come later
12 | FLUSH_SLAVE_TIMEOUT | send | - | elsewhere | The message is stored, but no slave had it in time (SYNC_MASTER) | while a slave restarts | the slave's disk and network; a longer slaveTimeout (syncFlushTimeout before 5.0), or ASYNC_MASTER
13 | MESSAGE_ILLEGAL | - | TopicMessageType validate failed | elsewhere | The message's kind (normal, ordered, delayed, transactional) is not the topic's: it was not stored | | a topic of the message's kind, or the property by which the message is meant to be of the topic's kind
13 | MESSAGE_ILLEGAL | send | - | elsewhere | The message is too long, or its properties are: it was not stored | | maxMessageSize of producer and broker together (4 MiB)
14 | SERVICE_NOT_AVAILABLE | send | - | elsewhere | The broker does not store messages now: disk full, slave, or stopping; consumers can still read | while a broker stops | space on that broker's disk; fileReservedTime
14 | SERVICE_NOT_AVAILABLE | - | - | elsewhere | The broker cannot write now: disk full, slave, or stopping | while a broker stops | space on that broker's disk, and its role: store.log says which
15 | VERSION_NOT_SUPPORTED | - | - | fault | Client and server are too far apart in version for this request | | a newer client (or broker), or a kind of consumer that this server takes: push consumer, or the gRPC clients of 5.x
16 | NO_PERMISSION | - | can not consume by broadcast way | fault | The group is not allowed to broadcast (consumeBroadcastEnable=false): the client gets nothing | | consumeBroadcastEnable of the group (mqadmin updateSubGroup -d true), or setMessageModel(CLUSTERING)
16 | NO_PERMISSION | - | subscription group no permission | fault | Consuming is switched off for the group (consumeEnable=false) | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP -s true
16 | NO_PERMISSION | - | is forbidden for topic | fault | The group is forbidden to consume this topic |
16 | NO_PERMISSION | - | sending message is forbidden | elsewhere | The topic or the broker may not be written to (its perm lacks 2): the message was not stored | while a broker is taken out of service | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -p 6, or brokerPermission=6 in broker.conf
16 | NO_PERMISSION | - | the topic[ | fault | The topic may not be read (its perm lacks 4) | | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -p 6
16 | NO_PERMISSION | - | the broker[ | fault | The broker may not be read (brokerPermission lacks 4), or does not allow this kind of pull | | brokerPermission=6 in broker.conf
16 | NO_PERMISSION | - | access Topic:%RETRY% | fault | Access control (ACL 2.0) has no policy that allows this user the group's retry topic. Up to 5.3.1 the route of a retry topic is checked as a topic of its own and not by the group's permission | | name servers, brokers and proxies of 5.3.2 or later; until then a policy for it: mqadmin createAcl -n NAMESRV -c CLUSTER -s User:NAME -r Topic:%RETRY%GROUP -a Pub,Sub -d Allow (updateAcl where the user has policies already)
16 | NO_PERMISSION | - | the decision is deny | fault | A policy of access control (ACL 2.0) denies this user what it asked of the resource that is named | | mqadmin getAcl -n NAMESRV -c CLUSTER -s User:NAME: the policy with Deny that fits resource, action and address; mqadmin updateAcl changes it
16 | NO_PERMISSION | - | no matched policies | fault | Access control (ACL 2.0) has no policy that allows this user what it asked of the resource that is named: what nothing allows is refused | | mqadmin createAcl -n NAMESRV -c CLUSTER -s User:NAME -r Topic:TOPIC,Group:GROUP -a Pub,Sub -d Allow (updateAcl where the user has policies already), with the addresses of the clients (-i) if any are named
16 | NO_PERMISSION | send | - | elsewhere | The topic or the broker may not be written to (its perm lacks 2) | while a broker is taken out of service
16 | NO_PERMISSION | - | - | fault | The request is not permitted: by the topic's, the group's or the broker's permission, or by access control (ACL) | | the permission that the words beside the code name
17 | TOPIC_NOT_EXIST | - | %RETRY%FILTERSRV_CONSUMER | routine | FILTERSRV_CONSUMER is one of RocketMQ's own groups, which nobody uses and which has no retry topic: the console or mqadmin only asked for every group in the list | always |
17 | TOPIC_NOT_EXIST | - | %RETRY%TOOLS_CONSUMER | routine | TOOLS_CONSUMER is one of RocketMQ's own groups, which nobody uses and which has no retry topic: the console or mqadmin only asked for every group in the list | always |
17 | TOPIC_NOT_EXIST | - | %RETRY%SELF_TEST_C_GROUP | routine | SELF_TEST_C_GROUP is one of RocketMQ's own groups, which nobody uses and which has no retry topic: the console or mqadmin only asked for every group in the list | always |
17 | TOPIC_NOT_EXIST | - | %RETRY%CID_ONS | routine | CID_ONS is one of RocketMQ's own groups, which nobody uses and which has no retry topic: the console or mqadmin only asked for every group in the list | always |
17 | TOPIC_NOT_EXIST | - | RMQ_SYS_TRACE_TOPIC | elsewhere | No broker has the topic of message traces: the client traces (enableMsgTrace), traces are lost and messages themselves are not touched | | traceTopicEnable=true in a broker's broker.conf, which makes it at its start; or tracing off in the client (enableMsgTrace=false)
17 | TOPIC_NOT_EXIST | - | %RETRY% | passing 60 | The group's retry topic does not exist: no broker accepted a heartbeat of the group yet | before a group's first start, and for gRPC clients behind a proxy
17 | TOPIC_NOT_EXIST | - | No topic route info in name server | fault | The name server answered: no broker has registered the topic with it: it was never made, was deleted, or all its brokers are gone | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC; the name server of the right cluster
17 | TOPIC_NOT_EXIST | route | - | fault | No name server knows the topic: it was never made, was deleted, or all its brokers are gone | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC
17 | TOPIC_NOT_EXIST | - | - | fault | The topic does not exist there: never made, deleted, or on other brokers only | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC
18 | TOPIC_EXIST_ALREADY | - | - | elsewhere | The topic that should be made exists already | | nothing, or another name
19 | PULL_NOT_FOUND | - | - | routine | There is no message for this pull now | all the time
20 | PULL_RETRY_IMMEDIATELY | - | - | routine | No message here matches the subscription; the client goes on at once | with tags or SQL92
21 | PULL_OFFSET_MOVED | - | - | fault | The queue does not have the offset asked for; the client goes on at another: back repeats messages, ahead skips them | for groups that were away longer than messages are kept | where skipped or repeated messages matter: mqadmin resetOffsetByTime; a longer fileReservedTime
22 | QUERY_NOT_FOUND | - | maybe this group consumer boot first | passing 60 | The group has no offset stored for this queue, it has never committed one there: a new group, which begins where ConsumeFromWhere says | at a group's first start, and for queues that it never committed | setConsumeFromWhere before the group's first start; where it comes again at each start, nothing is ever committed: whether the group gets messages at all
22 | QUERY_NOT_FOUND | offset | - | passing 60 | No offset is stored for this queue: the client begins where ConsumeFromWhere says | at a group's first start, and for queues that it never committed
22 | QUERY_NOT_FOUND | - | - | routine | Nothing was found for the question | for messages that expired, and offsets that were never committed
23 | SUBSCRIPTION_PARSE_FAILED | - | - | fault | The expression of the subscription cannot be read: the client gets nothing of the topic | | tags as `a || b`, or a valid SQL92 expression, alike in every client of the group
24 | SUBSCRIPTION_NOT_EXIST | - | group info not exist | passing 60 | The broker that answered knows no client of this group at that moment | for some seconds around starts and reconnects; lasting, heartbeats do not reach this broker | a client of the group whose heartbeats reach this broker (10911)
24 | SUBSCRIPTION_NOT_EXIST | - | subscription not exist | passing 60 | The broker knows the group, and the group's table does not hold this topic at that moment | for some seconds around starts; lasting, another member's heartbeats remove the topic | the same topics and tags in every client of the group, or a group of its own for each kind
24 | SUBSCRIPTION_NOT_EXIST | - | - | passing 60 | The broker knows no subscription of this group (for this topic) at that moment | for some seconds around starts and reconnects | the same topics and tags in every client of the group, and heartbeats that reach this broker (10911)
25 | SUBSCRIPTION_NOT_LATEST | - | - | passing 60 | The client's subscription is newer than the broker's; its next heartbeat (30 s) makes them equal | at every start and rebalance; lasting, its heartbeats do not reach this broker | where it lasts: heartbeats of this client to that broker (10911), and one client id for each client
26 | SUBSCRIPTION_GROUP_NOT_EXIST | - | - | fault | The broker has no settings for the group and makes none by itself (autoCreateSubscriptionGroup=false), or it was deleted | before the group is made | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
27 | FILTER_DATA_NOT_EXIST | - | - | fault | The broker has no compiled SQL92 expression for the client: the expression may be wrong | for some seconds around starts | the expression; enablePropertyFilter=true on the broker
28 | FILTER_DATA_NOT_LATEST | - | - | passing 60 | The client's SQL92 expression is newer than the broker's; its next heartbeat (30 s) makes them equal | at every start and rebalance | where it lasts: one expression for all clients of the group
29 | INVALID_PARAMETER | - | is illegal, topic | fault | The queue asked for is not among the topic's read queues (5.3.2 and later; CODE 1 before) | for up to 30 s after the number of read queues was reduced
29 | INVALID_PARAMETER | - | - | elsewhere | The request holds what makes no sense |
200 | TRANSACTION_SHOULD_COMMIT | - | - | routine | A transaction is to be committed | with transactions
201 | TRANSACTION_SHOULD_ROLLBACK | - | - | routine | A transaction is to be taken back | with transactions
202 | TRANSACTION_STATE_UNKNOW | - | - | elsewhere | A transaction's state is not known | while a producer decides
203 | TRANSACTION_STATE_GROUP_WRONG | - | - | elsewhere | A transaction was asked about in the wrong group |
204 | NO_BUYER_ID | - | - | elsewhere | A unit's buyer is missing in the request |
205 | NOT_IN_CURRENT_UNIT | - | - | elsewhere | The request belongs to another unit |
206 | CONSUMER_NOT_ONLINE | - | - | passing 60 | The broker that was asked knows no client of the group at that moment; it proves nothing by itself | while the application is stopped; always for gRPC clients behind a cluster proxy | where clients run: the group's name, the cluster's name server, and heartbeats to that broker; gRPC clients are asked for at the proxy
207 | CONSUME_MSG_TIMEOUT | - | - | elsewhere | A message sent to one client directly was not consumed in time | when the listener is slow | a faster listener, or the message consumed again by its retry
208 | NO_MESSAGE | - | query message | elsewhere | The broker found no message with this key or id: it was never sent to this topic, its files were deleted (fileReservedTime, 72 h), or it has no index of it | for messages older than fileReservedTime | the topic and the id: the unique key of the producer (mqadmin queryMsgByUniqueKey), or the one with the offset in it (queryMsgById)
208 | NO_MESSAGE | - | - | passing 60 | There is no message for this: an acknowledgement outside the queue, or an empty queue | for acknowledgements after files expired
209 | POLLING_FULL | - | - | passing 60 | Too many clients wait for messages on this broker; this one asks again | with very many pop clients
210 | POLLING_TIMEOUT | - | - | routine | No message came while the client waited | all the time with pop consumers
211 | BROKER_NOT_EXIST | - | - | fault | The broker asked for is in no route: it is stopped, cut off, or misspelled | while that broker restarts | that broker's process, and its name as mqadmin clusterList has it
212 | BROKER_DISPATCH_NOT_COMPLETE | - | - | passing 60 | The broker still puts stored messages into their queues; what is asked for is not there yet | after a broker's start
213 | BROADCAST_CONSUMPTION | - | - | routine | The group is broadcasting: brokers hold no offsets of it and nothing can be asked about its progress | for every broadcasting group
215 | FLOW_CONTROL | - | - | passing 60 | The broker limits this client's requests: it asks again after a moment | under limits that were set on purpose | fewer requests at once, or the limit
501 | NOT_LEADER_FOR_QUEUE | - | - | passing 60 | The queue belongs to another broker (static topic) | while a static topic is moved
604 | ILLEGAL_OPERATION | - | - | elsewhere | What was asked for is not allowed in this state |
1500 | GO_AWAY | - | - | passing 60 | The server closes this connection soon and asks the client to make another | while a server restarts
2000 | CONTROLLER_FENCED_MASTER_EPOCH | - | - | elsewhere | A broker was told that a newer master was elected: its own idea of the master is old | at elections
2001 | CONTROLLER_FENCED_SYNC_STATE_SET_EPOCH | - | - | elsewhere | A broker's list of replicas in sync is older than the controller's | at elections
2002 | CONTROLLER_INVALID_MASTER | - | - | elsewhere | A broker that is not the master asked as if it were | at elections
2003 | CONTROLLER_INVALID_REPLICAS | - | - | elsewhere | The replicas that a broker names do not fit the controller's |
2004 | CONTROLLER_MASTER_NOT_AVAILABLE | - | - | fault | The controller knows no master of this broker: its queues can be neither written nor read from a master | while one is elected | a replica that was in sync started again; controllerAddr of the brokers with all controllers
2005 | CONTROLLER_INVALID_REQUEST | - | - | elsewhere | The controller does not take the request as it is |
2006 | CONTROLLER_BROKER_NOT_ALIVE | - | - | fault | The controller counts the broker as dead: its heartbeats do not arrive | while that broker restarts | the broker's way to the controllers (controllerAddr), and its pauses
2007 | CONTROLLER_NOT_LEADER | - | - | passing 60 | The controller that was asked is not the leader of the controllers; the next one is asked | at every change of leader | controllerAddr with all controllers
2008 | CONTROLLER_BROKER_METADATA_NOT_EXIST | - | - | fault | The controller does not know the broker | before its first registration | controllerAddr of the broker, and the same clusterName and brokerName as before
2009 | CONTROLLER_INVALID_CLEAN_BROKER_METADATA | - | - | elsewhere | The controller does not forget a broker that is alive |
2010 | CONTROLLER_BROKER_NEED_TO_BE_REGISTERED | - | - | passing 60 | A broker must register with the controller again | after a restart of the controllers | where it lasts: the broker started anew
2011 | CONTROLLER_MASTER_STILL_EXIST | - | - | elsewhere | No master is elected, since there is one |
2012 | CONTROLLER_ELECT_MASTER_FAILED | - | - | fault | No replica can become master: none of those in sync is alive | | start a replica that was in sync; enableElectUncleanMaster gives up messages
2013 | CONTROLLER_ALTER_SYNC_STATE_SET_FAILED | - | - | elsewhere | The list of replicas in sync could not be changed | at elections
2014 | CONTROLLER_BROKER_ID_INVALID | - | - | fault | The broker's id is another broker's: it is not taken in | | brokerName and the broker's own metadata files
2015 | CONTROLLER_JRAFT_INTERNAL_ERROR | - | - | fault | The controllers' agreement (jRaft) failed | while controllers restart | a majority of the controllers alive that reach each other
2016 | CONTROLLER_BROKER_LIVE_INFO_NOT_EXISTS | - | - | fault | The controller has no sign of life of the broker | while that broker restarts | the broker's heartbeats to the controller (controllerAddr)
3001 | USER_NOT_EXIST | - | - | fault | The server knows no such user | | mqadmin createUser
3002 | POLICY_NOT_EXIST | - | - | fault | The user has no such rule of access | | mqadmin createAcl
10001 | CONNECT_BROKER_EXCEPTION | - | - | fault | The client could not connect to the broker that it should send to | while a broker restarts | brokerIP1 in broker.conf if the route names an inner address; else the firewall for 10911
10002 | ACCESS_BROKER_TIMEOUT | - | - | fault | The broker was connected and did not answer in time | while a broker is busy or restarts | sendMsgTimeout if the broker is only slow
10003 | BROKER_NOT_EXIST_EXCEPTION | - | - | fault | The broker is in no route that the client knows | while a broker restarts | the topic's route, and the broker in it
10004 | NO_NAME_SERVER_EXCEPTION | - | - | fault | The client was given no name server | | setNamesrvAddr("host:9876"), NAMESRV_ADDR, or rocketmq.name-server in Spring
10005 | NOT_FOUND_TOPIC_EXCEPTION | - | - | fault | No name server knows a broker that has the topic: it was never made, autoCreateTopicEnable is off, or this is another cluster's name server | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC
10006 | REQUEST_TIMEOUT_EXCEPTION | - | - | elsewhere | Nobody replied to a request of request-reply in time: that it was consumed is no reply | | a consumer that replies (RocketMQReplyListener in Spring, MessageUtil.createReplyMessage in the plain client), or a longer timeout
10007 | CREATE_REPLY_MESSAGE_EXCEPTION | - | - | elsewhere | A reply could not be made: the request lacks the property that says where it came from | | request() (sendAndReceive in Spring) at the sender, and brokers and clients of 4.7 or later
10015 | CAL_SIGNATURE_FAILED | - | - | fault | The client could not sign its request: the secret key cannot be used | | accessKey and secretKey of the client
20000 | OK | - | - | routine | The proxy did the request | all the time
30000 | MULTIPLE_RESULTS | - | - | passing 60 | A request for several things had different results; each has its own code | while a broker restarts
40000 | BAD_REQUEST | - | - | fault | The proxy cannot use the request: something in it is missing or wrong | | what the words beside the code name; a client and proxy of versions that fit
40001 | ILLEGAL_ACCESS_POINT | - | - | fault | The endpoints of the client have a wrong form | | endpoints as host:8081
40002 | ILLEGAL_TOPIC | - | - | fault | The topic's name is not allowed | | letters, digits, %, - and _ only; no name of RocketMQ's own
40003 | ILLEGAL_CONSUMER_GROUP | - | - | fault | The group's name is not allowed | | letters, digits, %, - and _ only; no name of RocketMQ's own
40004 | ILLEGAL_MESSAGE_TAG | - | - | elsewhere | A message's tag is not allowed: blank, or with a bar | | a tag without bars
40005 | ILLEGAL_MESSAGE_KEY | - | - | elsewhere | A message's key is not allowed | | keys without blanks
40006 | ILLEGAL_MESSAGE_GROUP | - | - | elsewhere | The message group of an ordered message is not allowed or too long |
40007 | ILLEGAL_MESSAGE_PROPERTY_KEY | - | - | elsewhere | A property of a message has a name that RocketMQ keeps for itself, or control characters | | another name for the property
40008 | INVALID_TRANSACTION_ID | - | - | elsewhere | The transaction's id is missing |
40009 | ILLEGAL_MESSAGE_ID | - | - | elsewhere | The message's id is missing |
40010 | ILLEGAL_FILTER_EXPRESSION | - | - | fault | The filter of the subscription cannot be read: the client gets nothing of the topic | | tags as `a || b`, or valid SQL92
40011 | ILLEGAL_INVISIBLE_TIME | - | - | fault | The time for which received messages stay invisible is too short or too long | | invisibleDuration between 10 s and 12 h
40012 | ILLEGAL_DELIVERY_TIME | - | - | elsewhere | A message's delivery time lies too far ahead | | timerMaxDelaySec of the broker
40013 | INVALID_RECEIPT_HANDLE | - | - | fault | The client acknowledged too late, or what it held was given to another: the message comes again | when a listener is slower than the invisible time | a longer invisibleDuration, or a faster listener
40014 | MESSAGE_PROPERTY_CONFLICT_WITH_TYPE | - | - | elsewhere | The message's kind (normal, ordered, delayed, transactional) is not the topic's | | mqadmin updateTopic ... -a +message.type=FIFO (or NORMAL, DELAY, TRANSACTION)
40015 | UNRECOGNIZED_CLIENT_TYPE | - | - | fault | The proxy does not know what kind of client this is: it is newer than the proxy, or its settings did not arrive | | client and proxy of versions that fit
40016 | MESSAGE_CORRUPTED | - | - | elsewhere | A message arrived damaged, or there was none to send |
40017 | CLIENT_ID_REQUIRED | - | - | fault | The request has no client id: another program than a RocketMQ client, or something between took the header away | with probes of load balancers | the header x-mq-client-id kept by what stands between
40018 | ILLEGAL_POLLING_TIME | - | - | fault | The client wants to wait for messages longer or shorter than the proxy allows | | awaitDuration of the client, and its requestTimeout
40019 | ILLEGAL_OFFSET | - | - | fault | The offset asked for is not one of the queue's |
40020 | ILLEGAL_LITE_TOPIC | - | - | fault | The lite topic's name is not allowed |
40021 | INVALID_CLIENT_PROPERTIES | - | - | fault | The client's own properties are too many or too long |
40100 | UNAUTHORIZED | - | - | fault | The proxy asks for credentials and this client's are missing or wrong | | SessionCredentials (accessKey, secretKey) of the client
40200 | PAYMENT_REQUIRED | - | - | fault | The account of a cloud instance is suspended |
40300 | FORBIDDEN | - | readable queue | fault | The topic has no queue that may be read (its perm lacks 4) | | mqadmin updateTopic ... -p 6
40300 | FORBIDDEN | - | - | fault | The client is known and may not do this: by its rights, or consuming is off for the group | | the account's rights; consumeEnable of the group
40400 | NOT_FOUND | - | - | fault | What the request names does not exist | | the topic and the group as mqadmin topicList and consumerProgress list them
40401 | MESSAGE_NOT_FOUND | - | - | routine | There is no message now: the client waits for the next | all the time with consumers that wait
40402 | TOPIC_NOT_FOUND | - | - | fault | The topic does not exist on the brokers behind the proxy: gRPC clients make none by themselves | for a moment before the topic is made | mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC
40403 | CONSUMER_GROUP_NOT_FOUND | - | - | fault | The group does not exist on the brokers and is not made by itself | | mqadmin updateSubGroup -n NAMESRV -c CLUSTER -g GROUP
40404 | OFFSET_NOT_FOUND | - | - | passing 60 | No offset is stored for this queue | at a group's first start
40800 | REQUEST_TIMEOUT | - | - | fault | The request did not end in the client's time | while the proxy is busy or restarts | requestTimeout of the client
41300 | PAYLOAD_TOO_LARGE | - | - | elsewhere | The request is too large |
41301 | MESSAGE_BODY_TOO_LARGE | - | - | elsewhere | A message's body is too large: it was not sent | | maxMessageSize of the proxy, or a smaller body
41302 | MESSAGE_BODY_EMPTY | - | - | elsewhere | A message without a body was not sent |
42800 | PRECONDITION_FAILED | - | - | fault | Something must come first: mostly the client was not started | | start() before use; the first exception of its start says more
42900 | TOO_MANY_REQUESTS | - | - | fault | The server limits this client's requests, or is too busy | for moments under load | fewer requests at once, or more proxies
42901 | LITE_TOPIC_QUOTA_EXCEEDED | - | - | fault | There are as many lite topics as there may be |
42902 | LITE_SUBSCRIPTION_QUOTA_EXCEEDED | - | - | fault | The group has as many lite subscriptions as it may have |
43100 | REQUEST_HEADER_FIELDS_TOO_LARGE | - | - | elsewhere | The request's headers are too large |
43101 | MESSAGE_PROPERTIES_TOO_LARGE | - | - | elsewhere | A message's properties are too many or too large: it was not sent | | userPropertyMaxNum and maxUserPropertySize of the proxy
50000 | INTERNAL_ERROR | - | - | fault | The server failed inside; its log says why | while a broker behind the proxy restarts | that server's log at this moment; the newest version of client and server
50001 | INTERNAL_SERVER_ERROR | - | - | fault | The proxy failed at the request, or a broker behind it answered what it could not pass on: the words beside the code say what | while a broker behind the proxy restarts | proxy.log at this moment; a client and proxy of versions that fit; the brokers behind the proxy
50002 | HA_NOT_AVAILABLE | - | - | elsewhere | The message is stored, but no slave has it (SYNC_MASTER) | while a slave restarts | a slave that runs and follows (haListenPort 10912), or ASYNC_MASTER
50100 | NOT_IMPLEMENTED | - | - | fault | The server does not know this request: it is older than the client | | a proxy and brokers of the client's version
50400 | PROXY_TIMEOUT | - | - | fault | The proxy got no answer from the broker behind it in time | while a broker behind the proxy restarts | the proxy's way to the brokers (brokerIP1)
50401 | MASTER_PERSISTENCE_TIMEOUT | - | - | elsewhere | The message was not on the master's disk in time (SYNC_FLUSH) | on slow disks, now and then | a faster disk, or ASYNC_FLUSH
50402 | SLAVE_PERSISTENCE_TIMEOUT | - | - | elsewhere | No slave had the message in time (SYNC_MASTER) | while a slave restarts | the slave's disk and network, or ASYNC_MASTER
50500 | UNSUPPORTED | - | - | fault | The server does not do this | | a newer server, or a call that it knows
50501 | VERSION_UNSUPPORTED | - | - | fault | The server's version does not do this | | client and proxy of versions that fit
50502 | VERIFY_FIFO_MESSAGE_UNSUPPORTED | - | - | elsewhere | An ordered message cannot be sent to one client for a test |
60000 | FAILED_TO_CONSUME_MESSAGE | - | - | fault | The listener failed on a message that was sent to it for a test |
"""  # noqa: E501


@dataclass(frozen=True)
class CodeMeaning:
    """A code's name in RocketMQ and what it means, for one request or for any (None)."""

    code: int
    name: str
    request: str | None
    words: str | None
    meaning: Meaning


def _row(code: str, name: str, request: str, words: str, *cells: str) -> CodeMeaning:
    told_apart = (_unless_any(request), _unless_any(words))
    return CodeMeaning(int(code), name, *told_apart, meaning_of_cells(*cells))


def _unless_any(cell: str) -> str | None:
    return None if cell == "-" else cell


CODES: tuple[CodeMeaning, ...] = tuple(_row(*cells) for cells in cells_of(_TABLE))


def meaning_of_code(code: int, answer: str = "", request: str | None = None) -> CodeMeaning | None:
    """What a code means in an answer (`DESC`, `remark`, the record that holds it) to a request
    (pull, pop, send, offset, route), with what the answer names in its sentence.

    A row for one request counts for that request, and where the request is not told if its words
    are in the answer or no other row has the code. None for a code that RocketMQ does not have.
    """
    rows = [row for row in CODES if row.code == code]
    facts = stated(answer)
    filled = (row for row in rows if row.meaning.holes <= facts.keys())
    fitting = (row for row in filled if _fits(row, answer, request))
    row = next(fitting, next((row for row in rows if not row.meaning.holes), None))
    return replace(row, meaning=row.meaning.filled(facts)) if row else None


def _fits(row: CodeMeaning, answer: str, request: str | None) -> bool:
    said = row.words is None or row.words in answer
    asked = row.request in (None, request) or (row.words is not None and request is None)
    return said and asked
