"""On what do clients disagree?

Topics that only some subscribe to, and topics of which they want different messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from rmqkit.diagnosis.case.members import short
from rmqkit.diagnosis.case.subscriptions import ClientSubscription
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.wording import count
from rmqkit.language import Phrase, joined, say


@dataclass(frozen=True)
class Disagreement:
    """Topics on which clients disagree, and whether about having them at all or only
    about what to filter."""

    whole: tuple[str, ...]
    filtered: tuple[str, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """All topics on which they disagree."""
        return tuple(sorted({*self.whole, *self.filtered}))

    def __bool__(self) -> bool:
        return bool(self.whole or self.filtered)


def difference(subscriptions: Mapping[str, ClientSubscription]) -> Disagreement:
    """On what the clients disagree.

    A topic that a client was merely not seen with is no disagreement.
    """
    topics = sorted({topic for words in subscriptions.values() for topic in words.topics})
    return Disagreement(
        tuple(topic for topic in topics if _wanted_by_some(topic, subscriptions.values())),
        tuple(topic for topic in topics if _wanted_differently(topic, subscriptions.values())),
    )


def _wanted_by_some(topic: str, subscriptions: Iterable[ClientSubscription]) -> bool:
    everybody = list(subscriptions)
    wanted = any(topic in words.topics for words in everybody)
    return wanted and any(words.exact and topic not in words.topics for words in everybody)


def _wanted_differently(topic: str, subscriptions: Iterable[ClientSubscription]) -> bool:
    wanted = [words.topics[topic] for words in subscriptions if topic in words.topics]
    return any(not one.same_as(other) for one, other in combinations(wanted, 2))


def title_of(told: Mapping[str, ClientSubscription], found: Disagreement) -> Phrase:
    """What the clients disagree on, and who wants what."""
    return say(
        "{clients} of one group subscribe to different {kinds}: {wishes}",
        clients=count(len(told), "client"),
        kinds=_KINDS[bool(found.whole), bool(found.filtered)],
        wishes=_who_wants_what(told),
    )


# whether topics differ, whether expressions do
_KINDS = {
    (True, True): say("topics and expressions"),
    (True, False): say("topics"),
    (False, True): say("expressions"),
    (False, False): say("things"),
}


def _who_wants_what(told: Mapping[str, ClientSubscription]) -> Phrase:
    by_wish = grouped((_wish(words), who) for who, words in sorted(told.items()))
    wishes = [
        say("{clients}: {wish}", clients=short(clients), wish=wish or say("nothing"))
        for wish, clients in by_wish.items()
    ]
    return joined("; ", wishes)


def _wish(words: ClientSubscription) -> Phrase:
    return joined(", ", [f"{topic} {wanted}" for topic, wanted in sorted(words.topics.items())])


def explained_by(found: Disagreement) -> tuple[str, ...]:
    return ("orphan_queues", "flapping_subscription") * bool(found.whole) + ("tag_mismatch_silent_loss",) * bool(
        found.filtered
    )
