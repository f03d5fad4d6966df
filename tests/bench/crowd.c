/* crowd.c - a lobby of a million bots on a fake clock: what it takes as the bots become ten times
 * as many.
 *
 *   crowd BOTS [RESULTS_A_BOT]
 *
 * BOTS is the last of the sizes, of a hundredth, a tenth and the whole of it. Prints a line a size
 * and part, `crowd BOTS PART SECONDS s [MEMORY bytes]`, where the seconds are CPU of this process
 * and the memory what it grew by; and last the powers (growing.h). The parts:
 *   come     all bots come and seek a game
 *   seat     passes of 64 tables, a thousandth of a second apart, until all but a few are seated
 *   pass     the slowest of these passes
 *   again    all games end, and all bots come and are seated once more, by whom they have met
 *   trickle  a pass after one bot came, while half of the bots wait in vain, on average of 200
 *   meetings RESULTS_A_BOT results (10) for each bot within a day, as the lobby remembers them */
#include "growing.h"

#include "lobby/lobby.h"

enum { TABLES = 64, TRICKLE = 200 };
static const usec_t second = 1000000;

static struct growing growing = {.program = "crowd"};
static uint64_t state;
static int each;

static void name_bot(char name[NAME_MAX_BYTES + 1], int bot)
{
    snprintf(name, NAME_MAX_BYTES + 1, "bot-%07d", bot);
}

static void seek(struct lobby *lobby, int number, usec_t now)
{
    struct lobby_seek want = {.rulesets = 1, .rated = true, .games = 1};

    for (int k = 0; k < 4; k++) /* nearly normal around 1500 */
        want.rating[0] += 250 + (int)splitmix_below(&state, 250);
    lobby_seek(lobby, number, &want, now);
}

/* Seats all who wait, but for those of whom there is no game. Returns the slowest pass. */
static double seat_all(struct lobby *lobby, usec_t *now)
{
    static struct lobby_game made[TABLES];
    double slowest = 0;
    int count;

    do {
        double began = bench_cpu();
        count = lobby_pair(lobby, *now, made, TABLES);
        double took = bench_cpu() - began;
        slowest = took > slowest ? took : slowest;
        *now += second / 1000;
    } while (count == TABLES);
    if (lobby->waiting_count > growing.bots / 10 + 3)
        growing_die(&growing, "not all were seated");
    return slowest;
}

/* Half of the bots seek as pairs and have no partner; they have waited for longer than a game takes
 * when the others come one by one. */
static void trickle(struct lobby *lobby, usec_t now)
{
    static struct lobby_game made[TABLES];
    int crowd = growing.bots / 2, last = growing.bots - 1;
    usec_t settled = now + 1000 * second;
    double took = 0;

    for (int i = 0; i < crowd; i++) {
        struct lobby_seek want = {
            .rulesets = 1, .rated = true, .pair = true, .games = 1, .rating = {1250 + i % 500}};
        lobby_seek(lobby, i, &want, now);
    }
    while (now < settled) {
        (void)lobby_pair(lobby, now, made, TABLES);
        now = lobby_next(lobby) > now ? lobby_next(lobby) : now + 1;
    }
    for (int i = 0; i < TRICKLE; i++) {
        now += second / 100;
        lobby_unseek(lobby, last);
        seek(lobby, last, now);
        double began = bench_cpu();
        (void)lobby_pair(lobby, now, made, TABLES);
        took += bench_cpu() - began;
    }
    growing_print(&growing, "trickle", took / TRICKLE, -1);
}

static void meet(struct opponent_history *history, usec_t now)
{
    static const int sides[] = {0, 1, 0, 1};

    for (long i = 0; i < (long)growing.bots * each; i++) {
        int bots[4], step = 1 + (int)splitmix_below(&state, 20);
        bots[0] = (int)splitmix_below(&state, (uint32_t)growing.bots);
        for (int k = 1; k < 4; k++)
            bots[k] = (bots[0] + k * step) % growing.bots;
        opponent_history_note(history, 0, bots, sides, 4, now);
    }
}

static void measure_lobby(void)
{
    state = 7;
    struct ruleset four;
    struct ruleset_error wrong;
    const struct ruleset *rules[] = {&four};
    static struct lobby lobby;
    usec_t now = second;
    double before = growing_memory(&growing), began = bench_cpu();

    if (ruleset_preset(&four, "wikipedia", 9, &wrong) ||
        lobby_init(&lobby, rules, 1, growing.bots, 1))
        growing_die(&growing, "no lobby");
    for (int i = 0; i < growing.bots; i++) {
        char name[NAME_MAX_BYTES + 1];
        name_bot(name, i);
        seek(&lobby, lobby_enter(&lobby, name, ""), now);
    }
    growing_print(&growing, "come", bench_cpu() - began, growing_memory(&growing) - before);
    began = bench_cpu();
    double slowest = seat_all(&lobby, &now);
    growing_print(&growing, "seat", bench_cpu() - began, -1);
    growing_print(&growing, "pass", slowest, -1);
    began = bench_cpu();
    while (lobby.queues[0].playing > 0)
        lobby_over(&lobby, 0, 100 * second);
    now += 100 * second;
    for (int i = 0; i < growing.bots; i++) {
        if (!lobby.seekers[i].waiting)
            seek(&lobby, i, now);
    }
    (void)seat_all(&lobby, &now);
    growing_print(&growing, "again", bench_cpu() - began, -1);
    trickle(&lobby, now);
    before = growing_memory(&growing);
    began = bench_cpu();
    meet(&lobby.history, now);
    growing_print(&growing, "meetings", bench_cpu() - began, growing_memory(&growing) - before);
    lobby_fini(&lobby);
}

int main(int argc, char **argv)
{
    int most = argc >= 2 ? atoi(argv[1]) : 0;

    each = argc >= 3 ? atoi(argv[2]) : 10;
    if (most < GROWING_LEAST || each < 1) {
        fprintf(stderr, "usage: crowd BOTS [RESULTS_A_BOT]; at least %d bots\n", GROWING_LEAST);
        return 2;
    }
    growing_run(&growing, most, measure_lobby);
    return 0;
}
