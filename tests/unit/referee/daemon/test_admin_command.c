/* test_admin_command.c - the operator's commands and their effects. */
#include "asked_admin.h"

/* The answer has these words, in one line of printable bytes. */
static void assert_says(json_t *text, const char *words)
{
    const char *said = json_string_value(text);
    assert_non_null(said);
    if (!strstr(said, words))
        fail_msg("expected '%s' in '%s'", words, said);
    for (const char *c = said; *c; c++)
        assert_true((unsigned char)*c >= ' ');
    json_decref(text);
}

static void assert_refused(const char *line, int status, const char *words)
{
    assert_says(ask_size(line, strlen(line), status), words);
}

static void assert_empty(const char *line)
{
    json_t *list = ask(line);
    assert_true(json_is_array(list));
    assert_int_equal(json_array_size(list), 0);
    json_decref(list);
}

static void bad_commands_are_named(void **state)
{
    char line[ADMIN_LINE_BYTES_MAX + 10];
    (void)state;
    assert_refused("", 2, "there are: show, pause, resume, drain, kick, void, reload, log-level");
    assert_refused("nosuch", 2, "no command 'nosuch'; there are: show");
    assert_refused("SHOW stats", 2, "no command 'SHOW'");
    assert_refused("show", 2, "stats, peers, tables, waiting, limits, config, version");
    assert_refused("show cards", 2, "show cards: expected one of: stats, peers");
    assert_refused("show stats now", 2, "show stats: expected nothing more");
    assert_refused("pause now", 2, "pause: expected nothing more");
    assert_refused("kick", 2, "kick: expected NAME");
    assert_refused("kick a b", 2, "kick: expected NAME and nothing more");
    assert_refused("a b c d e", 2, "at most 4 words");
    assert_refused("kick a\x1b[2J", 2, "printable");
    assert_refused("kick \xc3\xa9", 2, "printable");
    assert_says(ask_size("pause\0x", 7, 2), "at most 256 bytes");
    memset(line, 'x', sizeof line);
    assert_says(ask_size(line, ADMIN_LINE_BYTES_MAX + 1, 2), "at most 256 bytes");
    assert_says(ask_size(line, ADMIN_LINE_BYTES_MAX, 2), "no command 'xxx");
    assert_false(paused);
}

static void extra_spaces_are_ignored(void **state)
{
    (void)state;
    json_decref(ask("  pause  "));
    assert_true(paused);
}

static void help_lists_the_commands(void **state)
{
    static const char *const expected[] = {"show limits", "kick NAME", "log-level LEVEL"};
    char term[40];
    size_t found = 0;
    (void)state;
    for (int i = 0; admin_command_help(i, term, sizeof term); i++) {
        for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++)
            found += strcmp(term, expected[k]) == 0;
    }
    assert_int_equal(found, sizeof expected / sizeof expected[0]);
}

static void pause_resume_and_drain_work(void **state)
{
    (void)state;
    assert_says(ask("pause"), "no new games");
    assert_true(paused);
    assert_says(ask("resume"), "again");
    assert_false(paused);
    begin_game("one");
    assert_says(ask("drain"), "after 1 game");
    assert_true(draining);
    assert_refused("resume", 1, "drains");
}

static void a_kick_closes_all_of_a_name(void **state)
{
    char text[400] = "";
    (void)state;
    int first = join("anna"), second = join("ANNA"), other = join("bela");
    assert_int_equal(arena.peer_count, 3);
    assert_says(ask("kick Anna"), "2 connections closed");
    assert_int_equal(arena.peer_count, 1);
    assert_true(read(first, text, sizeof text - 1) > 0);
    assert_non_null(strstr(text, "bye why=closed%20by"));
    assert_int_equal(read(first, text, sizeof text), 0);
    assert_int_equal(read(other, text, sizeof text), -1); /* still connected */
    assert_refused("kick anna", 1, "nobody of that name");
    assert_refused("kick ../x", 2, "expected a name");
    assert_refused("kick .x", 2, "expected a name");
    assert_refused("kick aaaaaaaaaabbbbbbbbbbccccccccccddd", 2, "1 to 32");
    close(first);
    close(second);
    close(other);
}

