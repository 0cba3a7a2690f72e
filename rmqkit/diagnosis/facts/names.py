"""Which group and which topic a snapshot belongs to where its own text does not say. No facts of a group here.

A file's name is a person's note: `consumerProgress-1.txt` is the first snapshot and not a group called
1. It names a group or a topic only if what the files hold names the same; a snapshot without a name
belongs to the folder's one group (or topic), if there is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from rmqkit.diagnosis.facts.brokers_words import Figure, Setting, differing_listeners
from rmqkit.diagnosis.facts.group import UNNAMED
from rmqkit.diagnosis.facts.logs import Event
from rmqkit.diagnosis.facts.rows import Row
from rmqkit.formats.logs.carried.answers import AT_START_ONLY, refused_start
from rmqkit.formats.naming import groups_said_in, without_number
from rmqkit.formats.settings.keys import OF_CLIENTS
from rmqkit.rocketmq.internal_groups import is_internal_group
from rmqkit.rocketmq.internal_topics import is_user_topic
from rmqkit.rocketmq.subscription import group_of_retry

Tables = Mapping[str, list[Row]]

# Tables of which one row without a group is a look at some group; an answer alone may be
# about anything.
_LOOKS = ("progress", "connections", "client_queues", "client_properties")
_ALONE = ("threads", "topic_queues", "broker_figures")


@dataclass(frozen=True)
class Names:
    """The groups and topics that the contents of the files name. `of_folders`: the one group that the logs of a folder
    name, as the folder of one client among others. `starting_in`: the one group that clients of a folder began to
    start, and are not said to have started."""

    groups: frozenset[str]
    topics: frozenset[str]
    of_folders: Mapping[str, str] = field(default_factory=dict)
    starting_in: Mapping[str, str] = field(default_factory=dict)

    def group_of(self, name: str) -> str:
        """The group that a name stands for: its own, or that of the retry topic of a pop consumer."""
        return group_of_retry(name, self.groups, self.topics)

    @property
    def only_group(self) -> str:
        """The one group there is, which looks without a name belong to."""
        return next(iter(self.groups)) if len(self.groups) == 1 else UNNAMED

    def group_beside(self, file: str) -> str:
        """The group of what stands in a file without a name: that of the logs beside it, else the only one."""
        return self.of_folders.get(folder_of(file), self.only_group)

    @property
    def only_topic(self) -> str | None:
        """The one topic of an application there is; None if there are several."""
        topics = [topic for topic in self.topics if is_user_topic(topic)]
        return topics[0] if len(topics) == 1 else None


def names_of(
    tables: Tables, events: Iterable[Event], asked: Collection[str] = (), counted: Iterable[str] = ()
) -> Names:
    """What the contents name; `asked` are groups that a person named,
    which is as good as a file's line. Those that brokers' figures count only tell names apart."""
    events = list(events)
    groups_in_files = {(event.group, event.file) for event in events if event.group} | _content_names(tables, "group")
    groups = {group for group, _ in groups_in_files}
    in_names = {row["named_by_file"] for table in tables.values() for row in table if row.get("named_by_file")}
    groups |= set(asked) & (in_names | set(map(without_number, in_names)))
    # A broker that starts reads every topic that it has from disk: these are not what the evidence is about.
    reported = (event.topic for event in events if event.topic and event.event != "topic_config_loaded")
    topics = {*reported, *(topic for topic, _ in _content_names(tables, "topic"))}
    # The retry topic of a pop consumer names its group and a topic (5.x); it is no group.
    own = {group_of_retry(group, groups.union(counted), topics) for group in groups}
    whole = frozenset(group for group in own if not is_internal_group(group))
    # The folders, the evidence's own apart, in which one group alone is named.
    named: dict[str, set[str]] = defaultdict(set)
    for group, file in groups_in_files:
        if group in whole:
            named[folder_of(file)].add(group)
    # By folder, the evidence's own apart, the one group of which `start beginning` is the last word. `start OK` comes
    # in the same call (`DefaultMQPushConsumerImpl#start`, all versions), and what the client refuses stands between
    # them.
    begun: dict[str, set[str]] = defaultdict(set)
    for event in events:
        if event.group is None or event.group not in whole:
            continue
        if event.event == "consumer_starting":
            begun[folder_of(event.file)].add(event.group)
        elif event.event == "consumer_started":
            begun[folder_of(event.file)].discard(event.group)
    return Names(
        whole,
        frozenset(topics),
        {folder: group for folder, (group, *others) in named.items() if folder and not others},
        {folder: next(iter(left)) for folder, left in begun.items() if folder and len(left) == 1},
    )


def folder_of(file: str) -> str:
    """The folder of a file; empty where it lies in the evidence's own."""
    return file.rpartition("/")[0]


def declared_names(names: Names, settings: Iterable[Setting], figures: Iterable[Figure]) -> Names:
    """The names with those that code and brokers' files tell, where nothing else names a group; else with the one group
    that configurations give to consumers: of several nothing tells which one this is about. Beside a group that was
    looked at, a broker's other groups are no matter of this incident; and of listeners those that do not fit together,
    for that is one."""
    settings = list(settings)
    if names.groups:
        more: set[str | None] = {*differing_listeners(settings)}
    else:
        more = {one.group for one in settings if one.program in OF_CLIENTS and one.part}
        more |= {figure.group for figure in figures}
    told = {group for group in more if group and not is_internal_group(group)}
    configured = frozenset(setting.configures for setting in settings if setting.configures)
    return replace(names, groups=names.groups | told or (configured if len(configured) == 1 else frozenset()))


