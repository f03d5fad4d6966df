/* crosstable.c - a row and a column for each entry. */
#include "page/crosstable.h"

#include "page/html.h"

#include <event2/buffer.h>

static void add_head(struct evbuffer *out, const struct crosstable *table)
{
    html_add(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Crosstable\"><table>\n"
        "<thead><tr><th scope=\"col\">Entry</th>");
    for (int column = 0; column < table->count; column++)
        html_format(out, "<th scope=\"col\" class=\"n\"><abbr title=\"%s\">%d</abbr></th>",
                    table->name(table->context, column), column + 1);
    html_add(out, "</tr></thead>\n<tbody>\n");
}

static void add_row(struct evbuffer *out, const struct crosstable *table, int row)
{
    struct crosstable_pair pair = {.meeting = 0};

    html_format(out, "<tr><th scope=\"row\">%d. %s</th>", row + 1,
                table->name(table->context, row));
    for (int column = 0; column < table->count; column++) {
        html_add(out, row == column ? "<td class=\"n own\">" : "<td class=\"n\">");
        if (row != column && table->pair(table->context, row, column, &pair)) {
            if (pair.meeting > 0)
                html_format(out, "<a href=\"%s%d\">",
                            table->meetings ? table->meetings : "#meeting-", pair.meeting);
            evbuffer_add_printf(out, "%g", pair.points);
            html_format(out, pair.meeting > 0 ? "/%l</a>" : "/%l", pair.games);
        }
        html_add(out, "</td>");
    }
    html_add(out, "</tr>\n");
}

void crosstable_add(struct evbuffer *out, const struct crosstable *table)
{
    add_head(out, table);
    for (int row = 0; row < table->count; row++)
        add_row(out, table, row);
    html_add(out, "</tbody></table></div>\n");
}
