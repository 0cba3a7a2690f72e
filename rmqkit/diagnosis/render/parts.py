"""The pieces that a verdict's text and its card are both made of: fixed words and short sentences. No layout here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from rmqkit.diagnosis.finding import EvidenceLine, Finding, Verdict
from rmqkit.diagnosis.texts import NOTE, TEXTS
from rmqkit.diagnosis.wording import count, ranges

MOST_EVIDENCE = 6
MOST_RANGES = 8
MOST_CLIENTS = 8
WIDEST_CLIENT = 44
WIDEST_EVIDENCE = 180

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "proven": "proven",
        "suspected": "suspected",
        "group": "group {}",
        "since": "since {}",
        "until": "until {}",
        "ongoing": "still going on",
        "over": "over",
        "explains": "Explains",
        "evidence": "Evidence",
        "against": "Against",
        "fix": "Fix",
        "do_not": "Do not",
        "more": "... and {} more",
        "behind": "{} messages behind",
        "read": "Read: {files} files, {lines} lines, {unparsed} unparsed.",
        "missing": "Missing:",
        "missing_nothing": "Missing: nothing that would change the verdict.",
        "problem": "Not read as it should be:",
    },
    "zh": {
        "proven": "已证实",
        "suspected": "疑似",
        "group": "消费组 {}",
        "since": "始于 {}",
        "until": "止于 {}",
        "ongoing": "仍在持续",
        "over": "已结束",
        "explains": "由此导致",
        "evidence": "证据",
        "against": "反证",
        "fix": "处理",
        "do_not": "切勿",
        "more": "…… 另有 {} 条",
        "behind": "堆积 {} 条消息",
        "read": "已读取: {files} 个文件, {lines} 行, {unparsed} 行未能识别。",
        "missing": "缺少的证据:",
        "missing_nothing": "缺少的证据: 没有会改变结论的证据。",
        "problem": "未能正常读取:",
    },
}
"""What rmqkit itself says around a verdict. Ids, severities and RocketMQ's own names are the same everywhere."""

_SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def words(lang: str) -> Mapping[str, str]:
    """The fixed words of a language. Raises KeyError for one that rmqkit does not write."""
    return WORDS[lang]


def sentences(text: str) -> list[str]:
    """A paragraph as its sentences, one a line."""
    return [each for each in _SENTENCE_END.split(visible(text)) if each]


def visible(text: str) -> str:
    """Text of unknown origin on one line, control characters written out: a log must not steer a terminal."""
    flat = text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ").replace("\t", "  ")
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", flat)


def cut(text: str, width: int) -> str:
    """Text shortened to a width, with three dots where something was left out."""
    return text if len(text) <= width else text[: width - 3].rstrip() + "..."


def moment(at: datetime | None) -> str | None:
    """A time to the second, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if at else None


def state(finding: Finding, lang: str, several_groups: bool) -> str:
    """`CRITICAL, proven, since ..., still going on`."""
    say = words(lang)
    parts = [str(finding.severity), say[finding.status], *([say["group"].format(finding.group)] * several_groups)]
    parts += [say["since"].format(moment(finding.since))] if finding.since else []
    parts += [say["until"].format(moment(finding.until))] if finding.until and not finding.ongoing else []
    if not _is_note(finding):
        parts.append(say["ongoing"] if finding.ongoing else say["over"])
    return ", ".join(parts)


def _is_note(finding: Finding) -> bool:
    return finding.id in TEXTS and TEXTS[finding.id].kind == NOTE


def subscription_rows(finding: Finding) -> list[tuple[str, str]]:
    """Who wants what, where the finding knows it: alike clients in one row where there are many."""
    told: Mapping[str, Mapping[str, str]] = finding.details.get("subscriptions", {})
    wanted = {who: ", ".join(f"{topic} {text}" for topic, text in sorted(each.items())) for who, each in told.items()}
    rows = sorted(wanted.items())
    if len(rows) <= MOST_CLIENTS:
        return [(cut(who, WIDEST_CLIENT), text or "-") for who, text in rows]
    alike: dict[str, list[str]] = {}
    for who, text in rows:
        alike.setdefault(text or "-", []).append(who)
    return [(_who(each), text) for text, each in alike.items()]


def _who(clients: list[str]) -> str:
    first = cut(clients[0], WIDEST_CLIENT)
    return first if len(clients) == 1 else f"{first} (+{len(clients) - 1})"


def explained(finding: Finding, diagnosis: Verdict, lang: str) -> str:
    """The effects of a cause, each with its queues and its lag."""
    effects = {each.id: each for each in reversed(diagnosis.of_group(finding.group))}
    return ", ".join(_effect(each_id, effects.get(each_id), lang) for each_id in finding.explains)


def _effect(effect_id: str, effect: Finding | None, lang: str) -> str:
    if effect is None:
        return effect_id
    scope = queues_text(effect) if effect.queues else ", ".join(effect.topics)
    behind = effect.details.get("behind")
    lag = words(lang)["behind"].format(f"{behind:,}") if isinstance(behind, int) and behind else ""
    inner = "; ".join(filter(None, (scope, lag)))
    return f"{effect_id} ({inner})" if inner else effect_id


def queues_text(finding: Finding) -> str:
    """The queues of a finding as ranges per broker, or their number where there are too many to read."""
    places = {(queue.topic, queue.broker) for queue in finding.queues}
    return ranges(finding.queues) if len(places) <= MOST_RANGES else count(len(finding.queues), "queue")


def place(line: EvidenceLine) -> str:
    """`file:line` as editors and terminals take it."""
    name = visible(line.file)
    return name if line.line is None else f"{name}:{line.line}"


def totals(diagnosis: Verdict) -> dict[str, str]:
    """Files, lines and unparsed lines of the ledger, with thousands apart."""
    rows = diagnosis.files
    return {
        "files": f"{len({row['file'] for row in rows}):,}",
        "lines": f"{sum(row['lines'] for row in rows):,}",
        "unparsed": f"{sum(row['unparsed'] for row in rows):,}",
    }


def problems(diagnosis: Verdict) -> list[str]:
    """What could not be read and why, one line a file."""
    told = (f"{visible(row['file'])}: {visible(str(row['problem']))}" for row in diagnosis.files if row.get("problem"))
    return list(dict.fromkeys(told))


def several_groups(diagnosis: Verdict) -> bool:
    """Whether a reader has to be told to which group a finding belongs."""
    return len({finding.group for finding in diagnosis.findings}) > 1


def texts(values: Iterable[str]) -> list[str]:
    """Sentences of the rules, safe for a terminal."""
    return [visible(each) for each in values]


def without_label(values: Iterable[str], label: str) -> list[str]:
    """Sentences that start with the word that stands before them as a label, without it."""
    return [each.removeprefix(label + " ") for each in values]
