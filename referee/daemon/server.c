/* server.c - the running server: wires arena, lobby, ladder and pages together, admits connections,
 * answers the operator, stops. */
#include "daemon/admin.h"
#include "daemon/admission.h"
#include "arena/arena.h"
#include "cluster/carried.h"
#include "config/config.h"
#include "net/listener.h"
#include "ladder.h"
#include "base/log.h"
#include "arena/loops.h"
#include "cluster/node.h"
#include "daemon/server.h"
#include "daemon/server_private.h"
#include "seating/waits.h"
#include "net/tls.h"
#include "daemon/bot_version.h"
#include "record/watch_json.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/rand.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* ------------------------------------------------------------------------- what can be measured */

static int port_of(struct evconnlistener *listener)
{
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    if (getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &size))
        return -1;
    return ntohs(address.sin_port);
}

/* Opens what spectators see of running games. Returns NULL if the options allow no spectators. */
static struct live *open_live(const struct config *config)
{
    struct live_config limits = {.delay_msec = config->live_delay_msec,
                                 .watchers_max = config->watchers_max,
                                 .watchers_per_table_max = config->watchers_per_table_max};
    /* The same number as of an earlier process would only hide from a reader that it missed
     * something. */
    (void)RAND_bytes((unsigned char *)&limits.boot, sizeof limits.boot);
    struct live *live = limits.watchers_max > 0 ? live_create(&limits) : NULL;
    if (limits.watchers_max > 0 && !live)
        log_line(LOG_ERROR, "no memory: games cannot be looked at");
    return live;
}

static int open_web(struct server *server, struct ladder_error *error)
{
    const struct config *config = &server->config;
    const struct timeval second = {.tv_sec = 1};
    char bots[96];
    struct web_config web = {.address = config->http_host,
                             .port = config->http_port,
                             .of_address_max = config->http_per_address_max,
                             .store = config->store,
                             .bots = bots,
                             .tournaments = config->tournaments,
                             .origin = strcmp(config->http_cors, "off") ? config->http_cors : NULL,
                             .feed = {.watch = watch_game,
                                      .hints = watch_hints,
                                      .rules = watch_rules,
                                      .words = watch_words,
                                      .phrase = watch_phrase}};

    web.live = server->live = open_live(config);
    for (int i = 0; loops_arena(server->loops, i); i++)
        loops_arena(server->loops, i)->live = server->live;
    bool everywhere = strcmp(config->listen_host, "0.0.0.0") == 0;
    snprintf(bots, sizeof bots, "%s:%d", everywhere ? "HOST" : config->listen_host,
             port_of(server->door.listener));
    if (web_create(&server->web, &web, server->ladder, error))
        return -1;
    if (config->http_over_tls)
        web_use_tls(server->web, tls_context(server->tls));
    server->counters = event_new(server->base, -1, EV_PERSIST, server_on_counters, server);
    if (!server->counters || event_add(server->counters, &second)) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    server_on_counters(-1, 0, server);
    return 0;
}

/* -------------------------------------------------------------------------------------- peers */

/* May the bot that this is be here? -1, or the wire error that refuses it. */
static int check_token(struct server *server, const struct ladder_bot *bot, const char *token)
{
    if (bot->banned || !ladder_token_valid(server->ladder, bot->name, token))
        return WIRE_ERROR_TOKEN;
    return server->config.token_needed && !bot->has_token ? WIRE_ERROR_TOKEN : -1;
}

static bool name_allowed(struct server *server, const struct peer *peer)
{
    if (name_rate_allows(&server->name_rate, peer->share.address->key,
                         server->config.names_per_minute, clock_now_usec()))
        return true;
    log_line(LOG_WARN, "peer=%s name=%s refused: too many new names", peer->label, peer->name);
    return false;
}

/* Bots of one address have one owner, so bots of one machine never play a rated game against each
 * other. On this machine each bot has an owner of its own, because all bots behind a proxy come
 * from here. */
static void owner_of_new(const struct server *server, const struct peer *peer,
                         char owner[LADDER_NAME_MAX + 1])
{
    uint32_t address = peer->share.address->key; /* as in a socket */

    owner[0] = 0;
    if (server->config.owner_by_address && ntohl(address) >> 24 != IN_LOOPBACKNET && address != 0)
        ladder_address_owner(server->address_key, &address, sizeof address, owner);
}

