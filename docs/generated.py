"""Pages that say what the package's own tables say: findings, commands, messages, codes, columns. No prose of their own
beyond an introduction to each page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.explanations import BY_ID, EXPLANATIONS
from rmqkit.formats.logs.catalogue import MEANINGS, MESSAGES, Gravity, Message
from rmqkit.tables.schemas import SCHEMAS

KINDS = {
    "cause": "Causes",
    "effect": "Effects",
    "note": "Notes",
}
GRAVITIES = {
    Gravity.FAULT: ("Faults", "Something is or was wrong for those who consume."),
    Gravity.PASSING: ("Passing", "Normal for some seconds around a start, a reconnect or a rebalance."),
    Gravity.ELSEWHERE: ("Elsewhere", "Something is or was wrong, but not with consuming."),
    Gravity.ROUTINE: ("Routine", "Ordinary work."),
}
TABLES = {
    "progress": "One row per queue of a `consumerProgress` output.",
    "groups": "One row per group of a `consumerProgress` output without `-g`.",
    "connections": "One row per client that `consumerConnection` or `consumerStatus` lists.",
    "subscriptions": "One row per subscription, of the broker's table or of a client's own.",
    "client_queues": "One row per queue that a client holds by its own running info.",
    "client_properties": "One row per property of a client's running info.",
    "client_topics": "One row per topic that a client's running info counts.",
    "topic_queues": "One row per queue of a topic, by `topicStatus`, `topicRoute` or `brokerConsumeStats`.",
    "answers": "One row per output that concludes something: a failure, a summary line, a verdict of mqadmin's own.",
    "threads": "One row per thread of a thread dump.",
    "settings": "One row per key of a configuration, of code that sets up a client, or of a broker's stored tables.",
    "broker_figures": "One row per figure that a broker, one of its files, or its metrics tell.",
    "log_events": "One row per record of a log.",
    "ledger": "One row per block of a file: what became of its lines.",
}


def write_pages(folder: Path) -> None:
    """Write all generated pages below the documentation's folder, those that changed only."""
    pages = {
        "findings/index.md": findings_index(),
        **{f"findings/{explanation.id}.md": finding_page(explanation) for explanation in EXPLANATIONS},
        "commands.md": commands_page(),
        "messages.md": messages_page(),
        "tables.md": tables_page(),
    }
    for name, text in pages.items():
        _write_if_changed(folder / name, text)


def _write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def findings_index() -> str:
    """All findings by kind, each with its first sentence."""
    parts = ["# Findings\n", "What rmqkit can find. `rmqkit explain ID` prints the same in a terminal.\n"]
    for kind, title in KINDS.items():
        of_kind = [explanation for explanation in EXPLANATIONS if explanation.kind == kind]
        rows = [(f"[{each.id}]({each.id}.md)", first_sentence(each.text.what)) for each in of_kind]
        parts += [f"## {title}\n", table(("finding", "what it is"), rows)]
    toctree = "\n".join(sorted(BY_ID))
    return "\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n{toctree}\n```\n"])


def finding_page(explanation: Explanation) -> str:
    """What a finding is, how to confirm it, what to do, and the evidence and messages that speak of it."""
    text = explanation.text
    parts = [f"# {explanation.id}\n", f"*{explanation.kind}*\n", f"{plain(text.what)}\n"]
    parts += section("Confirm", (text.confirm,))
    parts += section("Fix", text.remedy)
    parts += section("What not to do", text.do_not)
    if explanation.command:
        parts += ["## The evidence that tells most\n", command_block(explanation.command)]
    # What else it accounts for are oddities of the tables, which have no line of a log.
    events = sorted(explanation.messages & MEANINGS.keys())
    if events:
        rows = [(f"`{event}`", meaning_of(event)) for event in events]
        parts += ["## Log messages that it accounts for\n", table(("message", "what it says"), rows)]
    return "\n".join(parts)


