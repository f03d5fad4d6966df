#!/bin/sh
# The manual: each command has a page, which is installed and names every option of --help, with the same value; mandoc
# and man find nothing wrong in any page.
set -u
cd "$(dirname "$0")/../.." || exit 2
bin=build/avondale
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    echo "manual: $*" >&2
    bad=1
}
make --no-print-directory manual >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }

# Of FILE: "--name VALUE" for each row of the help, or each term of a page
options_of_help() { sed -n 's/^ \{2,4\}\(--[a-z].*\)/\1/p' "$1" | sed 's/  .*//' | sort -u; }
options_of_page() { sed -n 's/^\.B "\(\\-\\-.*\)"$/\1/p' "$1" | sed 's/\\-/-/g' | grep -vx -- --help | sort -u; }

commands=$($bin --help | awk '/^  [a-z]/ { print $1 }')
count=0 names=0
for command in $commands; do
    page=build/man/avondale-$command.1
    [ -s "$page" ] || { fail "no page of $command"; continue; }
    grep -q "^\.B avondale $command$" "$page" || fail "$page has no synopsis"
    grep -q '^@' "$page" && fail "$page: a part was not filled in"
    $bin "$command" --help >"$tmp/help"
    options_of_help "$tmp/help" >"$tmp/a"
    options_of_page "$page" >"$tmp/b"
    cmp -s "$tmp/a" "$tmp/b" || { fail "$page and $command --help name other options:"; diff "$tmp/a" "$tmp/b" >&2; }
    count=$((count + 1))
    names=$((names + $(wc -l <"$tmp/a")))
done
[ $count -gt 10 ] && [ $names -gt 100 ] || fail "only $count pages with $names options"

# The page of serve has every key of the daemon's file, and the page of admin has every command of an operator.
for option in $($bin serve --print-config | sed -n 's/^;*\([a-z][a-z-]*\) = .*/\1/p'); do
    sed 's/\\//g' build/man/avondale-serve.1 | grep -q "^\.B \"--$option" || fail "serve: no $option"
done
for word in stats peers limits drain kick reload log-level; do
    sed 's/\\//g' build/man/avondale-admin.1 | grep -q "^\.B \".*$word" || fail "admin: no $word"
done
for key in format heroes tiebreaks command archive; do
    grep -q "^\.B \"$key\"" build/man/avondale-tournament.1 || fail "tournament: no key $key"
done

install=$tmp/install
make --no-print-directory install DESTDIR="$install" PREFIX=/usr >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
for page in build/man/*.1; do
    [ -s "$install/usr/share/man/man1/${page##*/}" ] || fail "${page##*/} is not installed"
done

if command -v mandoc >/dev/null 2>&1; then
    mandoc -T lint -W warning build/man/*.1 >"$tmp/lint" 2>&1 || { cat "$tmp/lint" >&2; fail "mandoc complains"; }
    [ ! -s "$tmp/lint" ] || { cat "$tmp/lint" >&2; fail "mandoc complains"; }
else
    echo 'manual: no mandoc here'
fi
if command -v groff >/dev/null 2>&1; then
    for page in build/man/*.1; do
        groff -man -ww -Tutf8 -z "$page" 2>"$tmp/lint" || true
        [ ! -s "$tmp/lint" ] || { cat "$tmp/lint" >&2; fail "$page: groff complains"; }
    done
fi
[ $bad = 0 ] && echo "manual: $count pages, $names options"
exit $bad
