/* server.c - the running server: connects arena, lobby, ladder and pages, admits connections,
 * answers the operator, stops. */
#include "daemon/admin.h"
#include "daemon/admission.h"
#include "daemon/deserted.h"
#include "arena/arena.h"
#include "cluster/carried.h"
#include "config/config.h"
#include "net/doors.h"
#include "ladder.h"
#include "base/log.h"
#include "arena/loops.h"
#include "cluster/node.h"
#include "daemon/server.h"
#include "daemon/game_logs.h"
#include "daemon/host_child.h"
#include "daemon/house_sandbox.h"
#include "daemon/server_private.h"
#include "events/event_thread.h"
#include "webhook/webhook_thread.h"
#include "seating/waits.h"
#include "net/tls.h"
#include "daemon/registration.h"
#include "net/websocket.h"
#include "daemon/websocket_door.h"
#include "record/chances_json.h"
#include "record/watch_json.h"

#include <errno.h>
#include <event2/event.h>
#include <openssl/rand.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- what can be measured */

/* Opens the live games for spectators. Returns NULL if the options allow no spectators. */
static struct live *open_live(const struct config *config)
{
    struct live_config limits = {.delay_msec = config->live_delay_msec,
                                 .watchers_max = config->watchers_max,
                                 .watchers_per_table_max = config->watchers_per_table_max};
    /* With a number of an earlier process a reader could not notice a gap. */
    (void)RAND_bytes((unsigned char *)&limits.boot, sizeof limits.boot);
    struct live *live = limits.watchers_max > 0 ? live_create(&limits) : NULL;
    if (limits.watchers_max > 0 && !live)
        log_line(LOG_ERROR, "out of memory: chances of finished games are not computed");
    return live;
}

/* -------------------------------------------------------------------------------------- peers */

/* Sends `bye`, with the address of another node if there is one. */
static void say_bye(struct server *server, struct peer *peer, const char *why)
{
    char address[SEEK_ADDRESS_BYTES];

    if (node_elsewhere(server->node, address))
        connection_send_away(peer, why, address);
    else
        connection_bye(peer, why);
}

static void on_ready(struct arena *arena, struct peer *peer)
{
    struct server *server = arena_owner(arena);
    if (server->draining && server->node) {
        say_bye(server, peer, "this node is draining");
        return;
    }
    if (server->node && peer_pid(peer) == 0)
        node_ready(server->node, peer);
    if (server->node && peer_pid(peer) == 0 && node_returns(server->node, peer) &&
        peer_is_away(peer))
        return;
    hall_ready(&server->hall, peer);
}

static bool on_session(struct arena *arena, struct peer *peer, struct slice token,
                       struct slice session)
{
    struct server *server = arena_owner(arena);
    return server->node && node_carries(server->node, peer, token, session);
}

static bool on_return(struct arena *arena, struct peer *peer, struct slice session)
{
    const struct server *server = arena_owner(arena);
    return resume_session(server->hall.resume, peer, session) ||
           (server->node && carried_held(arena, peer_name(peer)));
}

static void on_failed(struct arena *arena, struct peer *peer)
{
    struct server *server = arena_owner(arena);
    hall_gone(&server->hall, peer);
}

static bool on_message(struct arena *arena, struct peer *peer, const struct message *message)
{
    struct server *server = arena_owner(arena);
    return hall_message(&server->hall, peer, message);
}

/* Whether a connection may come in. Returns NULL, or the reason against it, which is logged. */
static const char *admit(struct server *server, const struct endpoint *from)
{
    uint64_t address = endpoint_key(from);
    char label[ENDPOINT_TEXT_BYTES];

    server->connections++;
    const char *why =
        server->draining
            ? "closing"
            : admission_refusal(server->arena, &server->config, address, node_carried(server->node),
                                name_rate_count(seating_departures(server->hall.seating), address,
                                                clock_now_usec()));
    if (why)
        log_line(LOG_WARN, "peer=%s refused: %s", endpoint_format(from, label), why);
    return why;
}

static bool needs_tls(const struct server *server, const struct endpoint *from)
{
    return !endpoint_is_local(from) && !server->config.plain_remote;
}

static void note_no_memory(const struct endpoint *from)
{
    char label[ENDPOINT_TEXT_BYTES];

    log_line(LOG_WARN, "peer=%s refused: out of memory", endpoint_format(from, label));
}

/* A listener_enter_fn. */
static void on_connection(void *context, int fd, const struct endpoint *from)
{
    struct server *server = context;

    if (admit(server, from)) {
        close(fd);
        return;
    }
    listener_prepare(fd);
    if (!connection_create_socket(server->arena, fd, needs_tls(server, from), from))
        note_no_memory(from);
}

