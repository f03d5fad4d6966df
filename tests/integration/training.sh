#!/bin/sh
# The training environment for Python is built from the engine and passes its own tests; the commands of its
# document run, in a short form.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

python=
for one in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$one" -c 'import cffi, numpy, setuptools' 2>/dev/null; then python=$one; fi
done
if [ -z "$python" ]; then
    echo 'not tried: no Python has cffi, numpy and setuptools (apt-get install python3-cffi python3-numpy python3-setuptools)'
    exit 77
fi
make --no-print-directory CC="${CC:-cc}" PYTHON="$python" python >"$tmp/build" 2>&1 || { cat "$tmp/build"; exit 1; }
"$python" build/python/test_training.py -v >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
grep -q '^test_the_vectors_are_read .*ok$' "$tmp/out" # a run of nothing would pass too
tail -3 "$tmp/out"

# What the document says to run.
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' sample-bots/python/TRAINING.md >"$tmp/document.py"
[ -s "$tmp/document.py" ]
build/avondale match --bot basic=build/bots/basic --bot random=build/bots/random --games 4 --seed 01 \
    --records "$tmp/games.jsonl" >/dev/null
(cd "$tmp" && PYTHONPATH="$OLDPWD/build/python" "$python" document.py >document.out) || { cat "$tmp/document.out"; exit 1; }
grep -q 'decisions a second' "$tmp/document.out"
