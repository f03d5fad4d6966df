/* page_rules.c - the rulesets, from the table of options that the arena hands over. */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
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
    html_add(out, "<p><a href=\"/history\">Where the rules come from</a></p>\n");
    page_close(out, "/api/v1/rules");
}

static void add_options(struct evbuffer *out, const json_t *options, const char *title,
                        bool differs)
{
    static const char *const heads[] = {"Option", "Here", "What it may be", NULL};
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
                    "<td class=\"w soft\">%s</td></tr>\n",
                    json_value_text(option, "name"), json_value_text(option, "value"),
                    json_value_text(option, "allowed"));
    }
    page_table_close(out);
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
    json_array_foreach(options, i, option)
    {
        some = some || json_is_true(json_object_get(option, "differs"));
    }
    if (some)
        add_options(out, options, "What sets it apart", true);
    add_options(out, options, some ? "As in the first ruleset" : "All options", false);
    html_add(out, "<p class=\"pages\"><a href=\"/rules\">All rulesets</a></p>\n");
    page_close(out, data);
}
