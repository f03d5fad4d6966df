/* test_agenda.c - a due event starts once: late, after a crash, with several nodes, whatever the
 * clock does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agenda/agenda.h"
#include "ladder_temp.h"
#include "log/event_table.h"
#include "store/store_news.h"

#include <jansson.h>

static const char cup_file[] = "[tournament]\nformat = round-robin\n"
                               "[entry ann]\ncommand = ./ann\n"
                               "[entry bob]\ncommand = ./bob\n"
                               "[entry cy]\ncommand = ./cy\n";
enum { DAY_MSEC = 86400000 };

struct said {
    int count;
    char last[400], all[4000];
};

static void say(void *context, bool bad, const char *line)
{
    struct said *said = context;
    (void)bad;
    said->count++;
    snprintf(said->last, sizeof said->last, "%s", line);
    size_t used = strlen(said->all);
    snprintf(said->all + used, sizeof said->all - used, "%s\n", line);
}

/* An open store, and the calendar of a node. */
static struct agenda *open_agenda(const struct temp *temp, const char *node, struct said *said)
{
    static char key[120];
    struct agenda *agenda;
    struct ladder_error error;
    struct ladder *ladder = temp_ladder(temp, false);
    writer_close(ladder);
    snprintf(key, sizeof key, "%s/key", temp->dir);
    struct agenda_config config = {
        .url = temp->url, .node = node, .key = key, .say = say, .context = said};
    if (agenda_create(&agenda, &config, &error))
        fail_msg("%s", error.text);
    return agenda;
}

static void keep(struct agenda *agenda, const char *line, const char *file, int64_t now)
{
    char name[EVENT_NAME_MAX + 1], error[EVENT_ERROR_BYTES];
    struct ladder_error wrong;
    struct event_plan event;
    if (event_parse_line(line, name, &event, error))
        fail_msg("%s", error);
    if (agenda_keep(agenda, name, &event, file, now, &wrong))
        fail_msg("%s", wrong.text);
}

static int64_t at(const char *text)
{
    int64_t minute = 0;
    assert_true(event_time_parse(text, &minute));
    return minute * 60000;
}

static int runs_of(const struct temp *temp, struct calendar_run runs[32])
{
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    int count = store_calendar_runs(store, "", runs, 32);
    store_close(store);
    return count;
}

static void an_event_starts_once_when_due(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32], open[4];
    struct agenda *agenda = open_agenda(temp, "", &said);
    int64_t due = at("2026-12-01T20:00");
    keep(agenda, "cup at=2026-12-01T20:00 repeat=daily file=x", cup_file, due - 5000);
    assert_int_equal(agenda_turn(agenda, due - 1, 4), 0);
    assert_int_equal(runs_of(temp, runs), 0);
    assert_int_equal(agenda_turn(agenda, due, 0), 0); /* no free slot: it waits */
    assert_int_equal(runs_of(temp, runs), 0);
    for (int i = 0; i < 5; i++)
        assert_int_equal(agenda_turn(agenda, due + i * 100, 4), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_string_equal(runs[0].name, "cup-20261201-2000");
    assert_string_equal(runs[0].why, "");
    assert_int_equal(agenda_runs(agenda, open, 4), 1);
    char *file = agenda_file(agenda, "cup-20261201-2000");
    assert_non_null(strstr(file, "name = cup-20261201-2000\n"));
    free(file);
    /* The same words and the same file change nothing; different ones do. */
    keep(agenda, "cup at=2026-12-01T20:00 repeat=daily file=x", cup_file, due + 1000);
    assert_int_equal(agenda_turn(agenda, due + DAY_MSEC, 4), 0);
    assert_int_equal(runs_of(temp, runs), 2);
    agenda_destroy(agenda);
}

