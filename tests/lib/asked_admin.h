/* asked_admin.h - a daemon with its operator's socket, for the tests of admin commands. */
#ifndef AVONDALE_TEST_ASKED_ADMIN_H
#define AVONDALE_TEST_ASKED_ADMIN_H

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
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>
#include <event2/event.h>
#include "arena/arena_private.h"
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

static inline json_t *on_waiting(void *owner)
{
    (void)owner;
    return json_pack("[{s:s, s:s}]", "name", "ann", "why", "players");
}

static inline struct admin_games on_games(void *owner)
{
    assert_ptr_equal(owner, &host);
    return (struct admin_games){
        .started = 12, .rated = 11, .waiting = 3, .paused = paused, .draining = draining};
}

static inline void on_pause(void *owner, bool value)
{
    assert_ptr_equal(owner, &host);
    paused = value;
}

static inline void on_drain(void *owner)
{
    assert_ptr_equal(owner, &host);
    draining = true;
}

static inline int on_reload(void *owner, char text[ADMIN_WHY_BYTES])
{
    assert_ptr_equal(owner, &host);
    snprintf(text, ADMIN_WHY_BYTES, "%s", reload_text);
    return reload_status;
}

static inline void on_over(struct arena *of, struct arena_table *table)
{
    (void)of;
    over_count++;
    arena_tell(table, NULL);
}

static inline int set_up(void **state)
{
    static const struct arena_callbacks callbacks = {.over = on_over};
    char *argv[] = {"serve"};
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/test_admin.XXXXXX");
    if (!mkdtemp(directory) || config_read(&config, 1, argv))
        return -1;
    snprintf(path, sizeof path, "%s/socket", directory);
    struct event_base *base = event_base_new();
    if (!base || arena_init(&arena, base, &callbacks, NULL))
        return -1;
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

static inline int tear_down(void **state)
{
    struct event_base *base = arena.base;
    (void)state;
    arena_fini(&arena);
    event_base_free(base);
    unlink(path);
    return rmdir(directory);
}

/* ------------------------------------------------------------------------------------- commands */

static inline json_t *ask_size(const char *line, size_t size, int status)
{
    json_t *answer = admin_command_answer(&host, 1, line, size);
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

static inline json_t *ask(const char *line)
{
    return ask_size(line, strlen(line), 0);
}

/* A peer from that address sends hello. Returns the other end. */
static inline int join_from(const char *name, const char *where)
{
    struct endpoint from;
    char hello[80], text[400];
    int fds[2];
    assert_int_equal(endpoint_parse(where, &from), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    assert_non_null(connection_create_socket(&arena, fds[0], false, &from));
    int size = snprintf(hello, sizeof hello, "hello v=1 name=%s\n", name);
    assert_int_equal(write(fds[1], hello, (size_t)size), size);
    event_base_loop(arena.base, EVLOOP_NONBLOCK);
    assert_true(read(fds[1], text, sizeof text) > 0);
    return fds[1];
}

static inline int join(const char *name)
{
    return join_from(name, "127.0.0.1:7");
}

static inline struct arena_table *begin_game(const char *id)
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
