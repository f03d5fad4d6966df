/* play_pages.c - see play_pages.h. */
#include "daemon/play_pages.h"
#include "record/watch_json.h"
#include "seating/seating.h"
#include "table/ruleset_build.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static json_t *rulesets(const struct config *config)
{
    json_t *list = json_array();

    for (int r = 0; r < config->rules_count; r++) {
        const struct ruleset *rules = &config->rules[r];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:i, s:i}", "name", preset_name(rules->preset),
                                        "summary", preset_summary(rules->preset), "seats",
                                        rules->players, "sides", rules->side_count));
    }
    return list;
}

static json_t *house_bots(const struct config *config)
{
    json_t *list = json_array();

    for (int i = 0; i < config->house_count; i++)
        json_array_append_new(list, json_string(config->house[i]));
    return list;
}

static bool holds(const json_t *list, const char *name)
{
    size_t i;
    const json_t *value;

    json_array_foreach(list, i, value)
    {
        if (strcasecmp(json_string_value(value), name) == 0)
            return true;
    }
    return false;
}

/* The number of bots that an invitation would reach. */
static json_t *bots(const struct seating *seating)
{
    json_t *list = json_array();

    for (int i = 0; seating && i < seating_lobby(seating)->seeker_count; i++) {
        const struct lobby_member *member = seating_member_at(seating, i);
        const struct peer *peer = member ? lobby_member_peer(member) : NULL;
        if (json_array_size(list) == PLAY_PAGES_BOTS_MAX)
            break;
        if (peer && lobby_member_speaks(member) && !peer_is_quitting(peer) &&
            !holds(list, peer_name(peer)))
            json_array_append_new(list, json_string(peer_name(peer)));
    }
    return list;
}

static const char *way_in(enum registration way)
{
    return way == REGISTRATION_OPEN     ? "open"
           : way == REGISTRATION_CLAIM  ? "claim"
           : way == REGISTRATION_INVITE ? "invite"
                                        : "token";
}

static json_t *msec(usec_t time)
{
    return json_integer(time / USEC_PER_MSEC);
}

static json_t *phrases(void)
{
    json_t *list = json_array();
    const char *key, *text;

    for (int i = 0; (key = watch_json_phrase(i, &text)) != NULL; i++)
        json_array_append_new(list, json_pack("[ss]", key, text));
    return list;
}

char *play_pages_text(const struct config *config, const struct table_limits *limits,
                      const struct seating *seating, int house_seats)
{
    json_t *play =
        json_pack("{s:o, s:o, s:o, s:b, s:b, s:s, s:o, s:s, s:{s:o, s:o, s:o, s:i, s:i}, s:i}",
                  "rulesets", rulesets(config), "house", house_bots(config), "bots", bots(seating),
                  "hints", limits->most.hints, "watch", limits->most.watch, "chat",
                  chat_rules_mode_name(limits->most.chat), "phrases", phrases(), "register",
                  way_in(config->registration), "ms", "auction", msec(config->time.auction),
                  "exchange", msec(config->time.exchange), "play", msec(config->time.play),
                  "bid_max", (int)limits->bid_msec_max, "play_max", (int)limits->play_msec_max,
                  "house_seats", house_seats);
    char *text = play ? json_dumps(play, JSON_COMPACT) : NULL;
    json_decref(play);
    return text;
}

/* ------------------------------------------------------------------------------ rules of one's own
 */

/* Cuts `text` into words at commas, and puts a space where a slash stands for it. Returns their
 * number, at most `max`. */
static int changes_of(char *text, struct slice *changes, int max)
{
    int count = 0;

    for (char *at = text; (at = strchr(at, '/')) != NULL;)
        *at = ' ';
    for (char *at = text; *at && count < max; count++) {
        size_t size = strcspn(at, ",");
        changes[count] = (struct slice){at, size};
        at += size + (at[size] == ',');
    }
    return count;
}

static json_t *words_of(const struct ruleset *rules)
{
    json_t *list = json_array();
    char word[RULESET_BUILD_WORD_MAX];

    for (int i = 0; i < option_count(); i++) {
        if (!ruleset_differs(rules, i))
            continue;
        ruleset_build_word(rules, i, word);
        json_array_append_new(list, json_string(word));
    }
    return list;
}

/* The option that a message names first, or null: it is about all of them. */
static json_t *named_option(const char *text)
{
    size_t size = strcspn(text, "=");

    for (int i = 0; i < option_count(); i++) {
        if (strlen(option_name(i)) == size && memcmp(option_name(i), text, size) == 0)
            return json_string(option_name(i));
    }
    return json_null();
}

char *play_pages_built(const void *context, const char *ruleset, const char *options)
{
    const struct play_rules *play = context;
    struct slice changes[MESSAGE_ITEMS_MAX];
    struct ruleset_error error;
    struct ruleset built;
    json_t *value;
    int r = 0;

    while (r < play->count && strcmp(preset_name(play->rules[r].preset), ruleset) != 0)
        r++;
    char *words = r < play->count ? strdup(options) : NULL;
    if (!words)
        return NULL;
    int change_count = changes_of(words, changes, MESSAGE_ITEMS_MAX);
    if (ruleset_build(&built, &play->rules[r], changes, change_count, &error))
        value = json_pack("{s:s, s:b, s:s, s:o, s:n, s:n, s:n}", "ruleset", ruleset, "valid", 0,
                          "error", error.text, "option", named_option(error.text), "options",
                          "seats", "sides");
    else
        value = json_pack("{s:s, s:b, s:n, s:n, s:o, s:i, s:i}", "ruleset", ruleset, "valid", 1,
                          "error", "option", "options", words_of(&built), "seats", built.players,
                          "sides", built.side_count);
    free(words);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    return text;
}
