/* web_facts.c - what the results and records of a bot say about it.
 *
 * Results give the curve of its rating, opponents, partners and seats; records give contracts, time
 * and faults. Both are looked at from the newest back, so many and no more.
 */
#include "team.h"
#include "web_site.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CURVE_POINTS = 200, OTHERS_MAX = 500, CONTRACTS_MAX = 64, CAUSES_MAX = 32, WORD_MAX = 24 };
static const double spread_at_start = 200; /* of the strengths of new bots, in points */

struct tally {
    char name[LADDER_NAME_MAX + 1];
    int games, wins, ties, losses;
};

struct tallies {
    struct tally rows[OTHERS_MAX];
    int count;
};

struct contract_tally {
    char call[WORD_MAX];
    int hands, made;
    int64_t points;
};

struct cause_tally {
    char cause[WORD_MAX];
    int count;
};

/* Everything that is counted on the way. */
struct facts {
    const char *name;
    struct tallies opponents, partners;
    struct tally seats[LADDER_SEATS_MAX];
    int records;
    struct contract_tally contracts[CONTRACTS_MAX];
    int contract_count;
    struct cause_tally causes[CAUSES_MAX];
    int cause_count;
    int *think; /* milliseconds */
    size_t think_count, think_capacity;
};

/* ------------------------------------------------------------------------------- the results */

static void tally_add(struct tally *tally, int own_rank, int other_rank)
{
    tally->games++;
    tally->wins += own_rank < other_rank;
    tally->ties += own_rank == other_rank;
    tally->losses += own_rank > other_rank;
}

static struct tally *tally_of(struct tallies *tallies, const char *name)
{
    static const struct tally none;
    for (int i = 0; i < tallies->count; i++) {
        if (strcasecmp(tallies->rows[i].name, name) == 0)
            return &tallies->rows[i];
    }
    if (tallies->count == OTHERS_MAX)
        return NULL;
    struct tally *row = &tallies->rows[tallies->count++];
    *row = none;
    snprintf(row->name, sizeof row->name, "%s", name);
    return row;
}

/* The best rank of all sides but this one. */
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
    return strcasecmp(result->seats[seat].bot, facts->name) == 0;
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
        struct tally *row =
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

/* What the rating formula expected of the bot's side, by the mean over the others (ratings 2). The
 * spread of a single result around that is expected * (1 - expected). */
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

/* How far an online rating strays: each result moves it towards the truth by a share of the
 * distance, K times the slope of the expectation, and by chance with K times its spread. Both
 * together make a recursion for the variance of the error; it starts with that of strengths at
 * large and settles where K lets it. */
static double error_variance_next(double before, double k, double variance)
{
    const double q = 0.0057564627324851146; /* ln(10) / 400 */
    double keeps = 1 - k * q * variance;
    return keeps * keeps * before + k * k * variance;
}

/* What a rated result is a step of; no board: it is not rated. */
struct curve_name {
    char board[LADDER_BOARD_MAX + 1];
    char team[LADDER_TEAM_MAX + 1]; /* "": the bot's own */
};

static bool same_name(const struct curve_name *one, const struct curve_name *other)
{
    return strcmp(one->board, other->board) == 0 && strcmp(one->team, other->team) == 0;
}

/* By result. NULL: out of memory. */
static struct curve_name *names_read(struct web_site *site, const struct facts *facts,
                                     const struct store_result *results, int count)
{
    struct curve_name *names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; names && i < count; i++) {
        const struct ladder_result *result = &results[i].result;
        int seat = first_seat(facts, result);
        if (results[i].change.rated && seat >= 0 &&
            ladder_result_board(site->ladder, result, names[i].board))
            team_name_of_side(result, result->seats[seat].side, names[i].team);
    }
    return names;
}

/* The rated results of one curve from the oldest on, thinned out. They are taken off the list of names. */
static void curve_add(json_t *curve, const struct facts *facts, const struct store_result *results,
                      int count, struct curve_name *names, const struct curve_name *name)
{
    double variance = spread_at_start * spread_at_start;
    int rated = 0, index = 0;
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
        json_array_append_new(
            curve, json_pack("{s:s, s:s*, s:s, s:I, s:f, s:f}", "ladder", name->board, "team",
                             name->team[0] ? name->team : NULL, "game", results[i].result.game,
                             "wall_msec", (json_int_t)results[i].result.wall_msec, "rating",
                             (double)results[i].change.seats[seat].after_milli / 1000, "error95",
                             round(1959.963984540054 * sqrt(variance)) / 1000));
    }
}

