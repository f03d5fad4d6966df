/* bridge.c - the life of the connection: hello, token, session, redirect, reconnect. */
#include "bridge/bridge.h"

#include "bridge/bot_group.h"
#include "bridge/retry.h"
#include "bridge/server_link.h"
#include "client/token_keeper.h"
#include "base/log.h"
#include "ladder.h"

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SESSION_BYTES = 160,
    TICKET_BYTES = 160,
    TOKEN_PAUSE_MSEC = 200,
    QUIT_TRIES = 6,
    HOST_TRIES = 9, /* about two minutes */
};

struct bridge {
    const struct bridge_config *config;
    struct event_base *base;
    struct event *again, *signals[3];
    struct event *patience; /* of a host: until its turn ends without a game */
    struct server_link *link;
    struct bot_group *group;
    struct retry retry;
    enum bridge_end end;
    int home;   /* index among the addresses */
    int played; /* games */
    int token_tries;
    int64_t seat;  /* in the latest game */
    bool welcomed; /* on this connection */
    bool sought;   /* the arena has confirmed our `seek` */
    bool greeted;  /* ever, on any connection */
    bool quitting, closing;
    bool stays;     /* back home: a redirect failed */
    bool sent_away; /* this connection is to `away` */
    bool leaving;   /* the arena has sent `bye` on this connection */
    char away[BRIDGE_ADDRESS_BYTES], ticket[TICKET_BYTES], session[SESSION_BYTES];
    char token[TOKEN_KEEPER_BYTES];
};

static void note(const struct bridge *bridge, enum bridge_note what, const char *text)
{
    const struct bridge_host *host = bridge->config->host;
    if (host)
        host->note(host->context, what, text);
}

/* A line for the user, or for the log of a host. */
__attribute__((format(printf, 2, 3))) static void say(const struct bridge *bridge,
                                                      const char *format, ...)
{
    char text[600];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (bridge->config->host)
        note(bridge, BRIDGE_TROUBLE, text);
    else
        log_say("connect: %s", text);
}

static const char *home(const struct bridge *bridge)
{
    return bridge->config->addresses[bridge->home];
}

static const char *here(const struct bridge *bridge)
{
    return bridge->sent_away ? bridge->away : home(bridge);
}

/* Ends with that outcome; first it ends the bots. */
static void close_down(struct bridge *bridge, enum bridge_end end, const char *why)
{
    if (bridge->closing)
        return;
    bridge->closing = true;
    bridge->end = end;
    event_del(bridge->again);
    event_del(bridge->patience);
    server_link_close(bridge->link);
    bot_group_stop(bridge->group, why);
}

static void on_empty(void *context)
{
    struct bridge *bridge = context;
    event_base_loopexit(bridge->base, NULL);
}

static uint32_t chance(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)now.tv_nsec / 1000 + (uint32_t)getpid();
}

/* ------------------------------------------------------------------------------ connecting */

static void connect_now(struct bridge *bridge)
{
    bridge->welcomed = bridge->sought = bridge->leaving = false;
    bot_group_connect(bridge->group);
    server_link_open(bridge->link, here(bridge), bot_group_encoding(bridge->group));
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct bridge *bridge = context;
    (void)fd;
    (void)what;
    if (!bridge->closing)
        connect_now(bridge);
}

static void connect_later(struct bridge *bridge, int msec)
{
    const struct timeval wait = {.tv_sec = msec / 1000, .tv_usec = msec % 1000 * 1000};

    server_link_close(bridge->link);
    event_add(bridge->again, &wait);
}

