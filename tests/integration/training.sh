#!/bin/sh
# The training environment for Python builds from the engine and passes its own tests; the commands of its document run,
# in a short form.
set -eu
cd "$(dirname "$0")/../.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

if ! python=$(sh sample-bots/python/which_python.sh); then
    echo 'not tried: no Python has cffi, numpy, setuptools and its headers (apt-get install python3-cffi python3-numpy python3-setuptools python3-dev)'
    exit 77
fi
make --no-print-directory CC="${CC:-cc}" PYTHON="$python" python >"$tmp/build" 2>&1 || { cat "$tmp/build"; exit 1; }
named=$("$python" -c 'import sys; print(sys.executable)')
grep -q "^build/python is for $named 3\." "$tmp/build" || { cat "$tmp/build"; exit 1; }
"$python" build/python/test_training.py -v >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
grep -q '^test_the_vectors_are_read .*ok$' "$tmp/out" # a run of no tests would pass too
tail -3 "$tmp/out"

# The commands of the document.
awk '/^```python$/ { on = 1; next } /^```$/ { on = 0 } on' sample-bots/python/TRAINING.md >"$tmp/document.py"
[ -s "$tmp/document.py" ]
build/avondale match --bot basic=build/bots/basic --bot random=build/bots/random --games 4 --seed 01 \
    --records "$tmp/games.jsonl" >/dev/null
(cd "$tmp" && PYTHONPATH="$OLDPWD/build/python" "$python" document.py >document.out) || { cat "$tmp/document.out"; exit 1; }
grep -q 'decisions a second' "$tmp/document.out"

"$python" build/python/speed.py 20000 >"$tmp/speed"
[ "$(grep -c 'yes\|no  ' "$tmp/speed")" -eq 12 ] && grep -q '^one game, .* [1-9][0-9,]* decisions/s$' "$tmp/speed" || { cat "$tmp/speed"; exit 1; }

# The tutorial's command, in a short form: seconds of training lose less to basic than a bot that never bids (21 points
# a hand), while untrained bids lose 490; and the file that it wrote can be read again.
command=$(sed -n 's|^python3 \(build/python/train_bidder.py\) .*|\1|p' sample-bots/python/TRAINING.md)
"$python" "$command" --rounds 2 --deals 2000 --games 8 --out "$tmp/bidder.npz" >"$tmp/trained" || { cat "$tmp/trained"; exit 1; }
tail -2 "$tmp/trained"
points=$(sed -n 's/^round 2: [0-9,]* calls, \([-+][0-9]*\)\.[0-9] .*/\1/p' "$tmp/trained")
[ "$points" -ge -15 ] || { echo "the bidder learns nothing: $points points a hand"; exit 1; }
grep -q '^16 games against basic, each deal both ways: ' "$tmp/trained"
"$python" "$command" --rounds 1 --deals 1500 --games 0 --start "$tmp/bidder.npz" --out "$tmp/more.npz" >/dev/null
[ -s "$tmp/more.npz" ]

# The bidder of expert-2, in a short form: the same seed writes the same weights, in the form of the engine's.
for run in one two; do
    "$python" build/python/train_expert.py --rounds 1 --deals 800 --epochs 1 --out "$tmp/$run.npz" --weights "$tmp/$run.c" \
        >"$tmp/$run" || { cat "$tmp/$run"; exit 1; }
done
cmp "$tmp/one.c" "$tmp/two.c"
sed 's/[-0-9.e]*f*//g' "$tmp/one.c" | head -3 >"$tmp/shape"
sed 's/[-0-9.e]*f*//g' engine/advice/bidder_weights.c | head -3 | cmp - "$tmp/shape"
