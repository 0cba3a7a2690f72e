folder=$(mktemp -d) && cd "$folder" || exit 125
limit=; if command -v timeout >/dev/null 2>&1; then limit="timeout $1"; fi; shift
TZ=UTC $limit sh "$@"; code=$?
for file in */*; do if [ -f "$file" ]; then printf '\n\036%s\n' "$file"; cat "$file"; fi; done
cd / && rm -rf "$folder"; exit $code
