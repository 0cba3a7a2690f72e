"""Queues that are read and name no client, while others name theirs. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Reading, Suspect, seen_in_look
from rmqkit.diagnosis.case.waiting import newest_look
from rmqkit.diagnosis.commands import EACH_BROKER
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import say

FIT = 60
# mqadmin asks whom one broker lists (`DefaultMQAdminExtImpl#examineConsumerConnectionInfo`, one
# broker of the route).
READING = Reading(
    (
        Suspect("broker_disagreement", say("the broker that mqadmin asked does not know the client that reads them")),
        Suspect("message_model_mismatch", say("a popping client takes messages from queues that nobody holds")),
    ),
    say("a client that did not answer mqadmin in time: its queues, and those of clients asked after it, show nobody"),
    EACH_BROKER,
)


def patterns(case: Case) -> Iterator[Pattern]:
    """One pattern for all such queues of the newest look:
    several, to which messages come and which keep up."""
    look = newest_look(case)
    read = [row for row in look.read if not row.client_ip and row.consumer_offset > 0] if look else []
    if look and look.named and len(read) > 1:
        what = say("{queues}: no client is named and yet they are read", queues=ranges(row.queue for row in read))
        yield seen_in_look(look.look, read, what, READING)
