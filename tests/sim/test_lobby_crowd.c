/* The lobby with many bots, on a fake clock. Up to LOBBY_CROWD of them are seated as by a lobby
 * that tries all who wait in every pass, byte for byte. A crowd is seated as fairly as by that
 * lobby, and a pass costs what has changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "lobby/lobby.h"
#include "splitmix.h"

enum { RULESETS = 4, SEATED_MAX = 64 };
static const usec_t second = 1000000;

static struct ruleset rules[RULESETS];

static void init(struct lobby *lobby, int ruleset_count, int seekers_max, uint64_t seed)
{
    static const char *const presets[] = {"wikipedia", "two-handed-dead", "six-handed",
                                          "three-handed"};
    const struct ruleset *list[RULESETS];
    struct ruleset_error error;

    for (int r = 0; r < RULESETS; r++) {
        assert_int_equal(ruleset_parse(&rules[r], presets[r], NULL, 0, &error), 0);
        list[r] = &rules[r];
    }
    assert_int_equal(lobby_init(lobby, list, ruleset_count, seekers_max, seed), 0);
}

/* ------------------------------------------------------------- as it was before crowds were told
 * apart */

enum { BOTS = 460, MOMENTS = 3000, RUNNING_MAX = 2000 };

struct running {
    struct lobby_game game;
    usec_t began, ends;
};

struct day {
    struct lobby lobby;
    uint64_t random, digest;
    usec_t now;
    int ruleset_count, bots, owners, numbers[BOTS], running_count;
    struct running running[RUNNING_MAX];
    long games;
};

static uint32_t below(struct day *day, uint32_t bound)
{
    return splitmix_below(&day->random, bound);
}

static void digest(struct day *day, uint64_t value)
{
    day->digest = (day->digest ^ value) * UINT64_C(1099511628211);
}

static int team_rating(void *context, int ruleset, const int *seekers, int count)
{
    (void)context;
    (void)ruleset;
    return 1400 + (seekers[0] * 7 + count) % 300;
}

static bool plays(const struct day *day, int number)
{
    for (int i = 0; i < day->running_count; i++) {
        const struct lobby_game *game = &day->running[i].game;
        for (int seat = 0; seat < day->lobby.queues[game->ruleset].players; seat++) {
            if (game->seekers[seat] == number)
                return true;
        }
    }
    return false;
}

static void seek_something(struct day *day, int number)
{
    struct lobby_seek seek = {.rulesets = 1 + below(day, (1u << day->ruleset_count) - 1)};

    seek.pair = below(day, 4) == 0;
    seek.rated = below(day, 4) != 0;
    seek.games = below(day, 10) ? 1 : 4;
    if (!seek.rated && below(day, 4) == 0)
        seek.terms = 1 + below(day, 3);
    for (int r = 0; r < day->ruleset_count; r++)
        seek.rating[r] = 1000 + (int)below(day, 1000);
    lobby_seek(&day->lobby, number, &seek, day->now);
}

static void something_happens(struct day *day)
{
    int bot = (int)below(day, (uint32_t)day->bots), *number = &day->numbers[bot];
    uint32_t what = below(day, 20);

    if (*number < 0) {
        char name[16], owner[16];
        int named = bot % (day->bots - day->bots / 8);
        snprintf(name, sizeof name, "n%d", named);
        snprintf(owner, sizeof owner, "o%d", named % day->owners);
        *number = lobby_enter(&day->lobby, name, owner);
        assert_true(*number >= 0);
    }
    bool busy = plays(day, *number);
    if (what == 0 && !busy) {
        lobby_leave(&day->lobby, *number);
        *number = -1;
    } else if (what == 1) {
        lobby_unseek(&day->lobby, *number);
    } else if (what > 1 && what < 14 && (!busy || what < 4)) {
        seek_something(day, *number);
    }
    day->now += below(day, below(day, 30) ? 60000 : 6000000);
}

static void pass(struct day *day)
{
    struct lobby_game made[SEATED_MAX];
    int count = lobby_pair(&day->lobby, day->now, made, below(day, 5) ? SEATED_MAX : 2);

    for (int i = 0; i < count; i++) {
        usec_t took = 1 + (usec_t)below(day, day->bots % 3 ? 20000000 : 2000000);
        digest(day, (uint64_t)made[i].ruleset);
        for (int seat = 0; seat < day->lobby.queues[made[i].ruleset].players; seat++)
            digest(day, (uint64_t)made[i].seekers[seat]);
        if (day->running_count < RUNNING_MAX)
            day->running[day->running_count++] =
                (struct running){made[i], day->now, day->now + took};
    }
    day->games += count;
    digest(day, (uint64_t)lobby_next(&day->lobby));
    digest(day, (uint64_t)day->lobby.waiting_count);
}

