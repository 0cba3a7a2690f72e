"""The brief: what stands in it whatever the budget, what is left out and said so, and the lines that nobody knows."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import rmqkit
from rmqkit.briefing.writing import MUST, Piece, Section, fitted, tokens_of
from rmqkit.cli import app
from rmqkit.diagnosis import diagnose
from rmqkit.errors import Error
from rmqkit.evidence.unknown import unknown_lines
from rmqkit.language import say
from rmqkit.tables.log_unknown import MOST_TEMPLATES, few_templates, template_of, templates_of
from tests.accuracy.again import opened
from tests.briefing.grave import groups_in_lines, omitted
from tests.lab.recorded import RECORDED, archives, unpacked

SAMPLES = Path(__file__).parents[2] / "data_samples"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize("archive", archives()[::20], ids=lambda archive: archive.name)
def test_nothing_grave_is_left_out_of_a_recording(archive: Path) -> None:
    with opened(archive) as recording:
        evidence = rmqkit.read(None, str(recording.evidence))
        diagnosis = diagnose(evidence)
        for budget in (8_000, 2_000, 600):
            try:
                text = rmqkit.brief(evidence, budget=budget, diagnosis=diagnosis)
            except Error as refusal:
                assert "--budget" in str(refusal)
                continue
            assert tokens_of(text) <= budget
            assert list(omitted(diagnosis, text)) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param(
            "two_topics_and_collision-5.3.3",
            (
                "shares no topic with the others",
                "Fix: Now: for each shared id, keep one process and stop the others",
                "several clients: tenant broker-a 0-5",
            ),
            id="each of two causes has its fix, and queues that are read twice are named",
        ),
        pytest.param(
            "gray_finished-5.4.0",
            ("UTC; ended at 2026-11-21 13:53:21 UTC", "Now: healthy at 2026-11-21 13:54:35 UTC"),
            id="what is over is over, and what holds now is said",
        ),
        pytest.param(
            "rebalance_window-5.3.3",
            ("[suspected]", "again broker-b 6 at 13:03:01: roughly offsets 295 to 349 at most"),
            id="what may have come twice has its bounds",
        ),
        pytest.param(
            "three_services-4.9.7",
            (
                "lead broker-a 4-5, lead broker-b 0-5",
                "3,226 messages wait in queues without a consumer",
                "C6 10.20.0.16@",
            ),
            id="queues of many topics are named one by one, with what waits and who is who",
        ),
    ],
)
def test_six_hundred_tokens_are_enough_for_an_answer(name: str, said: tuple[str, ...]) -> None:
    with unpacked(RECORDED / f"{name}.tar.xz") as folder:
        text = rmqkit.brief(rmqkit.read(None, str(folder / "evidence")), budget=600)
    assert tokens_of(text) <= 600
    assert [one for one in said if one not in text] == []


def test_a_budget_below_what_is_grave_is_refused_with_the_one_that_does() -> None:
    evidence = rmqkit.read(None, str(SAMPLES / "two-topics-one-group"))
    with pytest.raises(Error, match=r"need \d+ tokens .* the budget is 100") as refusal:
        rmqkit.brief(evidence, budget=100)
    needed = int(str(refusal.value).rpartition("--budget ")[2].split(",")[0])
    assert tokens_of(rmqkit.brief(evidence, budget=needed)) <= needed


def test_of_many_groups_the_gravest_are_told_whole_and_every_other_in_a_line() -> None:
    diagnosis = diagnose(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))
    groups = [f"group_{number:02}" for number in range(40)]
    many = [replace(finding, group=group) for group in groups for finding in diagnosis.findings]
    text = rmqkit.brief(
        rmqkit.read(None, str(SAMPLES / "two-topics-one-group")), diagnosis=replace(diagnosis, findings=tuple(many))
    )
    in_lines = groups_in_lines(text)
    assert groups[0] not in in_lines and groups[-1] in in_lines
    assert tokens_of(text) <= 8_000
    assert list(omitted(replace(diagnosis, findings=tuple(many), messages=()), text)) == []


def test_queues_are_told_by_who_reads_them_and_how_their_offsets_went() -> None:
    text = rmqkit.brief(rmqkit.read(None, str(SAMPLES / "two-topics-one-group")))
    assert "|C1|10.20.0.11@11274#1155099680083|topicA *|AllocateMessageQueueAveragely|CLUSTERING|" in text
    assert "topicA\n\n|broker|queues|consumer (predicted)|" in text
    assert "|broker-b|0-7|nobody|nobody|375 to 376 each|2,921|not listed|" in text
    assert "|broker-b|0-7|C2|C2|+1,644|+1,644|20.0 / 20.0|5|moving|" in text


def test_a_queue_of_which_all_is_filtered_out_has_a_row_of_its_own() -> None:
    text = rmqkit.brief(rmqkit.read(None, str(SAMPLES / "different-tags")))
    assert "|broker-a|1,3|C1|C1|+472|+0|10.0 / 0.0|1,254|filtered|" in text


def test_what_weighs_most_is_kept_and_what_is_not_is_counted() -> None:
    pieces = [Piece("grave", MUST), Piece("x" * 200, 2), Piece("light", 3), Piece("first", 1)]
    whole = fitted("# title", [Section(say("Files"), pieces)], 1_000, "en")
    assert whole == f"# title\n\n## Files\n\ngrave\n{'x' * 200}\nlight\nfirst\n"
    short = fitted("# title", [Section(say("Files"), pieces)], 24, "en")
    assert short == "# title\n\n## Files\n\ngrave\nlight\nfirst\n\nLeft out to stay within the budget: Files (1)\n"


def test_a_section_without_room_is_named() -> None:
    sections = [Section(say("Findings"), [Piece("grave", MUST)]), Section(say("Files"), [Piece("x" * 200, 1)])]
    assert fitted("# title", sections, 30, "en").endswith("\nLeft out to stay within the budget: Files (1)\n")


def test_names_are_replaced_and_the_key_turns_them_back(tmp_path: Path) -> None:
    key, answer, whole = tmp_path / "key.json", tmp_path / "brief.md", tmp_path / "back.md"
    asked = ["brief", str(SAMPLES / "different-tags"), "--redact", "--key", str(key)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    assert "groupA" not in told.stdout
    assert "10.20.0.11" not in told.stdout
    answer.write_text(told.stdout, encoding="utf-8")
    CliRunner().invoke(app, ["redact", "--restore", "--key", str(key), str(answer), str(whole)])
    assert "CRITICAL  groupA: 2 clients of one group subscribe to different expressions" in whole.read_text("utf-8")


def test_redacting_without_a_key_is_refused() -> None:
    told = CliRunner().invoke(app, ["brief", str(SAMPLES / "different-tags"), "--redact"])
    assert told.exit_code == 2
    assert "--key FILE" in told.stderr


@pytest.mark.parametrize(
    ("line", "template"),
    [
        pytest.param(
            "2026-11-21 18:29:31 INFO AdminBrokerThread_2 - executionTime of create topic:topicA is 20 ms",
            "INFO <*> - executionTime of create topic:topicA is <*> ms",
            id="times, numbered threads and figures are no part of a template",
        ),
        pytest.param(
            "2026-11-21 18:29:13 INFO main - enableRetryTopicV2=false",
            "INFO main - <key>=<value>",
            id="printed settings are one template",
        ),
        pytest.param(
            "[2026-11-21 18:29:13.001] slave[/10.0.0.1:10912] request offset 12,345\nat x.Y(Z.java:1)",
            "slave[/<*>] request offset <*>",
            id="only the first line of a record counts",
        ),
    ],
)
def test_a_template_is_what_alike_lines_have_in_common(line: str, template: str) -> None:
    assert pl.DataFrame({"raw": [line]}).select(template_of(pl.col("raw"))).item() == template


def _records(*lines: str) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "file": "broker.log",
            "source": "broker",
            "event": pl.Series([None] * len(lines), dtype=pl.String),
            "raw": lines,
            "at": [NOON + timedelta(seconds=number) for number in range(len(lines))],
            "line_order": range(1, len(lines) + 1),
        }
    )


def test_too_many_templates_are_counted_and_the_grave_ones_stay() -> None:
    words = [f"INFO {chr(97 + n // 26)}{chr(97 + n % 26)}x" for n in range(MOST_TEMPLATES + 50)]
    told = templates_of(_records(*words, "ERROR disk is full"))
    assert told["times"].sum() == len(words) + 1
    assert "ERROR disk is full" in told["kept_detail"].to_list()
    assert told.filter(pl.col("kept_detail").is_null())["times"].item() == 51


def test_ranges_of_a_log_put_their_templates_together() -> None:
    parts = [templates_of(_records("INFO took 3 ms", "INFO took 4 ms")), templates_of(_records("INFO took 9 ms"))]
    together = few_templates(pl.concat(parts))
    assert together.select("kept_detail", "times").rows() == [("INFO took <*> ms", 3)]


def test_grave_lines_come_first_then_those_around_the_onset_then_rare_ones() -> None:
    lines = ("INFO often", "INFO often", "INFO rare", "INFO then too", "INFO then too", "INFO then too", "ERROR late")
    rows = templates_of(_records(*lines)).to_dicts()
    for row in rows:
        if row["kept_detail"] != "INFO then too":
            row["at"] = row["last_at"] = NOON + timedelta(hours=1)
    ordered = [line.template for line in unknown_lines(rows, [], NOON)]
    assert ordered == ["ERROR late", "INFO then too", "INFO rare", "INFO often"]


def test_a_line_of_no_format_is_told_with_its_place() -> None:
    ledger = [{"file": "notes.txt", "unparsed": 3, "first_unparsed": "7: who knows"}]
    (line,) = unknown_lines([], ledger)
    assert (line.place, line.times, line.example) == ("notes.txt:7", 3, "who knows")


def test_short_evidence_is_quoted_whole(tmp_path: Path) -> None:
    (tmp_path / "post.txt").write_text("Our group hangs.\nCODE: 206  DESC: the consumer group <g> not online\n")
    told = rmqkit.brief(rmqkit.read(None, str(tmp_path)))
    assert "    post.txt:1  Our group hangs." in told
    assert "    post.txt:2  CODE: 206  DESC: the consumer group <g> not online" in told


def test_scan_tells_the_lines_that_nobody_knows() -> None:
    told = CliRunner().invoke(app, ["scan", str(SAMPLES / "different-tags")])
    assert "Unrecognised lines" in told.stdout
    assert "broker-a/broker.log:218: 2026-11-21 18:35:25 WARN main - Load default discard message hook" in told.stdout


def test_a_hypothesis_stands_beside_the_verdict_as_somebodys(tmp_path: Path) -> None:
    file = tmp_path / "h.yml"
    file.write_text("clients: {C1: {gone: true}}", encoding="utf-8")
    told = CliRunner().invoke(app, ["brief", str(SAMPLES / "two-topics-one-group"), "--with", str(file)])
    assert told.exit_code == 0, told.output
    assert "## A hypothesis, tested against the evidence\n\nrefuted: groupA: hypothesis: C1, healthy" in told.stdout
    assert told.stdout.startswith("# CRITICAL  groupA")
