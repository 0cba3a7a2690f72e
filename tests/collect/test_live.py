"""What `collect` takes from a running incident proves its cause by itself, and what its script
takes does too; by 5.3.3 as in a container, through a program that passes its arguments on.
"""

import subprocess
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rmqkit
from rmqkit.collect import Order, collect, find_mqadmin, find_mqadmin_inside, script
from tests.lab.live import running_incident

pytestmark = pytest.mark.live

EVERY = 12.0


@pytest.fixture(scope="module", params=["4.9.7", "5.3.3"])
def folders(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By who collected: the folder taken by rmqkit, and the one taken by its script under dash."""
    home = tmp_path_factory.mktemp("collected")
    with running_incident("two_topics", request.param) as incident:
        order = Order(incident.name_server, incident.group, every=EVERY)
        inside = ("env",) if request.param == "5.3.3" else ()
        mqadmin = find_mqadmin_inside(inside, incident.mqadmin) if inside else find_mqadmin(incident.mqadmin)
        collect(order, mqadmin, home / "rmqkit", print)
        (home / "collect.sh").write_text(script(order, inside))
        words = ["dash", str(home / "collect.sh"), str(home / "script")]
        environment = {"PATH": "/usr/bin:/bin", "MQADMIN": str(incident.mqadmin)}
        subprocess.run(words, env=environment, timeout=240, check=True)
    return {"rmqkit": home / "rmqkit", "script": home / "script"}


@pytest.mark.parametrize("by", ["rmqkit", "script"])
def test_the_folder_alone_proves_the_cause(by: str, folders: dict[str, Path], spark: SparkSession):
    evidence = rmqkit.read(spark, str(folders[by]))
    told = rmqkit.diagnose(evidence).to_dict()
    statuses = {finding["id"]: finding["status"] for finding in told["findings"]}
    assert statuses.get("inconsistent_subscription") == "proven", told
    assert told["findings"][0]["id"] == "inconsistent_subscription"
    assert [row for row in told["files"] if row["unparsed"] or row["problem"]] == []
