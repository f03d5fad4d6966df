/* data.c - results, games and bots as JSON values, for pages and programs. */
#include "data/data.h"
#include "data/json_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ results */

json_t *data_result(struct web_site *site, const struct store_result *stored)
{
    const struct ladder_result *result = &stored->result;
    json_t *players = json_array(), *scores = json_array(), *value = json_object();
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        char label[LADDER_NAME_MAX + 1];
        writer_view_version_at(site->ladder, result->seats[seat].bot, stored->seq, label);
        json_array_append_new(
            players,
            json_pack("{s:o, s:o, s:i, s:i, s:o, s:o}", "name",
                      json_value_of_text(result->seats[seat].bot), "version",
                      json_value_of_text(label), "side", side, "rank", result->ranks[side],
                      "rating_before",
                      json_value_of_points(stored->change.seats[seat].before_milli), "rating_after",
                      json_value_of_points(stored->change.seats[seat].after_milli)));
    }
    for (int side = 0; side < result->side_count; side++)
        json_array_append_new(scores, json_integer(result->scores[side]));
    json_object_set_new(value, "seq", json_integer(stored->seq));
    json_object_set_new(value, "game", json_value_of_text(result->game));
    json_object_set_new(value, "ruleset", json_value_of_text(result->ruleset));
    json_object_set_new(value, "wall_msec", json_integer(result->wall_msec));
    json_object_set_new(value, "reason", json_value_of_text(result->reason));
    json_object_set_new(value, "rated", json_boolean(stored->change.rated));
    json_object_set_new(value, "unrated", json_value_of_text(stored->change.unrated));
    json_object_set_new(value, "scores", scores);
    json_object_set_new(value, "players", players);
    return value;
}

/* All reads of one transaction see the same moment. */
static bool read_begin(struct web_site *site)
{
    return store_begin(site->store, false) == 0;
}

static void read_end(struct web_site *site)
{
    store_rollback(site->store);
}

/* Within a read. Returns false if the store cannot be read, or if out of memory. */
static bool page_read(struct web_site *site, int64_t bot_id, int64_t before, int limit,
                      struct site_results *page)
{
    /* Reads one row more than the page shows, to learn whether there is a next page. */
    struct store_result *rows = malloc((size_t)(limit + 1) * sizeof *rows);
    int count = -1;
    if (rows)
        count = store_results_before(site->store, bot_id, before < 0 ? INT64_MAX : before, rows,
                                     limit + 1);
    if (count < 0) {
        free(rows);
        return false;
    }
    bool more = count > limit;
    *page = (struct site_results){rows, more ? limit : count, more ? rows[limit - 1].seq : -1};
    return true;
}

bool data_results_recent(struct web_site *site, int64_t before, int limit,
                         struct site_results *page)
{
    *page = (struct site_results){.next = -1};
    if (!read_begin(site))
        return false;
    bool there = page_read(site, 0, before, limit, page);
    read_end(site);
    return there;
}

bool data_results_of(struct web_site *site, const char *name, int64_t before, int limit,
                     struct site_results *page)
{
    struct standing bot;
    *page = (struct site_results){.next = -1};
    if (!name_is_valid(name) || !writer_view_bot(site->ladder, name, NULL) || !read_begin(site))
        return false;
    /* A bot that was just registered is not on disk yet, and has none. */
    int status = store_bot_find(site->store, name, &bot);
    bool there =
        status == STORE_NONE || (status == 0 && page_read(site, bot.id, before, limit, page));
    read_end(site);
    return there;
}

void data_results_free(struct site_results *page)
{
    free(page->rows);
    page->rows = NULL;
}

/* Frees the page. */
json_t *data_results_value(struct web_site *site, const struct site_results *page)
{
    json_t *list = json_array();
    for (int i = 0; i < page->count; i++)
        json_array_append_new(list, data_result(site, &page->rows[i]));
    return json_pack("{s:o, s:o}", "games", list, "next",
                     page->next < 0 ? json_null() : json_integer(page->next));
}

json_t *data_results(struct web_site *site, const char *name, int64_t before, int limit)
{
    struct site_results page = {.rows = NULL};
    bool good = data_results_of(site, name, before, limit, &page);
    json_t *value = good ? data_results_value(site, &page) : NULL;
    data_results_free(&page);
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
            int there = store_record(site->store, game, &record);
            json_object_set_new(value, "record", json_boolean(there == 0));
            json_object_set_new(value, "record_left", json_boolean(there == STORE_LEFT));
        }
        read_end(site);
    }
    free(record);
    free(stored);
    return value;
}

bool data_game_beside(struct web_site *site, const char *game, int step,
                      char beside[LADDER_GAME_ID_MAX + 1])
{
    struct store_result *stored = calloc(1, sizeof *stored);
    int64_t seq;
    int count = 0;
    if (stored && read_begin(site)) {
        if (store_result_find(site->store, game, &seq) == 0 && seq < INT64_MAX)
            count = step < 0 ? store_results_before(site->store, 0, seq, stored, 1)
                             : store_results(site->store, 0, seq, stored, 1);
        read_end(site);
    }
    if (count > 0)
        snprintf(beside, LADDER_GAME_ID_MAX + 1, "%s", stored->result.game);
    free(stored);
    return count > 0;
}

