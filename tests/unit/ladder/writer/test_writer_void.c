/* test_writer_void.c - interrupted games, and games that were voided. */
#include <sys/eventfd.h>

#include "base/clock.h"
#include "store/store_kind.h"
#include "writer/writer.h"
#include "writer_cases.h"

/* A void from the shell changes the past of a running daemon. */
static void test_void_under_a_daemon(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char out[100];
    struct ladder_bot bot;
    for (int i = 0; i < 3; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", 2);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_queue_wait(ladder);
    assert_int_equal(shell(temp, out, sizeof out, 2, (const char *const[]){"void", "g-0"}), 0);
    struct ladder_result last = duel("g-3", "ann", "bob", 1);
    assert_int_equal(writer_queue_submit(ladder, &last, NULL, NULL), 0);
    writer_queue_wait(ladder);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_int_equal(bot.games, 3);
    assert_int_equal(bot.wins, 2);
    writer_close(ladder);
    assert_no_difference(temp, 4);
}

static void on_announced(void *context, bool stored, const char *why_not)
{
    (void)why_not;
    *(int *)context += stored ? 1 : 100;
}

/* An announced game that never ended is void at the next start: an unrated result. */
static void test_cut_off_games_are_void(void **state)
{
    const struct temp *temp = *state;
    const uint8_t commitment[32] = {1, 2, 3};
    struct ladder_result whole = duel("g-1", "ann", "bob", 2), cut = duel("g-2", "ann", "cy", 1);
    struct ladder_game games[4];
    struct ladder_bot ann;
    int stored = 0;

    struct ladder *ladder = temp_ladder(temp, true);
    assert_int_equal(writer_view_voided_at_start(ladder), 0);
    assert_int_equal(writer_queue_announce(ladder, &whole, commitment, on_announced, &stored), 0);
    assert_int_equal(writer_queue_announce(ladder, &cut, commitment, on_announced, &stored), 0);
    assert_true(readable(ladder, 5000));
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(stored, 2);
    assert_int_equal(writer_queue_submit(ladder, &whole, NULL, NULL), 0);
    writer_close(ladder);

    /* A command from the shell is no start of a daemon. */
    ladder = temp_ladder(temp, false);
    assert_int_equal(writer_view_voided_at_start(ladder), 0);
    writer_close(ladder);
    ladder = temp_ladder(temp, true);
    assert_int_equal(writer_view_voided_at_start(ladder), 1);
    writer_close(ladder);
    ladder = temp_ladder(temp, true);
    assert_int_equal(writer_view_voided_at_start(ladder), 0);
    assert_int_equal(writer_view_recent(ladder, games, 4), 2);
    assert_string_equal(games[0].game, "g-2");
    assert_string_equal(games[0].reason, "aborted");
    assert_string_equal(games[0].players, "ann cy");
    assert_true(writer_view_bot(ladder, "ann", &ann));
    assert_int_equal(ann.games, 1);
    writer_close(ladder);
    assert_no_difference(temp, 2);
}

/* Games with an odd number are to be resumed. */
static const char *keeps_odd(void *context, const char *game)
{
    long *asked = context;
    ++*asked;
    return strtol(game + 2, NULL, 10) % 2 ? NULL : "ann stayed away";
}

/* More games than one transaction handles. */
static void test_kept_games_stay_open(void **state)
{
    enum { GAMES = 700 };
    const struct temp *temp = *state;
    const uint8_t commitment[32] = {1, 2, 3};
    struct ladder_game games[2];
    struct ladder_error error;
    int stored = 0;
    long asked = 0;
    char id[16];

    struct ladder *ladder = temp_ladder(temp, true);
    for (int i = 1; i <= GAMES; i++) {
        snprintf(id, sizeof id, "g-%d", i);
        struct ladder_result result = duel(id, "ann", "bob", 1);
        assert_int_equal(writer_queue_announce(ladder, &result, commitment, on_announced, &stored),
                         0);
    }
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(stored, GAMES);
    writer_close(ladder);

    assert_int_equal(writer_open_keeping(&ladder, temp->url, NULL, keeps_odd, &asked, &error), 0);
    assert_true(asked >= GAMES);
    assert_int_equal(writer_view_voided_at_start(ladder), GAMES / 2);
    assert_int_equal(writer_view_recent(ladder, games, 1), 1);
    assert_string_equal(games[0].reason, "aborted");
    struct ladder_result kept = duel("g-1", "ann", "bob", 1);
    assert_int_equal(writer_queue_submit(ladder, &kept, NULL, NULL), 0);
    writer_close(ladder);

    ladder = temp_ladder(temp, true); /* the others were not ended */
    assert_int_equal(writer_view_voided_at_start(ladder), GAMES / 2 - 1);
    writer_close(ladder);
    assert_no_difference(temp, GAMES);
}

/* A store that may be away. */
struct far_store {
    struct store base;
    bool away;
    int begins, searches;
};

static int far_begin(struct store *store, bool write)
{
    struct far_store *far = (struct far_store *)store;

    assert_false(write);
    far->begins++;
    store->again = far->away;
    snprintf(store->error, sizeof store->error, "no answer for 10 s");
    return far->away ? -1 : 0;
}

static int far_commit(struct store *store)
{
    (void)store;
    return 0;
}

static void far_rollback(struct store *store)
{
    (void)store;
}

static int far_changed(struct store *store, bool *changed)
{
    (void)store;
    *changed = false;
    return 0;
}

static int far_orphaned(struct store *store, struct store_game *games, int max)
{
    (void)games;
    (void)max;
    ((struct far_store *)store)->searches++;
    return 0;
}

/* Each attempt takes 10 s where a store gives no answer, and results wait meanwhile. */
static void test_search_while_the_store_is_away(void **state)
{
    static const struct store_kind kind = {.begin = far_begin,
                                           .commit = far_commit,
                                           .rollback = far_rollback,
                                           .changed = far_changed,
                                           .games_orphaned = far_orphaned};
    struct far_store far = {.base = {.kind = &kind}, .away = true};
    struct ladder ladder = {.mutex = PTHREAD_MUTEX_INITIALIZER,
                            .event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
                            .store = &far.base,
                            .bots_sec = clock_now_sec() + 3600,
                            .answered_sec = clock_now_sec() - 60};
    char text[256];
    (void)state;
    writer_void_orphans(&ladder);
    assert_int_equal(far.begins, 1);
    assert_false(writer_view_trouble(&ladder, text));
    writer_void_orphans(&ladder);
    assert_int_equal(far.begins, 2);
    assert_true(writer_view_trouble(&ladder, text));
    assert_string_equal(text, "no answer for 10 s");

    /* It is back: leases that ran out meanwhile are renewed before games are voided. */
    far.away = false;
    writer_void_orphans(&ladder);
    assert_true(writer_view_trouble(&ladder, text));
    assert_string_equal(text, "");
    assert_int_equal(far.searches, 0);
    assert_true(ladder.orphans_sec > clock_now_sec() + 1.5 * WRITER_ORPHANS_SEC);
    writer_void_orphans(&ladder);
    assert_int_equal(far.searches, 1);
    assert_true(ladder.orphans_sec <= clock_now_sec() + WRITER_ORPHANS_SEC);
    close(ladder.event_fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_void_under_a_daemon, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_cut_off_games_are_void, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_kept_games_stay_open, temp_setup, temp_teardown),
        cmocka_unit_test(test_search_while_the_store_is_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
