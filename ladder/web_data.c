/* web_data.c - what pages and programs are told, as JSON values. */
#include "web_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

int64_t number_of(const json_t *object, const char *key)
{
    return (int64_t)json_integer_value(json_object_get(object, key));
}

/* Text from the store as a value; what is no UTF-8 there must not cost us the rest of the page. */
json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    return value ? value : json_string("?");
}

/* ------------------------------------------------------------------------------------ results */

json_t *data_result(struct web_site *site, const struct store_result *stored)
{
    const struct ladder_result *result = &stored->result;
    json_t *players = json_array(), *scores = json_array(), *value = json_object();
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        char label[LADDER_NAME_MAX + 1];
        ladder_version_at(site->ladder, result->seats[seat].bot, stored->seq, label);
        json_array_append_new(
            players,
            json_pack("{s:o, s:o, s:i, s:i, s:o, s:o}", "name", text_value(result->seats[seat].bot),
                      "version", text_value(label), "side", side, "rank", result->ranks[side],
                      "rating_before", points_value(stored->change.seats[seat].before_milli),
                      "rating_after", points_value(stored->change.seats[seat].after_milli)));
    }
    for (int side = 0; side < result->side_count; side++)
        json_array_append_new(scores, json_integer(result->scores[side]));
    json_object_set_new(value, "seq", json_integer(stored->seq));
    json_object_set_new(value, "game", text_value(result->game));
    json_object_set_new(value, "ruleset", text_value(result->ruleset));
    json_object_set_new(value, "wall_msec", json_integer(result->wall_msec));
    json_object_set_new(value, "reason", text_value(result->reason));
    json_object_set_new(value, "rated", json_boolean(stored->change.rated));
    json_object_set_new(value, "unrated", text_value(stored->change.unrated));
    json_object_set_new(value, "scores", scores);
    json_object_set_new(value, "players", players);
    return value;
}

/* One read of the store sees one moment of it. */
static bool read_begin(struct web_site *site)
{
    return store_begin(site->store, false) == 0;
}

static void read_end(struct web_site *site)
{
    store_rollback(site->store);
}

/* The results before `before` (negative: the newest), of one bot or (0) of all. */
static json_t *results_value(struct web_site *site, int64_t bot_id, int64_t before, int limit)
{
    /* One more than is shown tells whether there is a next page. */
    struct store_result *results = calloc((size_t)limit + 1, sizeof *results);
    int count = -1;
    if (results)
        count = store_results_before(site->store, bot_id, before < 0 ? INT64_MAX : before, results,
                                     limit + 1);
    json_t *list = count < 0 ? NULL : json_array();
    int shown = count > limit ? limit : count;
    for (int i = 0; i < shown; i++)
        json_array_append_new(list, data_result(site, &results[i]));
    json_t *next = count > limit ? json_integer(results[limit - 1].seq) : json_null();
    free(results);
    if (!list) {
        json_decref(next);
        return NULL;
    }
    return json_pack("{s:o, s:o}", "games", list, "next", next);
}

json_t *data_recent(struct web_site *site, int64_t before, int limit)
{
    if (!read_begin(site))
        return NULL;
    json_t *value = results_value(site, 0, before, limit);
    read_end(site);
    return value;
}

json_t *data_results(struct web_site *site, const char *name, int64_t before, int limit)
{
    struct standing bot;
    json_t *value = NULL;
    if (!result_name_valid(name) || !ladder_bot_find(site->ladder, name, NULL) || !read_begin(site))
        return NULL;
    int status = store_bot_find(site->store, name, &bot);
    if (status == 0)
        value = results_value(site, bot.id, before, limit);
    else if (status == 1) /* registered a moment ago: not on disk yet */
        value = json_pack("{s:[], s:n}", "games", "next");
    read_end(site);
    return value;
}

json_t *data_game(struct web_site *site, const char *game)
{
    struct store_result *stored = calloc(1, sizeof *stored);
    int64_t seq;
    json_t *value = NULL;
    char *record = NULL;
    if (stored && read_begin(site)) {
        if (store_result_find(site->store, game, &seq) == 0 && seq < INT64_MAX &&
            store_results_before(site->store, 0, seq + 1, stored, 1) == 1 && stored->seq == seq) {
            value = data_result(site, stored);
            bool there = store_record(site->store, game, &record) == 0;
            json_object_set_new(value, "record", json_boolean(there));
        }
        read_end(site);
    }
    free(record);
    free(stored);
    return value;
}

char *data_record(struct web_site *site, const char *game)
{
    char *text = NULL;
    if (!read_begin(site))
        return NULL;
    if (store_record(site->store, game, &text) != 0)
        text = NULL;
    read_end(site);
    return text;
}

/* --------------------------------------------------------------------------------------- bots */

json_t *data_bot(struct web_site *site, const char *name)
{
    struct ladder_bot bot;
    struct standing stored;
    if (!result_name_valid(name) || !ladder_bot_find(site->ladder, name, &bot) || !read_begin(site))
        return NULL;
    json_t *value = bot_value(site, &bot);
    int64_t id = store_bot_find(site->store, name, &stored) == 0 ? stored.id : 0;
    if (facts_add(site, id, bot.name, value)) {
        json_decref(value);
        value = NULL;
    }
    read_end(site);
    return value;
}

/* --------------------------------------------------------------------- what the arena has to tell
 */

static json_t *parse_and_free(char *text)
{
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value;
}

json_t *data_watch(struct web_site *site, const char *game)
{
    char *record = site->feed.watch ? data_record(site, game) : NULL;
    json_t *value = record ? parse_and_free(site->feed.watch(record)) : NULL;
    free(record);
    return value;
}

json_t *data_hints(struct web_site *site, const char *game, int hand)
{
    char *record = site->feed.hints ? data_record(site, game) : NULL;
    json_t *list = record ? parse_and_free(site->feed.hints(record, hand)) : NULL;
    free(record);
    return list ? json_pack("{s:i, s:o}", "hand", hand, "hints", list) : NULL;
}

json_t *data_rules(struct web_site *site, const char *preset)
{
    return site->feed.rules ? parse_and_free(site->feed.rules(preset)) : NULL;
}
