/* test_log_entry.c - the effects of log entries that are not results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/guard.h"
#include "standings/log_entry.h"
#include "standings/standings.h"

static void kinds_have_names(void **state)
{
    (void)state;
    for (int kind = 0; kind < LOG_ENTRY_KINDS; kind++)
        assert_int_equal(log_entry_find(log_entry_name((enum log_entry_kind)kind)), kind);
    assert_int_equal(log_entry_find("bans"), LOG_ENTRY_KINDS);
    assert_true(log_entry_of_bot(LOG_ENTRY_BAN) && log_entry_of_bot(LOG_ENTRY_VERSION));
    assert_false(log_entry_of_bot(LOG_ENTRY_VOID) || log_entry_of_bot(LOG_ENTRY_SEASON));
}

static struct log_entry entry_of(enum log_entry_kind kind, const char *bot, const char *text)
{
    struct log_entry entry = {.id = 7, .after_seq = 3, .kind = kind};
    snprintf(entry.bot, sizeof entry.bot, "%s", bot);
    snprintf(entry.text, sizeof entry.text, "%s", text);
    return entry;
}

static void entries_change_the_bot_that_they_name(void **state)
{
    struct standings standings;
    struct standing ann = {.name = "ann"}, bob = {.name = "bob"};
    (void)state;
    standings_init(&standings);
    assert_int_equal(standings_put(&standings, &ann), 0);
    assert_int_equal(standings_put(&standings, &bob), 1);
    struct log_entry entry = entry_of(LOG_ENTRY_BAN, "BOB", "");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_true(standings.bots[1].banned && !standings.bots[0].banned);
    entry = entry_of(LOG_ENTRY_REFERENCE, "ann", "on");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_true(standings.bots[0].reference && !standings.bots[1].reference);
    entry = entry_of(LOG_ENTRY_REFERENCE, "ann", "off");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_false(standings.bots[0].reference);
    entry = entry_of(LOG_ENTRY_VERSION, "ann", "v2");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_string_equal(standings.bots[0].label, "v2");
    assert_int_equal(standings.bots[0].version, 1);
    entry = entry_of(LOG_ENTRY_OWNER, "ann", "own-1");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_string_equal(standings.bots[0].owner, "own-1");
    assert_true(standings.bots[0].moved && !standings.bots[1].moved);
    entry = entry_of(LOG_ENTRY_OWNER, "ann", "no name");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_string_equal(standings.bots[0].owner, "own-1");
    entry = entry_of(LOG_ENTRY_BAN, "nobody", "");
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    entry = entry_of(LOG_ENTRY_RULES, "", GUARD_RULES);
    assert_int_equal(log_entry_apply(&standings, &entry), 0);
    assert_true(standings.guarded);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(entries_change_the_bot_that_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
