"""An incident as it was at an earlier moment: what was there by then, and what must not be said of it.

Prefix: at several moments of its course; what was proven then must not be false by the whole.
Silence: without the witnesses of an end; then no end may be claimed.
"""

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rmqkit.diagnosis import Diagnosis, Finding, Severity
from rmqkit.diagnosis.explanation import CAUSE, EFFECT
from rmqkit.diagnosis.findings import BY_ID
from tests.accuracy.again import Again, Recording, diagnosed
from tests.accuracy.against_ledgers import untrue
from tests.accuracy.scoring import Truth

# Brokers, proxies and 5.x clients log in UTC+8, 4.x clients and Go clients in UTC.
SHANGHAI = 8 * 3600.0
# A command that had just been started had not answered.
ANSWERED = 2.0
# A fifth of a recording lasts half a minute: less than a change takes to settle.
MOMENTS = 5
# Two moments that tell of one change.
SAME_CHANGE = 2.0
# Over as soon as it is done: nobody has to see an end of these.
MOMENTARY = frozenset({"offsets_moved", "duplicate_consumption", "harmless_startup_noise"})
# What tells that time went on, and nothing of the group's members and queues.
SAYS_NOTHING_OF_AN_END = ("topicRoute-", "topicStatus-")
JUST_BEFORE = 0.5
_MOMENT = re.compile(r'(?:time=")?(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{3}))?')
_RUNNING_INFO = re.compile(r"\d{13}")


def moments(told: Mapping[str, Any], count: int) -> list[float]:
    """So many moments (epoch seconds), evenly from half a minute after the first start to the end."""
    first = min(life["started"] for client in told["clients"] for life in client["lives"]) + 30
    step = (told["ended"] - first) / count
    return [first + step * (number + 1) for number in range(count)]


def cut(evidence: Path, told: Mapping[str, Any], moment: float, target: Path) -> None:
    """Write into `target` what of `evidence` was there at `moment` (epoch seconds)."""
    captured = {command["file"]: command["at"] + ANSWERED for command in told["commands"]}
    ahead = {client["client"]: client["clock_ahead"] for client in told["clients"]}
    for file in sorted(path for path in evidence.rglob("*") if path.is_file()):
        name = file.relative_to(evidence)
        if file.suffix == ".log":
            text = file.read_text(errors="replace")
            _write(
                target / name,
                "".join(lines_until(text, moment, told["ended"], ahead.get(name.parent.name, 0))),
            )
        elif _captured_at(file, name, captured) <= moment:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target / name)


def _captured_at(file: Path, name: Path, captured: Mapping[str, float]) -> float:
    """Running info lies in a folder whose name is the moment; a thread dump begins with it."""
    if _RUNNING_INFO.fullmatch(name.parent.name):
        return int(name.parent.name) / 1000
    if name.as_posix() in captured:
        return captured[name.as_posix()]
    at = _at(file.read_text())
    assert at is not None, f"{name}: nothing tells when it was taken"
    return at


def _write(file: Path, text: str) -> None:
    if text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def lines_until(text: str, moment: float, ended: float, ahead: float = 0) -> Iterator[str]:
    """The records of a log that were written by `moment`; `ahead`: how far its clock ran ahead.

    A log without a moment in it was printed by the end, and nobody knows when.
    """
    lines = text.splitlines(keepends=True)
    shift = _zone(lines, ended + ahead) + ahead
    is_there = moment >= ended
    for line in lines:
        at = _at(line)
        is_there = is_there if at is None else at - shift <= moment
        if is_there:
            yield line


def _zone(lines: list[str], ended: float) -> float:
    """How far a log's clock shows another hour than UTC, by its last moment."""
    last = next((at for at in map(_at, reversed(lines)) if at is not None), ended)
    return SHANGHAI if last - ended > SHANGHAI / 2 else 0.0


def _at(line: str) -> float | None:
    """The moment at the beginning of a record, as if it were UTC."""
    match = _MOMENT.match(line)
    if match is None:
        return None
    moment = datetime.fromisoformat(f"{match[1]}T{match[2]}").replace(tzinfo=UTC)
    return moment.timestamp() + int(match[3] or 0) / 1000


