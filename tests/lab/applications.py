"""Incidents that an application makes while it runs: suspend, unsubscribe, one endless message, a clock. A table."""

from .scenario import Broker, Client, Incident, Producer, Subscription, Topic, several

S = Subscription
TEN_MINUTES = 600


APPLICATION_INCIDENTS = (
    Incident(
        name="suspended",
        story="One of three clients suspended itself and was never resumed.",
        group="drain-mode",
        clients=several(3, S("jobs"), settings=[{}, {"change.0": "18 suspend"}, {}]),
        causes=("consumer_stuck",),
    ),
    Incident(
        name="unsubscribed",
        story="One of two clients unsubscribed from one of its two topics while it ran.",
        group="feature-flags",
        clients=several(
            2, S("flags"), S("flags-trial"), start=[0, 3], settings=[{}, {"change.0": "15 unsubscribe flags-trial"}]
        ),
        versions=("4.9.7",),
        causes=("inconsistent_subscription",),
        effects=("orphan_queues", "flapping_subscription"),
    ),
    Incident(
        name="one_message_held",
        story="One message's listener does not return; the messages behind it are consumed.",
        group="image_scan",
        clients=several(
            2, S("scans"), listener=["block", "ok"], settings=[{"only.after": "80", "only.before": "81"}, {}]
        ),
        versions=("4.9.7",),
        brokers=(Broker("broker-a"),),
        causes=("offset_held_back",),
        tolerated=("consumer_stuck",),
    ),
    Incident(
        name="clock_behind",
        story="The clock of one of three clients is ten minutes behind; they all subscribe alike.",
        group="till-sync",
        topics=(Topic("receipts", 8),),
        clients=several(3, S("receipts"), clock_ahead=[0, -TEN_MINUTES, 0]),
        snapshots=3,
        tolerated=("clock_skew",),
    ),
    Incident(
        name="clock_behind_and_tags",
        story="Two clients want different tags; the one whose clock is ten minutes behind loses every heartbeat.",
        group="passengers",
        topics=(Topic("passenger-events", 8),),
        clients=(
            Client((S("passenger-events", "boarded"),)),
            Client((S("passenger-events", "landed"),), start=12, clock_ahead=-TEN_MINUTES),
        ),
        versions=("4.9.7",),
        producer=Producer(tags=("boarded", "landed")),
        causes=("inconsistent_subscription", "clock_skew"),
        effects=("tag_mismatch_silent_loss",),
    ),
)
