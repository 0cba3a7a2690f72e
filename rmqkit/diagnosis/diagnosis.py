"""The verdict as people hold it: the data of a `Verdict` that shows itself in a terminal and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rmqkit.diagnosis.claims import Severity
from rmqkit.diagnosis.finding import Verdict
from rmqkit.diagnosis.render.html import diagnosis_html
from rmqkit.diagnosis.render.text import WIDTH, card, diagnosis_text, screen
from rmqkit.diagnosis.retold import spoken

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class Diagnosis(Verdict):
    """The verdict on a folder, readable wherever it is printed."""

    def to_screen(self, lang: str | None = None, *, width: int = WIDTH) -> str:
        """The verdict on one screen: what is wrong, since when, what it does, what to do, and the proof in short."""
        return screen(self, lang or self.lang, width)

    def to_text(self, lang: str | None = None, *, every_group: bool = False, with_queues: bool = False) -> str:
        """The whole verdict with all evidence; `lang` is en or zh, its own where none is
        named. `every_group` tells groups whole that only logs name beside those that mqadmin was
        asked about. `with_queues`: who reads which queue stands before what was read."""
        return diagnosis_text(self, lang or self.lang, every_group=every_group, with_queues=with_queues)

    def to_brief(self, lang: str | None = None) -> str:
        """The verdict as a card for a chat: at most 15 lines of at most 80 columns."""
        return card(self, lang or self.lang)

    def verdicts(self, spark: SparkSession) -> DataFrame:
        """One row per group and finding, the worst group first; a group of which nothing was found has one row."""
        from rmqkit.tables.schemas import VERDICTS

        return spark.createDataFrame(list(self._rows()), VERDICTS)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for group, findings in self.by_group().items():
            state = self.state_of(group)
            about = (group, str(state.severity(findings)), *state.figures.values())
            for one in findings:
                # That something is not known is nothing that could be proven.
                status = None if one.severity is Severity.UNKNOWN else str(one.status)
                how = (one.id, str(one.severity), status, one.ongoing, one.since, one.until, str(one.title))
                yield *about, *how
            if not findings:
                yield *about, *(None,) * 7

    def spoken(self, lang: str) -> Diagnosis:
        """The same verdict with every sentence in a language, for whatever shows it: en or zh."""
        return spoken(self, lang)

    def __repr__(self) -> str:
        return self.to_screen()

    def _repr_html_(self) -> str:
        return diagnosis_html(self, self.lang)
