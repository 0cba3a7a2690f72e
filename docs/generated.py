"""Pages that say what the package's own tables say: findings, commands, messages, codes, columns. No prose of their own
beyond an introduction to each page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import python_interface

from rmqkit.diagnosis import symptoms
from rmqkit.diagnosis.explanation import Explanation
from rmqkit.diagnosis.findings import BY_ID, EXPLANATIONS
from rmqkit.evidence.questions import QUESTIONS, Question
from rmqkit.formats.block import Kind
from rmqkit.formats.data import rows_of
from rmqkit.formats.known_words import SETTINGS
from rmqkit.formats.logs.catalogue import MEANINGS, MESSAGES, Gravity, Message
from rmqkit.formats.logs.exceptions import EXCEPTIONS
from rmqkit.formats.logs.response_codes import CODES
from rmqkit.formats.surroundings import PAIRS
from rmqkit.tables.schemas import SCHEMAS, VERDICTS, VIEWS

KINDS = {
    "cause": "Causes",
    "effect": "Effects",
    "note": "Notes",
}
GRAVITIES = {
    Gravity.FAULT: ("Faults", "Something is or was wrong with consumption."),
    Gravity.TRANSIENT: ("Transient", "Normal for some seconds around a start, a reconnect or a rebalance."),
    Gravity.ELSEWHERE: ("Elsewhere", "Something is or was wrong, but not with consumption."),
    Gravity.ROUTINE: ("Routine", "Ordinary work."),
}
TABLES = {
    "progress": "One row per queue of a `consumerProgress` output.",
    "groups": "One row per group of a `consumerProgress` output without `-g`.",
    "connections": "One row per client that `consumerConnection` or `consumerStatus` lists.",
    "subscriptions": "One row per subscription, of the broker's table or of a client's own.",
    "client_queues": "One row per queue that a client holds according to its running info.",
    "client_properties": "One row per property of a client's running info.",
    "client_topics": "One row per topic in the counters of a client's running info.",
    "topic_queues": "One row per queue of a topic, from `topicStatus`, `topicRoute` or `brokerConsumeStats`.",
    "answers": "One row per result that mqadmin itself reports: a failure, a summary line, a verdict.",
    "threads": "One row per thread of a thread dump.",
    "statements": "One row per statement of RocketMQ quoted within text that people wrote.",
    "settings": "One row per key of a configuration, of code that sets up a client, or of a broker's stored settings.",
    "broker_figures": "One row per figure that a broker, one of its files, or its metrics report.",
    "log_events": "One row per record of a log.",
    "registrations": "One row per client registration in a broker's log.",
    "owners_over_time": "One row per observation of a queue's owner, and per queue that a client's log shows as taken.",
    "lag_over_time": "One row per queue and snapshot, compared with the previous snapshot.",
    "exceptions": "One row per exception that clients or applications logged, counted once each.",
    "ledger": "One row per block of a file: how its lines were counted.",
    "verdicts": "One row per group and finding: `rmqkit.diagnose(evidence).verdicts(spark)`.",
}


KINDS_OF_TEXT = {
    Kind.CONSUMER_PROGRESS: "`mqadmin consumerProgress -g GROUP`",
    Kind.CONSUMER_PROGRESS_ALL: "`mqadmin consumerProgress`",
    Kind.CONSUMER_CONNECTION: "`mqadmin consumerConnection`",
    Kind.CONSUMER_STATUS: "`mqadmin consumerStatus`: its list of clients and its verdicts",
    Kind.RUNNING_INFO: "what `consumerStatus` writes about each client",
    Kind.TOPIC_ROUTE: "`mqadmin topicRoute`",
    Kind.TOPIC_STATUS: "`mqadmin topicStatus`",
    Kind.BROKER_CONSUME_STATS: "`mqadmin brokerConsumeStats`",
    Kind.BROKER_LOG: "a broker's log, or lines of it",
    Kind.CLIENT_LOG: "a client's log (Java, Go, C++, C#, Python, Rust), or lines of it",
    Kind.NAMESRV_LOG: "a name server's log, or lines of it",
    Kind.ROCKETMQ_LOG: "store.log, remoting.log and the like",
    Kind.APP_LOG: "an application's log that contains RocketMQ's lines",
    Kind.COMMAND_FAILED: "an exception, or an error that mqadmin prints instead of its output",
    Kind.OTHER_MQADMIN: "another command of mqadmin",
    Kind.THREAD_DUMP: "jstack, or Arthas",
    Kind.SETTINGS: "configuration: properties, YAML, annotations, code, environments",
    Kind.BROKER_FILE: "a file that a broker or client keeps: offsets, groups, topics",
    Kind.METRICS: "the text of a metrics endpoint",
    Kind.STATEMENTS: "RocketMQ's words within other text: a log message or part of it, a code, an exception, a setting",
    Kind.PROSE: "text written by people, in any script",
    Kind.UNKNOWN: "anything else: counted, never dropped",
}
"""Each kind of text that the ledger names, and what it is."""


def write_pages(folder: Path) -> None:
    """Write all generated pages below the documentation's folder, but only those that changed."""
    pages = {
        "findings/index.md": findings_index(),
        **{f"findings/{explanation.id}.md": finding_page(explanation) for explanation in EXPLANATIONS},
        "commands.md": commands_page(),
        "messages.md": messages_page(),
        "tables.md": tables_page(),
        "questions.md": questions_page(),
        "pasting.md": pasting_page(),
        "python.md": python_interface.python_page("en"),
        "python.zh.md": python_interface.python_page("zh"),
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
        rows = [(f"[{each.id}]({each.id}.md)", first_sentence(each.what)) for each in of_kind]
        parts += [f"## {title}\n", table(("finding", "what it is"), rows)]
    toctree = "\n".join(sorted(BY_ID))
    return "\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n{toctree}\n```\n"])