/* A websocket_enter_fn. */
static void on_websocket(void *context, int fd, struct ssl_st *ssl, const struct endpoint *from)
{
    struct server *server = context;

    const char *why = admit(server, from);
    if (why) {
        websocket_turn_away(fd, ssl, why);
        return;
    }
    listener_prepare(fd);
    if (!connection_create_websocket(server->arena, fd, ssl, needs_tls(server, from), from))
        note_no_memory(from);
}

static int open_web(struct server *server, struct ladder_error *error)
{
    const struct config *config = &server->config;
    const struct timeval second = {.tv_sec = 1};
    char bots[ENDPOINT_TEXT_BYTES];
    struct web_config web = {.at = config->http_at,
                             .at_count = config->http_count,
                             .of_address_max = config->http_per_address_max,
                             .store = config->store,
                             .bots = bots,
                             .tournaments = config->tournaments,
                             .bots_per_owner = config->bots_per_owner,
                             .new_names = config->registration == REGISTRATION_OPEN ||
                                          config->registration == REGISTRATION_CLAIM,
                             .programs_of_day = config->submits_per_day,
                             .program_bytes_max = (int64_t)config->submit_mb << 20,
                             .programs_bytes_max = (int64_t)config->submit_store_mb << 20,
                             .address_key = config->owner_by_address ? server->address_key : NULL,
                             .origin = strcmp(config->http_cors, "off") ? config->http_cors : NULL,
                             .feed = {.watch = watch_json_game,
                                      .hints = watch_json_hints,
                                      .chances = chances_json_game,
                                      .rules = watch_json_rules,
                                      .built = play_pages_built,
                                      .built_context = &server->play_rules,
                                      .words = watch_json_words,
                                      .phrase = watch_json_phrase}};

    memcpy(server->play_rules.rules, config->rules, sizeof config->rules);
    server->play_rules.count = config->rules_count;
    server->door = websocket_door_create(server->base, on_websocket, server);
    server->counters = event_new(server->base, -1, EV_PERSIST, results_on_counters, server);
    if (!server->door || !server->counters || event_add(server->counters, &second)) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    web.enter = websocket_door_take;
    web.context = server->door;
    web.live = server->live;
    doors_format_public(&server->doors, bots);
    if (web_server_create(&server->web, &web, server->ladder, error))
        return -1;
    if (config->http_over_tls)
        web_server_use_tls(server->web, tls_context(server->tls));
    results_on_counters(-1, 0, server);
    return 0;
}

/* ------------------------------------------------------------------------------ start and stop */

static void on_grace(evutil_socket_t fd, short what, void *context)
{
    struct server *server = context;
    (void)fd;
    (void)what;
    loops_void_games(server->loops);
    results_stop_if_done(server);
    struct timeval last = {.tv_sec = 5};
    event_base_loopexit(server->base, &last); /* even if something hangs now */
}

/* No new games. At one of several nodes, idle bots go to the others at once. */
static void begin_drain(struct server *server)
{
    server->draining = true;
    host_child_drain(server->host);
    hall_close(&server->hall);
    for (struct peer *peer = arena_first_peer(server->arena); peer && server->node;
         peer = peer_next(peer)) {
        if (peer_state(peer) == PEER_STATE_READY && peer_games(peer) == 0 &&
            peer_games_reserved(peer) == 0 && !peer_is_away(peer))
            say_bye(server, peer, "this node is draining");
    }
}

/* No new games; running games have a grace period; a second signal ends it at once. */
static void on_stop(evutil_socket_t signal, short what, void *context)
{
    struct server *server = context;
    struct timeval grace = {.tv_sec = server->config.grace_usec / 1000000,
                            .tv_usec = server->config.grace_usec % 1000000};
    (void)what;
    if (server->stopping) {
        event_base_loopbreak(server->base);
        return;
    }
    log_line(LOG_INFO, "signal %d: closing", (int)signal);
    server->stopping = true;
    begin_drain(server);
    evtimer_add(server->grace, &grace);
    results_stop_if_done(server);
}

/* Open connections keep the certificate they have seen. */
static int read_certificates(struct server *server, struct tls_error *error)
{
    if (!server->tls)
        return 0;
    if (tls_reload(server->tls, error))
        return -1;
    if (server->web && server->config.http_over_tls)
        web_server_use_tls(server->web, tls_context(server->tls));
    fprintf(stderr, "tls sha256 %s\n", tls_fingerprint(server->tls));
    return 0;
}

