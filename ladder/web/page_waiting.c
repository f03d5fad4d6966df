/* page_waiting.c - whether games begin, which bots wait, and the reasons: as pages and as JSON. */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_SHOWN = 20 };

/* ---------------------------------------------------------------------------------------- data */

const char *page_waiting_unready(const struct web_site *site)
{
    return site->alive ? site->counters.unready : "not heard of";
}

static bool waits_for(const struct web_waiter *waiter, int row)
{
    return waiter->rulesets >> row & 1;
}

static json_t *whys_value(const struct web_wait *row)
{
    json_t *list = json_array();
    for (int i = 0; i < row->why_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:i}", "why", row->whys[i].word, "text",
                                              row->whys[i].text, "bots", row->whys[i].count));
    return list;
}

static json_t *rulesets_value(const struct web_waits *waits, const struct web_waiter *waiter)
{
    json_t *list = json_array();
    for (int row = 0; row < waits->count; row++) {
        if (waits_for(waiter, row))
            json_array_append_new(list, json_value_of_text(waits->rows[row].ruleset));
    }
    return list;
}

json_t *page_waiting_data(const struct web_site *site)
{
    const struct web_waits *waits = &site->waits;
    json_t *rows = json_array(), *bots = json_array();
    for (int i = 0; i < waits->count; i++) {
        const struct web_wait *row = &waits->rows[i];
        json_array_append_new(rows,
                              json_pack("{s:o, s:i, s:i, s:I, s:o}", "ruleset",
                                        json_value_of_text(row->ruleset), "waiting", row->waiting,
                                        "needs", row->needs, "longest_sec",
                                        (json_int_t)row->longest_sec, "whys", whys_value(row)));
    }
    for (int i = 0; i < waits->waiter_count; i++) {
        const struct web_waiter *waiter = &waits->waiters[i];
        json_array_append_new(bots, json_pack("{s:o, s:o, s:I, s:s, s:s}", "name",
                                              json_value_of_text(waiter->name), "rulesets",
                                              rulesets_value(waits, waiter), "waits_sec",
                                              (json_int_t)waiter->waits_sec, "why", waiter->word,
                                              "text", waiter->text));
    }
    return json_pack("{s:s?, s:o, s:o}", "unready", page_waiting_unready(site), "rulesets", rows,
                     "bots", bots);
}

/* ---------------------------------------------------------------------------------------- parts */

void page_waiting_state(struct evbuffer *out, const struct web_site *site)
{
    const char *why = page_waiting_unready(site);
    if (why)
        html_format(out,
                    "<p class=\"notice\"><strong>No new games begin</strong>: the arena is "
                    "%s.</p>\n",
                    why);
}

static void add_seconds(struct evbuffer *out, int64_t seconds)
{
    if (seconds < 120)
        html_format(out, "%l s", seconds);
    else
        html_format(out, "%l min", seconds / 60);
}

static void add_names(struct evbuffer *out, const struct web_waits *waits, int row)
{
    int shown = 0;
    for (int i = 0; i < waits->waiter_count && shown < NAMES_SHOWN; i++) {
        const char *name = waits->waiters[i].name;
        if (waits_for(&waits->waiters[i], row))
            html_format(out, "%s<a href=\"/bot/%u\">%s</a>", shown++ ? ", " : "", name, name);
    }
    if (shown < waits->rows[row].waiting)
        html_format(out, "%s%d more", shown ? " and " : "", waits->rows[row].waiting - shown);
}

static void add_row(struct evbuffer *out, const struct web_waits *waits, int row)
{
    const struct web_wait *wait = &waits->rows[row];
    html_format(out, "<tr><th scope=\"row\" class=\"id\">%s</th><td class=\"w\">", wait->ruleset);
    for (int i = 0; i < wait->why_count; i++)
        html_format(out, "%s%d: %s", i ? "; " : "", wait->whys[i].count, wait->whys[i].text);
    html_format(out, "</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">",
                wait->waiting, wait->needs);
    add_seconds(out, wait->longest_sec);
    html_add(out, "</td><td class=\"w\">");
    add_names(out, waits, row);
    html_add(out, "</td></tr>\n");
}

void page_waiting_list(struct evbuffer *out, const struct web_site *site, const char *ruleset)
{
    static const char *const heads[] = {"Rules",         "Why, bots", ">Bots", ">A game needs",
                                        ">Longest wait", "Who",       NULL};
    const struct web_waits *waits = &site->waits;
    bool any = false;
    for (int i = 0; i < waits->count; i++) {
        if (ruleset && strcmp(ruleset, waits->rows[i].ruleset) != 0)
            continue;
        if (!any) {
            html_add(out, "<h2>Waiting for a game</h2>\n");
            page_table_open(out, "Waiting for a game", heads);
        }
        any = true;
        add_row(out, waits, i);
    }
    if (any)
        page_table_close(out);
}

void page_waiting_of_bot(struct evbuffer *out, const struct web_site *site, const char *name)
{
    for (int i = 0; i < site->waits.waiter_count; i++) {
        const struct web_waiter *waiter = &site->waits.waiters[i];
        if (strcmp(waiter->name, name) != 0)
            continue;
        html_add(out, "<p class=\"notice\">It waits for a game");
        if (waiter->waits_sec > 0) {
            html_add(out, " since ");
            add_seconds(out, waiter->waits_sec);
        }
        html_format(out, "%s%s.</p>\n", waiter->text[0] ? ": " : "", waiter->text);
        return;
    }
}
