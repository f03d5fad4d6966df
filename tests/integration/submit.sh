#!/bin/sh
# Owners hand in programs, and a worker builds and checks them in the strict sandbox: good ones, one that needs a build,
# and some that try to fork, fill the disk, use the network, or never end.
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/await.sh
tmp=$(mktemp -d)
daemon= worker=
clean() {
    for pid in $daemon $worker; do kill -9 "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    chmod -R u+w "$tmp"
    rm -rf "$tmp"
}
trap clean EXIT
fail() {
    echo "submit: $*"
    tail -5 "$tmp/log" "$tmp/worker.log" 2>/dev/null || true
    exit 1
}
. tests/lib/strict.sh

build/avondale serve --listen 127.0.0.1:0 --http 127.0.0.1:0 --admin off --journal off --store "sqlite:$tmp/db" \
    --register claim --port-file "$tmp/ports" 2>"$tmp/log" &
daemon=$!
await_daemon $daemon "$tmp/ports" "$tmp/log"
url=http://$(sed -n 2p "$tmp/ports")
worker_start() {
    build/avondale worker --store "sqlite:$tmp/db" --sandbox strict --cache "$tmp/cache" --lease 3 --bot-processes 8 \
        --verbose 2>>"$tmp/worker.log" &
    worker=$!
}
owner=$(curl -s -X POST "$url/api/v1/account" | sed 's/.*"token":"\([0-9a-f]*\)".*/\1/')

# NAME LABEL MANIFEST: hands in the bot basic with it; prints the answer's code
hand_in() {
    rm -rf "$tmp/files"
    mkdir "$tmp/files"
    cp build/bots/basic "$tmp/files/basic"
    printf "%s" "$3" >"$tmp/files/avondale.ini"
    tar -C "$tmp/files" -czf "$tmp/archive.tar" .
    curl -s -o "$tmp/answer" -w '%{http_code}' -T "$tmp/archive.tar" -H "Authorization: Bearer $owner" \
        "$url/api/v1/bots/$1/versions/$2"
}
version() { curl -s -H "Authorization: Bearer $owner" "$url/api/v1/bots/$1/versions/$2"; }
settled() { ! version "$1" "$2" | grep -qE '"state":"(received|building|checking)"'; }
becomes() { # NAME LABEL STATE WORDS
    await 120 settled "$1" "$2" || fail "$1 $2: $(version "$1" "$2")"
    version "$1" "$2" | grep -q "\"state\":\"$3\"" || fail "$1 $2 is not $3: $(version "$1" "$2")"
    version "$1" "$2" | grep -q "$4" || fail "$1 $2: $(version "$1" "$2")"
}

echo '== a program, and one that is built'
[ "$(hand_in good 1 '[bot]
start = ./basic
rulesets = wikipedia
')" = 201 ] || fail "$(cat "$tmp/answer")"
version good 1 | grep -q '"state":"received"' || fail 'it is not received'
worker_start
becomes good 1 active '0 failed'
[ "$(hand_in good 2 '[bot]
start = ./made/bot
build = mkdir made; cp basic made/bot; echo it is made
rulesets = wikipedia
')" = 201 ] || fail "$(cat "$tmp/answer")"
becomes good 2 active '0 failed'
becomes good 1 replaced ''

echo '== what is refused leaves the last one active'
bad() { # LABEL BUILD WORDS
    [ "$(hand_in good "$1" "[bot]
start = ./basic
build = $2
rulesets = wikipedia
")" = 201 ] || fail "$(cat "$tmp/answer")"
    becomes good "$1" refused "$3"
}
bad forks 'f() { f | f & }; f; false' 'its build ended'
bad fills 'yes | head -c 300000000 >big' 'its build ended'
bad net "python3 -c \"import socket; socket.create_connection(('127.0.0.1', ${url##*:}))\"" 'PermissionError\|OSError'
bad links 'ln -s basic link' 'files and directories only'
[ "$(hand_in good silent '[bot]
start = cat
rulesets = wikipedia
')" = 201 ] || fail "$(cat "$tmp/answer")"
becomes good silent refused 'no hello in time'
becomes good 2 active ''
[ -z "$(ls "$tmp/cache/programs")" ] || fail "the worker keeps $(ls "$tmp/cache/programs")"

echo '== by the command'
printf '%s\n' "$owner" >"$tmp/owner"
chmod 600 "$tmp/owner"
mkdir "$tmp/mine"
cp build/bots/basic "$tmp/mine/basic"
printf '[bot]\nstart = ./basic\nname = mine\nversion = a\nrulesets = wikipedia\n' >"$tmp/mine/avondale.ini"
build/avondale submit "$tmp/mine" --server "$url" --token-file "$tmp/owner" >"$tmp/out" 2>&1 || fail "$(cat "$tmp/out")"
grep -q '^mine version a is handed in' "$tmp/out" || fail "$(cat "$tmp/out")"
becomes mine a active '0 failed'
printf '[bot]\nstart = /bin/cat\n' >"$tmp/mine/avondale.ini"
status=0
build/avondale submit "$tmp/mine" --server "$url" --token-file "$tmp/owner" >"$tmp/out" 2>&1 || status=$?
[ $status = 2 ] || fail "exit $status: $(cat "$tmp/out")"
grep -q 'start: expected a command' "$tmp/out" || fail "$(cat "$tmp/out")"

echo '== a worker that dies'
kill -9 $worker
wait $worker 2>/dev/null || true
worker=
[ "$(hand_in good slow '[bot]
start = ./basic
build = sleep 20
rulesets = wikipedia
')" = 201 ] || fail "$(cat "$tmp/answer")"
worker_start
building() { version good slow | grep -q '"state":"building"'; }
await 60 building || fail 'no worker builds it'
kill -9 $worker
wait $worker 2>/dev/null || true
worker=
worker_start
becomes good slow active '0 failed'
becomes good 2 replaced ''
echo 'submit: as they are'
