/* Who plays whom, rule by rule, on a fake clock. */
#include "seekers.h"

static void four_bots_make_a_game(void **context)
{
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("b", "", FOUR, 1500, 0);
    come("c", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    int last = come("d", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_true(sits(&games[0], 4, last));
    assert_int_equal(lobby.waiting_count, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    assert_int_equal(lobby_next(&lobby), USEC_NEVER);
}

static void rulesets_do_not_mix(void **context)
{
    struct lobby_seek both = want(TWO, 1500);
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("b", "", THREE, 1500, 0);
    int c = come("c", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    int d = lobby_enter(&lobby, "d", "");
    both.rulesets = 1u << TWO | 1u << THREE;
    lobby_seek(&lobby, d, &both, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_int_equal(games[0].ruleset, TWO);
    assert_true(sits(&games[0], 2, c) && sits(&games[0], 2, d));
    assert_int_equal(lobby.queues[THREE].count, 1); /* it is seated once, and waits nowhere */
}

static int come_with_terms(const char *name, int r, uint64_t terms, usec_t now)
{
    struct lobby_seek seek = want(r, 1500);
    int number = lobby_enter(&lobby, name, "");
    seek.rated = false;
    seek.terms = terms;
    lobby_seek(&lobby, number, &seek, now);
    return number;
}

/* Bots that name equal times find each other, and meet no others. */
static void terms_do_not_mix(void **context)
{
    (void)context;
    int a = come_with_terms("a", TWO, 7, 0);
    come_with_terms("b", TWO, 8, 0);
    come_with_terms("c", TWO, 0, 0);
    come("d", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    lobby_why_explain(&lobby, 0);
    assert_int_equal(lobby.seekers[a].why, LOBBY_WHY_PLAYERS);
    int e = come_with_terms("e", TWO, 7, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_true(sits(&games[0], 2, a) && sits(&games[0], 2, e) && !games[0].rated);
    assert_int_equal(lobby.waiting_count, 3);
}

/* Returns the games that forty others play in 200 seconds beside a crowd in which each names
 * different times, came first and seeks every ruleset. */
static int games_beside(int crowd)
{
    enum { OTHERS = 40, ROUNDS = 200 };
    int numbers[OTHERS], begun = 0;
    usec_t now = 0;
    char name[16];

    for (int i = 0; i < crowd; i++) {
        struct lobby_seek seek = want(FOUR, 1500);
        snprintf(name, sizeof name, "odd%d", i);
        int number = lobby_enter(&lobby, name, "");
        seek.rulesets = (1u << RULESETS) - 1;
        seek.rated = false;
        seek.terms = (uint64_t)i + 1;
        lobby_seek(&lobby, number, &seek, 0);
    }
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    for (int i = 0; i < OTHERS; i++) {
        snprintf(name, sizeof name, "other%d", i);
        numbers[i] = come(name, "", i % 2 ? FOUR : TWO, 1500, 0);
    }
    for (int round = 0; round < ROUNDS; round++, now += second) {
        int count = lobby_pair(&lobby, now, games, GAMES);
        assert_int_equal(lobby.keeper, -1);
        begun += count;
        for (int i = 0; i < count; i++)
            lobby_over(&lobby, games[i].ruleset, second);
        for (int i = 0; i < OTHERS; i++) { /* all are back before the next second */
            if (!lobby.seekers[numbers[i]].waiting)
                back(numbers[i], i % 2 ? FOUR : TWO, 1500, now + second);
        }
    }
    assert_true(lobby.waiting_count >= crowd);
    return begun;
}

/* The crowd takes no game from the others, and no bot is held for it. */
static void a_crowd_with_terms_starves_nobody(void **context)
{
    int alone = games_beside(0);
    tear_down(context);
    assert_int_equal(set_up(context), 0);
    int beside = games_beside(3000);
    print_message("games of others: %d alone, %d beside a crowd\n", alone, beside);
    assert_true(alone > 0 && beside >= alone * 97 / 100);
}

static void rated_and_unrated_do_not_mix(void **context)
{
    struct lobby_seek casual = want(TWO, 1500);
    (void)context;
    casual.rated = false;
    come("a", "", TWO, 1500, 0);
    int b = lobby_enter(&lobby, "b", ""), c = lobby_enter(&lobby, "c", "b");
    lobby_seek(&lobby, b, &casual, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    lobby_seek(&lobby, c, &casual, 0); /* of one owner, which is irrelevant there */
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_false(games[0].rated);
}

/* The preference for near ratings ends with the wait: the bot that waited longest gets a game in
 * the end. */
static void a_distant_rating_gets_a_game(void **context)
{
    int odd = come("odd", "", TWO, 300, 0);
    int others[4];
    char name[16];
    usec_t now = 0;
    (void)context;
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "n%d", i);
        others[i] = come(name, "", TWO, 1500, 0);
    }
    for (int round = 0; round < 200; round++, now += second) {
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            if (sits(&games[i], 2, odd))
                return;
            lobby_over(&lobby, TWO, second);
        }
        for (int i = 0; i < 4; i++)
            back(others[i], TWO, 1500, now);
    }
    fail_msg("not seated in 200 rounds");
}

static void a_name_has_one_seat_in_a_game(void **context)
{
    (void)context;
    come("a", "", FOUR, 1500, 0);
    come("A", "", FOUR, 1500, 0);
    come("b", "", FOUR, 1500, 0);
    come("c", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 0);
    come("d", "", FOUR, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    assert_int_equal(lobby.waiting_count, 1);
}

static void a_bot_may_play_several_games_at_once(void **context)
{
    struct lobby_seek many = want(TWO, 1500);
    (void)context;
    many.games = 5;
    int a = lobby_enter(&lobby, "a", ""), b = lobby_enter(&lobby, "b", "");
    lobby_seek(&lobby, a, &many, 0);
    many.games = 3;
    lobby_seek(&lobby, b, &many, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 3);
    assert_int_equal(lobby.seekers[a].want.games, 2);
    assert_false(lobby.seekers[b].waiting);
    assert_int_equal(lobby_pair(&lobby, 0, games, 0), 0);
}

/* The others seek this ruleset, and play among themselves. */
static void games_between_two_owners_are_limited(void **context)
{
    int farm = come("farm0", "farmer", TWO, 1500, 0), mine = come("mine", "", TWO, 1500, 0);
    int others[40], against = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "o%d", i);
        others[i] = come(name, "", TWO, 3000, 0);
    }
    for (usec_t now = 0; now < 20 * second; now += second / 10) {
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            against += sits(&games[i], 2, farm) && sits(&games[i], 2, mine);
            lobby_over(&lobby, TWO, second / 10);
        }
        back(farm, TWO, 1500, now);
        back(mine, TWO, 1500, now);
        for (int i = 0; i < 40; i++)
            back(others[i], TWO, 3000, now);
    }
    assert_int_equal(lobby.queues[TWO].owners, 42);
    const struct opponent_day *day = &lobby.history.bots[lobby.seekers[mine].bot].days[0];
    assert_true(against > OPPONENT_FREE_RESULTS);
    assert_true(against <= 0.1 * day->total + 1);
}

/* Forty connected bots do not seek, or seek something else, or a game that never begins: only
 * two that play on seek this ruleset. */
static void idle_bots_delay_no_game(void **context)
{
    struct lobby_seek other = want(SIX, 1500), casual = want(TWO, 1500), half = want(FOUR, 1500);
    int a = come("a", "", TWO, 1500, 0), b = come("b", "", TWO, 1500, 0);
    usec_t now = 0;
    char name[16];
    (void)context;
    casual.rated = false;
    half.pair = true;
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "o%d", i);
        int number = lobby_enter(&lobby, name, i % 4 == 3 ? "one" : "");
        if (i % 4 == 1 && i < 20)
            lobby_seek(&lobby, number, &other, 0);
        else if (i % 4 == 2)
            lobby_seek(&lobby, number, &half, 0);
        else if (i == 3)
            lobby_seek(&lobby, number, &casual, 0);
    }
    assert_int_equal(games_of_two(a, b, 50, &now), 50);
}

/* Six bots that have played a ruleset of six, game after game, seek one of two. */
static void a_ruleset_begins_anew(void **context)
{
    int numbers[6];
    usec_t now = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "n%d", i);
        numbers[i] = come(name, "", SIX, 1500, 0);
    }
    for (int round = 0; round < 15; round++, now += second) {
        assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 1);
        lobby_over(&lobby, SIX, second);
        for (int i = 0; i < 6; i++)
            back(numbers[i], round < 14 ? SIX : TWO, 1500, now);
    }
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 3);
}

