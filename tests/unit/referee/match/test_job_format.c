/* test_job_format.c - jobs and results of workers are read as written; other text is refused. */
#include "match/job_format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char archive[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

static void make_config(struct runner_config *config, struct runner_entry entries[2])
{
    static const char *const words[] = {"max_hands=6", "value.misere=300"};
    struct ruleset_error error;

    memset(config, 0, sizeof *config);
    memset(entries, 0, 2 * sizeof *entries);
    assert_int_equal(ruleset_parse(&config->rules, "australian", words, 2, &error), 0);
    config->time = (struct time_control){.auction = 1,
                                         .exchange = 2,
                                         .play = 3,
                                         .bank = 4,
                                         .increment = 5,
                                         .startup = 6,
                                         .lag = 86400000000};
    config->policy = (struct fault_policy){.kind = FAULT_POLICY_STRIKES, .strikes = 7};
    for (int i = 0; i < FAIR_BYTES; i++)
        config->seed[i] = (uint8_t)(i * 9);
    config->prefix = "t";
    config->block_size = 2;
    config->entries = entries;
    config->entry_count = 2;
    strcpy(entries[0].name, "ann");
    entries[0].command = "./a \"b c\" 'd'";
    entries[0].archive = archive;
    entries[0].is_handed_in = true;
    strcpy(entries[1].name, "Bob.2");
    entries[1].command = "/bin/bob";
    entries[1].time_percent = 50;
}

static void a_competition_comes_through(void **state)
{
    struct runner_config config;
    struct runner_entry entries[2];
    struct job *read = calloc(1, sizeof *read);
    char error[JOB_FORMAT_ERROR_BYTES];
    (void)state;

    make_config(&config, entries);
    char *text = job_format_write(&config);
    assert_non_null(text);
    if (job_format_parse(text, read, error))
        fail_msg("%s", error);
    assert_memory_equal(&read->config.rules, &config.rules, sizeof config.rules);
    assert_memory_equal(&read->config.time, &config.time, sizeof config.time);
    assert_int_equal(read->config.policy.kind, FAULT_POLICY_STRIKES);
    assert_int_equal(read->config.policy.strikes, 7);
    assert_memory_equal(read->config.seed, config.seed, FAIR_BYTES);
    assert_string_equal(read->config.prefix, "t");
    assert_int_equal(read->config.block_size, 2);
    assert_int_equal(read->config.entry_count, 2);
    assert_string_equal(read->config.entries[0].name, "ann");
    assert_string_equal(read->config.entries[0].command, entries[0].command);
    assert_string_equal(read->config.entries[0].archive, archive);
    assert_null(read->config.entries[1].archive);
    assert_true(read->config.entries[0].is_handed_in);
    assert_false(read->config.entries[1].is_handed_in);
    assert_int_equal(read->config.entries[1].time_percent, 50);
    char *again = job_format_write(&read->config);
    assert_string_equal(text, again);
    free(again);
    free(text);
    job_format_fini(read);
    free(read);
}

/* Replaces `what`, which must be there, by `with`. */
static char *replaced(const char *text, const char *what, const char *with)
{
    const char *at = strstr(text, what);
    char *made = malloc(strlen(text) + strlen(with) + 1);
    assert_non_null(at);
    sprintf(made, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    return made;
}

static void bad_competitions_are_refused(void **state)
{
    static const char *const changes[][2] = {
        {"{", "["},
        {"\"v\":1", "\"v\":2"},
        {"\"v\":1", "\"v\":1,\"v\":1"},
        {"australian", "martian"},
        {"\"max_hands\":\"6\"", "\"max_hands\":6"},
        {"\"max_hands\":\"6\"", "\"max_hands\":\"six\""},
        {"[1,2,3,4,", "[1,2,3,-4,"},
        {"[1,2,3,4,", "[1,2,3,"},
        {"strikes=7", "strikes=0"},
        {"\"block_size\":2", "\"block_size\":13"},
        {"\"prefix\":\"t\"", "\"prefix\":\"../t\""},
        {"\"name\":\"ann\"", "\"name\":\".ann\""},
        {"\"name\":\"ann\"", "\"name\":\"a/n\""},
        {"/bin/bob", "tcp://127.0.0.1:9"},
        {"/bin/bob", ""},
        {"\"time\":50", "\"time\":\"50\""},
        {"\"archive\":null", "\"archive\":7"},
    };
    struct runner_config config;
    struct runner_entry entries[2];
    struct job *read = calloc(1, sizeof *read);
    char error[JOB_FORMAT_ERROR_BYTES];
    (void)state;

    make_config(&config, entries);
    char *text = job_format_write(&config);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *changed = replaced(text, changes[i][0], changes[i][1]);
        if (job_format_parse(changed, read, error) != -1)
            fail_msg("%s: taken", changes[i][1]);
        assert_true(strlen(error) > 5);
        assert_null(strchr(error, '\n'));
        job_format_fini(read);
        free(changed);
    }
    for (size_t size = 0; size < strlen(text); size++) {
        char *cut = strndup(text, size);
        assert_int_equal(job_format_parse(cut, read, error), -1);
        job_format_fini(read);
        free(cut);
    }
    free(text);
    free(read);
}

static struct schedule_block some_block(void)
{
    struct schedule_block block = {.set = 41, .first_game = 82, .game_count = 2};
    for (int seat = 0; seat < 4; seat++) {
        block.lineups[0].entry_of[seat] = seat % 2;
        block.lineups[1].entry_of[seat] = 1 - seat % 2;
    }
    return block;
}