def commands_page() -> str:
    """Which evidence tells most about which finding."""
    by_command: dict[str, list[str]] = {}
    for explanation in EXPLANATIONS:
        if explanation.command:
            by_command.setdefault(explanation.command, []).append(explanation.id)
    parts = [
        "# What each command proves\n",
        "A proof takes several witnesses; this is the evidence that tells most about each finding. "
        "`rmqkit collect` runs all of these commands; the verdict's *missing* names those that would still decide.\n",
    ]
    for command, ids in by_command.items():
        links = [f"- [{finding_id}](findings/{finding_id}.md)" for finding_id in sorted(ids)]
        parts += [command_block(command), "\n".join(links) + "\n"]
    return "\n".join(parts)


def messages_page() -> str:
    """Every message of the catalogue, by gravity: what RocketMQ prints, what it says, when it is normal."""
    wordings = wordings_by_event(MESSAGES)
    parts = [
        "# Log messages\n",
        "The messages that rmqkit names, over all versions from 4.0 to 5.4. "
        "`rmqkit explain` takes a pasted line as well.\n",
    ]
    for gravity, (title, what) in GRAVITIES.items():
        events = sorted(event for event, meaning in MEANINGS.items() if meaning.gravity is gravity)
        parts += [f"## {title}\n", f"{what}\n", *(message_entry(event, wordings[event]) for event in events)]
    return "\n".join(parts)


def wordings_by_event(messages: Iterable[Message]) -> Mapping[str, Sequence[str]]:
    """Event -> the needles of its wordings, each once."""
    wordings: dict[str, list[str]] = {}
    for message in messages:
        known = wordings.setdefault(message.event, [])
        if message.needle not in known:
            known.append(message.needle)
    return wordings


def message_entry(event: str, needles: Sequence[str]) -> str:
    """One message as a definition: its name, the words that tell it, its meaning."""
    meaning = MEANINGS[event]
    normal = f" Normal {plain(meaning.normal)}." if meaning.normal else ""
    printed = ", ".join(code(needle) for needle in needles)
    return f"`{event}`\n: {plain(meaning.says)}.{normal}\n  Printed: {printed}\n"


def tables_page() -> str:
    """The data dictionary: every table and column of the evidence."""
    parts = [
        "# Tables\n",
        "`evidence.progress`, `evidence.log_events` and so on are Spark DataFrames; `evidence.create_views()` "
        "makes them views for `spark.sql`. Times are instants (shown in UTC); a column is null where the source "
        "does not tell it.\n",
    ]
    for name, schema in SCHEMAS.items():
        rows = [
            (f"`{column.name}`", column.dataType.simpleString(), plain(column.metadata["comment"])) for column in schema
        ]
        parts += [f"## {name}\n", f"{TABLES[name]}\n", table(("column", "type", "what it holds"), rows)]
    return "\n".join(parts)


def command_block(command: str) -> str:
    """A command to type; the remark behind it becomes a sentence. What names a file is a sentence as a whole."""
    typed, _, remark = command.format(group="GROUP").partition("   (")
    if not typed.startswith(("mqadmin", "date")):
        return f"{plain(typed)}\n"
    return f"```sh\n{typed}\n```\n" + (f"\n({plain(remark)}\n" if remark else "")


def section(title: str, sentences: Sequence[str]) -> list[str]:
    """A heading with a list, or nothing where there is nothing to say."""
    return [f"## {title}\n", "\n".join(f"- {plain(sentence)}" for sentence in sentences) + "\n"] if sentences else []


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"


def first_sentence(text: str) -> str:
    """A text up to its first full stop."""
    return plain(text.split(". ")[0].rstrip(".") + ".")


def meaning_of(event: str) -> str:
    """What a message says, as a sentence."""
    return f"{plain(MEANINGS[event].says)}."


def plain(text: str) -> str:
    """Text without marks that Markdown would take for its own."""
    return "".join(f"\\{character}" if character in "\\`*_<>[]{}$" else character for character in text)


def code(text: str) -> str:
    """Text as it is printed; two backticks keep the ones that it holds."""
    return f"`` {text.strip()} ``" if "`" in text else f"`{text.strip()}`"
