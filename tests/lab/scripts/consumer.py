"""The lab's Python consumer behind a proxy, with a ledger of what it received: run by the lab alone."""

import sys
import time
from pathlib import Path

from rocketmq import (  # type: ignore[import-not-found]
    ClientConfiguration,
    ConsumeResult,
    Credentials,
    FilterExpression,
    Message,
    MessageListener,
    PushConsumer,
)

# Places in a receipt handle, which is words with blanks between them (ExtraInfoUtil of 5.x).
BROKER, QUEUE, OFFSET = 5, 6, 7


class Listener(MessageListener):  # type: ignore[misc]
    """Writes down each message before it counts as consumed."""

    def __init__(self, ledger: Path) -> None:
        self.ledger = ledger.open("a", buffering=1)

    def consume(self, message: Message) -> ConsumeResult:
        """Take the message."""
        handle = message.receipt_handle.split(" ")
        place = (message.topic, handle[BROKER], handle[QUEUE], handle[OFFSET])
        rest = (message.message_id, message.tag or "", message.delivery_attempt - 1)
        self.ledger.write("\t".join(map(str, (round(time.time() * 1000), *place, *rest))) + "\n")
        return ConsumeResult.SUCCESS


def main(file: Path) -> None:
    """Consume until the process is ended."""
    lines = [line.partition("=") for line in file.read_text().splitlines()]
    settings = {key: value for key, _, value in lines}
    numbers = [key.removeprefix("topic.") for key in settings if key.startswith("topic.")]
    wanted = {settings[f"topic.{n}"]: FilterExpression(settings[f"expression.{n}"]) for n in numbers}
    where = ClientConfiguration(settings["proxy"], Credentials())
    listener = Listener(Path(settings["ledger"]))
    consumer = PushConsumer(where, settings["group"], listener, wanted)
    consumer.startup()
    with Path(settings["ids"]).open("a") as ids:
        ids.write(f"{round(time.time() * 1000)}\t{consumer.client_id}\n")
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
