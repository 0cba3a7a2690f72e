"""The Go client's other messages: admin, pulling by hand, sending, tracing, name servers. Data only."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
admin_asked | Get all group list success
admin_asked | Fetch all topic list success
admin_asked | create topic success
admin_asked | delete topic success
admin_failed | Get all group list error
admin_failed | Get all group list decode error
admin_failed | Fetch all topic list error
admin_failed | Fetch all topic list decode error
admin_failed | create topic error
admin_failed | delete topic in broker error
admin_failed | delete topic in nameserver error
queue_lock_failed | Unmarshal lock mq body error
offset_fetch_failed | unmarshal local offset error
pull_schedule_ended | defaultPullConsumer close PullRequest listener.
pull_schedule_ended | push consumer close cleanExpiredMsg listener.
pull_schedule_ended | defaultPullConsumer close pullMessage.
pull_schedule_ended | defaultPullConsumer close message handle.
route_missing | defaultPullConsumer.Shutdown . route info not found, it may not exist
pull_queue_missing | get next mq error
pull_queue_missing | defaultPullConsumer.getNextQueueOf len is 0
pull_queue_chosen | defaultPullConsumer.getNextQueueOf
pull_state_not_ok | defaultPullConsumer state error
pull_offset_fixed | defaultPullConsumer fix the pull request offset: <<{rest}>>
offset_reset_unreadable | received reset offset command from: {address}, but <<missing params>>.
offset_reset_unreadable | received reset offset command from: {address}, but <<parse time error{rest}>>
offset_reset_unreadable | received reset offset command from: {address}, but <<parse offset table{rest}>>
offset_reset_unreadable | parse reset offset table json get nothing in body
allocation_failed | [BUG] AllocateByConsistentHash err: <<{rest}>>
push_reply_received | receive push reply to client request...
push_reply_received | receive reply message, but not matched any request
producer_exist_already | the producer group has been created, specify another one
producer_exist_already | producer group is not equal
heartbeat_failed | marshal heartbeatData error
command_unread | decode RemotingCommand error
command_unread | receive broker's requests, but no func to handle
command_unread | scanner split panic
route_missing | topic route info is nil or empty
trace_failed | send trace data error
trace_failed | traceDispatcher is closed.
trace_failed | fetch publish message queues failed
trace_failed | could not fetch any publish message queue
trace_sent | ------end trace send <<{rest}>>
name_server_fetch_failed | name server http fetch failed
name_server_fetch_failed | name server read http response failed
name_server_fetch_failed | name server domain, can't get user home directory
send_failed | start retrying to send,
send_failed | can not find proper message queue
transaction_end_failed | send ReqENDTransaction to broker error
transaction_end_failed | executeLocalTransaction but state unexpected
"""

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
admin_asked | routine | An administrator's request was answered | when a program manages topics through the client
admin_failed | elsewhere | An administrator's request failed; consuming is not touched | | what the exception says; mqadmin of the brokers' version, and its access key
pull_queue_missing | passing 60 | The pull consumer has no queue to read from next | until the first rebalance
pull_queue_chosen | routine | The pull consumer chose the queue that it reads next | at every poll
offset_reset_unreadable | fault | The client could not read the command to reset offsets: it goes on where it was |
push_reply_received | routine | A reply to a request message arrived | with request and reply messages
command_unread | passing 60 | The client could not read what a server sent on a connection | while a connection breaks; lasting, something that is no RocketMQ answers at that port | the port that is meant for this protocol (remoting 9876 and 10911, gRPC 8081), TLS alike on both sides, and versions that fit
trace_failed | elsewhere | A record of message tracing could not be sent; the messages themselves are not touched | | the trace topic (traceTopicEnable=true on one broker)
trace_sent | routine | A record of message tracing was sent | with tracing switched on
name_server_fetch_failed | passing 60 | The list of name servers could not be fetched from its web address; the known ones stay in use | while that address does not answer | the address server (rocketmq.namesrv.domain), or fixed addresses in namesrvAddr
transaction_end_failed | elsewhere | The producer could not tell the broker how a transaction ended: the broker will ask | | a checkLocalTransaction that can tell how each transaction ended, since the broker asks it; the way from producer to broker
"""  # noqa: E501
