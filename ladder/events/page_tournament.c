/* page_tournament.c - the pages of tournaments: the list, and the frame of one. */
#include "events/page_tournament.h"

#include "data/json_value.h"
#include "data/site.h"
#include "events/tournament_body.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

void page_tournament_list(struct evbuffer *out, const json_t *tournaments)
{
    static const char *const heads[] = {
        "Tournament", "Format", "Rules", ">Entries", ">Games", "First", "Latest result, UTC", NULL};
    const json_t *list = json_object_get(tournaments, "tournaments"), *one;
    size_t i;
    page_open(out, "Tournaments", NULL);
    if (json_array_size(list) == 0)
        html_add(out,
                 "<p class=\"empty\">No tournament is kept here: <code>avondale tournament "
                 "FILE.ini</code> plays one, and <code>serve --tournaments</code> shows those of "
                 "a directory. Meanwhile there are <a href=\"/seasons\">seasons</a> and the <a "
                 "href=\"/standings\">standings</a>.</p>\n");
    else
        page_table_open(out, "Tournaments", heads);
    json_array_foreach(list, i, one)
    {
        html_format(out,
                    "<tr><th scope=\"row\" class=\"w\"><a "
                    "href=\"/tournament/%u\">%s</a></th><td>%s</td><td>%s</td>"
                    "<td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"w\">%s%s</td><td>",
                    json_value_text(one, "id"),
                    *json_value_text(one, "name") ? json_value_text(one, "name")
                                                  : json_value_text(one, "id"),
                    json_value_text(one, "format"), json_value_text(one, "ruleset"),
                    json_value_number(one, "entries"), json_value_number(one, "games"),
                    json_value_text(one, "leader"),
                    json_is_true(json_object_get(one, "finished")) ? "" : " so far");
        html_time(out, json_value_number(one, "changed_msec"));
        html_add(out, "</td></tr>\n");
    }
    if (json_array_size(list) > 0)
        page_table_close(out);
    html_add(out, "<p class=\"pages\"><a href=\"/calendar\">Calendar</a></p>\n");
    page_close(out, "/api/v1/tournaments");
}

void page_tournament(struct evbuffer *out, const json_t *tournament)
{
    char data[LADDER_GAME_ID_MAX + 32], games[LADDER_GAME_ID_MAX + 32];
    const char *id = json_value_text(tournament, "id"), *name = json_value_text(tournament, "name");
    snprintf(data, sizeof data, "/api/v1/tournaments/%s", id);
    snprintf(games, sizeof games, "/tournament/%s/meeting/", id);
    page_open(out, *name ? name : id, NULL);
    html_add(out, "<p>");
    tournament_body_add_head(out, tournament);
    html_add(out, ". ");
    html_add(out, json_is_true(json_object_get(tournament, "finished"))
                      ? "Over, "
                      : "Under way; latest result ");
    html_time(out, json_value_number(tournament, "changed_msec"));
    html_add(out, ".</p>\n");
    tournament_body_add(out, tournament, games);
    html_add(out, "<p class=\"pages\"><a href=\"/tournaments\">All tournaments</a></p>\n");
    page_close(out, data);
}
