"""Symptoms that people tell in their own words, in English and Chinese, and what usually stands
behind each. Lines in, names and places out.

A person's words prove nothing: every row says what is usual, what looks the same and is normal, and
what decides. Data and look-up, no judgement.

Sources of what is usual: DefaultMQPushConsumerImpl, ConsumeMessageConcurrentlyService,
RebalanceImpl, LocalFileOffsetStore, ConsumerOffsetManager, ScheduleMessageService,
TransactionalMessageServiceImpl (4.0.0 to 5.4).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rmqkit.formats.known_words import is_about_rocketmq
from rmqkit.formats.logs.catalogue.meaning import Meaning, cells_of, meaning_of_cells
from rmqkit.formats.logs.layouts import is_record_start
from rmqkit.formats.prose import is_prose

_NOT = r"(?:not|never|no longer|hardly|cannot|unable to|fail(?:s|ed)? to|\w+n['’]?t)"
_AUX = r"(?: (?:be|being|been|get|getting|any|more|to|always|ever|actually|yet))*"
_GETS = r"(?:consum\w+|receiv\w+|pull(?:ed|ing|s)?|deliver\w*|process(?:ed|ing)?|reads?|got|assigned|arrive\w*)"

# what is told of | how it is told: expressions over small letters
_WORDS = rf"""
again | duplicat|(?:consum|deliver|receiv|process|sent|push)\w* (?:\w+ ){{0,3}}(?:twice|again|repeatedly|(?:more than once|(?:two|multiple|several) times))|\b(?:comes?|came|arrives?|resent) (?:\w+ )?again|twice|re-?deliver\w*|re-?consum(?!e_|etimes)\w*|重复|又.{{0,8}}(?:消费|收到|投递|推送)|(?:消费|收到|投递).{{0,4}}(?:两|二|2|多|三|几|n)[次遍]|收到(?:两|二|2|多)条|重新消费|再次(?:消费|收到|投递)
from_start | (?:from|at|since) (?:the )?(?:very )?(?:beginning|start|first|earliest|zero|0|message (?:one|zero|1|0))\b|(?:whole|entire|all (?:the )?) ?(?:history|backlog)|(?:old|histor\w+|previous|past|already consumed) messages?|all (?:the )?(?:messages|old)|从头|从0|从零|从(?:第一|最早)|历史(?:消息|数据)|旧(?:的)?(?:消息|数据)|老(?:的)?(?:消息|数据)|以前的(?:消息|数据)|之前(?:的|所有)?(?:消息|数据)
restart | re-?start|re-?boot|re-?deploy|start(?:ed|s|ing)? again|every start|each start|重启|重新启动|重新发布|重新部署|再启动|启动(?:后|之后|以后)|发版|发布后
broker | broker|master|slave|\bserver\b|服务端|服务器|主节点|从节点|主从|\bmq\b|集群
role | fail-?over|switch\w*|role|promot\w+|主从(?:角色)?(?:切换|调换|互换)|切换|upgrad\w+|升级|migrat\w+|迁移
network | network|disconnect\w*|断网|网络|断开|断连|掉线|重连|reconnect\w*
nothing | {_NOT}{_AUX} {_GETS}|(?:stop(?:s|ped)?|quit) (?:\w+ )?{_GETS}|\bstuck\b|\bhangs?\b|no (?:new )?messages? (?:is|are|was|were|come|arriv|receiv|consum|get)\w*|(?:receives?|gets?|got|consumes?) (?:no(?:thing| messages?)|none)|nothing (?:is|was|gets|comes?|arrives)|(?:has|have|with) no (?:consumer|owner|client)|不(?:再|能|会|进行)?(?:消费|接收|拉取|触发)|(?:收|消费|接收|监听|拉取|获取|订阅)不到|(?:没有?|未)(?:人|再|被|去|有)*(?:消费|收到|接收|触发|分配)|无法(?:被)?(?:正常)?(?:消费|接收|收到)|停止(?:了)?(?:消费|拉取|接收)|没(?:有)?(?:消费者|消息)|不起作用|卡(?:住|死)|(?:消费|消费者)(?:就)?停(?:了|住|止)
lag | \blag(?:s|ging)?\b|\b(?:days?|hours?|minutes?|weeks?|far|fall(?:s|ing)?|messages?) behind\b|backlog|accumulat\w+|pil(?:e|es|ed|ing) up|堆积|积压|difftotal|消费(?:延迟|滞后)
one_queue | (?:one|single|some|certain|several|few|part|half|\d+) (?:of )?(?:the |its )?(?:message )?(?:queue|partition)s?|(?:the )?queues? of|queueid|(?:部分|某(?:个|些|一个)|个别|单独|一个|几个|一半|有的|有些|其中.{{0,6}}) ?(?:的)?(?:队列|queue|mq\b)|(?:\d|[一二三]) ?号 ?(?:队列|queue)|这个(?:队列|queue)
partly | (?:some|half|part|most|random|one in|every other) (?:of )?(?:the |my |our )?messages?|(?:sometimes|occasionally|randomly|now and then|intermittent\w*)|only (?:some|part|half|one)|部分(?:消息|数据)|(?:有时|偶尔|随机|时有时无|一半|有的|有些)
lost | \blos(?:t|e|es|ing)\b|missing|disappear\w*|skipp?\w*|丢(?:失|了|消息|数据)|不见了|漏(?:消费|消息|了)|少(?:了|消费)
broadcast | broadcast\w*|广播
offset_file | offsets\.json|rocketmq_offsets|local ?offset
dlq | \bdlq\b|dead.?letter|死信|%dlq%
not_in | {_NOT}{_AUX} (?:go|enter|reach|move|sen[dt]|creat|generat)\w*|(?<![费收接取听阅拉找查])(?:不|没有?|无法|未|不会|不能)(?:进|入|到|生成|产生|投递|触发)\w*
write_only | perm\w*\W{{0,3}}(?:is |是|为)?\s?2\b|write.?only|只写
at_once | at once|immediate\w*|directly|right away|instantly|without (?:any )?(?:delay|retr)|立(?:刻|即|马)|马上|直接(?:就)?(?:进|收|投|消费)|瞬间|第一次(?:失败|消费)
retried | retr(?:y|ies|ied|ying)|reconsume_later|重试|重投
endless | endless\w*|forever|infinite\w*|indefinite\w*|again and again|一直(?:重试|重复|循环|报)|无限|不停|死循环|never stops?
ordered | \border(?:ly|ed)?\b(?! ?id)|\bfifo\b|顺序|suspend_current_queue
disorder | out of order|wrong order|not in order|disorder\w*|乱序|顺序.{{0,6}}(?:不对|错|混|乱)|不按顺序
delay | delay(?:ed)?.?(?:messages?|level|time)|schedul\w* messages?|tim(?:er|ed|ing).?messages?|setdelay\w*|setdeliver\w*|延(?:迟|时)(?:消息|级别|等级|队列|\d)|定时消息|timerwheel\w*|schedule_topic
no_delay | no delay|{_NOT}{_AUX} delay\w*|没有?(?:任何)?延(?:迟|时)|未延(?:迟|时)|不延(?:迟|时)
late | (?:too|hours|minutes|much) late|\blater\b|still (?:in|stored)|晚了|推迟|滞后|一直在|还在
capped | (?:2|two) ?(?:h|hours|小时)|两小时|earlier than|too early|提前|level.{{0,6}}(?:19|2\d)
tx | transaction\w*|事务|事物消息|half.?message|半消息|checklocaltransaction|回查
no_check | {_NOT}{_AUX} (?:called|invoked|executed|triggered|check\w*|call|asked)|(?:不|没有?|未|无法)(?:会|被|能|再|进行)*(?:回查|调用|执行|触发)
tags | \btags?\b|\btag_?[a-z]\b|\bsub ?expression|selectorexpression|标签|过滤
filtered | filter\w*|过滤
many | \b(?:two|three|multiple|several|many|different|both) (?:[a-z]+ )?(?:listeners?|consumers?|topics?|tags?|services?|apps?|instances?|projects?)|多个 ?@?\w*(?:listener|消费者|topic|主题|tag|服务|项目|实例)|两个 ?@?\w*(?:listener|消费者|topic|主题|tag|服务|项目|实例)
one_group | (?:same|one|single|a) (?:consumer ?)?group|同一个? ?(?:消费者?)?(?:组|group|consumergroup)|相同的? ?(?:消费者?)?(?:组|group|consumergroup)|一个(?:消费者?组|group)
two_clusters | (?:two|other|second|another|different|multiple) (?:rocketmq )?(?:clusters?|name ?servers?)|(?:两|多)个 ?(?:rocketmq)? ?(?:集群|nameserver|namesrv|环境)|extrocketmq\w+
reset | reset\w*offset\w*|skipaccumulated\w*|reset\w* (?:the |my |our )?(?:consumer )?(?:offset|progress)|重置|跳过堆积|回溯
no_effect | no (?:effect|use)|useless|{_NOT}{_AUX} (?:take effect|effective|work\w*)|不(?:起作用|生效)|没(?:有)?(?:生效|效果|作用|用)|无效|失效|\bstill\b|仍(?:然|旧)?|还是|照样|依然|anyway
new_group | new (?:consumer )?group|consume_from_(?:last|first|timestamp)\w*|consumefromwhere|新(?:建|增|加|创建)?(?:的)?(?:一个)?(?:消费者?组|group|消费者分组|订阅组)|首次启动|第一次启动
scaled | scal(?:e|ed|ing)|add(?:ed|ing)? (?:a |an |another |new |more |one more )+(?:consumer|instance|node|pod|client|machine)s?|more (?:consumers|clients|instances|pods) than|扩容|(?:新)?增加?(?:了)?.{{0,4}}(?:节点|实例|消费者|机器)|加(?:了)?(?:几台|一台)?(?:机器|节点|消费者|实例)|消费者.{{0,6}}(?:多于|大于|超过).{{0,4}}(?:队列|queue)|\d+ ?个 ?(?:队列|queue).{{0,30}}\d+ ?个 ?(?:消费者|consumer|实例|节点)|\d+ ?个 ?(?:消费者|consumer|实例|节点).{{0,30}}\d+ ?个 ?(?:队列|queue)|\d+ queues?\b.{{0,40}}\d+ (?:consumers|clients|instances|pods)|\d+ (?:consumers|clients|instances|pods)\b.{{0,40}}\d+ queues
slow | slow\w*|low (?:tps|speed|throughput)|\btps\b|太慢|很慢|变慢|消费慢|速度(?:慢|低|上不去)|跟不上
container | docker|k8s|kubernetes|container|\bpods?\b|compose|容器|外网|公网|云服务器|阿里云|腾讯云|华为云|\becs\b|虚拟机|\bnat\b
address | {_NOT}{_AUX} (?:connect|reach|access)\w*|connect\w* (?:fail|time|refus)\w*|wrong ip|(?:ip|address) (?:has )?changed|new ip|new address|连(?:接)?不(?:上|到|通)|连接(?:失败|超时|异常)|访问不(?:了|到|通)|ip ?(?:变|改)|内网(?:ip|地址)
proxy | \bprox(?:y|ies)\b|\bgrpc\b|rocketmq-client-java\b|\b8081\b
figures | exporter|prometheus|grafana|alert\w*|\bmetrics?\b|monitor\w*|rocketmq_(?:group|consumer|message)_\w+|监控|告警|报警|指标
minus | (?<![\w.-])-[12]\b|negative|负(?:数|值|一)
pull_api | (?<!lite)pullconsumer\b|fetchconsumeoffset|pullblockifnotfound
unlisted | not.?online|\b206\b|offline|不在线|离线
queue_listener | messagequeuelistener
empty_poll | poll\w*(?:\([^)]*\))?.{{0,24}}(?:empty|null|nothing|no messages?|空|没有?消息)|(?:empty|空).{{0,24}}poll|{_NOT}{_AUX} {_GETS}|拉(?:不到|取不到)|没有拉取
screen | dashboard|console|控制台|仪表盘|管理页面|管理后台
hidden | {_NOT}{_AUX} (?:show|shown|see|seen|display\w*|list\w*|visible|online)|empty|no data|not_online|offline|看不(?:到|见)|不显示|(?:显示)?为空|没(?:有)?(?:数据|显示)|不在线|离线|查不到|空白
traced | \btrac(?:e|es|ing)\b|轨迹
queried | query\w*|search\w*|查询|查不到|搜索
acl | \bacl\b|aclenable|plain_acl|access ?control|鉴权|权限|authenticationenabled|accesskey
after_while | after (?:a |some |several |\d+ )(?:while|time|hours?|days?|minutes?)|suddenly|for (?:a while|some time|hours|days)|(?:运行|跑|消费)(?:了)?(?:一段时间|一会|几(?:个)?小时|几天|一天)|突然|一段时间(?:后|之后)?|过(?:了)?一(?:会|段)
panicked | panic\w*|uncaught|unhandled|exception in (?:the |our |my )?(?:listener|callback)
limited | (?:flow|rate).?(?:control|limit)\w*|throttl\w*|限流|流控
consuming | consum\w+|listen\w*|subscri\w+|receiv\w+|消费|监听|订阅|收
messages | messages?|消息|数据
invisible | changeinvisible\w*|invisible|不可见
"""  # noqa: E501

# name | what has to be told, all of it (one of a/b, not !a) | where to look | what usually stands behind it
# | when the same is normal | what to do or to look at; the first rows that fit count
_TABLE = """
reset_without_effect | reset no_effect/again/from_start/nothing | progress group broker_log | When a reset of offsets seems to change nothing, usually the wrong client keeps its place: a push client of Java that is connected takes the new place at once, while lite pull, assigned and older Go or C++ clients go on with their own and commit it over the new one; groups that pop (gRPC clients) have further places of their own beside the offset; or the reset reached another topic, group or cluster than the one that is read | for one commit (5 s), or until the queue is taken anew | stop all clients of the group, wait for CODE 206, reset, see the new offset in mqadmin consumerProgress, and only then start them; for gRPC clients a broker of a newer 5.x (useServerSideResetOffset)
broadcast_figures | broadcast figures/lag/screen !restart !lost !from_start | progress clients | A broadcasting client keeps its offsets in a file of its own (offsets.json under .rocketmq_offsets) and reports none to the broker. What a dashboard, consumerProgress or an exporter works out for such a group (lag, latency) comes from offsets that the broker does not have, or that are left of an earlier time: the number is meaningless, and falls only when old messages are deleted | always for groups that broadcast | leave such groups out of the alarm (by their name or label), and watch the clients' own logs instead; offsets that are left on the broker go with mqadmin deleteSubGroup -r true where nobody consumes by that group in clustering mode
broadcast_starts_over | broadcast/offset_file restart/again/from_start/lost/nothing/network | configuration client_log | A broadcasting client keeps its offsets in a file (.rocketmq_offsets in its user's home, by client id and group), no broker knows them. Usually that file is not found again: the instance name or address changes at each start, the container's disk does not stay, the file cannot be written, or queues that were away for a while were taken out of it. Then it begins where ConsumeFromWhere says: from the last offset it skips what came meanwhile, from the first one it reads all again. A failed message is never tried again | up to the last 5 s, which were not written yet | an instance name that stays (setInstanceName) and rocketmq.client.localOffsetStoreDir on a disk that stays; CLUSTERING with a group of its own for each instance where nothing may be lost
dead_letters_not_read | dlq nothing/hidden/write_only !not_in | route group | Messages of %DLQ% and the group can be written and not be read at first: that topic is made with the right to write only (perm 2) | until somebody allows it | mqadmin updateTopicPerm -n NAMESRV -t %DLQ%GROUP -p 6 (with -b for each broker), and a consumer of a group of its own
dead_letter_at_once | dlq at_once/many/one_group !not_in | clients configuration | Into the dead-letter queue after the first failure: usually maxReconsumeTimes or delayLevelWhenNextConsume (-1: no retry) says so, or the consumer of the dead letters belongs to the same group: then it takes the retries as well | with maxReconsumeTimes 0 | a group of its own for whoever reads %DLQ%; maxReconsumeTimes and delayLevelWhenNextConsume of the listener
dead_letter_not_reached | dlq not_in/retried/endless/no_effect/nothing | retries clients listener_log | A message that fails comes to the dead-letter queue only after the last retry: with 16 retries that takes 4 h 46 min. Usually it is only not over yet; or the listener catches its exception and answers success; or it is an ordered listener, which tries the same message again in its place (without end, where maxReconsumeTimes is -1); or broadcasting, which has no retries; or the framework tries again by itself first (Spring Cloud Stream's maxAttempts) | for hours after the first failure | reconsumeTimes of that message (mqadmin queryMsgById), maxReconsumeTimes of the listener, and scheduleMessageOffset in mqadmin brokerStatus: does delayed delivery move at all
check_not_called | tx no_check/nothing/endless | configuration broker_log | A half message is asked about only some seconds after it was sent (transactionTimeOut 6 s, then at each round of transactionCheckInterval), 15 times at most, and the question goes to any producer of that producer group that is connected. Usually the process that sent it had ended, another application uses the same producer group and gets the question, the answer UNKNOW only puts it off, or the message asked for a longer time by itself (CHECK_IMMUNITY_TIME_IN_SECONDS) | for the first minute | mqadmin producerConnection -n NAMESRV -g PRODUCER_GROUP -t TOPIC: who is connected; one producer group for one application, and a producer that goes on running; transaction.log of the broker
delay_too_short | delay capped | configuration | Delay levels go from 1 to 18 (messageDelayLevel: 1s 5s 10s 30s 1m to 10m 20m 30m 1h 2h): a higher level counts as the last one, 2 hours | always with a level above 18 | a level that exists, more levels in messageDelayLevel of every broker (restart), or an exact delivery time with brokers and clients of 5.x
delay_ignored | delay no_delay/at_once/no_effect | settings versions | A message that should wait and comes at once: usually the time is asked for in a way that this broker does not know. Exact times (setDeliverTimeMs, setDelayTimeMs, setDelayTimeSec, startDeliverTime) need brokers and clients of 5.x with timerWheelEnable=true (that is the setting's whole name), delay levels are 1 to 18, and a clock that differs between client and broker moves exact times | for a level of 0, and for a time that is over | versions of broker and client; timerWheelEnable in mqadmin getBrokerConfig; clocks (ntp); for gRPC clients a topic of the type DELAY (mqadmin updateTopic -a +message.type=DELAY)
delayed_stands | delay nothing/late/lost | store_log settings | Delayed messages that never come: usually the broker's delayed delivery stands. The broker failed at it (store.log), it is a slave or was never made master, or the offsets of delay levels (config/delayOffset.json) lie beyond their queues because a store was copied or deleted. Retries of failed messages take the same way and stand with it | until the time is over, by the broker's clock | mqadmin brokerStatus: scheduleMessageOffset of each level, whether the first number moves and stays below the second; for exact times timerReadBehind and timerOffsetBehind
subscriptions_differ | many one_group nothing/lost/partly/filtered | members clients | Listeners that share one group have to subscribe to the same topics with the same tags: the broker keeps one subscription for the whole group, the last heartbeat wins, and queues are given also to clients that throw the messages away. Usually that is why some of the messages, or one of the topics, come to nobody | never | a group of its own for each listener with other topics or tags; mqadmin consumerStatus -n NAMESRV -g GROUP tells whether subscriptions differ
listeners_of_one_group | many nothing/lost/partly !two_clusters | members clients | Where one of several listeners gets nothing, usually two of them have the same consumer group and other topics or tags: a group has one subscription on the broker, and the last heartbeat wins | where every listener has a group of its own | the group of each listener (@RocketMQMessageListener, the binding's group): a group of its own for each; mqadmin consumerStatus -n NAMESRV -g GROUP
filtered_by_another | tags nothing/lost/partly/filtered | members clients | Messages with a tag that come only sometimes, or not at all: usually clients of one group ask for different tags (also an old instance, or a test that still runs), so the broker filters by the last heartbeat's and messages given to the others are thrown away without lag. Tags are compared exactly, capitals and blanks count, and a message has one tag | where every client of the group asks for the same | mqadmin consumerStatus -n NAMESRV -g GROUP: each client's subscription; mqadmin consumerConnection for clients that nobody knows of
another_cluster | two_clusters nothing/lost/partly/one_queue | route clients | Usually the listener looks at another cluster than the one that is sent to: a template or a listener takes its own name server only where it is named there, two clients of one process with one instance name share the first one's name server, and clusters that share a name server share their topics' routes as well | never | the nameServer of that very @RocketMQMessageListener (or setNamesrvAddr), with an instance name of its own (setInstanceName, unitName); mqadmin topicRoute at each name server: which brokers have the topic
old_after_role_change | again/from_start role | broker_log progress | Old messages that come again after a change of master, an upgrade or a move: usually the new master's offsets (config/consumerOffset.json) are older. A slave copies them only every few seconds and only while it is connected, a broker that was away brings back its old file, and a new store directory has none. Clients go on from whatever the broker says | for some seconds' worth of messages | consumerOffset.json on both sides before roles are changed; stop consumers, or reset the group to the time of the change (mqadmin resetOffsetByTime); one brokerName and store directory for each
again_after_broker_restart | again/from_start restart broker !new_group | broker_log progress | Messages that were consumed and come again after a broker's restart: usually the offsets on disk (config/consumerOffset.json, written every 5 s) were older than what was consumed: the process was killed and not stopped, the directory is not kept (a container without a volume), the disk was full, or the broker started with another storePathRootDir. Clients that were connected to a slave meanwhile could not commit either | for messages of the last seconds before the restart | compare mqadmin consumerProgress before and after, and consumerOffset.json with its .bak; a clean stop (mqshutdown broker), a volume for the store; listeners that bear a message twice
again_after_restart | again/from_start restart !new_group | client_log progress listener_log | Messages that come again after consumers restart: usually their offset was never committed. The client commits every 5 s and at a clean stop (shutdown()), and never beyond a message that is still in work: a kill, a message that hangs, or an exception in the listener leaves the offset before all that followed. Or the group's name changes at each start, and then it is a new group that begins where ConsumeFromWhere says | for messages of the last seconds, and for those in work at the stop | mqadmin consumerProgress -n NAMESRV -g GROUP before and after the restart: does Consumer Offset stay; shutdown() at the stop and no kill -9; a group's name that stays; listeners that bear a message twice
old_for_new_group | new_group from_start/again | progress offsets | ConsumeFromWhere counts only where the broker answers that no offset is stored for the group. For a young topic, whose queue still begins at 0 and whose first messages are still in memory, it answers 0 instead: then a new group begins at the beginning, whatever CONSUME_FROM_LAST_OFFSET or CONSUME_FROM_TIMESTAMP says | for every new group of a young topic | set the offsets before the group's first start: mqadmin resetOffsetByTime -n NAMESRV -g GROUP -t TOPIC -s now; or let the listener discard what is older than its start (born or store timestamp)
no_offset_yet | pull_api minus | progress configuration | -1 usually says that no offset is stored for this group and queue: it is new, or never committed there (-2: the broker could not be asked). A loop that skips such queues never pulls them and never commits, so it stays so | at a group's first start | begin at consumer.minOffset(mq), maxOffset(mq) or searchOffset(mq, time) where it is negative, then updateConsumeOffset; or DefaultLitePullConsumer (DefaultMQPushConsumer), which do that by themselves
pull_never_begun | queue_listener empty_poll/nothing | configuration client_log | subscribe() of a lite pull consumer sets its own built-in MessageQueueListener, which begins to pull the queues after each rebalance. setMessageQueueListener() after it replaces that one: usually queues are then assigned and nobody pulls them, so that poll() stays empty | never | do not set a MessageQueueListener; the subscribe() of 4.9.5 and later that takes a listener calls it beside the built-in one; or assign() with queues that the application picks itself
again_late_answer | invisible again/no_effect | proxy_log clients | A message that comes again although it was acknowledged: usually the acknowledgement came after its invisible time, or with an old receipt handle: each change of the invisible time gives a new one, and only that counts. Proxies of 5.x before the newest forgot the handle after such a change | when listeners are slower than the invisible time | the handle of the newest answer; a longer invisibleDuration from the start; the newest 5.x of proxy and client
consumed_again | again consuming/messages !retried | listener_log clients progress | RocketMQ delivers at least once. Messages that are consumed twice usually come from one of these: a rebalance while they were in work (a client came or went), a listener that took longer than consumeTimeout (15 min) or failed after its work was done, two clients with one client id (docker host network, one instance name), or a producer that sent again after a time-out (then the keys are the same and the message ids differ) | a few at each start, stop and rebalance | compare message id and reconsumeTimes of the two: same id and reconsumeTimes above 0 is a retry, same id and 0 is a rebalance or a client id twice, another id was sent twice; listeners that bear a message twice
disordered | disorder | configuration clients | Order holds within one queue only. Usually the messages lie in different queues, since the sender chose none (MessageQueueSelector, a sharding key; for gRPC a message group and a topic of the type FIFO), or the listener is a concurrent one (MessageListenerConcurrently, consumeMode CONCURRENTLY); a change of the number of queues moves keys to others as well | across queues, always | send messages of one key to one queue, and consume with MessageListenerOrderly or ConsumeMode.ORDERLY
stands_after_panic | panicked nothing | listener_log threads | A listener that ends in a panic or an error that nobody catches usually takes the thread of its queue with it: heartbeats go on, and that queue's messages stay where they are. Older Go clients did not catch it | never | catch everything in the listener and answer with a retry; a newer client
stands_after_limit | limited nothing | clients proxy_log | A simple consumer asks only when receive is called: an exception that leaves the loop around it ends the consuming for good, also after the limit was lifted | while the limit is reached | catch the exception within the loop, wait, and call receive again
queue_of_ordered_stands | ordered nothing/lag/one_queue/endless | clients threads broker_log | An ordered listener holds one lock for each queue and tries a failing message again in its place. A queue that stands is usually held up by its first message (the listener fails or hangs at it; without maxReconsumeTimes for ever), or its lock is still with a client that is gone (60 s) or with another one that lives | for up to a minute after a rebalance | mqadmin consumerStatus -n NAMESRV -g GROUP -i CLIENT_ID: locked, and whether the commit offset moves; jstack of that client twice; maxReconsumeTimes of the listener
queue_stands | one_queue nothing/lag | progress clients threads | One queue that stands while others move. Usually nobody owns it (clients of the group disagree about topics, strategy or who is a member, or two have one client id), or its owner hangs at a message of it, or its owner stopped to pull it after a broker was away | while clients come and go | mqadmin consumerProgress -n NAMESRV -g GROUP -s true: is there a Client IP in that queue's row; without one compare what clients say (mqadmin consumerStatus), with one take jstack of that client twice
stands_after_broker | nothing/lag restart/network/address/role broker/network/address/container | clients client_log route | Consumers that stand after a broker or the network was away: clients send heartbeats every 30 s and take the route anew every 30 s, so they come back by themselves within a minute. Where they do not, usually the broker came back under another address or name (containers), the heartbeat interval was set too long, a thread of the client hangs, or something between dropped the connection without a word | for up to a minute | mqadmin consumerConnection -n NAMESRV -g GROUP: are all clients back; mqadmin topicRoute: does the address still hold; jstack of a client that stands (PullMessageService, RebalanceService)
address_of_container | container address | reach route | Clients ask the name server and then connect to the address that the broker registered there. In containers and clouds that is usually an inner one, or one that changed with a restart | for clients within the same network | mqadmin clusterList -n NAMESRV: the address in #Addr; brokerIP1 in broker.conf (started with -c) as an address or host name that clients reach and that stays, ports 10911 and 10909 open
more_clients_than_queues | scaled nothing/lag/no_effect | progress route | A queue has one owner in a group: clients beyond the number of queues get none, and all clients have to use the same strategy and subscription, or queues stay with nobody | for spare clients | mqadmin topicRoute -n NAMESRV -t TOPIC: as many read queues as clients or more (mqadmin updateTopic -r -w); mqadmin consumerProgress -s true: who owns what
clients_behind_proxy | proxy screen/unlisted hidden/unlisted | proxy_log progress | Clients that speak gRPC (5.x), or that connect to a proxy in cluster mode, are known to the proxies and not to the brokers. The dashboard and mqadmin ask the brokers, whose table of the group is empty: NOT_ONLINE, CODE 206. Usually that is harmless: while offsets move, somebody consumes | always for groups behind a cluster proxy | mqadmin consumerProgress -n NAMESRV -g GROUP twice: do offsets move; the proxy's log for the clients; a dashboard that asks proxies as well (2.0 and later)
hidden_on_screen | screen hidden | members brokers | The dashboard shows a group's clients as the brokers know them. Usually nobody of the group is connected now; clients that speak gRPC to a cluster proxy are unknown to brokers; broadcasting groups have no offsets there; or the dashboard is older than the brokers, asks another name server, or lacks an access key | for groups that are stopped, that broadcast, or that speak to a proxy | mqadmin consumerConnection and consumerProgress with the mqadmin of the brokers' own version; the dashboard's version and its rocketmq.config.namesrvAddr
acl_without_effect | acl no_effect | settings configuration | Access control that refuses nobody: usually the broker was not started with the file that says aclEnable=true (-c), clients reach it by a proxy that has a switch of its own, their addresses are in globalWhiteRemoteAddresses, or the rules stand for another account. From 5.3 on authenticationEnabled and authorizationEnabled count | for addresses on the white list | mqadmin getBrokerConfig -n NAMESRV -b BROKER: aclEnable (authenticationEnabled) as the broker has it; the same on the proxy
trace_missing | traced hidden/no_effect/queried/nothing | configuration route | Message traces that are missing: usually the client sends none (enableMsgTrace, or rocketmq.producer.enable-msg-trace), or their topic does not exist (RMQ_SYS_TRACE_TOPIC, traceTopicEnable=true on a broker, or one that is named by both) | where a client was not told to trace | both settings; the same trace topic in the client and in the question; access keys of the tracing client
stands_after_while | nothing after_while | threads clients progress | Consuming that ends after a while without a word: usually all threads of the listener wait in one place (a call without a time limit, a lock, a pool of connections), so the client holds its 1000 messages of each queue and pulls no more; heartbeats go on, so it looks well | while a slow call lasts | jstack of the client twice, ten seconds apart: where do the threads ConsumeMessageThread_ stand; time limits for calls in the listener
slow_consuming | slow/lag !nothing | clients progress threads | Lag that grows while messages are consumed: more is sent than the listeners do. Usually the time of one message decides: threads (consumeThreadMin and Max) times clients divided by that time is the most there can be, and ordered listeners have one thread for each queue | at peaks | mqadmin consumerStatus -n NAMESRV -g GROUP -i CLIENT_ID: consumeRT, consumeOKTPS, pullTPS; more threads, more clients up to the number of queues, or a faster listener
nothing_consumed | nothing consuming | members clients progress | Messages that are sent and not consumed: usually the group is not connected or did not start, its subscription has another topic or tag than the messages, clients of the group disagree about it, or no queue belongs to this client. Where topicStatus does not grow although sends succeed, the broker does not dispatch its commit log | for a new group that begins at the last offset, with what was sent before | mqadmin consumerConnection -n NAMESRV -g GROUP (who, and which topics and tags), then mqadmin consumerProgress -n NAMESRV -g GROUP -s true twice (do offsets move, who owns the queues), then mqadmin topicStatus -n NAMESRV -t TOPIC (do messages arrive)
lost_messages | lost messages | progress members | Messages that are sent and seem lost: usually they are in the broker and were skipped for the group: by a tag or by another subscription in the same group, by a reset, by an offset that began at the end, or by a listener that answered success before it failed | where a filter is meant | mqadmin queryMsgByKey or queryMsgById: is the message stored, and what does trackType say (CONSUMED, CONSUMED_BUT_FILTERED, NOT_CONSUME_YET, NOT_ONLINE)
"""  # noqa: E501


@dataclass(frozen=True)
class Symptom:
    """What people tell in words, and what usually stands behind it.

    `told`: for each thing that has to be told the words of which one does; `untold`: what may not
    be. `looks`: names of where to look next (`next_looks.LOOKS`).
    """

    name: str
    told: tuple[frozenset[str], ...]
    untold: frozenset[str]
    looks: tuple[str, ...]
    meaning: Meaning

    def fits(self, words: Collection[str]) -> bool:
        """Whether a text that tells of these things tells this."""
        return self.untold.isdisjoint(words) and all(not one.isdisjoint(words) for one in self.told)


def _row(name: str, told: str, looks: str, says: str, normal: str, remedy: str) -> Symptom:
    needed = tuple(frozenset(one.split("/")) for one in told.split() if not one.startswith("!"))
    untold = frozenset(one[1:] for one in told.split() if one.startswith("!"))
    return Symptom(name, needed, untold, tuple(looks.split()), meaning_of_cells("passing", says, normal, remedy))


SYMPTOMS: dict[str, Symptom] = {cells[0]: _row(*cells) for cells in cells_of(_TABLE)}


@cache
def _words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = (line.split(" | ", 1) for line in _WORDS.strip().split("\n"))
    return tuple((name, re.compile(words)) for name, words in rows)


# A text of more sentences tells a story of many things, and nothing in particular.
_MOST_LINES, _LONGEST = 40, 3_000


@dataclass(frozen=True)
class TellingSentences:
    """A symptom that sentences tell: its name, their first and last line (from 0), and the text."""

    name: str
    first: int
    last: int
    text: str


def symptoms_in(lines: Sequence[str]) -> Iterator[TellingSentences]:
    """What the sentences of a text tell, a symptom for each run of them; blank lines end no run."""
    first_lines = (line for line in lines[:_MOST_LINES] if not is_record_start(line.strip()))
    around = "\n".join(first_lines).lower()
    for first, last in _runs_of_sentences(lines):
        text = "\n".join(lines[first : last + 1])
        is_a_story = len(text) <= _LONGEST and is_about_rocketmq(text)
        if is_a_story and (name := _name(text.lower(), around)):
            yield TellingSentences(name, first, last, text)


def _runs_of_sentences(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each run of few sentences."""
    written = [number for number, line in enumerate(lines) if line.strip()]
    for are_sentences, run in groupby(written, lambda number: is_prose(lines[number])):
        numbers = list(run)
        if are_sentences and len(numbers) <= _MOST_LINES:
            yield numbers[0], numbers[-1]


# What the commands and the code around sentences tell as well.
_IN_CODE = frozenset(
    {"reset", "broadcast", "ordered", "tx", "delay", "dlq", "new_group", "figures", "pull_api", "queue_listener"}
)


def _name(text: str, around: str) -> str | None:
    texts = ((name, pattern, around if name in _IN_CODE else text) for name, pattern in _words())
    words = {name for name, pattern, text in texts if pattern.search(text)}
    return next((row.name for row in SYMPTOMS.values() if row.fits(words)), None)
