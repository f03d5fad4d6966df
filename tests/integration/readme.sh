#!/bin/sh
# The commands of README.md and of LADDER.md, which uses the ladder that README.md makes, work as they stand: every `sh`
# block is run in order, after the `python` and `ini` blocks were saved where the pages say.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
mkdir -p build
blocks() { # LANGUAGE FILE
    awk -v fence="^\`\`\`$1\$" '$0 ~ fence { on = 1; next } /^```$/ { on = 0 } on' "$2"
}
blocks python README.md >build/mine.py
[ -s build/mine.py ]
blocks ini referee/LADDER.md >build/spring.ini
[ -s build/spring.ini ]
rm -rf build/spring build/mine.jsonl build/mine.jsonl.match
tmp=$(mktemp -d)
# The daemon of the page ends by itself where the page is right; what is left of it is ended by its number.
trap 'rm -rf "$tmp"; [ ! -s build/ladder/db.lock ] || kill "$(cat build/ladder/db.lock)" 2>/dev/null || :' EXIT
run() { # FILE: its commands, one by one
    blocks sh "$1" >"$tmp/commands"
    [ "$(wc -l <"$tmp/commands")" -ge 8 ]
    while IFS= read -r command; do
        echo "\$ $command"
        # `make demo` inside `make test`: no job server of the outer make.
        env -u MAKEFLAGS -u MAKELEVEL timeout "$(patience 300)" sh -c "$command" </dev/null
    done <"$tmp/commands"
}
run README.md
grep -q . build/mine.jsonl
# README.md drains its daemon: it ends, and so do its bots.
await_gone 10 "$(cat build/ladder/db.lock)"
run referee/LADDER.md
grep -q . build/spring/standings.txt