static void blocks_come_through(void **state)
{
    static const char *const bad[] = {
        "",
        "[]",
        "{\"set\":0,\"first_game\":0,\"lineups\":[]}",
        "{\"set\":-1,\"first_game\":0,\"lineups\":[[0,1,0,1]]}",
        "{\"set\":0,\"first_game\":2147483647,\"lineups\":[[0,1,0,1]]}",
        "{\"set\":0,\"first_game\":0,\"lineups\":[[0,1,0]]}",
        "{\"set\":0,\"first_game\":0,\"lineups\":[[0,1,0,2]]}",
        "{\"set\":0,\"first_game\":0,\"lineups\":[[0,1,0,-1]]}",
        "{\"set\":0,\"first_game\":0,\"lineups\":[[0,1,0,1],[0,1,0,1],[0,1,0,1]]}",
    };
    struct runner_config config;
    struct runner_entry entries[2];
    struct schedule_block block = some_block(), read;
    char error[JOB_FORMAT_ERROR_BYTES];
    (void)state;

    make_config(&config, entries);
    char *text = job_format_block_write(&config, &block);
    assert_int_equal(job_format_block_parse(text, &config, &read, error), 0);
    assert_memory_equal(&read, &block, sizeof block);
    free(text);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(job_format_block_parse(bad[i], &config, &read, error), -1);
}

/* A record with its parsed values. */
static char *record(const char *id, const char *first, const char *second)
{
    char *line = NULL;
    assert_true(asprintf(&line,
                         "{\"game\":\"%s\",\"players\":[\"%s\",\"%s\",\"%s\",\"%s\"],\"hands\":[],"
                         "\"result\":{\"scores\":[500,-20],\"winners\":[0],\"reason\":\"target\"},"
                         "\"note\":\"\\u00e9\xc3\xa9 \\\\\"}",
                         id, first, second, first, second) > 0);
    return line;
}

static void results_come_through(void **state)
{
    struct runner_config config;
    struct runner_entry entries[2];
    struct schedule_block block = some_block();
    struct runner_game *games = calloc(2, sizeof *games), *read = calloc(2, sizeof *read);
    struct think_times *thinks = calloc(2, sizeof *thinks), *sums = calloc(2, sizeof *sums);
    char error[JOB_FORMAT_ERROR_BYTES];
    (void)state;

    make_config(&config, entries);
    games[0].line = record("t-000083", "ann", "Bob.2");
    games[1].line = record("t-000084", "Bob.2", "ann");
    for (int i = 0; i < 100; i++)
        entry_stats_think_add(&thinks[1], i * i);
    char *text = job_format_result_write(&config, &block, games, thinks);
    assert_non_null(text);
    assert_null(strchr(text, '\n'));
    for (int round = 1; round <= 2; round++) {
        if (job_format_result_parse(text, &config, &block, read, sums, error))
            fail_msg("%s", error);
        for (int game = 0; game < 2; game++) {
            assert_string_equal(read[game].line, games[game].line);
            assert_int_equal(read[game].outcome.scores[0], 500);
            assert_int_equal(read[game].outcome.reason, REASON_TARGET);
            free(read[game].line);
        }
        assert_int_equal(sums[0].count, 0);
        assert_int_equal(sums[1].count, 100 * round);
        assert_int_equal(sums[1].worst, 99 * 99);
        assert_int_equal(sums[1].counts[3], thinks[1].counts[3] * round);
    }
    /* Games of other bots, or in another order, are no result of this block. */
    struct schedule_block other = block;
    other.first_game = 0;
    assert_int_equal(job_format_result_parse(text, &config, &other, read, sums, error), -1);
    assert_non_null(strstr(error, "expected game t-000001, got 't-000083'"));
    other = block;
    other.lineups[0] = block.lineups[1];
    assert_int_equal(job_format_result_parse(text, &config, &other, read, sums, error), -1);
    other = block;
    other.game_count = 1;
    assert_int_equal(job_format_result_parse(text, &config, &other, read, sums, error), -1);
    char *changed = replaced(text, "\"entry\":1", "\"entry\":2");
    assert_int_equal(job_format_result_parse(changed, &config, &block, read, sums, error), -1);
    free(read[0].line);
    free(read[1].line);
    free(changed);
    for (size_t size = 0; size < strlen(text); size += 7) {
        char *cut = strndup(text, size);
        assert_int_equal(job_format_result_parse(cut, &config, &block, read, sums, error), -1);
        free(cut);
    }
    free(text);
    free(games[0].line);
    free(games[1].line);
    free(games);
    free(read);
    free(thinks);
    free(sums);
}

static void commands_get_their_place(void **state)
{
    char *made = job_format_command_in("/var/cache/0a", "./bot --x 'y'");
    (void)state;
    assert_string_equal(made, "env -C /var/cache/0a ./bot --x 'y'");
    free(made);
    made = job_format_command_in("/it's here", "./bot");
    assert_string_equal(made, "env -C '/it'\\''s here' ./bot");
    free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_competition_comes_through),
        cmocka_unit_test(bad_competitions_are_refused),
        cmocka_unit_test(blocks_come_through),
        cmocka_unit_test(results_come_through),
        cmocka_unit_test(commands_get_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