/* After a failure: connects to one of the first addresses, after a growing pause. */
static void come_back(struct bridge *bridge, const char *why)
{
    const char *from = here(bridge);
    int pause = retry_fail(&bridge->retry, chance());

    if (bridge->quitting && bot_group_games(bridge->group) == 0) {
        close_down(bridge, BRIDGE_DONE, "the end");
        return;
    }
    if (bridge->quitting && bridge->retry.failures > QUIT_TRIES) {
        say(bridge, "%s: %s; its games are left", from, why);
        close_down(bridge, BRIDGE_STOPPED, "the end");
        return;
    }
    if (bridge->config->host && bridge->retry.failures > HOST_TRIES) {
        close_down(bridge, BRIDGE_STOPPED, "the end");
        return;
    }
    say(bridge, "%s: %s; trying again in %.1f s", from, why, pause / 1000.0);
    if (bridge->ticket[0]) { /* its first node has to carry its bytes */
        bridge->stays = true;
        bridge->ticket[0] = '\0';
    }
    if (!bridge->sent_away)
        bridge->home = (bridge->home + 1) % bridge->config->address_count;
    bridge->sent_away = false;
    connect_later(bridge, pause);
}

static void say_hello(struct bridge *bridge)
{
    const struct bridge_config *config = bridge->config;
    const char *token = config->token ? config->token : bridge->token;
    struct message hello;

    if (config->host)
        config->host->token(config->host->context, bridge->token);
    message_init(&hello, MESSAGE_HELLO);
    message_set_int(&hello, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&hello, HELLO_NAME, config->name, strlen(config->name));
    if (bridge->ticket[0])
        message_set_string(&hello, HELLO_TICKET, bridge->ticket, strlen(bridge->ticket));
    else if (token[0])
        message_set_string(&hello, HELLO_TOKEN, token, strlen(token));
    if (!bridge->ticket[0] && !config->token && config->token_file)
        message_set_int(&hello, HELLO_CLAIM, 1);
    if (config->invite && !bridge->ticket[0] && !token[0])
        message_set_string(&hello, HELLO_INVITE, config->invite, strlen(config->invite));
    if (bridge->session[0])
        message_set_string(&hello, HELLO_SESSION, bridge->session, strlen(bridge->session));
    if (!bridge->stays && !config->host)
        message_set_int(&hello, HELLO_REDIRECT, 1);
    if (config->games > 1)
        message_set_int(&hello, HELLO_GAMES, config->games);
    if (config->seek)
        message_set_int(&hello, HELLO_LOBBY, 1);
    bot_group_describe(bridge->group, &hello);
    if (config->host)
        message_set_string(&hello, HELLO_VERSION, config->host->version,
                           strlen(config->host->version));
    server_link_send(bridge->link, &hello);
}

static void on_opened(void *context)
{
    say_hello(context);
}

static void on_link_ended(void *context, const char *why, bool wrong)
{
    struct bridge *bridge = context;

    if (bridge->closing)
        return;
    if (wrong && !bridge->sent_away && !bridge->greeted) {
        say(bridge, "%s: TLS: %s", here(bridge), why);
        close_down(bridge, BRIDGE_REFUSED, "no connection");
        return;
    }
    come_back(bridge, why);
}

/* ---------------------------------------------------------------------------------- its token */

/* Returns true if the file has another token than the last hello. */
static bool read_token(struct bridge *bridge)
{
    char before[TOKEN_KEEPER_BYTES];

    memcpy(before, bridge->token, sizeof before);
    if (bridge->config->token || !bridge->config->token_file)
        return false;
    if (token_keeper_read(bridge->config->token_file, bridge->token))
        say(bridge, "%s: %s", bridge->config->token_file,
            errno == EINVAL ? "expected a token in hex" : strerror(errno));
    return strcmp(before, bridge->token) != 0;
}

/* The arena sends it once: if it cannot be stored, the user must see it. */
static void keep_token(struct bridge *bridge, struct slice token)
{
    if (!bridge->config->token_file || token.size == 0 || token.size >= sizeof bridge->token)
        return;
    snprintf(bridge->token, sizeof bridge->token, "%.*s", (int)token.size, token.data);
    if (token_keeper_write(bridge->config->token_file, bridge->token) == 0)
        say(bridge, "the name %s is yours; its token is in %s", bridge->config->name,
            bridge->config->token_file);
    else
        say(bridge, "the token cannot be kept (%s: %s). Keep it yourself: %s",
            bridge->config->token_file, strerror(errno), bridge->token);
}

/* ----------------------------------------------------------------------- the arena's words */

