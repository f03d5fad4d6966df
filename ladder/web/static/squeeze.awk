# squeeze.awk - a script for browsers without indentation, without comment lines, and without blanks and line ends beside
# punctuation. Strings and templates stay as they are; what stands in ${ } of a template is a script again. It knows no
# regular expressions: one with a blank beside punctuation, or with a quote, does not pass.
function squeezed(line,    out, c, i, before, after) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        before = out == "" ? "" : substr(out, length(out), 1)
        after = substr(line, i + 1, 1)
        if (quote[depth] != "") {
            out = out c
            if (c == "\\") out = out substr(line, ++i, 1)
            else if (c == quote[depth]) depth--
            else if (c == "$" && after == "{" && quote[depth] == "`") { out = out "{"; i++; quote[++depth] = ""; braces[depth] = 0 }
            continue
        }
        if (c == " " && (before == "" || index(mark, before) || index(mark, after)) && !(before == after && index("+-", after))) continue
        out = out c
        if (c == "\"" || c == "'" || c == "`") quote[++depth] = c
        else if (c == "{" && depth) braces[depth]++
        else if (c == "}" && depth && braces[depth]-- == 0) depth--
    }
    while (quote[depth] == "\"" || quote[depth] == "'") depth--
    return out
}
BEGIN { mark = "=<>!&|?:;,(){}[]+-"; quote[0] = ""; depth = 0 }
quote[depth] == "" { sub(/^ +/, "") }
quote[depth] == "" && (/^\/\// || /^$/) { next }
{
    out = squeezed($0)
    joins = quote[depth] == "" && !index($0, "//") && index("{,(;[", substr(out, length(out), 1))
    printf "%s%s", out, joins ? "" : "\n"
}