/* Ladder by ladder and team by team, that of the newest result first: [{ladder, team, game, wall_msec, rating,
 * error95}]. */
static json_t *curve_make(struct web_site *site, const struct facts *facts,
                          const struct store_result *results, int count)
{
    json_t *curve = json_array();
    struct curve_name *names = names_read(site, facts, results, count);
    for (int i = 0; names && i < count; i++) {
        struct curve_name name = names[i];
        if (name.board[0])
            curve_add(curve, facts, results, count, names, &name);
    }
    free(names);
    return curve;
}

/* How far the rating that is told of a bot strays: that of the main ladder, or where it played last on its own. */
static json_t *error_value(struct web_site *site, const json_t *curve)
{
    struct ladder_board main = {.results = 0};
    const json_t *point, *newest = NULL, *last = NULL;
    size_t i;
    (void)ladder_board_find(site->ladder, NULL, &main);
    json_array_foreach(curve, i, point)
    {
        if (json_object_get(point, "team"))
            continue;
        if (strcmp(text_of(point, "ladder"), main.name) == 0)
            last = point;
        if (!newest || strcmp(text_of(point, "ladder"), text_of(newest, "ladder")) == 0)
            newest = point;
    }
    last = last ? last : newest;
    return last ? json_real(json_real_value(json_object_get(last, "error95"))) : json_null();
}

/* ------------------------------------------------------------------------------- the records */

static void think_add(struct facts *facts, json_int_t msec)
{
    if (facts->think_count == facts->think_capacity) {
        size_t capacity = facts->think_capacity ? 2 * facts->think_capacity : 4096;
        int *grown = realloc(facts->think, capacity * sizeof *grown);
        if (!grown)
            return; /* the numbers are then of those before */
        facts->think = grown;
        facts->think_capacity = capacity;
    }
    facts->think[facts->think_count++] = msec > 1000000000 ? 1000000000 : (int)msec;
}

static void contract_add(struct facts *facts, const char *call, int64_t points)
{
    struct contract_tally *row = NULL;
    for (int i = 0; i < facts->contract_count && !row; i++)
        row = strcmp(facts->contracts[i].call, call) == 0 ? &facts->contracts[i] : NULL;
    if (!row && facts->contract_count < CONTRACTS_MAX && strlen(call) < WORD_MAX) {
        row = &facts->contracts[facts->contract_count++];
        memset(row, 0, sizeof *row);
        snprintf(row->call, sizeof row->call, "%s", call);
    }
    if (!row)
        return;
    row->hands++;
    row->made += points > 0;
    row->points += points;
}

static void cause_add(struct facts *facts, const char *cause)
{
    for (int i = 0; i < facts->cause_count; i++) {
        if (strcmp(facts->causes[i].cause, cause) == 0) {
            facts->causes[i].count++;
            return;
        }
    }
    if (facts->cause_count < CAUSES_MAX && strlen(cause) < WORD_MAX) {
        struct cause_tally *row = &facts->causes[facts->cause_count++];
        snprintf(row->cause, sizeof row->cause, "%s", cause);
        row->count = 1;
    }
}

/* A list of [place, seat, cause]. */
static void count_faults(struct facts *facts, const json_t *faults, unsigned own)
{
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *fault = json_array_get(faults, i);
        json_int_t seat = json_integer_value(json_array_get(fault, 1));
        const char *cause = json_string_value(json_array_get(fault, 2));
        if (seat >= 0 && seat < LADDER_SEATS_MAX && own >> seat & 1 && cause)
            cause_add(facts, cause);
    }
}

/* `own`: mask of the bot's seats. The record comes from the store, which anybody may have edited.
 */
