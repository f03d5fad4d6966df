#!/bin/sh
# measures.sh BENCH.JSON: the page of measures in Markdown, on standard output: every figure of that run beside its
# floor, and beside its goal where tests/bench/goals has one. tests/bench/README.md says what each figure is.
set -u
json=${1:?usage: measures.sh BENCH.JSON}
goals=$(dirname "$0")/goals
grep -q '"name": ' "$json" || { echo "measures.sh: $json: not a bench.json" >&2; exit 2; }
awk '
    FNR == NR { if ($0 !~ /^#/ && NF == 3) { kind[$1] = $2; limit[$1] = $3 }; next }
    { name = field("name"); value = field("value"); unit = field("unit"); ratio = field("ratio"); of = field("floor") }
    name == "" { next }
    !headed++ {
        print "# What was measured\n\nMade by `tests/bench/measures.sh` from the `bench.json` of one run. A ratio is the figure beside its floor,"
        print "measured in the same run; `tests/bench/README.md` says what both are.\n"
        print "| figure | measured | floor | ratio | goal |\n| --- | ---: | ---: | ---: | --- |"
    }
    {
        goal = ""
        if (name in kind) {
            measured = kind[name] == "ratio" ? ratio : value
            goal = "at most " limit[name] ": " (measured == "" ? "not measured" : measured + 0 <= limit[name] + 0 ? "met" : "missed")
            met += goal ~ /: met$/; missed += goal ~ /: missed$/
        }
        printf "| `%s` | %s %s | %s | %s | %s |\n", name, value, unit, of, ratio, goal
    }
    END { printf "\n%d goals met, %d missed.\n", met, missed }
    function field(key,   at, rest) {
        at = index($0, "\"" key "\": ")
        if (!at) return ""
        rest = substr($0, at + length(key) + 4)
        sub(/[,}].*/, "", rest)
        gsub(/"/, "", rest)
        return rest
    }' "$goals" "$json"
