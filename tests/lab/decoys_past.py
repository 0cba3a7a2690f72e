"""Healthy groups with something in their past that looks alarming and is over. A table."""

from .scenario import Broker, Client, Incident, Producer, Subscription, Topic

S = Subscription
ONE = (Broker("broker-a"),)
THREE = (Broker("broker-a"), Broker("broker-b"), Broker("broker-c"))


def _several(count: int, *subscriptions: Subscription, **settings: object) -> tuple[Client, ...]:
    return tuple(Client(subscriptions, start=2 * i, **settings) for i in range(count))


PAST_DECOYS = (
    Incident(
        name="rolling_restart",
        story="Each of three clients was stopped and started again, one after the other, and it is over.",
        group="checkout",
        topics=(Topic("cart", 6),),
        clients=(
            Client((S("cart"),), stop=14),
            Client((S("cart"),), stop=24),
            Client((S("cart"),), stop=34),
            Client((S("cart"),), ip="10.20.0.11", start=17),
            Client((S("cart"),), ip="10.20.0.12", start=27),
            Client((S("cart"),), ip="10.20.0.13", start=37),
        ),
        versions=("4.5.2", "5.2.0", "5.3.3"),
        warm_up=62,
        snapshots=3,
        tolerated=("duplicate_consumption", "rebalance_storm"),
    ),
    Incident(
        name="gray_finished",
        story="A release that adds a topic went through: the old clients are gone.",
        group="GID_points",
        topics=(Topic("earn", 6), Topic("spend", 6)),
        clients=(
            Client((S("earn"),), stop=28),
            Client((S("earn"),), start=1, stop=33),
            Client((S("earn"), S("spend")), start=8),
            Client((S("earn"), S("spend")), start=12),
        ),
        versions=("4.5.2", "5.1.0", "5.4.0"),
        warm_up=68,
        snapshots=3,
        past=("inconsistent_subscription",),
        tolerated=("orphan_queues", "flapping_subscription", "duplicate_consumption"),
    ),
    Incident(
        name="slow_start",
        story="A backlog was waiting when the clients started; it shrinks from snapshot to snapshot.",
        group="backfill",
        topics=(Topic("history", 8),),
        clients=tuple(Client((S("history"),), start=16 + 2 * i, listener="slow:60", threads=8) for i in range(2)),
        versions=("4.9.7",),
        producer=Producer(rate=30, burst=16000),
        warm_up=34,
        tolerated=("consumer_slow",),
    ),
    Incident(
        name="failures_recovered",
        story="The first messages failed once and were consumed on their first retry.",
        group="mailer_retry",
        topics=(Topic("mail-out", 6),),
        clients=_several(2, S("mail-out"), listener="fail:1", settings={"only.before": "15"}),
        versions=("4.9.7",),
        producer=Producer(rate=30),
        warm_up=60,
        snapshots=3,
        past=("consume_failures",),
        status_of=("%RETRY%mailer_retry",),
    ),
    Incident(
        name="scaled_out",
        story="Two clients became four, and it is over.",
        group="autoscaled",
        topics=(Topic("work", 8),),
        clients=(*_several(2, S("work")), Client((S("work"),), start=22), Client((S("work"),), start=24)),
        versions=("4.7.1", "5.4.0"),
        warm_up=55,
        snapshots=3,
        tolerated=("duplicate_consumption",),
    ),
    Incident(
        name="broker_restarted",
        story="One of two brokers was restarted and is back.",
        group="resilient",
        topics=(Topic("steady", 6),),
        clients=_several(2, S("steady")),
        versions=("4.9.7",),
        brokers=(Broker("broker-a"), Broker("broker-b", restart=15)),
        warm_up=85,
        snapshots=3,
        past=("connection_problem",),
        tolerated=("duplicate_consumption", "rebalance_storm"),
    ),
    Incident(
        name="hosts_apart",
        story="The clock of one client's host is four minutes ahead; all subscribe to the same.",
        group="skewed-hosts",
        topics=(Topic("drift", 6),),
        clients=(Client((S("drift"),)), Client((S("drift"),), start=3, clock_ahead=240)),
        versions=("5.3.3",),
        snapshots=3,
        tolerated=("clock_skew",),
    ),
    Incident(
        name="rebalance_window",
        story="A client was killed and replaced; what it had not committed was consumed again, and it is over.",
        group="once-more",
        topics=(Topic("again", 8),),
        clients=(
            Client((S("again"),)),
            Client((S("again"),), start=2, kill=27),
            Client((S("again"),), start=31),
        ),
        versions=("4.9.7", "5.3.3"),
        producer=Producer(rate=120),
        warm_up=58,
        snapshots=3,
        past=("duplicate_consumption",),
    ),
    Incident(
        name="killed_amid_slow_messages",
        story="A client was killed while slow messages held its offsets back, so a wide window was consumed again.",
        group="transcode_Jobs",
        topics=(Topic("transcode", 5),),
        clients=(
            Client((S("transcode"),), listener="slow:4000", settings={"only.tag": "film"}),
            Client((S("transcode"),), listener="slow:4000", settings={"only.tag": "film"}, start=2, kill=25),
            Client((S("transcode"),), listener="slow:4000", settings={"only.tag": "film"}, start=28),
        ),
        versions=("4.5.2", "5.0.0", "5.4.0"),
        producer=Producer(rate=90, tags=("clip",) * 40 + ("film",)),
        warm_up=55,
        snapshots=3,
        past=("duplicate_consumption",),
    ),
)