static void ask_to_quit(struct bridge *bridge)
{
    struct message quit;

    message_init(&quit, MESSAGE_QUIT);
    server_link_send(bridge->link, &quit);
}

static void take_welcome(struct bridge *bridge, const struct message *message)
{
    struct slice session = message_string(message, WELCOME_SESSION);

    if (!bridge->greeted && !bridge->config->quiet)
        say(bridge, "%s plays at %s", bridge->config->name, here(bridge));
    bridge->welcomed = bridge->greeted = true;
    bridge->ticket[0] = '\0';
    bridge->token_tries = 0;
    snprintf(bridge->session, sizeof bridge->session, "%.*s",
             session.size < sizeof bridge->session ? (int)session.size : 0, session.data);
    if (message_has(message, WELCOME_TOKEN))
        keep_token(bridge, message_string(message, WELCOME_TOKEN));
    if (bridge->quitting)
        ask_to_quit(bridge);
    else if (bridge->config->seek && !(bridge->config->host && bot_group_games(bridge->group) > 0))
        server_link_send(bridge->link, bridge->config->seek);
}

/* Another bridge of this user may have claimed the name a moment ago. */
static bool waits_for_token(struct bridge *bridge)
{
    if (bridge->config->token || !bridge->config->token_file || bridge->ticket[0])
        return false;
    if (read_token(bridge)) {
        connect_later(bridge, 0);
        return true;
    }
    if (bridge->token[0] || bridge->token_tries == BRIDGE_TOKEN_TRIES)
        return false;
    connect_later(bridge, TOKEN_PAUSE_MSEC << bridge->token_tries++);
    return true;
}

static void take_refusal(struct bridge *bridge, const struct message *error)
{
    struct slice text = message_string(error, ERROR_TEXT);
    char why[200];

    snprintf(why, sizeof why, "%.*s", (int)text.size, text.data);
    if (wire_error_is(error, WIRE_ERROR_SESSION) && bridge->session[0]) {
        bridge->session[0] = '\0'; /* its games are over */
        bot_group_forget(bridge->group);
        if (bridge->quitting)
            close_down(bridge, BRIDGE_DONE, "the end");
        else
            connect_later(bridge, 0);
    } else if (wire_error_is(error, WIRE_ERROR_TOKEN) && waits_for_token(bridge)) {
        return;
    } else if (bridge->sent_away || wire_error_is(error, WIRE_ERROR_FULL) ||
               wire_error_is(error, WIRE_ERROR_CLOSING) || wire_error_is(error, WIRE_ERROR_FLOOD) ||
               (wire_error_is(error, WIRE_ERROR_BOT_VERSION) && bridge->greeted)) {
        server_link_close(bridge->link);
        come_back(bridge, why);
    } else {
        say(bridge, "%s: %s", here(bridge), why);
        close_down(bridge, BRIDGE_REFUSED, why);
    }
}

static void note_fault(const struct bridge *bridge, const struct message *error)
{
    if (message_has(error, ERROR_G) && wire_error_is(error, WIRE_ERROR_ILLEGAL))
        note(bridge, BRIDGE_FAULT, wire_error_code(WIRE_ERROR_ILLEGAL));
    else if (message_has(error, ERROR_G) && wire_error_is(error, WIRE_ERROR_TIME))
        note(bridge, BRIDGE_FAULT, wire_error_code(WIRE_ERROR_TIME));
}

/* After a refused `seek` it would wait forever. */
static bool take_error(struct bridge *bridge, const struct message *error)
{
    struct slice text = message_string(error, ERROR_TEXT);

    if (!bridge->welcomed) {
        take_refusal(bridge, error);
        return true;
    }
    if (bridge->config->seek && !bridge->sought && !message_has(error, ERROR_G) &&
        (wire_error_is(error, WIRE_ERROR_RULESET) || wire_error_is(error, WIRE_ERROR_OPTION) ||
         wire_error_is(error, WIRE_ERROR_FIELD))) {
        say(bridge, "%s: %.*s", here(bridge), (int)text.size, text.data);
        close_down(bridge, BRIDGE_REFUSED, "its search was refused");
        return true;
    }
    return false;
}

