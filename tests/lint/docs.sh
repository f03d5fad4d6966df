#!/bin/sh
# The documents name what the tables of the program hold: options and presets of the rules, options of the
# daemon, and links that lead somewhere. (The tables of PROTOCOL.md are checked by test_schema.)
set -u
cd "$(dirname "$0")/../.." || exit 2
bad=0
fail() {
    echo "docs: $*" >&2
    bad=1
}
bin=build/avondale

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

for option in $("$bin" serve --print-config | sed -n 's/^[;# ]*\([a-z][a-z_-]*\) *=.*/\1/p'); do
    "$bin" serve --help | grep -q -- "--$option" || fail "'serve --help' does not name --$option"
done
if [ -f referee/avondale.conf.example ]; then
    "$bin" serve --print-config | cmp -s - referee/avondale.conf.example ||
        fail "referee/avondale.conf.example is not what 'serve --print-config' prints"
fi

# The manual page names every subcommand, the commands of an operator, and the statuses.
manual=referee/avondale.1
commands=$("$bin" --help | awk '/^  [a-z]/ { print $1 }')
[ "$(echo "$commands" | wc -l)" -gt 6 ] || fail "'avondale --help' lists too few commands"
for command in $commands; do
    grep -qx "\.B $command" "$manual" || fail "$manual does not name the command $command"
done
orders=$("$bin" admin --help | awk '/^  [a-z]/ { print $1 == "show" ? $1 " " $2 : $1 }')
[ "$(echo "$orders" | wc -l)" -gt 10 ] || fail "'avondale admin --help' lists too few commands"
missing=$(echo "$orders" | while read -r order; do
    sed 's/[\\]//g' "$manual" | grep -q "^\.\(B\|BI\|BR\) .*$order" || echo "$order"
done)
[ -z "$missing" ] || fail "$manual does not name: admin $missing"

# Each test that SECURITY.md names is there: a file, or FILE:FUNCTION.
tests=$(grep -o '`tests/[^`]*`' referee/SECURITY.md | tr -d '`' | sort -u)
[ "$(echo "$tests" | wc -l)" -gt 30 ] || fail "referee/SECURITY.md names too few tests"
for test in $tests; do
    file=${test%%:*} name=${test##*:}
    [ -f "$file" ] || { fail "referee/SECURITY.md names $file, which is not there"; continue; }
    [ "$name" = "$test" ] || grep -q "^static void $name(" "$file" || fail "referee/SECURITY.md: no $name in $file"
done

for page in README.md engine/RULES.md protocol/PROTOCOL.md referee/ARCHITECTURE.md referee/SECURITY.md \
    referee/OPERATING.md referee/CONTRIBUTING.md referee/GLOSSARY.md referee/CHANGELOG.md sample-bots/README.md; do
    [ -f "$page" ] || { fail "$page is missing"; continue; }
    for link in $(grep -o '](\([^)#]*\)' "$page" | sed 's/](//' | grep -v '^http'); do
        [ -e "$(dirname "$page")/$link" ] || fail "$page links to $link, which is not there"
    done
done
[ $bad = 0 ] && echo "docs: pages and tables agree"
exit $bad
