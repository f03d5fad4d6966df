#!/bin/sh
# measures.sh BENCH.JSON: the page of measures in Markdown, on standard output: every figure of that run beside its
# floor, and beside its goal where tests/bench/goals has one. tests/bench/README.md says what each figure is. `make
# measures` makes tests/bench/MEASURES.md from tests/bench/measures.json by it.
set -u
json=${1:?usage: measures.sh BENCH.JSON}
goals=$(dirname "$0")/goals
grep -q '"name": ' "$json" || { echo "measures.sh: $json: not a bench.json" >&2; exit 2; }
awk '
    FNR == NR { if ($0 !~ /^#/ && NF == 3) { kind[$1] = $2; limit[$1] = $3 }; next }
    { name = field("name"); value = field("value"); unit = field("unit"); ratio = field("ratio"); of = field("floor") }
    field("form") != "" {
        about = sprintf("It was the %s form: %s rounds of %s s on %s processors at commit %s; the load was %s before it began.", field("form"), \
            field("rounds"), field("seconds"), field("processors"), field("commit"), field("load"))
    }
    name == "" { next }
    !headed++ {
        print "# What was measured\n\nMade by `tests/bench/measures.sh` from the `bench.json` of one run. A ratio is the figure beside its floor,"
        print "measured in the same run; in brackets the lowest and the highest of single rounds. `tests/bench/README.md` says"
        print "what both are. No number here is typed by hand: `tests/lint/measures.sh` makes the page again and compares.\n"
        if (about != "") print about "\n"
        print "| figure | measured | floor | ratio | goal |\n| --- | ---: | ---: | ---: | --- |"
    }
    {
        goal = ""
        if (name in kind) {
            measured = kind[name] == "ratio" ? ratio : value
            goal = "at most " limit[name] ": " (measured == "" ? "not measured" : measured + 0 <= limit[name] + 0 ? "met" : "missed")
            met += goal ~ /: met$/; missed += goal ~ /: missed$/
        }
        between = field("low") == "" ? "" : " (" field("low") " to " field("high") ")"
        printf "| `%s` | %s %s | %s | %s%s | %s |\n", name, value, unit, of, ratio, between, goal
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
