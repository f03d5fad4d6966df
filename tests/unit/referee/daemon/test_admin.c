/* test_admin.c - the operator's commands on an arena without a daemon, and the socket that takes
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka wants the first four above. */
#include <cmocka.h>

#include <event2/event.h>

#include "daemon/admin.h"
#include "base/log.h"

/* A daemon as the commands see it. */
static struct arena arena;
static struct config config;
static struct name_rate name_rate;
static bool paused, draining;
static int over_count, reload_status;
static const char *reload_text;
static struct admin_host host;
static char directory[64], path[80];

static json_t *on_waiting(void *owner)
{
    (void)owner;
    return json_pack("[{s:s, s:s}]", "name", "ann", "why", "players");
}

static struct admin_games on_games(void *owner)
{
    assert_ptr_equal(owner, &host);
    return (struct admin_games){
        .started = 12, .rated = 11, .waiting = 3, .paused = paused, .draining = draining};
}

static void on_pause(void *owner, bool value)
{
    assert_ptr_equal(owner, &host);
    paused = value;
}

static void on_drain(void *owner)
{
    assert_ptr_equal(owner, &host);
    draining = true;
}

static int on_reload(void *owner, char text[ADMIN_WHY_BYTES])
{
    assert_ptr_equal(owner, &host);
    snprintf(text, ADMIN_WHY_BYTES, "%s", reload_text);
    return reload_status;
}

static void on_over(struct arena *of, struct arena_table *table)
{
    (void)of;
    over_count++;
    arena_tell(table, NULL);
}

static int set_up(void **state)
{
    char *argv[] = {"serve"};
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/test_admin.XXXXXX");
    if (!mkdtemp(directory) || config_read(&config, 1, argv))
        return -1;
    snprintf(path, sizeof path, "%s/socket", directory);
    struct event_base *base = event_base_new();
    if (!base || arena_init(&arena, base))
        return -1;
    arena.over = on_over;
    host = (struct admin_host){.waiting = on_waiting,
                               .arena = &arena,
                               .config = &config,
                               .name_rate = &name_rate,
                               .started = clock_now_usec(),
                               .owner = &host,
                               .games = on_games,
                               .pause = on_pause,
                               .drain = on_drain,
                               .reload = on_reload};
    paused = draining = false;
    over_count = reload_status = 0;
    reload_text = "";
    log_set_level(LOG_ERROR);
    return 0;
}

static int tear_down(void **state)
{
    struct event_base *base = arena.base;
    (void)state;
    arena_fini(&arena);
    event_base_free(base);
    unlink(path);
    return rmdir(directory);
}

/* ------------------------------------------------------------------------------------- commands */

static json_t *ask_size(const char *line, size_t size, int status)
{
    json_t *answer = admin_answer(&host, 1, line, size);
    json_t *result = json_object_get(answer, status ? "error" : "result");
    assert_non_null(answer);
    if (json_integer_value(json_object_get(answer, "status")) != status || !result)
        fail_msg("'%s': expected status %d, got %s", line, status, json_dumps(answer, 0));
    assert_int_equal(json_object_size(answer), 2);
    json_incref(result);
    json_decref(answer);
    arena_settle(&arena);
    return result;
}

static json_t *ask(const char *line)
{
    return ask_size(line, strlen(line), 0);
}

/* What it says holds the words, in one line of printable bytes. */
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

/* Somebody said hello; returns the other end. */
static int join(const char *name)
{
    char hello[80], text[400];
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    assert_non_null(arena_add_peer(&arena, fds[0], fds[0], 0, "127.0.0.1:7"));
    int size = snprintf(hello, sizeof hello, "hello v=1 name=%s\n", name);
    assert_int_equal(write(fds[1], hello, (size_t)size), size);
    event_base_loop(arena.base, EVLOOP_NONBLOCK);
    assert_true(read(fds[1], text, sizeof text) > 0);
    return fds[1];
}

static struct arena_table *begin_game(const char *id)
{
    struct arena_seat seats[SEATS_MAX] = {{.contributor = -1}};
    struct table_config game;
    struct fair_set *set = fair_set_create(id, NULL, 1, 1);
    memset(&game, 0, sizeof game);
    game.rules = &config.rules[0];
    game.time = config.time;
    game.policy = config.policy;
    snprintf(game.game_id, sizeof game.game_id, "%s", id);
    for (int seat = 0; seat < game.rules->players; seat++)
        snprintf(game.seats[seat].name, sizeof game.seats[seat].name, "bot%d", seat);
    struct arena_table *table = arena_start(&arena, &game, set, seats, NULL);
    fair_set_release(set);
    assert_non_null(table);
    return table;
}

static void words_are_checked(void **state)
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

static void spaces_do_not_count(void **state)
{
    (void)state;
    json_decref(ask("  pause  "));
    assert_true(paused);
}