/* One seeks three-handed only, and all others that seek it could always be at tables of two. */
static void a_large_table_is_filled(void **context)
{
    static const uint32_t masks[] = {1u << TWO | 1u << THREE, 1u << TWO | 1u << THREE, 1u << TWO,
                                     1u << THREE};
    int numbers[4], played[4] = {0};
    usec_t now = 0, ends[4] = {0};
    (void)context;
    for (int i = 0; i < 4; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i);
        numbers[i] = lobby_enter(&lobby, name, "");
    }
    for (; now < 300 * second; now += second / 10) {
        for (int i = 0; i < 4; i++) {
            struct lobby_seek seek = want(TWO, 1500);
            seek.rulesets = masks[i];
            if (ends[i] <= now && !lobby.seekers[numbers[i]].waiting)
                lobby_seek(&lobby, numbers[i], &seek, now);
        }
        int count = lobby_pair(&lobby, now, games, GAMES);
        for (int i = 0; i < count; i++) {
            usec_t took = second + (usec_t)lobby_random(&lobby.random, 1000000);
            for (int k = 0; k < 4; k++) {
                if (sits(&games[i], lobby.queues[games[i].ruleset].players, numbers[k])) {
                    played[k]++;
                    ends[k] = now + took;
                }
            }
            lobby_over(&lobby, games[i].ruleset, took);
        }
    }
    for (int i = 0; i < 4; i++)
        assert_true(played[i] > 30);
}