bool data_game_numbered(struct web_site *site, int64_t number, char game[LADDER_GAME_ID_MAX + 1])
{
    struct store_result *stored = calloc(1, sizeof *stored);
    bool there = false;
    if (stored && number > 0 && number < INT64_MAX && read_begin(site)) {
        there = store_results_before(site->store, 0, number + 1, stored, 1) == 1 &&
                stored->seq == number;
        read_end(site);
    }
    if (there)
        snprintf(game, LADDER_GAME_ID_MAX + 1, "%s", stored->result.game);
    free(stored);
    return there;
}

char *data_record(struct web_site *site, const char *game, bool *left)
{
    char *text = NULL;
    if (left)
        *left = false;
    if (!read_begin(site))
        return NULL;
    int status = store_record(site->store, game, &text);
    if (status != 0)
        text = NULL;
    if (left)
        *left = status == STORE_LEFT;
    read_end(site);
    return text;
}

/* --------------------------------------------------------------------------------------- bots */

/* Within a read. `bot_id` 0: it is not on disk yet. */
static void facts_of(struct web_site *site, const struct ladder_bot *known, int64_t bot_id,
                     const struct ladder_line *line, const struct site_results *newest, bool lists,
                     struct site_bot *bot)
{
    bot->rows = data_facts(site, bot_id, known->name, newest);
    if (!bot->rows)
        return;
    bot->facts = data_boards_bot(site, known, line);
    if (data_facts_add(bot->rows, lists, bot->facts) == 0)
        return;
    json_decref(bot->facts);
    bot->facts = NULL;
}

/* Within a read: the page of its results, and its facts. */
static void bot_fill(const struct call *call, const struct ladder_bot *known, int limit,
                     const struct ladder_line *line, bool lists, struct site_bot *bot)
{
    struct web_site *site = call->site;
    struct standing stored;
    struct site_results newest = {.next = -1};
    int64_t id = store_bot_find(site->store, known->name, &stored) == 0 ? stored.id : 0;
    bool good = !id || page_read(site, id, call->after, limit, &bot->results);
    /* The facts of a bot begin with its newest result, whichever page is shown. */
    if (good && id && call->after >= 0)
        good = page_read(site, id, -1, 1, &newest);
    if (good)
        facts_of(site, known, id, line, call->after >= 0 ? &newest : &bot->results, lists, bot);
    data_results_free(&newest);
}

bool data_bot_read(const struct call *call, int limit, bool lists, struct site_bot *bot)
{
    struct web_site *site = call->site;
    struct ladder_bot known;
    *bot = (struct site_bot){.results = {.next = -1}};
    if (!name_is_valid(call->segment) || !writer_view_bot(site->ladder, call->segment, &known))
        return false;
    bot->line_count = data_boards_lines_read(site, known.name, &bot->lines);
    const struct ladder_line *line =
        data_boards_line_choose(bot->lines, bot->line_count, call->board);
    if ((line || !call->board[0]) && read_begin(site)) {
        bot_fill(call, &known, limit, line, lists, bot);
        read_end(site);
    }
    if (!bot->facts) {
        data_bot_free(bot);
        return false;
    }
    bot->team_count = data_boards_teams_read(site, known.name, &bot->teams);
    return true;
}

void data_bot_free(struct site_bot *bot)
{
    json_decref(bot->facts);
    free(bot->lines);
    free(bot->teams);
    data_results_free(&bot->results);
}

json_t *data_bot(const struct call *call)
{
    struct site_bot bot;
    if (!data_bot_read(call, 1, true, &bot))
        return NULL;
    json_t *value = json_incref(bot.facts);
    json_object_set_new(value, "ladders", data_boards_lines(call->site, bot.lines, bot.line_count));
    json_object_set_new(value, "teams", data_boards_lines(call->site, bot.teams, bot.team_count));
    data_bot_free(&bot);
    return value;
}

/* ------------------------------------------------------------------------- from the arena's feed
 */

static json_t *parse_and_free(char *text)
{
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value;
}

json_t *data_watch_of(const struct web_site *site, const char *record)
{
    return record && site->feed.watch ? parse_and_free(site->feed.watch(record)) : NULL;
}

json_t *data_hints_of(const struct web_site *site, const char *record, int hand)
{
    json_t *list =
        record && site->feed.hints ? parse_and_free(site->feed.hints(record, hand)) : NULL;
    return list ? json_pack("{s:i, s:o}", "hand", hand, "hints", list) : NULL;
}

json_t *data_watch(struct web_site *site, const char *game)
{
    char *record = data_record(site, game, NULL);
    json_t *value = data_watch_of(site, record);
    free(record);
    return value;
}

json_t *data_hints(struct web_site *site, const char *game, int hand)
{
    char *record = data_record(site, game, NULL);
    json_t *value = data_hints_of(site, record, hand);
    free(record);
    return value;
}

json_t *data_built(struct web_site *site, const char *ruleset, const char *options)
{
    const struct web_feed *feed = &site->feed;
    return feed->built ? parse_and_free(feed->built(feed->built_context, ruleset, options)) : NULL;
}

json_t *data_rules(struct web_site *site, const char *preset)
{
    return site->feed.rules ? parse_and_free(site->feed.rules(preset)) : NULL;
}
