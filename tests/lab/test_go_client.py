"""What of the lab needs Go says so where there is none."""

import pytest

from . import go_client
from .errors import LabError


def test_without_go_an_incident_with_go_clients_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    go_client.program.cache_clear()
    with pytest.raises(LabError, match="need `go`"):
        go_client.program()


def test_the_version_in_the_truth_is_the_one_that_is_built():
    required = f"rocketmq-client-go/v2 v{go_client.VERSION.removeprefix('go-')}"
    assert required in (go_client.SOURCE / "go.mod").read_text()
