/* bot_group.c - assigns games to processes. */
#include "bridge/bot_group.h"

#include "bridge/bot_process.h"
#include "bridge/retry.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FLAG_TEXT_BYTES = 256 };

/* A slot for one game at a time, and the process that plays it. */
struct group_seat {
    struct bot_group *group;
    struct bot_process *process;
    struct event *again; /* until it is started again */
    struct retry retry;
    int number;
    bool greeted; /* `welcome` was sent to it */
    bool nonce_sent;
    bool answered;       /* it had a request since its process started */
    int64_t g;           /* its game, or 0 */
    int64_t n;           /* number of the open request, or 0 */
    unsigned connection; /* game of that request */
    char id[64];         /* in the game's record */
    time_t second;       /* the second that `spoken` counts */
    int spoken;
};

struct bot_group {
    struct bot_group_config config;
    struct bot_log *logs;
    struct group_seat seats[BOT_GROUP_MAX];
    unsigned connection;
    bool told_ready, stopping;
    bool welcomed;
    char welcome_name[NAME_MAX_BYTES + 1], welcome_server[128];
    int64_t rating; /* -1: none */
    /* Of the first hello: */
    bool nonce, eager;
    enum encoding encoding;
    char software[FLAG_TEXT_BYTES], version[NAME_MAX_BYTES + 1];
};

static time_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* A text that does not fit is left out, because a part of it might not be UTF-8. */
static void copy_slice(char *text, size_t size, struct slice slice)
{
    snprintf(text, size, "%.*s", slice.size < size ? (int)slice.size : 0, slice.data);
}

static bool is_live(const struct group_seat *seat)
{
    return seat->g != 0 && seat->connection == seat->group->connection;
}

/* ------------------------------------------------------------------------------ to its bot */

static void send_made(struct group_seat *seat, const struct message *message)
{
    bot_process_send(seat->process, message, ENCODING_UNKNOWN, NULL, 0);
}

static void refuse(struct group_seat *seat, enum wire_error error, int64_t n)
{
    struct message message;

    if (!bot_process_reads(seat->process))
        return;
    message_init(&message, MESSAGE_ERROR);
    message_set_string(&message, ERROR_CODE, wire_error_code(error),
                       strlen(wire_error_code(error)));
    message_set_string(&message, ERROR_TEXT, wire_error_text(error),
                       strlen(wire_error_text(error)));
    if (seat->g)
        message_set_int(&message, ERROR_G, seat->g);
    if (n)
        message_set_int(&message, ERROR_N, n);
    send_made(seat, &message);
}

/* Session and token are for this program, not for the bot. */
static void greet(struct group_seat *seat)
{
    const struct bot_group *group = seat->group;
    struct message message;

    if (!group->welcomed || seat->greeted || !bot_process_is_ready(seat->process))
        return;
    message_init(&message, MESSAGE_WELCOME);
    message_set_int(&message, WELCOME_V, PROTOCOL_VERSION);
    message_set_string(&message, WELCOME_NAME, group->welcome_name, strlen(group->welcome_name));
    message_set_string(&message, WELCOME_SESSION, "bridge", 6);
    message_set_string(&message, WELCOME_SERVER, group->welcome_server,
                       strlen(group->welcome_server));
    if (group->rating >= 0)
        message_set_int(&message, WELCOME_RATING, group->rating);
    send_made(seat, &message);
    seat->greeted = true;
}

/* --------------------------------------------------------------------------- from the bot */

static void take_hello(struct group_seat *seat, const struct message *message)
{
    struct bot_group *group = seat->group;

    if (seat->number == 0 && !group->told_ready) {
        group->encoding = bot_process_encoding(seat->process);
        group->nonce = message_has(message, HELLO_NONCE) && message_int(message, HELLO_NONCE);
        group->eager = message_has(message, HELLO_EAGER) && message_int(message, HELLO_EAGER);
        if (message_has(message, HELLO_SOFTWARE))
            copy_slice(group->software, sizeof group->software,
                       message_string(message, HELLO_SOFTWARE));
        if (message_has(message, HELLO_VERSION) &&
            name_valid(message_string(message, HELLO_VERSION)))
            copy_slice(group->version, sizeof group->version,
                       message_string(message, HELLO_VERSION));
    }
    greet(seat);
    if (is_live(seat)) {
        group->config.resume(group->config.context);
        return;
    }
    if (group->told_ready)
        return;
    for (int i = 0; i < group->config.count; i++) {
        if (!bot_process_is_ready(group->seats[i].process))
            return;
    }
    group->told_ready = true;
    group->config.ready(group->config.context);
}

