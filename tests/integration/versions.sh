#!/bin/sh
# A bot names its version in hello. Each version has its own rating, which starts from the one before; two versions
# never play at once; an invalid version, or one from a client without the token, is refused and changes nothing.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
ladder() {
    build/avondale ladder --store "sqlite:$tmp/db" "$@"
}
hello() { # PAIRS: prints the code of the error that answers, or welcome
    python3 - "$bots" "$1" <<'PYTHON'
import socket, sys
sys.path.insert(0, "tests/lib")
from patience import patience
host, port = sys.argv[1].split(":")
stream = socket.create_connection((host, int(port)), timeout=patience(20)).makefile("rw", encoding="utf-8", newline="\n")
stream.write("hello v=1 lobby=1 %s\n" % sys.argv[2])
stream.flush()
kind, *pairs = stream.readline().split()
print(dict(pair.split("=", 1) for pair in pairs).get("code", kind))
PYTHON
}
games() { # VERSION COUNT: games of ann, against bob
    serve --ruleset two-handed-draw --option max_hands=2 --games-total "$2"
    build/bots/random --connect "$bots" --name bob >/dev/null 2>&1 &
    players="$players $!"
    build/bots/basic --connect "$bots" --name ann --token "$token" --version "$1" >/dev/null 2>&1 &
    players="$players $!"
    wait "$server" || :
    server=
    games_stop
}
token=$(ladder add ann)
games v1 2
games v2 3
games v2 1
ladder recompute | grep -q ' 0 differ'

# While one version is connected another is refused, in any encoding of its name; the same version is welcome.
serve --ruleset two-handed-draw
curl -sSf "http://$page/api/v1/bots/ann" >"$tmp/shown"
python3 - "$tmp/shown" <<'PYTHON'
import json, sys
shown = json.load(open(sys.argv[1], encoding="utf-8"))
rows = [(row["version"], row["games"]) for row in shown["versions"]]
assert rows == [("v1", 2), ("v2", 4)], shown
PYTHON
build/bots/basic --connect "$bots" --name ann --token "$token" --version v3 >/dev/null 2>&1 &
players="$players $!"
ann_is_here() { build/avondale admin --socket "$tmp/db.admin" show peers | grep -q '^ann .* ready '; }
await 20 ann_is_here
[ "$(hello "name=Ann version=v4 token=$token")" = bot-version ]
[ "$(hello "name=ann version=v3 token=$token")" = welcome ]
[ "$(hello "name=ann token=$token")" = welcome ]
[ "$(hello "name=ann version=v9")" = token ] # without the token
for bad in 'a%20b' .v1 '%3Cb%3E' '' 123456789012345678901234567890123; do
    [ "$(hello "name=ann version=$bad token=$token")" = bot-version ]
done
[ "$(hello "name=carl version=v1")" = welcome ]
games_stop
ladder recompute | grep -q ' 0 differ'
