/* host_look.c - see host_look.h. */
#include "host/host_look.h"
#include "base/log.h"
#include "bridge/retry.h"
#include "bridge/server_link.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { ASK_MSEC = 1000 };

struct host_look {
    const struct host_place *place;
    struct event_base *base;
    struct server_link *link;
    struct retry retry;
    char name[HOST_LOOK_NAME_BYTES];
    int address;
    int64_t open_msec; /* when to connect; 0: it is connected, or connects */
    int64_t ask_msec;
    bool welcomed, asked, fresh;
    bool complained; /* since the last welcome */
    struct host_look_answer answer;
};

static void come_back(struct host_look *look, const char *why)
{
    uint32_t chance = 0;

    (void)!getrandom(&chance, sizeof chance, GRND_NONBLOCK);
    if (!look->complained)
        log_line(LOG_WARN, "arena=%s its waiting bots are unknown: %s",
                 look->place->addresses[look->address], why);
    look->complained = true;
    server_link_close(look->link);
    look->welcomed = look->asked = false;
    look->address = (look->address + 1) % look->place->address_count;
    look->open_msec = clock_now_msec() + retry_fail(&look->retry, chance);
}

static void on_opened(void *context)
{
    struct host_look *look = context;
    char token[HOST_TOKEN_BYTES];
    struct message hello;

    host_token_make(look->place->key, look->name, "", clock_wall_msec() / 1000, token);
    message_init(&hello, MESSAGE_HELLO);
    message_set_int(&hello, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&hello, HELLO_NAME, look->name, strlen(look->name));
    message_set_string(&hello, HELLO_TOKEN, token, strlen(token));
    message_set_int(&hello, HELLO_LOBBY, 1);
    server_link_send(look->link, &hello);
}

static int number_of(const struct value *numbers, int count, int at)
{
    int64_t number = at < count ? numbers[at].integer : 0;
    return number < 0 ? 0 : number > 1000000 ? 1000000 : (int)number;
}

static void take_answer(struct host_look *look, const struct message *message)
{
    const struct value *names, *waiting, *away = NULL;
    int count = message_list(message, WAITING_RULESETS, &names),
        waiting_count = message_list(message, WAITING_SEEKING, &waiting),
        away_count = message_has(message, WAITING_AWAY) /* an older arena does not say */
                         ? message_list(message, WAITING_AWAY, &away)
                         : 0;
    struct host_look_answer *answer = &look->answer;

    if (message_has(message, WAITING_WHY))
        return; /* it was sent unasked */
    answer->count = 0;
    for (int i = 0; i < count && i < waiting_count && answer->count < TURNS_RULESETS_MAX; i++) {
        struct host_look_ruleset *ruleset = &answer->rulesets[answer->count++];
        struct slice name = names[i].string;
        snprintf(ruleset->name, sizeof ruleset->name, "%.*s",
                 name.size < sizeof ruleset->name ? (int)name.size : 0, name.data);
        ruleset->waiting = number_of(waiting, waiting_count, i);
        ruleset->away = number_of(away, away_count, i);
    }
    look->asked = false;
    look->fresh = true;
}

static void on_message(void *context, const struct message *message, const char *bytes, size_t size)
{
    struct host_look *look = context;
    struct slice why;
    char text[160];
    (void)bytes;
    (void)size;

    if (message->kind == MESSAGE_WELCOME) {
        look->welcomed = true;
        look->complained = false;
        look->ask_msec = 0;
        retry_succeed(&look->retry);
    } else if (message->kind == MESSAGE_WAITING && look->welcomed) {
        take_answer(look, message);
    } else if (message->kind == MESSAGE_BYE ||
               (message->kind == MESSAGE_ERROR && !look->welcomed)) {
        why = message->kind == MESSAGE_BYE ? message_string(message, BYE_WHY)
                                           : message_string(message, ERROR_TEXT);
        snprintf(text, sizeof text, "%.*s", (int)why.size, why.data);
        come_back(look, text);
    }
}

static void on_ended(void *context, const char *why, bool wrong)
{
    (void)wrong;
    come_back(context, why);
}

struct host_look *host_look_create(const struct host_place *place)
{
    struct host_look *look = calloc(1, sizeof *look);
    struct server_link_config link = {.tls = place->tls,
                                      .ca = place->tls_ca,
                                      .fingerprint = place->tls_fingerprint,
                                      .opened = on_opened,
                                      .message = on_message,
                                      .ended = on_ended,
                                      .context = look};
    char error[200] = "out of memory";
    uint64_t drawn = 0;

    if (look && getrandom(&drawn, sizeof drawn, 0) == (ssize_t)sizeof drawn)
        look->base = event_base_new();
    if (look && look->base)
        look->link = server_link_create(look->base, &link, error);
    if (!look || !look->link) {
        log_say("avondale worker: %s", error);
        host_look_destroy(look);
        return NULL;
    }
    look->place = place;
    look->open_msec = 1;
    snprintf(look->name, sizeof look->name, NAME_HOST "%016llx", (unsigned long long)drawn);
    return look;
}

void host_look_destroy(struct host_look *look)
{
    if (!look)
        return;
    server_link_destroy(look->link);
    if (look->base)
        event_base_free(look->base);
    free(look);
}

bool host_look_step(struct host_look *look, struct host_look_answer *answer)
{
    int64_t now = clock_now_msec();
    struct message tables;

    if (look->open_msec > 0 && now >= look->open_msec) {
        look->open_msec = 0;
        server_link_open(look->link, look->place->addresses[look->address], ENCODING_MSGPACK);
    }
    event_base_loop(look->base, EVLOOP_NONBLOCK);
    if (look->welcomed && !look->asked && now >= look->ask_msec) {
        look->asked = true;
        look->ask_msec = now + ASK_MSEC;
        message_init(&tables, MESSAGE_TABLES);
        server_link_send(look->link, &tables);
        event_base_loop(look->base, EVLOOP_NONBLOCK);
    }
    if (!look->fresh)
        return false;
    *answer = look->answer;
    look->fresh = false;
    return true;
}
