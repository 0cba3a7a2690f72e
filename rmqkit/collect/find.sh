mqadmin=${1:-$(command -v mqadmin || echo "$ROCKETMQ_HOME/bin/mqadmin")}
[ -f "$mqadmin" ] && echo "$mqadmin" && ls "$(dirname "$mqadmin")/../lib"
