"""From evidence tables to `GroupFacts`: sorting rows by cluster, group, snapshot and client. No judgement here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, pairwise

from rmqkit.diagnosis.facts.brokers_words import Setting
from rmqkit.diagnosis.facts.clients_words import ConsumingThread
from rmqkit.diagnosis.facts.clusters import (
    Cluster,
    LogsByCluster,
    cluster_folders,
    distinct_clusters,
    name_several_servers,
    top_folder,
)
from rmqkit.diagnosis.facts.group import (
    NO_TOPIC,
    UNNAMED,
    WITHOUT_ID,
    Answer,
    GroupFacts,
    Listing,
    QueueStatus,
    Roster,
    RouteBroker,
)
from rmqkit.diagnosis.facts.handovers import handover_spans
from rmqkit.diagnosis.facts.known import distinct, earliest, grouped, latest
from rmqkit.diagnosis.facts.logs import REFUSED_START, Event, LogFile, first_moment, last_moment, topics_in
from rmqkit.diagnosis.facts.logs import told as messages_that_tell
from rmqkit.diagnosis.facts.names import (
    Names,
    declared_names,
    groups_in,
    names_of,
    refused_group,
    whole_names,
    with_names,
)
from rmqkit.diagnosis.facts.rows import (
    Block,
    GroupCommit,
    Row,
    block_of,
    blocks,
    events_of,
    figures_of,
    group_commit,
    queue_in,
    roster,
    row_fact,
    row_facts,
    running_info,
    snapshots,
    statement_event,
)
from rmqkit.diagnosis.facts.transitions import NOTIFIED, ROLLOUT, ROTATION_GAP, SETTLED
from rmqkit.evidence import Evidence
from rmqkit.formats.block import Kind
from rmqkit.formats.logs.processes import CLIENT_NAMED
from rmqkit.formats.moments import epoch_instant
from rmqkit.formats.naming import current_log, name_servers_in
from rmqkit.formats.threads import Thread
from rmqkit.rocketmq import MessageQueue
from rmqkit.rocketmq.internal_groups import is_internal_group
from rmqkit.rocketmq.internal_topics import RETRY_PREFIX, is_user_topic
from rmqkit.tables.log_summary import Span


def facts_by_group(evidence: Evidence, asked: Collection[str] = ()) -> dict[str, GroupFacts]:
    """The facts of every group that the evidence names, by group, internal groups left out. A group of one name in
    several clusters is several groups: behind the names of all but the first stand the name servers of its cluster.
    `asked` are groups that the person who asks has named: the name of a file may then name them too."""
    rolled = _rolled_logs(evidence.log_summary.spans)
    events = _events(evidence, rolled)
    printed = {name: evidence.rows(name) for name in _TABLES}
    if apart := cluster_folders(printed, events):
        return _folder_facts(evidence, apart, asked)
    in_logs = {"topic": set(topics_in(events)), "group": {event.group for event in events if event.group}}
    rows = whole_names(printed, in_logs)
    # What is told of no group in particular, and stands among the facts of each.
    of_all = GroupFacts(
        UNNAMED,
        logs=_log_files(evidence, events, rolled),
        settings=row_facts(Setting, evidence.rows("settings")),
        figures=figures_of(evidence.rows("broker_figures")),
    )
    names = names_of(rows, events, asked, (figure.group for figure in of_all.figures if figure.group))
    names = declared_names(names, of_all.settings, of_all.figures)
    events = list(_refused_starts_named(events, names))
    rows = with_names(rows, names)
    not_whole = frozenset(block_of(row) for row in evidence.ledger_rows() if row["unparsed"] or row["kind"] in _PARTS)
    # What clients logged as committed around the moments at which queues changed hands or offsets were put elsewhere.
    wrote = _logs_of_clients(events)
    logged = (group_commit(row, wrote) for row in evidence.commits_between(handover_spans(events)))
    commits = list(filter(None, logged))
    shared = _Shared(rows, _EventsByGroup(events, names), commits, of_all, not_whole)
    facts: dict[str, GroupFacts] = {}
    logs = LogsByCluster(events)
    several = name_several_servers(rows, logs)
    # What stands for a group where none is named and something is told all the same.
    of_nobody = [UNNAMED] if of_all.figures or of_all.settings else []
    for group in (() if names.groups else shared.measured) or groups_in(rows, names, events) or of_nobody:
        clusters = distinct_clusters(rows, group, logs) if several else []
        told = [(cluster.servers, shared.within(cluster).facts(group)) for cluster in clusters]
        # The groups of one name, each with what the clusters of the others show.
        for number, (servers, own) in enumerate(told or [("", shared.facts(group))]):
            name = f"{group} ({servers.replace(';', ', ')})" if number else group
            facts[name] = replace(own, elsewhere=_topic_servers(told[:number] + told[number + 1 :]))
    newest = {name: own.snapshots[-1].topics for name, own in facts.items() if own.snapshots and not several}
    readers = grouped((topic, name) for name, topics in newest.items() for topic in topics if is_user_topic(topic))
    for name, topics in newest.items():
        also = {topic: tuple(one for one in readers.get(topic, ()) if one != name)[:_MOST_OTHERS] for topic in topics}
        if any(also.values()):
            facts[name] = replace(facts[name], also_read={topic: who for topic, who in also.items() if who})
    # Only what a group's clients left can a group that began have taken over: all of it, or a topic.
    made = {event.topic for event in events if event.event == "topic_created"}
    gone = grouped((event.group, event.at) for event in events if event.event in _GONE and event.at)
    new = [own for own in facts.values() if own.retry_topic in made]
    begun = grouped((topic, own) for own in new for topic in own.topics)
    for name, own in [item for item in facts.items() if item[1].group in gone]:
        others = {other.group: other for topic in own.topics for other in begun.get(topic, ()) if other is not own}
        took_over = tuple(other for other in others.values() if _began_within(other, gone[own.group]))
        if took_over:
            facts[name] = replace(own, begun=took_over)
    return facts


# Of more groups that read a topic as well nobody reads the names.
_MOST_OTHERS = 3
_GONE = messages_that_tell("mark.client_gone").events


def _began_within(facts: GroupFacts, moments: Sequence[datetime]) -> bool:
    """Whether a group's creation, or the first that a log which began long before has of it, is within a rollout of one
    of the moments."""
    own = [event for event in facts.events if event.group == facts.group and event.at]
    first = first_moment(own)
    begins = {facts.logs[event.file].first for event in own if event.at == first and event.file in facts.logs}
    if first is None or not (facts.beginning or all(at and first > at + ROLLOUT for at in begins)):
        return False
    return any(abs(first - moment) <= ROLLOUT for moment in moments)


def _folder_facts(evidence: Evidence, apart: Mapping[str, set[str]], asked: Collection[str]) -> dict[str, GroupFacts]:
    """The groups of each cluster by itself; a name that several clusters have stands with its folder."""
    files = [file.name for file in evidence.source_files]
    by_folder = {}
    for cluster in apart:
        # Its own folders, and what lies in no cluster's.
        foreign = set[str]().union(*(folders for other, folders in apart.items() if other != cluster))
        its = [file for file in files if top_folder(file) not in foreign]
        by_folder[cluster] = facts_by_group(evidence.only(its), asked)
    often = Counter(chain.from_iterable(by_folder.values()))
    named = {}
    for folder, facts in by_folder.items():
        others = [item for other in by_folder if other != folder for item in by_folder[other].items()]
        for name, own in facts.items():
            of_folder = f"{name} ({folder})" if often[name] > 1 else name
            named[of_folder] = replace(own, elsewhere=_topic_servers(others))
    return named


_RESETS = messages_that_tell("offset.resets").events
# One broker's part of a look: what it does not list may stand in another's.
_PARTS = frozenset({Kind.BROKER_CONSUME_STATS})


def _topic_servers(others: Iterable[tuple[str, GroupFacts]]) -> dict[str, str]:
    """The topics that other clusters show with queues, each with the name servers that were asked there."""
    return {
        topic: servers
        for servers, facts in others
        for topic in (*facts.routes, *facts.status, *(queue.topic for queue in facts.newest_looks))
    }


def _events(evidence: Evidence, rolled: Mapping[str, Sequence[str]]) -> list[Event]:
    """What logs say, with who wrote it where one file of clients has the lines of several processes, and the parts of
    rolled logs one behind the other; after it what other texts quote of logs."""
    logged = events_of(evidence.log_summary.events)
    clients = {event.file for event in logged if event.event in CLIENT_NAMED and event.source == "client"}
    known = evidence.processes(clients) if clients else {}
    wrote = [(event, known.get(event.file, {}).get(event.line or 0)) for event in logged]
    told = [event.of_process(process) if process else event for event, process in wrote]
    log_of = {part: log for log, parts in rolled.items() for part in parts}
    by_part = grouped((event.file, event) for event in told if event.file in log_of)
    whole = [event for event in told if event.file not in log_of]
    for part, log in log_of.items():
        whole += [replace(event, file=log, part=part) for event in by_part.get(part, ())]
    quoted = [row for row in evidence.rows("statements") if row["what"] == "event"]
    return [*whole, *map(statement_event, quoted)]


def _rolled_logs(spans: Mapping[str, Span]) -> dict[str, list[str]]:
    """The brokers' logs that are there in several files: by the newest of these all of them, the oldest first. Their
    names tell that one goes on in the other, and nothing lacks in between, where a broker prints every half minute."""
    of_brokers = ((file, one.first, one.last) for file, one in spans.items() if one.source == "broker")
    parts_of = grouped((current_log(file), (first, last, file)) for file, first, last in of_brokers if first and last)
    logs = {}
    for name, parts in parts_of.items():
        parts.sort()
        gaps = [other[0] - one[1] for one, other in pairwise(parts)]
        whole_since = max((n for n, gap in enumerate(gaps, 1) if not timedelta() <= gap <= ROTATION_GAP), default=0)
        files = [file for _, _, file in parts[whole_since:]]
        if len(files) > 1 and (files[-1] == name or all("otherdays/" in file for file in files[:-1])):
            logs[files[-1]] = files
    return logs


def _logs_of_clients(events: Iterable[Event]) -> dict[tuple[str, str], str]:
    """By file and client id the log of the process that it is of, of files in which each of several processes names one
    of its own: whose a commit is, these ids alone tell."""
    divided: dict[str, dict[str, set[str | None]]] = defaultdict(lambda: defaultdict(set))
    for one in events:
        if one.process:
            divided[one.printed_in][one.file].add(one.client_id)
    told = {}
    for file, logs in divided.items():
        named = grouped((client, log) for log, ids in logs.items() for client in ids)
        own = {(file, client): of[0] for client, of in named.items() if len(of) == 1}
        told.update(own if set(own.values()) == logs.keys() else {})
    return told


def _log_files(evidence: Evidence, events: Sequence[Event], rolled: Mapping[str, Sequence[str]]) -> dict[str, LogFile]:
    """Every log, from its first record to its last. What one of several processes wrote begins as long after the file,
    and ends as long before it, as its lines do by what they are headed with, in whatever zone that is."""
    spans, files = dict(evidence.log_summary.spans), {event.file for event in events}
    for log, parts in rolled.items():
        spans[log] = replace(spans[log], first=spans[parts[0]].first)
        for part in parts[:-1]:
            del spans[part]
    by_process = grouped(((event.printed_in, event.process), event) for event in events if event.process)
    divided = {file for file, _ in by_process if file not in files}
    logs = {file: LogFile(file, one.source, one.first, one.last) for file, one in spans.items() if file not in divided}
    headed = grouped((file, at) for file, one in by_process for at in (one.first, one.last) if at)
    for (file, process), own in by_process.items():
        first, last, span = first_moment(own), last_moment(own), spans.get(file)
        one_clock = len({at.tzinfo is None for at in headed.get(file, ())}) == 1
        if span and span.first and span.last and process.first and process.last and one_clock:
            first = earliest([first, span.first + (process.first - min(headed[file]))])
            last = latest([last, span.last - (max(headed[file]) - process.last)])
        logs[own[0].file] = LogFile(own[0].file, own[0].source, first, last, process)
    return logs


_TABLES = (
    "progress",
    "groups",
    "connections",
    "subscriptions",
    "client_queues",
    "client_properties",
    "client_topics",
    "topic_queues",
    "answers",
    "threads",
)


def _spelling(group: str) -> str:
    return group.lower().replace("-", "").replace("_", "")


class _Shared:
    """The rows of all groups, ready to be asked for one group at a time."""

    def __init__(
        self,
        rows: Mapping[str, list[Row]],
        events: _EventsByGroup,
        commits: list[GroupCommit],
        of_all: GroupFacts,
        not_whole: frozenset[Block],
        not_its_logs: Collection[str] = (),
    ) -> None:
        self.rows = rows
        self.not_its_logs = not_its_logs
        self.events = events
        self.commits = commits
        self.not_whole = not_whole
        routes, by_server = _routes(rows["topic_queues"])
        status: dict[str, list[QueueStatus]] = defaultdict(list)
        for row in rows["topic_queues"]:
            if row["kind"] == "topic_status" and row["topic"]:
                status[row["topic"]].append(row_fact(QueueStatus, row | {"queue": queue_in(row)}))
        listed = {topic: tuple(queues) for topic, queues in status.items()}
        self.of_all = replace(of_all, routes=routes, routes_by_server=by_server, status=listed)
        self._snapshot_ends = _snapshot_ends(rows["progress"])
        self._commits = grouped(commits)
        self._by_group = {table: grouped((row.get("group"), row) for row in own) for table, own in rows.items()}
        shown = {*self._by_group["progress"], *self._by_group["connections"], *self._by_group["groups"]} - {None}
        self._spellings = grouped((_spelling(group), group) for group in sorted(shown))

    def within(self, cluster: Cluster) -> _Shared:
        """The rows of one cluster, and the logs but those that are of another: few tell their cluster."""
        left_out = cluster.not_its_logs
        logs = {file: log for file, log in self.of_all.logs.items() if file not in left_out}
        commits = [told for told in self.commits if told[1].file not in left_out]
        return _Shared(cluster.rows, self.events, commits, replace(self.of_all, logs=logs), self.not_whole, left_out)

    @property
    def measured(self) -> list[str]:
        """The groups that metrics with moments count."""
        dated = (figure for figure in self.of_all.figures if figure.kind == "metrics" and figure.at)
        groups = {figure.group for figure in dated if figure.group}
        return sorted(group for group in groups if not is_internal_group(group))

    def of(self, table: str, group: str) -> list[Row]:
        return self._by_group[table].get(group, [])

    def _servers(self, group: str) -> frozenset[str]:
        listed = (row for table in ("progress", "connections", "groups") for row in self.of(table, group))
        return frozenset[str]().union(*(name_servers_in(row.get("name_server") or "") for row in listed))

    def facts(self, group: str) -> GroupFacts:
        # A name for clients whose running info tells no id (before 5.1.0 it holds none): the moment of their start.
        # Two outputs of one process agree in it to the millisecond, and two processes do not.
        properties = self.of("client_properties", group)
        rows = [row for row in properties if not row["client_id"] and row["key"] == "PROP_CONSUMER_START_TIMESTAMP"]
        started = {block_of(row): epoch_instant(row["value"] or "") for row in rows}
        unnamed = {
            place: f"{WITHOUT_ID}{moment.isoformat()}" for place, moment in started.items() if moment is not None
        }
        tables = {
            name: blocks(
                {**row, "client_id": who}
                for row in self.of(name, group)
                if (who := row["client_id"] or unnamed.get(block_of(row)))
            )
            for name in ("client_properties", "subscriptions", "client_queues", "client_topics")
        }
        places = dict.fromkeys(place for blocks in tables.values() for place in blocks)
        running = tuple(
            running_info(place, {name: blocks.get(place, []) for name, blocks in tables.items()}) for place in places
        )
        ids = {info.client_id for info in running} | {row["client_id"] for row in self.of("connections", group)}
        # By looks that were not made at other name servers than those at the group.
        own = {row.get("name_server") or "" for table in ("progress", "connections") for row in self.of(table, group)}
        servers = frozenset[str]().union(*map(name_servers_in, own))
        # A command that failed may have been typed with another cluster's.
        of_clients = frozenset[str]().union(*(info.name_servers for info in running))
        failed = {row.get("name_server") or "" for row in self.of("answers", group)}
        likely = {one for one in failed if not of_clients or of_clients & name_servers_in(one)}
        typed = own if servers else likely
        unknown = (row for row in self.of("answers", group) if row.get("code") == NO_TOPIC)
        there = frozenset[str]().union(*(name_servers_in(row.get("name_server") or "") for row in unknown))
        alike = [one for one in self._spellings.get(_spelling(group), ()) if one != group]
        near = [ends for asked, ends in self._snapshot_ends.items() if not (servers and asked) or servers & asked]
        return replace(
            self.of_all,
            group=group,
            snapshots=snapshots(self.of("progress", group), self.not_whole),
            ends_in_looks={queue: end for ends in near for queue, end in ends.items()},
            listed=frozenset(queue_in(row) for row in self.of("progress", group) if row["consumer_offset"]),
            rosters=_rosters(self, group),
            running=running,
            answers=row_facts(Answer, self.of("answers", group)),
            listings=row_facts(Listing, self.of("groups", group)),
            not_in_list=bool(self._by_group["groups"]) and not self.of("groups", group),
            spelt_alike=tuple(one for one in alike if not there or there & (self._servers(one) or there)),
            events=tuple(event for event in self.events.of(group, ids) if event.file not in self.not_its_logs),
            shared_logs=self.events.logs_shared_by(group),
            commits=tuple(self._commits.get(group, ())),
            threads=tuple(_threads(self.rows["threads"], group)),
            servers_asked=frozenset(filter(None, (";".join(sorted(name_servers_in(one))) for one in typed))),
        )


def _threads(rows: Iterable[Row], group: str) -> Iterable[ConsumingThread]:
    """Threads inside a listener; those whose dump tells no group (before 4.9.3) may be any group's."""
    for row in rows:
        if row["consuming"] and row["group"] in (group, None, UNNAMED):
            frames = tuple(filter(None, (row.get("frames") or "").split("\n")))
            waits_in = Thread(row["thread"], row["state"], frames).waits_in
            yield row_fact(ConsumingThread, row | {"newest": next(iter(frames), None), "waits_in": waits_in})


