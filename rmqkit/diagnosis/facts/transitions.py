"""Every span of time that the diagnosis reckons with: RocketMQ's intervals, what follows from them,
and how long we call something recent.

While a change goes through a cluster, things are neither as before nor as after. How long that
takes, RocketMQ's intervals tell: each has its name, its default and the class that keeps it, and
takes the value that the incident's own logs print.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from rmqkit.diagnosis.facts.brokers_words import printed_settings
from rmqkit.diagnosis.facts.group import GroupFacts, derived


@dataclass(frozen=True)
class Interval:
    """Something that RocketMQ does again after this time, or gives up after it. `name` as RocketMQ spells it (a field,
    a system property or a constant), `where` the class."""

    name: str
    default: timedelta
    where: str


def _seconds(name: str, seconds: float, where: str) -> Interval:
    return Interval(name, timedelta(seconds=seconds), where)


HEARTBEAT = _seconds("heartbeatBrokerInterval", 30, "ClientConfig")
COMMIT = _seconds("persistConsumerOffsetInterval", 5, "ClientConfig")
ROUTE = _seconds("pollNameServerInterval", 30, "ClientConfig")
REBALANCE = _seconds("rocketmq.client.rebalance.waitInterval", 20, "RebalanceService")
RETRIED_PULL = _seconds("pullTimeDelayMillsWhenException", 3, "DefaultMQPushConsumerImpl")
PULL_SUSPENDED = _seconds("BROKER_SUSPEND_MAX_TIME_MILLIS", 15, "DefaultMQPushConsumerImpl")
PULLS_LOOKED_AFTER = _seconds("waitForRunning(5 * 1000)", 5, "PullRequestHoldService")
LOCK_ASKED_AGAIN = _seconds("rocketmq.client.rebalance.lockInterval", 20, "ProcessQueue")
CHANNEL_EXPIRY = _seconds("channelExpiredTimeout", 120, "ConsumerManager, BrokerConfig since 5.1.0")
CHANNEL_SCAN = _seconds("scanExceptionChannel", 10, "ClientHousekeepingService")
REGISTRATION = _seconds("registerNameServerPeriod", 30, "BrokerConfig")
BLOCKED = _seconds("60 * 1000", 60, "ConsumerRunningInfo#analyzeProcessQueue")

# A moment passes between what one process does and what another writes of it.
_ON_ITS_WAY = timedelta(seconds=5)
_ONE_ROUND = timedelta(seconds=0.5)


@dataclass(frozen=True)
class Transitions:
    """How long changes take here. `printed`: what the clients' logs say of their intervals, by
    RocketMQ's name; where clients differ, the longest."""

    printed: Mapping[str, timedelta] = field(default_factory=dict)

    def of(self, interval: Interval) -> timedelta:
        """The value in force: the printed one, else the default."""
        return self.printed.get(interval.name, interval.default)

    @property
    def heartbeat(self) -> timedelta:
        """Until every broker has heard of a client's change, its way included."""
        return self.of(HEARTBEAT) + _ON_ITS_WAY

    @property
    def second_heartbeat(self) -> timedelta:
        """A first heartbeat may be late; until then the second has come."""
        return self.heartbeat + _ON_ITS_WAY

    @property
    def repeated(self) -> timedelta:
        """What was not said again for three heartbeats is over; what lasts longer is no start."""
        return 3 * self.of(HEARTBEAT) + _ON_ITS_WAY

    @property
    def rebalance(self) -> timedelta:
        """Until every client has shared out anew where no notification came."""
        return self.of(REBALANCE)

    @property
    def commit(self) -> timedelta:
        """Between two commits of one client, a round of commits included."""
        return self.of(COMMIT) + _ONE_ROUND

    @property
    def committed(self) -> timedelta:
        """What was consumed longer ago than this is committed."""
        return self.of(COMMIT) + timedelta(seconds=1)

    @property
    def two_commits(self) -> timedelta:
        """Over longer than this a client has committed more than once."""
        return self.of(COMMIT) + timedelta(seconds=3)

    @property
    def several_commits(self) -> timedelta:
        """Three commits of one offset: it does not move."""
        return 3 * self.of(COMMIT)

    @property
    def many_commits(self) -> timedelta:
        """Five commits of one offset: it stands."""
        return 5 * self.of(COMMIT)

    @property
    def around_handover(self) -> timedelta:
        """A pace needs a few commits to either side, and a giver may notice as late as its next rebalance."""
        return 4 * self.commit

    @property
    def handover(self) -> timedelta:
        """From a client's coming or going to the taker's first commits."""
        return self.rebalance + self.of(COMMIT) + _ON_ITS_WAY

    @property
    def settling(self) -> timedelta:
        """From a change until the queues that it gave to others are committed by these, where
        brokers notify the clients (`notifyConsumerIdsChangedEnable`, the default)."""
        return NOTIFIED + self.of(COMMIT)

    @property
    def lock_asked_again(self) -> timedelta:
        """A client that was refused a queue's lock asks for it again within it."""
        return self.of(LOCK_ASKED_AGAIN) + _ON_ITS_WAY

    @property
    def half_open(self) -> timedelta:
        """Until a broker has forgotten a dead channel; before, a reconnect looks like two."""
        return self.of(CHANNEL_EXPIRY) + self.of(CHANNEL_SCAN)

    @property
    def asked_again(self) -> timedelta:
        """Between two pulls of which the first failed."""
        return self.of(RETRIED_PULL) + timedelta(seconds=0.2)

    @property
    def unanswered(self) -> timedelta:
        """A pull that finds nothing is held for one suspension; after two, nothing came."""
        return 2 * self.of(PULL_SUSPENDED)

    @property
    def pull_held(self) -> timedelta:
        """The longest that a broker holds a pull that finds nothing: one suspension, and it checks those that it holds
        every few seconds (`PullRequestHoldService#run`, all versions)."""
        return self.of(PULL_SUSPENDED) + self.of(PULLS_LOOKED_AFTER) + timedelta(seconds=1)

    def shared_out_after(self, *, of_routes: bool) -> timedelta:
        """Until every client has shared out anew: with its next rebalance, which follows the next
        look at the routes where these changed."""
        return self.rebalance + (self.of(ROUTE) if of_routes else timedelta())

    @property
    def routes_asked_again(self) -> timedelta:
        """Within it a client asks for the routes of all its topics once more."""
        return self.of(ROUTE) + _ON_ITS_WAY

    @property
    def route_known(self) -> timedelta:
        """From a broker's or a topic's change until every client's route has it and its queues are shared out."""
        return self.of(REGISTRATION) + self.of(ROUTE) + self.rebalance