/* Returns false after too many redirects without a game. */
static bool move(struct bridge *bridge, struct slice address, struct slice ticket)
{
    /* Refuses addresses of files: no server may send a bot to files of its own machine. */
    bool path = address.size > 5 && memcmp(address.data, "unix:", 5) == 0;

    if (path || address.size >= sizeof bridge->away || ticket.size >= sizeof bridge->ticket ||
        address.size == 0 || !retry_hop(&bridge->retry)) {
        bridge->stays = true;
        return false;
    }
    snprintf(bridge->away, sizeof bridge->away, "%.*s", (int)address.size, address.data);
    snprintf(bridge->ticket, sizeof bridge->ticket, "%.*s", (int)ticket.size, ticket.data);
    bridge->session[0] = '\0';
    bot_group_forget(bridge->group);
    bridge->sent_away = true;
    connect_later(bridge, ticket.size > 0 ? 0 : TOKEN_PAUSE_MSEC);
    return true;
}

static void take_redirect(struct bridge *bridge, const struct message *message)
{
    if (bridge->stays || !bridge->welcomed || bridge->quitting ||
        bot_group_games(bridge->group) > 0)
        return;
    if (move(bridge, message_string(message, REDIRECT_ADDRESS),
             message_string(message, REDIRECT_TICKET)))
        return;
    bridge->sent_away = false;
    bridge->session[0] = '\0';
    server_link_close(bridge->link);
    come_back(bridge, "it sends us on and on");
}

static void take_bye(struct bridge *bridge, const struct message *message)
{
    const struct slice none = {"", 0};
    struct slice why = message_string(message, BYE_WHY);
    char text[200];

    if (bridge->quitting) {
        close_down(bridge, BRIDGE_DONE, "the end");
        return;
    }
    if (message_has(message, BYE_ADDRESS) && bridge->welcomed &&
        move(bridge, message_string(message, BYE_ADDRESS), none))
        return;
    snprintf(text, sizeof text, "%.*s", (int)why.size, why.data);
    server_link_close(bridge->link);
    come_back(bridge, text);
}

static void take_game(struct bridge *bridge, const struct message *message)
{
    struct slice id = message_string(message, GAME_ID);
    struct message unseek;
    char text[64];

    retry_succeed(&bridge->retry);
    retry_arrive(&bridge->retry);
    event_del(bridge->patience);
    if (bridge->config->host) { /* or it would be seated once more before it can say that it goes */
        message_init(&unseek, MESSAGE_UNSEEK);
        server_link_send(bridge->link, &unseek);
    }
    bridge->seat = message_int(message, GAME_SEAT);
    snprintf(text, sizeof text, "%.*s", id.size < sizeof text ? (int)id.size : 0, id.data);
    note(bridge, BRIDGE_GAME, text);
}

static void on_server_message(void *context, const struct message *message, const char *bytes,
                              size_t size)
{
    struct bridge *bridge = context;

    if (bridge->closing)
        return;
    if (!bridge->welcomed && message->kind != MESSAGE_WELCOME && message->kind != MESSAGE_ERROR &&
        message->kind != MESSAGE_BYE)
        return;
    if (message->kind == MESSAGE_WELCOME)
        take_welcome(bridge, message);
    else if (message->kind == MESSAGE_SEEKING)
        bridge->sought = true;
    else if (message->kind == MESSAGE_GAME)
        take_game(bridge, message);
    else if (message->kind == MESSAGE_ERROR)
        note_fault(bridge, message);
    if (message->kind == MESSAGE_ERROR && take_error(bridge, message))
        return;
    if (message->kind == MESSAGE_REDIRECT)
        take_redirect(bridge, message);
    else if (message->kind == MESSAGE_BYE)
        take_bye(bridge, message);
    else
        bot_group_take(bridge->group, message, bot_group_encoding(bridge->group), bytes, size);
}

/* ------------------------------------------------------------------------------ the bots' side */

