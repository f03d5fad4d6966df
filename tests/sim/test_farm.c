/* What the rules against farming (guard.h, and one owner never on two sides) leave of a farm, and
 * what they cost honest ladders: seasons of two-handed results, drawn from true strengths, go
 * through the replay's own arithmetic with the rules and without.
 *
 * A farm is a king, a weak player, and thirty puppets under one control: they play among
 * themselves and against the king as often as they want, beside the games that the lobby gives
 * them with others. The lobby would not allow that many. AVONDALE_SEEDS is the number of seasons
 * of each kind. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rating/batch.h"
#include "standings/guard.h"
#include "rating/residual.h"
#include "splitmix.h"

enum {
    HONEST = 24,
    LATE = 12, /* honest bots that arrive when the ladder is settled */
    PUPPETS = 30,
    KING = HONEST,
    BOTS = HONEST + 1 + PUPPETS,
    RESULTS_MAX = 40000,
    KING_STRENGTH = 1300,
/* Seasons of which a batch table is made: it takes longer than the season. */
#ifdef __SANITIZE_ADDRESS__
    SEEDS = 100,
    HONEST_BATCHES = 1,
    FARM_BATCHES = 1,
#else
    SEEDS = 200,
    HONEST_BATCHES = 30,
    FARM_BATCHES = 4,
#endif
};
static const int64_t minute_msec = 60000;

enum policy { ONLY_LOSE, ROUNDS, ESTABLISHED };
static const char *const policy_names[] = {"puppets that only lose", "puppets traded in rounds",
                                           "puppets established first"};

struct sim {
    struct standings standings;
    double strength[BOTS];
    struct batch_result *results;
    int64_t count;
    int64_t now;
    uint64_t random;
};

static double uniform(struct sim *sim)
{
    return (double)(splitmix_next(&sim->random) >> 11) / 9007199254740992.0;
}

static int below(struct sim *sim, int bound)
{
    return (int)(uniform(sim) * bound);
}

/* `farm_owner`: the king and all puppets belong to one owner, as bots of one address do. */
static void set_up(struct sim *sim, uint64_t seed, bool guarded, bool farm_owner)
{
    char name[LADDER_NAME_MAX + 1];

    memset(sim, 0, sizeof *sim);
    sim->random = seed;
    sim->now = 1;
    standings_init(&sim->standings);
    sim->standings.guarded = guarded;
    sim->results = calloc(RESULTS_MAX, sizeof *sim->results);
    assert_non_null(sim->results);
    for (int i = 0; i < BOTS; i++) {
        snprintf(name, sizeof name, "%s%d", i < KING ? "honest" : i == KING ? "king" : "puppet", i);
        assert_int_equal(
            standings_add(&sim->standings, name, farm_owner && i >= KING ? "farmer" : ""), i);
        sim->strength[i] = i < HONEST ? 1150 + 700.0 * i / (HONEST - 1) : KING_STRENGTH;
    }
}

static void tear_down(struct sim *sim)
{
    standings_fini(&sim->standings);
    free(sim->results);
}

static struct entry *entry_of(const struct sim *sim, int bot)
{
    int at = sim->standings.board_count ? board_find(&sim->standings.boards[0], bot) : -1;
    return at < 0 ? NULL : &sim->standings.boards[0].entries[at];
}

static double online(const struct sim *sim, int bot)
{
    const struct entry *entry = entry_of(sim, bot);
    return (entry ? (double)entry->rating_milli : RATING_START_MILLI) / 1000.0;
}

static void tell(struct sim *sim, int winner, int loser)
{
    struct ladder_result result = {.seat_count = 2, .side_count = 2, .ranks = {1, 2}};
    struct result_change change;

    snprintf(result.game, sizeof result.game, "g-%lld", (long long)sim->now);
    snprintf(result.ruleset, sizeof result.ruleset, "two-handed-dead");
    snprintf(result.reason, sizeof result.reason, "target");
    result.wall_msec = sim->now += minute_msec / 10;
    result.seats[1].side = 1;
    memcpy(result.seats[0].bot, sim->standings.bots[winner].name, sizeof result.seats[0].bot);
    memcpy(result.seats[1].bot, sim->standings.bots[loser].name, sizeof result.seats[1].bot);
    assert_int_equal(apply_result(&sim->standings, &result, false, &change), 0);
    if (!change.rated)
        return;
    assert_true(sim->count < RESULTS_MAX);
    sim->results[sim->count++] =
        (struct batch_result){.player = {change.seats[0].entry, change.seats[1].entry},
                              .side = {0, 1},
                              .rank = {1, 2},
                              .seat_count = 2,
                              .side_count = 2,
                              .newcomers = change.newcomers};
}

