#!/bin/sh
# The commands of README.md work as they stand: every `sh` block is run in order, after the `python`
# and `ini` blocks were saved where README.md says.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' README.md >build/mine.py
[ -s build/mine.py ]
awk '/^```ini$/ { on = 1; next } /^```$/ { on = 0 } on' README.md >build/spring.ini
[ -s build/spring.ini ]
rm -rf build/spring build/mine.jsonl build/mine.jsonl.match
tmp=$(mktemp -d)
# The daemon of the page ends by itself where the page is right; what is left of it is ended by its number.
trap 'rm -rf "$tmp"; [ ! -s build/ladder/db.lock ] || kill "$(cat build/ladder/db.lock)" 2>/dev/null || :' EXIT
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' README.md >"$tmp/commands"
[ "$(wc -l <"$tmp/commands")" -ge 4 ]
while IFS= read -r command; do
    echo "\$ $command"
    # `make demo` inside `make test`: no job server of the outer make.
    env -u MAKEFLAGS -u MAKELEVEL timeout 300 sh -c "$command" </dev/null
done <"$tmp/commands"
grep -q . build/mine.jsonl
# What the page says of the ladder: the daemon is gone, and so are its bots.
n=0
while kill -0 "$(cat build/ladder/db.lock)" 2>/dev/null; do
    n=$((n + 1))
    [ $n -lt 100 ] || { echo "the daemon of README.md goes on"; exit 1; }
    sleep 0.1
done