/* A new version is as a new name. */
static int check_version(struct server *server, const struct peer *peer, const char *latest)
{
    enum version_verdict verdict = version_judge(&server->arena, peer, latest);
    if (verdict == VERSION_OTHER)
        return WIRE_ERROR_BOT_VERSION;
    if (verdict == VERSION_SAME)
        return -1;
    if (*latest && !name_allowed(server, peer))
        return WIRE_ERROR_FULL;
    if (ladder_version_begin(server->ladder, peer->name, peer->version))
        return WIRE_ERROR_FULL;
    log_line(LOG_INFO, "name=%s is version %s from here on", peer->name, peer->version);
    return -1;
}

static int on_accept(struct arena *arena, struct peer *peer, struct slice token,
                     struct slice ticket)
{
    struct server *server = arena->owner;
    struct ladder_bot bot;
    char text[2 * LADDER_TOKEN_BYTES + 1] = "";

    if (token.size < sizeof text)
        memcpy(text, token.data, token.size);
    bool expected = server->node && ticket.size > 0 && node_admits(server->node, peer, ticket);
    if (ladder_bot_find(server->ladder, peer->name, &bot)) {
        int refused = !expected    ? check_token(server, &bot, text)
                      : bot.banned ? WIRE_ERROR_TOKEN
                                   : -1;
        return refused >= 0 ? refused : check_version(server, peer, bot.version);
    }
    if (server->config.token_needed && !expected)
        return WIRE_ERROR_TOKEN;
    if (!expected && !name_allowed(server, peer))
        return WIRE_ERROR_FULL;
    char owner[LADDER_NAME_MAX + 1];
    owner_of_new(server, peer, owner);
    /* With the queue full the bot is added by its first result. */
    if (ladder_bot_register_owned(server->ladder, peer->name, owner)) {
        log_line(LOG_INFO, "name=%s is registered with its first result", peer->name);
        return peer->version[0] ? WIRE_ERROR_FULL : -1;
    }
    return check_version(server, peer, "");
}

/* Says bye, with the address of another node where there is one. */
static void say_bye(struct server *server, struct peer *peer, const char *why)
{
    char address[SEEK_ADDRESS_BYTES];

    if (node_elsewhere(server->node, address))
        peer_send_away(peer, why, address);
    else
        peer_bye(peer, why);
}

static void on_ready(struct arena *arena, struct peer *peer)
{
    struct server *server = arena->owner;
    if (server->draining && server->node) {
        say_bye(server, peer, "this node is draining");
        return;
    }
    if (server->node)
        node_ready(server->node, peer);
    if (server->node && node_returns(server->node, peer) && peer->away)
        return;
    hall_ready(&server->hall, peer);
}

static bool on_session(struct arena *arena, struct peer *peer, struct slice token,
                       struct slice session)
{
    struct server *server = arena->owner;
    return server->node && node_carries(server->node, peer, token, session);
}

static bool on_return(struct arena *arena, struct peer *peer, struct slice session)
{
    const struct server *server = arena->owner;
    return comeback_session(server->hall.comeback, peer, session) ||
           (server->node && carried_held(arena, peer->name));
}

static void on_failed(struct arena *arena, struct peer *peer)
{
    struct server *server = arena->owner;
    hall_gone(&server->hall, peer);
}

static bool on_message(struct arena *arena, struct peer *peer, const struct message *message)
{
    struct server *server = arena->owner;
    return hall_message(&server->hall, peer, message);
}

static void on_connection(void *context, int fd, const struct sockaddr_in *from)
{
    struct server *server = context;
    char text[INET_ADDRSTRLEN] = "?", label[48];
    bool here = ntohl(from->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;

    inet_ntop(AF_INET, &from->sin_addr, text, sizeof text);
    snprintf(label, sizeof label, "%s:%d", text, ntohs(from->sin_port));
    server->connections++;
    const char *why =
        server->draining
            ? "closing"
            : admission_refusal(&server->arena, &server->config, from->sin_addr.s_addr,
                                node_carried(server->node),
                                name_rate_count(&server->hall.seating.departures,
                                                from->sin_addr.s_addr, clock_now_usec()));
    if (why) {
        log_line(LOG_WARN, "peer=%s refused: %s", label, why);
        close(fd);
        return;
    }
    door_prepare(fd);
    if (!arena_add_socket(&server->arena, fd, !here && !server->config.plain_remote, label))
        log_line(LOG_WARN, "peer=%s refused: no memory", label);
}

/* ------------------------------------------------------------------------------ start and stop */

static void on_grace(evutil_socket_t fd, short what, void *context)
{
    struct server *server = context;
    (void)fd;
    (void)what;
    loops_void_games(server->loops);
    server_stop_if_done(server);
    struct timeval last = {.tv_sec = 5};
    event_base_loopexit(server->base, &last); /* whatever hangs now */
}

/* No new games. At a node of several, bots without one go to the others at once. */
static void begin_drain(struct server *server)
{
    server->draining = true;
    hall_close(&server->hall);
    for (struct peer *peer = server->arena.peers; peer && server->node; peer = peer->next) {
        if (peer->state == PEER_STATE_READY && peer->game_count == 0 && peer->reserved == 0 &&
            !peer->away)
            say_bye(server, peer, "this node is draining");
    }
}

/* No new games; those under way have a grace; a second signal ends it at once. */
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
    server_stop_if_done(server);
}

