#!/bin/sh
# One number signs a whole run: the SHA-256 of the records of deterministic bots, four presets, one seed. It changes
# with the rules, the shuffle, the form of the records or a bot's play. After an intended change, renew it:
#   sh tests/integration/golden.sh --print >tests/golden/match.sha256
set -eu
cd "$(dirname "$0")/../.."
golden=tests/golden/match.sha256
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

records() { # PRESET
    build/avondale match --ruleset "$1" --games 12 --duplicate --jobs 2 --seed 600d5eed --time none \
        --bot "basic=build/bots/basic --seed 1" --bot "random=build/bots/random --seed 2" \
        --records "$tmp/$1" >"$tmp/out"
    build/avondale replay --strict "$tmp/$1" >&2
    printf '%s  %s\n' "$(sha256sum <"$tmp/$1" | cut -d ' ' -f 1)" "$1"
}

for preset in wikipedia australian three-handed five-handed; do
    records "$preset"
done >"$tmp/sums"
(cd "$tmp" && printf '%s  all\n' "$(sha256sum <sums | cut -d ' ' -f 1)" >>sums)

if [ "${1:-}" = --print ]; then
    cat "$tmp/sums"
    exit 0
fi
if ! diff "$golden" "$tmp/sums"; then
    echo "the run is not the one that $golden signs (< signed, > played)."
    echo "If that is meant, say in the commit why, and renew it:"
    echo "  sh tests/integration/golden.sh --print >$golden"
    exit 1
fi
