/* Two days of hosted programs on a fake clock: forty versions of fifteen owners, three rulesets,
 * the real lobby, one or two hosts. No program runs twice at a time, no host exceeds its limit,
 * every version gets to play, and none gets much more than its share. A failure prints its seed. */
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
static const usec_t second = 1000000;
static const char *const presets[RULESETS] = {"wikipedia", "two-handed-dead", "three-handed"};

struct sim_program {
    char owner[16];
    uint32_t rulesets;
    enum turns_state state;
    int host, seeker;
    int64_t last_msec, failures, wait_until;
    int since, ends;
    int turns, games, gap_from, gap_max; /* seconds between two games */
};

struct sim_game {
    struct lobby_game made;
    int programs[LADDER_SEATS_MAX], ends;
};

struct sim {
    struct ruleset rules[RULESETS];
    struct lobby lobby;
    struct sim_program programs[PROGRAMS];
    int program_of[PROGRAMS * 2];
    struct sim_game games[GAMES_MAX];
    int game_count, hosts, jobs;
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
    program->failures = played ? 0 : program->failures + 1;
    program->wait_until = (int64_t)now * 1000 + turns_pause(program->failures);
}

static void begin_turn(struct sim *sim, int index, int host, int now)
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
    program->since = now;
    program->last_msec = (int64_t)now * 1000;
    program->turns++;
}

/* One second of a host: it sees its own programs, and how many others wait. */
static void host_step(struct sim *sim, int host, int now)
{
    struct turns_program seen[PROGRAMS];
    struct turns_ruleset rulesets[RULESETS];
    int chosen[TURNS_SEATS_MAX], count = 0, free_slots = sim->jobs, found;

    for (int r = 0; r < RULESETS; r++) {
        const struct ruleset *rules = &sim->rules[r];
        rulesets[r] = (struct turns_ruleset){.seats = rules->players};
        for (int seat = 0; seat < rules->players; seat++)
            rulesets[r].side += rules->side_of[seat] == rules->side_of[0];
    }
    for (int i = 0; i < PROGRAMS; i++) {
        const struct sim_program *program = &sim->programs[i];
        bool own = program->state != TURNS_IDLE && program->host == host;
        free_slots -= own;
        for (int r = 0; r < RULESETS && program->state == TURNS_WAITING && !own; r++)
            rulesets[r].waiting += (int)(program->rulesets >> r & 1);
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
    while ((found = turns_choose(seen, count, rulesets, RULESETS, free_slots, sim->jobs, chosen)) >
           0) {
        assert_true(found <= free_slots);
        for (int i = 0; i < found; i++) {
            begin_turn(sim, (int)seen[chosen[i]].id - 1, host, now);
            seen[chosen[i]].state = TURNS_WAITING;
        }
        free_slots -= found;
    }
}

static void step(struct sim *sim, int now)
{
    struct lobby_game made[GAMES_MAX];

    for (int i = 0; i < sim->game_count; i++) {
        struct sim_game *game = &sim->games[i];
        if (game->ends > now)
            continue;
        lobby_over(&sim->lobby, game->made.ruleset, 60 * second);
        for (int seat = 0; seat < sim->rules[game->made.ruleset].players; seat++)
            end_turn(sim, &sim->programs[game->programs[seat]], now, true);
        sim->games[i--] = sim->games[--sim->game_count];
    }
    for (int i = 0; i < PROGRAMS; i++) {
        struct sim_program *program = &sim->programs[i];
        if (program->state == TURNS_WAITING && now - program->since >= TURNS_WAIT_SEC)
            end_turn(sim, program, now, false);
    }
    for (int host = 0; host < sim->hosts; host++)
        host_step(sim, host, now);
    int count = lobby_pair(&sim->lobby, now * second, made, GAMES_MAX);
    for (int i = 0; i < count; i++) {
        struct sim_game *game = &sim->games[sim->game_count++];
        *game = (struct sim_game){.made = made[i], .ends = now + 20 + below(sim, 80)};
        for (int seat = 0; seat < sim->rules[made[i].ruleset].players; seat++) {
            int index = game->programs[seat] = sim->program_of[made[i].seekers[seat]];
            struct sim_program *program = &sim->programs[index];
            assert_int_equal(program->state, TURNS_WAITING);
            program->state = TURNS_PLAYING;
            program->games++;
            if (now - program->gap_from > program->gap_max)
                program->gap_max = now - program->gap_from;
            program->gap_from = now;
        }
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

static void a_day(uint64_t seed, int hosts, int jobs)
{
    struct sim *sim = malloc(sizeof *sim);
    int least = INT32_MAX, most = 0, longest = 0;

    assert_non_null(sim);
    prepare(sim, seed, hosts, jobs);
    for (int now = 1; now <= DAY; now++)
        step(sim, now);
    for (int i = 0; i < PROGRAMS; i++) {
        const struct sim_program *program = &sim->programs[i];
        least = program->games < least ? program->games : least;
        most = program->games > most ? program->games : most;
        int gap = DAY - program->gap_from;
        gap = gap > program->gap_max ? gap : program->gap_max;
        longest = gap > longest ? gap : longest;
    }
    printf("seed %llu, %d host(s) of %d: games of a version %d to %d, longest pause %d s\n",
           (unsigned long long)seed, hosts, jobs, least, most, longest);
    assert_true(least > 0);
    assert_true(most <= 4 * least);
    assert_true(longest < DAY / 8);
    lobby_fini(&sim->lobby);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gets_to_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
