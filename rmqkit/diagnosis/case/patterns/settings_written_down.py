"""Settings in configuration files beside what they would bring about. No verdicts here."""

from __future__ import annotations

from collections.abc import Iterator

from rmqkit.diagnosis.case.case import Case
from rmqkit.diagnosis.case.pattern import Pattern, Suspect
from rmqkit.diagnosis.case.settings_written import settings_written
from rmqkit.diagnosis.commands import RUNNING_CONFIG
from rmqkit.language import say

FIT = 4
_OF_ANOTHER = say("a file that is another broker's, or that was changed after the broker started")


def patterns(case: Case) -> Iterator[Pattern]:
    """Each setting with the lines that show its effect."""
    for written in settings_written(case):
        if written.seen:
            suspect = Suspect(written.ids[-1], say("this setting brings about what these lines show"))
            places = (written.setting.place, *written.seen)
            yield Pattern(written.what, len(written.seen), (suspect,), _OF_ANOTHER, RUNNING_CONFIG, places=places)