/* Whoever is connected keeps the certificate it has seen. */
static int read_certificates(struct server *server, struct tls_error *error)
{
    if (!server->tls)
        return 0;
    if (tls_reload(server->tls, error))
        return -1;
    if (server->web && server->config.http_over_tls)
        web_use_tls(server->web, tls_context(server->tls));
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
        log_line(LOG_ERROR, "the log stays where it was: %s", strerror(errno));
    if (read_certificates(server, &error))
        log_line(LOG_ERROR, "the certificate stays as it was: %s", error.text);
}

/* ------------------------------------------------------------------------------- the operator */

static struct admin_games admin_games(void *owner)
{
    const struct server *server = owner;
    return (struct admin_games){.started = server->hall.seating.started,
                                .rated = server->rated,
                                .waiting = server->hall.seating.lobby.waiting_count,
                                .paused = server->hall.seating.paused,
                                .draining = server->draining};
}

static json_t *admin_waiting(void *owner)
{
    const struct server *server = owner;
    return waits_list(&server->hall.seating);
}

static void admin_pause(void *owner, bool paused)
{
    struct server *server = owner;
    seating_pause(&server->hall.seating, paused);
}

/* As a signal does, without its grace. */
static void admin_drain(void *owner)
{
    struct server *server = owner;
    begin_drain(server);
    server_stop_if_done(server);
}

static void apply_config(struct server *server)
{
    const struct config *config = &server->config;

    server->arena.handshake_usec = config->handshake_usec;
    server->arena.hold_usec = config->resume_sec * 1000 * (usec_t)USEC_PER_MSEC;
    server->arena.messages_per_second = (uint32_t)config->messages_per_second;
    log_set_level(config->log_level);
    log_set_limit(config->log_mb_max * 1048576LL);
}

/* All of it or nothing: half of a file that somebody has just edited is what nobody wanted. */
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
    seating_arm(&server->hall.seating, 0); /* there may be room for more games */
    snprintf(text, ADMIN_WHY_BYTES, "%.500s", live);
    return 0;
}

