"""Incidents that are told right only where two witnesses are put together, or a setting is read. A table."""

from typing import Any

from .scenario import Broker, Client, Incident, Producer, Subscription, Topic, several, update_topic

S = Subscription
ONE = (Broker("broker-a"),)
QUICK_RETRIES = {"messageDelayLevel": " ".join(["1s"] * 18)}
# The broker deletes every full file of its log: only where a queue's first messages are gone does a new group start at
# its end (`ConsumerManageProcessor#queryConsumerOffset`).
SHORT_STORE = {
    "mappedFileSizeCommitLog": "524288",
    "fileReservedTime": "0",
    "deleteWhen": ";".join(f"{hour:02}" for hour in range(24)),
}
FROM_LAST = {"from": "CONSUME_FROM_LAST_OFFSET"}


def _renamed(topic: str, group: str, at: float, **settings: Any) -> tuple[Client, ...]:
    """Two hosts whose clients stop, and start again in another group some seconds later."""
    hosts = ["10.20.0.11", "10.20.0.12"]
    before = several(2, S(topic), ip=hosts, stop=[at - 16, at - 14], **settings)
    return (*before, *several(2, S(topic), ip=hosts, group=group, start=[at, at + 2], **settings))


JOINED = (
    Incident(
        name="staging_beside",
        story="In production two of three clients share an id; staging, with the same names, was looked at later.",
        group="order-paid",
        topics=(Topic("orders", 8),),
        clients=several(3, S("orders"), ip=["172.17.0.2", "172.17.0.2", "172.17.0.3"], instance="1"),
        staging=several(2, S("orders"), ip=["172.17.0.2", "172.17.0.3"], instance="1"),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(rate=30),
        snapshots=3,
        causes=("client_id_collision",),
        effects=("orphan_queues", "duplicate_consumption"),
        ids=("172.17.0.2@1",),
    ),
    Incident(
        name="drained_and_stopped",
        story="The producer was stopped, the group read everything, and then its clients were shut down in order.",
        group="season-import",
        clients=(Client((S("season-items"),), stop=36), Client((S("season-items"),), start=2, stop=39)),
        producer=Producer(seconds=24),
        snapshots=3,
        tolerated=("group_offline",),
    ),
    Incident(
        name="rare_heartbeats",
        story="One of three clients was configured to send a heartbeat every five minutes; brokers drop it after two.",
        group="price-watch",
        clients=several(3, S("quotes"), settings=[{}, {"heartbeat": "300000"}, {}]),
        producer=Producer(rate=30),
        warm_up=110,
        snapshots=5,
        every=14,
        causes=("connection_problem",),
        tolerated=("duplicate_consumption", "rebalance_storm", "consumer_stuck", "orphan_queues"),
    ),
    Incident(
        name="retry_topic_write_only",
        story="Somebody took the read permission away from the retry topic; what fails never comes again.",
        group="refund-notify",
        clients=several(2, S("refunds"), listener="fail", settings={"only.tag": "card"}),
        versions=("4.9.7",),
        producer=Producer(rate=30, tags=("card", "cash", "cash")),
        commands=update_topic("%RETRY%refund-notify", 16, 1, 1, perm=2),
        warm_up=60,
        snapshots=3,
        causes=("consume_failures", "unreadable_queues"),
        tolerated=("orphan_queues",),
        orphans=("%RETRY%refund-notify broker-a 0", "%RETRY%refund-notify broker-b 0"),
        status_of=("%RETRY%refund-notify",),
    ),
    Incident(
        name="frozen_and_back",
        story="One of three clients stood still until brokers had dropped it, woke, and wrote its old offsets back.",
        group="route-plan",
        clients=several(3, S("legs"), frozen=[None, (20, 164), None]),
        versions=("4.9.7",),
        producer=Producer(rate=24),
        warm_up=152,
        snapshots=4,
        past=("duplicate_consumption",),
        tolerated=("offsets_moved", "consumer_stuck", "rebalance_storm", "connection_problem"),
    ),
    Incident(
        name="twins_of_one_broker",
        story="Two clients share an id, and one of them reaches one of two brokers only.",
        group="seat-hold",
        topics=(Topic("holds", 8),),
        clients=several(
            3, S("holds"), ip=["172.17.0.4", "172.17.0.9", "172.17.0.4"], instance="1", name_server=[1, 1, 0]
        ),
        brokers=(Broker("broker-a", (0, 1)), Broker("broker-b", (1,))),
        name_servers=2,
        producer=Producer(rate=30),
        snapshots=5,
        causes=("client_id_collision", "broker_disagreement"),
        effects=("duplicate_consumption",),
        tolerated=("orphan_queues", "rebalance_storm", "connection_problem"),
        ids=("172.17.0.4@1",),
    ),
    Incident(
        name="topic_given_up",
        story="A release that read a second topic was rolled back; messages still go to that topic.",
        group="basket",
        clients=(
            *several(2, S("baskets"), S("basket-hints"), stop=[36, 38]),
            *several(2, S("baskets"), start=[41, 43]),
        ),
        versions=("4.9.7",),
        producer=Producer(rate=30),
        warm_up=24,
        snapshots=5,
        every=15,
        effects=("orphan_queues",),
        tolerated=("group_offline", "duplicate_consumption"),
    ),
    Incident(
        name="name_server_slow",
        story="The name server hung for seconds, twice: while clients asked it and during one snapshot.",
        group="fare-cache",
        clients=several(4, S("fares")),
        producer=Producer(rate=30),
        name_server_stalls=((28.5, 6), (56.9, 9)),
        snapshots=4,
        tolerated=("duplicate_consumption",),
    ),
    Incident(
        name="narrowed_release",
        story="A release stopped half way: the new version no longer reads the second topic.",
        group="parcel-notify",
        clients=(*several(2, S("parcels"), S("parcel-returns")), *several(2, S("parcels"), start=[14, 16])),
        versions=("5.4.0",),
        brokers=ONE,
        producer=Producer(rate=30),
        snapshots=3,
        causes=("inconsistent_subscription",),
        effects=("orphan_queues",),
        tolerated=("flapping_subscription",),
    ),
    Incident(
        name="collision_of_five",
        story="Five of six containers have the same bridge address and process number.",
        group="menu-sync",
        clients=(
            *several(5, S("menus"), ip="172.17.0.2", instance="1"),
            Client((S("menus"),), ip="172.17.0.3", instance="1", start=11),
        ),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(rate=30),
        snapshots=3,
        causes=("client_id_collision",),
        effects=("orphan_queues", "duplicate_consumption"),
        ids=("172.17.0.2@1",),
    ),
    Incident(
        name="twins_of_other_tags",
        story="Two of three clients share an id, and these two want different tags.",
        group="coupon-feed",
        topics=(Topic("coupons", 9),),
        clients=tuple(
            Client((S("coupons", tag),), ip=f"172.17.0.{address}", instance="1", start=start)
            for tag, address, start in (("TagA", 2, 0), ("TagB", 2, 5), ("TagA", 3, 9))
        ),
        brokers=ONE,
        producer=Producer(tags=("TagA", "TagB")),
        causes=("client_id_collision", "inconsistent_subscription"),
        effects=("orphan_queues", "tag_mismatch_silent_loss"),
        tolerated=("flapping_subscription",),
        ids=("172.17.0.2@1",),
    ),
    Incident(
        name="dead_predecessor",
        story="A client's host vanished; it came back with the same id while brokers still listed the dead one.",
        group="tax-calc",
        topics=(Topic("invoices", 8),),
        clients=(
            Client((S("invoices"),), ip="10.20.0.7", instance="tax", frozen=(20, 9999)),
            Client((S("invoices"),), ip="10.20.0.8", instance="tax", start=3),
            Client((S("invoices"),), ip="10.20.0.7", instance="tax", start=30),
        ),
        versions=("4.9.7",),
        producer=Producer(rate=40),
        warm_up=48,
        snapshots=4,
        every=14,
        causes=("client_id_collision",),
        effects=("orphan_queues",),
        ids=("10.20.0.7@tax",),
    ),
    Incident(
        name="member_of_another_cluster",
        story="One of three clients was given the name server of another cluster; the two others read everything.",
        group="route-eta",
        clients=several(3, S("etas"), name_server=[1, 1, 0]),
        versions=("4.9.7",),
        brokers=(Broker("broker-a", (1,)), Broker("broker-b", (1,)), Broker("broker-s", (0,))),
        name_servers=2,
        producer=Producer(rate=40),
    ),
    Incident(
        name="failing_several_times",
        story="Messages of one tag fail four times before they are given up: four lines in the log for each.",
        group="label-print",
        topics=(Topic("labels", 4),),
        clients=several(2, S("labels"), listener="fail", settings={"only.tag": "fragile", "max_reconsume": "4"}),
        brokers=(Broker("broker-a", settings=QUICK_RETRIES),),
        producer=Producer(rate=10, tags=("plain",) * 9 + ("fragile",)),
        snapshots=3,
        causes=("consume_failures",),
        status_of=("%RETRY%label-print", "%DLQ%label-print"),
    ),
    Incident(
        name="listed_by_another_group",
        story="Two clients of a group read a topic each; snapshots of a second group list the queues of both.",
        group="visa-check",
        topics=(Topic("visas", 6), Topic("stamps", 4)),
        clients=(
            Client((S("visas"),)),
            Client((S("stamps"),), start=2),
            Client((S("visas"), S("stamps")), start=4, group="visa-archive"),
        ),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(rate=30),
        snapshots=2,
        causes=("inconsistent_subscription",),
        effects=("orphan_queues",),
        tolerated=("flapping_subscription",),
        asked=(("consumerProgress", "-g", "visa-archive"),),
    ),
    Incident(
        name="renamed_from_last",
        story="A release renamed the group; the new one starts at the ends, and what came between is read by neither.",
        group="refund-worker",
        topics=(Topic("refunds", 4),),
        clients=_renamed("refunds", "refund-service", 40, orderly=True, settings=FROM_LAST),
        brokers=(Broker("broker-a", settings=SHORT_STORE),),
        producer=Producer(rate=12, burst=2500),
        warm_up=56,
        snapshots=3,
        causes=("consumer_group_renamed", "group_offline"),
        asked=(
            ("consumerProgress", "-g", "refund-service", "-s", "true"),
            ("consumerConnection", "-g", "refund-service"),
        ),
    ),
    Incident(
        name="renamed_from_first",
        story="A release renamed the group; the new one starts at the first messages and reads everything again.",
        group="GID_sms",
        topics=(Topic("sms-out", 4),),
        clients=_renamed("sms-out", "GID_sms_gateway", 40, listener="slow:50", threads=2),
        versions=("4.9.7",),
        brokers=ONE,
        producer=Producer(rate=30),
        warm_up=52,
        snapshots=3,
        causes=("consumer_group_renamed", "group_offline"),
        asked=(
            ("consumerProgress", "-g", "GID_sms_gateway", "-s", "true"),
            ("consumerConnection", "-g", "GID_sms_gateway"),
        ),
    ),
)
"""Each stands for a kind of fault that evidence which nobody had seen before brought up."""