DEFAULTS = Transitions()
"""RocketMQ's own values, where nothing was printed."""

# The spans below are ours: no setting of RocketMQ changes them.
SAME_STEP = timedelta(milliseconds=500)
"""What one client does in one step (it drops a queue and commits its offset) is written within it."""
SAME_MOMENT = timedelta(seconds=2)
"""What two records of one happening are apart."""
NOTIFIED = timedelta(seconds=5)
"""Brokers notify clients of one change within it."""
LIKELY_TWINS = timedelta(seconds=3)
"""Two logs of one id side by side for longer: clocks apart, or a killed process's successor, may do
that; a restart leaves no overlap at all."""
CLOCKS_AGREE = timedelta(seconds=15)
"""Two witnesses of one clock agree within it."""
CLOCKS_APART = timedelta(seconds=60)
"""Beyond anything that a synchronised clock makes; versions in heartbeats are up to a rebalance old."""
HOSTS_APART = timedelta(minutes=5)
"""How far brokers' clocks may be apart where nothing tells."""
ZONES = timedelta(minutes=30)
"""Zones differ by multiples of this; clocks do not."""
CALLED_LATELY = timedelta(seconds=30)
"""A listener that was called this shortly before its client was asked consumes."""
FAILURES_SAMPLED = timedelta(seconds=60)
"""A client samples its minute every 10 s and its hour every 10 minutes (`StatsItemSet#init`, all
versions): until then it counts no failure in the hour."""
LASTING_FAILURES = timedelta(seconds=10)
"""One slow moment makes a few failures; a dead peer makes more, for longer."""
DELIVERED_LATE = timedelta(seconds=30)
"""`ScheduleMessageService` looks for due messages again after 100 ms (`DELAY_FOR_A_WHILE`), after 10 s
where something failed (`DELAY_FOR_A_PERIOD`)."""
RESET_TAKEN_UP = timedelta(seconds=60)
"""Clients take a reset up at once and go on with the next rebalance, or the one after it."""
RESET_PAUSES = timedelta(seconds=10)
"""A client suspends itself for so long for each broker's reset (`MQClientInstance#resetOffset`, all versions)."""
REFUSALS_GO_ON = timedelta(seconds=120)
"""Refused pulls are tried again within seconds, and counts are kept per minute: no longer pause."""
REVIVED_IN_TIME = timedelta(minutes=1)
"""A check point is looked at once its invisible time is over, and `PopReviveService` waits some seconds for later
confirmations."""
COUNTED_MINUTE = timedelta(minutes=1)
"""What clients count of their consuming is printed for each minute (`StatsItem`, `printAtMinutes`)."""
ROTATION_GAP = timedelta(minutes=1)
"""A broker's log says something every half minute: for no longer does it pause where the next file goes on."""
COUNTERS_APART = timedelta(seconds=20)
"""Counters are sampled every 10 s, each on its own (`StatsItem#init`); a client that starts fills its cache first."""
SETTLED = timedelta(minutes=2)
"""A client that keeps crashing is back within it; a list made before tells nothing about it."""
LONG_BEFORE = timedelta(days=1)
"""Clusters side by side are collected for one incident; what ended so long before is kept for comparison."""
WRITTEN_LATELY = timedelta(minutes=2)
"""Producers that write in turn reach every queue within seconds."""
LEFT_ALONE = timedelta(minutes=10)
"""Whoever had a queue and is gone is forgotten after two minutes, and another one reads on: what nobody read for
several times as long has nobody."""
FAILED_LATELY = timedelta(minutes=3)
"""A client samples its minute every 10 s and its hour every 10 minutes (`StatsItemSet#init`)."""
LAST_RETRY_BUT_ONE = timedelta(hours=1)
"""What all but the last of 16 retries wait for at most; the first one waits for 10 s (`messageDelayLevel`, level 3)."""
LONGEST_DELAY = timedelta(hours=2)
"""The last of 18 levels (`messageDelayLevel`): the longest wait of a failed message for its next delivery."""
LATELY = timedelta(minutes=5)
"""What is told of the present: commits that go to and fro, a peer that came back."""
A_MOMENT_AGO = timedelta(minutes=10)
"""What happened since may still be on its way: moved offsets, commits that go back."""
ROLLOUT = timedelta(minutes=15)
"""A rollout replaces each client once; what comes again and again within it is none."""
ANOTHER_TIME = timedelta(hours=1)
"""Every process of a cluster writes within minutes: logs with such a gap between them are of two incidents."""
ANOTHER_DAY = timedelta(hours=26)
"""Logs of one moment, written in two zones, end at most this far apart: from UTC-12 to UTC+14."""


@derived
def transitions_of(facts: GroupFacts) -> Transitions:
    """How long changes take in this group, by what its clients' logs print when they start, the longest of each
    (`MQClientInstance`'s constructor, 4.0.0 to 5.4)."""
    printed: dict[str, timedelta] = {}
    for setting in printed_settings(facts.records("member.process_created")):
        # the delay after a failed pull that is printed there is another consumer's than the push consumer's
        if setting.key in (HEARTBEAT.name, COMMIT.name, ROUTE.name) and setting.value.isdecimal():
            value = timedelta(milliseconds=int(setting.value))
            printed[setting.key] = max(value, printed.get(setting.key, value))
    return Transitions(printed)