static void on_hangup(evutil_socket_t signal, short what, void *context)
{
    struct server *server = context;
    struct tls_error error;
    (void)signal;
    (void)what;

    if (log_reopen())
        log_line(LOG_ERROR,
                 "reload: the log file cannot be opened again, the old one stays in use: %s",
                 strerror(errno));
    if (read_certificates(server, &error))
        log_line(LOG_ERROR, "reload: the certificate cannot be read, the old one stays in use: %s",
                 error.text);
}

/* ------------------------------------------------------------------------------- the operator */

static struct admin_games admin_games(void *owner)
{
    const struct server *server = owner;
    return (struct admin_games){.started = seating_counts(server->hall.seating).started,
                                .rated = server->rated,
                                .waiting = seating_lobby(server->hall.seating)->waiting_count,
                                .paused = seating_is_paused(server->hall.seating),
                                .draining = server->draining,
                                .nodes = node_others(server->node)};
}

static json_t *admin_waiting(void *owner)
{
    const struct server *server = owner;
    return waits_list(server->hall.seating);
}

static void admin_pause(void *owner, bool paused)
{
    struct server *server = owner;
    seating_pause(server->hall.seating, paused);
}

/* Like a signal, but without the grace period. */
static void admin_drain(void *owner)
{
    struct server *server = owner;
    begin_drain(server);
    results_stop_if_done(server);
}

static void apply_config(struct server *server)
{
    const struct config *config = &server->config;

    struct arena_settings settings = *arena_settings(server->arena);

    settings.handshake_usec = config->handshake_usec;
    settings.hold_usec = config->resume_sec * 1000 * (usec_t)USEC_PER_MSEC;
    settings.messages_per_second = (uint32_t)config->messages_per_second;
    settings.record_ms = true;
    settings.live = server->live;
    settings.tls = server->tls;
    arena_set_settings(server->arena, &settings);
    log_set_level(config->log_level);
    writer_retention_set(server->ladder, &server->config.keep);
    writer_game_log_keep(server->ladder, config->game_log_days, (int64_t)config->game_log_mb << 20);
}

/* All or nothing: half of a file that is being edited must not take effect. */
static int admin_reload(void *owner, char text[ADMIN_WHY_BYTES])
{
    struct server *server = owner;
    static struct config config;
    char live[CONFIG_NAMES_BYTES], fixed[CONFIG_NAMES_BYTES];
    struct tls_error error;

    if (config_read_again(&config, server->argc, server->argv, text, ADMIN_WHY_BYTES))
        return 2;
    config_compare(&server->asked, &config, live, fixed);
    if (fixed[0]) {
        snprintf(text, ADMIN_WHY_BYTES, "%.380s: cannot change while the daemon runs; nothing did",
                 fixed);
        return 2;
    }
    if (read_certificates(server, &error)) {
        snprintf(text, ADMIN_WHY_BYTES, "%s; nothing has changed", error.text);
        return 2;
    }
    server->asked = config;
    config.peers_max = server->config.peers_max; /* what there was room for at the start */
    server->config = config;
    apply_config(server);
    loops_adopt_limits(server->loops);
    seating_arm(server->hall.seating, 0); /* more games may be possible */
    snprintf(text, ADMIN_WHY_BYTES, "%.500s", live);
    return 0;
}

static int open_admin(struct server *server)
{
    const char *path = server->config.admin_path;
    struct admin_host host = {.arena = server->arena,
                              .loops = server->loops,
                              .config = &server->config,
                              .ladder = server->ladder,
                              .name_rate = &server->name_rate,
                              .invitations = seating_invitations(server->hall.seating),
                              .departures = seating_departures(server->hall.seating),
                              .web = server->web,
                              .started = clock_now_usec(),
                              .owner = server,
                              .games = admin_games,
                              .waiting = admin_waiting,
                              .pause = admin_pause,
                              .drain = admin_drain,
                              .reload = admin_reload};
    char why[ADMIN_WHY_BYTES];

    if (!path[0]) {
        if (strcmp(server->config.admin, "off") != 0)
            log_line(LOG_WARN, "no socket for avondale admin: the path of the store is too long");
        return 0;
    }
    if (admin_open(&server->admin, server->base, path, &host, why) == 0)
        return 0;
    log_say("avondale serve: --admin: %s", why);
    return 3;
}

/* -------------------------------------------------------------------------------------- opening */

/* The hosts of our own certificate. */
static void list_hosts(const struct config *config, char *text, size_t size)
{
    char host[ENDPOINT_TEXT_BYTES];
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < config->listen_count && used < size; i++) {
        endpoint_format_host(&config->listen_at[i], host);
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "," : "", host);
    }
}

