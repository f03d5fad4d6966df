#!/bin/sh
# A ladder from the shell: ladders, the batch table, versions, reference bots, a season with a purse that is signed,
# checked, and moved; alterations are found.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ladder() { # STORE ARGUMENTS...
    store=$tmp/$1.db
    shift
    build/avondale ladder --store "sqlite:$store" "$@"
}
refused() { # STATUS WORDS ARGUMENTS...
    expected=$1 words=$2
    shift 2
    status=0
    ladder "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ "$status" != "$expected" ] || ! grep -q -- "$words" "$tmp/err" || [ "$(wc -l <"$tmp/err")" != 1 ]; then
        echo "ladder $*: status $status"
        cat "$tmp/err"
        exit 1
    fi
}
# results FIRST COUNT: games of six bots of six owners, b0 the strongest, now
results() {
    awk -v first="$1" -v count="$2" -v now="$(date +%s)" 'BEGIN {
        print "game,ruleset,players,sides,scores,winners,reason,wall_msec"
        srand(first + 7)
        for (i = first; i < first + count; i++) {
            a = int(rand() * 6); b = (a + 1 + int(rand() * 5)) % 6
            win = rand() < 1 / (1 + 10 ^ ((a - b) * 100 / 400))
            printf "g-%d,%s,b%d b%d,0 1,%s,%d,target,%d000\n", i, i % 10 ? "two-handed-draw" : "two-handed-dead", a, b,
                win ? "500 0" : "0 500", !win, now + 1
        }
    }'
}
results 0 600 >"$tmp/first.csv"
ladder one import "$tmp/first.csv" >/dev/null
ladder one list >"$tmp/list"
grep -q ' two-handed-draw.solo-2 ' "$tmp/list"
grep -q ' two-handed-dead.solo-2 ' "$tmp/list"
ladder one standings >"$tmp/table"
grep -q '^two-handed-draw.solo-2: 540 rated results, log up to 600$' "$tmp/table"
grep -q 'seed 600, 1000 resamples' "$tmp/table"
sed -n 3p "$tmp/table" | grep -q '^ *1  *1-[12]  b0 '
ladder one standings | cmp - "$tmp/table" # the same log gives the same table
ladder one standings --ladder two-handed-dead.solo-2 | grep -q '60 rated results'
refused 2 "no ladder 'x'" one standings --ladder x

ladder one reference b3 >/dev/null
ladder one reference b4 >/dev/null
ladder one standings | grep -q 'held by the mean of 2 reference bots'
ladder one version b0 v2 >/dev/null
ladder one standings | grep -q 'b0 v2 '

ladder one key "$tmp/key" >"$tmp/public"
[ "$(stat -c %a "$tmp/key")" = 600 ]
refused 2 'File exists' one key "$tmp/key"
refused 2 '--to is missing' one season start spring
refused 2 'begins before it ends' one season start spring --to 2020-01-01
refused 2 'in the past' one season start spring --from 2020-01-01 --to 2100-01-01
refused 2 'expected a day' one season start spring --to soon
refused 2 'expected a number' one season start spring --to 2100-01-01 --chips lots
refused 2 'a purse has' one season start spring --to 2100-01-01 --chips 100
refused 2 'a purse has' one season start spring --to 2100-01-01 --chips 100 --buy-in 200
ladder one season start spring --to 2100-01-01 --chips 1000 --buy-in 10 --ladder two-handed-draw.solo-2 >/dev/null
refused 2 'is there already' one season start Spring --to 2100-01-01
results 600 400 >"$tmp/second.csv"
ladder one import "$tmp/second.csv" >/dev/null
ladder one season show spring >"$tmp/purse"
awk '{ sum += $1 } END { exit sum != 6000 || NR != 6 }' "$tmp/purse" # chips only change hands
ladder one void g-651 >/dev/null
ladder one season show spring | awk '{ sum += $1 } END { exit sum != 6000 }'
refused 2 '--key is missing' one season end spring
refused 2 'no private key' one season end spring --key "$tmp/public"
refused 2 'is not over' one season verify spring
ladder one season end spring --key "$tmp/key" >/dev/null
refused 2 'over already' one season end spring --key "$tmp/key"
ladder one season verify spring | grep -q "signed by $(cat "$tmp/public")"
ladder one season show spring >"$tmp/frozen"
results 1000 200 >"$tmp/third.csv"
ladder one import "$tmp/third.csv" >/dev/null
ladder one void g-701 >/dev/null # later results do not change the table
ladder one season show spring | cmp - "$tmp/frozen"
ladder one season verify spring --public "$(cat "$tmp/public")" >/dev/null
ladder one key "$tmp/other" >"$tmp/other.public"
refused 1 'signature' one season verify spring --public "$(cat "$tmp/other.public")"
python3 - "$tmp/frozen" <<'END'
import json, sys
table = json.load(open(sys.argv[1]))
assert table["log"]["last_seq"] == 1000 and len(table["log"]["head"]) == 64, table["log"]
assert sum(row["chips"] for row in table["purse"]) == 6000
board, = table["ladders"]
assert board["ladder"] == "two-handed-draw.solo-2" and board["results"] == 359, board["results"]
ranked = [row for row in board["rows"] if row["rank"]]
lower = [row["rating_milli"] - row["err95_milli"] for row in ranked]
assert len(ranked) >= 5 and lower == sorted(lower, reverse=True), lower
END
ladder one recompute --verify >/dev/null

