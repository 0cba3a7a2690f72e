"""An mqadmin that answers from a sample's files: a distribution's folder with its script and its
jar. No cluster.
"""

from __future__ import annotations

from pathlib import Path

SAMPLE = Path(__file__).parents[2] / "data_samples" / "two-topics-one-group"

_SCRIPT = """\
#!/bin/sh
# Looks alternate, as they do in the incident.
sample='{sample}'
command=$1
shift
looks=$(ls "$PWD"/$command-*.txt 2>/dev/null | wc -l)
name=; slow='{slow}'
while [ $# -gt 0 ]; do
    case $1 in -t) name=$2 ;; -b) echo "$2" >>"$PWD/../asked" ;; esac
    shift
done
if [ "$command" = "$slow" ]; then sleep 3600 3>"$PWD/../held"; fi
case $command in
    consumerProgress | consumerConnection) cat "$sample/$command-groupA-$((looks % 2 + 1)).txt" ;;
    consumerStatus)
        mkdir -p 1795257153133 && cp "$sample"/1795257153133/* 1795257153133/
        cat "$sample/consumerStatus-groupA.txt" ;;
    topicRoute)
        case $name in %RETRY%*) name=topicA ;; esac
        cat "$sample/topicRoute-$name.txt" ;;
    topicStatus) cat "$sample/topicStatus-$name.txt" ;;
    *) echo "The sub command $command not exist." ;;
esac
"""


def distribution(home: Path, version: str = "5.3.3", slow: str = "") -> Path:
    """bin/mqadmin of a RocketMQ distribution of this version; the command `slow` never ends, and
    keeps the pipe `held` open as long as it lives."""
    (home / "lib").mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "lib" / f"rocketmq-tools-{version}.jar").touch()
    program = home / "bin" / "mqadmin"
    program.write_text(_SCRIPT.format(sample=SAMPLE, slow=slow))
    program.chmod(0o755)
    return program
