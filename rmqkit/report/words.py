"""The fixed words of reports and notebooks, said in every language. Findings bring their own texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rmqkit.language import in_language, message

Words = Mapping[str, str]

WORDS: Words = {
    "until": message("until {}"),
    "joint": message(", "),
    "orphans": message("{queues} of {all_queues} queues read by nobody: {places}"),
    "topics": message("topics: {}"),
    "who": message("who"),
    "wants": message("subscribes to"),
    "name": message("name"),
    "client_id": message("client id"),
    "processes": message("processes"),
    "gone": message("gone at the end"),
    "addresses": message("addresses"),
    "version": message("version"),
    "no_client": message("No client of the group is known."),
    "topic": message("topic"),
    "broker": message("broker"),
    "queues": message("queues"),
    "seen": message("seen"),
    "rows_of": message("{} rows"),
    "as_table": message("The same as a table"),
    "state": message("state"),
    "no_queue": message("No queue could be recomputed."),
    "fix_is": message("After the fix: {}."),
    "may_not_be_read": message("{} queues may be written to, and nobody may read them."),
    "of_queues": message("{agreeing} of {looked} observed queues have the owner that is predicted."),
    "disagree": message("{} queues were seen otherwise than predicted: the crosses in the picture."),
    "no_owner_seen": message("Nobody was seen with any queue."),
    "explanation": message("explanation"),
    "judgement": message("judgement"),
    "for_it": message("for it"),
    "against_it": message("against it"),
    "would_decide": message("would decide"),
    "nothing_for": message("Nothing in the evidence speaks for or against: {}."),
    "nothing_considered": message("No explanation could be considered: the evidence names no group."),
    "proven": message("\u2713 proven"),
    "suspected": message("? suspected"),
    "open": message("\u25cb open"),
    "refuted": message("\u2717 refuted"),
    "message": message("message"),
    "meaning": message("meaning"),
    "times": message("times"),
    "stands": message("state"),
    "explained": message("\u2713 explained"),
    "normal": message("\u00b7 normal"),
    "said_open": message("\u25cb open"),
    "normal_when": message("Normal {}."),
    "change_this": message("Fix: {}."),
    "sentence": message("{}."),
    "explained_by": message("explained by"),
    "line": message("line"),
    "nothing_said": message("No message of the catalogue and no oddity is in the evidence."),
    "ordinary": message("{} kinds of ordinary messages"),
    "settled": message("Nothing: what was found is proven, and no further evidence would change it."),
    "run_this": message("Run this first"),
    "it_tells": message("It tells {}"),
    "it_decides": message("It decides: {}"),
    "then": message("Then"),
    "cited_by": message("cited by"),
    "no_line": message("No line is cited."),
    "all_lines": message("all {} lines"),
    "several": message("group {}"),
    "more_groups": message("{} more groups, none of them worse"),
    "none_sick": message("None of the groups is sick."),
    "no_rows": message("The evidence has none."),
    "nothing_found": message("every queue has its owner and moves"),
    "not_decided": message("not decided by the evidence"),
    "no_group": message("The evidence names no consumer group."),
    "file": message("file"),
    "kind": message("kind"),
    "lines": message("lines"),
    "rows": message("rows"),
    "noise": message("noise"),
    "blank": message("blank"),
    "continuation": message("continued"),
    "unparsed": message("unparsed"),
    "remark": message("remark"),
    "no_file": message("No file was read."),
    "ends": message("The evidence ends at {}; what happened later is not in it."),
    "unparsed_lines": message("{} lines were not understood; the table above names the first of each file."),
    "listener": message("Whether a listener does its work right cannot be seen from outside: only that it returns."),
    "title": message("RocketMQ incident report"),
    "contents": message("Contents"),
    "made": message("Made by rmqkit {version} from {folder}"),
    "failed": message("This report is not complete: it stopped at an error."),
    "trace": message("Details of the error"),
    "above_lines": message("{}:"),
    "where": message("where"),
    "removed": message("removed"),
    "came_back": message("came back"),
    "first_removed": message("first removed"),
    "written_by": message("written by"),
    "no_change_told": message("No source tells how the subscription table changed."),
    "status": message("status"),
}
"""By name: the labels, and sentences with places for values."""

FIXES: Words = {
    "inconsistent_subscription": message("every client subscribes to every topic"),
    "client_id_collision": message("every process has an id of its own"),
    "mixed_allocation_strategies": message("all share out by the average strategy"),
}
"""By cause: the fix of the allocation after the fix, in a few words."""

LIMITS: Words = {
    "consumer_progress": message(
        "No consumerProgress output: neither lag nor owners of queues were observed (mqadmin "
        "consumerProgress -g GROUP -s true, twice or more)."
    ),
    "consumer_connection": message(
        "No consumerConnection output: the list of clients is known only from logs or not at "
        "all (mqadmin consumerConnection -g GROUP)."
    ),
    "running_info": message(
        "No running info: what each client itself subscribes to and holds is known only as "
        "far as logs tell (mqadmin consumerStatus -g GROUP -s)."
    ),
    "broker_log": message("No broker.log: when subscriptions were overwritten and clients came and went is unknown."),
    "client_log": message("No client log: what was consumed again, and why a client failed, is unknown."),
}
"""By kind of file that is not in the evidence: what cannot be told without it."""


@cache
def labels(lang: str) -> Words:
    """The labels and sentences of a language. Raises KeyError for one that rmqkit does not write."""
    return {name: in_language(text, lang) for name, text in WORDS.items()}
