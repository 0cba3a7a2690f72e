#!/bin/sh
# Collects the evidence of a consumer group with mqadmin; every command in it only reads.
#   sh THIS_SCRIPT [FOLDER]        MQADMIN=/path/to/mqadmin sh THIS_SCRIPT [FOLDER]
# Then, where Python is: rmqkit diagnose FOLDER
set -u
name_server=@name_server@
group=@group@
rounds=@rounds@
every=@every@
seconds=@seconds@
# what runs a program where mqadmin is; kubectl, the label of the pods whose logs are wanted, and what prints a log
inside=@inside@
kubectl=@kubectl@
pods=@pods@
logs=@logs@
find=@find@
run=@run@
logs_there=@logs_there@
folder=${1:-evidence}

# mqadmin prints its dates in the zone of its JVM
TZ=UTC
export TZ

real=${MQADMIN:-}
if [ -z "$inside" ]; then
    real=${real:-$(command -v mqadmin || echo "${ROCKETMQ_HOME:-}/bin/mqadmin")}
    real=$(readlink -f "$real" 2>/dev/null || echo "$real")
fi
found=$($inside sh -c "$find" sh ${real:+"$real"})
mqadmin=$(echo "$found" | sed -n 1p)
if [ -z "$mqadmin" ]; then
    echo "mqadmin was not found: MQADMIN=/path/to/bin/mqadmin sh $0 $folder" >&2
    exit 2
fi
if [ -z "$inside" ]; then mqadmin=$(cd "$(dirname "$mqadmin")" && pwd)/$(basename "$mqadmin"); fi
if [ -x "$mqadmin" ]; then program=$mqadmin; else program="sh $mqadmin"; fi
mkdir -p "$folder" && cd "$folder" || exit 2
if [ -e manifest.json ]; then
    echo "$folder already contains a collection: choose another folder" >&2
    exit 2
fi

version=$(echo "$found" | sed -n 's/^rocketmq-tools-\([0-9][0-9.]*[0-9]\).*\.jar$/\1/p' | tail -n 1)
# 4.9.7 is 40907, so that versions compare as numbers; unknown is the oldest
number=$(echo "${version:-4.0.0}" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')
limit=
if command -v timeout >/dev/null 2>&1; then limit="timeout $seconds"; fi

manifest() {
    printf '{"made_by": "rmqkit collect --script", "mqadmin_version": "%s", ' "${version:-unknown}"
    printf '"name_server": "%s", "group": "%s", ' "$name_server" "$group"
    printf '"commands": ['
    sed '$!s/$/,/' .commands | awk '{ printf "%s%s", (NR > 1 ? "\n" : ""), $0 }'
    printf ']}\n'
}

# take STEM COMMAND OPTIONS...: one command of mqadmin
take() {
    stem=$1
    command=$2
    shift 2
    shown="mqadmin $command -n '$name_server'"
    for word in "$@"; do shown="$shown '$word'"; done
    set -- "$command" -n "$name_server" "$@"
    if [ -n "$inside" ]; then
        any "$stem" txt . $inside sh -c "$run" sh "$seconds" "$mqadmin" "$@"
    else
        any "$stem" txt "" $program "$@"
    fi
}

# any STEM ENDING FOLDER PROGRAM...: a program's output into a file; where it prints files, these into FOLDER
any() {
    stem=$(printf '%s' "$1" | tr -c 'A-Za-z0-9_%.@+-' '_')
    ending=$2
    into=$3
    shift 3
    n=1
    while [ -e "$stem-$n.$ending" ]; do n=$((n + 1)); done
    file=$stem-$n.$ending
    at=$(date -u '+%Y-%m-%dT%H:%M:%SZ')
    echo "$label: $shown" >&2
    : >"$file"
    case $shown in mqadmin*) printf '%s UTC $ %s\n' "$(echo "$at" | tr T ' ' | tr -d Z)" "$shown" >"$file" ;; esac
    $limit "$@" >>"$file" 2>&1 </dev/null
    code=$?
    if [ -n "$into" ]; then taken_out; fi
    until=$(date -u '+%Y-%m-%dT%H:%M:%SZ')
    printf '{"file": "%s", "at": "%s", "until": "%s", "exit_code": %s, "command": "%s"}\n' \
        "$file" "$at" "$until" "$code" "$shown" >>.commands
    manifest >.manifest.unfinished && mv .manifest.unfinished manifest.json
}

