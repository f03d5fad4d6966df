#!/bin/sh
# The completion files of bash, zsh and fish have each command and each option of its --help. The installed shells load
# their file, and offer what begins with the word under the cursor.
set -u
cd "$(dirname "$0")/../.." || exit 2
bin=build/avondale
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad=0
fail() {
    echo "completion: $*" >&2
    bad=1
}
for shell in bash zsh fish; do
    sh referee/packaging/completion.sh $bin $shell >"$tmp/$shell" || fail "$shell: exit $?"
done
sh referee/packaging/completion.sh $bin csh >"$tmp/out" 2>"$tmp/err"
[ $? = 2 ] && grep -q 'csh: allowed: bash, zsh, fish' "$tmp/err" || fail "csh: expected exit 2 and what is allowed"

# For each shell: the lines of one command
of_bash() { sed -n "s/^        $1:-\*) words=\"\(.*\)\" ;;/\1 /p" "$tmp/bash"; }
of_zsh() { sed -n "/^    $1)\$/,/;;/s/.*\*\(--[a-z-]*\).*/\1 /p" "$tmp/zsh"; }
of_fish() { sed -n "s/.*seen_subcommand_from $1' -l \([a-z-]*\) .*/--\1 /p" "$tmp/fish"; }
count=0
for command in $($bin --help | awk '/^  [a-z]/ { print $1 }'); do
    for option in $($bin "$command" --help | sed -n 's/^ \{2,4\}\(--[a-z-]*\).*/\1/p' | sort -u); do
        count=$((count + 1))
        for shell in bash zsh fish; do
            of_$shell "$command" | grep -q -- "$option " || fail "$shell: $command has no $option"
        done
    done
done
# A switch needs no value, so the file asks for none: [0|1] is not the name of a value.
! grep -nF '[0' "$tmp/bash" "$tmp/zsh" "$tmp/fish" || fail 'the value of a switch'
grep -qF "'*--hints[Bots may ask" "$tmp/zsh" || fail 'zsh: --hints is not described'
[ $count -gt 100 ] || fail "only $count options were looked for"

if command -v bash >/dev/null 2>&1; then
    cat >"$tmp/try" <<'END'
. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_avondale
echo "${COMPREPLY[*]}"
END
    offers() { # WHAT WORD...
        what=$1
        shift
        told=$(bash "$tmp/try" "$tmp/bash" "$@")
        [ "$told" = "$what" ] || fail "bash: $*: expected '$what', got '$told'"
    }
    offers 'serve submit solve' avondale s
    offers '--duplicate' avondale match --du
    offers 'australian australian-pack' avondale match --ruleset aus
    offers 'standings show season' avondale ladder s
    offers '' avondale match --games 1
    offers 'README.md' avondale replay README
    offers 'README.md' avondale match --records README
fi
if command -v zsh >/dev/null 2>&1; then
    zsh -n "$tmp/zsh" || fail "zsh does not take its file"
    mkdir "$tmp/functions" && cp "$tmp/zsh" "$tmp/functions/_avondale"
    if command -v python3 >/dev/null 2>&1; then
        typed() { python3 tests/integration/completion_zsh.py "$tmp/functions" "avondale $1" "avondale $2" || bad=1; }
        typed ser serve
        typed 'match --du' 'match --duplicate'
        typed 'match --ruleset australian-' 'match --ruleset australian-pack'
        typed 'ladder stand' 'ladder standings'
    fi
fi
if command -v fish >/dev/null 2>&1; then
    told=$(fish -c "source $tmp/fish; complete -C 'avondale match --du'" | cut -f 1)
    [ "$told" = --duplicate ] || fail "fish: match --du: got '$told'"
    told=$(fish -c "source $tmp/fish; complete -C 'avondale solve --ruleset australian-'" | cut -f 1)
    [ "$told" = australian-pack ] || fail "fish: solve --ruleset australian-: got '$told'"
fi
[ $bad = 0 ] && echo "completion: $count options in three shells"
exit $bad
