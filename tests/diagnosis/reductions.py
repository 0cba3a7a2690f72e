"""Ways in which evidence goes missing: each takes something away from a group's facts. No rule is tested here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TypeVar

from rmqkit.diagnosis.facts.group import GroupFacts, LogFile, Roster, Snapshot
from rmqkit.diagnosis.facts.logs import Event

Reduction = Callable[[GroupFacts, Random], GroupFacts]
Item = TypeVar("Item")


def _some(items: Sequence[Item], dice: Random, least: int = 0) -> tuple[Item, ...]:
    kept = set(dice.sample(range(len(items)), dice.randint(min(least, len(items)), len(items))))
    return tuple(item for index, item in enumerate(items) if index in kept)


def no_snapshots(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No consumerProgress."""
    return replace(facts, snapshots=())


def some_snapshots(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Some outputs of consumerProgress."""
    return replace(facts, snapshots=_some(facts.snapshots, dice, 1))


def one_snapshot(facts: GroupFacts, dice: Random) -> GroupFacts:
    """The last output only."""
    return replace(facts, snapshots=facts.snapshots[-1:])


def snapshots_without_clients(facts: GroupFacts, dice: Random) -> GroupFacts:
    """consumerProgress without -s: N/A everywhere."""
    return replace(facts, snapshots=tuple(map(_without_clients, facts.snapshots)))


def _without_clients(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, rows=tuple(replace(row, client_ip=None) for row in snapshot.rows))


def one_client_silent_once(facts: GroupFacts, dice: Random) -> GroupFacts:
    """In one output a call failed, so that the queues of some clients read N/A."""
    if not facts.snapshots:
        return facts
    place = dice.randrange(len(facts.snapshots))
    ips = sorted({row.client_ip for row in facts.snapshots[place].rows if row.client_ip})
    gone = set(_some(ips, dice))
    torn = facts.snapshots[place]
    rows = tuple(replace(row, client_ip=None) if row.client_ip in gone else row for row in torn.rows)
    told = list(facts.snapshots)
    told[place] = replace(torn, rows=rows)
    return replace(facts, snapshots=tuple(told))


def snapshots_without_times(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Nobody knows when the outputs were made."""
    return replace(facts, snapshots=tuple(replace(each, at=None) for each in facts.snapshots))


def other_zone(facts: GroupFacts, dice: Random) -> GroupFacts:
    """mqadmin's clock stands in another zone than the logs'."""
    shift = timedelta(hours=dice.choice((-8, 8)), minutes=dice.choice((0, 3)))
    return replace(
        facts,
        snapshots=tuple(replace(each, at=each.at and each.at + shift) for each in facts.snapshots),
        running=tuple(replace(each, at=each.at and each.at + shift) for each in facts.running),
    )


def no_rosters(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No client list."""
    return replace(facts, rosters=())


def some_rosters(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Some client lists."""
    return replace(facts, rosters=_some(facts.rosters, dice, 1))


def one_roster(facts: GroupFacts, dice: Random) -> GroupFacts:
    """The last client list only."""
    return replace(facts, rosters=facts.rosters[-2:-1])


def masked_addresses(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Client lists whose addresses were masked."""
    return replace(facts, rosters=tuple(map(_masked, facts.rosters)))


def _masked(roster: Roster) -> Roster:
    return replace(roster, connections=tuple(replace(each, address=None) for each in roster.connections))


def no_answers(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No answers of commands as a whole."""
    return replace(facts, answers=())


def no_running_info(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No running info."""
    return replace(facts, running=())


def some_running_info(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Running info of some clients."""
    return replace(facts, running=_some(facts.running, dice))


def stale_running_info(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Only running info, client logs and progress: who is there must be told from traces."""
    return no_broker_logs(no_rosters(facts, dice), dice)


def no_routes(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No topic routes."""
    return replace(facts, routes={})


def no_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No logs at all."""
    return replace(facts, events=(), logs={})


def no_broker_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No broker's log."""
    return _without_files(facts, {file for file, log in facts.logs.items() if log.source == "broker"})


def one_broker_log(facts: GroupFacts, dice: Random) -> GroupFacts:
    """One broker's log out of all."""
    files = sorted(file for file, log in facts.logs.items() if log.source == "broker")
    return _without_files(facts, set(files) - {dice.choice(files)}) if files else facts


def no_client_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """No client's log."""
    return _without_files(facts, {file for file, log in facts.logs.items() if log.source == "client"})


def some_client_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Some clients' logs."""
    files = sorted(file for file, log in facts.logs.items() if log.source == "client")
    return _without_files(facts, set(files) - set(_some(files, dice)))


def _without_files(facts: GroupFacts, gone: set[str]) -> GroupFacts:
    logs = {file: log for file, log in facts.logs.items() if file not in gone}
    return replace(facts, events=tuple(each for each in facts.events if each.file not in gone), logs=logs)


def late_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Some logs begin late: the older part was rotated away."""
    return _cut(facts, dice, lambda log, part: (log.first + part, log.last) if log.first else (None, log.last))


def early_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Some logs were copied before the rest of the evidence."""
    return _cut(facts, dice, lambda log, part: (log.first, log.last - part) if log.last else (log.first, None))


def _cut(facts: GroupFacts, dice: Random, span: Callable[[LogFile, timedelta], tuple[object, object]]) -> GroupFacts:
    logs, events = dict(facts.logs), list(facts.events)
    for file in _some(sorted(facts.logs), dice, 1):
        log = facts.logs[file]
        whole = log.last - log.first if log.first and log.last else timedelta()
        first, last = span(log, whole * dice.choice((0.2, 0.6, 0.95)))
        logs[file] = replace(log, first=first, last=last)  # type: ignore[arg-type]
        events = [each for each in events if each.file != file or _within(each, logs[file])]
    return replace(facts, events=tuple(events), logs=logs)


def _within(event: Event, log: LogFile) -> bool:
    return event.at is None or ((not log.first or event.at >= log.first) and (not log.last or event.at <= log.last))


def undated_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Logs whose layout prints no date; the order of their lines is left."""
    events = tuple(replace(event, at=None, last_at=None) for event in facts.events)
    return replace(facts, events=events, logs={f: replace(log, first=None, last=None) for f, log in facts.logs.items()})


def old_wording(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Broker logs without the registrations, as people grep them."""
    return replace(facts, events=tuple(each for each in facts.events if each.event != "consumer_info_changed"))


def only_subscription_lines(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Broker logs of which somebody kept 'subscription changed' only."""
    kept = {"subscription_topic_added", "subscription_topic_removed", "subscription_changed"}
    return replace(facts, events=tuple(e for e in facts.events if e.source != "broker" or e.event in kept))


def only_progress(facts: GroupFacts, dice: Random) -> GroupFacts:
    """A pasted consumerProgress, or several."""
    return replace(no_logs(no_routes(no_running_info(no_rosters(facts, dice), dice), dice), dice), answers=())


def only_client_lists(facts: GroupFacts, dice: Random) -> GroupFacts:
    """consumerConnection and nothing else."""
    return replace(no_logs(no_routes(no_running_info(no_snapshots(facts, dice), dice), dice), dice), answers=())


def only_running_info(facts: GroupFacts, dice: Random) -> GroupFacts:
    """The files of consumerStatus."""
    return replace(no_logs(no_routes(no_rosters(no_snapshots(facts, dice), dice), dice), dice), answers=())


def only_broker_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Brokers' logs and nothing else."""
    return no_client_logs(_only_logs(facts), dice)


def only_client_logs(facts: GroupFacts, dice: Random) -> GroupFacts:
    """Clients' logs and nothing else."""
    return no_broker_logs(_only_logs(facts), dice)


def _only_logs(facts: GroupFacts) -> GroupFacts:
    return GroupFacts(group=facts.group, events=facts.events, logs=facts.logs)


def only_mqadmin(facts: GroupFacts, dice: Random) -> GroupFacts:
    """What mqadmin printed, and no log."""
    return no_logs(facts, dice)


# What people send: one kind of evidence, and that perhaps in part.
SINGLE: tuple[Reduction, ...] = (
    only_progress, only_client_lists, only_running_info, only_broker_logs, only_client_logs, only_mqadmin,
)  # fmt: skip
REDUCTIONS: tuple[Reduction, ...] = (
    no_snapshots, some_snapshots, one_snapshot, snapshots_without_clients, one_client_silent_once,
    snapshots_without_times, other_zone, no_rosters, some_rosters, one_roster, masked_addresses, no_answers,
    no_running_info, some_running_info, stale_running_info, no_routes, no_logs, no_broker_logs, one_broker_log,
    no_client_logs, some_client_logs, late_logs, early_logs, old_wording, only_subscription_lines,
)  # fmt: skip


def reduced(facts: GroupFacts, dice: Random) -> tuple[GroupFacts, list[str]]:
    """The facts after one to four reductions, one time in five after all but one kind is gone, and which they were."""
    chosen = dice.sample(REDUCTIONS, dice.randint(1, 4))
    if dice.random() < 0.2:
        chosen = [dice.choice(SINGLE), chosen[0]]
    for each in chosen:
        facts = each(facts, dice)
    return facts, [each.__name__ for each in chosen]