/* A bot may only send messages about its own game. Returns false if it names another. */
static bool name_game(const struct group_seat *seat, struct message *message, int field)
{
    int64_t g = message_has(message, field) ? message_int(message, field) : 0;

    if (!is_live(seat) || (g != 0 && g != seat->g))
        return false;
    message_set_int(message, field, seat->g);
    return true;
}

static bool pass(struct group_seat *seat, const struct message *message)
{
    return seat->group->config.send(seat->group->config.context, message);
}

static bool speaks_too_much(struct group_seat *seat)
{
    time_t now = seconds_now();

    if (now != seat->second)
        seat->spoken = 0;
    seat->second = now;
    return ++seat->spoken > BOT_GROUP_SPOKEN_MAX;
}

/* The server gets one answer to each request: a bot that floods harms only itself. */
static void take_act(struct group_seat *seat, struct message *message)
{
    int64_t n = message_int(message, ACT_N);

    if (!name_game(seat, message, ACT_G))
        refuse(seat, WIRE_ERROR_GAME, n);
    else if (seat->n == 0 || seat->n != n)
        refuse(seat, WIRE_ERROR_LATE, n);
    else if (pass(seat, message)) {
        seat->n = 0;
        seat->answered = true;
    }
}

static void take_nonce(struct group_seat *seat, struct message *message)
{
    if (!name_game(seat, message, NONCE_G) || seat->nonce_sent)
        refuse(seat, WIRE_ERROR_NONCE, 0);
    else
        seat->nonce_sent = pass(seat, message);
}

static void take_about_game(struct group_seat *seat, struct message *message, int field)
{
    if (speaks_too_much(seat))
        refuse(seat, WIRE_ERROR_FLOOD, 0);
    else if (name_game(seat, message, field))
        pass(seat, message);
    else
        refuse(seat, WIRE_ERROR_GAME, 0);
}

/* The lobby belongs to a connection; if several bots share one, none of them may use it. */
static void take_lobby(struct group_seat *seat, const struct message *message)
{
    if (seat->group->config.count > 1)
        refuse(seat, WIRE_ERROR_UNKNOWN, 0);
    else if (speaks_too_much(seat))
        refuse(seat, WIRE_ERROR_FLOOD, 0);
    else
        pass(seat, message);
}

static void take_ping(struct group_seat *seat, const struct message *message)
{
    struct message pong;

    message_init(&pong, MESSAGE_PONG);
    if (message_has(message, PING_X))
        message_set_int(&pong, PONG_X, message_int(message, PING_X));
    if (bot_process_reads(seat->process))
        send_made(seat, &pong);
}

static struct group_seat *seat_of(struct bot_group *group, const struct bot_process *process)
{
    int i = 0;
    while (group->seats[i].process != process)
        i++;
    return &group->seats[i];
}

static void on_message(void *context, struct bot_process *process, const struct message *message)
{
    struct bot_group *group = context;
    struct group_seat *seat = seat_of(group, process);
    struct message copy = *message;

    if (group->stopping)
        return;
    if (message->kind == MESSAGE_HELLO && !seat->greeted)
        take_hello(seat, message);
    else if (message->kind == MESSAGE_HELLO)
        refuse(seat, WIRE_ERROR_HELLO, 0);
    else if (message->kind == MESSAGE_ACT)
        take_act(seat, &copy);
    else if (message->kind == MESSAGE_NONCE)
        take_nonce(seat, &copy);
    else if (message->kind == MESSAGE_PING)
        take_ping(seat, message);
    else if (message->kind == MESSAGE_QUIT)
        group->config.quit(group->config.context);
    else if (message->kind == MESSAGE_HINT)
        take_about_game(seat, &copy, HINT_G);
    else if (message->kind == MESSAGE_CHAT && !message_has(message, CHAT_CODE))
        take_about_game(seat, &copy, CHAT_G);
    else if (message->kind == MESSAGE_UNKNOWN)
        refuse(seat, WIRE_ERROR_UNKNOWN, 0);
    else
        take_lobby(seat, message);
}

/* Answers as the arena would. It costs the bot only its time. */
static void on_bad(void *context, struct bot_process *process, const struct message *message,
                   int error)
{
    struct group_seat *seat = seat_of(context, process);
    int64_t n = message->kind == MESSAGE_ACT && message_has(message, ACT_N)
                    ? message_int(message, ACT_N)
                    : 0;

    refuse(seat,
           error == PROTOCOL_ERROR_FIELD      ? WIRE_ERROR_FIELD
           : error == PROTOCOL_ERROR_TOO_LONG ? WIRE_ERROR_TOO_LONG
                                              : WIRE_ERROR_SYNTAX,
           n);
}

