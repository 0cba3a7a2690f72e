"""What is odd in the tables: each anomaly with its lines, its meaning, and what it weighs.

What explains it is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.lag import Movement
from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.facts.group import UNNAMED, Answer
from rmqkit.diagnosis.facts.known import grouped
from rmqkit.diagnosis.facts.logs import EvidenceLine, places_of
from rmqkit.diagnosis.finding import Said, cited
from rmqkit.diagnosis.of_posts import SHOWN, WEIGHTS, shown_alone, with_looks
from rmqkit.formats.logs.catalogue import Gravity, Meaning
from rmqkit.formats.logs.exceptions import GENERAL
from rmqkit.formats.logs.explained import Explained, exception_of_others, explain_text
from rmqkit.formats.logs.next_looks import NextLook, looks_after_code, looks_named
from rmqkit.language import Phrase, message, say


@dataclass(frozen=True)
class _OddMovement:
    """A way in which a queue's offsets can be odd, and how it is told."""

    name: str
    meaning: str
    normal: str
    is_odd: Callable[[Case, Movement], bool]


def _never_owned(case: Case, movement: Movement) -> bool:
    """Where clients share the queues out: looks name others' owners, never its own, and messages wait."""
    shown = movement.queue.is_users and bool(movement.owners) and movement.never_owned
    return shown and movement.waits and movement.consumed <= 0 and case.given_out.to_one_client_each


def _stands(case: Case, movement: Movement) -> bool:
    """Messages wait behind an offset that stays; broadcasting clients commit none to brokers."""
    return movement.left_standing and not case.told_broadcasting


def _went_back(_: Case, movement: Movement) -> bool:
    """Below an earlier look: somebody put it there, or a slower client committed last."""
    steps = pairwise(movement.rows)
    return any(later.consumer_offset < earlier.consumer_offset for earlier, later in steps)


_ODD_MOVEMENTS = (
    _OddMovement(
        "queue_without_owner",
        say("No client was shown with these queues at any look, and messages wait in them"),
        say(
            "where a client does not answer mqadmin: its own queues, and those of the clients asked after it",
        ),
        _never_owned,
    ),
    _OddMovement(
        "offset_stands",
        say(
            "The committed offset of these queues did not move from look to look, and messages wait behind it",
        ),
        say("for looks within one commit interval (5 s), and for queues that were never committed"),
        _stands,
    ),
    _OddMovement(
        "offset_went_back",
        say(
            "The committed offset of these queues is lower than at an earlier look: messages come again",
        ),
        say("by a few messages when a queue changes hands"),
        _went_back,
    ),
)
_NOT_READABLE, FAILED = "queues_not_readable", "command_failed"
NAMES = frozenset({_NOT_READABLE, FAILED, SHOWN, *(oddity.name for oddity in _ODD_MOVEMENTS)})
"""Every anomaly there is; an explanation that accounts for one names it among its messages."""


def anomalies(case: Case) -> list[Said]:
    """Every anomaly of the case."""
    return [*_odd_movements(case), *_unreadable(case), *_failed_commands(case), *shown_alone(case)]


def _odd_movements(case: Case) -> Iterable[Said]:
    for oddity in _ODD_MOVEMENTS:
        odd = [movement for movement in case.movements.values() if oddity.is_odd(case, movement)]
        if odd:
            yield Said(
                oddity.name,
                case.group,
                oddity.meaning,
                oddity.normal,
                Severity.WARNING,
                times=len(odd),
                evidence=cited(places_of((odd[0], odd[-1]))),
                queues=frozenset(movement.queue for movement in odd),
            )


def _unreadable(case: Case) -> Iterable[Said]:
    """Queues that producers may fill and consumers may not read."""
    topics = case.routes if case.group == UNNAMED else case.topics
    routes = [(topic, broker) for topic in topics for broker in case.routes.get(topic, ())]
    closed = [(topic, broker) for topic, broker in routes if broker.unreadable_queues]
    if closed:
        yield Said(
            _NOT_READABLE,
            case.group,
            say("Producers may write to queues of the topic that consumers may not read"),
            say("for a while, when a topic is given fewer queues step by step: read queues last"),
            Severity.WARNING,
            times=len(closed),
            evidence=cited(broker.place for _, broker in (closed[0], closed[-1])),
            queues=frozenset(queue for topic, broker in closed for queue in broker.unreadable(topic)),
            remedy=say(
                "mqadmin updateTopic -n NAMESRV -c CLUSTER -t TOPIC -p 6, with as many read queues as write queues"
            ),
        )


