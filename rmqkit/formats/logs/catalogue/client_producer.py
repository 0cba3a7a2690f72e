"""The Java client's producer, admin tools and tracing. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
producer_started | the producer [{any}] start OK. sendMessageWithVIPChannel=<<{rest}>>
producer_started | the producer [{any}] shutdown OK
producer_started | register sendMessage Hook, <<{rest}>>
producer_started | register endTransaction Hook, <<{rest}>>
producer_started | updateTopicPublishInfo prev is not null, <<{rest}>>
send_failed | sendKernelImpl exception, resend at once, <<{rest}>>
send_failed | sendKernelImpl exception, throw exception, <<{rest}>>
send_failed | sendKernelImpl exception
send_failed | async send msg by retry <<{any} times>>. topic={topic}, brokerAddr={any}, brokerName={broker}
send_failed | can't find broker service address. <<{rest}>>
send_failed | tryToCompressMessage exception
send_failed | failed to executeSendMessageHookBefore
send_failed | failed to executeSendMessageHookAfter
send_slow | prepare send request for <<{any} cost {number} ms>>
broker_isolated | {broker} will be isolated for <<{number} ms>>.
broker_isolated | {broker} is unreachable, it will not be used until it's reachable
broker_reachable | {broker} is reachable now, then it can be used.
broker_isolated | Unexpected exception raised while detecting service reachability
transaction_end_failed | endTransactionOneway exception
transaction_end_failed | , but end broker transaction failed
transaction_end_failed | failed to executeEndTransactionHook
transaction_end_failed | executeLocalTransactionBranch exception<<{rest}>>
transaction_told | executeLocalTransactionBranch return<<{rest}>>
transaction_told | when broker check, client rollback this transaction, <<{rest}>>
transaction_told | when broker check, client does not know this transaction state, <<{rest}>>
transaction_check_refused | Broker call checkTransactionState, but checkLocalTransactionState exception
transaction_check_refused | CheckTransactionState, pick transactionListener by group[{any}] failed
transaction_check_refused | CheckTransactionState, pick transactionCheckListener by group[{any}] failed
transaction_check_refused | checkTransactionState, pick transactionCheckListener by group[{any}] failed
trace_failed | send trace data failed, the traceData is <<{rest}>>
trace_failed | flushTraceContext error
trace_failed | buffer full{any} ,context is <<{rest}>>
offset_persist_failed | persistAll consumer offset Exception, <<{rest}>>
offset_persist_failed | persist consumer offset exception, <<{rest}>>
offset_reset_by_tool | resetOffsetByTimestamp updateConsumeOffset success, <<{rest}>>
offset_reset_by_tool | Invoke broker to reset offset success. <<{rest}>>
offset_reset_tool_failed | resetOffsetByTimestamp Exception
offset_reset_tool_failed | Invoke broker to reset offset error code={code}, <<remark={rest}>>
offset_reset_tool_failed | invokeBrokerToResetOffset getResponseCommand failed, <<{rest}>>
offset_commit_failed | updateConsumerOffsetAsync failed, <<brokerAddr={rest}>>
name_servers_changed | name server address changed, old=<<{any}>>, new={rest}
name_server_fetch_failed | fetchNameServerAddr Exception
query_failed | queryMessage exception
query_failed | queryMessage, maybe some broker failed
query_failed | queryMessage error, <<requestHeader={rest}>>
query_failed | find message key not matched, maybe hash duplicate <<{rest}>>
query_failed | getResponseCommand failed, <<{rest}>>
query_failed | getResponseCommand return null
consume_failed | consumeMessageDirectly exception: <<{any}>> Group: {group} Msgs: {any} MQ: {mq}
subscription_parse_failed | parse subscription error
broker_missing | The broker[{broker}] not exist
pop_handle_unreadable | parse extra info error. <<msg:{rest}>>
filter_class_told | register message class filter <<{rest}>>
filter_class_told | uploadFilterClassToAllFilterServer Exception<<{rest}>>
acl_failed | Failed to parse configuration to enable ACL.
acl_failed | Failed to enable ACL. Either AccessKey or secretKey is blank
acl_failed | Convert yaml file to data object error, <<{rest}>>
pull_service_started | MQPullConsumerScheduleService start OK, {group} <<{rest}>>
"""

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
producer_started | routine | A producer starts, stops or learns its routes | at every start and stop of a producer
send_slow | elsewhere | Preparing to send took long: the producer's own threads or the name server are slow | | why that broker is slow or not reached; sendLatencyFaultEnable=true leaves such brokers out
broker_isolated | elsewhere | A producer leaves a slow or unreachable broker out for a while; consumers are not touched | | why that broker is slow or not reached; sendLatencyFaultEnable=true leaves such brokers out
broker_reachable | routine | A producer uses a broker again | after it was left out
transaction_told | routine | How a local transaction ended, as the producer told the broker | with transactional messages
transaction_check_refused | elsewhere | The broker asked how a transaction ended and the producer could not say: its message stays invisible to consumers until the broker gives up | | a checkLocalTransaction that answers COMMIT or ROLLBACK within transactionCheckMax checks (15); what was given up lies in TRANS_CHECK_MAX_TIME_TOPIC
offset_persist_failed | fault | The client could not write its local offsets (broadcasting): after a restart it reads again or skips | | free space and the right to write in rocketmq.client.localOffsetStoreDir (.rocketmq_offsets of the user's home), which a container has to keep
offset_reset_by_tool | fault | Somebody's tool set a group's offsets: messages are skipped or come again | | where nobody meant it: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s TIME, to the moment from which the group shall read
offset_reset_tool_failed | elsewhere | A tool could not reset offsets: they stay as they were | | the group's and the topic's name, a client of the group that is online, and mqadmin of the brokers' version
query_failed | elsewhere | A query for messages or an administrator's question failed; consuming is not touched | | what the exception says; mqadmin of the brokers' version, and its access key
pop_handle_unreadable | fault | A popped message carries no readable handle, so it cannot be acknowledged and comes again | | clients and brokers of versions that fit
filter_class_told | routine | A filter class was sent to filter servers (4.x) | with subscriptions by class
acl_failed | elsewhere | The access control of a tool or client could not be set up from its file | | conf/tools.yml (accessKey, secretKey) or the file that the tool was given
pull_service_started | routine | A scheduled pull consumer runs | at every start
"""  # noqa: E501
