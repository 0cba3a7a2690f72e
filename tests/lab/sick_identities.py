"""Incidents of groups whose clients share an id, a strategy they should not, or a model. A table."""

from .scenario import Broker, Client, Incident, Subscription, Topic, consume_by_pop, several

S = Subscription
COLLISION = ("client_id_collision",)
BOTH = ("orphan_queues", "duplicate_consumption")
BRIDGE = "172.17.0.2"

IDENTITY_INCIDENTS = (
    Incident(
        name="collision_two_of_three",
        story="Two of three containers have the same bridge address and process number.",
        group="pay-result",
        topics=(Topic("pay-result-topic"),),
        clients=several(3, S("pay-result-topic"), ip=[BRIDGE, BRIDGE, "172.17.0.3"], instance="1"),
        versions=("4.3.0", "5.4.0"),
        causes=COLLISION,
        effects=BOTH,
        ids=(f"{BRIDGE}@1",),
    ),
    Incident(
        name="collision_all",
        story="Every client was given the same instance name on the same bridge address.",
        group="SMS_GROUP",
        topics=(Topic("SMS_TOPIC", 9),),
        clients=tuple(Client((S("SMS_TOPIC"),), ip=BRIDGE, instance="consumer", start=i) for i in range(3)),
        versions=("4.5.2", "5.3.3"),
        brokers=(Broker("broker-a"),),
        causes=COLLISION,
        effects=BOTH,
        ids=(f"{BRIDGE}@consumer",),
    ),
    Incident(
        name="collision_two_pairs",
        story="Four containers on two hosts, two ids among them.",
        group="iot.ingest".replace(".", "_"),
        topics=(Topic("iot-raw", 7),),
        clients=tuple(
            Client((S("iot-raw"),), ip=f"172.18.0.{2 + i // 2}", instance="app", start=2 * i) for i in range(4)
        ),
        causes=COLLISION,
        effects=BOTH,
        ids=("172.18.0.2@app", "172.18.0.3@app"),
    ),
    Incident(
        name="collision_by_circle",
        story="Two of three clients share an id in a group that allocates by circle.",
        group="loyalty",
        topics=(Topic("points", 10),),
        clients=(
            Client((S("points"),), ip="10.9.8.7", instance="9", strategy="AVG_BY_CIRCLE"),
            Client((S("points"),), ip="10.20.0.5", instance="9", strategy="AVG_BY_CIRCLE", start=2),
            Client((S("points"),), ip="10.9.8.7", instance="9", strategy="AVG_BY_CIRCLE", start=5),
        ),
        versions=("4.9.7",),
        causes=COLLISION,
        effects=BOTH,
        ids=("10.9.8.7@9",),
    ),
    Incident(
        name="collision_by_hash",
        story="Two of three clients share an id in a group that allocates by consistent hash: nothing is orphaned.",
        group="session-store",
        topics=(Topic("session", 12),),
        clients=several(3, S("session"), ip=[BRIDGE, BRIDGE, "172.17.0.9"], instance="1", strategy="CONSISTENT_HASH"),
        versions=("4.9.7",),
        causes=COLLISION,
        effects=("duplicate_consumption",),
        ids=(f"{BRIDGE}@1",),
    ),
    Incident(
        name="collision_ordered",
        story="Two clients with one id and ordered listeners: both hold the same lock.",
        group="ledger_entries",
        topics=(Topic("ledger", 8),),
        clients=several(2, S("ledger"), start=[0, 3], ip=BRIDGE, instance="ledger", orderly=True),
        brokers=(Broker("broker-a"),),
        causes=COLLISION,
        effects=BOTH,
        ids=(f"{BRIDGE}@ledger",),
    ),
    Incident(
        name="collision_few_queues",
        story="Three queues, four clients, two of them with one id.",
        group="tiny",
        topics=(Topic("tiny-topic", 3),),
        clients=(
            Client((S("tiny-topic"),), ip="192.168.1.20", instance="worker"),
            Client((S("tiny-topic"),), ip="192.168.1.20", instance="worker", start=2),
            Client((S("tiny-topic"),), ip="192.168.1.21", instance="worker", start=3),
            Client((S("tiny-topic"),), ip="192.168.1.22", instance="worker", start=5),
        ),
        versions=("4.9.7",),
        brokers=(Broker("broker-a"),),
        causes=COLLISION,
        effects=BOTH,
        tolerated=("idle_consumers",),
        ids=("192.168.1.20@worker",),
    ),
    Incident(
        name="collision_old_clients",
        story="Clients of 4.3.0 in containers, process 1 each, on newer brokers.",
        group="GID-legacy_Export",
        topics=(Topic("export"), Topic("export_ack", 4)),
        clients=tuple(
            Client((S("export"), S("export_ack")), ip=ip, instance="1", start=2 * i)
            for i, ip in enumerate(("172.17.0.4", "172.17.0.2", "172.17.0.2"))
        ),
        client_version="4.3.0",
        causes=COLLISION,
        effects=BOTH,
        ids=(f"{BRIDGE}@1",),
    ),
    Incident(
        name="mixed_average_and_circle",
        story="One of three clients was switched to allocation by circle.",
        group="warehouse",
        clients=several(3, S("pick-list"), start=[0, 2, 5], strategy=["AVG", "AVG", "AVG_BY_CIRCLE"]),
        versions=("4.9.7", "5.4.0"),
        causes=("mixed_allocation_strategies",),
        effects=BOTH,
    ),
    Incident(
        name="mixed_average_and_hash",
        story="One of two clients allocates by consistent hash.",
        group="search_index",
        topics=(Topic("index-update", 16),),
        clients=(
            Client((S("index-update"),), ip="10.1.1.1", instance="indexer-1"),
            Client((S("index-update"),), ip="10.1.1.2", instance="indexer-2", strategy="CONSISTENT_HASH", start=3),
        ),
        brokers=(Broker("broker-a"),),
        causes=("mixed_allocation_strategies",),
        effects=BOTH,
    ),
    Incident(
        name="one_broadcasting",
        story="One of three clients was started with the broadcasting model.",
        group="config_push",
        clients=several(3, S("config"), start=[0, 2, 6], model=["CLUSTERING", "CLUSTERING", "BROADCASTING"]),
        versions=("4.5.2", "5.3.3"),
        causes=("message_model_mismatch",),
        tolerated=("duplicate_consumption", "orphan_queues"),
    ),
    Incident(
        name="push_and_pop",
        story="One of two clients consumes by pop, the other pulls its share as ever.",
        group="image-resize",
        topics=(Topic("images", 8),),
        clients=(Client((S("images"),)), Client((S("images"),), pop=True, start=6)),
        versions=("5.1.4", "5.3.3"),
        brokers=(Broker("broker-a", settings={"timerWheelEnable": "true"}),),
        commands=consume_by_pop("images", "image-resize", 0),
        causes=("message_model_mismatch",),
        effects=("duplicate_consumption",),
        tolerated=("orphan_queues",),
    ),
)
