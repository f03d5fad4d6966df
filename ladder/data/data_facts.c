/* data_facts.c - statistics of a bot from its results and records.
 *
 * Results give the curve of its rating, opponents, partners and seats; records give contracts, time
 * and faults. Both are read from the newest back, up to a limit. */
#include "base/hash.h"
#include "data/data.h"
#include "data/json_value.h"
#include "data/record_scan.h"
#include "rating/elo.h"
#include "standings/team.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_POINTS = 200, OTHERS_MAX = 500 };
static const double spread_at_start = 200; /* of the strengths of new bots, in points */

struct tallies {
    struct site_tally rows[OTHERS_MAX];
    uint32_t hashes[OTHERS_MAX]; /* of the names */
    int count;
};

/* All counters. */
struct facts {
    const char *name;
    struct tallies opponents, partners;
    struct site_tally seats[LADDER_SEATS_MAX];
    struct record_counts records;
};

/* ------------------------------------------------------------------------------- the results */

static void tally_add(struct site_tally *tally, int own_rank, int other_rank)
{
    tally->games++;
    tally->wins += own_rank < other_rank;
    tally->ties += own_rank == other_rank;
    tally->losses += own_rank > other_rank;
}

/* The store knows a bot by one spelling of its name only. */
static struct site_tally *tally_of(struct tallies *tallies, const char *name)
{
    uint32_t hash = hash_text(name);
    for (int i = 0; i < tallies->count; i++) {
        if (tallies->hashes[i] == hash && strcmp(tallies->rows[i].name, name) == 0)
            return &tallies->rows[i];
    }
    if (tallies->count == OTHERS_MAX)
        return NULL;
    tallies->hashes[tallies->count] = hash;
    struct site_tally *row = &tallies->rows[tallies->count++];
    *row = (struct site_tally){.games = 0};
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* The best rank of the other sides. */
static int best_other(const struct ladder_result *result, int side)
{
    int best = LADDER_SEATS_MAX + 1;
    for (int other = 0; other < result->side_count; other++) {
        if (other != side && result->ranks[other] < best)
            best = result->ranks[other];
    }
    return best;
}

static bool sits_at(const struct facts *facts, const struct ladder_result *result, int seat)
{
    return strcmp(result->seats[seat].bot, facts->name) == 0;
}

/* One seat of the bot in one result: its seat, its partners, its opponents. */
static void count_seat(struct facts *facts, const struct ladder_result *result, int seat)
{
    int side = result->seats[seat].side, rank = result->ranks[side];
    int against = best_other(result, side);
    tally_add(&facts->seats[seat], rank, against);
    for (int other = 0; other < result->seat_count; other++) {
        const struct ladder_seat *sits = &result->seats[other];
        if (sits_at(facts, result, other))
            continue;
        struct site_tally *row =
            tally_of(sits->side == side ? &facts->partners : &facts->opponents, sits->bot);
        if (row)
            tally_add(row, rank, sits->side == side ? against : result->ranks[sits->side]);
    }
}

static int first_seat(const struct facts *facts, const struct ladder_result *result)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (sits_at(facts, result, seat))
            return seat;
    }
    return -1;
}

/* The expectation of the rating formula for the bot's side, as the mean over the others (ratings
 * 2). The variance of a single result is expected
 *
 * (1 - expected). */
static double result_variance(const struct store_result *stored, int own)
{
    const struct ladder_result *result = &stored->result;
    double sums[LADDER_SEATS_MAX] = {0}, variance = 0;
    int members[LADDER_SEATS_MAX] = {0}, others = 0;
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->seats[seat].side;
        sums[side] += (double)stored->change.seats[seat].before_milli / 1000;
        members[side]++;
    }
    int mine = result->seats[own].side;
    for (int side = 0; side < LADDER_SEATS_MAX; side++) {
        if (side == mine || !members[side] || !members[mine])
            continue;
        double expected = elo_expected(sums[mine] / members[mine] - sums[side] / members[side]);
        variance += expected * (1 - expected);
        others++;
    }
    return others ? variance / others : 0;
}