static void help_lists_what_there_is(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    admin_print_commands(out);
    fclose(out);
    assert_non_null(strstr(text, "  show limits "));
    assert_non_null(strstr(text, "  kick NAME "));
    assert_non_null(strstr(text, "  log-level LEVEL "));
    free(text);
}

static void it_pauses_and_drains(void **state)
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
    assert_int_equal(read(other, text, sizeof text), -1); /* still there */
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

static void it_shows_who_is_there(void **state)
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

/* No session (it takes seats over), no seed, no card. */
static void it_tells_no_secret(void **state)
{
    static const char *const lines[] = {"show stats",  "show peers",   "show tables", "show limits",
                                        "show config", "show version", "show waiting"};
    char seed[2 * FAIR_BYTES + 1], mix[2 * FAIR_BYTES + 1];
    (void)state;
    int fd = join("anna");
    struct arena_table *table = begin_game("one");
    hex_encode(table->set->seed, FAIR_BYTES, seed);
    hex_encode(table->table.mix, FAIR_BYTES, mix);
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

static void it_shows_games(void **state)
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

/* Of the limit with that name; -1 where there is none. */
static json_int_t limit_of(const char *name, const char *key)
{
    json_t *list = ask("show limits"), *one;
    json_int_t value = -1;
    size_t index;
    json_array_foreach(list, index, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "limit")), name) == 0)
            value = json_integer_value(json_object_get(one, key));
    }
    json_decref(list);
    return value;
}

static void limits_are_shown_with_their_use(void **state)
{
    (void)state;
    assert_int_equal(limit_of("peers-max", "value"), config.peers_max);
    assert_int_equal(limit_of("peers-max", "used"), 0);
    assert_int_equal(limit_of("message", "value"), FRAME_BYTES_MAX);
    assert_int_equal(limit_of("names-per-minute", "value"), config.names_per_minute);
    int one = join("a"), two = join("b");
    begin_game("one");
    assert_int_equal(limit_of("peers-max", "used"), 2);
    assert_int_equal(limit_of("peers-per-address-max", "used"), 2);
    assert_int_equal(limit_of("handshakes-max", "used"), 0);
    assert_int_equal(limit_of("messages-per-second", "used"), 1);
    assert_int_equal(limit_of("tables-max", "used"), 1);
    assert_int_equal(limit_of("admin-connections", "used"), 1);
    assert_true(limit_of("descriptors", "used") > 4);
    close(one);
    close(two);
}

