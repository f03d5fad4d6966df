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
trap 'rm -rf "$tmp"' EXIT
awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' README.md >"$tmp/commands"
[ "$(wc -l <"$tmp/commands")" -ge 4 ]
while IFS= read -r command; do
    echo "\$ $command"
    # `make demo` inside `make test`: no job server of the outer make.
    env -u MAKEFLAGS -u MAKELEVEL sh -c "$command" </dev/null
done <"$tmp/commands"
grep -q . build/mine.jsonl
