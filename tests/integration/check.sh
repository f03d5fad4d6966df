#!/bin/sh
# avondale check passes the sample bots in every phase, and a bot with one oddity fails at that point alone.
# (check_rude.sh has the bots that break the rules.)
set -eu
cd "$(dirname "$0")/../.."
. tests/lib/checked.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python=$(python3 -c 'import sys; print(sys.executable)') # no wrapper: the command starts often

# Bots in C support everything: no point is left out.
for bot in random basic; do
    check 0 --both --session --session --junit "$tmp/junit" -- build/bots/$bot --nonce --seed 5
    [ "$(skipped)" = "" ] || { echo "$bot: left out: $(skipped)"; exit 1; }
    tail -1 "$tmp/out"
    grep -q 'tests="72" failures="0" errors="0" skipped="0"' "$tmp/junit"
done
check 0 -- "$python" sample-bots/python/random_bot.py --seed 1
if python3 -c 'import msgpack' 2>/dev/null; then
    check 0 --ruleset wikipedia -- "$python" sample-bots/python/msgpack_bot.py
fi
check 0 --ruleset wikipedia --hands 3 -- "$python" sample-bots/python/cautious_bot.py
if command -v node >/dev/null; then
    check 0 -- node sample-bots/js/random_bot.js
    check 0 --ruleset wikipedia --hands 3 -- node sample-bots/js/cautious_bot.mjs
fi
# One ruleset, and a command line that needs a shell.
check 0 --ruleset 'walker target=700' --hands 3 --json -- 'build/bots/random 2>/dev/null'
grep -q '"failed": 0' "$tmp/out"

# A bot with one oddity fails that one point alone.
odd() { # POINT PYTHON [PYTHON]: what the random bot does with a line, and at the end of its input
    cat >"$tmp/odd.py" <<BOT
import random, sys
print("hello v=1 name=odd", flush=True)
for line in sys.stdin:
    name, *pairs = line.split()
    message = dict(pair.split("=", 1) for pair in pairs)
    $2
    if name == "bye": break
    if name != "turn": continue
    if "choose" in message:
        cards = random.sample(message["from"].split(","), int(message["choose"]))
        action = ":".join([message["phase"], *cards])
    else:
        action = random.choice([word for word in message["legal"].split(",") if word != "claim"])
    print("act g=%s n=%s a=%s" % (message["g"], message["n"], action), flush=True)
${3:-pass}
BOT
    check 1 --ruleset wikipedia --hands 3 -- "$python" -S "$tmp/odd.py"
    [ "$(failed)" = "$1 " ] || { cat "$tmp/out"; echo "odd $1: failed: $(failed)"; exit 1; }
    echo "odd: $(failed)"
}
odd keys 'assert "x-new" not in message'
odd unknown 'assert not name.startswith("x-")'
odd error 'assert name != "error"'
odd unlimited 'message["ms"] = message["ms"] if name == "turn" else 0'
odd bye 'if name == "bye": sys.exit(4)'
odd eof 'if name == "bye": sys.exit(0)' 'import signal; signal.pause()'

# A failure ends only what depends on it. A hello that cannot be read is reported as such.
told() { # WORD: in why
    grep -q "^ *why .*$1" "$tmp/out" || { cat "$tmp/out"; echo "'$1' is not said:"; exit 1; }
}
passed() { # POINT...
    for point; do
        grep -q " pass $point:" "$tmp/out" || { cat "$tmp/out"; echo "$point did not pass"; exit 1; }
    done
}
wild() { # HELLO [STATEMENT]: a random bot that sends this hello, and runs STATEMENT for each message
    cat >"$tmp/odd.py" <<BOT
import random, sys, time
turns = 0
random.seed(2)
print("$1", flush=True)
for line in sys.stdin:
    name, *pairs = line.split()
    message = dict(pair.split("=", 1) for pair in pairs)
    ${2:-pass}
    if name == "bye": break
    if name != "turn": continue
    turns += 1
    if "choose" in message:
        cards = random.sample(message["from"].split(","), int(message["choose"]))
        action = ":".join([message["phase"], *cards])
    else:
        action = random.choice([word for word in message["legal"].split(",") if word != "claim"])
    print("act g=%s n=%s a=%s" % (message["g"], message["n"], action), flush=True)
BOT
}
wild 'hello v=%31 name=odd'
check 1 --ruleset wikipedia -- "$python" -S "$tmp/odd.py"
told 'its first message cannot be read: '
wild 'hello v=1 name=%6fdd'
check 0 --ruleset wikipedia --hands 3 -- "$python" -S "$tmp/odd.py"
# A bot that ends after its first game is reported, and has still shown every phase.
wild 'hello v=1 name=odd' 'if name == "over": sys.exit(0)'
check 1 -- "$python" -S "$tmp/odd.py"
told 'it ended after over: the next game comes on the same connection, until bye'
[ "$(failed)" = 'alive ' ] || { echo "over: failed: $(failed)"; exit 1; }
passed answers legal auction discard play draw swap
# Invalid nonces cost one wait, not one for each game.
wild 'hello v=1 name=odd nonce=1' 'name == "game" and "nonce" in message and print("nonce g=%s x=zz" % message["g"], flush=True)'
start=$(date +%s)
check 1 -- "$python" -S "$tmp/odd.py"
[ "$(failed)" = 'nonce ' ] || { echo "nonce: failed: $(failed)"; exit 1; }
[ $(($(date +%s) - start)) -lt "$(patience 45)" ] || { echo "nonce: $(($(date +%s) - start)) s"; exit 1; }
passed keys unknown error pieces joined single short unlimited
# One late answer, one unknown message, and one phase that the bot does not know.
wild 'hello v=1 name=odd' 'name == "turn" and turns == 3 and time.sleep(0.6)'
check 1 --time 500 --ruleset wikipedia --hands 6 -- "$python" -S "$tmp/odd.py"
told 'came .* ms after its time'
passed alive bye answers keys unknown pieces joined
wild 'hello v=1 name=odd' 'name == "turn" and turns == 3 and print("dance", flush=True)'
check 1 --ruleset wikipedia --hands 6 -- "$python" -S "$tmp/odd.py"
[ "$(failed)" = 'messages ' ] || { echo "dance: failed: $(failed)"; exit 1; }
passed alive bye answers keys
wild 'hello v=1 name=odd' 'assert message.get("phase") != "discard"'
check 1 -- "$python" -S "$tmp/odd.py"
told 'it ended in mid-game, status 1'
passed answers auction

# The command is no bot at all.
check 3 -- build/bots/nosuch
grep -q nosuch "$tmp/err"
check 3 -- true
check 2 --ruleset austrian -- true
check 2 --time 3 -- true
check 2