/* The error of an online rating: each result moves it towards the truth by a share of the distance,
 * K times the slope of the expectation, and randomly by K times the result's deviation. Both give a
 * recursion for the variance of the error; it starts with the variance of all strengths and
 * converges by K. */
static double error_variance_next(double before, double k, double variance)
{
    const double q = 0.0057564627324851146; /* ln(10) / 400 */
    double keeps = 1 - k * q * variance;
    return keeps * keeps * before + k * k * variance;
}

/* The curve to which a rated result belongs; no board: it is not rated. */
struct curve_name {
    char board[LADDER_BOARD_MAX + 1];
    char team[LADDER_TEAM_MAX + 1]; /* "": the bot's own */
};

static bool same_name(const struct curve_name *one, const struct curve_name *other)
{
    return strcmp(one->board, other->board) == 0 && strcmp(one->team, other->team) == 0;
}

/* By result. Returns NULL if out of memory. */
static struct curve_name *names_read(struct web_site *site, const struct facts *facts,
                                     const struct store_result *results, int count)
{
    struct curve_name *names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; names && i < count; i++) {
        const struct ladder_result *result = &results[i].result;
        int seat = first_seat(facts, result);
        if (results[i].change.rated && seat >= 0 &&
            writer_view_result_board(site->ladder, result, names[i].board))
            team_name_of_side(result, result->seats[seat].side, names[i].team);
    }
    return names;
}

/* The rated results of one curve from the oldest on, thinned out, behind the curves that `made`
 * has; its arrays have room. Removes them from the list of names. */
static void curve_add(struct site_facts *made, const struct facts *facts,
                      const struct store_result *results, int count, struct curve_name *names,
                      const struct curve_name *name)
{
    struct site_curve *curve = &made->curves[made->curve_count];
    double variance = spread_at_start * spread_at_start;
    int rated = 0, index = 0;
    memset(curve, 0, sizeof *curve);
    memcpy(curve->ladder, name->board, sizeof curve->ladder);
    memcpy(curve->team, name->team, sizeof curve->team);
    curve->points = made->curve_count > 0 ? curve[-1].points + curve[-1].count : made->points;
    made->curve_count++;
    for (int i = 0; i < count; i++)
        rated += same_name(&names[i], name);
    int step = rated / CURVE_POINTS + 1;
    for (int i = count - 1; i >= 0; i--) {
        if (!same_name(&names[i], name))
            continue;
        int seat = first_seat(facts, &results[i].result);
        names[i].board[0] = '\0';
        variance = error_variance_next(variance, results[i].change.seats[seat].k,
                                       result_variance(&results[i], seat));
        if (index++ % step != 0 && index != rated)
            continue;
        struct site_point *point = &curve->points[curve->count++];
        memcpy(point->game, results[i].result.game, sizeof point->game);
        point->wall_msec = results[i].result.wall_msec;
        point->rating = (double)results[i].change.seats[seat].after_milli / 1000;
        point->error95 = round(1959.963984540054 * sqrt(variance)) / 1000;
    }
}

/* Ladder by ladder and team by team, that of the newest result first. Returns 0, or -1 if out of
 * memory. */
static int curves_make(struct site_facts *made, struct web_site *site, const struct facts *facts,
                       const struct store_result *results, int count)
{
    struct curve_name *names = names_read(site, facts, results, count);
    int curves = 0;
    for (int i = 0; names && i < count; i++) { /* as many as there may be */
        int other = 0;
        while (other < i && !same_name(&names[other], &names[i]))
            other++;
        curves += other == i && names[i].board[0];
    }
    made->points = calloc((size_t)count + 1, sizeof *made->points);
    made->curves = calloc((size_t)curves + 1, sizeof *made->curves);
    for (int i = 0; made->points && made->curves && names && i < count; i++) {
        struct curve_name name = names[i];
        if (name.board[0])
            curve_add(made, facts, results, count, names, &name);
    }
    free(names);
    return made->points && made->curves && names ? 0 : -1;
}

