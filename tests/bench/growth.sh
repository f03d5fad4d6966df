#!/bin/sh
# growth.sh OUT_DIR: what the arena costs as it grows. Reads lines `GROUP SIZE NAME VALUE` from standard input, GROUP
# being `bots` or `results`, SIZE their number; writes OUT_DIR/growth.txt, a table, and OUT_DIR/growth.svg, a plot of
# both with logarithmic axes, where a line that climbs one to one is linear; prints for each name of `results`
#   growth.NAME VALUE power
# the power of the size that the last factor of ten of it follows: 0 is a constant, 1 is linear.
set -u
out=${1:?usage: growth.sh OUT_DIR}
tmp=$(mktemp) || exit 3
trap 'rm -f "$tmp"' EXIT
awk 'NF == 4 && $4 > 0' >"$tmp"

awk '
{ if (!(($1, $3) in seen)) { seen[$1, $3] = 1; names[$1] = names[$1] " " $3 }
  if (!(($1, $2) in sized)) { sized[$1, $2] = 1; sizes[$1] = sizes[$1] " " $2 }
  value[$1, $2, $3] = $4 }
function table(group, unit,   n, s, i, k, name, size) {
    n = split(names[group], name, " "); s = split(sizes[group], size, " ")
    if (!s) return
    printf "%-9s", group
    for (i = 1; i <= n; i++) printf " %12s", name[i]
    print "    " unit
    for (k = 1; k <= s; k++) {
        printf "%-9s", size[k]
        for (i = 1; i <= n; i++)
            printf " %12s", ((group, size[k], name[i]) in value) ? value[group, size[k], name[i]] : "-"
        print ""
    }
}
END { table("bots", "(decisions/s; us of CPU a decision; bytes)"); print ""; table("results", "(us of CPU)") }' \
    "$tmp" >"$out/growth.txt"

# One picture for each group, side by side. Each line begins at 1: what counts is how it climbs.
awk '
function log10(x,   y) { y = log(x) / log(10); return int(y * 1e6 + (y < 0 ? -0.5 : 0.5)) / 1e6 }
function px(group, size) { return left[group] + (log10(size) - low[group]) / (high[group] - low[group]) * W }
function py(group, ratio) { return TOP + H - (log10(ratio) - floor[group]) / (ceiling[group] - floor[group]) * H }
function grow(group, y) {
    if (y < floor[group]) floor[group] = y
    if (y > ceiling[group]) ceiling[group] = y
}
function axes(group, title,   d) {
    printf "<text x=\"%g\" y=\"24\" font-size=\"15\">%s</text>\n", left[group], title
    for (d = int(low[group]); d <= high[group]; d++)
        printf "<path d=\"M%g %gv%g\" class=\"g\"/><text x=\"%g\" y=\"%g\" text-anchor=\"middle\">10^%d</text>\n", \
            px(group, 10 ^ d), TOP, H, px(group, 10 ^ d), TOP + H + 18, d
    for (d = floor[group]; d <= ceiling[group]; d++)
        printf "<path d=\"M%g %gh%g\" class=\"g\"/><text x=\"%g\" y=\"%g\" text-anchor=\"end\">%g</text>\n", \
            left[group], py(group, 10 ^ d), W, left[group] - 6, py(group, 10 ^ d) + 4, 10 ^ d
}
{ key = $1 SUBSEP $3; x = log10($2)
  if (!($1 in low) || x < low[$1]) low[$1] = x
  if (!($1 in high) || x > high[$1]) high[$1] = x
  if (!(key in first)) { first[key] = $4; order[++keys] = key }
  grow($1, log10($4 / first[key]))
  points[key] = points[key] " " $2 " " $4 }
END {
    W = 330; H = 300; TOP = 40; left["bots"] = 60; left["results"] = 560
    split("#1b6ca8 #c0392b #2e8b57 #8e44ad #d68910 #148f77 #7f8c8d #34495e", colour, " ")
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1060 380\" font-family=\"sans-serif\" font-size=\"12\">"
    print "<style>.g{stroke:#bbb;stroke-width:.5}polyline{fill:none;stroke-width:2}</style>"
    print "<rect width=\"1060\" height=\"380\" fill=\"#fff\"/>"
    for (group in low) {
        if (high[group] == low[group]) high[group] = low[group] + 1
        floor[group] = int(floor[group] - 0.999); ceiling[group] = int(ceiling[group] + 0.999)
        if (floor[group] == ceiling[group]) ceiling[group]++
        axes(group, group == "bots" ? "connected bots: each figure beside its first" : "stored results: time beside the first")
    }
    for (k = 1; k <= keys; k++) {
        split(order[k], part, SUBSEP); group = part[1]; at = ++lines[group]
        n = split(points[order[k]], p, " ")
        printf "<polyline stroke=\"%s\" points=\"", colour[(at - 1) % 8 + 1]
        for (i = 1; i < n; i += 2) printf "%g,%g ", px(group, p[i]), py(group, p[i + 1] / first[order[k]])
        printf "\"/><text x=\"%g\" y=\"%g\" fill=\"%s\">%s</text>\n", left[group] + W + 12, TOP + 18 * at, \
            colour[(at - 1) % 8 + 1], part[2]
    }
    print "</svg>"
}' "$tmp" >"$out/growth.svg"

awk '$1 == "results" {
    if ($3 in size && $2 > size[$3]) power[$3] = log($4 / value[$3]) / log($2 / size[$3])
    if (!($3 in size)) order[++n] = $3
    size[$3] = $2; value[$3] = $4 }
END { for (i = 1; i <= n; i++) if (order[i] in power) printf "growth.%s %.3f power\n", order[i], power[order[i]] }' "$tmp"
