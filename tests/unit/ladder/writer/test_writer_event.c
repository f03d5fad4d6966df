/* test_writer_event.c - bots are signed up for events: limits for each owner and in all, and in
 * time. */
#include "base/clock.h"
#include "store/store_calendar.h"
#include "writer_deeds.h"

static char cup_file[] = "[tournament]\n";

static void put(const struct temp *temp, const char *name, const char *spec, int64_t due_msec,
                int entries)
{
    struct calendar_event row = {.due_msec = due_msec, .file = cup_file};
    struct ladder_error error;
    struct store *store;
    char bot[33];

    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.spec, sizeof row.spec, "%s", spec);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_put(store, &row), 0);
    for (int i = 0; i < entries; i++) {
        snprintf(bot, sizeof bot, "bot-%d", i);
        assert_int_equal(store_calendar_entry_add(store, name, bot, 5), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static int entries_of(const struct temp *temp, const char *name)
{
    static struct calendar_entry entries[2 * LADDER_ENTRIES_MAX];
    struct ladder_error error;
    struct store *store;

    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    int count = store_calendar_entries(store, name, "", entries, 2 * LADDER_ENTRIES_MAX);
    store_rollback(store);
    store_close(store);
    return count;
}

static enum ladder_deed_outcome enter(struct ladder *ladder, const char *account, const char *event,
                                      const char *bot)
{
    static struct answer answer;
    struct ladder_deed deed = {.kind = LADDER_DEED_ENTER};

    snprintf(deed.account, sizeof deed.account, "%s", account);
    snprintf(deed.bot, sizeof deed.bot, "%s", bot);
    snprintf(deed.event, sizeof deed.event, "%s", event);
    return act(ladder, &deed, &answer);
}

/* An account with bots NAME-0, NAME-1 ... of that party. */
static void own(struct ladder *ladder, const char *party, const char *name, int bots,
                char account[33])
{
    static struct answer made, answer;
    char token[65], bot[33];

    create(ladder, party, &made);
    memcpy(account, made.deed.account, 33);
    for (int i = 0; i < bots; i++) {
        struct ladder_deed take = {.kind = LADDER_DEED_TAKE, .bots_max = 20};
        snprintf(bot, sizeof bot, "%s-%d", name, i);
        claim(ladder, bot, "", token);
        memcpy(take.account, account, sizeof take.account);
        snprintf(take.bot, sizeof take.bot, "%s", bot);
        snprintf(take.said, sizeof take.said, "%s", token);
        assert_int_equal(act(ladder, &take, &answer), LADDER_DEED_DONE);
    }
}

/* Two accounts of one address are one owner. */
static void entries_per_owner_are_limited(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char one[33], two[33], far[33], bot[33];

    put(temp, "open", "at=2090-01-01T20:00 entries=signed per-owner=3", INT64_C(3786912000000), 0);
    own(ladder, "net-aaaaaaaaaaaa", "a", 2, one);
    own(ladder, "net-aaaaaaaaaaaa", "b", 2, two);
    own(ladder, "net-bbbbbbbbbbbb", "c", 4, far);
    assert_int_equal(enter(ladder, one, "open", "a-0"), LADDER_DEED_DONE);
    assert_int_equal(enter(ladder, two, "open", "b-0"), LADDER_DEED_DONE);
    assert_int_equal(enter(ladder, one, "open", "a-1"), LADDER_DEED_DONE);
    assert_int_equal(enter(ladder, one, "open", "a-1"), LADDER_DEED_DONE); /* no change */
    assert_int_equal(enter(ladder, two, "open", "b-1"), LADDER_DEED_ENOUGH);
    assert_int_equal(enter(ladder, two, "open", "a-1"), LADDER_DEED_NOT_YOURS);
    for (int i = 0; i < 4; i++) {
        snprintf(bot, sizeof bot, "c-%d", i);
        assert_int_equal(enter(ladder, far, "open", bot),
                         i < 3 ? LADDER_DEED_DONE : LADDER_DEED_ENOUGH);
    }
    assert_int_equal(entries_of(temp, "open"), 6);
    writer_close(ladder);
    assert_no_difference(temp, 0);
}

static void an_event_is_full(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char account[33];

    put(temp, "open", "at=2090-01-01T20:00 entries=signed", INT64_C(3786912000000),
        LADDER_ENTRIES_MAX - 1);
    own(ladder, "", "a", 2, account);
    assert_int_equal(enter(ladder, account, "open", "a-0"), LADDER_DEED_DONE);
    assert_int_equal(enter(ladder, account, "open", "a-1"), LADDER_DEED_FULL);
    assert_int_equal(entries_of(temp, "open"), LADDER_ENTRIES_MAX);
    writer_close(ladder);
}

/* Nobody enters or leaves once the event is due, even if no node has begun it. */
static void a_late_entry_is_refused(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_deed leave = {.kind = LADDER_DEED_LEAVE, .event = "open", .bot = "a-0"};
    static struct answer answer;
    int64_t now_msec = clock_wall_msec();
    char account[33];

    put(temp, "open", "at=2090-01-01T20:00 entries=signed", now_msec + 3600000, 0);
    own(ladder, "", "a", 2, account);
    memcpy(leave.account, account, sizeof leave.account);
    assert_int_equal(enter(ladder, account, "open", "a-0"), LADDER_DEED_DONE);
    put(temp, "open", "at=2090-01-01T20:00 entries=signed", now_msec - 1, 0);
    assert_int_equal(enter(ladder, account, "open", "a-1"), LADDER_DEED_CLOSED);
    assert_int_equal(act(ladder, &leave, &answer), LADDER_DEED_CLOSED);
    assert_int_equal(entries_of(temp, "open"), 1);
    assert_int_equal(enter(ladder, account, "none", "a-1"), LADDER_DEED_NO_EVENT);
    put(temp, "sea", "kind=season length=2h at=2090-01-01T20:00", now_msec + 3600000, 0);
    assert_int_equal(enter(ladder, account, "sea", "a-1"), LADDER_DEED_CLOSED);
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_per_owner_are_limited, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(an_event_is_full, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_late_entry_is_refused, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
