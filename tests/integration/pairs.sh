#!/bin/sh
# Fixed partners over TCP: two pairs that seek together are two teams, one line each in the standings, on the page, in
# the interface and in the shell. A third bot of an owner makes another team, and so does one bot with two connections.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh
ladder() { build/avondale ladder --store "sqlite:$tmp/db" "$@"; }
for bot in ann bob cat; do ladder add $bot --owner first >"$tmp/token.$bot"; done
for bot in xan yan; do ladder add $bot --owner second >"$tmp/token.$bot"; done
rules="--ruleset wikipedia --option max_hands=2"
# shellcheck disable=SC2086
serve $rules
timeout "$(patience 200)" python3 tests/integration/pairs_client.py "$bots" "$page" "$tmp" || {
    tail "$tmp/serve.log"
    exit 1
}
kill "$server"
wait "$server"

pairs=wikipedia+max_hands=2
name=$(ladder list | awk -v r=$pairs '$4 == r && $3 ~ /pairs-2of4/ { print $3 }')
[ -n "$name" ] || { ladder list; exit 1; }
# The shell prints one line for each team, and none for a single bot.
ladder standings --ladder "$name" >"$tmp/standings"
ladder top --ladder "$name" >"$tmp/top"
for list in standings top; do
    for team in ann+bob ann+cat xan+yan zoe+zoe; do
        [ "$(grep -cF " $team " "$tmp/$list")" = 1 ] || { cat "$tmp/$list"; echo "$team in $list"; exit 1; }
    done
    [ "$(grep -cE ' (ann|bob|cat|xan|yan|zoe) ' "$tmp/$list")" = 0 ] || { cat "$tmp/$list"; exit 1; }
done
ladder show bob+ANN >"$tmp/show"
grep -qx 'name    ann+bob' "$tmp/show"
grep -qx 'owner   first' "$tmp/show"
games=$(sed -n 's/^games   \([0-9]*\) .*/\1/p' "$tmp/show")
[ "$games" = "$(awk '$2 == "ann+bob" { print $4 }' "$tmp/top")" ]
ladder show ann | grep -qx 'games   0 (0 won, 0 tied, 0 lost)'
for wrong in ann+nobody ann+yan +ann; do
    status=0
    ladder show $wrong 2>"$tmp/wrong" || status=$?
    [ $status = 2 ] && [ "$(wc -l <"$tmp/wrong")" = 1 ] && grep -qF "'$wrong'" "$tmp/wrong" || exit 1
done
# The teams are a function of the log.
ladder recompute --verify | grep ': 0 differ$'
# A member becomes another program: the team keeps its rating, with no games.
before=$(sed -n 's/^online  \([0-9.]*\).*/\1/p' "$tmp/show")
ladder version bob v2 >/dev/null
ladder show ann+bob >"$tmp/show"
grep -qx 'name    ann+bob +v2' "$tmp/show"
grep -qx "online  $before?" "$tmp/show"
grep -q '^games   0 ' "$tmp/show"
# shellcheck disable=SC2086
serve $rules
curl -sS "http://$page/api/v1/bots/ann" >"$tmp/bot"
python3 - "$tmp/bot" "$before" <<'EOF'
import json, sys
teams = {t["name"]: t for t in json.load(open(sys.argv[1]))["teams"]}
assert set(teams) == {"ann+bob", "ann+cat"}, teams
assert teams["ann+bob"]["version"] == "+v2" and teams["ann+bob"]["games"] == 0, teams
assert abs(teams["ann+bob"]["rating"] - float(sys.argv[2])) < 0.06, teams
past = [v for v in json.load(open(sys.argv[1]))["versions"] if v["team"] == "ann+bob"]
assert [(v["number"], v["version"]) for v in past] == [(1, "")], past
assert teams["ann+cat"]["version"] == "" and teams["ann+cat"]["games"] > 0, teams
EOF
echo "pairs are teams"
