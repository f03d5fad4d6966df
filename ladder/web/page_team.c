/* page_team.c - partners that are rated as a team: as JSON values, and on pages. */
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEAMS_SHOWN_MAX = 100 };

json_t *team_members_value(const char *name)
{
    json_t *list = json_array();
    for (const char *at = name; *at;) {
        size_t bytes = strcspn(at, "+");
        json_array_append_new(list, json_stringn(at, bytes));
        at += bytes;
        at += *at == '+';
    }
    return list;
}

int teams_read(struct web_site *site, const char *name, struct ladder_line **teams)
{
    *teams = malloc(TEAMS_SHOWN_MAX * sizeof **teams);
    return *teams ? ladder_teams(site->ladder, name, *teams, TEAMS_SHOWN_MAX) : 0;
}

static void html_bot(struct evbuffer *out, const char *name)
{
    html_format(out, "<a href=\"/bot/%u\">%s</a>", name, name);
}

void html_player(struct evbuffer *out, const char *name)
{
    const char *at = name, *plus;
    for (; (plus = strchr(at, '+')); at = plus + 1) {
        char bot[LADDER_NAME_MAX + 1];
        snprintf(bot, sizeof bot, "%.*s", (int)(plus - at), at);
        html_bot(out, bot);
        html(out, "+");
    }
    html_bot(out, at);
}

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