static void play(struct sim *sim, int a, int b)
{
    bool first = uniform(sim) < elo_expected(sim->strength[a] - sim->strength[b]);
    tell(sim, first ? a : b, first ? b : a);
}

/* One game for each of the listed bots, near in rating. */
static void round_of(struct sim *sim, const int *list, int count)
{
    int order[BOTS];
    bool busy[BOTS] = {false};

    memcpy(order, list, (size_t)count * sizeof *order);
    for (int i = count - 1; i > 0; i--) {
        int k = below(sim, i + 1), item = order[i];
        order[i] = order[k];
        order[k] = item;
    }
    for (int i = 0; i < count; i++) {
        int nearest = -1;
        for (int k = i + 1; k < count && !busy[i]; k++) {
            if (!busy[k] &&
                (nearest < 0 || fabs(online(sim, order[k]) - online(sim, order[i])) <
                                    fabs(online(sim, order[nearest]) - online(sim, order[i]))))
                nearest = below(sim, 3) || nearest < 0 ? k : nearest;
        }
        if (nearest < 0)
            continue;
        busy[i] = busy[nearest] = true;
        play(sim, order[i], order[nearest]);
    }
}

static void rounds(struct sim *sim, int first, int count, int times)
{
    int list[BOTS];

    for (int i = 0; i < count; i++)
        list[i] = first + i;
    for (int i = 0; i < times; i++)
        round_of(sim, list, count);
}

/* ------------------------------------------------------------------------------------ the batch */

static void batch_of(const struct sim *sim, struct batch_row *rows, bool *ranked)
{
    const struct board *board = &sim->standings.boards[0];
    struct batch_result *results = calloc((size_t)sim->count + 1, sizeof *results);
    int64_t count = 0;

    assert_non_null(results);
    for (int i = 0; i < board->count; i++)
        ranked[i] = !board_entry_provisional(&board->entries[i]);
    for (int64_t i = 0; i < sim->count; i++) {
        if (guard_in_batch(&sim->results[i], ranked))
            results[count++] = sim->results[i];
    }
    struct batch batch = {.results = results,
                          .result_count = count,
                          .player_count = board->count,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .seed = 1,
                          .resamples = 2, /* its bars are not looked at */
                          .rows = rows};
    assert_int_equal(batch_compute(&batch), 0);
    free(results);
}

/* ------------------------------------------------------------------------------- honest ladders */

struct honesty {
    double error, late_error, batch_error, order;
    int seasons, batches, told;
};

/* Root mean square of the differences of ratings and strengths, each less its mean. */
static double error_of(const double *rating, const double *strength, int first, int count,
                       double shift)
{
    double squares = 0;
    for (int i = first; i < first + count; i++)
        squares += pow(rating[i] - strength[i] - shift, 2);
    return sqrt(squares / count);
}

/* Bots reported for beating newcomers too often: how many, and whether the king is one. */
static int told_of(const struct sim *sim, bool *king)
{
    const struct board *board = &sim->standings.boards[0];
    struct residual_report report;
    double ratings[BOTS];

    for (int i = 0; i < board->count; i++)
        ratings[i] = (double)board->entries[i].rating_milli / 1000;
    assert_int_equal(residual_newcomers(sim->results, sim->count, ratings, board->count, &report),
                     0);
    *king = false;
    for (int i = 0; i < report.count; i++)
        *king = *king || board->entries[report.found[i].x].player == KING;
    free(report.found);
    return report.count;
}

static void honest_batch(const struct sim *sim, struct honesty *out)
{
    struct batch_row rows[BOTS] = {{0}};
    double rating[BOTS], shift = 0;
    bool ranked[BOTS] = {false};
    int right = 0, pairs = 0;

    batch_of(sim, rows, ranked);
    for (int i = 0; i < HONEST; i++) {
        rating[i] = rows[board_find(&sim->standings.boards[0], i)].rating;
        shift += (rating[i] - sim->strength[i]) / HONEST;
        for (int k = 0; k < i; k++) {
            pairs++;
            right += (rating[i] > rating[k]) == (sim->strength[i] > sim->strength[k]);
        }
    }
    out->batch_error += error_of(rating, sim->strength, 0, HONEST, shift);
    out->order += (double)right / pairs;
    out->batches++;
}