/* The deviation of the online rating that is shown for a bot on a ladder. */
static json_t *error_value(const struct site_facts *facts, const char *ladder)
{
    for (int i = 0; i < facts->curve_count; i++) {
        const struct site_curve *curve = &facts->curves[i];
        if (!curve->team[0] && strcmp(curve->ladder, ladder) == 0)
            return json_real(curve->points[curve->count - 1].error95);
    }
    return json_null();
}

/* ------------------------------------------------------------------------------- the records */

/* What the records are counted for: as store_outline_fn. */
struct record_reading {
    struct facts *facts;
    const struct store_result *results;
};

static void count_record(void *context, int index, const char *text)
{
    const struct record_reading *reading = context;
    const struct ladder_result *result = &reading->results[index].result;
    unsigned own = 0;
    for (int seat = 0; seat < result->seat_count; seat++)
        own |= (unsigned)sits_at(reading->facts, result, seat) << seat;
    (void)record_scan_add(&reading->facts->records, text, own,
                          result); /* text that is not a record is skipped */
}

/* ------------------------------------------------------------------------------------ as JSON */

static int by_games(const void *a, const void *b)
{
    const struct site_tally *x = a, *y = b;
    return x->games != y->games ? y->games - x->games : strcmp(x->name, y->name);
}

static json_t *tally_value(const char *key, json_t *who, const struct site_tally *tally)
{
    return json_pack("{s:o, s:i, s:i, s:i, s:i}", key, who, "games", tally->games, "wins",
                     tally->wins, "ties", tally->ties, "losses", tally->losses);
}

/* A copy of them, most games first. Returns NULL if out of memory. */
static struct site_tally *tallies_sorted(const struct tallies *tallies)
{
    struct site_tally *rows = calloc((size_t)tallies->count + 1, sizeof *rows);
    if (!rows)
        return NULL;
    memcpy(rows, tallies->rows, (size_t)tallies->count * sizeof *rows);
    qsort(rows, (size_t)tallies->count, sizeof *rows, by_games);
    return rows;
}

static json_t *tallies_value(const struct site_tally *rows, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, tally_value("name", json_string(rows[i].name), &rows[i]));
    return list;
}

/* [{ladder, team, game, wall_msec, rating, error95}], curve by curve. */
static json_t *curves_value(const struct site_facts *facts)
{
    json_t *list = json_array();
    for (int i = 0; i < facts->curve_count; i++) {
        const struct site_curve *curve = &facts->curves[i];
        for (int k = 0; k < curve->count; k++) {
            const struct site_point *point = &curve->points[k];
            json_array_append_new(
                list, json_pack("{s:s, s:s*, s:s, s:I, s:f, s:f}", "ladder", curve->ladder, "team",
                                curve->team[0] ? curve->team : NULL, "game", point->game,
                                "wall_msec", (json_int_t)point->wall_msec, "rating", point->rating,
                                "error95", point->error95));
        }
    }
    return list;
}

static json_t *seats_value(const struct facts *facts)
{
    json_t *list = json_array();
    for (int seat = 0; seat < LADDER_SEATS_MAX; seat++) {
        if (facts->seats[seat].games > 0)
            json_array_append_new(list,
                                  tally_value("seat", json_integer(seat), &facts->seats[seat]));
    }
    return list;
}

static int by_hands(const void *a, const void *b)
{
    const struct record_contract *x = a, *y = b;
    return x->hands != y->hands ? y->hands - x->hands : strcmp(x->call, y->call);
}