def _rosters(shared: _Shared, group: str) -> tuple[Roster, ...]:
    merged = [row for row in shared.of("subscriptions", group) if row["client_id"] is None]
    subscriptions, answers = blocks(merged), blocks(shared.of("answers", group))
    return tuple(
        roster(place, listed, subscriptions.get(place, []), answers.get(place, []))
        for place, listed in blocks(shared.of("connections", group)).items()
    )


_Route = tuple[RouteBroker, ...]


def _routes(rows: Iterable[Row]) -> tuple[dict[str, _Route], dict[str, dict[str, _Route]]]:
    """The newest route of each topic; and that by each of several name servers that were asked alone, at about the same
    time: the first then has the brokers of all of these, each as it was listed first. A command that names several asks
    one of them, which nobody knows."""
    routes: dict[str, _Route] = {}
    asked: dict[str, dict[str, list[Row]]] = defaultdict(dict)
    for listed in blocks(row for row in rows if row["kind"] == "topic_route" and row["topic"]).values():
        topic, servers = listed[0]["topic"], name_servers_in(listed[0].get("name_server") or "")
        routes[topic] = tuple(map(_route_broker, listed))
        if len(servers) == 1:
            asked[topic][servers.pop()] = listed
    by_server = {}
    for topic, told in asked.items():
        moments = distinct(listed[0]["at"] for listed in told.values())
        if len(told) > 1 and (not moments or moments[-1] - moments[0] <= SETTLED):
            by_server[topic] = {server: tuple(map(_route_broker, listed)) for server, listed in told.items()}
            brokers: dict[str, RouteBroker] = {}
            for held in chain.from_iterable(by_server[topic].values()):
                brokers.setdefault(held.broker, held)
            routes[topic] = tuple(brokers.values())
    return routes, by_server


