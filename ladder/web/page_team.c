/* page_team.c - the teams of a bot, on its page. */
#include "web/web_site.h"

#include <event2/buffer.h>

void page_bot_teams(struct evbuffer *out, const struct ladder_line *teams, int count)
{
    static const char *const heads[] = {"Team",    "Ladder", ">Rank", ">Rating", ">95 %", ">Places",
                                        ">Online", ">Games", ">Won",  ">Tied",   ">Lost", NULL};
    if (count == 0)
        return;
    html(out, "<h2>Teams</h2>\n<p class=\"soft\">Partners of one owner are rated as a team: with "
              "another partner it is another one.</p>\n");
    table_open(out, "Teams", heads);
    for (int i = 0; i < count; i++) {
        const struct ladder_line *team = &teams[i];
        html(out, "<tr><th scope=\"row\">");
        html_player(out, team->row.name);
        if (team->row.version[0])
            html_format(out, " <span class=\"soft\">%s</span>", team->row.version);
        html_format(out, "</th><td><a href=\"/standings?ladder=%u\">%s</a></td>", team->board,
                    team->board);
        html_numbers(out, &team->row);
    }
    table_close(out);
}
