# person.sh - a daemon with house bots, and a person at its /play in a real browser; to be sourced from the top of the
# checkout. `play_parts PART,...` runs those functions of play.js (PARTS=a,b in the environment: these), then waits until no
# house bot is left. PICTURES=all leaves pictures in build/screenshots.
# shellcheck shell=sh
. tests/lib/browser.sh
. tests/lib/games.sh

serve --house-bots basic,expert --hints --chat text --table-ms-max 600000 --option max_hands=2 \
    --ruleset wikipedia,three-handed-dead,two-handed-table,two-handed-dead,two-handed-draft,two-handed-draw,five-handed,five-handed-hidden,six-handed,everything
processes() { cat /proc/"$server"/task/*/children 2>/dev/null | wc -w; }
none_runs() { [ "$(processes)" -eq 0 ]; }
told() { # PATH TEXT
    curl -sS -o "$tmp/told" "http://$page$1" && grep -q "$2" "$tmp/told"
}
await 20 told /api/v1/play '"house":\["basic","expert"\]'

play_parts() {
    [ -z "${PICTURES:-}" ] || mkdir -p build/screenshots
    SHOTS=${PICTURES:+build/screenshots} BROWSER=$browser node tests/browser/play.js "http://$page" "${PARTS:-$1}" ||
        { tail -5 "$tmp/serve.log"; exit 1; }
    await 30 none_runs || { echo "house bots are left"; exit 1; }
}
