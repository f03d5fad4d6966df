/* page_team.c - the teams of a bot, on its page. */
#include "web/web_site.h"

#include <event2/buffer.h>

void page_team_of_bot(struct evbuffer *out, const struct web_site *site,
                      const struct ladder_line *teams, int count)
{
    static const char *const heads[] = {"Team",    "Ladder",  ">Rank",  ">Rating",          ">95 %",
                                        ">Places", ">Online", ">Games", ">Won, tied, lost", NULL};
    if (count == 0)
        return;
    html_add(out,
             "<h2>Teams</h2>\n<p class=\"soft\">Partners of one owner are rated as a team: with "
             "another partner it is another one.</p>\n");
    page_table_open(out, "Teams", heads);
    for (int i = 0; i < count; i++) {
        const struct ladder_line *team = &teams[i];
        html_add(out, "<tr><th scope=\"row\">");
        page_player(out, team->row.name);
        if (team->row.version[0])
            html_format(out, " <span class=\"soft\">%s</span>", team->row.version);
        html_format(out, "</th><td><a href=\"/standings?ladder=%u\">", team->board);
        page_ladder_named(out, site, team->board);
        html_add(out, "</a></td>");
        page_numbers(out, &team->row);
    }
    page_table_close(out);
}