static void explain(struct day *day)
{
    lobby_why_explain(&day->lobby, day->now);
    for (int i = 0; i < day->bots; i++) {
        if (day->numbers[i] >= 0 && day->lobby.seekers[day->numbers[i]].waiting)
            digest(day, day->lobby.seekers[day->numbers[i]].why);
    }
    for (int r = 0; r < day->ruleset_count; r++) {
        struct lobby_why_waits waits;
        lobby_why_waits(&day->lobby, r, day->now, &waits);
        digest(day, (uint64_t)waits.longest);
        for (int why = 0; why < LOBBY_WHY_COUNT; why++)
            digest(day, (uint64_t)waits.by_why[why]);
    }
}

static void run_day(struct day *day, uint64_t seed)
{
    day->random = seed;
    day->now = 1;
    day->running_count = 0;
    day->ruleset_count = 1 + (int)below(day, RULESETS);
    day->bots = 4 + (int)below(day, BOTS - 4);
    day->owners = 1 + (int)below(day, (uint32_t)day->bots);
    init(&day->lobby, day->ruleset_count, BOTS, seed);
    if (seed % 2)
        day->lobby.team_rating = team_rating;
    for (int i = 0; i < day->bots; i++)
        day->numbers[i] = -1;
    for (int moment = 0; moment < MOMENTS; moment++) {
        something_happens(day);
        if (below(day, 3) == 0)
            pass(day);
        if (below(day, 50) == 0)
            explain(day);
        for (int i = 0; i < day->running_count; i++) {
            struct running *running = &day->running[i];
            if (running->ends > day->now)
                continue;
            lobby_over(&day->lobby, running->game.ruleset, running->ends - running->began);
            *running = day->running[--day->running_count];
            i--;
        }
    }
    lobby_check(&day->lobby);
    lobby_fini(&day->lobby);
}

/* The digest is that of the lobby before crowds were told apart: commit 4f5b3c6. */
static void few_bots_are_seated_as_ever(void **context)
{
    static struct day day;
    (void)context;

    day.digest = 1;
    for (uint64_t seed = 1; seed <= 12; seed++)
        run_day(&day, seed);
    print_message("%ld games, digest %016llx\n", day.games, (unsigned long long)day.digest);
    assert_true(day.digest == UINT64_C(0xa80cae7510824e21));
}

/* -------------------------------------------------------------------------- a crowd is fair */

enum { CROWD = 2000, TICKS = 1500 };
static const usec_t tick = 100000;

struct fair {
    long games;
    double distance; /* of the four at a table from each other, on average */
    usec_t longest;  /* wait of one that was seated, or waits at the end */
    int fewest;      /* games of one bot */
};

struct fair_sim {
    struct lobby lobby;
    uint64_t random;
    int ratings[CROWD], games[CROWD];
    usec_t returns[CROWD], since[CROWD];
    struct running running[CROWD];
    int running_count;
};

static void begin(struct fair_sim *sim, const struct lobby_game *game, usec_t now,
                  struct fair *fair)
{
    usec_t ends = now + 10 * second + (usec_t)splitmix_below(&sim->random, 20000000);
    int low = INT32_MAX, high = 0;

    for (int seat = 0; seat < 4; seat++) {
        int number = game->seekers[seat], rating = sim->ratings[number];
        usec_t wait = now - sim->since[number];
        low = rating < low ? rating : low;
        high = rating > high ? rating : high;
        fair->longest = wait > fair->longest ? wait : fair->longest;
        sim->games[number]++;
        sim->returns[number] = ends + (usec_t)splitmix_below(&sim->random, 5000000);
    }
    sim->running[sim->running_count++] = (struct running){*game, now, ends};
    fair->games++;
    fair->distance += high - low;
}

/* Two thousand bots of four hundred owners come within a minute and play on and on at up to
 * `tables` tables. */
static struct fair play(int crowd_from, int tables)
{
    static struct fair_sim sim;
    static struct lobby_game made[CROWD];
    struct fair fair = {.fewest = INT32_MAX};

