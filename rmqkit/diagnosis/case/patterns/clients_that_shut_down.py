"""Every client whose log is here shut down, and nothing tells of another one. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.commands import CONNECTION
from rmqkit.diagnosis.facts.logs import places_of
from rmqkit.diagnosis.wording import count
from rmqkit.language import say

FIT = 70
SUSPECTS = (Suspect("group_offline", say("with its last client a group stops consuming")),)


def patterns(case: Case) -> Iterator[Pattern]:
    """By the shutdown at the end of all client logs
    (`DefaultMQPushConsumerImpl#shutdown`, all versions)."""
    shut = [
        event
        for event in case.facts.events_named("consumer_shutdown", source="client")
        if event.group == case.group and case.recent(event)
    ]
    logs = {log.file for log in case.facts.logs.values() if log.source == "client"}
    others = case.live or case.facts.rosters or case.facts.snapshots
    if shut and not others and {event.file for event in shut} == logs:
        yield Pattern(
            say("{logs}, and each ends with its client's shutdown", logs=count(len(logs), "client log")),
            len(shut),
            SUSPECTS,
            say("clients of which no log is here"),
            CONNECTION,
            places=places_of(shut),
        )