/* HONEST - LATE bots make a ladder; the others join it, and each other. */
static void honest_season(uint64_t seed, bool guarded, struct honesty *out)
{
    static struct sim sim;
    double rating[BOTS], shift = 0;
    int settled = HONEST - LATE;
    bool king;

    set_up(&sim, seed, guarded, false);
    for (int i = 0; i < HONEST; i++) /* both kinds of all strengths */
        sim.strength[i] =
            1150 + 700.0 * (i < settled ? 2 * i : 2 * (i - settled) + 1) / (HONEST - 1);
    rounds(&sim, 0, settled, 150);
    rounds(&sim, 0, HONEST, 100);
    for (int i = 0; i < HONEST; i++) {
        rating[i] = online(&sim, i);
        shift += (rating[i] - sim.strength[i]) / HONEST;
    }
    out->error += error_of(rating, sim.strength, 0, settled, shift);
    out->late_error += error_of(rating, sim.strength, settled, LATE, shift);
    out->seasons++;
    out->told += told_of(&sim, &king);
    if (out->batches < HONEST_BATCHES)
        honest_batch(&sim, out);
    tear_down(&sim);
}

static int seeds(void)
{
    const char *text = getenv("AVONDALE_SEEDS");
    return text ? atoi(text) : SEEDS;
}

static void mean(struct honesty *of)
{
    of->error /= of->seasons;
    of->late_error /= of->seasons;
    of->batch_error /= of->batches;
    of->order /= of->batches;
}

static void honest_ladders_are_as_good(void **context)
{
    struct honesty plain = {0}, guarded = {0};
    int count = seeds();
    (void)context;
    for (int seed = 1; seed <= count; seed++) {
        honest_season((uint64_t)seed, false, &plain);
        honest_season((uint64_t)seed, true, &guarded);
    }
    mean(&plain);
    mean(&guarded);
    printf(
        "honest, %d seeds: error of the first %.1f points (without the rules %.1f), of those who "
        "came later %.1f (%.1f); %d batch tables: %.1f (%.1f), pairs in order %.3f (%.3f); told of "
        "as odd: %d\n",
        count, guarded.error, plain.error, guarded.late_error, plain.late_error, plain.batches,
        guarded.batch_error, plain.batch_error, guarded.order, plain.order, guarded.told);
    assert_true(guarded.told <= count / 50);
    assert_true(guarded.error < 1.08 * plain.error);
    assert_true(guarded.late_error < 1.15 * plain.late_error);
    if (HONEST_BATCHES < 30) /* too few to compare */
        return;
    assert_true(guarded.batch_error < 1.15 * plain.batch_error);
    assert_true(guarded.order > plain.order - 0.02);
}

/* ---------------------------------------------------------------------------------------- farms */

struct harvest {
    bool told;
    double online, batch; /* of the king; the mean of the honest is 1500, as of their strengths */
    int place;
};

/* Puppets lose to the king, twice each. */
static void feed(struct sim *sim)
{
    for (int i = 0; i < 2 * PUPPETS; i++)
        tell(sim, KING, KING + 1 + i % PUPPETS);
}

/* The king plays this many games against the others, which the lobby finds for it. */
static void king_plays(struct sim *sim, int games)
{
    for (int i = 0; i < games; i++) {
        int nearest = below(sim, HONEST);
        for (int k = 0; k < HONEST; k++) {
            if (below(sim, 3) && fabs(online(sim, k) - online(sim, KING)) <
                                     fabs(online(sim, nearest) - online(sim, KING)))
                nearest = k;
        }
        play(sim, KING, nearest);
    }
}

static void prepare(struct sim *sim, enum policy policy)
{
    if (policy == ROUNDS)
        rounds(sim, KING, PUPPETS + 1, 40);
    for (int i = 0; i < PUPPETS && policy == ESTABLISHED; i++) {
        for (int game = 0; game < 40; game++)
            play(sim, KING + 1 + i, below(sim, HONEST));
    }
}

static void batch_place(const struct sim *sim, const struct batch_row *rows, const bool *ranked,
                        struct harvest *out)
{
    const struct board *board = &sim->standings.boards[0];
    int at = board_find(board, KING);

    out->place = 1;
    out->batch = 1500 + rows[at].rating;
    for (int i = 0; i < HONEST; i++)
        out->batch -= rows[board_find(board, i)].rating / HONEST;
    for (int i = 0; i < board->count; i++)
        out->place += i != at && ranked[i] && rows[i].rating > rows[at].rating;
}