def finding_page(explanation: Explanation) -> str:
    """What a finding is, how to confirm it, what to do, and the related evidence and messages."""
    parts = [f"# {explanation.id}\n", f"*{explanation.kind}*\n", f"{plain(explanation.what)}\n"]
    parts += section("Confirm", (explanation.confirm,))
    parts += section("Fix", explanation.remedy)
    parts += section("What not to do", explanation.do_not)
    if explanation.command:
        parts += ["## The most informative evidence\n", command_block(explanation.command)]
    # What else it accounts for are oddities of the tables, which have no line of a log.
    events = sorted(explanation.messages & MEANINGS.keys())
    if events:
        rows = [(f"`{event}`", meaning_of(event)) for event in events]
        parts += ["## Log messages that it explains\n", table(("message", "what it says"), rows)]
    return "\n".join(parts)


def commands_page() -> str:
    """Which evidence is most informative for which finding."""
    by_command: dict[str, list[str]] = {}
    for explanation in EXPLANATIONS:
        if explanation.command:
            by_command.setdefault(explanation.command, []).append(explanation.id)
    parts = [
        "# What each command shows\n",
        "A proof needs several sources; this is the most informative evidence for each finding. "
        "`rmqkit collect` runs all of these commands; the *missing* part of a verdict names those that could still "
        "decide.\n",
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
    """One message as a definition: its name, its wording, its meaning."""
    meaning = MEANINGS[event]
    normal = f" Normal {plain(meaning.normal)}." if meaning.normal else ""
    printed = ", ".join(code(needle) for needle in needles)
    return f"`{event}`\n: {plain(meaning.says)}.{normal}\n  Printed: {printed}\n"


def tables_page() -> str:
    """The data dictionary: every table and column of the evidence."""
    parts = [
        "# Tables\n",
        "`evidence.progress`, `evidence.log_events` and so on are Spark DataFrames; `evidence.create_views()` "
        "makes them views for `spark.sql`. Times are instants (shown in UTC); a column is null if the source "
        "does not show it.\n",
    ]
    for name, schema in {**SCHEMAS, **VIEWS, "verdicts": VERDICTS}.items():
        rows = [
            (f"`{column.name}`", column.dataType.simpleString(), plain(column.metadata["comment"])) for column in schema
        ]
        parts += [f"## {name}\n", f"{TABLES[name]}\n", table(("column", "type", "what it holds"), rows)]
        parts += [question_entry(question) for question in QUESTIONS if question.table == name]
    return "\n".join(parts)


def questions_page() -> str:
    """Frequent questions, as SQL."""
    parts = [
        "# Questions\n",
        "Frequent questions about an incident, as SQL over its tables. `rmqkit.QUESTIONS` contains the same.\n",
        "```python\nevidence = rmqkit.read(spark, FOLDER)\nevidence.create_views()\n"
        "spark.sql(rmqkit.QUESTIONS[0].sql).show()\n```\n",
        "If a record does not name its client, broker or queue, it is filled in where other evidence determines it; "
        "the column `derived` lists what was filled in. [Tables](tables.md) lists every column.\n",
    ]
    return "\n".join([*parts, *(question_entry(question, "## ") for question in QUESTIONS)])


def question_entry(question: Question, heading: str = "") -> str:
    """A question and its SQL."""
    asked = f"{heading}{plain(question.asked)}" if heading else f"*{plain(question.asked)}*"
    return f"{asked}\n\n```sql\n{question.sql}\n```\n"


def pasting_page() -> str:
    """What can be pasted: every kind of text that is read, and what may surround it."""
    kinds = [(f"`{kind}`", told) for kind, told in KINDS_OF_TEXT.items()]
    tools = dict.fromkeys(row["tool"] for row in rows_of("prefixes.tsv", "tool", "use", "shape"))
    around = [(tool, "before a line") for tool in tools]
    around += [(f"{opener} {closer}", "around words") for opener, closer in PAIRS.items()]
    known = (
        ("wordings of log messages", f"{len(MESSAGES):,}", "in full, or their beginning or end"),
        ("response codes and statuses", f"{len(CODES):,}", "by number and by name"),
        ("exceptions and their sentences", f"{len(EXCEPTIONS):,}", "with or without the class"),
        ("settings", f"{len(SETTINGS):,}", "by their keys"),
    )
    return "\n".join(
        [
            "# What you can paste\n",
            "Anything that RocketMQ printed, with any text around it: three lines of a chat, a quoted exception, a "
            "screen, a configuration. No file is needed and no Java starts.\n",
            "```sh\nrmqkit diagnose - < post.txt     # or any pipe\nrmqkit diagnose --paste          # paste, then two "
            'empty lines\nrmqkit explain "CODE: 24  DESC: ..."\n```\n',
            'In a notebook: `rmqkit.paste("""...""")`.\n',
            "## Kinds of text\n",
            "The ledger (`rmqkit scan`) assigns one of these to each block of a text. Lines of sentences that people "
            "wrote are a block of `prose` and count as noise, so that every line is a row, noise, blank, continued or "
            "unparsed.\n",
            table(("kind", "what it is"), kinds),
            "## Words that are recognised anywhere\n",
            table(("what", "how many", "how they are found"), known),
            "## What may surround them\n",
            "Chinese or any other prose, Markdown, HTML and its entities, strings of JSON, logfmt, Go's "
            "`map[key:value]`, and:\n",
            table(("what", "where"), around),
        ]
    )


def symptoms_table() -> str:
    """What people see, the most frequent causes, and the command that shows which: it is on the front page."""
    rows = []
    for symptom in symptoms.table()["symptom"]:
        causes = [
            f"[{cause['id']}](findings/{cause['id']}.md): {plain(cause['how'].en)}" for cause in symptom["causes"]
        ]
        rows.append(
            (symptom["sees"].en, "<br>".join(causes), f"`{symptom['command']}`<br>{plain(symptom['tells'].en)}")
        )
    return table(("what you see", "most common causes", "command to check"), rows)


def command_block(command: str) -> str:
    """A command to type; the remark behind it becomes a sentence. One that names a file stays one sentence."""
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
    """Text as it is printed; two backticks protect those in the text."""
    return f"`` {text.strip()} ``" if "`" in text else f"`{text.strip()}`"
