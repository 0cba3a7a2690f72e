cd "$HOME/logs" 2>/dev/null || exit 0
find . -name 'broker*.log' -o -name 'rocketmq*client.log' | while read -r file; do
    printf '\n\036%s\n' "${file#./}"; tail -c "$1" "$file"
done
