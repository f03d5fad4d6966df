# squeeze.awk - a script for browsers without indentation, without comment lines, and without blanks and line ends beside
# punctuation. Strings and templates stay as they are. It knows no regular expressions: one with a blank beside
# punctuation, or with a quote, does not pass.
function squeezed(line,    out, c, i, before, after) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (quote != "") {
            out = out c
            if (c == "\\") out = out substr(line, ++i, 1)
            else if (c == quote) quote = ""
            continue
        }
        before = out == "" ? "" : substr(out, length(out), 1)
        after = substr(line, i + 1, 1)
        if (c == " " && (before == "" || index(mark, before) || index(mark, after)) && !(before == after && index("+-", after))) continue
        if (c == "\"" || c == "'" || c == "`") quote = c
        out = out c
    }
    if (quote != "`") quote = ""
    return out
}
BEGIN { mark = "=<>!&|?:;,(){}[]+-" }
quote == "" { sub(/^ +/, "") }
quote == "" && (/^\/\// || /^$/) { next }
{
    out = squeezed($0)
    joins = quote == "" && !index($0, "//") && index("{,(;[", substr(out, length(out), 1))
    printf "%s%s", out, joins ? "" : "\n"
}