static void quit(struct bridge *bridge)
{
    bridge->quitting = true;
    if (bridge->welcomed && server_link_is_open(bridge->link))
        ask_to_quit(bridge);
    else if (bot_group_games(bridge->group) == 0)
        close_down(bridge, BRIDGE_DONE, "the end");
}

/* A turn without a game. One that begins in this moment is played. */
static void on_patience(evutil_socket_t fd, short what, void *context)
{
    struct bridge *bridge = context;
    (void)fd;
    (void)what;
    if (!bridge->closing && !bridge->quitting)
        quit(bridge);
}

static void on_ready(void *context)
{
    struct bridge *bridge = context;
    const struct bridge_host *host = bridge->config->host;
    const struct timeval wait = {.tv_sec = host ? host->wait_sec : 0};

    if (host) {
        note(bridge, BRIDGE_SEEKS, "");
        event_add(bridge->patience, &wait);
    }
    connect_now(bridge);
}

static void on_crashed(void *context, const char *why, bool in_game, int pause)
{
    struct bridge *bridge = context;

    say(bridge, "the bot: %s; it is started again in %.1f s", why, pause / 1000.0);
    note(bridge, BRIDGE_CRASHED, why);
    if (in_game)
        note(bridge, BRIDGE_FAULT, "crashed");
}

static void on_errors(void *context, const char *bytes, size_t size)
{
    const struct bridge *bridge = context;
    bridge->config->host->errors(bridge->config->host->context, bytes, size);
}

static bool on_send(void *context, const struct message *message)
{
    struct bridge *bridge = context;

    if (!bridge->welcomed || !server_link_is_open(bridge->link))
        return false;
    server_link_send(bridge->link, message);
    return true;
}

/* A connection with its session gets the state of each game again. */
static void on_resume(void *context)
{
    struct bridge *bridge = context;
    if (!bridge->closing && bridge->welcomed)
        connect_now(bridge);
}

static void on_quit(void *context)
{
    quit(context);
}

static void on_over(void *context, const struct message *over, const char *id)
{
    struct bridge *bridge = context;
    struct slice reason = message_string(over, OVER_REASON);

    if (message_has(over, OVER_FORFEIT) && message_int(over, OVER_FORFEIT) == bridge->seat)
        note(bridge, BRIDGE_FAULT, "forfeit");
    note(bridge, BRIDGE_OVER, id);
    if (!bridge->config->quiet && message_has(over, OVER_RATING))
        say(bridge, "game %s is over: %.*s; rating %.1f", id, (int)reason.size, reason.data,
            (double)message_int(over, OVER_RATING) / 1000.0);
    else if (!bridge->config->quiet)
        say(bridge, "game %s is over: %.*s", id, (int)reason.size, reason.data);
    if (++bridge->played == bridge->config->count)
        quit(bridge);
}

static void on_broken(void *context, const char *why)
{
    struct bridge *bridge = context;

    if (!bridge->closing) {
        say(bridge, "the bot: %s", why);
        note(bridge, BRIDGE_CRASHED, why);
        if (bot_group_games(bridge->group) > 0)
            note(bridge, BRIDGE_FAULT, "crashed");
    }
    close_down(bridge, BRIDGE_FAILED, "the bot ends");
}

/* --------------------------------------------------------------------------------- signals */

static void on_stop(evutil_socket_t number, short what, void *context)
{
    struct bridge *bridge = context;
    (void)number;
    (void)what;

    if (bridge->quitting) {
        close_down(bridge, BRIDGE_STOPPED, "stopped");
        return;
    }
    if (bot_group_games(bridge->group) > 0)
        say(bridge, "plays its games to the end; once more ends it now");
    quit(bridge);
}

static void on_child(evutil_socket_t number, short what, void *context)
{
    struct bridge *bridge = context;
    (void)number;
    (void)what;
    bot_group_reap(bridge->group);
}

/* --------------------------------------------------------------------------- begin and end */

