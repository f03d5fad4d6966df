#!/bin/sh
# A running daemon reloads options and certificates: all of them or none. It names those that cannot change.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/daemon.sh

option() { admin show config | awk -v key="$1" '$1 == key { print $2 }'; }
refused() { # WORDS: the reload is refused, with one line
    status=0
    admin reload >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ $status != 2 ] || [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/err")" != 1 ] || ! grep -q -- "$1" "$tmp/err"; then
        echo "reload: expected 2 and one line with '$1', got $status:" >&2
        cat "$tmp/out" "$tmp/err" >&2
        exit 1
    fi
}
certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$1" \
        -keyout "$tmp/key.pem" -out "$tmp/cert.pem" 2>/dev/null
}
seen() { echo | timeout "$(patience 10)" openssl s_client -connect "127.0.0.1:$port" 2>/dev/null | openssl x509 -noout -subject; }

certificate first
cat >"$tmp/conf" <<CONF
store = sqlite:$tmp/db
tables-max = 5
policy = strict
tls-cert = $tmp/cert.pem
tls-key = $tmp/key.pem
CONF
cp "$tmp/conf" "$tmp/conf.first"
build/avondale serve --config "$tmp/conf" --listen 127.0.0.1:0 --http off --time 5000 --grace-ms 0 \
    --port-file "$tmp/ports" --verbose 2>"$tmp/log" &
server=$!
await_daemon "$server" "$tmp/ports" "$tmp/log"
port=$(sed -n 's/.*://p' "$tmp/ports")
for i in 1 2 3 4; do
    build/bots/random --connect "127.0.0.1:$port" --name "bot$i" &
    others="$others $!"
done
results() { [ "$(admin show stats | awk '$1 == "results_stored" { print $2 }')" -ge "$1" ]; }
await 20 results 3 || broken 'results'
seen | grep -q first
admin reload | grep -qx 'nothing changed'

# --- what can change does: options and the certificate; the command line still wins over the file
certificate second
sed -i 's/^tables-max.*/tables-max = 7/; s/^policy.*/policy = lenient/' "$tmp/conf"
echo 'time = 1' >>"$tmp/conf"
admin reload | grep -qx 'changed: policy, tables-max'
[ "$(option tables-max)" = 7 ]
[ "$(option policy)" = lenient ]
[ "$(option time)" = 5000 ]
seen | grep -q second

# --- an option that cannot change is named, and then nothing changes
cp "$tmp/conf" "$tmp/conf.good"
sed -i 's/^tables-max.*/tables-max = 9/' "$tmp/conf"
printf 'peers-max = 77\nruleset = australian\n' >>"$tmp/conf"
refused 'reload: ruleset, peers-max: cannot change while the daemon runs'
[ "$(option tables-max)" = 7 ]

# --- nothing changes with a bad value, a bad line, no file, a bad certificate
cp "$tmp/conf.good" "$tmp/conf"
sed -i 's/^tables-max.*/tables-max = many/' "$tmp/conf"
refused 'tables-max=many: expected a number from 1 to 100000'
echo 'what is this' >"$tmp/conf"
refused 'conf:1: expected NAME = VALUE'
rm "$tmp/conf"
refused 'No such file'
cp "$tmp/conf.good" "$tmp/conf"
sed -i 's/^tables-max.*/tables-max = 9/' "$tmp/conf"
echo 'no certificate' >"$tmp/cert.pem"
refused 'cert.pem'
[ "$(option tables-max)" = 7 ]
seen | grep -q second

# --- lowered limits hold for new connections; the games continue through all of it
certificate third
cp "$tmp/conf.good" "$tmp/conf"
echo 'names-per-minute = 4' >>"$tmp/conf"
admin reload | grep -qx 'changed: names-per-minute'
seen | grep -q third
timeout "$(patience 10)" build/bots/random --connect "127.0.0.1:$port" --name fifth 2>/dev/null || true
grep -q 'name=fifth refused: too many new names' "$tmp/log"
now=$(admin show stats | awk '$1 == "results_stored" { print $2 }')
await 20 results $((now + 2)) || broken 'more results'
kill -0 "$server"
echo 'all of it or nothing'
