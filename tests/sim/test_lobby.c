/* A day of a lobby on a fake clock: two hundred bots of different strengths and owners arrive,
 * play, leave and return. No bot starves, nearly all are at a table nearly always, and every
 * game keeps the rules. The simulation is small enough to be repeated: a failure prints its
 * seed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ladder.h"
#include "lobby/lobby.h"
#include "lobby/lobby_random.h"

enum {
    BOTS = 200,
    OWNERS = 60,
    DAY = 24 * 3600, /* seconds */
    RESULTS_MAX = 100000,
    GAMES_MAX = BOTS / 2,
};
static const usec_t second = 1000000;

struct sim_bot {
    int owner, strength; /* strength: how well it plays */
    double rating;
    int seeker, results;
    bool pair, here, playing;
    int changes; /* when it comes or goes: a second of the day */
    int waits_since;
    long waited, present; /* seconds */
    int wait_max;
    int against[OWNERS];
};

struct sim_game {
    struct lobby_game game;
    int bots[SEATS_MAX], ends;
    usec_t took;
};

struct sim {
    struct lobby lobby;
    struct ruleset rules[2];
    struct sim_bot bots[BOTS];
    int bot_of[BOTS]; /* seeker -> bot */
    struct sim_game games[GAMES_MAX];
    int game_count;
    uint64_t random;
    long played, far;
    double distance; /* of opponents, summed over games */
    double anybody;  /* of any two connected bots, summed over games */
    int owners_least;
};

static int below(struct sim *sim, int bound)
{
    return (int)lobby_random(&sim->random, (uint32_t)bound);
}

static void seek(struct sim *sim, int index, int now)
{
    struct sim_bot *bot = &sim->bots[index];
    struct lobby_seek want = {.rulesets = index % 4 == 0   ? 3
                                          : index % 4 == 1 ? 2
                                                           : 1,
                              .pair = bot->pair,
                              .rated = true,
                              .games = 1};
    want.rating[0] = want.rating[1] = (int)lround(bot->rating);
    bot->waits_since = now;
    lobby_seek(&sim->lobby, bot->seeker, &want, now * second);
    lobby_check(&sim->lobby);
}

static void come_and_go(struct sim *sim, int index, int now)
{
    struct sim_bot *bot = &sim->bots[index];
    char name[16], owner[16];

    if (bot->changes > now || bot->playing)
        return;
    bot->here = !bot->here;
    bot->changes = now + 600 + below(sim, bot->here ? 6 * 3600 : 3600);
    if (!bot->here) {
        lobby_leave(&sim->lobby, bot->seeker);
        return;
    }
    snprintf(name, sizeof name, "bot%d", index);
    snprintf(owner, sizeof owner, "owner%d", bot->owner);
    bot->seeker = lobby_enter(&sim->lobby, name, owner);
    assert_true(bot->seeker >= 0);
    sim->bot_of[bot->seeker] = index;
    seek(sim, index, now);
}

static double distance_of_any(struct sim *sim)
{
    for (;;) {
        const struct sim_bot *a = &sim->bots[below(sim, BOTS)], *b = &sim->bots[below(sim, BOTS)];
        if (a != b && a->here && b->here)
            return fabs(a->rating - b->rating);
    }
}