def _content_names(tables: Tables, column: str) -> set[tuple[str, str]]:
    """The names in a column that contents tell, each with the files that have it."""
    rows = (row for table in tables.values() for row in table)
    return {(row[column], row["file"]) for row in rows if row.get(column) and not _by_file(row, column)}


def _by_file(row: Row, column: str) -> bool:
    """Whether only the name of its file tells this row's group or topic."""
    return row[column] is not None and row[column] == row.get("named_by_file")


def with_names(tables: Tables, names: Names) -> dict[str, list[Row]]:
    """The tables with each row's group and topic as the contents tell them."""
    return {table: [_named(row, names) for row in rows] for table, rows in tables.items()}


def _named(row: Row, names: Names) -> Row:
    named = dict(row)
    if "group" in row:
        group = _among(row, "group", names.groups)
        if group and is_internal_group(group) and "code" in row:  # an answer about nobody's group is still one
            group = None
        if group:
            named["group"] = names.group_of(group)
        else:
            # The one group that the record around a failure names; of a refused start the only one beside it that
            # began to start and did not.
            of_record = _record_groups(row.get("record") or "", names)
            refused = not of_record and row.get("command", "") is None and refused_start(row.get("text") or "")
            started = names.starting_in.get(folder_of(row["file"])) if refused in AT_START_ONLY else None
            named["group"] = _single(of_record) or started or names.group_beside(row["file"])
    if row.get("kind") in ("topic_route", "topic_status"):
        # A topic that RocketMQ makes for itself: its name says so, though no line names it.
        internal = row["topic"] if row["topic"] and not is_user_topic(row["topic"]) else None
        named["topic"] = _among(row, "topic", names.topics) or internal or names.only_topic
    return named


def refused_group(record: str, file: str, names: Names) -> str | None:
    """Whose start was refused, by a record without a field for the group: as above, else the only group beside it."""
    of_record = _record_groups(record, names)
    if of_record:
        return _single(of_record)
    beside = names.starting_in.get(folder_of(file)) or names.group_beside(file)
    return None if beside == UNNAMED else beside


def _record_groups(record: str, names: Names) -> set[str]:
    """The groups that a record names: those that are known, else others that are said to be one."""
    said = groups_said_in(record)
    known = {name for name, _ in said if name in names.groups}
    return known or {name for name, is_sure in said if is_sure and names.groups}


def _single(groups: Collection[str]) -> str | None:
    return next(iter(groups)) if len(groups) == 1 else None


def _among(row: Row, column: str, known: Collection[str]) -> str | None:
    """A row's own name, or its file's if that is a known one (with the number of a snapshot or without); else None."""
    name: str | None = row[column]
    if name is None or not _by_file(row, column):
        return name
    return next((text for text in (name, without_number(name)) if text in known), None)


def groups_in(tables: Tables, names: Names, events: Collection[Event] = ()) -> list[str]:
    """The groups to judge: those that are named, and one without a name for snapshots that may be of any or of none.
    Where no group is named, records, threads, routes and lists of brokers alone are some group's as well."""
    tables_without_name = _LOOKS if names.groups else (*_LOOKS, "answers")
    unnamed = any(row.get("group") == UNNAMED for table in tables_without_name for row in tables[table])
    alone = not names.groups and (bool(events) or any(map(tables.get, _ALONE)))
    return sorted(names.groups | ({UNNAMED} if unnamed or alone else set()))


# Names that mqadmin cut to a column's width, made whole where the evidence names them in full.

# `UtilAll#frontStringAtLeast`: topics and groups are cut at 32 (up to 4.9.2) or 64 characters,
# brokers at 32.
CUT_AT = {"topic": (32, 64), "group": (32, 64), "broker": (32,)}
_CUT_TABLES = ("progress", "groups", "topic_queues")


def whole_names(rows: Mapping[str, list[Row]], also: Mapping[str, Collection[str]]) -> dict[str, list[Row]]:
    """The tables with cut names replaced by the only longer name that begins with them. `also` holds names that other
    sources (logs) tell in full, by column."""
    whole: dict[str, dict[str, str]] = {}
    for column, widths in CUT_AT.items():
        names = {row[column] for table in rows.values() for row in table if row.get(column)} | set(also.get(column, ()))
        cut = {
            name: [one for one in names if one != name and one.startswith(name)]
            for name in names
            if len(name) in widths
        }
        whole[column] = {name: longer[0] for name, longer in cut.items() if len(longer) == 1}
    if not any(whole.values()):
        return dict(rows)
    tables = dict(rows)
    for table in tables.keys() & set(_CUT_TABLES):
        tables[table] = []
        for row in rows[table]:
            changed = {column: longer[row[column]] for column, longer in whole.items() if row.get(column) in longer}
            tables[table].append({**row, **changed} if changed else row)
    return tables
