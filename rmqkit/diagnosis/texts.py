"""What each finding means, how to confirm it, what to do and what not to do: data for rules, reports and `explain`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """The unchanging part of a finding. `kind`: cause, effect or note."""

    kind: str
    what: str
    confirm: str
    remedy: tuple[str, ...] = ()
    do_not: tuple[str, ...] = ()


CAUSE, EFFECT, NOTE = "cause", "effect", "note"

TEXTS: dict[str, Text] = {
    "inconsistent_subscription": Text(
        CAUSE,
        "Clients of one consumer group subscribe to different topics, tags or expression types. The broker keeps one "
        "subscription table per group, so each heartbeat overwrites the other clients' entries; and every client counts "
        "all members when it shares out a topic's queues, including those that never ask for their share.",
        "mqadmin consumerStatus -g GROUP -s, then compare '#Consumer Subscription#' in the file of each client.",
        (
            "Give all clients of the group the same subscriptions (topics, tags and expression types).",
            "Where applications need different topics, give each application a consumer group of its own.",
            "During a gray release, subscribe in all pods first and use the new topic afterwards, "
            "or let the gray pods use a group of their own.",
        ),
        (
            "Do not add consumers to the group: the new ones get shares of queues they do not read as well.",
            "Do not reset offsets: the waiting messages would be skipped; they are delivered once the subscriptions agree.",
        ),
    ),
    "client_id_collision": Text(
        CAUSE,
        "Several client processes use the same client id. Each finds the first place of its id in the sorted client "
        "list, so all of them take the same share of the queues, and the shares of the other places belong to nobody.",
        "mqadmin consumerConnection -g GROUP: one client id on several lines with different addresses.",
        (
            "Make client ids unique: upgrade clients to 4.9.0 or later (pid and nano time), or set an instance name "
            "that differs per process (-Drocketmq.client.name=<pod name>, or setInstanceName).",
            "Under Docker's host network set the client ip explicitly (setClientIP with the pod's or host's own address).",
            "Restart the colliding clients one after the other after the change.",
        ),
        (
            "Do not add consumers: with colliding ids every further process adds a share that nobody reads.",
            "Do not reset offsets: messages in the unread queues would be lost, those read twice would be read again.",
        ),
    ),
    "mixed_allocation_strategies": Text(
        CAUSE,
        "Clients of one group share out queues by different strategies. Each computes its share by its own rule, so some "
        "queues are taken twice and others by nobody.",
        "Compare allocateMessageQueueStrategy in the running info of each client (mqadmin consumerStatus -g GROUP -s).",
        ("Set the same AllocateMessageQueueStrategy in all clients of the group, then restart those that differ.",),
        ("Do not add consumers or reset offsets before the strategies agree.",),
    ),
    "message_model_mismatch": Text(
        CAUSE,
        "One group holds clustering and broadcasting clients (or push and pop clients). A broadcasting client counts as a "
        "member when the others share out the queues, but commits nothing to the broker.",
        "Compare messageModel in the running info of each client, or the consumeType and messageModel in the broker's log.",
        (
            "Use one message model in the group; give broadcasting consumers a group of their own.",
            "Restart the clients that differ after the change.",
        ),
        ("Do not reset offsets: the share of the broadcasting client is still to be consumed by the others.",),
    ),
    "consumer_stuck": Text(
        CAUSE,
        "A live client holds the queue and its committed offset does not move: the listener is blocked or waits for "
        "something. One blocked message holds its queue's offset, and with all threads blocked the whole client stands.",
        "mqadmin consumerStatus -g GROUP -i CLIENT -s: look at the threads named ConsumeMessageThread.",
        (
            "Take a thread dump of the client and look at its ConsumeMessageThread threads; "
            "free what they wait for, with a time limit on outside calls.",
            "Restart the client if the cause cannot be removed at once: its queues move to the others.",
        ),
        ("Do not add consumers: a queue is read by one client only, and its owner is the one that is stuck.",),
    ),
    "consumer_slow": Text(
        CAUSE,
        "Every queue is consumed, but slower than messages arrive.",
        "Compare the growth of #Broker Offset and #Consumer Offset in two outputs of mqadmin consumerProgress -g GROUP.",
        (
            "Make the listener faster or consume more at once (consumeThreadMin/Max, consumeMessageBatchMaxSize).",
            "Add consumers up to the number of queues; beyond it add queues first.",
        ),
        (),
    ),
    "group_offline": Text(
        CAUSE,
        "No client of the group is connected, so nothing is consumed.",
        "mqadmin consumerConnection -g GROUP says 'not online'.",
        ("Start the consumers, and find in their logs why they stopped or cannot connect.",),
        ("Do not delete the group or reset offsets: consumption goes on where it stopped.",),
    ),
    "consume_failures": Text(
        CAUSE,
        "The listener fails; failed messages go to the retry topic and, after the last try, to the dead-letter queue.",
        "The client's log: 'consumeMessage exception' or 'return null'; mqadmin consumerProgress: %RETRY%GROUP grows.",
        (
            "Find the exception in the client's log and mend the listener.",
            "Messages that reached %DLQ%GROUP are not delivered again by themselves: resend them after the repair.",
        ),
        ("Do not return success for messages that failed just to empty the retry topic.",),
    ),
    "connection_problem": Text(
        CAUSE,
        "Clients cannot reach a broker or name server, or lose the connection again and again.",
        "The client's log: createChannel failures, heartbeat failures, closed channels.",
        (
            "Check that the broker's address in the route (brokerIP1) can be reached from the client, ports 10911 and 10909.",
        ),
        (),
    ),
    "not_permitted": Text(
        CAUSE,
        "The broker refuses the group: consuming or broadcasting is disabled, the group or topic is unknown, or there is "
        "no permission.",
        "The client's log: pull exceptions with CODE 16, 17 or 26.",
        (
            "CODE 16: switch consuming on (mqadmin updateSubGroup -g GROUP -s true, for broadcasting -d true as well), "
            "or give the topic read permission.",
            "CODE 17: create the topic. CODE 26: create the group (mqadmin updateSubGroup -c CLUSTER -g GROUP).",
        ),
        ("Do not restart clients before the setting is changed: it changes nothing.",),
    ),
    "clock_skew": Text(
        CAUSE,
        "A client's clock differs from the others'. The version of a subscription is the client's clock, and the broker "
        "keeps the newest, so a client whose clock is ahead wins every heartbeat.",
        "Compare subVersion (milliseconds since 1970) in the broker's log with the time of the line.",
        ("Synchronise the clocks of the client hosts (NTP), then restart the client whose clock was ahead.",),
        (),
    ),
    "broker_disagreement": Text(
        CAUSE,
        "Brokers hold different members or subscriptions of the group; each client asks one broker at random, so the "
        "clients share out the queues by different lists.",
        "mqadmin consumerConnection -g GROUP -b BROKER for each broker.",
        ("Find why some clients are not connected to every broker (network, or a broker that joined later).",),
        ("Do not add consumers before all brokers know the same clients.",),
    ),
    "rebalance_storm": Text(
        CAUSE,
        "The group's membership keeps changing, so queues change hands all the time; each change may deliver messages of "
        "the last commit interval again.",
        "The broker's log: consumers connecting and leaving again and again.",
        ("Find why the clients come and go (crash loop, memory limit, network, liveness probe) and stop it.",),
        (),
    ),
    "orphan_queues": Text(
        EFFECT,
        "Queues that no client of the group consumes; their messages wait.",
        "mqadmin consumerProgress -g GROUP -s true: N/A as Client IP in every output while #Broker Offset grows.",
        ("Remove the cause; the waiting messages are then delivered by themselves.",),
        ("Do not reset the offsets of these queues: the waiting messages would be lost.",),
    ),
    "duplicate_consumption": Text(
        EFFECT,
        "Messages are consumed several times: queues held by several clients at once, or a window of offsets consumed "
        "again after a rebalance.",
        "Compare the queues in the running info of the clients, or the listeners' own logs.",
        ("Make the listener idempotent: RocketMQ promises delivery at least once.",),
        (),
    ),
    "flapping_subscription": Text(
        EFFECT,
        "The group's subscription table on the broker is overwritten again and again; pulls for the topic that was just "
        "removed are refused until the next heartbeat of a client that wants it.",
        "The broker's log: 'subscription changed, add new topic' and 'remove topic' in turn.",
        ("Give all clients of the group the same subscriptions.",),
        (),
    ),
    "tag_mismatch_silent_loss": Text(
        EFFECT,
        "Messages are filtered away for everybody while offsets advance: they are lost without any lag. The broker lets "
        "the newest client's tags through, and each client then keeps only its own.",
        "Compare SubExpression of the same topic in the running info of each client.",
        (
            "Give all clients of the group the same tags.",
            "Messages that were filtered away are still stored: reset a fresh group to the time the mismatch began.",
        ),
        ("Do not trust a difference of 0: filtered messages count as consumed.",),
    ),
    "risky_client_id": Text(
        NOTE,
        "The client id works now and collides as soon as a second process gets the same address and instance name.",
        "mqadmin consumerConnection -g GROUP",
        ("Set an instance name or client ip that is unique per process, or upgrade the client to 4.9.0 or later.",),
    ),
    "idle_consumers": Text(
        NOTE,
        "There are more clients than queues, so some clients have nothing to do.",
        "Compare the number of clients with the number of queues.",
        ("Add queues to the topic, or run fewer clients.",),
    ),
    "harmless_startup_noise": Text(
        NOTE,
        "Messages that look alarming and are normal while clients start.",
        "They stop within a minute of the last start.",
    ),
    "insufficient_evidence": Text(
        NOTE,
        "The evidence does not decide.",
        "Bring what is listed as missing.",
    ),
}


def remedy_of(finding_id: str, group: str) -> tuple[str, ...]:
    """What to do, with the group's name put in."""
    return tuple(line.replace("GROUP", group) for line in TEXTS[finding_id].remedy)


def do_not_of(finding_id: str, group: str) -> tuple[str, ...]:
    """What not to do, with the group's name put in."""
    return tuple(line.replace("GROUP", group) for line in TEXTS[finding_id].do_not)
