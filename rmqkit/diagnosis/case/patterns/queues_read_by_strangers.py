"""Queues that are read and name no client, while others name theirs. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.waiting import newest_look
from rmqkit.diagnosis.commands import EACH_BROKER
from rmqkit.diagnosis.facts.logs import topics_of
from rmqkit.diagnosis.facts.witnesses import progress_place
from rmqkit.diagnosis.wording import ranges
from rmqkit.language import say

FIT = 60
# mqadmin asks whom one broker lists (`DefaultMQAdminExtImpl#examineConsumerConnectionInfo`, one broker of the route).
SUSPECTS = (
    Suspect("broker_disagreement", say("the broker that mqadmin asked does not know the client that reads them")),
    Suspect("message_model_mismatch", say("a popping client takes messages from queues that nobody holds")),
)


def patterns(case: Case) -> Iterator[Pattern]:
    """One pattern for all such queues of the newest look: several, to which messages come and which keep up."""
    look = newest_look(case)
    read = [row for row in look.read if not row.client_ip and row.consumer_offset > 0] if look else []
    if not look or len(read) < 2 or not look.named:
        return
    queues = tuple(sorted(row.queue for row in read))
    yield Pattern(
        say("{queues}: no client is named and yet they are read", queues=ranges(queues)),
        len(read),
        SUSPECTS,
        say(
            "a client that did not answer mqadmin in time: its queues, and those of clients "
            "asked after it, show nobody",
        ),
        EACH_BROKER,
        topics=topics_of(queues),
        queues=queues,
        places=tuple(progress_place(look.look.file, row) for row in read),
    )
