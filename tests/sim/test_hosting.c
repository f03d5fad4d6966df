/* Days of hosted programs on a fake clock: forty versions of fifteen owners, three rulesets, the
 * real lobby, one or two hosts. No program runs twice at a time, no host exceeds its limit, every
 * version gets to play, and none gets much more than its share: among themselves, and beside bots
 * that are connected all day. A failure prints its seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hosting/turns.h"
#include "ladder.h"
#include "lobby/lobby.h"
#include "lobby/lobby_random.h"

enum { PROGRAMS = 40, OWNERS = 15, HOSTS = 2, RULESETS = 3, DAY = 24 * 3600, GAMES_MAX = PROGRAMS };
enum {
    GUESTS = 8,
    GUEST = PROGRAMS /* in program_of: the first of the bots that are no programs */
};
static const usec_t second = 1000000;
static const char *const presets[RULESETS] = {"wikipedia", "two-handed-dead", "three-handed"};

struct sim_program {
    char owner[16];
    uint32_t rulesets;
    enum turns_state state;
    bool early;
    int host, seeker;
    int64_t last_msec, failures, wait_until;
    int since, ends;
    int turns, games, gap_from, gap_max; /* seconds between two games */
};

struct sim_game {
    struct lobby_game made;
    int bots[LADDER_SEATS_MAX], ends; /* programs and guests, as in program_of */
};

struct sim {
    struct ruleset rules[RULESETS];
    struct lobby lobby;
    struct sim_program programs[PROGRAMS];
    int program_count, guests[GUESTS], guest_count; /* guests: their seekers */
    uint32_t guest_rulesets;
    bool guests_stall; /* their first game never ends */
    int program_of[PROGRAMS * 2];
    struct sim_game games[GAMES_MAX];
    int game_count, hosts, jobs, shortest, longest; /* seconds of a game */
    uint64_t random;
};

static int below(struct sim *sim, int bound)
{
    return (int)(unsigned)lobby_random(&sim->random, (uint32_t)bound);
}

static void end_turn(struct sim *sim, struct sim_program *program, int now, bool played)
{
    lobby_leave(&sim->lobby, program->seeker);
    program->state = TURNS_IDLE;
    const struct turns_end end = {.early = program->early, .game = played, .over = played};
    program->wait_until = (int64_t)now * 1000 + turns_after(&end, &program->failures);
}

static void begin_turn(struct sim *sim, int index, int host, int now, bool early)
{
    struct sim_program *program = &sim->programs[index];
    struct lobby_seek want = {.rulesets = program->rulesets, .rated = true, .games = 1};
    char name[16];

    assert_int_equal(program->state, TURNS_IDLE); /* never twice */
    snprintf(name, sizeof name, "bot%d", index);
    for (int r = 0; r < RULESETS; r++)
        want.rating[r] = 1500;
    program->seeker = lobby_enter(&sim->lobby, name, program->owner);
    assert_true(program->seeker >= 0);
    sim->program_of[program->seeker] = index;
    lobby_seek(&sim->lobby, program->seeker, &want, now * second);
    program->state = TURNS_WAITING;
    program->host = host;
    program->early = early;
    program->since = now;
    program->last_msec = (int64_t)now * 1000;
    program->turns++;
}

/* A bot that is connected all day, and seeks again as soon as its game is over. */
static void guest_seek(struct sim *sim, int guest, int now)
{
    struct lobby_seek want = {.rulesets = sim->guest_rulesets, .rated = true, .games = 1};
    for (int r = 0; r < RULESETS; r++)
        want.rating[r] = 1500;
    lobby_seek(&sim->lobby, sim->guests[guest], &want, now * second);
}