class _Reason(NamedTuple):
    """Why something failed, as an answer tells it, and where to look next."""

    said: Phrase
    meaning: Meaning | None
    looks: Sequence[NextLook] = ()


def _failed_commands(case: Case) -> Iterable[Said]:
    """What brokers and name servers answered to mqadmin instead of an output, and what it failed at without an
    answer."""
    told = [(reason, answer) for answer in case.answers for reason in _reasons(case, answer)]
    for pairs in grouped((pair[0].said, pair) for pair in told or _not_known(case)).values():
        places = list(dict.fromkeys(places_of(answer for _, answer in pairs)))
        yield _failure(case, pairs[0][0], places)


def _failure(case: Case, reason: _Reason, places: Sequence[EvidenceLine]) -> Said:
    said, meaning, looks = reason
    remedy = meaning.remedy if meaning else ""
    return Said(
        FAILED,
        case.group,
        said,
        meaning.normal if meaning else "",
        WEIGHTS[meaning.gravity] if meaning else Severity.WARNING,
        times=len(places),
        evidence=cited((places[0], places[-1])),
        remedy=with_looks(remedy, looks) if case.is_post else remedy,
    )


def _not_known(case: Case) -> list[tuple[_Reason, Answer]]:
    """What a post failed at that nobody here knows, where nothing else in it tells more."""
    answers = [answer for answer in case.answers if answer.command is None]
    if not (case.is_post and answers) or case.events:
        return []
    name = (answers[-1].text or "").partition(":")[0].rpartition(".")[2]
    reason = _explained(exception_of_others(name))
    return [(reason, answer) for answer in answers]


def _reasons(case: Case, answer: Answer) -> list[_Reason]:
    """Everything that an answer says of why; a code's meaning first, then, of what somebody pasted, the words beside it
    in those of `explain`."""
    quoted = case.is_post or answer.command is None
    code = [_answered(answer, answer.code)] if answer.code is not None else []
    words = _quoted_reasons(answer) if quoted and (code or answer.command is None) else []
    failed = _failed(answer) if not code and not words else None
    return [*code, *words, *([failed] if failed else [])]


def _quoted_reasons(answer: Answer) -> list[_Reason]:
    """What else the words of an answer say that somebody pasted; its code has been told."""
    told = GENERAL if answer.code is not None else frozenset()
    return [
        _explained(one)
        for one in explain_text(answer.text or "")[0]
        if one.name not in told and not one.name.startswith(f"CODE {answer.code} ")
    ]


def _explained(one: Explained) -> _Reason:
    return _Reason(say("{name}: {meaning}", name=one.name, meaning=message(one.meaning.says)), one.meaning, one.looks)


def _answered(answer: Answer, code: int) -> _Reason:
    """What a code says by the words beside it."""
    told = answer.said.meaning_of(code)
    meaning = message(told.meaning.says) if told else say("a code that RocketMQ does not have")
    if answer.command is None:
        said = say("CODE {code} was answered: {meaning}", code=code, meaning=meaning)
    else:
        said = say("mqadmin was answered CODE {code}: {meaning}", code=code, meaning=meaning)
    routine = told is not None and told.meaning.gravity is Gravity.ROUTINE
    return _Reason(said, told.meaning if told else None, () if routine or told is None else looks_after_code(code))


def _failed(answer: Answer) -> _Reason | None:
    """What the innermost exception says that is known; None where none is."""
    thrown = answer.said.thrown
    if thrown is None or thrown.name == _LINK:
        return _mentioned(answer)
    if answer.command is None:
        said = say("{name}: {meaning}", name=thrown.name, meaning=thrown.meaning.says)
    else:
        said = say("a command failed ({name}): {meaning}", name=thrown.name, meaning=thrown.meaning.says)
    return _Reason(said, thrown.meaning, looks_named(thrown.looks))


# the link to the list of questions says nothing by itself
_LINK = "faq_link"


def _mentioned(answer: Answer) -> _Reason | None:
    """What a post names of RocketMQ's without an error: a setting, a command, a class."""
    known = explain_text(answer.text or "")[0] if answer.command is None else []
    return _explained(known[0]) if known else None