/* Checks the rules of each game, and counts. */
static void check_game(struct sim *sim, struct sim_game *game)
{
    const struct lobby_queue *queue = &sim->lobby.queues[game->game.ruleset];
    double distance = 0;
    int pairs = 0;

    assert_true(game->game.rated);
    for (int i = 0; i < queue->players; i++) {
        struct sim_bot *a = &sim->bots[game->bots[i]];
        bool met[OWNERS] = {false};
        assert_true(a->here);
        for (int k = 0; k < queue->players; k++) {
            const struct sim_bot *b = &sim->bots[game->bots[k]];
            assert_true(i == k || a != b);
            if (i == k || queue->side_of[i] == queue->side_of[k])
                continue;
            assert_int_not_equal(a->owner, b->owner);
            a->against[b->owner] += !met[b->owner];
            met[b->owner] = true;
            distance += fabs(a->rating - b->rating);
            pairs++;
            sim->far += i < k && fabs(a->rating - b->rating) > LOBBY_NEAR;
        }
        a->results++;
        /* A bot that asks for a partner of its own owner has one. */
        for (int k = 0; k < queue->players && a->pair && queue->players == 4; k++)
            assert_true(queue->side_of[k] != queue->side_of[i] ||
                        sim->bots[game->bots[k]].owner == a->owner);
    }
    sim->distance += distance / pairs;
    sim->anybody += distance_of_any(sim);
    sim->played++;
}

static void start(struct sim *sim, const struct lobby_game *made, int now)
{
    struct sim_game *game = &sim->games[sim->game_count++];
    int players = sim->rules[made->ruleset].players;

    assert_true(sim->game_count <= GAMES_MAX);
    *game = (struct sim_game){.game = *made};
    game->took = (30 + below(sim, 300)) * second;
    game->ends = now + (int)(game->took / second);
    for (int i = 0; i < players; i++) {
        struct sim_bot *bot = &sim->bots[game->bots[i] = sim->bot_of[made->seekers[i]]];
        int wait = now - bot->waits_since;
        assert_false(bot->playing);
        bot->playing = true;
        bot->waited += wait;
        if (wait > bot->wait_max)
            bot->wait_max = wait;
    }
    check_game(sim, game);
}

/* Side 0 against side 1 by strength; ratings as the ladder makes them. */
static void finish(struct sim *sim, struct sim_game *game, int now)
{
    const struct lobby_queue *queue = &sim->lobby.queues[game->game.ruleset];
    struct elo_side sides[2] = {{0}, {0}};
    double strength[2] = {0, 0};
    int next[2] = {0, 0};

    for (int i = 0; i < queue->players; i++) {
        const struct sim_bot *bot = &sim->bots[game->bots[i]];
        struct elo_side *side = &sides[queue->side_of[i]];
        strength[queue->side_of[i]] += bot->strength * 2.0 / queue->players;
        side->members[side->member_count++] =
            (struct elo_member){.rating = bot->rating, .k = elo_k(bot->results)};
    }
    bool first = below(sim, 1000000) < 1e6 * elo_expected(strength[0] - strength[1]);
    sides[0].rank = first ? 1 : 2;
    sides[1].rank = first ? 2 : 1;
    elo_update(sides, 2, 100);
    lobby_over(&sim->lobby, game->game.ruleset, game->took);
    for (int i = 0; i < queue->players; i++) {
        struct sim_bot *bot = &sim->bots[game->bots[i]];
        bot->rating = sides[queue->side_of[i]].members[next[queue->side_of[i]]++].rating_new;
        bot->playing = false;
        seek(sim, game->bots[i], now);
    }
}

static void step(struct sim *sim, int now)
{
    struct lobby_game made[GAMES_MAX];

    for (int i = 0; i < sim->game_count; i++) {
        if (sim->games[i].ends > now)
            continue;
        finish(sim, &sim->games[i], now);
        sim->games[i--] = sim->games[--sim->game_count];
    }
    for (int i = 0; i < BOTS; i++) {
        come_and_go(sim, i, now);
        sim->bots[i].present += sim->bots[i].here;
    }
    int count = lobby_pair(&sim->lobby, now * second, made, GAMES_MAX);
    lobby_check(&sim->lobby);
    for (int i = 0; i < count; i++)
        start(sim, &made[i], now);
    for (int i = 0; i < BOTS; i++) {
        struct sim_bot *bot = &sim->bots[i];
        if (bot->here && !bot->playing && now - bot->waits_since > bot->wait_max)
            bot->wait_max = now - bot->waits_since;
    }
    for (int r = 0; r < 2 && now > 3600; r++) {
        if (sim->lobby.queues[r].owners > 1 && sim->lobby.queues[r].owners < sim->owners_least)
            sim->owners_least = sim->lobby.queues[r].owners;
    }
}

