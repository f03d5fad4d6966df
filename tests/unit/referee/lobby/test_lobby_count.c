/* test_lobby_count.c - who seeks a ruleset, counted as bots come, sit down and go. */
#include "seekers.h"
#include "lobby/lobby_count.h"

static void expect(int owners, int available, int coming)
{
    const struct lobby_queue *queue = &lobby.queues[FOUR];
    lobby_count_check(&lobby);
    assert_int_equal(queue->owners, owners);
    assert_int_equal(queue->available[1], available);
    assert_int_equal(queue->coming[1], coming);
}

static int come_as_pair(const char *name, const char *owner)
{
    struct lobby_seek pair = want(FOUR, 1500);
    int number = lobby_enter(&lobby, name, owner);
    pair.pair = true;
    lobby_seek(&lobby, number, &pair, 0);
    return number;
}

static void owners_count_once(void **context)
{
    (void)context;
    int a = come("a1", "ann", FOUR, 1500, 0);
    come("a2", "ann", FOUR, 1500, 0);
    expect(1, 2, 0);
    come("b", "bob", FOUR, 1500, 0);
    expect(2, 3, 0);
    lobby_unseek(&lobby, a);
    expect(2, 2, 0);
}

/* A half pair cannot sit down; three of one owner are a pair and one that may replace one of it. */
static void a_pair_counts_when_it_is_complete(void **context)
{
    (void)context;
    come_as_pair("a1", "ann");
    expect(0, 0, 0);
    int second_half = come_as_pair("a2", "ann");
    expect(1, 2, 0);
    come_as_pair("a3", "ann");
    expect(1, 3, 0);
    lobby_leave(&lobby, second_half);
    expect(1, 2, 0);
}

/* For as long as a game takes, also if games come to take longer. */
static void who_sits_is_about_to_return(void **context)
{
    usec_t length = 10 * lobby.queues[FOUR].widen;
    (void)context;
    for (int i = 0; i < 4; i++)
        come((const char *[]){"a", "b", "c", "d"}[i], "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    expect(4, 0, 4);
    lobby_count_refresh(&lobby, length);
    expect(4, 0, 4);
    lobby_count_refresh(&lobby, length + 1);
    expect(0, 0, 0);
    lobby_over(&lobby, FOUR, 4 * length);
    lobby_count_refresh(&lobby, length + 1);
    expect(4, 0, 4);
    back(2, FOUR, 1500, length + 1);
    expect(4, 1, 3);
    lobby_leave(&lobby, 1);
    expect(3, 1, 2);
}

/* Its seekers count for the owner that they had when they sought. */
static void an_owner_may_change(void **context)
{
    (void)context;
    int a = come("a", "ann", FOUR, 1500, 0);
    come_as_pair("p", "ann");
    assert_true(lobby_enter(&lobby, "a", "bob") >= 0);
    assert_true(lobby_enter(&lobby, "p", "bob") >= 0);
    expect(1, 1, 0);
    lobby_check(&lobby);
    back(a, FOUR, 1500, 0);
    expect(1, 1, 0);
    come("b", "ann", FOUR, 1500, 0);
    expect(2, 2, 0);
    lobby_leave(&lobby, a);
    expect(1, 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(owners_count_once),
        TEST(a_pair_counts_when_it_is_complete),
        TEST(who_sits_is_about_to_return),
        TEST(an_owner_may_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
