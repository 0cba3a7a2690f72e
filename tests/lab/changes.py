"""Incidents in which something changes under a group: queues, brokers, locks, late commits. A table."""

from dataclasses import replace
from functools import partial

from .scenario import Broker, Incident, Producer, Subscription, Topic, several, update_topic

S = Subscription
ONE = (Broker("broker-a"),)
SLAVE = {"brokerRole": "SLAVE", "brokerId": "1"}
# A master sends whoever lags to its slave: by default when more lies between than its memory holds.
READ_FROM_SLAVE = {"slaveReadEnable": "true", "accessMessageInMemoryMaxRatio": "0"}
PAIRS = (
    Broker("broker-a", settings={"brokerRole": "ASYNC_MASTER"}),
    Broker("broker-b", settings={"brokerRole": "ASYNC_MASTER"}, kill=44),
    Broker("broker-a-slave", settings=SLAVE, of="broker-a"),
    Broker("broker-b-slave", settings=SLAVE, of="broker-b"),
)
amid_a_backlog = partial(
    Incident,
    brokers=PAIRS,
    warm_up=38,
    snapshots=6,
    every=18,
    causes=("broker_lost",),
    tolerated=("connection_problem", "offset_outside_queue"),
)
"""The master of one of two pairs of brokers dies for good while messages wait there."""


CHANGES = (
    Incident(
        name="queues_grown",
        story="A topic grew from four to twelve queues under a healthy group; there is one broker.",
        group="parcel-track",
        topics=(Topic("parcels", 4),),
        clients=several(3, S("parcels")),
        versions=("4.9.7", "5.3.3"),
        brokers=ONE,
        commands=update_topic("parcels", 38, 12, 12, brokers=("broker-a",)),
        warm_up=30,
        snapshots=5,
        every=16,
        tolerated=("idle_consumers", "duplicate_consumption"),
    ),
    Incident(
        name="broker_joined",
        story="A second broker joined while the group ran, and the topic was created there too.",
        group="payroll",
        clients=several(3, S("payslips")),
        brokers=(Broker("broker-a"), Broker("broker-b", start=34)),
        commands=update_topic("payslips", 50, 6, 6, brokers=("broker-b",)),
        warm_up=26,
        snapshots=6,
        every=17,
        tolerated=("duplicate_consumption",),
    ),
    Incident(
        name="late_commits",
        story="A broker stood still for some seconds again and again; commits that had waited there came late.",
        group="odds-feed",
        topics=(Topic("odds", 8),),
        clients=several(2, S("odds"), listener="slow:1500", threads=64, settings={"pull_interval": "700"}),
        brokers=(
            Broker("broker-a", stalls=((24.5, 2.6), (32, 2.6), (39.5, 2.6), (47, 2.6), (54.5, 2.6))),
            Broker("broker-b"),
        ),
        producer=Producer(rate=60),
        warm_up=62,
        snapshots=3,
        tolerated=("connection_problem",),
    ),
    Incident(
        name="ordered_client_killed",
        story="One of three ordered clients was killed amid its messages; its locks ran out a minute later.",
        group="account-moves",
        topics=(Topic("moves", 8),),
        clients=several(3, S("moves"), orderly=True, listener="slow:150", kill=[None, None, 40]),
        versions=("4.9.7", "5.3.3"),
        producer=Producer(rate=24),
        warm_up=34,
        snapshots=6,
        every=16,
        past=("lock_held",),
        tolerated=("duplicate_consumption", "orphan_queues", "offset_held_back"),
    ),
    Incident(
        name="master_gone",
        story="The master of one of two brokers died for good; its slave serves what it has.",
        group="tax-rates",
        clients=several(3, S("rates")),
        versions=("4.9.7", "5.3.3"),
        brokers=(
            Broker("broker-a", settings={"brokerRole": "ASYNC_MASTER"}),
            Broker("broker-b", kill=44),
            Broker("broker-a-slave", settings={"brokerRole": "SLAVE", "brokerId": "1"}, of="broker-a"),
            Broker("broker-b-slave", settings={"brokerRole": "SLAVE", "brokerId": "1"}, of="broker-b"),
        ),
        warm_up=32,
        snapshots=6,
        every=16,
        causes=("broker_lost",),
        # The slave lacks the master's last messages, up to which offsets were committed.
        tolerated=("connection_problem", "offset_outside_queue"),
    ),
    amid_a_backlog(
        name="slave_hands_nothing_out",
        story="A broker's master died for good amid a backlog; its slave, as by default, lets nobody read.",
        group="stock-levels",
        clients=several(3, S("stock"), listener="slow:400", threads=4),
        versions=("4.9.7", "5.3.3"),
        producer=Producer(rate=20, burst=3600),
    ),
    amid_a_backlog(
        name="slave_reads_on",
        story="A broker's master died for good amid a backlog; its slave lets clients read on (slaveReadEnable).",
        group="seat-booking",
        topics=(Topic("seats", 4),),
        clients=several(2, S("seats"), listener="slow:100", settings={"pull_interval": "15000"}),
        versions=("4.9.7",),
        brokers=tuple(replace(one, settings={**one.settings, "slaveReadEnable": "true"}) for one in PAIRS),
        producer=Producer(rate=20, burst=3600),
    ),
    amid_a_backlog(
        name="slave_acts_as_master",
        story="A broker's master died for good amid a backlog; name servers give its slave out as its master.",
        group="voucher-sync",
        topics=(Topic("vouchers", 4),),
        clients=several(2, S("vouchers"), listener="slow:300", orderly=True),
        brokers=tuple(replace(one, settings={**one.settings, "enableSlaveActingMaster": "true"}) for one in PAIRS),
        producer=Producer(rate=20, burst=4000),
        # What is sent goes to the other broker, which is more than its clients can take.
        tolerated=("connection_problem", "offset_outside_queue", "duplicate_consumption", "consumer_slow"),
    ),
    Incident(
        name="slave_hangs_while_read",
        story="A backlog is read; its master bids clients read from the slave, which hangs: they go on at the master.",
        group="exam-scan",
        topics=(Topic("scans", 4),),
        clients=several(2, S("scans"), listener="slow:200", threads=8),
        versions=("4.9.7",),
        brokers=(
            Broker("broker-a", settings={"brokerRole": "ASYNC_MASTER", **READ_FROM_SLAVE}),
            Broker("broker-b"),
            Broker("broker-a-s", settings={**SLAVE, **READ_FROM_SLAVE}, of="broker-a", freeze=45),
        ),
        producer=Producer(rate=30, burst=9000),
        warm_up=38,
        snapshots=6,
        every=17,
        # The slave cannot be reached, which takes nothing from the group.
        tolerated=("connection_problem", "consumer_slow"),
    ),
)
