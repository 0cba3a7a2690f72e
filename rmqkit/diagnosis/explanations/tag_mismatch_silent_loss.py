"""Are messages filtered away for everybody?

Clients of one group with different expressions for one topic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.members import last_roster
from rmqkit.diagnosis.case.subscriptions import Expression
from rmqkit.diagnosis.case.topic_queues import queues_of
from rmqkit.diagnosis.case.worlds import accepted_allocation
from rmqkit.diagnosis.claims import Claim, Rival, Severity, follows, need
from rmqkit.diagnosis.commands import CONNECTION, PROGRESS, STATUS
from rmqkit.diagnosis.explanation import EFFECT, Explanation, Findings
from rmqkit.diagnosis.facts.group import Roster
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine, brokers_of, places_of
from rmqkit.diagnosis.finding import causes_of
from rmqkit.diagnosis.wording import short, who_says_what
from rmqkit.language import Phrase, joined, say
from rmqkit.rocketmq import MessageQueue

ID = "tag_mismatch_silent_loss"
ALL = frozenset({"*"})
_NAMED_ONE_BY_ONE = 4


def claims(case: Case, findings: Findings) -> Iterable[Claim]:
    """Per topic whose clients want different messages,
    or whose table holds what none of them wants."""
    causes = causes_of(ID, findings)
    if not causes:
        given_up = [_given_up(case, topic, *lists) for topic in case.topics if (lists := _narrowed(case, topic))]
        return [*filter(None, [_by_messages(case)]), *given_up]
    proven = any(cause.proven for cause in causes)
    topics = [topic for topic in case.topics if _differs(case.wanted(topic), _brokers_expression(case, topic))]
    return [_claim(case, topic, cause_is_proven=proven) for topic in topics]


def _by_messages(case: Case) -> Claim | None:
    """Of members that agree: by mqadmin's word of single messages that the group's own filter left
    out. Whether it is meant to, nobody says."""
    filtered = [answer for answer in case.answers if answer.said.filtered_away]
    if not filtered:
        return None
    return Claim(
        ID,
        say("A message that was asked for was filtered away: its tag is none that the group subscribes to"),
        say(
            "The group passed it and no listener got it. Tags are compared letter by letter, upper and lower case apart: "
            "a producer that changed its tags loses every message that way, without any lag."
        ),
        Severity.NOTICE,
        signs=(
            follows(say("mqadmin says that the group passed a message and filtered it away"), len(filtered)),
            need(say("somebody of the group wants it"), met=False, command=CONNECTION),
        ),
        rivals=(Rival(say("a filter that is meant"), False),),
        evidence=places_of(filtered[:6]),
    )


def _narrowed(case: Case, topic: str) -> tuple[Roster, Roster] | None:
    """The newest client list with an expression of the topic, and the last one before it that let more tags through,
    where no live member says that it wants them."""
    lists = [roster for roster in case.client_lists if topic in roster.subscriptions]
    before = [roster for roster in lists[:-1] if _tags_given_up(case, topic, roster, lists[-1])]
    return (before[-1], lists[-1]) if before else None


def _tags_given_up(case: Case, topic: str, before: Roster, now: Roster) -> frozenset[str]:
    old, new = (Expression(roster.subscriptions[topic]).tags for roster in (before, now))
    if old is None or new is None or new == ALL:
        return frozenset()
    wanted = [wants.tags for wants in case.wanted(topic).values()]
    still = new.union(*(tags or ALL for tags in wanted))
    return frozenset() if still >= ALL else old - still


def _given_up(case: Case, topic: str, before: Roster, now: Roster) -> Claim:
    tags = _tags_given_up(case, topic, before, now)
    newest = Expression(now.subscriptions[topic])
    named = say("other tags than {newest}", newest=newest) if tags == ALL else joined(", ", sorted(tags))
    return Claim(
        ID,
        say("Messages of {topic} with {tags} are wanted by nobody any more", topic=topic, tags=named),
        say(
            "The group subscribed to them before, and all its members agree that they do not want them now. If they "
            "still come, they are passed without lag, and no listener gets them. Whether that is meant nobody says: a "
            "release that leaves a tag out by mistake looks the same."
        ),
        Severity.NOTICE,
        signs=(
            follows(say("an older client list lets through what the newest one leaves out"), True),
            need(say("such messages still come"), met=False, command=PROGRESS),
        ),
        rivals=(Rival(say("a filter that is meant"), False),),
        topics=(topic,),
        evidence=(before.subscription_place(topic), now.subscription_place(topic)),
    )


def _differs(wanted: dict[str, Expression], at_broker: Expression | None) -> bool:
    expressions = [*wanted.values(), *([at_broker] if at_broker and wanted else [])]
    return any(not one.same_as(expressions[0]) for one in expressions[1:])


def _claim(case: Case, topic: str, *, cause_is_proven: bool) -> Claim:
    wanted = case.wanted(topic)
    at_broker = _brokers_expression(case, topic)
    lost = _lost(wanted, at_broker)
    queues = _filtered_queues(case, topic, at_broker, lost)
    return Claim(
        ID,
        say("Messages of {topic} are filtered away without lag: {wishes}", topic=topic, wishes=_wishes(wanted)),
        _why(wanted, at_broker, lost),
        Severity.CRITICAL,
        signs=(
            follows(say("members want different messages of one topic"), len(wanted)),
            need(say("the difference is proven"), cause_is_proven, command=STATUS),
            need(say("the broker's own filter is known"), at_broker is not None, command=CONNECTION),
        ),
        topics=(topic,),
        queues=queues,
        clients=tuple(sorted(wanted)),
        brokers=brokers_of(queues),
        evidence=tuple(_own_words(case, topic)),
        details={"lost": {who: sorted(tags) for who, tags in lost.items()}},
    )


def _filtered_queues(
    case: Case, topic: str, at_broker: Expression | None, lost: Mapping[str, frozenset[str]]
) -> tuple[MessageQueue, ...]:
    """The queues of clients on whose side something is lost; all of the topic where no allocation tells, or where
    the broker's filter is SQL92, which lets no member have what only others want."""
    allocated = accepted_allocation(case).allocations.get(topic)
    if allocated is None or (at_broker and at_broker.tags is None):
        return tuple(queues_of(case, topic))
    owned = allocated.owners.items()
    return tuple(sorted(queue for queue, who in owned if not who or any(lost.get(client, True) for client in who)))


