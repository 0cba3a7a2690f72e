"""rocketmq-spring's listener container, which applications log through.

Data only: one line per wording.
"""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
listener_container_running | running container: DefaultRocketMQListenerContainer{consumerGroup='{group}', <<{any}>>topic='{topic}', {rest}
listener_container_running | running container: DefaultRocketMQListenerContainer<<{rest}>>
consume_failed | consume message failed. <<messageId:{any}>>, topic:{topic}, reconsumeTimes:{number}
consume_failed | consume message failed. <<messageExt:{any}Message{topic='{topic}'{rest}>>
consume_failed | consume message failed. <<messageExt:{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)

MEANINGS = """
listener_container_running | routine | A listener of rocketmq-spring runs, with its group, topic and expression | at every start
"""  # noqa: E501