/* ----------------------------------------------------------------------------- processes */

static int start(struct group_seat *seat)
{
    char name[NAME_MAX_BYTES + 16];

    snprintf(name, sizeof name, "%s.%d", seat->group->config.name, seat->number);
    seat->greeted = seat->answered = false;
    return bot_process_start(seat->process, name);
}

static void check_empty(struct bot_group *group)
{
    for (int i = 0; i < group->config.count; i++) {
        if (bot_process_is_running(group->seats[i].process))
            return;
    }
    group->config.empty(group->config.context);
}

static void plan_start(struct group_seat *seat, int msec)
{
    const struct timeval wait = {.tv_sec = msec / 1000, .tv_usec = msec % 1000 * 1000};
    event_add(seat->again, &wait);
}

static void on_ended(void *context, struct bot_process *process, const char *why)
{
    struct bot_group *group = context;
    struct group_seat *seat = seat_of(group, process);

    if (group->stopping) {
        check_empty(group);
        return;
    }
    if (!why) { /* it was replaced */
        plan_start(seat, 0);
        return;
    }
    int pause = retry_fail(&seat->retry, (uint32_t)clock());
    if (!group->told_ready || seat->retry.failures > BOT_GROUP_FAILURES_MAX) {
        group->config.broken(group->config.context, why);
        return;
    }
    group->config.crashed(group->config.context, why, seat->g != 0, pause);
    plan_start(seat, pause);
}

static void on_errors(void *context, const char *bytes, size_t size)
{
    const struct bot_group *group = context;
    group->config.errors(group->config.context, bytes, size);
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct group_seat *seat = context;
    struct bot_group *group = seat->group;
    (void)fd;
    (void)what;

    if (!group->stopping && !bot_process_is_running(seat->process) && start(seat))
        group->config.broken(group->config.context, strerror(errno));
}

/* ------------------------------------------------------------------------ from the server */

/* A game goes to the process that already plays it, or to a free one; a game of an earlier
 * connection that the server did not send again is over. Returns NULL if all are busy. */
static struct group_seat *find_place(struct bot_group *group, const char *id)
{
    struct group_seat *best = NULL;
    int best_worth = 0;

    for (int i = 0; i < group->config.count; i++) {
        struct group_seat *seat = &group->seats[i];
        bool ready = bot_process_is_ready(seat->process);
        int worth = seat->g && strcmp(seat->id, id) == 0 ? 4 : seat->g == 0 ? 2 + ready : 1;
        if (!is_live(seat) && worth > best_worth) {
            best = seat;
            best_worth = worth;
        }
    }
    return best;
}

static struct group_seat *begin_game(struct bot_group *group, const struct message *message)
{
    char id[sizeof group->seats[0].id];

    copy_slice(id, sizeof id, message_string(message, GAME_ID));
    struct group_seat *seat = find_place(group, id);
    if (!seat || message_int(message, GAME_G) <= 0)
        return NULL;
    memcpy(seat->id, id, sizeof id);
    seat->g = message_int(message, GAME_G);
    seat->n = 0;
    seat->nonce_sent = false;
    seat->connection = group->connection;
    return seat;
}

static struct group_seat *find_game(struct bot_group *group, int64_t g)
{
    for (int i = 0; i < group->config.count; i++) {
        if (g != 0 && is_live(&group->seats[i]) && group->seats[i].g == g)
            return &group->seats[i];
    }
    return NULL;
}

/* The number of the game in a message of the server, or 0. */
static int64_t game_of(const struct message *message)
{
    switch ((int)message->kind) {
    case MESSAGE_GAME:
    case MESSAGE_FAIR:
    case MESSAGE_DEAL:
    case MESSAGE_CARDS:
    case MESSAGE_NEWS:
    case MESSAGE_TURN:
    case MESSAGE_HAND:
    case MESSAGE_OVER:
    case MESSAGE_ADVICE:
    case MESSAGE_SAID:
    case MESSAGE_HEARD:
        return message_int(message, 0); /* `g` comes first in all of these */
    case MESSAGE_ERROR:
        return message_has(message, ERROR_G) ? message_int(message, ERROR_G) : 0;
    default:
        return 0;
    }
}

/* A bot that never gave the answer that cost the game may hang forever: the next game gets a new
 * process. */
static void end_game(struct group_seat *seat, const struct message *over)
{
    bool hangs = seat->n != 0 && message_has(over, OVER_FORFEIT);

    if (seat->answered)
        retry_succeed(&seat->retry);
    seat->g = seat->n = 0;
    seat->group->config.over(seat->group->config.context, over, seat->id);
    if (hangs && !seat->group->stopping)
        bot_process_stop(seat->process, NULL);
}

