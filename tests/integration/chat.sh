#!/bin/sh
# Bots and spectators chat at the tables of a real daemon. In a rated game the bots send phrases before the first card
# and nothing during the hands; a spectator's line reaches the seats when the hand is over. In an unrated game they send
# words; these are escaped on the live page, on the game's page and in the record, which every reader of records
# accepts. Where chat is off nothing is sent.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
. tests/lib/games.sh

talk() { # RATED OPTION...: one game; what the bots received is in $tmp/out
    rated=$1
    shift
    serve --option max_hands=2 --live-delay 0 "$@"
    timeout "$(patience 100)" python3 tests/integration/chat_client.py "$bots" "$page" "$rated" "$tmp/page" >"$tmp/out" ||
        { cat "$tmp/out" "$tmp/serve.log"; exit 1; }
    cat "$tmp/out"
    game=$(sed -n 's/^game=\([^ ]*\) .*/\1/p' "$tmp/out")
}
record() { # of the game, and the commands that read it
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

# In words: all three others hear a line. A second line at once is refused, and so is one with a control character.
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

# Phrases, with the game on its own thread: a phrase before the first card is heard; one during a hand, or an unknown
# one, is refused.
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
