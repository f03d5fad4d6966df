/* page_versions.c - see page_versions.h. */
#include "owner/page_versions.h"
#include "data/json_value.h"
#include "data/site.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { PASTS_MAX = 256 /* ladders times versions of a bot whose results are added up */ };

json_t *page_versions_value(const struct store_program *program, bool own)
{
    bool told = own || program->state != PROGRAM_REFUSED;

    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I}", "name", program->bot, "version",
                     program->label, "state", store_program_states[program->state], "why",
                     told ? program->why : "", "bytes", (json_int_t)program->bytes, "received",
                     (json_int_t)program->made_msec, "changed", (json_int_t)program->changed_msec);
}

/* The rated results of a version by itself, on all ladders. */
static json_t *results_value(const struct ladder_past *pasts, int count, const char *label)
{
    int games = 0, wins = 0, ties = 0, losses = 0;

    for (int i = 0; i < count; i++) {
        if (pasts[i].team[0] || strcasecmp(pasts[i].version, label) != 0)
            continue;
        games += pasts[i].games;
        wins += pasts[i].wins;
        ties += pasts[i].ties;
        losses += pasts[i].losses;
    }
    return json_pack("{s:i, s:i, s:i, s:i}", "games", games, "wins", wins, "ties", ties, "losses",
                     losses);
}

static json_t *list_value(struct web_site *site, const char *name,
                          const struct store_program *programs, int count)
{
    struct ladder_past *pasts = malloc(PASTS_MAX * sizeof *pasts);
    int past_count = pasts ? writer_view_pasts(site->ladder, name, pasts, PASTS_MAX) : 0;
    json_t *list = pasts ? json_array() : NULL;

    for (int i = 0; list && i < count; i++) {
        json_t *one = page_versions_value(&programs[i], false);
        if (one)
            json_object_set_new(one, "results",
                                results_value(pasts, past_count, programs[i].label));
        json_array_append_new(list, one);
    }
    free(pasts);
    return list ? json_pack("{s:s, s:o}", "name", name, "versions", list) : NULL;
}

int page_versions_begin(const struct call *call, struct ladder_bot *bot, int64_t *bot_id)
{
    struct store *store = call->site->store;
    struct standing there;

    if (!writer_view_bot(call->site->ladder, call->segment, bot))
        return HTTP_NOTFOUND;
    if (store_begin(store, false) || store_bot_find(store, bot->name, &there)) {
        store_rollback(store);
        return HTTP_SERVUNAVAIL;
    }
    *bot_id = there.id;
    return 0;
}

/* Returns what is public of the versions of the address's bot, or NULL, with the code of the answer
 * set. */
static json_t *versions_read(struct call *call)
{
    struct store_program *programs = calloc(PAGE_VERSIONS_MAX, sizeof *programs);
    struct store *store = call->site->store;
    struct ladder_bot bot;
    int64_t bot_id;
    json_t *value = NULL;
    int code = programs ? page_versions_begin(call, &bot, &bot_id) : HTTP_SERVUNAVAIL;

    if (code == 0) {
        int count = store_program_page(store, bot_id, INT64_MAX, programs, PAGE_VERSIONS_MAX);
        store_rollback(store);
        if (count >= 0)
            value = list_value(call->site, bot.name, programs, count);
    }
    free(programs);
    call->answer->code = value ? HTTP_OK : code ? code : HTTP_SERVUNAVAIL;
    return value;
}

void page_versions_api(struct call *call)
{
    json_t *value = versions_read(call);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    call->answer->type = "application/json";
    call->answer->open = true;
    if (text)
        html_add(call->answer->body, text);
    else
        page_refuse(call->answer, true, call->answer->code, "",
                    call->answer->code == HTTP_NOTFOUND ? "no bot of that name"
                                                        : "the ladder does not answer; try again");
    free(text);
    json_decref(value);
}

static void add_row(struct evbuffer *out, const json_t *version)
{
    const json_t *results = json_object_get(version, "results");
    const char *why = json_value_text(version, "why");

    html_format(out, "<tr><th scope=\"row\">%s</th><td>%s%s%s</td><td>",
                json_value_text(version, "version"), json_value_text(version, "state"),
                *why ? ": " : "", why);
    html_time(out, json_value_number(version, "received"));
    html_add(out, "</td><td>");
    html_time(out, json_value_number(version, "changed"));
    html_format(out,
                "</td><td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td>"
                "<td class=\"n\">%l</td></tr>\n",
                json_value_number(results, "games"), json_value_number(results, "wins"),
                json_value_number(results, "ties"), json_value_number(results, "losses"));
}

void page_versions(struct call *call)
{
    static const char *const heads[] = {"Version",       "State",  "Handed in, UTC",
                                        "So since, UTC", ">Games", ">Won",
                                        ">Tied",         ">Lost",  NULL};
    json_t *value = versions_read(call), *version;
    const json_t *list = json_object_get(value, "versions");
    struct evbuffer *out = call->answer->body;
    const char *name = json_value_text(value, "name");
    char title[80], data[120];
    size_t i;

    if (!value) {
        bool missing = call->answer->code == HTTP_NOTFOUND;
        page_message(out, missing ? "Not Found" : "Service Unavailable",
                     missing ? "There is no bot of that name."
                             : "The versions cannot be read now.");
        return;
    }
    snprintf(title, sizeof title, "Versions of %.32s", name);
    snprintf(data, sizeof data, "/api/v1/bots/%.32s/versions", name);
    page_open(out, title, NULL);
    if (json_array_size(list) == 0) {
        html_add(out,
                 "<p class=\"empty\">Its owner has handed in none: it connects by itself.</p>\n");
    } else {
        html_add(out,
                 "<p class=\"soft\">What its owner handed in, the newest first, with the rated "
                 "results of each on all ladders. The active one plays; why one was refused "
                 "only its <a href=\"/account\">owner</a> reads.</p>\n");
        page_table_open(out, "Versions that were handed in", heads);
        json_array_foreach(list, i, version)
        {
            add_row(out, version);
        }
        page_table_close(out);
    }
    html_format(out, "<p class=\"pages\"><a href=\"/bot/%u\">%s</a></p>\n", name, name);
    page_close(out, data);
    json_decref(value);
}
