"""A kubectl whose pods are folders: it executes, prints and lists as kubectl does. No cluster."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.collect.cluster_of_paper import SAMPLE, distribution

_KUBECTL = """\
#!/bin/sh
while [ "$1" = -n ]; do shift 2; done
verb=$1; shift
if [ "$verb" = get ]; then cat '{pods}/table'; exit; fi
pod=$1; shift
if [ ! -d "{pods}/$pod" ]; then echo "Error from server (NotFound): pods \\"$pod\\" not found" >&2; exit 1; fi
case $verb in
    logs) sed "s,^,[pod/$pod/main] ," "{pods}/$pod/printed" ;;
    exec)
        [ "$1" = -- ] && shift
        cd "{pods}/$pod" && exec env -i PATH=/usr/bin:/bin HOME="$PWD" ROCKETMQ_HOME="$PWD/rocketmq" "$@" ;;
esac
"""
_TABLE = """\
NAME                     READY   STATUS    RESTARTS   AGE   IP          NODE     NOMINATED NODE   READINESS GATES
rocketmq-0               1/1     Running   0          3d    10.20.0.2   node-1   <none>           <none>
orders-7d9f6c5b4-x2x9k   1/1     Running   0          3d    10.20.0.5   node-1   <none>           <none>
"""


def kubectl(home: Path) -> Path:
    """The program, and below `home/pods` a broker's pod, which has mqadmin, and a consumer's."""
    pods = home / "pods"
    broker, consumer = pods / "rocketmq-0", pods / "orders-7d9f6c5b4-x2x9k"
    for pod, log in (
        (broker, SAMPLE / "broker-a" / "broker.log"),
        (consumer, SAMPLE / "client-1" / "rocketmq_client.log"),
    ):
        (pod / "logs" / "rocketmqlogs").mkdir(parents=True)
        shutil.copy(log, pod / "logs" / "rocketmqlogs" / log.name)
        shutil.copy(log, pod / "printed")
    distribution(broker / "rocketmq")
    (pods / "table").write_text(_TABLE)
    program = home / "kubectl"
    program.write_text(_KUBECTL.format(pods=pods))
    program.chmod(0o755)
    return program
