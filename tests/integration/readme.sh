#!/bin/sh
# The commands of README.md, and of LADDER.md, which uses README.md's ladder, work as printed: every `sh` block runs in
# order, after the `python` and `ini` blocks were saved where the pages say.
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
# If the page is right its daemon ends by itself; otherwise the script ends it by its process id.
trap 'rm -rf "$tmp"; [ ! -s build/ladder/db.lock ] || kill "$(cat build/ladder/db.lock)" 2>/dev/null || :' EXIT
run() { # FILE: runs its commands, one by one
    blocks sh "$1" >"$tmp/commands"
    [ "$(wc -l <"$tmp/commands")" -ge 8 ]
    while IFS= read -r command; do
        echo "\$ $command"
        # `make demo` inside `make test`: it must not use the job server of the outer make.
        env -u MAKEFLAGS -u MAKELEVEL timeout "$(patience 300)" sh -c "$command" </dev/null
    done <"$tmp/commands"
}
run README.md
grep -q . build/mine.jsonl
# README.md drains its daemon: the daemon and its bots end.
await_gone 10 "$(cat build/ladder/db.lock)"
run referee/LADDER.md
grep -q . build/spring/standings.txt
