/* test_lobby_check.c - each invariant of a lobby: a lobby corrupted in one place fails at the
 * assert that names it. */
#include "seekers.h"

#include "death.h"

/* Three wait for a game of four: numbers 0, 1, 2; 3 and 4 are disconnected; 5 has left. */
static void fill(void)
{
    come("first", "", FOUR, 1500, 0);
    come("second", "", FOUR, 1400, second);
    int pair = lobby_enter(&lobby, "third", "owner");
    struct lobby_seek seek = want(FOUR, 1600);
    seek.pair = true;
    lobby_seek(&lobby, pair, &seek, 2 * second);
    come("fourth", "", TWO, 1500, 3 * second);
    come("fifth", "", TWO, 1500, 3 * second);
    lobby_leave(&lobby, lobby_enter(&lobby, "sixth", ""));
    assert_int_equal(lobby_pair(&lobby, 4 * second, games, GAMES), 1);
    assert_int_equal(lobby.waiting_count, 3);
}

static void free_number_is_here(void)
{
    lobby.seekers[5].here = true;
}
static void free_number_is_forgotten(void)
{
    lobby.first_free = -1;
}
static void line_holds_who_does_not_wait(void)
{
    lobby.seekers[1].waiting = false;
}
static void line_is_broken(void)
{
    lobby.seekers[1].wait_prev = 2;
}
static void line_is_out_of_order(void)
{
    lobby.seekers[0].since = 5 * second;
}
static void line_is_short(void)
{
    lobby.waiting_count++;
}
static void away_is_not_counted(void)
{
    lobby.queues[TWO].away--;
}
static void away_list_holds_another(void)
{
    lobby.seekers[3].away = 0;
}
static void waiting_one_is_away(void)
{
    lobby.seekers[0].away = 1;
}
static void queue_misses_one(void)
{
    lobby.queues[FOUR].count--;
}
static void queue_is_out_of_order(void)
{
    lobby.seekers[0].want.rating[FOUR] = 1000;
}
static void queue_holds_another(void)
{
    lobby.queues[FOUR].next[0] = 3;
}
static void pair_is_in_no_list(void)
{
    lobby.history.owners[lobby.history.bots[lobby.seekers[2].bot].owner].first_pair = -1;
}
static void games_are_below_zero(void)
{
    lobby.queues[TWO].playing = -1;
}

static void corrupt_and_check(void *context)
{
    void (*const *corrupt)(void) = context;

    if (*corrupt)
        (*corrupt)();
    lobby_check(&lobby);
}

static void each_invariant_fails_alone(void **context)
{
    static const struct {
        void (*corrupt)(void);
        const char *why;
    } rows[] = {
        {free_number_is_here, "a free number is of no connection"},
        {free_number_is_forgotten, "each number is free or of a connection"},
        {line_holds_who_does_not_wait, "who stands in the line waits"},
        {line_is_broken, "the line is the same in both directions"},
        {line_is_out_of_order, "the longest waiter stands first"},
        {line_is_short, "the line has its length"},
        {away_is_not_counted, "a queue counts who is away"},
        {away_list_holds_another, "who is listed as away is away"},
        {waiting_one_is_away, "who waits is not away"},
        {queue_misses_one, "a queue has all who seek its ruleset"},
        {queue_is_out_of_order, "seekers of equal terms are in the order of ratings"},
        {queue_holds_another, "who is in a queue seeks it"},
        {pair_is_in_no_list, "who seeks as a pair is in its owner's list"},
        {games_are_below_zero, "playing"},
        {NULL, NULL},
    };
    (void)context;

    fill();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void (*corrupt)(void) = rows[i].corrupt;
        assert_dies(corrupt_and_check, &corrupt, rows[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_invariant_fails_alone, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
