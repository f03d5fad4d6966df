#!/bin/sh
# Bots and spectators that chat at the tables of a real daemon: phrases before the first card of a game that counts and not a word
# during its hands; a spectator's line reaches the seats when the hand is over; words in a game that does not, escaped on the live page, on the game's page and in its record, which
# everything that reads records accepts; nothing where nothing is allowed.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh

talk() { # RATED OPTION...: one game; what the bots were told, in $tmp/out
    rated=$1
    shift
    serve --option max_hands=2 --live-delay 0 "$@"
    timeout "$(patience 100)" python3 tests/integration/chat_client.py "$bots" "$page" "$rated" "$tmp/page" >"$tmp/out" ||
        { cat "$tmp/out" "$tmp/serve.log"; exit 1; }
    cat "$tmp/out"
    game=$(sed -n 's/^game=\([^ ]*\) .*/\1/p' "$tmp/out")
}
record() { # of the game, and what reads it
    curl -sSf "http://$page/api/v1/games/$game/record" >"$tmp/record"
    build/avondale replay --strict "$tmp/record" >/dev/null
    build/avondale replay --show "$tmp/record" >/dev/null
    build/avondale replay --csv "$tmp/record" >/dev/null
    curl -sSf "http://$page/game/$game" >"$tmp/replay"
}
lacks() { # WORDS FILE
    if grep -qF "$1" "$2"; then
        echo "'$1' in $2"
        exit 1
    fi
}

# In words: all three others hear it, at once again is too soon, and so is what holds a control character.
talk 0 --chat text
grep -q ' mode=text said=3 chat=0 say=1 hush=1 heard=4 over=4$' "$tmp/out"
record
python3 - "$tmp/record" <<'PYTHON'
import json, sys
chat = json.load(open(sys.argv[1], encoding="ascii"))["chat"]
assert len(chat) == 2 and chat[0][3] == '<script>alert("1")</script> \u00fc \U0001f0a1', chat
assert chat[0][0] == 1 and chat[0][2] in range(4), chat
assert chat[1][0] == 1 and chat[1][1] >= chat[0][1] and chat[1][2:] == [None, "they hold <b>the joker</b>", "eve"], chat
PYTHON
for shown in "$tmp/page" "$tmp/replay"; do
    grep -qF 'says' "$shown"
    grep -qF '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;' "$shown"
    lacks '<script>alert' "$shown"
done
grep -qF '<b>eve</b> (spectator) says' "$tmp/replay"
grep -qF 'they hold &lt;b&gt;the joker&lt;/b&gt;' "$tmp/replay"
lacks '<b>the joker' "$tmp/replay"
games_stop

# Phrases, with the game on a thread of its own: heard before the first card; refused during a hand, and where there is no such phrase.
talk 1 --chat preset --loops 2
grep -q ' mode=preset said=3 chat=1 say=1 hush=0 heard=4 over=4$' "$tmp/out"
record
grep -qF '"chat":[[0,0,' "$tmp/record"
grep -qF '"Good luck!"' "$tmp/record"
grep -qF 'says: Good luck!' "$tmp/replay"
grep -qF 'null,"Wow!","eve"]' "$tmp/record"
games_stop

talk 0
grep -q ' mode=none said=0 chat=2 say=0 hush=0 heard=0 over=4$' "$tmp/out"
record
lacks '"chat"' "$tmp/record"
games_stop

status=0
build/avondale serve --chat loud --store "sqlite:$tmp/bad" 2>"$tmp/said" || status=$?
[ $status = 2 ] && [ "$(wc -l <"$tmp/said")" = 1 ] && grep -q 'chat=loud: expected .*none, preset' "$tmp/said"
