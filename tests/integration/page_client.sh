#!/bin/sh
# A client written from PROTOCOL.md and RULES.md alone plays every preset and proves every deal. Its proof is the code
# of the page, and its decks and presets are the tables of the page; the golden shuffles agree with both.
set -eu
cd "$(dirname "$0")/../.."
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 77; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
seed=${SEED:-1}
games=${GAMES:-1}
echo "SEED=$seed GAMES=$games"

python3 - <<'PY'
import json, sys
sys.path.insert(0, "tests/integration")
from page_client import DECKS, PRESETS, proof
with open("tests/vectors/fair-deal.json", encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]
assert len(vectors) > 4 and len(DECKS) == 12 and len(PRESETS) > 30
for vector in vectors:
    given, expected = vector["input"], vector["expected"]
    assert DECKS[given["deck"]] == given["cards"], "the deck " + given["deck"]
    seed, nonces = bytes.fromhex(given["server_seed"]), [bytes.fromhex(nonce) for nonce in given["nonces"]]
    commit = proof["commitment"](given["set_id"], seed)
    mix = proof["mix_of"](commit, given["cards"], nonces)
    first = proof["first_dealer"](seed, mix, given["seats"])
    assert (commit.hex(), mix.hex(), first) == (expected["commitment"], expected["mix"], expected["first_dealer"])
    for deal in expected["deals"]:
        key = proof["key_of"](seed, mix, deal["deal"], deal["attempt"])
        assert proof["key_commitment"](key).hex() == deal["key_commitment"]
        cards = proof["shuffle"](given["cards"], key)
        assert cards == deal["order"], "the order"
        hands, kitty, _ = proof["deal"](cards, given["packets"], given["hands"], deal["dealer"])
        assert [set(hand) for hand in hands] == [set(hand) for hand in deal["hands"]] and set(kitty) == set(deal["kitty"])
PY

build/avondale rules >"$tmp/presets"
passes=50
others=build/bots/random
options='--option floor=-10000 --option target=10000 --option bust=0 --option max_hands=2'
play() { # OPTION...
    players=$(build/avondale rules --json "$preset" "$@" | sed -n 's/^ *"players": "\([0-9]\)".*/\1/p')
    words=$#
    for word in "$@"; do
        set -- "$@" --option "$word"
    done
    shift "$words"
    set -- "$@" --bot "page=python3 tests/integration/page_client.py - page $seed $tmp/out $passes 2>$tmp/err"
    for other in b c d e f; do
        [ "$players" -gt 1 ] || break
        set -- "$@" --bot "$other=$others"
        players=$((players - 1))
    done
    # shellcheck disable=SC2086
    build/avondale match "$@" --ruleset "$preset" $options --policy strict --games "$games" --seed "$(printf '%08x' "$seed")" \
        --records "$tmp/records" >"$tmp/match" 2>&1 || { cat "$tmp/match"; echo "$preset"; exit 1; }
    if grep -q '"faults"\|"forfeit"' "$tmp/records"; then
        echo "$preset: a fault"
        cat "$tmp/err"
        exit 1
    fi
    build/avondale replay --strict "$tmp/records" >"$tmp/replay" || { cat "$tmp/replay"; exit 1; }
    rm -f "$tmp/records"
}
while read -r preset _; do
    play
done <"$tmp/presets"
preset=two-handed-draft
play draft_kitty=3
preset=wikipedia
play misdeal=no-face kitty_up=1 deal='5 K3 5'
preset=perfect
play misere_hands=both ban=2
# Values that no preset has. The first three deal the same pack again; in a game of two hands that happens only if all
# pass in the first, so each plays several games.
passes=95
games=$((games * 4))
others="python3 tests/lib/chance_bot.py $seed 95"
preset=wikipedia
play all_pass=same-pack misdeal=no-face
preset=original-1904
play inkles=win all_pass=same-pack
preset=two-handed-table
play all_pass=same-pack from.misere=any calls='misere open-misere grand-misere blind-misere'
passes=50
games=$((games / 4))
others=build/bots/random
preset=wikipedia
play inkles=yes from.misere=any above.misere=6S
play raise=any
preset=original-1904
play inkles=yes all_pass=dealer-bids
preset=trickster-australian
play value.misere=210 above.misere=value
preset=five-handed
play partner_call=rotate breach=yes breach_when=auction
preset=everything
play breach_when=either
presets=$(wc -l <"$tmp/presets")
[ "$(awk '{ print $1 }' "$tmp/out" | sort -u | wc -l)" = "$presets" ] || {
    echo 'not played:'
    awk 'NR == FNR { played[$1] = 1; next } !played[$1] { print $1 }' "$tmp/out" "$tmp/presets"
    exit 1
}
awk '{ games++; deals += $3; same += $5 } END { print games " games, " deals " deals proved, " same + 0 " of them not shuffled"; exit !same }' \
    "$tmp/out"