/* They were seated with each other, and sit there for hours: after the usual time of a game they
 * no longer count. */
static void slow_tables_delay_no_game(void **context)
{
    usec_t now = 0;
    char name[16];
    (void)context;
    for (int i = 0; i < 14; i++) {
        snprintf(name, sizeof name, "slow%d", i);
        come(name, "", TWO, 1500, 0);
    }
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 7);
    int a = come("a", "", TWO, 1500, 0), b = come("b", "", TWO, 1500, 0);
    assert_in_range(games_of_two(a, b, 6, &now), 1, OPPONENT_FREE_RESULTS);
    now = 11 * second; /* a game takes ten seconds where none has ended yet */
    assert_in_range(games_of_two(a, b, 60, &now), 20, 60);
}

/* A pairing that only the share forbids is tried again at once when a bot arrives, leaves or
 * ends a game, and soon in any case. */
static void a_forbidden_pairing_is_tried_again(void **context)
{
    usec_t now = 0;
    (void)context;
    int a = come("a", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    assert_in_range(lobby_next(&lobby), 1, LOBBY_LOOK_AGAIN);
    assert_true(LOBBY_LOOK_AGAIN <= 5 * second); /* "a few seconds" */
    int b = come("b", "", SIX, 1500, 0);
    assert_int_equal(lobby_next(&lobby), 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_unseek(&lobby, b);
    assert_int_equal(lobby_next(&lobby), 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_leave(&lobby, b);
    assert_int_equal(lobby_next(&lobby), 0);
    come("c", "", TWO, 1500, 0);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 1);
    back(a, TWO, 1500, now);
    assert_int_equal(lobby_pair(&lobby, now, games, GAMES), 0);
    lobby_over(&lobby, TWO, second);
    assert_int_equal(lobby_next(&lobby), 0);
}

static void a_bot_that_left_is_not_paired(void **context)
{
    struct lobby_seek pair = want(FOUR, 1500);
    (void)context;
    int a = come("a", "", FOUR, 1500, 0), b = come("b", "", FOUR, 1500, 0);
    pair.pair = true;
    int c = lobby_enter(&lobby, "c", "");
    lobby_seek(&lobby, c, &pair, 0);
    lobby_unseek(&lobby, a);
    lobby_unseek(&lobby, a);
    lobby_leave(&lobby, c);
    lobby_leave(&lobby, b);
    lobby_leave(&lobby, a);
    assert_int_equal(lobby.waiting_count, 0);
    assert_int_equal(lobby.queues[FOUR].count, 0);
    assert_int_equal(lobby_enter(&lobby, "d", ""), a); /* the numbers are reused */
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Not all pairs are tried. The limit holds for the sanitizers' builds, too, which are several
 * times slower. */
static void ten_thousand_bots_are_paired_quickly(void **context)
{
    char name[16], owner[16];
    (void)context;
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        snprintf(owner, sizeof owner, "owner%d", i / 3);
        come(name, owner, FOUR, 800 + (int)lobby_random(&lobby.random, 1400), i);
    }
    double start = milliseconds();
    int count = lobby_pair(&lobby, second, games, GAMES);
    double took = milliseconds() - start;
    printf("10000 waiting, %d games: %.1f ms\n", count, took);
    assert_true(count >= 2495); /* the last few may be of one owner */
    assert_true(took < 500);
    int far = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 1; k < 4; k++)
            far += abs(lobby.seekers[games[i].seekers[k]].want.rating[FOUR] -
                       lobby.seekers[games[i].seekers[0]].want.rating[FOUR]) > 100;
    }
    assert_true(far < 100);
}