static void a_void_ends_one_game(void **state)
{
    (void)state;
    begin_game("one");
    begin_game("two");
    assert_refused("void three", 1, "ladder void");
    assert_refused("void a/b", 2, "id of a game");
    assert_says(ask("void one"), "one is void");
    assert_int_equal(over_count, 1);
    assert_int_equal(arena.table_count, 1);
    assert_refused("void one", 1, "no such game");
}

static void a_reload_says_what_it_did(void **state)
{
    (void)state;
    assert_says(ask("reload"), "nothing changed");
    reload_text = "time, policy";
    assert_says(ask("reload"), "changed: time, policy");
    reload_text = "a\nb\xff: cannot change";
    reload_status = 2;
    assert_refused("reload", 2, "reload: a\\x0ab\\xff: cannot change");
}

static void the_level_of_the_log_changes(void **state)
{
    (void)state;
    json_decref(ask("log-level debug"));
    assert_int_equal(log_get_level(), LOG_DEBUG);
    json_decref(ask("log-level error"));
    assert_int_equal(log_get_level(), LOG_ERROR);
    assert_refused("log-level 1", 2, "error, warn, info or debug");
}

static void show_peers_lists_connections(void **state)
{
    const char *name, *address, *names;
    int games;
    (void)state;
    assert_empty("show peers");
    int fd = join("anna");
    json_t *list = ask("show peers");
    assert_int_equal(json_array_size(list), 1);
    assert_int_equal(json_unpack(list, "[{s:s, s:s, s:s, s:i}]", "name", &name, "address", &address,
                                 "state", &names, "games", &games),
                     0);
    assert_string_equal(name, "anna");
    assert_string_equal(address, "127.0.0.1:7");
    assert_string_equal(names, "ready");
    assert_int_equal(games, 0);
    json_decref(list);
    close(fd);
}

/* No session id (it takes seats over), no seed, no card. */
static void no_command_prints_a_secret(void **state)
{
    static const char *const lines[] = {"show stats",  "show peers",   "show tables", "show limits",
                                        "show config", "show version", "show waiting"};
    char seed[2 * FAIR_BYTES + 1], mix[2 * FAIR_BYTES + 1];
    (void)state;
    int fd = join("anna");
    struct arena_table *table = begin_game("one");
    hex_encode(table->set->seed, FAIR_BYTES, seed);
    hex_encode(table_mix(table->table), FAIR_BYTES, mix);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        json_t *result = ask(lines[i]);
        char *text = json_dumps(result, 0);
        assert_null(strstr(text, arena.peers->session));
        assert_null(strstr(text, seed));
        assert_null(strstr(text, mix));
        assert_null(strstr(text, "cards"));
        free(text);
        json_decref(result);
    }
    close(fd);
}

static void show_tables_lists_games(void **state)
{
    const char *game, *ruleset, *bots[4];
    (void)state;
    assert_empty("show tables");
    begin_game("one");
    json_t *list = ask("show tables");
    assert_int_equal(json_unpack(list, "[{s:s, s:s, s:[s, s, s, s]}]", "game", &game, "ruleset",
                                 &ruleset, "bots", &bots[0], &bots[1], &bots[2], &bots[3]),
                     0);
    assert_string_equal(game, "one");
    assert_string_equal(ruleset, "wikipedia");
    assert_string_equal(bots[3], "bot3");
    json_decref(list);
}

static void options_are_shown(void **state)
{
    json_t *list = ask("show config"), *one;
    size_t index, found = 0;
    (void)state;
    json_array_foreach(list, index, one)
    {
        const char *name = json_string_value(json_object_get(one, "option"));
        const char *change = json_string_value(json_object_get(one, "change"));
        if (strcmp(name, "store") == 0)
            found += strcmp(change, "restart") == 0;
        if (strcmp(name, "policy") == 0)
            found += strcmp(change, "reload") == 0;
    }
    assert_int_equal(found, 2);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bad_commands_are_named),       TEST(extra_spaces_are_ignored),
        TEST(help_lists_the_commands),      TEST(pause_resume_and_drain_work),
        TEST(a_kick_closes_all_of_a_name),  TEST(a_void_ends_one_game),
        TEST(a_reload_says_what_it_did),    TEST(the_level_of_the_log_changes),
        TEST(show_peers_lists_connections), TEST(no_command_prints_a_secret),
        TEST(show_tables_lists_games),      TEST(options_are_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
