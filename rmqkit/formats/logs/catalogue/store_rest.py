"""The store's other messages: files, mappings, queues, replication, index. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
read_corrected | consumer request topic: {topic}, offset: {offset}, minOffset: {offset}, maxOffset: {offset}, but access logic queue failed. <<{rest}>>
read_corrected | consumer request topic: {topic}offset: {offset} minOffset: {offset} maxOffset: {offset}, but access logic queue failed.<<{rest}>>
read_failed | getMessage Failed. cid: {group}, topic: {topic}, queueId: {queue}, <<offset: {rest}>>
read_failed | message store is not readable, so getMessage is forbidden <<{rest}>>
read_failed | selectMappedBuffer request pos invalid, <<{rest}>>
read_failed | Get data failed pos:<<{rest}>>
read_failed | matched, but hold failed, request pos: <<{rest}>>
offset_by_time_failed | getOffsetInQueueByTime Failed. topic: {topic}, queueId: {queue}, <<{rest}>>
offset_by_time_failed | getMinOffsetInQueue Failed. topic: {topic}, queueId: {queue}
pull_size_cut | The max pull size is too large <<maxPullSize={any}>> topic={topic} queueId={queue}
queue_repeated | Build consume queue repeatedly, <<expectLogicOffset: {offset} currentLogicOffset: {offset}>> Topic: {topic} QID: {queue} Diff: {offset}
queue_repeated | Build  consume queue repeatedly, <<expectLogicOffset: {offset} currentLogicOffset: {offset}>> Topic: {topic} QID: {queue} Diff: {offset}
queue_repeated | Build batch consume queue repeatedly, <<{rest}>>
queue_unwritable | [BUG]put commit log position info to {topic}:{queue} <<{any}>> failed, retry {number} times
queue_unwritable | [NOTIFYME]put commit log position info to batch consume queue {topic}:{queue} <<{any}>> failed, retry {number} times
queue_unwritable | [BUG]consume queue can not write, {topic} {queue}
queue_unwritable | [NOTIFYME]batch consume queue can not write, {topic} {queue}
queue_unwritable | [BUG]logic queue order is wrong<<{rest}>>
queue_checked | CorrectLogicOffsetService.needCorrect. <<{rest}>>
queue_checked | maybe ConsumeQueue was created just now. topic={topic} queueId={queue} <<{rest}>>
queue_checked | Correct min offset found null cq file topic:{topic} queue:{queue} <<{rest}>>
queue_checked | [TooSmallCqOffset] <<maxPhysicalPosInLogicQueue={rest}>>
queue_checked | Exception thrown when correctMinOffset
queue_checked | [Bug] Failed to scan consume queue entries from file on correcting min offset: <<{rest}>>
store_damaged | found a illegal magic code <<{rest}>>
store_damaged | CRC check failed. <<bodyCRC={rest}>>
store_damaged | [BUG]read total count not equals msg total size. <<{rest}>>
store_damaged | [BUG]The mappedFile queue's data is damaged, <<{rest}>>
store_damaged | length not matched message store config value, <<{rest}>>
store_damaged | offset <<{any}>> is not align, truncate failed, need manual fix
store_damaged | found a half message at <<{any}>>, it will be truncated.
store_damaged | the store may be wrong, so shutdown abnormally, and keep abort file.
file_made_late | create mmap timeout <<{rest}>>
file_made_late | this mmap request expired, maybe cause timeout <<{rest}>>
file_made_late | never expected here,  maybe cause timeout <<{rest}>>
file_made_late | [NOTIFYME]TransientStorePool is not enough, <<{rest}>>
file_made_late | TransientStorePool only remain <<{number} sheets>>.
file_made_late | create mappedFile spent time(ms) <<{rest}>>
file_made_late | find preallocate mmap failed, this never happen
file_failed | create mapped file1 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | create mapped file2 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | Create mapped file1 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | Create mapped file2 error, topic: {topic} <<clientAddr: {rest}>>
file_failed | create mappedFile exception
file_failed | Failed to create file <<{rest}>>
file_failed | Failed to map file <<{rest}>>
file_failed | Failed to write to mappedFile <<{rest}>>
file_failed | Error occurred when append message to mappedFile.
file_failed | Error occurred when force data to disk.
file_failed | Error occurred when commit data to FileChannel.
file_failed | MappedFile.appendMessage return null, <<wrotePosition: {rest}>>
file_failed | getLastMappedFile has exception.
file_failed | getFirstMappedFile has exception.
file_failed | findMappedFileByOffset Exception
file_held | in flush, hold failed, <<flush offset = {rest}>>
file_held | in commit, hold failed, <<commit offset = {rest}>>
file_held | have not shutdown, stop unmapping.
file_held | have cleanup, do not do it again.
file_held | the mappedFile was destroyed once, but still alive, <<{rest}>>
file_held | the mappedFile re delete failed, <<{rest}>>
file_held | destroy mapped file[REF:<<{any}>>] {any} Failed. {rest}
flush_timed_out | do groupcommit, wait for flush failed, topic: {topic} tags: <<{any}>> client address: {rest}
flush_timed_out | do sync transfer other node, wait return, but failed, topic: {topic} tags: <<{any}>> client address: {rest}
flush_timed_out | An exception occurred while waiting for flushing disk to complete. <<{rest}>>
flush_timed_out | transfer messsage to slave timeout, <<{rest}>>
store_put_slow | DefaultMessageStore#putMessage: CommitLog#putMessage cost <<{any}>>, topic={topic}, bodyLength={number}
store_forbidden | message store is slave mode, so putMessage is forbidden
store_forbidden | broke role is slave, so putMessage is forbidden
store_forbidden | DefaultMessageStore has shutdown, so putMessages is forbidden
store_forbidden | DefaultMessageStore is in slave mode, so putMessages is forbidden
store_forbidden | DefaultMessageStore is not writable, so putMessages is forbidden <<{rest}>>
store_forbidden | the message store is not writable. It may be caused by one of the following reasons: <<{rest}>>
store_forbidden | message store is not available, broker config enableLmq and enableMultiDispatch, <<{rest}>>
store_forbidden | message store has shutdown, so <<{any}>> is forbidden
ha_client_lost | master pushed offset not equal the max phy offset in slave, <<SLAVE: {rest}>>
ha_client_lost | reportSlaveMaxOffset this.socketChannel.write exception
ha_client_lost | HAClient connect to master <<{any}>> failed
ha_client_lost | HAClient, master not response some time, so close connection
ha_client_lost | AutoRecoverHAClient, master not response some time, so close connection
ha_client_lost | closeMaster exception.
ha_slave_lost | processReadEvent exception
ha_slave_lost | processReadEvent error
ha_slave_lost | new HAConnection exception
ha_slave_ahead | slave[<<{any}>>] request offset={offset} greater than local commitLog offset={offset}.
ha_flow_limited | Trigger HA flow control, <<max transfer speed {rest}>>
index_failed | putKey exception, Key: <<{rest}>>
index_failed | putKey error commitlog <<{rest}>>
index_failed | selectPhyOffset exception
index_failed | getLastIndexFile exception
index_failed | queryMsg exception
index_file_full | Index file [<<{any}>>] is full, trying to create another one
query_hash_equal | queryMessage hash duplicate, <<{rest}>>
extend_failed | Save consume queue extend fail, So just save tagsCode! <<{any}>>, topic:{topic}, queueId:{queue}, offset:{offset}
extend_failed | [BUG] can't find consume queue extend file content!<<{rest}>>
extend_failed | [BUG] Consume queue extend unit(<<{any}>>) is not found!
extend_failed | Save consume queue extend error, <<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("store", TABLE)

MEANINGS = """
read_corrected | fault | A queue's index could not be read at the offset asked for; the consumer is sent to another offset: messages between are skipped | | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
read_failed | fault | The broker could not read messages that a consumer asked for | | free space, the right to write, and memory maps (vm.max_map_count) on that host
offset_by_time_failed | elsewhere | An offset of a queue could not be found (by a time, or its smallest): a reset or a statistic fails | | free space, the right to write, and memory maps (vm.max_map_count) on that host
pull_size_cut | routine | A consumer asked for more messages at once than the broker gives; it gets the most that is allowed | with pullBatchSize above the broker's bound
queue_repeated | routine | Messages are put into their queue that stand there already; the second time does nothing | after an unclean stop, while the broker starts
queue_unwritable | fault | The broker could not write a queue's index: stored messages do not reach their consumers | | free space on that disk; with the broker stopped, the queue's folder of store/consumequeue away, so that it is built again from the commit log
queue_checked | elsewhere | The broker looked at where a queue begins and may have corrected it |
store_damaged | elsewhere | The store's files are damaged or do not fit their settings; what stands behind the damage is cut off at a start | | the same mappedFileSizeCommitLog and mappedFileSizeConsumeQueue as when the files were made, where a length does not match; else with the broker stopped the damaged consume queue away: it is built again from the commit log
file_made_late | elsewhere | The store's next file was not ready in time: producers wait, on slow disks or with too little memory | | a faster disk with nothing else on it, and memory that is left for the page cache (a heap that is not too large)
file_failed | elsewhere | The store could not make, map or write a file: producers are refused | | free space, the right to write, and memory maps (vm.max_map_count) on that host
file_held | elsewhere | A file of the store is still in use and could not be released or deleted; it is tried again | | free space, the right to write, and memory maps (vm.max_map_count) on that host
flush_timed_out | elsewhere | A message was not on disk or on the slave in time: with synchronous flush or SYNC_MASTER its producer was told so | | the disk (SYNC_FLUSH), or the slave's disk and network (SYNC_MASTER); syncFlushTimeout and slaveTimeout are the limits; ASYNC_FLUSH and ASYNC_MASTER do not wait
ha_slave_ahead | elsewhere | A slave has more than its master: one of them was another's master or lost files | | which of the two has what must be kept; the other one's store away while it is stopped, so that it copies all of it
ha_flow_limited | elsewhere | The master slows down what it sends to a slave |
query_hash_equal | routine | Two keys of the index have one hash; the other message is left out of the answer | with queries by key, now and then
extend_failed | elsewhere | The extended part of a queue's entry (for filters by SQL) could not be written or read |
"""  # noqa: E501
