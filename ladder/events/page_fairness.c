/* page_fairness.c - see page_fairness.h. tests/integration/calendar.sh runs the commands as they
 * stand on the page. */
#include "events/page_fairness.h"

#include "data/data_calendar.h"
#include "data/json_value.h"
#include "page/html.h"
#include "page/page.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <string.h>

/* The newest run that is over; NULL: none is. */
static const json_t *last_over(const json_t *event)
{
    const json_t *run;
    size_t i;

    json_array_foreach(json_object_get(event, "runs"), i, run)
    {
        if (strcmp(json_value_text(run, "state"), "over") == 0)
            return run;
    }
    return NULL;
}

static void add_secrets(struct evbuffer *out, bool season)
{
    static const char *const heads[] = {"What", "Secret until", "Then", NULL};

    html_add(out, "<h2>What is secret, and until when</h2>\n");
    page_table_open(out, "Secrets", heads);
    html_add(out, "<tr><th scope=\"row\">The cards of a hand that a seat may not see</th>"
                  "<td>the end of the hand</td><td>in the record of the game</td></tr>\n");
    if (season)
        html_add(out, "<tr><th scope=\"row\">The seed of the deals of a game</th>"
                      "<td>the end of the game; its commitment is sent to each bot before the "
                      "first card</td><td>in the record and in the bots' last message</td></tr>\n");
    else
        html_add(out,
                 "<tr><th scope=\"row\">The seed of all deals, unless the organiser's file names "
                 "it</th><td>the end of the tournament, so nobody can play a deal in advance"
                 "</td><td>in the results and in each record</td></tr>\n");
    html_add(out, "<tr><th scope=\"row\">Tokens, programs and logs of owners</th><td>always</td>"
                  "<td>only their owner sees them; the operator of the machine could</td></tr>\n");
    page_table_close(out);
}

static void add_checks(struct evbuffer *out, const char *run, bool season)
{
    html_add(out, "<h2>What can be verified, and how</h2>\n<ul>\n"
                  "<li>The final table is the one that the organiser signed, and the log of the "
                  "ladder names its SHA-256.</li>\n");
    if (!season)
        html_add(out, "<li>The rules and the records are those of the table: the table has the "
                      "SHA-256 of both.</li>\n"
                      "<li>Every play was legal, and every deal follows from the seed that was "
                      "committed to.</li>\n");
    else
        html_add(out, "<li>The log of results makes the same table.</li>\n");
    html_add(out, "<li>No result was altered, added or taken out: the log is a chain of "
                  "hashes.</li>\n</ul>\n"
                  "<p>With a copy of the ladder's store, which the organiser publishes, as "
                  "<code>STORE</code>");
    html_add(out, season ? ":</p>\n<pre id=\"commands\">"
                         : ", and the output of the tournament as <code>DIR</code>:</p>\n"
                           "<pre id=\"commands\">");
    if (season)
        html_format(out, "avondale ladder --store STORE season verify %s\n", run);
    else
        html_format(out,
                    "avondale ladder --store STORE event verify %s --directory DIR\n"
                    "avondale replay --strict DIR/records.jsonl\n",
                    run);
    html_add(out, "avondale ladder --store STORE recompute --verify</pre>\n"
                  "<p>A command that finds a difference names it and ends with 1. What cannot be "
                  "verified from outside: that the organiser entered every program that was handed "
                  "in, and that the machine gave each the same time.</p>\n");
}

void page_fairness_show(struct call *call)
{
    json_t *event = data_calendar_event(call->site, call->segment);
    struct evbuffer *out = call->answer->body;

    if (!event) {
        call->answer->code = HTTP_NOTFOUND;
        page_message(out, "Not Found", "There is no event of that name.");
        return;
    }
    const json_t *run = last_over(event);
    bool season = strcmp(json_value_text(event, "kind"), "season") == 0;
    char title[SEGMENT_MAX + 32];
    snprintf(title, sizeof title, "%s: how fair it is", call->segment);
    page_open(out, title, NULL);
    add_secrets(out, season);
    if (run)
        add_checks(out, json_value_text(run, "run"), season);
    else
        html_add(out, "<p class=\"empty\">It has not been played to its end yet. Afterwards this "
                      "page has the commands that verify it.</p>\n");
    html_format(out, "<p class=\"pages\"><a href=\"/event/%u\">The event</a></p>\n", call->segment);
    page_close(out, NULL);
    json_decref(event);
}