int bridge_take_addresses(struct bridge_config *config, const char *list)
{
    struct endpoint found[ENDPOINT_LIST_MAX];
    int count = endpoint_parse_list(list, found);

    if (count < 1)
        return -1;
    for (config->address_count = 0; config->address_count < count; list++) {
        size_t size = strcspn(list, ",");
        if (size >= BRIDGE_ADDRESS_BYTES)
            return -1;
        memcpy(config->addresses[config->address_count], list, size);
        config->addresses[config->address_count++][size] = '\0';
        list += size;
    }
    return 0;
}

int bridge_make_seek(struct message *seek, char line[STRING_BYTES_MAX], const char *rulesets,
                     const char *words, int games)
{
    enum encoding encoding = ENCODING_TEXT;
    size_t bad;
    int size = snprintf(line, STRING_BYTES_MAX, "seek games=%d%s%s%s%s\n", games,
                        rulesets ? " rulesets=" : "", rulesets ? rulesets : "", words ? " " : "",
                        words ? words : "");

    return size < STRING_BYTES_MAX && strchr(line, '\n') == line + size - 1 &&
                   stream_next(&encoding, FROM_CLIENT, line, (size_t)size, seek, &bad) == size
               ? 0
               : -1;
}

static int open_all(struct bridge *bridge)
{
    const struct bridge_config *config = bridge->config;
    const struct server_link_config link = {
        .tls = config->tls,
        .ca = config->tls_ca,
        .fingerprint = config->tls_fingerprint,
        .opened = on_opened,
        .message = on_server_message,
        .ended = on_link_ended,
        .context = bridge,
    };
    const struct bot_group_config group = {
        .base = bridge->base,
        .sandbox = config->sandbox,
        .words = config->words,
        .name = config->name,
        .count = config->games,
        .ready = on_ready,
        .send = on_send,
        .resume = on_resume,
        .over = on_over,
        .quit = on_quit,
        .broken = on_broken,
        .crashed = on_crashed,
        .errors = config->host ? on_errors : NULL,
        .empty = on_empty,
        .context = bridge,
    };
    char error[200] = "out of memory";

    if (bridge->base) {
        bridge->again = evtimer_new(bridge->base, on_again, bridge);
        bridge->patience = evtimer_new(bridge->base, on_patience, bridge);
        bridge->signals[0] = evsignal_new(bridge->base, SIGTERM, on_stop, bridge);
        bridge->signals[1] = evsignal_new(bridge->base, SIGINT, on_stop, bridge);
        bridge->signals[2] = evsignal_new(bridge->base, SIGCHLD, on_child, bridge);
        bridge->link = server_link_create(bridge->base, &link, error);
        bridge->group = bot_group_create(&group);
    }
    if (bridge->link && bridge->group && bridge->again && bridge->patience && bridge->signals[0] &&
        bridge->signals[1] && bridge->signals[2])
        return 0;
    say(bridge, "%s", error);
    return -1;
}

static void close_all(struct bridge *bridge)
{
    server_link_destroy(bridge->link);
    bot_group_destroy(bridge->group);
    for (int i = 0; i < 3; i++) {
        if (bridge->signals[i])
            event_free(bridge->signals[i]);
    }
    if (bridge->again)
        event_free(bridge->again);
    if (bridge->patience)
        event_free(bridge->patience);
    if (bridge->base)
        event_base_free(bridge->base);
    memset(bridge->token, 0, sizeof bridge->token);
    free(bridge);
}

enum bridge_end bridge_run(const struct bridge_config *config)
{
    struct bridge *bridge = calloc(1, sizeof *bridge);

    if (!bridge) {
        log_say("connect: out of memory");
        return BRIDGE_FAILED;
    }
    bridge->config = config;
    bridge->base = event_base_new();
    bridge->end = BRIDGE_FAILED;
    if (open_all(bridge) == 0) {
        for (int i = 0; i < 3; i++)
            event_add(bridge->signals[i], NULL);
        read_token(bridge);
        if (bot_group_start(bridge->group))
            on_broken(bridge, strerror(errno));
        event_base_dispatch(bridge->base);
    }
    enum bridge_end end = bridge->end;
    close_all(bridge);
    return end;
}