static void a_restarted_daemon_starts_a_missed_event_once(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32];
    struct agenda *agenda = open_agenda(temp, "", &said);
    int64_t due = at("2026-12-01T20:00"), now = due + 10 * (int64_t)DAY_MSEC + 2 * 3600000 + 300000;
    keep(agenda, "cup at=2026-12-01T20:00 repeat=daily file=x", cup_file, due - 5000);
    agenda_destroy(agenda);
    agenda = open_agenda(temp, "", &said);
    for (int i = 0; i < 3; i++)
        assert_int_equal(agenda_turn(agenda, now + i * 1000, 4), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_string_equal(runs[0].name, "cup-20261201-2000");
    assert_string_equal(runs[0].why, "it started 242 h 5 min late");
    assert_non_null(strstr(said.all, "it starts late"));
    /* The next start is the first one from now on. */
    assert_int_equal(agenda_turn(agenda, due + 11 * (int64_t)DAY_MSEC - 1, 4), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_int_equal(agenda_turn(agenda, due + 11 * (int64_t)DAY_MSEC, 4), 0);
    assert_int_equal(runs_of(temp, runs), 2);
    agenda_destroy(agenda);
}

static void a_clock_that_is_set_back_starts_nothing_twice(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32];
    struct agenda *agenda = open_agenda(temp, "", &said);
    int64_t due = at("2026-12-01T20:00");
    keep(agenda, "cup at=2026-12-01T20:00 repeat=daily file=x", cup_file, due - 5000);
    for (int64_t now = due - 10000; now < due + 20000; now += 5000)
        assert_int_equal(agenda_turn(agenda, now, 4), 0);
    for (int64_t now = due - 3600000; now < due + 7200000; now += 600000)
        assert_int_equal(agenda_turn(agenda, now, 4), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    agenda_destroy(agenda);
}

static void several_nodes_start_an_event_once(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32], open[4];
    struct agenda *berlin = open_agenda(temp, "berlin", &said),
                  *paris = open_agenda(temp, "paris", &said);
    int64_t due = at("2026-12-01T20:00");
    keep(berlin, "cup at=2026-12-01T20:00 file=x", cup_file, due - 5000);
    keep(paris, "cup at=2026-12-01T20:00 file=x", cup_file, due - 5000);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(agenda_turn(i % 2 ? berlin : paris, due + i, 4), 0);
        assert_int_equal(agenda_turn(i % 2 ? paris : berlin, due + i, 4), 0);
    }
    assert_int_equal(runs_of(temp, runs), 1);
    assert_string_equal(runs[0].node, "paris");
    assert_int_equal(agenda_runs(paris, open, 4), 1);
    agenda_destroy(berlin);
    agenda_destroy(paris);
}

static void an_event_that_cannot_be_played_is_off(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32], open[4];
    struct agenda *agenda = open_agenda(temp, "", &said);
    int64_t due = at("2026-12-01T20:00");
    keep(agenda, "cup at=2026-12-01T20:00 entries=signed file=x", cup_file, due - 5000);
    keep(agenda, "sea kind=season length=1h at=2026-12-01T20:00 ladder=none", "", due - 5000);
    assert_int_equal(agenda_turn(agenda, due, 4), 0);
    assert_int_equal(runs_of(temp, runs), 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(runs[i].state, CALENDAR_OFF);
    assert_non_null(strstr(said.all, "0 of 2 entries or more that can play"));
    assert_non_null(strstr(said.all, "there is no ladder none"));
    assert_int_equal(agenda_runs(agenda, open, 4), 0);
    /* A run without enough time left is not taken. */
    struct event_plan event;
    struct ladder_error wrong;
    char error[EVENT_ERROR_BYTES];
    assert_int_equal(event_parse("at=2020-01-01T00:00 file=x", &event, error), 0);
    assert_int_equal(agenda_keep(agenda, "old", &event, cup_file, due, &wrong), -1);
    assert_non_null(strstr(wrong.text, "old: at: expected a time that is to come"));
    agenda_destroy(agenda);
}

