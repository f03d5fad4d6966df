# document.awk - a document of this repository, in Markdown, as the body of a page. It knows what these documents use:
# headings, paragraphs, lists of one level, tables, blocks and words of code, strong and stressed words, links. A link to
# another document leads to its page where there is one (RULES.md: /rules), else it is its words alone. It is given the
# document twice: the sections are listed first. Under a heading of the third level a paragraph that is a word of code is
# a heading of its own: a message of the protocol.
function plain(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    return text
}
function link(words, target) {
    if (target ~ /RULES\.md/) {
        target = "/rules"
        if (words ~ /RULES\.md/) words = "Rules"
    }
    return target ~ /^(#|\/|https?:)/ ? "<a href=\"" target "\">" words "</a>" : words
}
# Words outside code.
function stressed(text,    found, at) {
    text = plain(text)
    while ((at = index(text, "**")) > 0) {
        strong = !strong
        text = substr(text, 1, at - 1) (strong ? "<strong>" : "</strong>") substr(text, at + 2)
    }
    while (match(text, /\*[^* ][^*]*\*/)) {
        found = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, 1, RSTART - 1) "<em>" found "</em>" substr(text, RSTART + RLENGTH)
    }
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        found = substr(text, RSTART + 1, RLENGTH - 2)
        at = index(found, "](")
        text = substr(text, 1, RSTART - 1) link(substr(found, 1, at - 1), substr(found, at + 2)) substr(text, RSTART + RLENGTH)
    }
    return text
}
function inline(text,    part, count, i, out) {
    count = split(text, part, "`")
    strong = 0
    for (i = 1; i <= count; i++) out = out (i % 2 ? stressed(part[i]) : "<code>" plain(part[i]) "</code>")
    return out
}
# As other pages that show documents name the place of a heading.
function anchor(title) {
    title = tolower(title)
    gsub(/[^a-z0-9 -]/, "", title)
    gsub(/ /, "-", title)
    return title
}
# Ends the paragraph, item or table that is open.
function end_block() {
    if (block == "table") print "</tbody></table></div>"
    else if (block != "") print "<" block ">" inline(text) "</" block ">"
    if (block == "li" && !more) print "</ul>"
    block = text = ""
}
function add_row(    cell, count, i, kind) {
    sub(/^\| */, "")
    sub(/ *\|$/, "")
    gsub(/\\\|/, "\001")
    count = split($0, cell, /[ ]*\|[ ]*/)
    kind = rows++ ? "td class=\"w\"" : "th scope=\"col\""
    printf "<tr>"
    for (i = 1; i <= count; i++) {
        gsub(/\001/, "|", cell[i])
        if (cell[i] == "") # a head without words heads nothing
            printf "<td></td>"
        else
            printf "<%s>%s</%s>", kind, inline(cell[i]), substr(kind, 1, 2)
    }
    print "</tr>"
}
NR == FNR { # the first time
    if (FNR == 1) print "<nav aria-label=\"Sections\"><ul>"
    if (/^```/) code = !code
    if (!code && /^## /) printf "<li><a href=\"#%s\">%s</a></li>\n", anchor(substr($0, 4)), plain(substr($0, 4))
    next
}
FNR == 1 { print "</ul></nav>" }
/^```/ {
    end_block()
    code = !code
    if (code) printf "%s", "<pre tabindex=\"0\"><code>"
    else print "</code></pre>"
    next
}
code { print plain($0); next }
/^# / { next } # the page has its own
/^##+ / {
    end_block()
    level = index($0, " ") - 1
    title = substr($0, level + 2)
    printf "<h%d id=\"%s\">%s</h%d>\n", level, anchor(title), inline(title), level
    section = title
    next
}
level == 3 && block == "" && /^`[a-z]+`$/ {
    section = substr($0, 2, length($0) - 2)
    printf "<h4 id=\"%s-%s\"><code>%s</code></h4>\n", anchor(title), section, section
    next
}
/^$/ { end_block(); next }
/^\|/ {
    if (block != "table") {
        end_block()
        block = "table"
        rows = 0
        table++
        printf "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d: %s\"><table><thead>\n", table, section
    }
    if ($0 ~ /^\|[ |:-]*-[ |:-]*$/) print "</thead><tbody>"
    else add_row()
    next
}
/^ *- / {
    more = block == "li"
    if (!more) {
        end_block()
        print "<ul>"
    } else end_block()
    more = 0
    block = "li"
    text = substr($0, index($0, "- ") + 2)
    next
}
{
    sub(/^ +/, "")
    if (block == "table") end_block()
    if (block == "") block = "p"
    text = text (text == "" ? "" : " ") $0
}
END { end_block() }