static void take_welcome(struct bot_group *group, const struct message *message)
{
    copy_slice(group->welcome_name, sizeof group->welcome_name,
               message_string(message, WELCOME_NAME));
    copy_slice(group->welcome_server, sizeof group->welcome_server,
               message_string(message, WELCOME_SERVER));
    group->rating =
        message_has(message, WELCOME_RATING) ? message_int(message, WELCOME_RATING) : -1;
    group->welcomed = true;
    for (int i = 0; i < group->config.count; i++)
        greet(&group->seats[i]);
}

void bot_group_take(struct bot_group *group, const struct message *message, enum encoding encoding,
                    const char *bytes, size_t size)
{
    if (group->stopping)
        return;
    if (message->kind == MESSAGE_WELCOME) {
        take_welcome(group, message);
        return;
    }
    struct group_seat *seat = message->kind == MESSAGE_GAME ? begin_game(group, message)
                                                            : find_game(group, game_of(message));
    if (!seat && game_of(message) == 0 && group->config.count == 1)
        seat = &group->seats[0];
    if (!seat || message->kind == MESSAGE_PONG)
        return;
    if (message->kind == MESSAGE_TURN)
        seat->n = message_int(message, TURN_N);
    bot_process_send(seat->process, message, encoding, bytes, size);
    if (message->kind == MESSAGE_OVER)
        end_game(seat, message);
}

void bot_group_connect(struct bot_group *group)
{
    group->connection++;
}

int bot_group_games(const struct bot_group *group)
{
    int count = 0;
    for (int i = 0; i < group->config.count; i++)
        count += group->seats[i].g != 0;
    return count;
}

void bot_group_forget(struct bot_group *group)
{
    for (int i = 0; i < group->config.count; i++)
        group->seats[i].g = 0;
}

void bot_group_describe(const struct bot_group *group, struct message *hello)
{
    if (group->nonce)
        message_set_int(hello, HELLO_NONCE, 1);
    if (group->eager)
        message_set_int(hello, HELLO_EAGER, 1);
    if (group->software[0])
        message_set_string(hello, HELLO_SOFTWARE, group->software, strlen(group->software));
    if (group->version[0])
        message_set_string(hello, HELLO_VERSION, group->version, strlen(group->version));
}

enum encoding bot_group_encoding(const struct bot_group *group)
{
    return group->encoding;
}

/* --------------------------------------------------------------------------- begin and end */

int bot_group_start(struct bot_group *group)
{
    for (int i = 0; i < group->config.count; i++) {
        if (start(&group->seats[i]))
            return -1;
    }
    return 0;
}

void bot_group_reap(struct bot_group *group)
{
    for (int i = 0; i < group->config.count; i++)
        bot_process_reap(group->seats[i].process);
}

void bot_group_stop(struct bot_group *group, const char *why)
{
    struct message bye;

    group->stopping = true;
    message_init(&bye, MESSAGE_BYE);
    message_set_string(&bye, BYE_WHY, why, strlen(why));
    for (int i = 0; i < group->config.count; i++) {
        event_del(group->seats[i].again);
        send_made(&group->seats[i], &bye);
        bot_process_stop(group->seats[i].process, NULL);
    }
    check_empty(group);
}

static int make_seat(struct bot_group *group, int number)
{
    struct group_seat *seat = &group->seats[number];
    const struct bot_process_config config = {
        .base = group->config.base,
        .sandbox = group->config.sandbox,
        .words = group->config.words,
        .logs = &group->logs,
        .message = on_message,
        .bad = on_bad,
        .errors = group->config.errors ? on_errors : NULL,
        .ended = on_ended,
        .context = group,
    };

    seat->group = group;
    seat->number = number;
    seat->process = bot_process_create(&config);
    seat->again = evtimer_new(group->config.base, on_again, seat);
    return seat->process && seat->again ? 0 : -1;
}

struct bot_group *bot_group_create(const struct bot_group_config *config)
{
    struct bot_group *group = calloc(1, sizeof *group);

    if (!group)
        return NULL;
    group->config = *config;
    for (int i = 0; i < config->count; i++) {
        if (make_seat(group, i)) {
            bot_group_destroy(group);
            return NULL;
        }
    }
    return group;
}

void bot_group_destroy(struct bot_group *group)
{
    if (!group)
        return;
    for (int i = 0; i < group->config.count; i++) {
        bot_process_destroy(group->seats[i].process);
        if (group->seats[i].again)
            event_free(group->seats[i].again);
    }
    bot_log_close_all(&group->logs);
    free(group);
}
