/* test_writer_account.c - owners: accounts, bots that are taken over, stopped, given new tokens. */
#include "await.h"
#include "store/store_account.h"
#include "writer_deeds.h"

static void an_owner_takes_over_a_bot_by_its_token(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answer one, two, answer;
    char ann[65], bob[65], carol[65];
    struct ladder_bot bot;

    create(ladder, "", &one);
    create(ladder, "", &two);
    const char *me = one.deed.account, *other = two.deed.account;
    assert_string_not_equal(me, other);
    claim(ladder, "ann", "net-1", ann);
    claim(ladder, "bob", "net-2", bob);
    claim(ladder, "carol", "", carol);
    assert_int_equal(writer_queue_register(ladder, "free"), 0);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "ann", bob, &answer), LADDER_DEED_WRONG);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "ann", "", &answer), LADDER_DEED_WRONG);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "free", "", &answer), LADDER_DEED_WRONG);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "nobody", ann, &answer),
                     LADDER_DEED_NOT_YOURS);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "ANN", ann, &answer), LADDER_DEED_DONE);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "ann", ann, &answer), LADDER_DEED_DONE);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_string_equal(bot.account, me);
    assert_string_equal(bot.owner, me); /* one owner, from whatever address it was claimed */
    /* The thief of a bot's token does not get a bot that has another owner. */
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, other, "ann", ann, &answer),
                     LADDER_DEED_NOT_YOURS);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "bob", bob, &answer), LADDER_DEED_DONE);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "carol", carol, &answer),
                     LADDER_DEED_FULL);
    writer_close(ladder);
    assert_no_difference(temp, 0);
    ladder = temp_ladder(temp, true); /* all of it is on disk */
    assert_true(writer_view_bot(ladder, "bob", &bot));
    assert_string_equal(bot.owner, me);
    assert_string_equal(bot.account, me);
    writer_close(ladder);
}

/* Bots of one owner cannot raise one another's ratings. */
static void bots_of_one_owner_play_unrated(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answer owner, answer;
    char ann[65], bob[65];
    struct ladder_bot bot;

    claim(ladder, "ann", "net-1", ann);
    claim(ladder, "bob", "net-2", bob);
    struct ladder_result result = duel("one", "ann", "bob", 10);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    writer_queue_wait(ladder);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_int_equal(bot.games, 1);
    create(ladder, "", &owner);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, owner.deed.account, "ann", ann, &answer),
                     LADDER_DEED_DONE);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, owner.deed.account, "bob", bob, &answer),
                     LADDER_DEED_DONE);
    result = duel("two", "ann", "bob", 10);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    writer_queue_wait(ladder);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_int_equal(bot.games, 1); /* earlier games stay */
    writer_queue_dispatch(ladder);
    writer_close(ladder);
    assert_no_difference(temp, 2); /* a replay of the log gives the same */
}

static char stopped[4][33];
static int stopped_count;

static void on_watch(void *context, const char *bot)
{
    (void)context;
    snprintf(stopped[stopped_count++ % 4], sizeof stopped[0], "%s", bot);
}

static void only_its_owner_stops_a_bot(void **state)
{
    static const enum ladder_deed_kind kinds[] = {LADDER_DEED_TOKEN, LADDER_DEED_STOP,
                                                  LADDER_DEED_START};
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answer one, two, answer;
    struct ladder_bot bot;
    char ann[65];

    stopped_count = 0;
    writer_account_watch(ladder, on_watch, NULL);
    create(ladder, "", &one);
    create(ladder, "", &two);
    const char *me = one.deed.account;
    claim(ladder, "ann", "", ann);
    for (int i = 0; i < 3; i++) { /* first without an owner, then of another one */
        assert_int_equal(deed_of(ladder, kinds[i], me, "ann", "", &answer), LADDER_DEED_NOT_YOURS);
        assert_string_equal(answer.deed.token, "");
    }
    assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, me, "ann", ann, &answer), LADDER_DEED_DONE);
    for (int i = 0; i < 3; i++)
        assert_int_equal(deed_of(ladder, kinds[i], two.deed.account, "ann", ann, &answer),
                         LADDER_DEED_NOT_YOURS);
    assert_true(writer_view_token_valid(ladder, "ann", ann));
    assert_int_equal(stopped_count, 0);
    assert_int_equal(deed_of(ladder, LADDER_DEED_STOP, me, "Ann", "", &answer), LADDER_DEED_DONE);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_true(bot.stopped);
    assert_int_equal(deed_of(ladder, LADDER_DEED_START, me, "ann", "", &answer), LADDER_DEED_DONE);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_false(bot.stopped);
    assert_int_equal(deed_of(ladder, LADDER_DEED_TOKEN, me, "ann", "", &answer), LADDER_DEED_DONE);
    assert_false(writer_view_token_valid(ladder, "ann", ann));
    assert_true(writer_view_token_valid(ladder, "ann", answer.deed.token));
    assert_int_equal(stopped_count, 2); /* a bot with the old token must end */
    assert_string_equal(stopped[0], "ann");
    writer_close(ladder);
    assert_no_difference(temp, 0);
}

/* The same from another node, or the shell: a bot here with the old token ends, too. */
static void a_bot_stopped_by_another_process_ends(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_error error;
    struct store *store = NULL;
    struct standing bot;
    char ann[65], bob[65];

    stopped_count = 0;
    writer_account_watch(ladder, on_watch, NULL);
    claim(ladder, "ann", "", ann);
    claim(ladder, "bob", "", bob);
    for (int way = 0; way < 2; way++) {
        stopped_count = 0;
        assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
        assert_int_equal(store_begin(store, true), 0);
        assert_int_equal(store_bot_find(store, way ? "bob" : "ann", &bot), 0);
        assert_int_equal(way ? store_bot_token(store, bot.id, (const uint8_t[32]){9})
                             : store_account_stop(store, bot.id, true),
                         0);
        assert_int_equal(store_commit(store), 0);
        store_close(store);
        struct await limit = await_begin(20);
        do
            writer_queue_dispatch(ladder);
        while (stopped_count == 0 && await_step(&limit));
        assert_int_equal(stopped_count, 1);
        assert_string_equal(stopped[0], way ? "bob" : "ann");
    }
    writer_close(ladder);
}

