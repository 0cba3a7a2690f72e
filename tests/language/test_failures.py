"""What goes wrong, said in Chinese: errors of readers and tools with what to do next, and what the ledger remarks."""

import gzip
import re
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from rmqkit.bench.hypothesis import Hypothesis
from rmqkit.cli.outcome import failure_line
from rmqkit.collect.collecting import Order
from rmqkit.collect.elsewhere import find_mqadmin, version_from
from rmqkit.diagnosis import verdict
from rmqkit.errors import LANGUAGE, EvidenceNotFound, NothingUsable
from rmqkit.evidence import Evidence
from rmqkit.language import say
from rmqkit.mcp.desk import Desk, Roots
from rmqkit.plan import change_from_text, plan_from_text
from rmqkit.redact.folder import redact
from rmqkit.redact.pseudonyms import Key
from rmqkit.rocketmq import explain_client_id
from rmqkit.tables.files import SourceFile, source_files
from rmqkit.tables.reading import read_files
from tests.language.english import english_in

CHINESE = re.compile(r"[\u4e00-\u9fff]")
HERE = Path(__file__).parent
FAILURES: list[Callable[[], object]] = [
    lambda: source_files("/nowhere/at-all"),
    lambda: redact(HERE, HERE, Key()),
    lambda: Key.read(HERE / "__init__.py"),
    lambda: Roots.of([HERE / "__init__.py"]),
    lambda: Roots.of([HERE]).place("/etc/passwd"),
    lambda: Desk(Roots.of([HERE])).explain("no_such_finding"),
    lambda: Order("localhost:9876", "a group"),
    lambda: Order("localhost", "groupA"),
    lambda: Order("localhost:9876", "groupA", only=("updateTopic",)),
    lambda: find_mqadmin(None, {}),
    lambda: version_from("newest"),
    lambda: plan_from_text("group: groupA"),
    lambda: plan_from_text("[1, 2]"),
    lambda: change_from_text("{pod: 3}"),
    lambda: change_from_text("{strategy: BEST}"),
    lambda: Hypothesis("groupA", {}, ()).process("C1"),
    lambda: explain_client_id("10.0.0.1"),
]


def failure_of(call: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as raised:
        call()
    return raised.value


@pytest.mark.parametrize("call", FAILURES, ids=[str(failure_of(call))[:60] for call in FAILURES])
def test_a_failure_is_told_in_chinese(call: Callable[[], object]) -> None:
    error = failure_of(call)
    told = failure_line(error, debug=False, lang="zh")
    assert english_in(told.replace(str(HERE), "")) == []
    assert CHINESE.search(told)
    assert str(error) in failure_line(error, debug=False)


def damaged_gzip() -> bytes:
    return gzip.compress(b"nothing that RocketMQ prints\n" * 200)[:-20]


@pytest.mark.parametrize(
    ("file", "remark"),
    [
        pytest.param(SourceFile("a.bin", content=bytes(range(32)) * 9), "二进制文件", id="a binary file"),
        pytest.param(SourceFile("a.txt", content=b""), "空文件", id="an empty file"),
        pytest.param(
            SourceFile("a.gz", content=damaged_gzip()), "gzip 文件被截断；截断之前的内容已读取", id="a cut gzip file"
        ),
        pytest.param(SourceFile("a", problem=say("cannot be read")), "无法读取", id="a file that cannot be read"),
    ],
)
def test_what_could_not_be_read_is_remarked_in_chinese(file: SourceFile, remark: str) -> None:
    ledger = read_files([file], UTC).ledger
    assert [row["problem"] for row in verdict({}, ledger).spoken("zh").files if row["problem"]] == [remark]


def test_evidence_without_anything_usable_names_each_file_and_why() -> None:
    files = [SourceFile("a.bin", content=bytes(range(32)) * 9), SourceFile("b.txt", content=b"")]
    evidence = Evidence(None, files, read_files(files, UTC), UTC, "")  # type: ignore[arg-type]
    error = failure_of(evidence.require_usable)
    assert isinstance(error, NothingUsable)
    told = failure_line(error, debug=False, lang="zh")
    assert told == "rmqkit: 2 个文件中都没有 RocketMQ 的输出（a.bin：二进制文件；b.txt：空文件）。"


def test_an_error_that_nobody_catches_speaks_the_language_of_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook's kernel shows it as it is; a report starts its kernel in its own language."""
    error = EvidenceNotFound(say("the plan"))
    assert str(error) == "the plan"
    monkeypatch.setenv(LANGUAGE, "zh")
    assert str(error) == "计划"
    monkeypatch.setenv(LANGUAGE, "xx")
    assert str(error) == "the plan"
