"""Incidents written from RocketMQ's sources by people who did not know the rules: kinds that nobody had recorded.

Each is an archive under `written/`: the evidence as an engineer would hand it over, and `truth.json` with what was so,
what has to be named, and what may be called proven.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import rmqkit
from rmqkit.diagnosis import Diagnosis, Finding, Severity, diagnose
from rmqkit.errors import NothingUsable
from tests.lab.recorded import archives, unpacked

WRITTEN = archives(Path(__file__).with_name("written"))
# What is not named yet, and why.
NOT_NAMED = {
    "half_the_letters_on_two_days": "a collision that is over, beside the hang of the day after, which is proven",
    "admin_dump_object_keys": "answers of the admin API as JSON: not earned",
    "excel_unicode_text_one_to_four": "a backlog that later snapshots show read is no suspicion of now",
    "config_json_unreadable": "read and write queues by a broker's topics.json alone: not earned",
    "ten_logical_routes_seven_shown": "the logical queues of a static topic that a lost broker holds: not earned",
    "refund_notices_again_and_again": "what fails while its client is stopped comes twice: not earned",
    "roast_floor_quiet": "a tag that a release leaves out, by an older list of clients: not earned",
    "pickers_after_the_helm_change": "a proxy inside of a broker to which nobody speaks: not earned",
    "killed_pod_exact_replay": "only the application's own lines tell what the killed client had read",
    "after_litepull": "a retry topic that nobody subscribes to, by the brokers' files of offsets",
    "expanded_but_one_never_heard": "two clients that commit one queue in turn, by two looks alone",
    "two_nameservers_two_maps": "routes that were asked of two name servers",
    "namesrv_only_lost": "told of a group without a name: name servers' logs name it by its retry topic alone",
    "logcli_grep_of_the_wrong_group": "no line names the group: the filter let only its sister's through",
    "list_of_the_restarted_broker": "half a minute of a broker's restart, by excerpts of clients' logs",
    "dlq_reader_perm_two": "a dead-letter topic as a group's own topic",
    "blocked_in_the_log_appender": "a dump in a mail, whose lines a mail program broke",
    "filter_files_of_two_brokers": "expressions in two brokers' consumerFilter.json",
    "pdf_pages_of_a_postmortem": "tables that a page's width broke, with the pages' feet between the rows",
    "job_moved_to_new_yarn_queue": "told of a group without a name: no line names it",
    "quotes_went_quiet_at_lunch": "what was filtered out while a subscription that is over was the newest",
    "conveyor_lock_log_only": "who asks for which locks, by one broker's lock.log",
    "put_goes_on_get_ends": "one broker's own counts by the minute (stats.log), which are not read",
    "three_looks_into_queue_two": "the subscription that queryCq prints, which is not read",
    "nudged_twice_on_patch_night": "the same ids at two offsets, by an application's own log alone",
    "half_the_queues_for_two_minutes": "a connection that was closed before its broker listed it",
    "canary_circle_undone": "what a strategy gave that is over, by looks from before its end",
    "edge_drain_never_reaches_zero": "one unfinished message beside failures that are proven",
    "loyalty_points_behind_two_doors": "queues read twice behind two proxies that hold different members",
    "transcodes_two_lanes_waiting": "queues that a killed popping client holds, by two consumerOrderInfo.json",
    "two_lanes_of_parcels_wait": "queues that a popping client holds, by consumerOrderInfo.json: not earned",
    "inflight_as_large_as_diff": "not earned: a saved web page",
    "wiki_page_saved_as_html": "not earned: a saved web page",
    "three_screens_read_by_machine": "not earned: screens that a machine read, with letters for digits",
    "tls_enforced_overnight": "a server that refuses connections for their TLS: not earned",
    "metrics_two_scrapes_dlq": "messages given up, by brokers' counters of Prometheus alone: not earned",
    "queues_added_seen_by_two_pods": "a broadcasting client by what it logs of a rebalance alone: not earned",
    "asked_only_the_second_broker": "one broker's queues without a lag beside others that lag: not earned",
    "contract_ocr_pages_paid_thrice": "popped messages that come again, by one log: not earned",
    "producer_view_only": "brokers that do not reach a name server, by their own logs alone: not earned",
    "night_batch_lost_its_bookmark": "a group that began at the end, by its clients' own lines of two nights",
    "coupons_credited_again_at_eight": "requests that wait in a broker's queues, by watermark.log: not earned",
    "ledger_posting_late": "requests that wait in a broker's queues, by watermark.log: not earned",
    "same_door_plate_of_sixty": "requests that wait in a broker's queues, by watermark.log: not earned",
    "receipts_issued_twice_in_the_night_run": "a broker that takes long to store single messages: not earned",
    "wakeup_calls_minutes_late": "a timer that delivers and is later and later: not earned",
    "cloned_in_the_morning": "offsets that were copied from a group that went on: not earned",
    "snapshot_of_three_at_night": "a broker that came back with an older store: not earned",
    "chat_and_one_panel_csv": "a panel of Grafana as CSV: not earned",
    "excel_gbk_coupon_dlq": "moments as a spreadsheet writes them: not earned",
    "grafana_panel_csv_native_metrics": "a panel of Grafana as CSV: not earned",
    "breathing_deployment": "newcomers that leave again, round after round, each at another address: not earned",
    "six_million_for_five_minutes": "a topic that is listed only while nobody is connected: not earned",
    "stored_but_never_shown": "a replica that is gone and still counts, by a controller's words: not earned",
    "balancer_switched_off": "queues that several clients merely name as theirs: not earned",
    "booking_holds_never_expire": "a timer that takes nothing up, or delivers nothing: not earned",
    "timer_enqueue_left_off": "a timer that takes nothing up, or delivers nothing: not earned",
    "the_day_that_came_early": "an offset below its queue's first message, by topicStatus: not earned",
    "pop_revive_falls_behind": "rounds of revival that come later and later, by pop.log: not earned",
}
# What follows from the evidence as well, and its writer had not thought of.
ALSO_SO = {
    "retry_unread_broadcast_member": {
        "consume_failures",  # its looks print a retry topic that grows from 357 to 519
        "duplicate_consumption",  # a broadcasting member reads the queues of the others too
    },
    "gbk_chat_tags": {"tag_mismatch_silent_loss"},  # its truth: one member's filter skips UNIONPAY on its queues
    "three_of_one_v6": {"consume_failures"},  # two messages came to its retry topics between the looks
    "tag_or_sql": {"tag_mismatch_silent_loss"},  # what the newest expression does not let through is thrown away
}


@dataclass(frozen=True)
class Written:
    """One incident: its truth, and the diagnosis of its evidence."""

    name: str
    truth: Mapping[str, Any]
    diagnosis: Diagnosis

    @property
    def findings(self) -> list[Finding]:
        """What is said of the group that the incident is about."""
        return [finding for finding in self.diagnosis.findings if finding.group == self.truth["group"]]

    @property
    def proven(self) -> set[str]:
        """Ids of what is called proven and is more than a note."""
        return {each.id for each in self.findings if each.proven and each.severity >= Severity.WARNING}


def name(archive: Path) -> str:
    return archive.name.removesuffix(".tar.xz")


def read(archive: Path) -> Written:
    with unpacked(archive) as folder:
        evidence = rmqkit.read(None, str(folder / "evidence"))
        truth = json.loads((folder / "truth.json").read_text())
        try:
            return Written(name(archive), truth, diagnose(evidence))
        except NothingUsable:  # a refusal names nothing, and claims nothing
            return Written(name(archive), truth, Diagnosis(Severity.UNKNOWN, "", ()))


@pytest.mark.parametrize("archive", WRITTEN, ids=name)
def test_nothing_is_proven_that_was_not_so_and_what_was_so_is_named(archive: Path) -> None:
    """And what is over is said to be over; nobody reads OK who is sick."""
    written = read(archive)
    truth, findings = written.truth, written.findings
    assert written.proven - set(truth["may_prove"]) - ALSO_SO.get(written.name, set()) == set()
    assert {each.id for each in findings if each.proven} & set(truth["may_not_prove"]) == set()
    named = {finding.id for finding in findings}
    missed = [ids for ids in truth["must_name"] if not named & set(ids)]
    assert bool(missed) == (written.name in NOT_NAMED), missed
    said = {each.id: each.ongoing for each in findings if each.proven}
    ongoing = {one: is_ongoing for one, is_ongoing in truth.get("ongoing", {}).items() if one in said}
    assert {one: said[one] for one in ongoing} == ongoing
    assert truth["ok_allowed"] or written.diagnosis.severity != Severity.OK