static json_t *contracts_value(struct record_counts *records)
{
    json_t *list = json_array();
    qsort(records->contracts, (size_t)records->contract_count, sizeof records->contracts[0],
          by_hands);
    for (int i = 0; i < records->contract_count; i++) {
        const struct record_contract *row = &records->contracts[i];
        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:I}", "call", row->call, "hands",
                                              row->hands, "made", row->made, "points",
                                              (json_int_t)row->points));
    }
    return list;
}

/* The number of a game's result; it is one of those that were read. */
static int64_t seq_of_game(const char *game, const struct store_result *results, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(results[i].result.game, game) == 0)
            return results[i].seq;
    }
    return 0;
}

static json_t *hands_value(const struct record_hand *hands, int count,
                           const struct store_result *results, int result_count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:I, s:i, s:s, s:b, s:I}", "game", hands[i].game, "seq",
                            (json_int_t)seq_of_game(hands[i].game, results, result_count), "hand",
                            hands[i].number, "call", hands[i].call, "own", hands[i].own, "points",
                            (json_int_t)hands[i].points));
    return list;
}

static json_t *faults_value(const struct record_counts *records)
{
    json_t *list = json_array();
    for (int i = 0; i < records->cause_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:i}", "cause", records->causes[i].cause,
                                              "count", records->causes[i].count));
    return list;
}

