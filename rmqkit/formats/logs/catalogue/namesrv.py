"""The name server's messages. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
name_server_started | The Name Server boot success. <<{rest}>>
config_printed | main - kvConfigPath=<<{rest}>>
broker_new | new broker registered, {address} <<HAServer: {rest}>>
broker_new | new broker registered, <<{rest}>>
topic_registered | new topic registered, {topic} <<{rest}>>
broker_channel_closed | the broker's channel destroyed, {address}, clean it's data structure at once
broker_channel_expired | The broker channel expired, {address} <<{rest}>>
broker_unregistered | unregisterBroker, remove from brokerLiveTable <<{any}>>, {address}
broker_unregistered | unregisterBroker, remove addr from brokerAddrTable <<{any}>>, {address}
broker_unregistered | unregisterBroker, remove name from brokerAddrTable <<{any}>>, {broker}
broker_unregistered | remove brokerAddr[{any}, {address}] from brokerAddrTable, because channel destroyed
broker_unregistered | remove brokerName[{broker}] from brokerAddrTable, because channel destroyed
topic_unregistered | remove topic[{topic} {any}], from topicQueueTable, because channel destroyed
topic_unregistered | remove topic[{topic}] all queue, from topicQueueTable, because channel destroyed
"""

MESSAGES: tuple[Message, ...] = messages("namesrv", TABLE)