static void a_season_begins_ends_and_is_signed(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32];
    struct agenda *agenda = open_agenda(temp, "", &said);
    int64_t due = at("2026-12-01T20:00"), over = due + 3600000 + AGENDA_SETTLE_MSEC;
    keep(agenda, "sea kind=season length=1h at=2026-12-01T20:00", "", due - 5000);
    assert_int_equal(agenda_turn(agenda, due, 0), 0); /* it takes no slot */
    assert_int_equal(agenda_turn(agenda, over - 1, 0), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_int_equal(runs[0].state, CALENDAR_RUNNING);
    for (int i = 0; i < 3; i++)
        assert_int_equal(agenda_turn(agenda, over + i, 0), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_int_equal(runs[0].state, CALENDAR_OVER);
    agenda_destroy(agenda);
    char out[600] = "",
         *argv[] = {(char[]){"season"}, (char[]){"verify"}, (char[]){"sea-20261201-2000"}};
    FILE *file = fmemopen(out, sizeof out, "w");
    assert_int_equal(command_table_run(temp->url, 3, argv, false, file, file), 0);
    fclose(file);
    assert_non_null(strstr(out, "the log makes the same table"));
}

static void write_file(const struct temp *temp, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", temp->dir, name);
    FILE *file = fopen(path, "w");
    assert_true(file && fputs(text, file) >= 0);
    fclose(file);
}

static void a_table_is_frozen_once(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct calendar_run runs[32];
    struct agenda *agenda = open_agenda(temp, "", &said);
    struct ladder_error error;
    struct store *store;
    struct store_news news[4];
    struct json_t *sealed = NULL;
    int64_t due = at("2026-12-01T20:00");
    keep(agenda, "cup at=2026-12-01T20:00 file=x", cup_file, due - 5000);
    assert_int_equal(agenda_turn(agenda, due, 4), 0);
    assert_int_equal(agenda_freeze(agenda, "cup-20261201-2000", temp->dir, due + 1), 1);
    write_file(temp, "records.jsonl", "{}\n");
    write_file(temp, "results.json", "{\"finished\": false}");
    assert_int_equal(agenda_freeze(agenda, "cup-20261201-2000", temp->dir, due + 1), 1);
    write_file(temp, "results.json", "{\"finished\": true, \"name\": \"<b>\"}");
    for (int i = 0; i < 2; i++)
        assert_int_equal(agenda_freeze(agenda, "cup-20261201-2000", temp->dir, due + 2 + i), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_int_equal(runs[0].state, CALENDAR_OVER);
    assert_int_equal(runs[0].ended_msec, due + 2);
    assert_int_equal(agenda_call_off(agenda, "cup-20261201-2000", "late", due + 9), 0);
    assert_int_equal(runs_of(temp, runs), 1);
    assert_int_equal(runs[0].state, CALENDAR_OVER); /* the state does not change again */
    agenda_destroy(agenda);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_news_page(store, news, 4), 1); /* it is told once */
    assert_string_equal(news[0].kind, "event-over");
    assert_non_null(strstr(news[0].body, "\"run\":\"cup-20261201-2000\""));
    assert_null(event_table_check(store, "cup-20261201-2000", NULL, &sealed));
    json_decref(sealed);
    store_close(store);
}

/* Sign-ups may change until the start; afterwards they change nothing. */
static void the_entries_are_the_sign_ups_at_the_start(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct agenda *agenda = open_agenda(temp, "", &said);
    struct ladder_error error;
    struct store *store;
    int64_t due = at("2026-12-01T20:00");
    keep(agenda, "cup at=2026-12-01T20:00 entries=signed file=x", cup_file, due - 5000);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "Ann", 1), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "bob", 2), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "cy", 3), 0);
    assert_int_equal(store_calendar_entry_add(store, "cup", "who-has-no-program", 4), 0);
    assert_int_equal(store_calendar_entry_drop(store, "cup", "bob"), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(agenda_turn(agenda, due, 4), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_entry_drop(store, "cup", "cy"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    char *file = agenda_file(agenda, "cup-20261201-2000");
    assert_non_null(strstr(file, "[entry ann]"));
    assert_null(strstr(file, "[entry bob]"));
    assert_non_null(strstr(file, "[entry cy]"));
    assert_null(strstr(file, "who-has-no-program"));
    free(file);
    struct calendar_run runs[32];
    assert_int_equal(runs_of(temp, runs), 1);
    assert_string_equal(runs[0].why, "left out without a program: who-has-no-program");
    assert_non_null(strstr(said.all, "leaves out without a program: who-has-no-program"));
    agenda_destroy(agenda);
}

/* An event for each second of some minutes, all due at once after a pause: each starts once. */
static void hundreds_of_events_due_at_once_start_once(void **state)
{
    const struct temp *temp = *state;
    struct said said = {0};
    struct agenda *agenda = open_agenda(temp, "", &said);
    struct ladder_error error;
    struct store *store;
    int64_t due = at("2026-12-01T20:00");
    for (int i = 0; i < 300; i++) {
        char line[120];
        snprintf(line, sizeof line, "e%d at=2026-12-01T20:%02d repeat=daily file=x", i, i % 60);
        keep(agenda, line, cup_file, due - 5000);
    }
    for (int turn = 0; turn < 100; turn++)
        assert_int_equal(agenda_turn(agenda, due + 3600000 + turn, 64), 0);
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    struct calendar_run *runs = calloc(1000, sizeof *runs);
    assert_int_equal(store_calendar_runs(store, "", runs, 1000), 300);
    free(runs);
    store_close(store);
    agenda_destroy(agenda);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_event_starts_once_when_due, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_restarted_daemon_starts_a_missed_event_once, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_clock_that_is_set_back_starts_nothing_twice, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(several_nodes_start_an_event_once, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(an_event_that_cannot_be_played_is_off, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_season_begins_ends_and_is_signed, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_table_is_frozen_once, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(the_entries_are_the_sign_ups_at_the_start, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(hundreds_of_events_due_at_once_start_once, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