/* `farmed`: else the king plays its honest games only. The ladder was settled before; the king has
 * 120 games with others, and is fed before, between and after them. What it has without a farm is
 * not quite its strength: it starts at 1500. */
static struct harvest farm_season(uint64_t seed, enum policy policy, bool guarded, bool one_owner,
                                  bool farmed)
{
    static struct sim sim;
    struct batch_row rows[BOTS] = {{0}};
    bool ranked[BOTS] = {false};
    struct harvest out = {0};

    set_up(&sim, seed, guarded, one_owner);
    rounds(&sim, 0, HONEST, 100);
    if (farmed)
        prepare(&sim, policy);
    for (int part = 0; part < 12; part++) {
        if (farmed)
            feed(&sim);
        king_plays(&sim, 10);
        rounds(&sim, 0, HONEST, 3);
    }
    if (farmed)
        feed(&sim);
    (void)told_of(&sim, &out.told);
    out.online = 1500 + online(&sim, KING);
    for (int i = 0; i < HONEST; i++)
        out.online -= online(&sim, i) / HONEST;
    if (seed <= FARM_BATCHES) {
        batch_of(&sim, rows, ranked);
        batch_place(&sim, rows, ranked, &out);
    }
    tear_down(&sim);
    return out;
}

struct sums {
    double online, batch, place;
    int told;
};
static struct sums farm_seasons(enum policy policy, bool guarded, bool one_owner, bool farmed)
{
    struct sums sums = {0};
    int count = seeds();

    for (int seed = 1; seed <= count; seed++) {
        struct harvest harvest = farm_season((uint64_t)seed, policy, guarded, one_owner, farmed);
        sums.online += harvest.online / count;
        sums.told += harvest.told;
        sums.batch += harvest.batch / (count < FARM_BATCHES ? count : FARM_BATCHES);
        sums.place += (double)harvest.place / (count < FARM_BATCHES ? count : FARM_BATCHES);
    }
    return sums;
}

static struct sums tell_farm(const char *how, enum policy policy, bool guarded, bool one_owner)
{
    struct sums sums = farm_seasons(policy, guarded, one_owner, true);

    printf("%s, %s: a king of %d is at %.0f online, %.0f in the batch table, place %.1f, told of "
           "as odd %d "
           "times of %d\n",
           policy_names[policy], how, KING_STRENGTH, sums.online, sums.batch, sums.place, sums.told,
           seeds());
    return sums;
}

static void a_farm_gains_little(void **context)
{
    struct sums honest = farm_seasons(ONLY_LOSE, true, false, false);
    (void)context;
    printf("%d seeds; without a farm: %.0f online, %.0f in the batch table, place %.1f\n", seeds(),
           honest.online, honest.batch, honest.place);
    for (int policy = ONLY_LOSE; policy <= ROUNDS; policy++) {
        struct sums before = tell_farm("no rules", (enum policy)policy, false, false);
        struct sums after = tell_farm("owners of their own", (enum policy)policy, true, false);
        assert_true(before.online > honest.online + 200); /* it was worth it */
        assert_true(after.online < honest.online + 50);
        assert_int_equal(after.told, seeds());
        assert_true(after.batch < honest.batch + 50 && after.batch < KING_STRENGTH + 50);
    }
    /* Established puppets are like any other bots, unless they have one owner, as bots of one
     * address do. */
    struct sums owned = tell_farm("one owner", ESTABLISHED, true, true);
    assert_true(owned.online < honest.online + 50 && owned.batch < honest.batch + 50);
    (void)tell_farm("an address each: the limit", ESTABLISHED, true, false);
}

/* A farm from the first day, before the ladder is settled: puppets that only lose prove nothing. */
static void a_farm_from_the_first_day(void **context)
{
    static struct sim sim;
    (void)context;
    set_up(&sim, 7, true, false);
    for (int i = 0; i < 20; i++)
        feed(&sim);
    const struct entry *king = entry_of(&sim, KING);
    assert_int_equal(king->games, 20 * 2 * PUPPETS);
    assert_int_equal(king->unproven, king->games);
    assert_true(board_entry_provisional(king));
    assert_int_equal(king->rating_milli, RATING_START_MILLI + GUARD_LOAN_MILLI);
    tear_down(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_ladders_are_as_good),
        cmocka_unit_test(a_farm_gains_little),
        cmocka_unit_test(a_farm_from_the_first_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
