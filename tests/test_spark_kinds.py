"""The same verdict on every kind of Spark: a session of one's own, worker processes, Spark Connect."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rmqkit

SAMPLE = Path(__file__).parents[1] / "data_samples" / "two-topics-one-group"

# Logs of this size would be read in the calling process; here they have to travel to the workers.
PROGRAM = """
import json, sys
import rmqkit
from rmqkit.tables import logs

logs.HERE_BYTES = 0
kind, address, folder = sys.argv[1:]
spark = rmqkit.session(**{kind: address})
print(json.dumps([type(spark).__module__, rmqkit.diagnose(rmqkit.read(spark, folder)).to_dict()]))
spark.stop()
"""


@pytest.mark.parametrize(
    ("kind", "address", "module"),
    [
        pytest.param("remote", "local[2]", "pyspark.sql.connect.session", id="Spark Connect"),
        pytest.param(
            "master", "local-cluster[2,1,1024]", "pyspark.sql.session", id="workers in processes of their own"
        ),
    ],
)
def test_the_verdict_is_the_same_on(kind: str, address: str, module: str, spark: SparkSession):
    command = [sys.executable, "-c", PROGRAM, kind, address, str(SAMPLE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    assert json.loads(done.stdout) == [module, rmqkit.diagnose(rmqkit.read(spark, str(SAMPLE))).to_dict()]