/* An address is one party, with a limit of accounts, and all of them are one owner for the
 * rules. */
static void accounts_of_an_address_come_to_an_end(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_deed deed = {.kind = LADDER_DEED_CREATE, .party = "net-aaaaaaaaaaaa"};
    static struct answer answer, taken;
    char ann[65], bob[65];
    struct ladder_bot bot;

    claim(ladder, "ann", "net-bbbbbbbbbbbb", ann);
    claim(ladder, "bob", "net-cccccccccccc", bob);
    for (int i = 0; i < LADDER_ACCOUNTS_OF_PARTY; i++) {
        assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_DONE);
        if (i < 2)
            assert_int_equal(deed_of(ladder, LADDER_DEED_TAKE, answer.deed.account,
                                     i ? "bob" : "ann", i ? bob : ann, &taken),
                             LADDER_DEED_DONE);
    }
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_FULL);
    assert_string_equal(answer.deed.token, "");
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_string_equal(bot.owner, "net-aaaaaaaaaaaa");
    assert_true(writer_view_bot(ladder, "bob", &bot));
    assert_string_equal(bot.owner, "net-aaaaaaaaaaaa");
    writer_close(ladder);
    assert_no_difference(temp, 0);
}

static struct ladder_deed program_of(const char *account, const char *bot, const char *label)
{
    struct ladder_deed deed = {.kind = LADDER_DEED_HAND_IN,
                               .bots_max = 2,
                               .new_names = true,
                               .programs_of_day = 3,
                               .program_bytes_max = 100};
    static int number;
    snprintf(deed.account, sizeof deed.account, "%s", account);
    snprintf(deed.bot, sizeof deed.bot, "%s", bot);
    snprintf(deed.program.label, sizeof deed.program.label, "%s", label);
    snprintf(deed.program.archive, sizeof deed.program.archive, "%064x", ++number);
    deed.program.owned = true;
    deed.program.bytes = 30;
    return deed;
}

/* For a refused program no name is kept either. */
static void a_refused_program_creates_no_name(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answer one, two, answer;
    char ann[65];
    struct ladder_bot bot;

    create(ladder, "net-7", &one);
    create(ladder, "", &two);
    const char *me = one.deed.account, *other = two.deed.account;
    struct ladder_deed deed = program_of(me, "bob", "1");
    deed.new_names = false;
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NO_NAME);
    deed = program_of(me, "bob", "1");
    deed.program.bytes = 101;
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NO_ROOM);
    deed = program_of(me, "net-1", "1"); /* it would belong to another party */
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NO_NAME);
    assert_false(writer_view_bot(ladder, "net-1", &bot));
    deed = program_of("own-nobody", "bob", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NO_NAME);
    assert_false(writer_view_bot(ladder, "bob", &bot));
    deed = program_of(me, "bob", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_DONE);
    assert_true(writer_view_bot(ladder, "bob", &bot));
    assert_string_equal(bot.owner, "net-7"); /* of one party, like all its bots */
    assert_string_equal(bot.account, me);
    claim(ladder, "ann", "", ann); /* without an owner, but with its own token */
    deed = program_of(me, "ann", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NOT_YOURS);
    deed = program_of(other, "bob", "2");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NOT_YOURS);
    deed = program_of(me, "bob", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_THERE);
    deed = program_of(me, "carol", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_DONE);
    deed = program_of(me, "dave", "1");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_FULL);
    assert_false(writer_view_bot(ladder, "dave", &bot));
    deed = program_of(me, "bob", "2");
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_DONE);
    deed = program_of(me, "bob", "3");
    deed.program_bytes_max = 1000;
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_DAY_FULL);
    /* A received program is neither stopped nor started, not even by another owner. */
    deed = program_of(me, "bob", "2");
    deed.kind = LADDER_DEED_PROGRAM_START;
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NOT_SO);
    deed = program_of(other, "bob", "2");
    deed.kind = LADDER_DEED_PROGRAM_STOP;
    assert_int_equal(act(ladder, &deed, &answer), LADDER_DEED_NOT_YOURS);
    writer_close(ladder);
    assert_no_difference(temp, 0);
    ladder = temp_ladder(temp, true);
    assert_true(writer_view_bot(ladder, "bob", &bot));
    assert_string_equal(bot.account, me);
    writer_close(ladder);
}

static void invalid_names_are_not_queued(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    static struct answer answer;
    struct ladder_deed deed = {.kind = LADDER_DEED_STOP, .account = "own-1", .bot = ".x"};

    assert_int_equal(writer_account_queue(ladder, &deed, on_deed, &answer), -1);
    deed = (struct ladder_deed){.kind = LADDER_DEED_RENEW};
    assert_int_equal(writer_account_queue(ladder, &deed, on_deed, &answer), -1);
    deed = (struct ladder_deed){.kind = LADDER_DEED_CREATE, .party = "a b"};
    assert_int_equal(writer_account_queue(ladder, &deed, on_deed, &answer), -1);
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_owner_takes_over_a_bot_by_its_token, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(bots_of_one_owner_play_unrated, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(only_its_owner_stops_a_bot, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_bot_stopped_by_another_process_ends, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(accounts_of_an_address_come_to_an_end, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_refused_program_creates_no_name, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(invalid_names_are_not_queued, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