# what a program printed of files, behind a mark and their names, becomes these files
taken_out() {
    mv "$file" .all
    awk -v mark="$(printf '\036')" -v out="$file" -v into="$into" '
        index($0, mark) == 1 {
            name = substr($0, 2)
            if (name ~ /^[A-Za-z0-9_%@#.:+\/-]+$/ && name !~ /^\// && name !~ /\.\./) {
                close(out); out = into "/" name; place = out; sub(/\/[^\/]*$/, "", place)
                system("mkdir -p \"" place "\""); next
            }
        }
        { print >out }' .all
    rm -f .all
    [ -s "$file" ] || file=$into
}

# "NAME ADDRESS" of each broker with a master, out of the routes
brokers() {
    cat topicRoute-*.txt 2>/dev/null | tr '{},' '\n\n\n' | awk '
        /"brokerAddrs"/ { address = "" }
        /^[ \t]*"?0"?[ \t]*:[ \t]*"/ { address = $0; sub(/^[^:]*:[ \t]*"/, "", address); sub(/".*/,
        "", address) }
        /"brokerName"/ && address != "" {
            name = $0; sub(/^.*"brokerName"[ \t]*:[ \t]*"/, "", name); sub(/".*/, "", name)
            print name " " address; address = ""
        }' | sort -u
}

# the topics that the outputs name, without the group's own
topics() {
    {
        cat consumerProgress-*.txt 2>/dev/null |
            awk '$3 ~ /^[0-9]+$/ && $4 ~ /^-?[0-9]+$/ && $5 ~ /^-?[0-9]+$/ { print $1 }'
        cat consumerConnection-*.txt 2>/dev/null | awk '
            /^#Topic/ { below = 1; next }
            /^[ \t\r]*$/ { below = 0 }
            below { print $1 }
            / Topic: / { sub(/^.* Topic: +/, ""); print $1 }'
        cat ./*/*@* 2>/dev/null | awk '/^[0-9]+ +Topic: / { print $3 }'
    } | grep -v -e '^%RETRY%' -e '^%DLQ%' -e '^#' | grep -e '^[%|A-Za-z0-9_-]*$' | sort -u
}

: >.commands
label="before the rounds"
@start@
round=1
while [ "$round" -le "$rounds" ]; do
    began=$(date +%s)
    label="round $round of $rounds"
@round@
    if [ "$round" -eq 1 ] || [ "$round" -eq "$rounds" ]; then
@ends@
    fi
    if [ "$round" -lt "$rounds" ]; then
        left=$((began + every - $(date +%s)))
        if [ "$left" -gt 0 ]; then sleep "$left"; fi
    fi
    round=$((round + 1))
done
label="after the rounds"
@end@
if [ -n "$pods" ]; then
    label=logs
    shown="$kubectl get pods -l $pods -o wide"
    any kubectl-get-pods txt "" $kubectl get pods -l "$pods" -o wide
    for pod in $(awk '/^NAME / { below = 1; next } below && NF { print $1 }' "$file"); do
        shown=$(echo "$logs" | sed "s/{pod}/$pod/g")
        [ -z "$logs" ] || any "$pod" log "" $shown
        shown="$kubectl exec $pod -- ~/logs"
        any "$pod-logs" txt "$pod" $kubectl exec "$pod" -- sh -c "$logs_there" sh @most_bytes@
    done
    echo "Collected into $(pwd)." >&2
else
    echo "Collected into $(pwd). Add broker.log of every broker and rocketmq_client.log of every client." >&2
fi
rm -f .commands