/* Every option that is a number has its limit shown, or is none. */
static void every_limiting_option_is_among_the_limits(void **state)
{
    struct config_option option;
    (void)state;
    for (int i = 0; config_option(&config, i, &option); i++) {
        size_t size = strlen(option.name);
        bool limits = (size > 4 && strcmp(option.name + size - 4, "-max") == 0) ||
                      strstr(option.name, "-per-") || strstr(option.name, "-total") ||
                      (size > 3 && strcmp(option.name + size - 3, "-ms") == 0);
        if (limits && limit_of(option.name, "value") < 0)
            fail_msg("show limits leaves %s out", option.name);
    }
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

/* ----------------------------------------------------------------------------------- the socket */

static struct admin *open_socket(void)
{
    struct admin *admin = NULL;
    char why[ADMIN_WHY_BYTES] = "";
    if (admin_open(&admin, arena.base, path, &host, why))
        fail_msg("%s", why);
    return admin;
}

static int dial(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static void turn(void)
{
    for (int i = 0; i < 3; i++)
        event_base_loop(arena.base, EVLOOP_NONBLOCK);
}

static void tell(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    turn();
}

/* The whole of what came, which ends there. */
static const char *hear(int fd)
{
    static char text[65536];
    size_t have = 0;
    ssize_t got;
    while ((got = recv(fd, text + have, sizeof text - 1 - have, 0)) > 0) {
        have += (size_t)got;
        turn();
    }
    assert_int_equal(got, 0);
    text[have] = 0;
    close(fd);
    return text;
}

static void a_line_gets_an_answer_and_the_end(void **state)
{
    struct admin *admin = open_socket();
    struct stat status;
    (void)state;
    assert_int_equal(lstat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    int fd = dial();
    tell(fd, "pau");
    tell(fd, "se\nresume\n"); /* one line, no more */
    assert_string_equal(hear(fd),
                        "{\"status\":0,\"result\":\"no new games; those under way go on\"}\n");
    assert_true(paused);
    admin_close(admin);
    assert_int_equal(lstat(path, &status), -1);
}

static void an_endless_line_is_refused(void **state)
{
    struct admin *admin = open_socket();
    char line[ADMIN_LINE_BYTES_MAX + 2];
    (void)state;
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = 0;
    int fd = dial();
    tell(fd, line);
    assert_non_null(strstr(hear(fd), "at most 256 bytes"));
    admin_close(admin);
}

/* It sends half a line, or takes no answer: dropped after its time, others are served meanwhile. */
static void a_slow_client_is_dropped(void **state)
{
    host.deadline_msec = 20;
    struct admin *admin = open_socket();
    char byte;
    (void)state;
    int slow = dial(), quick = dial();
    tell(slow, "pause");
    tell(quick, "show version\n");
    assert_non_null(strstr(hear(quick), "\"version\""));
    assert_int_equal(recv(slow, &byte, 1, 0), -1); /* not yet */
    usec_t end = clock_now_usec() + 5000000;
    while (recv(slow, &byte, 1, 0) < 0 && clock_now_usec() < end)
        event_base_loop(arena.base, EVLOOP_ONCE);
    assert_int_equal(recv(slow, &byte, 1, 0), 0);
    assert_false(paused);
    close(slow);
    admin_close(admin);
}

static void there_are_only_so_many(void **state)
{
    struct admin *admin = open_socket();
    int fds[ADMIN_CONNECTIONS_MAX];
    char byte;
    (void)state;
    for (int i = 0; i < ADMIN_CONNECTIONS_MAX; i++) {
        fds[i] = dial();
        turn();
    }
    int over = dial();
    turn();
    assert_int_equal(recv(over, &byte, 1, 0), 0);
    close(over);
    tell(fds[0], "show version\n");
    assert_non_null(strstr(hear(fds[0]), "\"version\""));
    fds[0] = dial();
    tell(fds[0], "show version\n");
    assert_non_null(strstr(hear(fds[0]), "\"version\""));
    for (int i = 1; i < ADMIN_CONNECTIONS_MAX; i++)
        close(fds[i]);
    turn();
    admin_close(admin);
}

/* Even where the mode of the socket would let it. */
static void another_user_gets_no_answer(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    struct admin *admin = open_socket();
    assert_int_equal(chmod(directory, 0777), 0);
    assert_int_equal(chmod(path, 0777), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        char byte;
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
        if (setgid(65534) || setuid(65534) ||
            connect(fd, (struct sockaddr *)&address, sizeof address))
            _exit(3);
        (void)!send(fd, "pause\n", 6, MSG_NOSIGNAL);
        _exit(recv(fd, &byte, 1, 0) > 0 ? 1 : 0); /* its end, or a reset */
    }
    int status = -1;
    usec_t end = clock_now_usec() + 5000000;
    while (waitpid(child, &status, WNOHANG) == 0 && clock_now_usec() < end)
        event_base_loop(arena.base, EVLOOP_NONBLOCK);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_false(paused);
    admin_close(admin);
}

static void only_a_dead_socket_is_replaced(void **state)
{
    struct admin *first = open_socket(), *second = NULL;
    char why[ADMIN_WHY_BYTES];
    (void)state;
    assert_int_equal(admin_open(&second, arena.base, path, &host, why), -1);
    assert_null(second);
    assert_non_null(strstr(why, path));
    assert_non_null(strstr(why, "another daemon"));
    admin_close(first);

    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd); /* it stays behind, as after a crash */
    admin_close(open_socket());

    fclose(fopen(path, "w"));
    assert_int_equal(admin_open(&second, arena.base, path, &host, why), -1);
    assert_non_null(strstr(why, "expected a socket or nothing there"));
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);
    assert_int_equal(admin_open(&second, arena.base, "/nonexistent/socket", &host, why), -1);
    assert_non_null(strstr(why, "/nonexistent/socket: "));
}

/* Whoever replaced it keeps it. */
static void a_socket_of_others_stays(void **state)
{
    struct admin *first = open_socket();
    (void)state;
    unlink(path);
    struct admin *second = open_socket();
    admin_close(first);
    assert_int_equal(access(path, F_OK), 0);
    admin_close(second);
    assert_int_equal(access(path, F_OK), -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(words_are_checked),
        TEST(spaces_do_not_count),
        TEST(help_lists_what_there_is),
        TEST(it_pauses_and_drains),
        TEST(a_kick_closes_all_of_a_name),
        TEST(a_void_ends_one_game),
        TEST(a_reload_says_what_it_did),
        TEST(the_level_of_the_log_changes),
        TEST(it_shows_who_is_there),
        TEST(it_tells_no_secret),
        TEST(it_shows_games),
        TEST(limits_are_shown_with_their_use),
        TEST(every_limiting_option_is_among_the_limits),
        TEST(options_are_shown),
        TEST(a_line_gets_an_answer_and_the_end),
        TEST(an_endless_line_is_refused),
        TEST(a_slow_client_is_dropped),
        TEST(there_are_only_so_many),
        TEST(another_user_gets_no_answer),
        TEST(only_a_dead_socket_is_replaced),
        TEST(a_socket_of_others_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