/* Owner i has one to six bots; some of the bots of an owner with several play as its pair. */
static void make_bots(struct sim *sim)
{
    for (int i = 0; i < BOTS; i++) {
        struct sim_bot *bot = &sim->bots[i];
        bot->owner = i < OWNERS ? i : below(sim, OWNERS);
        bot->strength = 1100 + below(sim, 400) + below(sim, 400);
        bot->rating = 1500;
        bot->changes = below(sim, 3600);
    }
    sim->bots[0].strength = 400; /* no bot is near these two */
    sim->bots[1].strength = 2600;
    for (int i = 0; i < 12; i++) { /* six sides that stay together */
        sim->bots[40 + i].owner = 40 + i / 2;
        sim->bots[40 + i].pair = true;
    }
}

static void report(const struct sim *sim, uint64_t seed)
{
    long waited = 0, present = 0;
    int longest = 0, fewest = RESULTS_MAX;

    for (int i = 0; i < BOTS; i++) {
        const struct sim_bot *bot = &sim->bots[i];
        waited += bot->waited;
        present += bot->present;
        longest = bot->wait_max > longest && !bot->pair ? bot->wait_max : longest;
        fewest = bot->results < fewest && !bot->pair ? bot->results : fewest;
    }
    printf("seed %d: at least %d owners seek, %ld games, mean difference %.0f (by chance %.0f), "
           "above 400: %ld, waiting "
           "%.2f %% of the time, longest wait %d s, fewest results %d\n",
           (int)seed, sim->owners_least, sim->played, sim->distance / (double)sim->played,
           sim->anybody / (double)sim->played, sim->far, 100.0 * (double)waited / (double)present,
           longest, fewest);
}

static void run_day(uint64_t seed)
{
    static struct sim sim;
    struct ruleset_error error;
    long waited = 0, present = 0;

    memset(&sim, 0, sizeof sim);
    sim.random = seed;
    sim.owners_least = OWNERS;
    assert_int_equal(ruleset_parse(&sim.rules[0], "wikipedia", NULL, 0, &error), 0);
    assert_int_equal(ruleset_parse(&sim.rules[1], "two-handed-dead", NULL, 0, &error), 0);
    const struct ruleset *list[] = {&sim.rules[0], &sim.rules[1]};
    assert_int_equal(lobby_init(&sim.lobby, list, 2, BOTS, seed), 0);
    make_bots(&sim);
    for (int now = 0; now < DAY; now++)
        step(&sim, now);
    report(&sim, seed);
    for (int i = 0; i < BOTS; i++) {
        const struct sim_bot *bot = &sim.bots[i];
        double even = 2.0 * 2 / (sim.owners_least - 1), share = even > 0.1 ? even : 0.1;
        waited += bot->waited;
        present += bot->present;
        if (!bot->pair) { /* half a pair may have to wait until the other half comes */
            assert_in_range(bot->wait_max, 0, 600);
            assert_true(bot->results > bot->present / 400);
        }
        for (int owner = 0; owner < OWNERS; owner++)
            assert_true(bot->against[owner] <= OPPONENT_FREE_RESULTS ||
                        bot->against[owner] <= share * bot->results + 1);
    }
    assert_true(sim.played > 10000);
    assert_true((double)waited / (double)present < 0.05);
    assert_true(sim.distance < 0.7 * sim.anybody);
    /* Two bots have no near opponent; each of their games has up to four such pairs. */
    assert_true((double)sim.far / (double)sim.played < 0.04);
    lobby_fini(&sim.lobby);
}

static void a_day_of_two_hundred(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 2; seed++)
        run_day(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_day_of_two_hundred)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