/* All of one owner: no bot can play, and that is found cheaply as well. */
static void thousands_of_one_owner_cost_little(void **context)
{
    char name[16];
    (void)context;
    for (int i = 0; i < 4000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", FOUR, 1500, 0);
    }
    double start = milliseconds();
    assert_int_equal(lobby_pair(&lobby, 60 * second, games, GAMES), 0);
    printf("4000 of one owner: %.1f ms\n", milliseconds() - start);
    come("x", "", FOUR, 1500, 61 * second);
    come("y", "", FOUR, 1500, 61 * second);
    assert_int_equal(lobby_pair(&lobby, 61 * second, games, GAMES), 1);
}

/* A farm around a rating does not hide the bots behind it. */
static void a_farm_hides_no_other_bot(void **context)
{
    char name[16];
    (void)context;
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", FOUR, 1500, 0);
    }
    come("x", "", FOUR, 1400, 0);
    come("y", "", FOUR, 1600, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
    come("x", "", TWO, 1400, 0);
    come("y", "", TWO, 1600, 0);
    assert_int_equal(lobby_pair(&lobby, 0, games, GAMES), 1);
}

/* Thousands of bots without a possible opponent use up pass after pass, and the last one in the
 * line still has its turn. */
static void a_pass_is_limited(void **context)
{
    char name[16];
    int passes = 0;
    (void)context;
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        come(name, "one", TWO, 2500, 0);
    }
    struct lobby_seek casual = want(TWO, 1500);
    casual.rated = false;
    lobby_seek(&lobby, lobby_enter(&lobby, "x", ""), &casual, second);
    lobby_seek(&lobby, lobby_enter(&lobby, "y", ""), &casual, second);
    double start = milliseconds();
    while (lobby_pair(&lobby, 60 * second, games, 1) == 0) {
        assert_int_equal(lobby_next(&lobby), 60 * second);
        assert_true(++passes < 60);
    }
    printf("%d passes: %.1f ms\n", passes, milliseconds() - start);
    assert_true(passes > 0);
}

static void lots_are_fair(void **context)
{
    uint64_t state = 3;
    int counts[6] = {0};
    (void)context;
    for (int i = 0; i < 60000; i++)
        counts[lobby_random(&state, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 9600, 10400);
    assert_int_equal(lobby_random(&state, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(four_bots_make_a_game),
        TEST(rulesets_do_not_mix),
        TEST(terms_do_not_mix),
        TEST(a_crowd_with_terms_starves_nobody),
        TEST(rated_and_unrated_do_not_mix),
        TEST(a_distant_rating_gets_a_game),
        TEST(a_name_has_one_seat_in_a_game),
        TEST(a_bot_may_play_several_games_at_once),
        TEST(games_between_two_owners_are_limited),
        TEST(idle_bots_delay_no_game),
        TEST(a_ruleset_begins_anew),
        TEST(a_large_table_is_filled),
        TEST(slow_tables_delay_no_game),
        TEST(a_forbidden_pairing_is_tried_again),
        TEST(a_bot_that_left_is_not_paired),
        TEST(ten_thousand_bots_are_paired_quickly),
        TEST(thousands_of_one_owner_cost_little),
        TEST(a_farm_hides_no_other_bot),
        TEST(a_pass_is_limited),
        TEST(lots_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
