#!/bin/sh
# measure.sh [NAME...]: the table of README.md, a row for each bot (or those named): language, encodings, lines
# of code, Elo against `random` and `basic` with 95 % bars (but of expert: see strength.sh), decisions a second, size.
# What is not installed is left out.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
games=${GAMES:-200}

# NAME|TOOL|LANGUAGE|ENCODINGS|FILES|COMMAND; the first file is the bot, the others a library it needs.
cat >"$tmp/bots" <<'END'
random|cc|C|text, msgpack|c/random.c c/botkit.c|build/bots/random
basic|cc|C|text, msgpack|c/basic.c ../engine/advice/sense.c c/botkit.c|build/bots/basic
convention|cc|C|text, msgpack|c/convention.c c/systems.c c/meaning.c ../engine/advice/sense.c c/botkit.c|build/bots/convention
expert|cc|C|text, msgpack|c/expert.c c/thinker.c ../engine/advice/think.c ../engine/advice/think_bid.c ../engine/advice/sample.c ../engine/advice/stake.c ../engine/advice/sense.c c/botkit.c|build/bots/expert --time 100
expert-2|cc|C|text, msgpack|c/expert-2.c c/thinker.c ../engine/advice/bidder.c ../engine/advice/think.c ../engine/advice/think_bid.c ../engine/advice/sample.c ../engine/advice/stake.c ../engine/advice/sense.c c/botkit.c|build/bots/expert-2 --time 100
random-cpp|c++|C++|text|cpp/random_bot.cpp|build/bots/random-cpp
random-java|javac|Java|text|java/RandomBot.java|java -XX:TieredStopAtLevel=1 -cp build/bots/java RandomBot
random-js|node|JavaScript|text|js/random_bot.js|node sample-bots/js/random_bot.js
cautious-js|node|JavaScript|text, msgpack|js/cautious_bot.mjs js/avondale.mjs|node sample-bots/js/cautious_bot.mjs
random-perl|perl|Perl|text|perl/random_bot.pl|perl sample-bots/perl/random_bot.pl
random-python|python3|Python|text|python/random_bot.py|python3 sample-bots/python/random_bot.py
cautious-python|python3|Python|text, msgpack|python/cautious_bot.py python/avondale/client.py|python3 sample-bots/python/cautious_bot.py
random-rust|rustc|Rust|text|rust/random_bot.rs|build/bots/random-rust
random-shell|awk|sh and awk|text|shell/random_bot.sh|sh sample-bots/shell/random_bot.sh
END

# Lines that are neither blank nor only a comment.
lines() { grep -cvE '^[[:space:]]*($|//|#[^i]|/?\*|"""|})' "sample-bots/$1"; }

elo() { # COMMAND RIVAL
    build/avondale match --bot "bot=$1" --bot "rival=build/bots/$2" --games "$games" --duplicate --seed 01 \
        >"$tmp/out" || { cat "$tmp/out" >&2; exit 1; }
    sed -n 's/.*Elo \([-+0-9.]*\) \[\([-+0-9.]*\), \([-+0-9.]*\)\].*/\1 \2 \3/p' "$tmp/out" |
        awk '{ printf "%+.0f (%+.0f to %+.0f)", $1, $2, $3 }'
}

turns() { # COUNT: what the arena would say, so many turns in the middle of a hand
    cat <<'END'
welcome v=1 name=bot session=00 server=measure
game g=1 id=m seat=0 players=a,b,c,d preset=wikipedia sides=0,1,0,1 scores=0,0 policy=lenient set=m commit=00
deal g=1 d=1 attempt=0 dealer=3 cards=4H,6H,7H,10H,JS,QH,RJ,8S,AS,KD
event g=1 k=contract call=7H by=1 partner=3
event g=1 k=action seat=3 phase=play a=9H
END
    awk -v count="$1" 'BEGIN { for (n = 1; n <= count; n++) print "turn g=1 n=" n " phase=play legal=4H,6H,7H,10H,QH,RJ" }'
    echo "bye why=done"
}

seconds() { # FILE COMMAND: wall time in nanoseconds, after checking that every turn was answered
    began=$(date +%s%N)
    $2 <"$1" >"$tmp/answers"
    ended=$(date +%s%N)
    [ "$(grep -c '^act ' "$tmp/answers")" = "$(grep -c '^turn ' "$1")" ] || { echo "$2: turns not answered" >&2; exit 1; }
    echo $((ended - began))
}

speed() { # COMMAND: without what it takes to start
    turns 1 >"$tmp/one"
    start=$(seconds "$tmp/one" "$1")
    count=400
    while :; do
        turns $count >"$tmp/many"
        took=$(($(seconds "$tmp/many" "$1") - start))
        if [ "$took" -ge 500000000 ] || [ $count -ge 400000 ]; then
            break
        fi
        count=$((count * 10))
    done
    awk -v count=$count -v took="$took" 'BEGIN { speed = count * 1e9 / took
        printf "%d", speed < 1000 ? int(speed / 10) * 10 : int(speed / 1000) * 1000 }'
}

echo "| bot | language | encoding | lines | Elo against random | against basic | decisions a second | bytes |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- |"
while IFS='|' read -r name tool language encoding files command; do
    [ $# = 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    command -v "$tool" >/dev/null 2>&1 || continue
    count='' size=0
    for file in $files; do
        count="$count${count:+ + }$(lines "$file")"
        size=$((size + $(wc -c <"sample-bots/$file")))
    done
    case $name in
    expert | expert-2) # how strong it is depends on its time
        against_random="[see below](#strength)" against_basic="[see below](#strength)" speed="as told"
        ;;
    *)
        against_random=$(elo "$command" random </dev/null)
        against_basic=$(elo "$command" basic </dev/null)
        speed=$(speed "$command")
        ;;
    esac
    echo "| [$name](${files%% *}) | $language | $encoding | $count | $against_random | $against_basic | $speed | $size |"
done <"$tmp/bots"
