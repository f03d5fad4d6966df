#!/bin/sh
# freeze.sh [DIRECTORY]: what the reference bots do in positions.txt, beside the versions that have it in their names.
# Compares the bots in DIRECTORY (build/bots) with `versions` and says which differ; exit 1 then.
# freeze.sh --renew: writes `versions` anew, with the next number for each bot that differs.
set -eu
cd "$(dirname "$0")/../.."
here=sample-bots/reference
renew=
bots=build/bots
case "${1:-}" in
--renew) renew=yes ;;
?*) bots=$1 ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

differ=0
while read -r name version actions arguments; do
    # shellcheck disable=SC2086
    "$bots/$name" $arguments <$here/positions.txt >"$tmp/said"
    grep '^act ' "$tmp/said" >"$tmp/actions"
    now=$(sha256sum <"$tmp/actions" | cut -d ' ' -f 1)
    if [ "$now" != "$actions" ]; then
        differ=1
        [ -n "$renew" ] ||
            echo "$name-$version no longer does what it did: $now, not $actions. If that is meant, sh $here/freeze.sh --renew"
        version=$((version + 1))
    fi
    echo "$name $version $now $arguments" >>"$tmp/versions"
done <$here/versions
[ -n "$renew" ] || exit $differ
cp "$tmp/versions" $here/versions
cat $here/versions
