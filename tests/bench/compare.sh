#!/bin/sh
# compare.sh BASE NOW: compares two files of run.sh. Prints a row for each figure: its name, now, before, and their
# ratio; then its ratios to the floor now and before, and their ratio, which counts if the machine was not equally idle.
# A star marks a difference of more than a tenth.
set -u
before=${1:?usage: compare.sh BASE NOW}
now=${2:?usage: compare.sh BASE NOW}
awk '
    { name = field("name"); value = field("value"); ratio = field("ratio") }
    name == "" { next }
    FNR == NR { base[name] = value; base_ratio[name] = ratio; next }
    !headed++ { printf "%-32s %12s %12s %7s   %9s %9s %7s\n", "", "now", "before", "ratio", "to floor", "before", "ratio" }
    name in base && base[name] > 0 {
        printf "%-32s %12.6g %12.6g %7.3f", name, value, base[name], value / base[name]
        change = value / base[name]
        if (ratio != "" && base_ratio[name] > 0) {
            change = ratio / base_ratio[name]
            printf "   %9s %9s %7.3f", ratio, base_ratio[name], change
        }
        print (change > 1.1 || change < 0.9) ? " *" : ""
        next
    }
    { printf "%-32s %12.6g %12s\n", name, value, "-" }
    function field(key,   at, rest) {
        at = index($0, "\"" key "\": ")
        if (!at) return ""
        rest = substr($0, at + length(key) + 4)
        sub(/[,}].*/, "", rest)
        gsub(/"/, "", rest)
        return rest
    }' "$before" "$now"