def _why(wanted: Mapping[str, Expression], at_broker: Expression | None, lost: Mapping[str, frozenset[str]]) -> Phrase:
    rule = (
        say("The broker lets through {at_broker}, the newest subscription.", at_broker=at_broker)
        if at_broker
        else say(
            "Which subscription is the newest, and so the broker's filter, is not in the evidence.",
        )
    )
    told = [(_delivered_to(own, at_broker, lost[client]), client) for client, own in sorted(wanted.items())]
    alike = list(grouped(told).items())
    if len(told) <= _NAMED_ONE_BY_ONE:
        alike = [(what, [client]) for what, client in told]
    per_client = [say("On the queues of {client} {what}.", client=short(clients), what=what) for what, clients in alike]
    filtered = say(
        "Filtered messages are not consumed by anybody, and a queue of which only filtered "
        "messages come shows lag under a client that is not stuck.",
    )
    return joined(" ", [rule, *per_client, filtered])


def _own_words(case: Case, topic: str) -> list[EvidenceLine]:
    subscribing = [words for words in case.live_subscriptions.values() if topic in words.topics]
    return [place for words in subscribing for place in words.places_of(topic)]


def _brokers_expression(case: Case, topic: str) -> Expression | None:
    """What the group's table holds: the client list's merged table,
    or the newest change in a broker's log."""
    roster = last_roster(case)
    text = roster.subscriptions.get(topic) if roster else None
    if text is None:
        listed = [roster.subscriptions[topic] for roster in case.rosters if topic in roster.subscriptions]
        text = listed[-1] if listed else None
    return _typed(case, topic, text) if text is not None else None


def _typed(case: Case, topic: str, text: str) -> Expression:
    """A client list prints expressions without their types: SQL92 where a member means it so."""
    meant = (words.topics.get(topic) for words in case.subscriptions.values())
    return next((wants for wants in meant if wants and wants.tags is None and wants.text == text), Expression(text))


def _lost(wanted: dict[str, Expression], at_broker: Expression | None) -> dict[str, frozenset[str]]:
    """Per client, the tags that somebody wants and that nobody gets on its queues."""
    everything = frozenset().union(*(wants.tags or frozenset() for wants in wanted.values())) - ALL
    return {who: everything - _delivered(wants, at_broker, everything) for who, wants in wanted.items()}


def _delivered(own: Expression, at_broker: Expression | None, everything: frozenset[str]) -> frozenset[str]:
    mine = everything if own.tags == ALL or own.tags is None else own.tags
    brokers = everything if at_broker is None or at_broker.tags in (ALL, None) else at_broker.tags
    return mine & (brokers or frozenset())


def _delivered_to(own: Expression, at_broker: Expression | None, lost: frozenset[str]) -> Phrase:
    """A client looks at tags alone once more (`PullAPIWrapper#processPullResult`, all versions):
    one that filters by SQL92 takes what the broker lets through."""
    if lost:
        return say("{tags} reaches nobody", tags=joined(", ", sorted(lost)))
    if own.tags is not None:
        return say("only what passes both filters is delivered")
    if at_broker is None:
        return say("what the broker lets through is delivered, whatever the client asked for")
    if own.same_as(at_broker):
        return say("{own} is delivered, as it is the broker's filter", own=own)
    return say("{at_broker} is delivered, whatever the client asked for", at_broker=at_broker)


def _wishes(wanted: dict[str, Expression]) -> Phrase:
    if len(wanted) > _NAMED_ONE_BY_ONE:
        return who_says_what(grouped((str(expression), client) for client, expression in sorted(wanted.items())))
    wishes = [
        say("{client} wants {expression}", client=client, expression=expression)
        for client, expression in sorted(wanted.items())
    ]
    return joined(", ", wishes)


EXPLANATION = Explanation(
    id=ID,
    rank=130,
    claims=claims,
    command=STATUS,
    messages=frozenset({"subscription_changed", "subscription_not_latest", "pull_rejected"}),
    kind=EFFECT,
    what="Messages are filtered away for everybody while offsets advance: they are lost without any lag. The broker lets "
    "the newest client's tags through, and each client then keeps only its own.",
    confirm="Compare SubExpression of the same topic in the running info of each client.",
    remedy=(
        "Give all clients of the group the same tags.",
        "Messages that were filtered away are still stored: reset a fresh group to the time the mismatch began.",
    ),
    do_not=("Do not trust a difference of 0: filtered messages count as consumed.",),
)
