/* page_rules.c - the rulesets, from the table of options that the arena hands over. */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

void page_rules_presets(struct evbuffer *out, const json_t *presets)
{
    static const char *const heads[] = {"Ruleset", "In short", "Differs from the first by", NULL};
    const json_t *list = json_object_get(presets, "presets"), *preset;
    size_t i;
    page_open(out, "Rules", NULL);
    html_add(out,
             "<p>500 is a trick-taking game with an auction: whoever promises most names the "
             "trumps, takes "
             "the kitty, and wins or loses points by the promise. It is played in many ways; each "
             "of these is a ruleset, and every option of one can be changed.</p>\n");
    page_table_open(out, "Rulesets", heads);
    json_array_foreach(list, i, preset)
    {
        html_format(out,
                    "<tr><th scope=\"row\"><a href=\"/rules/%u\">%s</a></th><td class=\"w\">%s</td>"
                    "<td class=\"w\"><code>%s</code></td></tr>\n",
                    json_value_text(preset, "name"), json_value_text(preset, "name"),
                    json_value_text(preset, "summary"), json_value_text(preset, "differs"));
    }
    page_table_close(out);
    html_add(out, "<p><a href=\"/history\">Where the rules come from</a> &middot; <a "
                  "href=\"/protocol\">The protocol that bots speak</a></p>\n");
    page_close(out, "/api/v1/rules");
}

static void add_options(struct evbuffer *out, const json_t *options, const char *title,
                        bool differs)
{
    static const char *const heads[] = {"Option", "Here", "What it means", "What it may be", NULL};
    const json_t *option;
    size_t i;
    html_format(out, "<h2>%s</h2>\n", title);
    page_table_open(out, title, heads);
    json_array_foreach(options, i, option)
    {
        if (json_is_true(json_object_get(option, "differs")) != differs)
            continue;
        html_format(out,
                    "<tr><th scope=\"row\"><code>%s</code></th><td class=\"w\">%s</td>"
                    "<td class=\"w\">%s</td><td class=\"w soft\">%s</td></tr>\n",
                    json_value_text(option, "name"), json_value_text(option, "value"),
                    json_value_text(option, "meaning"), json_value_text(option, "allowed"));
    }
    page_table_close(out);
}

static const char *const denominations[] = {"S", "C", "D", "H", "NT", "JNT"};
enum { DENOMINATIONS = sizeof denominations / sizeof denominations[0] };

/* The value of a bid, or 0: there is none such. */
static int64_t value_of(const json_t *calls, int level, const char *denomination)
{
    const json_t *call;
    char name[16];
    size_t i;
    snprintf(name, sizeof name, "%d%s", level, denomination);
    json_array_foreach(calls, i, call)
    {
        if (strcmp(json_value_text(call, "call"), name) == 0)
            return json_value_number(call, "value");
    }
    return 0;
}

/* A row a level, a column a denomination. */
static void add_bids(struct evbuffer *out, const json_t *calls)
{
    static const char *const heads[] = {
        "Tricks",         ">\u2660 spades", ">\u2663 clubs",          ">\u2666 diamonds",
        ">\u2665 hearts", ">No trumps",     ">No trumps, jacks high", NULL};
    const char *shown[DENOMINATIONS + 2];
    bool jacks = value_of(calls, 10, "JNT") > 0;
    memcpy(shown, heads, sizeof shown);
    if (!jacks)
        shown[DENOMINATIONS] = NULL;
    page_table_open(out, "What bids are worth", shown);
    for (int level = 6; level <= 10; level++) {
        if (value_of(calls, level, "NT") == 0)
            continue;
        html_format(out, "<tr><th scope=\"row\">%d</th>", level);
        for (int i = 0; i < DENOMINATIONS - !jacks; i++)
            html_format(out, "<td class=\"n\">%l</td>", value_of(calls, level, denominations[i]));
        html_add(out, "</tr>\n");
    }
    page_table_close(out);
}

/* The special calls, each with the bid that it outbids just so. */
static void add_specials(struct evbuffer *out, const json_t *calls)
{
    static const char *const heads[] = {"Special call", ">Worth", "Outbids", NULL};
    const char *bid = "nothing";
    const json_t *call;
    bool any = false;
    size_t i;
    json_array_foreach(calls, i, call)
    {
        const char *name = json_value_text(call, "call");
        if (name[0] >= '0' && name[0] <= '9') {
            bid = name;
            continue;
        }
        if (!any)
            page_table_open(out, "Special calls", heads);
        any = true;
        html_format(out, "<tr><th scope=\"row\">%s</th><td class=\"n\">%l</td><td>%s</td></tr>\n",
                    name, json_value_number(call, "value"), bid);
    }
    if (any)
        page_table_close(out);
}

static void add_points(struct evbuffer *out, const json_t *calls)
{
    html_add(out, "<h2>Points</h2>\n");
    add_bids(out, calls);
    add_specials(out, calls);
}

/* Hearts stand for any trumps. */
static void add_orders(struct evbuffer *out, const json_t *orders)
{
    static const char *const heads[] = {"Cards", "From the strongest", NULL};
    const json_t *row;
    size_t i;
    if (json_array_size(orders) == 0)
        return;
    html_add(out, "<h2>Order of the cards</h2>\n");
    page_table_open(out, "Order of the cards", heads);
    json_array_foreach(orders, i, row)
    {
        html_format(out, "<tr><th scope=\"row\" class=\"w\">%s</th><td class=\"w\">",
                    json_value_text(row, "name"));
        page_game_cards(out, json_value_text(row, "cards"), " ");
        html_add(out, "</td></tr>\n");
    }
    page_table_close(out);
    html_add(out, "<p class=\"soft\">Hearts stand for any trumps. A trump beats every other card; "
                  "without trumps a joker does, and else the highest card of the suit that was "
                  "led. The suits rank spades, clubs, diamonds, hearts, no trumps: each outbids "
                  "those before it at the same level.</p>\n");
}

void page_rules_preset(struct evbuffer *out, const json_t *preset)
{
    const json_t *options = json_object_get(preset, "options"), *option;
    bool some = false;
    char title[80], data[80];
    size_t i;
    snprintf(title, sizeof title, "Rules: %.60s", json_value_text(preset, "name"));
    snprintf(data, sizeof data, "/api/v1/rules/%.60s", json_value_text(preset, "name"));
    page_open(out, title, NULL);
    html_format(out, "<p>%s</p>\n", json_value_text(preset, "summary"));
    add_points(out, json_object_get(preset, "calls"));
    add_orders(out, json_object_get(preset, "orders"));
    json_array_foreach(options, i, option)
    {
        some = some || json_is_true(json_object_get(option, "differs"));
    }
    if (some)
        add_options(out, options, "How it differs from the first ruleset", true);
    add_options(out, options, some ? "As in the first ruleset" : "All options", false);
    html_add(out, "<p class=\"pages\"><a href=\"/rules\">All rulesets</a></p>\n");
    page_close(out, data);
}
