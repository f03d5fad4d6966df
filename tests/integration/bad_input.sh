#!/bin/sh
# Bad input gets one line that names it, and exit 2.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
refused() { # WORD COMMAND...: the line names WORD
    word=$1
    shift
    status=0
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
    if [ "$status" != 2 ] || [ "$(wc -l <"$tmp/err")" != 1 ] || ! grep -q -- "$word" "$tmp/err"; then
        echo "exit $status from: $*"
        cat "$tmp/err"
        exit 1
    fi
}
bin=build/avondale
refused dance $bin dance
refused austrian $bin rules austrian
refused target=505 $bin rules wikipedia target=505
refused nosuch $bin replay "$tmp/nosuch"
refused --bot $bin match --bot a=true
refused a/b $bin match --bot a/b=true --bot c=true
refused --games $bin match --bot a=true --bot c=true --games many
refused --seed $bin match --bot a=true --bot c=true --seed xyz
refused soft $bin match --bot a=true --bot c=true --policy soft
refused wait=3 $bin match --bot a=true --bot c=true --time wait=3
refused nosuch $bin match --bot a=true --bot c=true --openings "$tmp/nosuch"
refused --dance $bin check --dance -- true
refused austrian $bin check --ruleset austrian -- true
refused resume $bin check --session resume -- true
refused CMD $bin check
refused --game $bin replay --show --game 0 -
refused 'one of' $bin replay --show --csv -
refused FILE $bin replay --show
refused --sprt $bin match --bot a=true --bot c=true --sprt elo0=5,elo1=0
refused elo1 $bin match --bot a=true --bot c=true --sprt elo0=5
refused solo $bin match --bot a=true --bot c=true --solo
refused --records $bin match --bot a=true --bot c=true --resume
refused --dance $bin match --bot a=true --bot c=true --dance
refused --bot $bin match --bot
refused --sandbox $bin match --bot a=true --bot c=true --sandbox tight
refused --bot-memory-mb $bin match --bot a=true --bot c=true --bot-memory-mb 15
refused --bot-processes $bin match --bot a=true --bot c=true --bot-processes -1
refused --require-sandbox $bin match --bot a=true --bot c=true --require-sandbox
refused dance $bin serve --dance 1
refused tables-max $bin serve --tables-max 0
refused austrian $bin serve --ruleset austrian
refused redis $bin serve --store redis:x
printf 'dance = 1\n' >"$tmp/conf"
refused dance $bin serve --config "$tmp/conf"
printf 'dance = 1\nsing = 2\ntables-max = 3\n' >"$tmp/conf"
refused dance $bin serve --config "$tmp/conf"
echo 'this is no database, but a text that is long enough to be taken for one if nothing checks it' >"$tmp/db"
cp "$tmp/db" "$tmp/copy"
refused "$tmp/db" $bin serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/db"
cmp "$tmp/db" "$tmp/copy"
refused tls-key $bin serve --tls-cert "$tmp/conf"
refused tls-self-signed $bin serve --tls-cert "$tmp/conf" --tls-key "$tmp/conf" --tls-self-signed
refused http-tls $bin serve --http-tls
refused plain-remote $bin serve --plain-remote=2
refused "$tmp/conf: no certificate" $bin serve --listen 127.0.0.1:0 --http off --store "sqlite:$tmp/new" \
    --tls-cert "$tmp/conf" --tls-key "$tmp/conf"

# A ruleset names an option once, whichever command reads it; the error names the nearest option and cuts long words.
printf 'option = target=500\noption = target=600\n' >"$tmp/conf"
printf '[tournament]\nformat = round-robin\noption = target=500\nmax_hands = 3\noption = max_hands=3\n' >"$tmp/cup.ini"
printf '[entry a]\ncommand = true\n[entry b]\ncommand = true\n' >>"$tmp/cup.ini"
two='--bot a=true --bot c=true'
# shellcheck disable=SC2086
{
    refused 'target=600: stands here twice' $bin rules wikipedia target=500 target=600
    refused 'target=600: stands here twice' $bin match $two --option target=500 --option target=600
    refused 'target=600: stands here twice' $bin serve --option target=500 --option target=600
    refused 'target=600: stands here twice' $bin serve --config "$tmp/conf"
    refused 'target=600: stands here twice' $bin solve --option target=500 --option target=600 x
    refused 'target=600: stands here twice' $bin check --ruleset 'wikipedia target=500 target=600' -- true
    refused 'max_hands=3: stands here twice' $bin tournament "$tmp/cup.ini"
    refused 'targett=5: no such option, target is;' $bin match $two --option targett=5
    refused 'no such preset, australian is;' $bin serve --ruleset austrian
    refused 'allowed: 43, 43m, 44, 45, 46' $bin match $two --option deck=53
    refused 'hints=maybe: expected a number from 0 to 1' $bin serve --hints maybe
    long=$(printf '%0300d' 0)
    refused '0\{48\}\.\.\.=1: no such option' $bin match $two --option "$long=1"
    refused '0\{78\}\.\.\.: no such option' $bin match "--$long"
    refused "'0\{80\}\.\.\.'" $bin "$long"
    # A command takes as many options as `rules` prints, except those without a value.
    $bin rules everything | sed -n 's/^. \(.*=..*\)$/--option=\1/p' >"$tmp/options"
    [ "$(wc -l <"$tmp/options")" -gt 64 ]
    words() { # COMMAND...: with all of them, then with one too bad to start
        while IFS= read -r word; do set -- "$@" "$word"; done <"$tmp/options"
        refused 'zebra=1: no such option' "$@" --option zebra=1
    }
    words $bin match $two
    words $bin serve
}
