/* thinker.c - the options and the clock of the bots that imagine worlds; see thinker.h. */
#include "thinker.h"
#include "botkit.h"
#include "solve.h"
#include "think.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct think think;
static int64_t hand_usec = 1000 * 1000;

/* What is left of the time for the running hand, by place among the bot's games. */
static struct {
    int64_t g, left_usec;
    int deal;
} clocks[sizeof(((struct bot *)0)->games) / sizeof(struct seen)];

/* A decision ends at the earlier of two moments. Its share of --time is CPU time, so that other
 * programs on the machine do not weaken it; the arena's clock is real time. */
static int64_t cpu_end_usec, wall_end_usec;

static int64_t read_usec(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t left_usec(void)
{
    int64_t cpu = cpu_end_usec - read_usec(CLOCK_PROCESS_CPUTIME_ID);
    int64_t wall = wall_end_usec - read_usec(CLOCK_MONOTONIC);
    return cpu < wall ? cpu : wall;
}

/* The share of what is left of the hand's time that a decision may take, in hundredths. */
static int share(const struct seen *game, const struct seen_turn *turn)
{
    static const uint8_t of_trick[TRICKS] = {22, 24, 26, 28, 30, 35, 40, 50, 60, 60};

    if (turn->phase == PHASE_AUCTION || turn->phase == PHASE_RAISE)
        return 25;
    if (turn->phase != PHASE_PLAY)
        return 30;
    int trick = TRICKS - cardset_count(game->hand);
    return of_trick[trick < 0 ? 0 : trick >= TRICKS ? TRICKS - 1 : trick];
}

/* What the arena allows: half of the time for the decision, and a little of the bank. */
static int64_t allowed_usec(const struct seen_turn *turn)
{
    if (turn->ms < 0)
        return INT64_MAX / 2;
    int64_t own = turn->ms - turn->bank;
    return (own / 2 + turn->bank / 100) * 1000;
}

static bool decide(struct bot *bot, const struct seen *game, const struct seen_turn *turn,
                   struct action *action)
{
    int64_t began = read_usec(CLOCK_PROCESS_CPUTIME_ID);
    size_t at = (size_t)(game - bot->games);

    if (clocks[at].g != game->g || clocks[at].deal != game->deal_count) {
        clocks[at].g = game->g;
        clocks[at].deal = game->deal_count;
        clocks[at].left_usec = hand_usec;
    }
    cpu_end_usec = began + clocks[at].left_usec * share(game, turn) / 100;
    wall_end_usec = read_usec(CLOCK_MONOTONIC) + allowed_usec(turn);
    think.random = bot->random;
    think_decide(&think, game, turn, action);
    bot->random = think.random;
    int64_t spent = read_usec(CLOCK_PROCESS_CPUTIME_ID) - began;
    clocks[at].left_usec -= spent < clocks[at].left_usec ? spent : clocks[at].left_usec;
    return true;
}

int thinker_main(int argc, char **argv, const char *name, int version)
{
    static struct bot bot;
    int msec = 1000;
    size_t bytes = solve_bytes(THINK_TABLE_BITS);
    void *memory = malloc(bytes);
    const struct bot_option options[] = {
        {"time", "MS", "CPU time for the plays of a hand (1000)", .number = &msec, .min = 1,
         .max = 3600000},
        {"worlds", "N", "how many worlds it looks at", .number = &think.worlds, .min = 1,
         .max = 1000},
        {"version", "N", "plays as expert did at first (1), or as expert-2 (2)",
         .number = &think.version, .min = 1, .max = 2},
        {.name = NULL},
    };

    if (!memory || solve_init(&think.solver, memory, bytes)) {
        fprintf(stderr, "%s: no memory\n", name);
        return 1;
    }
    think.left_usec = left_usec;
    think.version = version;
    int status = bot_init_options(&bot, argc, argv, name, options);
    hand_usec = (int64_t)msec * 1000;
    return status ? status : bot_run(&bot, decide);
}
