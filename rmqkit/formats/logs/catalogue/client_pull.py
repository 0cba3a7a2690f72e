"""The Java client's messages on pulling. Data only: one line per wording."""

from __future__ import annotations

from rmqkit.formats.logs.catalogue.message import Message, messages

TABLE = """
pull_rejected | execute the pull request exception, group={group}, messageQueue={mq}
pull_rejected | execute the pull request exception
pull_rejected 25 | the subscription is not latest, group={group}, messageQueue={mq}
pull_kernel_failed | pullKernelImpl exception
pull_state_not_ok | pullMessage exception, consumer state not ok
pull_state_not_ok | popMessage exception, consumer state not ok
pull_offset_illegal | the pull request offset illegal, {pull} <<{rest}>>
pull_offset_illegal | The pull request offset illegal, <<{rest}>>
pull_offset_fixed | fix the pull request offset, {pull}
pull_offset_first | the first time to pull message, so fix offset from broker. pullRequest: {pull} <<NewOffset: {rest}>>
pull_offset_first | the first time to pull message, but pull request offset larger than broker consume offset. pullRequest: {pull} <<NewOffset: {rest}>>
pull_dropped | the pull request[{pull}] is dropped.
pull_dropped | the pop request[{pull}] is dropped.
pull_without_consumer | No matched consumer for the PullRequest {pull}, drop it
pull_without_consumer | No matched consumer for the PopRequest {pull}, drop it
pull_subscription_missing | find the consumer's subscription failed, {pull}
flow_control | so do flow control, <<{any}pullRequest={pull}, flowControlTimes={rest}>>
flow_control | so do flow control, <<{rest}>>
"""  # noqa: E501

MESSAGES: tuple[Message, ...] = messages("client", TABLE)