static int open_admin(struct server *server)
{
    const char *path = server->config.admin_path;
    struct admin_host host = {.arena = &server->arena,
                              .loops = server->loops,
                              .config = &server->config,
                              .name_rate = &server->name_rate,
                              .invites = &server->hall.seating.invites,
                              .departures = &server->hall.seating.departures,
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

static int open_tls(struct server *server)
{
    const struct config *config = &server->config;
    struct tls_error error;

    if (!config->tls)
        return 0;
    if ((config->tls_self_signed &&
         tls_make_self_signed(config->tls_cert, config->listen_host, &error)) ||
        tls_create(&server->tls, config->tls_cert, config->tls_key, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    server->arena.tls = server->tls;
    return 0;
}

static int announce(struct server *server)
{
    int bots = port_of(server->door.listener), http = server->web ? web_port(server->web) : 0;

    if (ladder_voided_at_start(server->ladder) > 0)
        log_line(LOG_WARN, "%d games of an earlier run are void: it stopped in the middle of them",
                 ladder_voided_at_start(server->ladder));
    log_say("listening on %s:%d", server->config.listen_host, bots);
    if (server->config.deaf)
        log_line(LOG_WARN, "bots on other machines will be refused: no certificate is configured");
    if (server->tls)
        fprintf(stderr, "tls sha256 %s\n", tls_fingerprint(server->tls));
    if (server->web)
        fprintf(stderr, "%s on %s:%d\n", server->config.http_over_tls ? "https" : "http",
                server->config.http_host, http);
    if (!server->config.port_file[0])
        return 0;
    char name[300];
    snprintf(name, sizeof name, "%s.new", server->config.port_file);
    FILE *file = fopen(name, "w");
    if (!file)
        return -1;
    fprintf(file, "%s:%d\n", server->config.listen_host, bots);
    if (server->web)
        fprintf(file, "%s:%d\n", server->config.http_host, http);
    return fclose(file) || rename(name, server->config.port_file) ? -1 : 0;
}

static int fail(const char *what, const char *why)
{
    log_say("avondale serve: %s: %s", what, why);
    return 3;
}

static void set_callbacks(struct server *server)
{
    struct arena *arena = &server->arena;
    arena->owner = server;
    arena->accept = on_accept;
    arena->returns = on_return;
    arena->ready = on_ready;
    arena->failed = on_failed;
    arena->over = server_on_over;
    arena->closed = server_on_closed;
    arena->message = on_message;
    arena->session = on_session;
    arena->effect = server_on_effect;
    arena->record_ms = true;
    apply_config(server);
}

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
                listen_for(server, &server->ladder_event, ladder_fd(server->ladder), EV_READ,
                           server_on_ladder) &&
                listen_for(server, &server->signals[0], SIGTERM, EV_SIGNAL, on_stop) &&
                listen_for(server, &server->signals[1], SIGINT, EV_SIGNAL, on_stop) &&
                listen_for(server, &server->hangup, SIGHUP, EV_SIGNAL, on_hangup);
    return good ? 0 : fail("start", strerror(errno));
}

/* A node_awaited_fn. */
static const char *awaited(void *context, int index)
{
    const struct server *server = context;
    return comeback_awaits(server->hall.comeback, index);
}

static int open_all(struct server *server)
{
    struct config *config = &server->config;
    struct sockaddr_in address = {.sin_family = AF_INET};
    const struct loops_owner owner = {
        .owner = server, .ended = server_on_ended, .opened = server_on_opened};
    struct ladder_error error;

    int status = comeback_open(&server->comeback, &server->ladder, config);
    if (status)
        return status;
    if (ladder_rank_start(server->ladder, config->store, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    if (ladder_address_key(config->store, server->address_key, &error))
        return fail("start", error.text);
    if (ladder_guard(server->ladder, config->guard != 0))
        return fail("start", "out of memory");
    config->peers_max = door_room(config->peers_max, config->loops);
    server->base = event_base_new();
    if (!server->base || arena_init(&server->arena, server->base))
        return fail("start", "out of memory");
    set_callbacks(server);
    if (loops_create(&server->loops, &server->arena, config->loops, &owner))
        return fail("--loops", strerror(errno));
    if (hall_init(&server->hall, &server->arena, server->loops, server->ladder, config))
        return fail("start", "out of memory");
    if (open_tls(server))
        return 2;
    address.sin_port = htons((uint16_t)config->listen_port);
    if (inet_pton(AF_INET, config->listen_host, &address.sin_addr) != 1)
        return fail(config->listen_host, "not an IPv4 address");
    if (door_open(&server->door, server->base, &address, on_connection, server))
        return fail(config->listen, strerror(errno));
    if (strcmp(config->http, "off") != 0 && open_web(server, &error)) {
        log_say("avondale serve: %s", error.text);
        return 3;
    }
    if (config->node[0] &&
        node_open(&server->node, &server->arena, &server->hall.seating, config, &error)) {
        log_say("avondale serve: %s", error.text);
        return 3;
    }
    if (server->node)
        node_set_awaited(server->node, awaited, server);
    if (open_admin(server) || open_events(server))
        return 3;
    return announce(server) ? fail(config->port_file, strerror(errno)) : 0;
}

static int run(struct server *server)
{
    if (hall_resume(&server->hall, server->comeback, server->config.resume_sec))
        server->status = fail("start", "out of memory");
    else
        event_base_dispatch(server->base);
    for (struct peer *peer = server->arena.peers; peer; peer = peer->next) {
        if (peer->state == PEER_STATE_READY)
            say_bye(server, peer, "the arena is closing");
    }
    return server->status;
}

static void close_all(struct server *server)
{
    admin_close(server->admin);
    node_close(server->node);
    web_destroy(server->web);
    if (server->counters)
        event_free(server->counters);
    if (server->ladder_event)
        event_free(server->ladder_event);
    hall_close(&server->hall);
    /* games that are still being announced are called off while it takes results */
    if (server->ladder) {
        ladder_wait(server->ladder);
        ladder_dispatch(server->ladder);
    }
    loops_stop(server->loops); /* from here on there is one thread for all tables */
    /* Runs the completions that are left: the tables are still there. */
    ladder_close(server->ladder);
    if (server->base) {
        server->draining = true;
        loops_destroy(server->loops, free);
        hall_fini(&server->hall);
        arena_fini(&server->arena);
    }
    live_destroy(server->live);
    comeback_close(server->comeback);
    struct event *events[] = {server->grace, server->hangup, server->signals[0],
                              server->signals[1]};
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (events[i])
            event_free(events[i]);
    door_close(&server->door);
    tls_destroy(server->tls);
    if (server->base)
        event_base_free(server->base);
}

static int open_log(const struct config *config)
{
    if (!config->log_file[0] || log_open(config->log_file, config->log_mb_max * 1048576LL) == 0)
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
