#!/bin/sh
# The documents name what the tables of the program hold: options and presets of the rules, options of the daemon. Links,
# headings, files and tests that they name are there. README.md is short, and some words may not come back. (test_message
# checks the tables of PROTOCOL.md.)
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
fail() {
    echo "docs: $*" >&2
    bad=1
}
bin=${B:-build}/avondale
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

for preset in $("$bin" rules | awk '{ print $1 }'); do
    grep -q "\`$preset\`" engine/RULES.md || fail "engine/RULES.md does not name the preset $preset"
done
options=$("$bin" rules wikipedia | sed -n 's/^[ +]*\([a-z][a-z_.-]*\)=.*/\1/p')
[ "$(echo "$options" | wc -l)" -gt 40 ] || fail "'rules wikipedia' prints too few options"
for option in $options; do
    case "$option" in
    *.*)
        family=$(echo "$option" | sed 's/\..*/.CALL/')
        grep -q "\`$option\`\|\`$family\`" engine/RULES.md || fail "engine/RULES.md does not name $option"
        ;;
    *) grep -q "\`$option\`" engine/RULES.md || fail "engine/RULES.md does not name the option $option" ;;
    esac
done

"$bin" serve --print-config >"$tmp/config"
"$bin" serve --help >"$tmp/help"
for option in $(sed -n 's/^[;# ]*\([a-z][a-z_-]*\) *=.*/\1/p' "$tmp/config"); do
    grep -q -- "--$option" "$tmp/help" || fail "'serve --help' does not name --$option"
done
if [ -f referee/avondale.conf.example ]; then
    cmp -s "$tmp/config" referee/avondale.conf.example ||
        fail "referee/avondale.conf.example is not what 'serve --print-config' prints"
fi

# The manual page names every subcommand, and the page of each. (tests/integration/manual.sh checks those pages.)
manual=referee/avondale.1
commands=$("$bin" --help | awk '/^  [a-z]/ { print $1 }')
[ "$(echo "$commands" | wc -l)" -gt 6 ] || fail "'avondale --help' lists too few commands"
for command in $commands; do
    grep -qx "\.B $command" "$manual" || fail "$manual does not name the command $command"
    [ -f "referee/manual/avondale-$command.1.in" ] || fail "no manual page of $command in referee/manual"
done

# Each test that a page names is there: a file, or FILE:FUNCTION.
tests_named() { # PAGE LEAST
    grep -o '`tests/[^`* ]*[a-z_]*`' "$1" | tr -d '`' | sort -u >"$tmp/tests"
    [ "$(wc -l <"$tmp/tests")" -ge "$2" ] || fail "$1 names too few tests"
    while IFS=: read -r file name; do
        [ -e "$file" ] || { fail "$1 names $file, which is not there"; continue; }
        [ -z "$name" ] || grep -q "^static void $name(" "$file" || fail "$1: no $name in $file"
    done <"$tmp/tests"
}
tests_named referee/SECURITY.md 30
tests_named referee/OPERATING.md 15
tests_named referee/LADDER.md 15
tests_named referee/CLUSTER.md 10

pages='README.md engine/RULES.md protocol/PROTOCOL.md referee/ARCHITECTURE.md referee/SECURITY.md
    referee/OPERATING.md referee/LADDER.md referee/CLUSTER.md referee/CONTRIBUTING.md referee/GLOSSARY.md
    referee/CHANGELOG.md sample-bots/README.md'
find . -name .git -prune -o -path ./build -prune -o -type f -print | sed 's,^\./,,' >"$tmp/files"
# The end of each of their paths: a, b/a, c/b/a.
awk '{ print; while (sub("^[^/]*/", "")) print }' "$tmp/files" >"$tmp/ends"

# The words of the headings of a page, as links have them.
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
for page in $pages; do
    [ -f "$page" ] || { fail "$page is missing"; continue; }
    for link in $(grep -o '](\([^)]*\)' "$page" | sed 's/](//' | grep -v '^http'); do
        target=${link%%#*} anchor=${link#*#}
        [ -n "$target" ] && target=$(dirname "$page")/$target || target=$page
        [ -e "$target" ] || { fail "$page links to $link, which is not there"; continue; }
        [ "$anchor" = "$link" ] || anchors "$target" | grep -qxF "$anchor" || fail "$page links to $link: no such heading"
    done
    # Files that it names in backquotes are there, by their path or by the end of it.
    grep -o '`[A-Za-z0-9_./-]*\.\(c\|h\|sh\|md\|conf\|json\|service\)`' "$page" | tr -d '`' | sort -u |
        grep -v '^results\.json$\|^/\|^_\|NAME\|FILE' | # of others, or a pattern
        sed 's,^\.\./,,' | grep -vxF -f "$tmp/ends" >"$tmp/missing"
    while read -r name; do fail "$page names $name, which is not there"; done <"$tmp/missing"
done
for room in $(sed -n 's,^[a-z]*/\([a-z]*\):.*,\1,p' tests/lint/rooms); do
    grep -q "\`$room/\`" referee/ARCHITECTURE.md || fail "referee/ARCHITECTURE.md does not name the room $room/"
done
[ "$(wc -l <README.md)" -le 120 ] || fail "README.md has more than 120 lines: what a command does belongs to its manual page"
[ "$(wc -c <referee/game-page.png)" -lt 150000 ] || fail "referee/game-page.png has 150000 bytes or more"

# Words that may not come back, with what to write instead.
# The glossary lists them, and the table of them is this one.
grep '\.\(c\|h\|sh\|py\|js\|mjs\|md\|1\|json\)$' "$tmp/files" |
    grep -v '^referee/GLOSSARY\.md$\|^tests/lint/docs\.sh$' >"$tmp/texts"
cat >"$tmp/words" <<'END'
looks?_on spectators
looked_on spectators
nobody's free, or say who
looking_on spectators
unless_told by default
lounge lobby messages
comebacks? resume
visitors? lobby member or remote bots
telling event cache
let_go released
lets_go releases
as_ever as before
without_a_word without a message
sanctions? fault policy
END
texts_with() { # EXTENDED-REGULAR-EXPRESSION: lines of all texts
    xargs env LC_ALL=C grep -nwiE "$1" /dev/null <"$tmp/texts"
}
# One look for all of them; which word it is matters only where one is found.
if texts_with "$(cut -d ' ' -f 1 "$tmp/words" | tr _ ' ' | paste -sd '|' -)" >/dev/null; then
    while read -r word instead; do
        word=$(echo "$word" | tr _ ' ')
        texts_with "$word" | sed -n '1,5s/^/  /p' >"$tmp/found"
        [ -s "$tmp/found" ] || continue
        cat "$tmp/found" >&2
        fail "\"$word\": write \"$instead\""
    done <"$tmp/words"
fi
[ $bad = 0 ] && echo "docs: pages and tables agree"
exit $bad
