"""Incidents of listeners that hang, lag or fail, of groups that left, and of clients that keep restarting. A table."""

from .scenario import Broker, Client, Incident, Producer, Subscription, Topic, several

S = Subscription
ORPHANS = ("orphan_queues", "flapping_subscription")
HOUR = 3600
ONE = (Broker("broker-a"),)


CONSUMER_INCIDENTS = (
    Incident(
        name="stuck_listener",
        story="A listener waits for ever on one queue's messages until its client has no thread left.",
        group="risk-check",
        topics=(Topic("risk"),),
        clients=(
            Client((S("risk"),), listener="block", threads=2, settings={"only.queue": "1", "only.after": "40"}),
            Client((S("risk"),), start=3),
        ),
        versions=("4.9.7",),
        brokers=ONE,
        causes=("consumer_stuck",),
    ),
    Incident(
        name="stuck_ordered_queue",
        story="An ordered listener waits for ever on one queue; the other queues of its client move.",
        group="seat_booking",
        clients=several(
            2,
            S("seats"),
            start=[0, 3],
            orderly=True,
            listener="block",
            settings={"only.queue": "2", "only.broker": "broker-a", "only.after": "30"},
        ),
        versions=("5.4.0",),
        causes=("consumer_stuck",),
    ),
    Incident(
        name="stuck_client",
        story="One of three clients hangs in all its threads after a while.",
        group="PDF-render",
        clients=several(
            3, S("pdf"), listener=["ok", "block", "ok"], threads=[20, 4, 20], settings=[{}, {"only.after": "60"}, {}]
        ),
        versions=("4.3.0", "5.2.0"),
        causes=("consumer_stuck",),
    ),
    Incident(
        name="stuck_ordered_poison",
        story="An ordered listener suspends its queue again and again on one tag's messages.",
        group="matching-engine",
        topics=(Topic("match", 8),),
        clients=several(2, S("match"), orderly=True, listener="fail", settings={"only.tag": "poison"}),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(tags=("limit",) * 30 + ("poison",)),
        causes=("consumer_stuck",),
        tolerated=("consume_failures",),
    ),
    Incident(
        name="stuck_everywhere",
        story="A database lock holds every listener of the group.",
        group="db_writer",
        topics=(Topic("db-write", 8),),
        clients=several(2, S("db-write"), listener="block", threads=3, settings={"only.after": "100"}),
        causes=("consumer_stuck",),
    ),
    Incident(
        name="slow_listener",
        story="Every message takes a fifth of a second on a single thread, and more arrive than that.",
        group="slow_group",
        clients=several(2, S("thumbs"), listener="slow:200", threads=1),
        versions=("4.9.7", "5.3.3"),
        producer=Producer(rate=80),
        causes=("consumer_slow",),
    ),
    Incident(
        name="slow_in_one",
        story="One of three clients takes 0.4 s for each message on a single thread; the others keep up.",
        group="mail",
        clients=several(3, S("mails"), listener=["ok", "slow:400", "ok"], threads=[20, 1, 20]),
        causes=("consumer_slow",),
    ),
    Incident(
        name="host_gone",
        story="The host of one of three clients vanished; brokers still list it.",
        group="risk",
        clients=several(3, S("checks"), frozen=[None, None, (30, 380)]),
        warm_up=55,
        causes=("consumer_stuck",),
    ),
    Incident(
        name="two_hosts_gone",
        story="The hosts of two of four clients vanished within a second; brokers still list both.",
        group="fraud",
        topics=(Topic("cards", 4), Topic("loans", 4)),
        clients=tuple(
            Client((S("cards"), S("loans")), start=2 * i, frozen=(30 + i // 3, 380) if i % 2 else None)
            for i in range(4)
        ),
        versions=("4.5.2",),
        warm_up=55,
        causes=("consumer_stuck",),
    ),
    Incident(
        name="offline_stopped",
        story="All clients were shut down in order and messages keep arriving.",
        group="weekly-report",
        topics=(Topic("report", 5),),
        clients=(Client((S("report"),), stop=26), Client((S("report"),), start=2, stop=29)),
        versions=("4.5.2",),
        causes=("group_offline",),
    ),
    Incident(
        name="offline_killed",
        story="The node of all clients went down.",
        group="ns2%GID_recommend",
        clients=tuple(Client((S("ns2%click"), S("ns2%view")), start=i, kill=27) for i in range(3)),
        versions=("5.4.0",),
        causes=("group_offline",),
    ),
    Incident(
        name="offline_after_two_topics",
        story="Two clients with a topic each were stopped, so that the group is offline.",
        group="shared_group",
        topics=(Topic("alpha"), Topic("beta")),
        clients=(Client((S("alpha"),), stop=42), Client((S("beta"),), start=9, stop=44)),
        warm_up=55,
        snapshots=3,
        causes=("group_offline",),
        past=("inconsistent_subscription",),
    ),
    Incident(
        name="failing_listener",
        story="Every message fails and goes to the retry topic.",
        group="webhook-sender",
        clients=several(2, S("webhook"), listener="fail"),
        versions=("4.3.0", "5.3.3"),
        producer=Producer(rate=20),
        causes=("consume_failures",),
        status_of=("%RETRY%webhook-sender",),
    ),
    Incident(
        name="failing_to_dead_letters",
        story="Messages of one tag fail, are retried once and end in the dead-letter queue.",
        group="coupon_GRANT",
        topics=(Topic("coupon", 4),),
        clients=several(2, S("coupon"), listener="fail", settings={"only.tag": "old", "max_reconsume": "1"}),
        versions=("4.9.7",),
        brokers=(
            Broker("broker-a", settings={"messageDelayLevel": "1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s 1s"}),
        ),
        producer=Producer(rate=40, tags=("new", "new", "old")),
        causes=("consume_failures",),
        status_of=("%RETRY%coupon_GRANT", "%DLQ%coupon_GRANT"),
    ),
    Incident(
        name="throwing_listener",
        story="The listener of one of two clients throws on one tag.",
        group="invoice.render".replace(".", "-"),
        topics=(Topic("render", 8),),
        clients=several(2, S("render"), start=[0, 3], listener=["throw", "ok"], settings=[{"only.tag": "b2b"}, {}]),
        versions=("5.4.0",),
        producer=Producer(rate=30, tags=("b2b", "b2c")),
        causes=("consume_failures",),
        status_of=("%RETRY%invoice-render",),
    ),
    Incident(
        name="restarting_clients",
        story="Two of four clients crash and are started again all the time.",
        group="crash-loop",
        topics=(Topic("crash-topic", 8),),
        clients=several(4, S("crash-topic"), start=[0, 1, 8, 11], restart_every=[None, None, 9, 7]),
        versions=("4.9.7", "5.4.0"),
        causes=("rebalance_storm",),
        tolerated=("duplicate_consumption",),
    ),
)