static void count_hand(struct facts *facts, const json_t *hand, unsigned own,
                       const struct ladder_result *result)
{
    const json_t *contract = json_object_get(hand, "contract");
    const json_t *steps = json_object_get(hand, "steps"), *ms = json_object_get(hand, "ms");
    json_int_t by = json_integer_value(json_object_get(contract, "by"));
    if (json_is_object(contract) && by >= 0 && by < result->seat_count && own >> by & 1) {
        size_t side = (size_t)result->seats[by].side;
        contract_add(facts, text_of(contract, "call"),
                     json_integer_value(json_array_get(json_object_get(hand, "delta"), side)));
    }
    for (size_t i = 0; i < json_array_size(ms); i++) {
        json_int_t msec = json_integer_value(json_array_get(ms, i));
        json_int_t seat = json_integer_value(json_array_get(json_array_get(steps, i), 0));
        if (msec >= 0 && seat >= 0 && seat < LADDER_SEATS_MAX && own >> seat & 1)
            think_add(facts, msec);
    }
    count_faults(facts, json_object_get(hand, "faults"), own);
}

static int count_record(struct facts *facts, struct store *store,
                        const struct ladder_result *result)
{
    char *text = NULL;
    int status = store_record(store, result->game, &text);
    json_t *record = status == 0 ? json_loads(text, 0, NULL) : NULL;
    const json_t *hands = json_object_get(record, "hands");
    unsigned own = 0;
    for (int seat = 0; seat < result->seat_count; seat++)
        own |= (unsigned)sits_at(facts, result, seat) << seat;
    for (size_t i = 0; i < json_array_size(hands); i++)
        count_hand(facts, json_array_get(hands, i), own, result);
    count_faults(facts, json_object_get(record, "faults"), own);
    facts->records += record != NULL;
    json_decref(record);
    free(text);
    return status < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------------------------ as JSON */

static int by_games(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;
    return x->games != y->games ? y->games - x->games : strcmp(x->name, y->name);
}

static json_t *tally_value(const char *key, json_t *who, const struct tally *tally)
{
    return json_pack("{s:o, s:i, s:i, s:i, s:i}", key, who, "games", tally->games, "wins",
                     tally->wins, "ties", tally->ties, "losses", tally->losses);
}

static json_t *tallies_value(struct tallies *tallies)
{
    json_t *list = json_array();
    qsort(tallies->rows, (size_t)tallies->count, sizeof tallies->rows[0], by_games);
    for (int i = 0; i < tallies->count; i++)
        json_array_append_new(
            list, tally_value("name", json_string(tallies->rows[i].name), &tallies->rows[i]));
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
    const struct contract_tally *x = a, *y = b;
    return x->hands != y->hands ? y->hands - x->hands : strcmp(x->call, y->call);
}

static json_t *contracts_value(struct facts *facts)
{
    json_t *list = json_array();
    qsort(facts->contracts, (size_t)facts->contract_count, sizeof facts->contracts[0], by_hands);
    for (int i = 0; i < facts->contract_count; i++) {
        const struct contract_tally *row = &facts->contracts[i];
        json_array_append_new(list, json_pack("{s:s, s:i, s:i, s:I}", "call", row->call, "hands",
                                              row->hands, "made", row->made, "points",
                                              (json_int_t)row->points));
    }
    return list;
}

static json_t *faults_value(const struct facts *facts)
{
    json_t *list = json_array();
    for (int i = 0; i < facts->cause_count; i++)
        json_array_append_new(list, json_pack("{s:s, s:i}", "cause", facts->causes[i].cause,
                                              "count", facts->causes[i].count));
    return list;
}

static int by_size(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static json_t *think_value(struct facts *facts)
{
    size_t count = facts->think_count;
    double sum = 0;
    if (count == 0)
        return json_null();
    qsort(facts->think, count, sizeof facts->think[0], by_size);
    for (size_t i = 0; i < count; i++)
        sum += facts->think[i];
    return json_pack("{s:I, s:f, s:i, s:i, s:i}", "decisions", (json_int_t)count, "mean_ms",
                     round(sum / (double)count * 100) / 100, "median_ms", facts->think[count / 2],
                     "p99_ms", facts->think[count * 99 / 100], "worst_ms", facts->think[count - 1]);
}

static json_t *facts_value(struct web_site *site, struct facts *facts,
                           const struct store_result *results, int count)
{
    json_t *value = json_object();
    json_t *curve = curve_make(site, facts, results, count);
    json_object_set_new(value, "error95", error_value(site, curve));
    json_object_set_new(value, "curve", curve);
    json_object_set_new(value, "results", json_integer(count));
    json_object_set_new(value, "opponents", tallies_value(&facts->opponents));
    json_object_set_new(value, "partners", tallies_value(&facts->partners));
    json_object_set_new(value, "seats", seats_value(facts));
    json_object_set_new(value, "records", json_integer(facts->records));
    json_object_set_new(value, "contracts", contracts_value(facts));
    json_object_set_new(value, "think", think_value(facts));
    json_object_set_new(value, "faults", faults_value(facts));
    return value;
}

/* The newest results first, SITE_HISTORY_MAX at most; their number or -1. */
static int history_read(struct web_site *site, int64_t bot_id, struct store_result *results)
{
    int count = 0, got = STORE_PAGE;
    int64_t before = INT64_MAX;
    while (bot_id && got == STORE_PAGE && count < SITE_HISTORY_MAX) {
        int room = SITE_HISTORY_MAX - count;
        got = store_results_before(site->store, bot_id, before, results + count,
                                   room < STORE_PAGE ? room : STORE_PAGE);
        if (got < 0)
            return -1;
        count += got;
        before = count > 0 ? results[count - 1].seq : 0;
    }
    return count;
}

static json_t *facts_make(struct web_site *site, const char *name,
                          const struct store_result *results, int count)
{
    struct facts *facts = calloc(1, sizeof *facts);
    json_t *value = NULL;
    int status = facts ? 0 : -1;
    if (facts)
        facts->name = name;
    for (int i = 0; i < count && status == 0; i++) {
        for (int seat = 0; seat < results[i].result.seat_count; seat++) {
            if (sits_at(facts, &results[i].result, seat))
                count_seat(facts, &results[i].result, seat);
        }
        if (i < SITE_RECORDS_MAX)
            status = count_record(facts, site->store, &results[i].result);
    }
    if (status == 0)
        value = facts_value(site, facts, results, count);
    if (facts)
        free(facts->think);
    free(facts);
    return value;
}

static struct site_cache *cache_find(struct web_site *site, const char *name)
{
    for (int i = 0; i < SITE_CACHE; i++) {
        if (site->cache[i].facts && strcmp(site->cache[i].bot, name) == 0)
            return &site->cache[i];
    }
    return NULL;
}

/* Puts new facts in the place of the old ones of that bot, or of those of whoever was here longest.
 */
static json_t *cache_put(struct web_site *site, const char *name, int64_t newest_seq, json_t *facts)
{
    struct site_cache *cache = cache_find(site, name);
    if (!cache) {
        cache = &site->cache[site->cache_next];
        site->cache_next = (site->cache_next + 1) % SITE_CACHE;
    }
    json_decref(cache->facts);
    cache->facts = facts;
    cache->newest_seq = newest_seq;
    snprintf(cache->bot, sizeof cache->bot, "%s", name);
    return facts;
}

static json_t *facts_read(struct web_site *site, int64_t bot_id, const char *name,
                          int64_t newest_seq)
{
    struct store_result *results = calloc(SITE_HISTORY_MAX, sizeof *results);
    int count = results ? history_read(site, bot_id, results) : -1;
    json_t *facts = count < 0 ? NULL : facts_make(site, name, results, count);
    free(results);
    return facts ? cache_put(site, name, newest_seq, facts) : NULL;
}

int facts_add(struct web_site *site, int64_t bot_id, const char *name, json_t *bot)
{
    struct store_result *newest = calloc(1, sizeof *newest);
    const struct site_cache *cache = cache_find(site, name);
    int count = newest ? 0 : -1;
    if (newest && bot_id)
        count = store_results_before(site->store, bot_id, INT64_MAX, newest, 1);
    int64_t newest_seq = count > 0 ? newest->seq : 0;
    free(newest);
    if (count < 0)
        return -1;
    json_t *facts = cache && cache->newest_seq == newest_seq
                        ? cache->facts
                        : facts_read(site, bot_id, name, newest_seq);
    return facts ? json_object_update(bot, facts) : -1;
}