/* One second of a host: it sees its own programs, and how many others wait or are in a game. */
static void host_step(struct sim *sim, int host, int now)
{
    struct turns_program seen[PROGRAMS];
    struct turns_ruleset rulesets[RULESETS];
    int chosen[TURNS_SEATS_MAX], count = 0, free_slots = sim->jobs, found;
    bool early;

    for (int r = 0; r < RULESETS; r++) {
        const struct ruleset *rules = &sim->rules[r];
        const struct lobby_queue *queue = &sim->lobby.queues[r];
        rulesets[r] = (struct turns_ruleset){
            .seats = rules->players, .waiting = queue->count, .away = queue->away};
        for (int seat = 0; seat < rules->players; seat++)
            rulesets[r].side += rules->side_of[seat] == rules->side_of[0];
    }
    for (int i = 0; i < sim->program_count; i++) {
        const struct sim_program *program = &sim->programs[i];
        bool own = program->state != TURNS_IDLE && program->host == host;
        free_slots -= own;
        for (int r = 0; r < RULESETS && program->state == TURNS_WAITING && own; r++)
            rulesets[r].waiting -= (int)(program->rulesets >> r & 1);
        if (program->state == TURNS_IDLE || own)
            seen[count++] =
                (struct turns_program){.id = i + 1,
                                       .owner = program->owner,
                                       .rulesets = program->rulesets,
                                       .state = program->state,
                                       .last_msec = program->last_msec,
                                       .wait_msec = program->wait_until - (int64_t)now * 1000};
    }
    assert_true(free_slots >= 0);
    turns_sort(seen, count);
    while ((found = turns_choose(seen, count, rulesets, RULESETS, free_slots, sim->jobs, chosen,
                                 &early)) > 0) {
        assert_true(found <= free_slots);
        for (int i = 0; i < found; i++) {
            begin_turn(sim, (int)seen[chosen[i]].id - 1, host, now, early);
            seen[chosen[i]].state = TURNS_WAITING;
        }
        free_slots -= found;
    }
}

static void game_end(struct sim *sim, const struct sim_game *game, int now)
{
    lobby_over(&sim->lobby, game->made.ruleset, (sim->shortest + sim->longest) / 2 * second);
    for (int seat = 0; seat < sim->rules[game->made.ruleset].players; seat++) {
        int bot = game->bots[seat];
        if (bot >= GUEST)
            guest_seek(sim, bot - GUEST, now);
        else
            end_turn(sim, &sim->programs[bot], now, true);
    }
}

static void game_begin(struct sim *sim, const struct lobby_game *made, int now)
{
    struct sim_game *game = &sim->games[sim->game_count++];

    *game = (struct sim_game){
        .made = *made, .ends = now + sim->shortest + below(sim, sim->longest - sim->shortest)};
    for (int seat = 0; seat < sim->rules[made->ruleset].players; seat++) {
        int bot = game->bots[seat] = sim->program_of[made->seekers[seat]];
        if (bot >= GUEST) {
            game->ends = sim->guests_stall ? INT32_MAX : game->ends;
            continue;
        }
        struct sim_program *program = &sim->programs[bot];
        assert_int_equal(program->state, TURNS_WAITING);
        lobby_unseek(&sim->lobby, program->seeker);
        program->state = TURNS_PLAYING;
        program->games++;
        if (now - program->gap_from > program->gap_max)
            program->gap_max = now - program->gap_from;
        program->gap_from = now;
    }
}

static void step(struct sim *sim, int now)
{
    struct lobby_game made[GAMES_MAX];

    for (int i = 0; i < sim->game_count; i++) {
        if (sim->games[i].ends > now)
            continue;
        game_end(sim, &sim->games[i], now);
        sim->games[i--] = sim->games[--sim->game_count];
    }
    for (int i = 0; i < sim->program_count; i++) {
        struct sim_program *program = &sim->programs[i];
        if (program->state == TURNS_WAITING && now - program->since >= TURNS_WAIT_SEC)
            end_turn(sim, program, now, false);
    }
    /* A pass before the hosts look, too: bots that are back are seated before anybody sees them. */
    for (int pass = 0; pass < 2; pass++) {
        int count = lobby_pair(&sim->lobby, now * second, made, GAMES_MAX);
        for (int i = 0; i < count; i++)
            game_begin(sim, &made[i], now);
        for (int host = 0; host < sim->hosts && pass == 0; host++)
            host_step(sim, host, now);
    }
}

static void prepare(struct sim *sim, uint64_t seed, int hosts, int jobs)
{
    const struct ruleset *rules[RULESETS];
    struct ruleset_error error;

    memset(sim, 0, sizeof *sim);
    sim->random = seed;
    sim->hosts = hosts;
    sim->jobs = jobs;
    sim->shortest = 20;
    sim->longest = 100;
    sim->program_count = PROGRAMS;
    for (int r = 0; r < RULESETS; r++) {
        assert_int_equal(ruleset_preset(&sim->rules[r], presets[r], strlen(presets[r]), &error), 0);
        rules[r] = &sim->rules[r];
    }
    assert_int_equal(lobby_init(&sim->lobby, rules, RULESETS, PROGRAMS * 2, seed), 0);
    for (int i = 0; i < PROGRAMS; i++) {
        struct sim_program *program = &sim->programs[i];
        snprintf(program->owner, sizeof program->owner, "own-%d",
                 i < OWNERS ? i : below(sim, OWNERS));
        program->rulesets = UINT32_C(1) << i % RULESETS;
        if (below(sim, 4) == 0)
            program->rulesets |= UINT32_C(1) << (unsigned)below(sim, RULESETS);
    }
}