static int by_size(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static json_t *think_value(struct record_counts *records)
{
    size_t count = records->think_count;
    double sum = 0;
    if (count == 0)
        return json_null();
    qsort(records->think, count, sizeof records->think[0], by_size);
    for (size_t i = 0; i < count; i++)
        sum += records->think[i];
    return json_pack("{s:I, s:f, s:i, s:i, s:i}", "decisions", (json_int_t)count, "mean_ms",
                     round(sum / (double)count * 100) / 100, "median_ms", records->think[count / 2],
                     "p99_ms", records->think[count * 99 / 100], "worst_ms",
                     records->think[count - 1]);
}

/* What is the same on the page and as data. */
static json_t *rest_value(struct facts *facts, const struct store_result *results, int count)
{
    json_t *value = json_object();
    json_object_set_new(value, "seats", seats_value(facts));
    json_object_set_new(value, "records", json_integer(facts->records.records));
    json_object_set_new(value, "contracts", contracts_value(&facts->records));
    json_object_set_new(
        value, "best", hands_value(facts->records.best, facts->records.best_count, results, count));
    json_object_set_new(
        value, "worst",
        hands_value(facts->records.worst, facts->records.worst_count, results, count));
    json_object_set_new(value, "think", think_value(&facts->records));
    json_object_set_new(value, "faults", faults_value(&facts->records));
    return value;
}

void data_facts_free(struct site_facts *facts)
{
    if (!facts)
        return;
    free(facts->points);
    free(facts->curves);
    free(facts->opponents);
    free(facts->partners);
    json_decref(facts->rest);
    free(facts);
}

/* Returns NULL if out of memory. */
static struct site_facts *facts_keep(struct web_site *site, struct facts *facts,
                                     const struct store_result *results, int count)
{
    struct site_facts *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->results = count;
    made->opponent_count = facts->opponents.count;
    made->partner_count = facts->partners.count;
    made->opponents = tallies_sorted(&facts->opponents);
    made->partners = tallies_sorted(&facts->partners);
    made->rest = rest_value(facts, results, count);
    if (curves_make(made, site, facts, results, count) == 0 && made->opponents && made->partners &&
        made->rest)
        return made;
    data_facts_free(made);
    return NULL;
}

/* The newest results first, SITE_HISTORY_MAX at most, of which `newest` are given. Returns their
 * number, or -1. */
static int history_read(struct web_site *site, int64_t bot_id, const struct site_results *newest,
                        struct store_result *results)
{
    int count = newest->count < SITE_HISTORY_MAX ? newest->count : SITE_HISTORY_MAX;
    int got = newest->next < 0 ? 0 : STORE_PAGE;
    if (count > 0)
        memcpy(results, newest->rows, (size_t)count * sizeof *results);
    while (got == STORE_PAGE && count < SITE_HISTORY_MAX) {
        int room = SITE_HISTORY_MAX - count;
        got = store_results_before(site->store, bot_id,
                                   count > 0 ? results[count - 1].seq : INT64_MAX, results + count,
                                   room < STORE_PAGE ? room : STORE_PAGE);
        if (got < 0)
            return -1;
        count += got;
    }
    return count;
}

static struct site_facts *facts_make(struct web_site *site, int64_t bot_id, const char *name,
                                     const struct store_result *results, int count)
{
    struct facts *facts = calloc(1, sizeof *facts);
    struct site_facts *made = NULL;
    int status = facts ? 0 : -1;
    if (facts)
        facts->name = name;
    for (int i = 0; i < count && facts; i++) {
        for (int seat = 0; seat < results[i].result.seat_count; seat++) {
            if (sits_at(facts, &results[i].result, seat))
                count_seat(facts, &results[i].result, seat);
        }
    }
    struct record_reading reading = {.facts = facts, .results = results};
    if (status == 0)
        status = store_outlines(site->store, bot_id, results,
                                count < SITE_RECORDS_MAX ? count : SITE_RECORDS_MAX, count_record,
                                &reading);
    if (status == 0)
        made = facts_keep(site, facts, results, count);
    if (facts)
        record_scan_fini(&facts->records);
    free(facts);
    return made;
}

static struct site_cache *cache_find(struct web_site *site, const char *name)
{
    for (int i = 0; i < SITE_CACHE; i++) {
        if (site->cache[i].facts && strcmp(site->cache[i].bot, name) == 0)
            return &site->cache[i];
    }
    return NULL;
}

/* Replaces the old facts of that bot, or those of the bot that was stored longest ago. */
static const struct site_facts *cache_put(struct web_site *site, const char *name,
                                          int64_t newest_seq, struct site_facts *facts)
{
    struct site_cache *cache = cache_find(site, name);
    if (!cache) {
        cache = &site->cache[site->cache_next];
        site->cache_next = (site->cache_next + 1) % SITE_CACHE;
    }
    data_facts_free(cache->facts);
    cache->facts = facts;
    cache->newest_seq = newest_seq;
    snprintf(cache->bot, sizeof cache->bot, "%s", name);
    return facts;
}

static const struct site_facts *facts_read(struct web_site *site, int64_t bot_id, const char *name,
                                           const struct site_results *newest)
{
    struct store_result *results = malloc(SITE_HISTORY_MAX * sizeof *results);
    int count = results ? history_read(site, bot_id, newest, results) : -1;
    struct site_facts *facts = count < 0 ? NULL : facts_make(site, bot_id, name, results, count);
    free(results);
    return facts ? cache_put(site, name, count > 0 ? newest->rows[0].seq : 0, facts) : NULL;
}

const struct site_facts *data_facts(struct web_site *site, int64_t bot_id, const char *name,
                                    const struct site_results *newest)
{
    const struct site_cache *cache = cache_find(site, name);
    int64_t newest_seq = newest->count > 0 ? newest->rows[0].seq : 0;
    return cache && cache->newest_seq == newest_seq ? cache->facts
                                                    : facts_read(site, bot_id, name, newest);
}

int data_facts_add(const struct site_facts *facts, bool lists, json_t *bot)
{
    if (lists)
        json_object_set_new(bot, "curve", curves_value(facts));
    json_object_set_new(bot, "results", json_integer(facts->results));
    if (lists) {
        json_object_set_new(bot, "opponents",
                            tallies_value(facts->opponents, facts->opponent_count));
        json_object_set_new(bot, "partners", tallies_value(facts->partners, facts->partner_count));
    }
    if (json_object_update(bot, facts->rest))
        return -1;
    return json_object_set_new(bot, "error95", error_value(facts, json_value_text(bot, "ladder")));
}
