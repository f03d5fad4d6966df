#!/bin/sh
# squeeze.awk takes blanks, line ends and comments out of scripts, and none out of strings and templates, also where one
# stands in ${ } of another.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat >"$tmp/in" <<'END'
// a comment
const a = `x ${ b ? ` ${c} cards` : " , " } y ${ { a : 1 }.a } z`;
  let q = { b : 2, c : 'it\'s ( here )' }; // a comment
if (a)
  f();
else
  g("http://x"); // one more
const s = `two
  lines, ${ f("a  b") } and more`;
END
cat >"$tmp/expected" <<'END'
const a=`x ${b?` ${c} cards`:" , "} y ${{a:1}.a} z`;let q={b:2,c:'it\'s ( here )'};if(a)f();else
g("http://x");const s=`two
  lines, ${f("a  b")} and more`;
END
awk -f ladder/web/static/squeeze.awk "$tmp/in" >"$tmp/out"
cmp "$tmp/expected" "$tmp/out" || { cat "$tmp/out"; echo 'squeeze: not as expected'; exit 1; }
if command -v node >/dev/null; then
    for script in ladder/web/static/*.js; do
        awk -f ladder/web/static/squeeze.awk "$script" >"$tmp/script.mjs"
        node --check "$tmp/script.mjs" || { echo "squeeze: $script is no script any more"; exit 1; }
    done
fi
echo 'scripts are squeezed, their texts are not'