static void run_a_day(struct sim *sim, uint64_t seed, int longest_pause)
{
    int least = INT32_MAX, most = 0, longest = 0;

    for (int now = 1; now <= DAY; now++)
        step(sim, now);
    for (int i = 0; i < sim->program_count; i++) {
        const struct sim_program *program = &sim->programs[i];
        least = program->games < least ? program->games : least;
        most = program->games > most ? program->games : most;
        int gap = DAY - program->gap_from;
        gap = gap > program->gap_max ? gap : program->gap_max;
        longest = gap > longest ? gap : longest;
    }
    printf("seed %llu, %d host(s) of %d, %d guests, games of %d s: games of a version %d to %d, "
           "longest pause %d s\n",
           (unsigned long long)seed, sim->hosts, sim->jobs, sim->guest_count,
           (sim->shortest + sim->longest) / 2, least, most, longest);
    assert_true(least > 0);
    assert_true(most <= 4 * least);
    assert_true(longest < longest_pause);
    lobby_fini(&sim->lobby);
}

static void a_day(uint64_t seed, int hosts, int jobs)
{
    struct sim *sim = malloc(sizeof *sim);

    assert_non_null(sim);
    prepare(sim, seed, hosts, jobs);
    run_a_day(sim, seed, DAY / 8);
    free(sim);
}

static void guests_enter(struct sim *sim, int guests, uint32_t rulesets)
{
    sim->guest_count = guests;
    sim->guest_rulesets = rulesets;
    for (int i = 0; i < guests; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        sim->guests[i] = lobby_enter(&sim->lobby, name, name);
        assert_true(sim->guests[i] >= 0);
        sim->program_of[sim->guests[i]] = GUEST + i;
        guest_seek(sim, i, 0);
    }
}

/* As many other bots as a table has seats, or a few less or more, play all day; programs of the
 * same ruleset are handed in. */
static void a_day_beside(int guests, int programs, int jobs, int shortest, int longest)
{
    struct sim *sim = malloc(sizeof *sim);
    uint64_t seed = (uint64_t)guests;

    assert_non_null(sim);
    prepare(sim, seed, 1, jobs);
    sim->program_count = programs;
    for (int i = 0; i < programs; i++)
        sim->programs[i].rulesets = 1;
    sim->shortest = shortest;
    sim->longest = longest;
    guests_enter(sim, guests, 1);
    run_a_day(sim, seed, 10 * programs * (longest + TURNS_WAIT_SEC + TURNS_PAUSE_MSEC / 1000));
    free(sim);
}

static void every_version_gets_to_play(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        a_day(seed, 1, 8);
        a_day(seed, 1, 4);
        a_day(seed, 2, 5);
    }
}

static void a_full_table_leaves_a_place(void **state)
{
    (void)state;
    for (int guests = 3; guests <= GUESTS; guests++) {
        a_day_beside(guests, 1, 1, 2, 4);
        a_day_beside(guests, 1, 2, 500, 700);
        a_day_beside(guests, 6, 2, 2, 4);
        a_day_beside(guests, 6, 2, 40, 80);
        a_day_beside(guests, 6, 2, 500, 700);
        a_day_beside(guests, 6, 8, 500, 700);
    }
}

/* Bots that seek all rulesets stall in one game for ever, so that programs are started early for
 * them and wait in vain. Games that can be played come first. */
static void bots_that_never_come_back_hold_nobody_up(void **state)
{
    (void)state;
    for (int jobs = 4; jobs <= 8; jobs += 4) {
        struct sim *sim = malloc(sizeof *sim);
        assert_non_null(sim);
        prepare(sim, 4, 1, jobs);
        sim->guests_stall = true;
        guests_enter(sim, 4, (1U << RULESETS) - 1);
        run_a_day(sim, 4, DAY / 8);
        free(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gets_to_play),
        cmocka_unit_test(a_full_table_leaves_a_place),
        cmocka_unit_test(bots_that_never_come_back_hold_nobody_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
