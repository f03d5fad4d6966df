#!/bin/sh
# An open arena as outsiders find it: one daemon and one worker, and no operator at the shell after their start.
# Programs with only the addresses claim names (in Python and in JavaScript by the client libraries, one is handed in).
# Malicious archives are refused and reach nothing. The next event of the calendar starts by itself and ends, and its
# signed table is verified with public addresses alone. A receiver of webhooks hears of the program and the event,
# once each, though it fails at first.
set -eu
cd "$(dirname "$0")/../.."
for tool in python3 node curl; do command -v $tool >/dev/null || { echo "no $tool here"; exit 77; }; done
[ -e build/tests/clock.so ] || make --no-print-directory build/tests/clock.so
. tests/lib/await.sh
tmp=$(mktemp -d)
daemon= worker= bots= receiver=
clean() {
    for pid in $bots $worker $daemon $receiver; do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
fail() {
    echo "outsider: $*"
    grep -v ' ready' "$tmp/log" | tail -15 || true
    echo "outsider: $*"
    exit 1
}
. tests/lib/strict.sh

echo '== a receiver of webhooks, which refuses the first of them'
openssl rand -hex 20 >"$tmp/secret"
cat >"$tmp/receiver.py" <<'END'
import hashlib, hmac, http.server, sys

secret = open(sys.argv[1], "rb").read().strip()
refused = []

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        at, mac = (part.split("=", 1)[1] for part in self.headers["Avondale-Signature"].split(","))
        good = hmac.compare_digest(mac, hmac.new(secret, at.encode() + b"." + body, hashlib.sha256).hexdigest())
        first = not refused
        refused.append(1)
        self.send_response(500 if first or not good else 204)
        self.end_headers()
        word = "unsigned" if not good else "refused" if first else "took"
        print(word, self.headers["Avondale-Delivery"], body.decode(), flush=True)

    def log_message(self, *words):
        pass

server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
END
python3 "$tmp/receiver.py" "$tmp/secret" >"$tmp/heard" &
receiver=$!
await 10 test -s "$tmp/heard" || fail 'no receiver'

echo '== the operator starts a daemon and a worker, and goes to bed'
due=$(($(date +%s) / 86400 * 86400 + 86400 + 72000)) # 20:00 UTC tomorrow
at=$(date -u -d "@$due" +%Y-%m-%dT%H:%M)
AVONDALE_CLOCK=$tmp/clock LD_PRELOAD=$(pwd)/build/tests/clock.so build/avondale serve --listen 127.0.0.1:0 \
    --http 127.0.0.1:0 --admin off --journal off --store "sqlite:$tmp/db" --register claim --ruleset two-handed-dead \
    --option max_hands=1 --time "$(patience 2000)" --log-level info --host-jobs 2 --host-cache "$tmp/cache" \
    --event "night kind=season at=$at length=1h" --webhook "http://127.0.0.1:$(head -1 "$tmp/heard")/hook" \
    --webhook-secret-file "$tmp/secret" --port-file "$tmp/ports" 2>"$tmp/log" &
daemon=$!
await_daemon $daemon "$tmp/ports" "$tmp/log"
at=$(sed -n 1p "$tmp/ports")
url=http://$(sed -n 2p "$tmp/ports")
build/avondale worker --store "sqlite:$tmp/db" --jobs 0 --sandbox strict --cache "$tmp/second" --host-jobs 2 --arena "$at" \
    2>"$tmp/worker.log" &
worker=$!
# From here on the test uses the two addresses, and nothing else of the operator.

echo '== two claim names by the client libraries, which keep the tokens'
for who in ann bob thief; do mkdir "$tmp/$who"; done
join() { # NAME COMMAND: runs it with its own home
    XDG_CONFIG_HOME=$tmp/$1 PYTHONDONTWRITEBYTECODE=1 $2 --connect "$at" --name "$1" 2>"$tmp/$1/err" &
    bots="$bots $!"
}
join ann 'python3 sample-bots/python/cautious_bot.py'
join bob 'node sample-bots/js/cautious_bot.mjs'
kept() { [ "$(find "$tmp/$1" -name "$1" -type f -perm 600 | wc -l)" = 1 ]; }
for name in ann bob; do await 60 kept $name || fail "$name has no token: $(cat "$tmp/$name/err")"; done
status=0
XDG_CONFIG_HOME=$tmp/thief timeout "$(patience 30)" python3 sample-bots/python/cautious_bot.py --connect "$at" --name ann \
    2>"$tmp/thief/err" || status=$?
[ $status = 1 ] && grep -q '^ann: token: ' "$tmp/thief/err" || fail "the thief: exit $status, $(cat "$tmp/thief/err")"

echo '== one is handed in; what it could reach is in its report and its log'
mkdir "$tmp/cat" "$tmp/cat/bot"
cat >"$tmp/cat/bot/bot.py" <<END
import os, random, socket, sys

def reached():
    for path in ("$tmp/db", "$tmp/ann", "$tmp/log", "/etc/shadow", "/root/.ssh"):
        try:
            os.listdir(path) if os.path.isdir(path) else open(path).read(1)
            yield path
        except OSError:
            pass
    try:
        socket.create_connection(("127.0.0.1", ${at##*:}), 2).close()
        yield "the network"
    except OSError:
        pass

found = list(reached())
print("reached:", found, file=sys.stderr, flush=True)
if found:
    sys.exit(9)
print("hello v=1 name=cat", flush=True)
for line in sys.stdin:
    name, *pairs = line.split()
    message = dict(pair.split("=", 1) for pair in pairs)
    if name == "bye":
        break
    if name == "turn":
        if "choose" in message:
            cards = random.sample(message["from"].split(","), int(message["choose"]))
            action = ":".join([message["phase"], *cards])
        else:
            action = random.choice([word for word in message["legal"].split(",") if word != "claim"])
        print("act g=%s n=%s a=%s" % (message["g"], message["n"], action), flush=True)
END
printf '[bot]\nname = cat\nversion = 1\nstart = python3 bot.py\nrulesets = two-handed-dead\n' >"$tmp/cat/bot/avondale.ini"
XDG_CONFIG_HOME=$tmp/cat build/avondale account create --server "$url" >"$tmp/out" || fail "$(cat "$tmp/out")"
XDG_CONFIG_HOME=$tmp/cat build/avondale submit "$tmp/cat/bot" --server "$url" >"$tmp/out" 2>&1 || fail "$(cat "$tmp/out")"
is_active() { curl -sS "$url/api/v1/bots/cat/versions" | grep -q '"state":"active"'; }
await 120 is_active || fail "$(curl -sS "$url/api/v1/bots/cat/versions")"

echo '== archives that mean harm are refused with one line, and nothing is kept'
XDG_CONFIG_HOME=$tmp/thief build/avondale account create --server "$url" >"$tmp/out" || fail "$(cat "$tmp/out")"
token=$(cat "$(find "$tmp/thief" -name .owner)")
python3 - "$tmp/thief" <<'END'
import gzip, io, sys, tarfile

def make(name, *more, pad=0):
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        text = b"[bot]\nstart = ./x\n"
        entry = tarfile.TarInfo("avondale.ini")
        entry.size = len(text)
        tar.addfile(entry, io.BytesIO(text))
        for extra in more:
            tar.addfile(extra, io.BytesIO(b"\0" * extra.size))
    with open("%s/%s.tar" % (sys.argv[1], name), "wb") as out:
        out.write(gzip.compress(raw.getvalue()))

def entry(name, kind=tarfile.REGTYPE, link="", size=0):
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.size = kind, link, size
    return made

make("symlink", entry("out", tarfile.SYMTYPE, "/etc"), entry("out/passwd", size=1))
make("parent", entry("../escaped", size=1))
make("absolute", entry("/tmp/escaped", size=1))
make("device", entry("zero", tarfile.CHRTYPE))
make("bomb", entry("big", size=300 << 20))
END
for kind in symlink parent absolute device bomb; do
    code=$(curl -sS -o "$tmp/answer" -w '%{http_code}' -T "$tmp/thief/$kind.tar" -H "Authorization: Bearer $token" \
        "$url/api/v1/bots/thief/versions/$kind")
    case $code in 413 | 422) ;; *) fail "$kind: $code $(cat "$tmp/answer")" ;; esac
    [ "$(wc -l <"$tmp/answer")" -le 1 ] || fail "$kind: $(cat "$tmp/answer")"
done
[ "$(curl -sS -o /dev/null -w '%{http_code}' "$url/api/v1/bots/thief")" = 404 ] || fail 'the thief has a name'

echo '== the next event of the calendar starts by itself, is played, and ends'
curl -sSf "$url/api/v1/events" | grep -q '"event":"night"' || fail 'nothing is on the calendar'
echo $((due - $(date +%s))) >"$tmp/clock"
is_state() { curl -sS "$url/api/v1/events/night" | grep -q "\"state\":\"$1\""; }
await 30 is_state running || fail "$(curl -sS "$url/api/v1/events/night")"
run=$(curl -sS "$url/api/v1/events/night" | sed -n 's/.*"run":"\([^"]*\)".*/\1/p')
results_of() { curl -sS "$url/api/v1/bots/$1/results" | grep -o '"seq":[0-9]*' | head -1; } # the newest result
for bot in ann bob cat; do results_of $bot >"$tmp/$bot.before"; done
all_played() {
    for bot in ann bob cat; do [ "$(results_of $bot)" != "$(cat "$tmp/$bot.before")" ] || return 1; done
}
await 120 all_played || fail "no games of all three: $(curl -sS "$url/api/v1/waiting")"
echo $((due + 3700 - $(date +%s))) >"$tmp/clock"
await 60 is_state over || fail "$(curl -sS "$url/api/v1/events/night")"

echo '== its table is verified by what is public; the owner reads what its bot reached'
curl -sSf "$url/api/v1/seasons/$run" >"$tmp/season"
node - "$tmp/season" <<'END' || fail "its signature does not fit: $(head -c 400 "$tmp/season")"
const { createPublicKey, verify } = require('node:crypto');
const { final } = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'));
const key = createPublicKey({ format: 'der', type: 'spki',
  key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(final.key, 'hex')]) });