def _route_broker(row: Row) -> RouteBroker:
    """A perm that is not printed is that of a topic which may be read and written (6)."""
    perm = 6 if row["perm"] is None else row["perm"]
    return row_fact(RouteBroker, row | {"read_queues": row["read_queues"] or 0, "perm": perm})


def _snapshot_ends(rows: Iterable[Row]) -> dict[frozenset[str], dict[MessageQueue, QueueStatus]]:
    """By the name servers that were asked, the queues that snapshots of any group list, with their newest ends: a
    broker lists all of a topic that may be read, whichever group is asked for
    (`AdminBrokerProcessor#getConsumeStats`)."""
    ends: dict[frozenset[str], dict[MessageQueue, QueueStatus]] = defaultdict(dict)
    for row in rows:
        if row["topic"] and is_user_topic(row["topic"]):
            of_servers, queue = ends[frozenset(name_servers_in(row.get("name_server") or ""))], queue_in(row)
            known = of_servers.get(queue)
            if known is None or known.max_offset <= row["broker_offset"]:
                of_servers[queue] = QueueStatus(queue, row["broker_offset"], row["at"], row["file"], row["line"])
    return dict(ends)


def _refused_starts_named(events: Iterable[Event], names: Names) -> Iterator[Event]:
    """The records; a refused start that names no group is of the one of which the same log said it just before: Spring
    tells what it threw once more. Else what else it says, or what stands beside it, tells whose it is."""
    refused: dict[str, Event] = {}
    for event in events:
        if event.event != REFUSED_START:
            yield event
            continue
        if event.group:
            refused[event.file] = event
        told = refused.get(event.file)
        again = told and told.last_at and event.at and event.at - told.last_at <= NOTIFIED
        group = event.group or (told.group if told and again else None)
        yield replace(event, group=group or refused_group(event.carried.text, event.file, names))


