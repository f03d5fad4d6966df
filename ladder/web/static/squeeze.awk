# squeeze.awk - a script for browsers without indentation, without comments, and without blanks and line ends beside
# punctuation, so that each statement must end with a semicolon. Strings and templates stay as they are; what stands in
# ${ } of a template is a script again. It knows no regular expressions: one with a blank beside punctuation, with a
# quote, or with two slashes, does not pass.
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
        if (c == "/" && after == "/") break
        if (c == " " && (before == "" || index(mark, before) || index(mark, after)) && !(before == after && index("+-", after))) continue
        out = out c
        if (c == "\"" || c == "'" || c == "`") quote[++depth] = c
        else if (c == "{" && depth) braces[depth]++
        else if (c == "}" && depth && braces[depth]-- == 0) depth--
    }
    while (quote[depth] == "\"" || quote[depth] == "'") depth--
    return out
}
BEGIN { mark = "=<>!&|?:;,(){}[]+-*/%"; word = "[A-Za-z0-9_$]"; quote[0] = ""; depth = 0 }
quote[depth] == "" { sub(/^ +/, "") }
quote[depth] == "" && (/^\/\// || /^$/) { next }
{
    text = quote[depth]
    out = squeezed($0)
    if (quote[depth] == "") sub(/ +$/, "", out)
    if (text != "" || (end ~ word && substr(out, 1, 1) ~ word)) printf "\n"
    printf "%s", out
    end = substr(out, length(out), 1)
}
END { printf "\n" }
