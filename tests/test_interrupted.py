"""Ctrl-C while Spark reads, as a person presses it: one line at most, no traceback, the shell's own exit code."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

LOG = Path(__file__).parents[1] / "data_samples" / "two-topics-one-group" / "broker-a" / "broker.log"
A_LARGE_LOG = 120_000_000
PATIENCE = 180


def test_an_interrupt_while_spark_reads_is_one_line_and_code_130(tmp_path: Path) -> None:
    evidence, written = tmp_path / "evidence", tmp_path / "stderr"
    evidence.mkdir()
    log = LOG.read_bytes()
    (evidence / "broker.log").write_bytes(log * (A_LARGE_LOG // len(log)))
    with written.open("w") as errors:
        # A group of its own, as a terminal's job has it: Java gets the interrupt too.
        command = [sys.executable, "-m", "rmqkit.cli", "diagnose", str(evidence), "--master", "local[1]"]
        process = subprocess.Popen(command, stdout=errors, stderr=errors, start_new_session=True)
        try:
            _wait_until_it_reads(process, written)
            os.killpg(process.pid, signal.SIGINT)
            code = process.wait(PATIENCE)
        finally:
            process.kill()
    told = written.read_text()
    assert code == 130, told
    progress = re.compile(r"\[ *[0-9.]+ s\] .+")
    others = [line for line in told.splitlines() if not progress.fullmatch(line)]
    assert others == ["Interrupted: there is no verdict."], told


def _wait_until_it_reads(process: subprocess.Popen[bytes], written: Path) -> None:
    until = time.monotonic() + PATIENCE
    while "Reading " not in written.read_text():
        assert process.poll() is None, written.read_text()
        assert time.monotonic() < until, written.read_text()
        time.sleep(0.05)
    time.sleep(1.5)