    memset(&sim, 0, sizeof sim);
    sim.random = 5;
    init(&sim.lobby, 1, CROWD, 9);
    sim.lobby.crowd_from = crowd_from;
    for (int i = 0; i < CROWD; i++) {
        char name[16], owner[16];
        snprintf(name, sizeof name, "n%d", i);
        snprintf(owner, sizeof owner, "o%d", i / 5);
        assert_int_equal(lobby_enter(&sim.lobby, name, owner), i);
        for (int k = 0; k < 4; k++)
            sim.ratings[i] += 250 + (int)splitmix_below(&sim.random, 250);
        sim.returns[i] = 1 + (usec_t)splitmix_below(&sim.random, 60000000);
    }
    for (usec_t now = 0; now < TICKS * tick; now += tick) {
        for (int i = sim.running_count - 1; i >= 0; i--) {
            if (sim.running[i].ends > now)
                continue;
            lobby_over(&sim.lobby, 0, now - sim.running[i].began);
            sim.running[i] = sim.running[--sim.running_count];
        }
        for (int i = 0; i < CROWD; i++) {
            struct lobby_seek seek = {
                .rulesets = 1, .rated = true, .games = 1, .rating = {sim.ratings[i]}};
            if (sim.returns[i] == 0 || sim.returns[i] > now)
                continue;
            sim.returns[i] = 0;
            sim.since[i] = now;
            lobby_seek(&sim.lobby, i, &seek, now);
        }
        int count = lobby_next(&sim.lobby) > now
                        ? 0
                        : lobby_pair(&sim.lobby, now, made, tables - sim.running_count);
        for (int i = 0; i < count; i++)
            begin(&sim, &made[i], now, &fair);
    }
    lobby_check(&sim.lobby);
    for (int i = 0; i < CROWD; i++) {
        usec_t wait = sim.lobby.seekers[i].waiting ? TICKS * tick - sim.since[i] : 0;
        fair.longest = wait > fair.longest ? wait : fair.longest;
        fair.fewest = sim.games[i] < fair.fewest ? sim.games[i] : fair.fewest;
    }
    lobby_fini(&sim.lobby);
    fair.distance /= (double)fair.games;
    print_message("from %d, %d tables: %ld games, %.0f points apart, longest wait %.1f s, fewest "
                  "games %d\n",
                  crowd_from, tables, fair.games, fair.distance, (double)fair.longest / 1e6,
                  fair.fewest);
    return fair;
}

static void compare(int tables)
{
    struct fair all = play(INT32_MAX, tables), due = play(1, tables);

    assert_true(due.games >= all.games * 98 / 100);
    assert_true(due.distance <= all.distance * 1.1);
    assert_true(due.longest <= all.longest * 5 / 4 + 2 * tick);
    assert_true(due.fewest >= all.fewest * 3 / 4);
}

static void a_crowd_is_seated_as_fairly(void **context)
{
    (void)context;
    compare(CROWD);
    compare(100);
}

/* ----------------------------------------------------------------- a pass costs what has changed
 */

/* Returns the steps of a pass in which one bot is new, beside `crowd` of one owner, who have tried
 * in vain and wait on. */
static int steps_beside(int crowd)
{
    static struct lobby lobby;
    struct lobby_seek seek = {.rulesets = 1, .rated = true, .games = 1, .rating = {1500}};
    struct lobby_game made[SEATED_MAX];
    char name[16];
    usec_t now = second;

    init(&lobby, 1, crowd + 1, 9);
    for (int i = 0; i < crowd; i++) {
        snprintf(name, sizeof name, "n%d", i);
        lobby_seek(&lobby, lobby_enter(&lobby, name, "one"), &seek, now);
    }
    do { /* until none is due, by time or otherwise, and the sweep has no steps left */
        now = lobby_next(&lobby) > now ? lobby_next(&lobby) : now + 1;
        assert_int_equal(lobby_pair(&lobby, now, made, SEATED_MAX), 0);
    } while (now < 100 * second || lobby_next(&lobby) <= now);
    lobby_seek(&lobby, lobby_enter(&lobby, "new", ""), &seek, ++now);
    assert_int_equal(lobby_pair(&lobby, now, made, SEATED_MAX), 0);
    int steps = LOBBY_STEPS - lobby.steps;
    lobby_fini(&lobby);
    return steps;
}

static void a_pass_costs_what_has_changed(void **context)
{
    int few = steps_beside(1500), many = steps_beside(6000);
    (void)context;

    print_message("steps for one new bot: %d, %d\n", few, many);
    assert_true(many < few * 11 / 10);
    assert_true(many < LOBBY_STEPS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_bots_are_seated_as_ever),
        cmocka_unit_test(a_crowd_is_seated_as_fairly),
        cmocka_unit_test(a_pass_costs_what_has_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