const fits = (text) => verify(null, Buffer.from(text), key, Buffer.from(final.signature, 'hex'));
const table = JSON.parse(final.table);
const names = table.ladders.flatMap(({ rows }) => rows.map(({ name }) => name));
if (!fits(final.table) || fits(final.table.replace('"rows"', '"Rows"'))) throw new Error('the signature');
for (const name of ['ann', 'bob', 'cat']) if (!names.includes(name)) throw new Error(`${name} is not in the table`);
END
XDG_CONFIG_HOME=$tmp/cat build/avondale logs cat --server "$url" >"$tmp/out" || fail "$(cat "$tmp/out")"
owner=$(cat "$(find "$tmp/cat" -name .owner)")
game=$(curl -sS -H "Authorization: Bearer $owner" "$url/api/v1/bots/cat/games" | sed -n 's/.*"game":"\([^"]*\)".*/\1/p')
game_log() { curl -sS -H "Authorization: Bearer $owner" "$url/api/v1/bots/cat/games/$game/log"; }
told_reached() { game_log | grep -q 'reached: \[\]'; } # what a program wrote is stored after its turn
await 30 told_reached || fail "$(game_log | tail -c 300)"
[ "$(curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $token" "$url/api/v1/bots/cat/games/$game/log")" != 200 ] ||
    fail 'another owner reads the log'

echo '== the receiver heard of the program and of the event, once each'
heard() { grep -q "^took .*\"kind\":\"$1\".*$2" "$tmp/heard"; }
await 30 heard version-active '"bot":"cat"' || fail "webhooks: $(cat "$tmp/heard")"
await 30 heard event-over "\"run\":\"$run\"" || fail "webhooks: $(cat "$tmp/heard")"
[ "$(grep -c '^refused ' "$tmp/heard")" = 1 ] || fail "webhooks: $(cat "$tmp/heard")"
grep -q "^took $(sed -n 's/^refused \([0-9a-f]*\) .*/\1/p' "$tmp/heard") " "$tmp/heard" || fail "it was not repeated: $(cat "$tmp/heard")"
[ -z "$(grep '^took' "$tmp/heard" | cut -d' ' -f2 | sort | uniq -d)" ] || fail "twice: $(cat "$tmp/heard")"
! grep -q '^unsigned' "$tmp/heard" || fail "webhooks: $(cat "$tmp/heard")"
echo 'an outsider needs no operator'
