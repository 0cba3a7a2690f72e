"""How much of a queue a client holds, as clients are set up by default (`DefaultMQPushConsumer`, all versions)."""

from __future__ import annotations

PULL_BATCH = 32
"""What a pull brings (`pullBatchSize`); the next one is made at once."""
MOST_IN_A_CLIENT = 1000
"""A client pulls no further while a queue has more messages in it (`pullThresholdForQueue`)."""
MOST_UNREAD = MOST_IN_A_CLIENT + PULL_BATCH
"""Messages of a queue that may lie in a client before it stops pulling."""
MOST_HELD = 3_000
"""Messages of a queue that may lie in a client unconsumed: the threshold, and those that span no more than
`consumeConcurrentlyMaxSpan` (2000; `DefaultMQPushConsumerImpl#pullMessage`, `DefaultLitePullConsumerImpl`)."""
MOST_POPPED = 96
"""A client pops no more of a topic while it has more of its messages unconfirmed (`popThresholdForQueue`, 5.x)."""
