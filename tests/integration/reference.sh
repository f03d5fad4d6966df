#!/bin/sh
# The reference bots play as they did when they got their versions, and the check would notice a difference.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
sh sample-bots/reference/freeze.sh
[ "$(wc -l <sample-bots/reference/versions)" = 4 ]
[ "$(grep -c '^turn ' sample-bots/reference/positions.txt)" -ge 200 ]

# Another bot under basic's name is discovered, by name.
for bot in random basic convention expert; do
    ln -s "$PWD/build/bots/$bot" "$tmp/$bot"
done
printf '#!/bin/sh\nexec "%s" --bold 8 "$@"\n' "$PWD/build/bots/basic" >"$tmp/bold"
chmod +x "$tmp/bold"
ln -sf "$tmp/bold" "$tmp/basic"
if sh sample-bots/reference/freeze.sh "$tmp" >"$tmp/out"; then
    echo "a bolder basic passes"
    exit 1
fi
[ "$(wc -l <"$tmp/out")" = 1 ] && grep -q '^basic-[0-9]* no longer does what it did' "$tmp/out"
echo "reference: four bots are what they were"