static int open_tls(struct server *server)
{
    const struct config *config = &server->config;
    char hosts[DOORS_TEXT_BYTES];
    struct tls_error error;

    if (!config->tls)
        return 0;
    list_hosts(config, hosts, sizeof hosts);
    if ((config->tls_self_signed && tls_make_self_signed(config->tls_cert, hosts, &error)) ||
        tls_create(&server->tls, config->tls_cert, config->tls_key, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    apply_config(server);
    return 0;
}

/* Prints where bots connect, then where the pages are, one line each. */
static int write_ports(const char *file_name, const char *bots, const char *pages)
{
    char name[300];

    snprintf(name, sizeof name, "%s.new", file_name);
    FILE *file = fopen(name, "w");
    if (!file)
        return -1;
    fprintf(file, "%s\n", bots);
    if (pages[0])
        fprintf(file, "%s\n", pages);
    return fclose(file) || rename(name, file_name) ? -1 : 0;
}

static int announce(struct server *server)
{
    char bots[DOORS_TEXT_BYTES], pages[DOORS_TEXT_BYTES] = "";
    int count;

    doors_format(&server->doors, bots);
    if (server->web) {
        const struct endpoint *list = web_server_at(server->web, &count);
        endpoint_format_list(list, count, pages, sizeof pages);
    }
    if (writer_view_voided_at_start(server->ladder) > 0)
        log_line(LOG_WARN, "%d games of an earlier run are void: it stopped in the middle of them",
                 writer_view_voided_at_start(server->ladder));
    log_say("listening on %s", bots);
    if (server->config.deaf)
        log_line(LOG_WARN, "bots on other machines will be refused: no certificate is configured");
    if (server->tls)
        fprintf(stderr, "tls sha256 %s\n", tls_fingerprint(server->tls));
    if (server->web)
        fprintf(stderr, "%s on %s\n", server->config.http_over_tls ? "https" : "http", pages);
    return server->config.port_file[0] ? write_ports(server->config.port_file, bots, pages) : 0;
}

static int fail(const char *what, const char *why)
{
    log_say("avondale serve: %s: %s", what, why);
    return 3;
}

static const struct arena_callbacks callbacks = {
    .accept = registration_accept,
    .returns = on_return,
    .session = on_session,
    .ready = on_ready,
    .failed = on_failed,
    .quits = deserted_on_quits,
    .message = on_message,
    .over = results_on_over,
    .closed = results_on_closed,
    .effect = results_on_effect,
    .wire = game_logs_on_wire,
    .unlog = game_logs_forget,
};

static bool listen_for(struct server *server, struct event **event, int fd, short what,
                       event_callback_fn act)
{
    *event = event_new(server->base, fd, what | EV_PERSIST, act, server);
    return *event && event_add(*event, NULL) == 0;
}

static int open_events(struct server *server)
{
    signal(SIGPIPE, SIG_IGN);
    server->grace = evtimer_new(server->base, on_grace, server);
    bool good = server->grace &&
                listen_for(server, &server->ladder_event, writer_queue_fd(server->ladder), EV_READ,
                           results_on_ladder) &&
                listen_for(server, &server->signals[0], SIGTERM, EV_SIGNAL, on_stop) &&
                listen_for(server, &server->signals[1], SIGINT, EV_SIGNAL, on_stop) &&
                listen_for(server, &server->hangup, SIGHUP, EV_SIGNAL, on_hangup);
    return good ? 0 : fail("start", strerror(errno));
}

/* A node_awaited_fn. */
static const char *awaited(void *context, int index)
{
    const struct server *server = context;
    return resume_awaits(server->hall.resume, index);
}

static int open_calendar(struct server *server)
{
    const struct config *config = &server->config;
    const struct event_thread_config calendar = {.store = config->store,
                                                 .node = config->node,
                                                 .key = config->event_key_path,
                                                 .directory = config->tournaments,
                                                 .workers =
                                                     config->event_play == EVENT_PLAY_WORKERS,
                                                 .events = config->events};

    return config->event_play == EVENT_PLAY_OFF ? 0
                                                : event_thread_start(&server->events, &calendar);
}

static int open_webhooks(struct server *server)
{
    const struct webhook_thread_config webhooks = {.store = server->config.store,
                                                   .urls = server->config.webhooks,
                                                   .secret_file =
                                                       server->config.webhook_secret_file};

    return webhook_thread_start(&server->webhooks, &webhooks);
}

static int open_all(struct server *server)
{
    struct config *config = &server->config;
    char why[ENDPOINT_ERROR_BYTES];
    const struct loops_owner owner = {
        .owner = server, .ended = results_on_ended, .opened = results_on_opened};
    struct ladder_error error;

    int status = house_sandbox_prepare(&server->sandbox, config);
    if (status == 0)
        status = host_child_check(config);
    if (status == 0)
        status = resume_open(&server->resume, &server->ladder, config);
    if (status)
        return status;
    if (batch_thread_start(server->ladder, config->store, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    if (address_key_load(config->store, server->address_key, &error))
        return fail("start", error.text);
    writer_account_watch(server->ladder, registration_on_account, server);
    if (writer_version_guard(server->ladder, config->guard != 0))
        return fail("start", "out of memory");
    config->peers_max =
        listener_room(config->peers_max, config->loops, strcmp(config->http, "off") != 0);
    server->base = event_base_new();
    if (server->base)
        server->arena = arena_create(server->base, &callbacks, server);
    if (!server->arena)
        return fail("start", "out of memory");
    if (strcmp(config->http, "off") != 0)
        server->live = open_live(config);
    apply_config(server);
    if (loops_create(&server->loops, server->arena, config->loops, &owner))
        return fail("--loops", strerror(errno));
    if (hall_init(&server->hall, server->arena, server->loops, server->ladder, config,
                  &server->sandbox))
        return fail("start", "out of memory");
    if (open_tls(server))
        return 2;
    if (doors_open(&server->doors, server->base, config->listen_at, config->listen_count,
                   on_connection, server, why))
        return fail("--listen", why);
    if (strcmp(config->http, "off") != 0 && open_web(server, &error)) {
        log_say("avondale serve: %s", error.text);
        return 3;
    }
    if (config->node[0] &&
        node_open(&server->node, server->arena, server->hall.seating, config, &error)) {
        log_say("avondale serve: %s", error.text);
        return 3;
    }
    if (server->node)
        node_set_awaited(server->node, awaited, server);
    if (open_admin(server) || open_events(server))
        return 3;
    status = open_calendar(server);
    if (status == 0)
        status = open_webhooks(server);
    if (status == 0)
        status = host_child_open(&server->host, server->base, config, &server->doors, server->tls);
    if (status)
        return status;
    if (server->hall.house)
        house_sandbox_hide(config);
    return announce(server) ? fail(config->port_file, strerror(errno)) : 0;
}

static int run(struct server *server)
{
    arena_begin(server->arena);
    if (hall_resume(&server->hall, server->resume, server->config.resume_sec))
        server->status = fail("start", "out of memory");
    else
        event_base_dispatch(server->base);
    for (struct peer *peer = arena_first_peer(server->arena); peer; peer = peer_next(peer)) {
        if (peer_state(peer) == PEER_STATE_READY)
            say_bye(server, peer, "the arena is closing");
    }
    return server->status;
}

static void close_all(struct server *server)
{
    event_thread_stop(server->events);
    webhook_thread_stop(server->webhooks);
    host_child_close(server->host);
    admin_close(server->admin);
    node_close(server->node);
    web_server_destroy(server->web);
    websocket_door_destroy(server->door);
    if (server->counters)
        event_free(server->counters);
    if (server->ladder_event)
        event_free(server->ladder_event);
    hall_close(&server->hall);
    /* calls off games that are still being announced while results are accepted */
    if (server->ladder) {
        writer_queue_wait(server->ladder);
        writer_queue_dispatch(server->ladder);
    }
    loops_stop(server->loops); /* from here on one thread has all tables */
    /* Runs the remaining completions, while the tables still exist. */
    writer_close(server->ladder);
    if (server->base) {
        server->draining = true;
        loops_destroy(server->loops, free);
        hall_fini(&server->hall);
        arena_destroy(server->arena);
    }
    live_destroy(server->live);
    resume_close(server->resume);
    struct event *events[] = {server->grace, server->hangup, server->signals[0],
                              server->signals[1]};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i])
            event_free(events[i]);
    doors_close(&server->doors);
    tls_destroy(server->tls);
    if (server->base)
        event_base_free(server->base);
}

static int open_log(const struct config *config)
{
    if (!config->log_file[0] || log_open(config->log_file) == 0)
        return 0;
    return fail(config->log_file, strerror(errno));
}

int server_run(const struct config *config, int argc, char **argv)
{
    struct server *server = calloc(1, sizeof *server);

    if (!server)
        return 3;
    server->argc = argc;
    server->argv = argv;
    server->config = server->asked = *config;
    log_set_level(config->log_level);
    int status = open_log(config);
    if (status == 0)
        status = open_all(server);
    if (status == 0)
        status = run(server);
    close_all(server);
    log_close();
    free(server);
    return status;
}