def prefix(recording: Recording, count: int = MOMENTS) -> Again:
    """Diagnose the recording at so many moments."""
    times = moments(recording.told, count)[:-1]
    differences = [difference for moment in times for difference in _then(recording, recording.whole, moment)]
    return Again(recording.name, len(times), tuple(differences))


def _then(recording: Recording, whole: Diagnosis | None, moment: float) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="rmqkit-prefix-") as folder:
        cut(recording.evidence, recording.told, moment, Path(folder))
        then = diagnosed(Path(folder), recording.group)
    if then is None:
        return
    when = f"{recording.told['ended'] - moment:.0f} s before the end"
    findings = whole.findings if whole else ()
    ledger = recording.ledger.before(moment)
    for finding in then.findings:
        problems = [
            *false_later(finding, recording.truth, findings),
            *(untrue(finding, ledger) if finding.proven else ()),
        ]
        yield from (f"{when}: {problem} [{finding.title}]" for problem in problems)


def false_later(then: Finding, truth: Truth, whole: Sequence[Finding]) -> Iterator[str]:
    """What the whole contradicts of a finding that was proven at an earlier moment."""
    if not then.proven or then.severity < Severity.NOTICE or BY_ID[then.id].kind not in (CAUSE, EFFECT):
        return
    later = [finding for finding in whole if finding.id == then.id]
    happened = truth.causes | truth.effects | truth.tolerated | truth.past
    if then.id not in happened and not later:
        yield f"{then.id} is proven, and the whole knows nothing of it"
    if not then.ongoing and any(_went_on(then, now) for now in later):
        yield f"{then.id} is called over, and it went on"


def _went_on(then: Finding, now: Finding) -> bool:
    """Whether the whole has what was called over as one stretch that reaches beyond that end."""
    if not now.proven or not now.ongoing or then.until is None or now.since is None:
        return False
    about_the_same = not then.queues or not now.queues or bool(set(then.queues) & set(now.queues))
    return about_the_same and (then.until - now.since).total_seconds() > SAME_CHANGE


def silence(recording: Recording) -> Again:
    """Diagnose the recording once for each end that it claims, without anything from there on."""
    whole = recording.whole
    ended = [finding for finding in whole.findings if has_an_end(finding)] if whole else []
    differences = [difference for finding in ended for difference in _without(recording, finding)]
    return Again(recording.name, len(ended), tuple(differences))


def has_an_end(finding: Finding) -> bool:
    """Whether it tells of a state that is over, and since when."""
    weighs = finding.severity >= Severity.NOTICE and finding.id not in MOMENTARY
    return weighs and not finding.ongoing and finding.until is not None


def _without(recording: Recording, finding: Finding) -> Iterator[str]:
    before = finding.until.timestamp() - JUST_BEFORE
    with tempfile.TemporaryDirectory(prefix="rmqkit-silence-") as folder:
        cut(recording.evidence, recording.told, before, Path(folder))
        _keep_what_says_nothing(recording.evidence, Path(folder))
        then = diagnosed(Path(folder), recording.group)
    for other in then.findings if then else ():
        if other.id == finding.id and claims_the_end(other, finding.until):
            end = f"{finding.until:%H:%M:%S}"
            yield f"{other.id} is called over with nothing from its end ({end}) on [{other.title}]"


def claims_the_end(finding: Finding, end: datetime) -> bool:
    """Whether it is called over by now; an end of an earlier stretch may have its own witnesses."""
    if finding.ongoing or not finding.proven:
        return False
    return finding.until is None or abs((end - finding.until).total_seconds()) < 60


def _keep_what_says_nothing(evidence: Path, folder: Path) -> None:
    for file in evidence.glob("topic*.txt"):
        if file.name.startswith(SAYS_NOTHING_OF_AN_END):
            (folder / file.name).write_bytes(file.read_bytes())
