/* rules.c - avondale rules: lists presets, prints and checks rulesets. */
#include "command/command.h"
#include "engine.h"
#include "base/options.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rules {
    const char *place;
    bool json;
};

static const struct option_row rows[] = {
    {OPTION_TEXT("explain", "FILE:GAME:HAND:STEP", rules, place, NULL,
                 "shows one decision of a record (GAME: its line or its id; HAND and STEP from 1) "
                 "and says why the action was legal or not, or why each ACTION would be; exits 1 "
                 "if one is not")},
    {OPTION_FLAG("json", rules, json, "presets, or the options of one, as JSON")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table rules_options = {
    .command = "rules",
    .synopsis = "[--json] [RULESET [OPTION=VALUE...]]\n--explain FILE:GAME:HAND:STEP [ACTION...]",
    .does = "Without a ruleset lists the presets; with one prints all its options: marked with * "
            "those that differ from the preset, with + those of the preset that differ from the "
            "defaults (wikipedia). A ruleset that contradicts itself is refused with one line, "
            "exit 2.",
    .parts = {{&part, 0}},
    .operands = "a ruleset",
    .operands_max = INT_MAX,
};

static int print_json(json_t *json)
{
    int status = json ? json_dumpf(json, stdout, JSON_INDENT(2)) : -1;
    json_decref(json);
    putchar('\n');
    return status ? 3 : 0;
}

static int list_presets(bool json)
{
    json_t *list = json_array();

    for (int i = 0; i < preset_count(); i++) {
        if (json)
            json_array_append_new(list,
                                  json_pack("{s:s,s:s,s:s}", "preset", preset_name(i), "summary",
                                            preset_summary(i), "differs", preset_differs(i)));
        else
            printf("%-22s %s\n", preset_name(i), preset_summary(i));
    }
    if (json)
        return print_json(list);
    json_decref(list);
    return 0;
}

/* '*': differs from the preset; '+': the preset differs from the defaults. */
static char mark_of(const struct ruleset *rules, const struct ruleset *defaults, int option)
{
    char text[OPTION_TEXT_MAX], standard[OPTION_TEXT_MAX];

    if (ruleset_differs(rules, option))
        return '*';
    option_format(rules, option, text);
    option_format(defaults, option, standard);
    return strcmp(text, standard) ? '+' : ' ';
}

static int print_ruleset(const struct ruleset *rules, bool json)
{
    json_t *object = json_object();
    struct ruleset defaults;
    struct ruleset_error error;

    if (ruleset_parse(&defaults, preset_name(0), NULL, 0, &error))
        abort(); /* every preset is a ruleset */

    for (int i = 0; i < option_count(); i++) {
        char text[OPTION_TEXT_MAX];
        option_format(rules, i, text);
        if (json)
            json_object_set_new(object, option_name(i), json_string(text));
        else
            printf("%c %s=%s\n", mark_of(rules, &defaults, i), option_name(i), text);
    }
    if (json)
        return print_json(object);
    json_decref(object);
    return 0;
}

static int explain(const struct rules *asked, int argc, char **argv)
{
    if (asked->json)
        return options_bad(&rules_options, "--json: not with --explain");
    return explain_place(asked->place, argv, argc);
}

int rules_main(int argc, char **argv)
{
    struct rules asked = {.json = false};
    struct ruleset rules;
    struct ruleset_error error;
    int first, status = options_take(&rules_options, &asked, argc, argv, &first);

    if (status)
        return status;
    if (asked.place)
        return explain(&asked, argc - first, argv + first);
    if (first == argc)
        return list_presets(asked.json);
    if (ruleset_parse(&rules, argv[first], (const char *const *)argv + first + 1, argc - first - 1,
                      &error))
        return options_bad(&rules_options, "%s", error.text);
    return print_ruleset(&rules, asked.json);
}