class _EventsByGroup:
    """Events in their order, found by group without a look at all others."""

    def __init__(self, events: Sequence[Event], names: Names) -> None:
        self.events = events
        self._names = names
        self._own: dict[str, list[int]] = defaultdict(list)
        self._heartbeats: list[int] = []
        self._of_nobody: list[int] = []
        # Those of them that belong to every group: what brokers say of no client.
        self._of_all: list[int] = []
        self._clients_of: dict[str, set[str]] = defaultdict(set)
        self._named_in: dict[str, set[str]] = defaultdict(set)
        self._reset_in: dict[str, set[str]] = defaultdict(set)
        for place, event in enumerate(events):
            if event.event == "heartbeat_content":
                self._heartbeats.append(place)
                continue
            # Whom it names, be it by a retry topic.
            named = {event.group} if event.group is not None else set()
            if event.topic is not None and event.topic.startswith(RETRY_PREFIX):
                named.add(names.group_of(event.topic.removeprefix(RETRY_PREFIX)))
            for group in named:
                self._own[group].append(place)
                if event.client_id is not None:
                    self._clients_of[group].add(event.client_id)
            self._named_in[event.file] |= {group for group in named if not is_internal_group(group)}
            if event.event in _RESETS:
                self._reset_in[event.file] |= named
            # Where nobody else is named, what RocketMQ's own groups met is what the text is about.
            if event.group is None or (not names.groups and is_internal_group(event.group)):
                of_all = event.source != "client" and event.client_id is None and event.event not in _RESETS
                (self._of_all if of_all else self._of_nobody).append(place)

    def logs_shared_by(self, group: str) -> frozenset[str]:
        """The logs that name other groups as well."""
        return frozenset(file for file, named in self._named_in.items() if len(named) > (group in named))

    def of(self, group: str, client_ids: set[str]) -> Iterable[Event]:
        """The group's own events, and those of its clients or logs that name no group at all."""
        # One heartbeat carries all groups of its client.
        beats = {place for place in self._heartbeats if self.events[place].carried.heartbeat_names(group)}
        nobodys = {place for place in self._of_nobody if self._may_belong(place, group, client_ids)}
        for place in sorted({*self._own.get(group, ()), *self._of_all, *nobodys, *beats}):
            event = self.events[place]
            yield replace(event, group=group) if place in beats else event

    def _may_belong(self, place: int, group: str, client_ids: set[str]) -> bool:
        """What names no group may be of each; but what a client says that names other groups alone is of these, and
        what follows from a reset of those that the log says were reset. A client that no group is known to have may be
        of the only group that is named, in its log or at all: clients of 5.x name themselves and no group beside a
        listener's failure (`ConsumeTask` of rocketmq-clients for Java), and those of 4.x none when they are created."""
        event = self.events[place]
        named = self._named_in[event.file] if event.source == "client" else ()
        reset = self._reset_in[event.file] if event.event in _RESETS else ()
        if (named and group not in named) or (reset and group not in reset):
            return False
        if event.client_id is None or group == UNNAMED or event.client_id in client_ids | self._clients_of[group]:
            return True
        return event.source == "client" and (group == self._names.only_group or named == {group})