# After a copy to another store it is the same, with the frozen table.
ladder one export --all >"$tmp/all"
ladder two import "$tmp/all" >/dev/null
ladder two season verify spring >/dev/null
ladder two standings >"$tmp/table"
ladder one standings | cmp - "$tmp/table"
ladder two recompute --verify >/dev/null

# A season that an earlier version closed keeps its text, and is checked by the method of that version.
for format in 1 2; do
    ladder "old$format" import "tests/golden/season-$format.jsonl" >/dev/null
    ladder "old$format" season verify old | grep -q 'the log makes the same table'
    ladder "old$format" season show old | grep -q "\"format\":\"avondale-season/$format\""
done

later_than() { [ "$(date +%s)" -gt "$1" ]; }
# A new version of a bot does not remove its earlier results from the season's table, and one game is too few for an
# error bar.
results 2000 40 >"$tmp/before.csv"
ladder versions import "$tmp/before.csv" >/dev/null
ladder versions season start summer --to 2100-01-01 --ladder two-handed-draw.solo-2 >/dev/null
began=$(date +%s)
await 5 later_than "$began" # the season begins before the results
results 2040 300 >"$tmp/during.csv"
ladder versions import "$tmp/during.csv" >/dev/null
ladder versions version b0 v2 >/dev/null
awk -v now="$(date +%s)" 'BEGIN { print "game,ruleset,players,sides,scores,winners,reason,wall_msec"
    printf "last,two-handed-draw,b0 b1,0 1,500 0,0,target,%d000\n", now + 1 }' >"$tmp/one.csv"
ladder versions import "$tmp/one.csv" >/dev/null
ladder versions season end summer --key "$tmp/key" >/dev/null
ladder versions season verify summer >/dev/null
ladder versions season show summer >"$tmp/summer"
python3 - "$tmp/summer" <<'END'
import json, sys
table = json.load(open(sys.argv[1]))
board, = table["ladders"]
rows = {(row["name"], row["version"]): row for row in board["rows"]}
assert table["format"] == "avondale-season/3" and len(rows) == 7, sorted(rows)
old, new = rows["b0", ""], rows["b0", "v2"]
assert old["rank"] and old["games"] >= 30 and 20 < old["err95_milli"] / 1000 < 250, old
assert old["first"] <= old["rank"] <= old["last"], old
assert new["rank"] is None and new["err95_milli"] is None and new["games"] == 1, new
END

# Alterations are found.
python3 - "$tmp/two.db" <<'END'
import sqlite3, sys
link = sqlite3.connect(sys.argv[1])
link.execute("UPDATE document SET text = replace(text, 'b0', 'b1')")
link.commit()
END
refused 1 'signature' two season verify spring
python3 - "$tmp/one.db" <<'END'
import sqlite3, sys
link = sqlite3.connect(sys.argv[1])
link.execute("UPDATE action SET text = replace(text, ' 1000 10 ', ' 1000 20 ') WHERE kind = 'season'")
link.commit()
END
refused 1 'another table' one season verify spring
status=0
ladder one recompute --verify >"$tmp/out" || status=$?
[ $status = 1 ]
grep -q 'season 4 after result' "$tmp/out"
# The shell and the daemon report two bots that help each other at tables of three.
awk -v now="$(date +%s)" 'BEGIN {
    print "game,ruleset,players,sides,scores,winners,reason,wall_msec"
    srand(5)
    for (i = 0; i < 3000; i++) {
        a = int(rand() * 8); do b = int(rand() * 8); while (b == a); do c = int(rand() * 8); while (c == a || c == b)
        win = int(rand() * 3)
        if ((a == 2 || b == 2 || c == 2) && (a == 5 || b == 5 || c == 5)) win = a == 5 ? 0 : b == 5 ? 1 : 2
        printf "t-%d,three-handed-dead,c%d c%d c%d,0 1 2,%d %d %d,%d,target,%d000\n", i, a, b, c,
            win == 0, win == 1, win == 2, win, now + i
    }
}' >"$tmp/three.csv"
ladder three import "$tmp/three.csv" >/dev/null
status=0
ladder three report residuals >"$tmp/report" || status=$?
[ $status = 1 ]
[ "$(grep -c 'at the table' "$tmp/report")" = 2 ]
grep -q 'c5 with c2 at the table' "$tmp/report"
grep -q '56 pairs looked at' "$tmp/report"
refused 2 'must be residuals' three report x
build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --store "sqlite:$tmp/three.db" --port-file "$tmp/ports" 2>"$tmp/log" &
server=$!
trap 'kill $server 2>/dev/null || :; rm -rf "$tmp"' EXIT
await 30 grep -q 'odd results: ladder three-handed-dead.solo-3: c5 with c2' "$tmp/log" || { cat "$tmp/log"; exit 1; }
page=$(sed -n 2p "$tmp/ports")
curl -sS "http://$page/api/v1/standings?ladder=three-handed-dead.solo-3" | python3 -c '
import json, sys
table = json.load(sys.stdin)
assert table["batch"] == {"last_seq": 3000, "seed": 3000, "resamples": 1000}, table["batch"]
rows = table["standings"]
assert len(rows) == 8 and [row["rank"] for row in rows] == list(range(1, 9)) and rows[0]["name"] == "c5"
lower = [row["batch"]["rating"] - row["batch"]["err95"] for row in rows]
assert lower == sorted(lower, reverse=True)'
curl -sS "http://$page/standings?ladder=three-handed-dead.solo-3" >"$tmp/page"
grep -q "seed 3000, 1000 resamples" "$tmp/page"
kill $server
wait $server
echo "ladders, batch table, versions, references, season and purse, reports"
