/* game_logs.c - see game_logs.h. */
#include "daemon/game_logs.h"
#include "arena/seated_table.h"
#include "base/wire_page.h"
#include "daemon/server_private.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct seat_log {
    struct wire_page page; /* max 0: the seat is not wanted */
    int64_t decisions, faults;
    usec_t think_usec, longest_usec;
};
struct game_log {
    usec_t began;
    int seats;
    struct seat_log of[];
};

/* Of a game of which no seat is wanted. */
static struct game_log nobody;
/* Bytes of all pages. */
static atomic_llong open_bytes;

struct game_log *game_logs_create(int seats, uint32_t wanted, usec_t now)
{
    struct game_log *log = calloc(1, sizeof *log + (size_t)seats * sizeof log->of[0]);

    if (!log)
        return NULL;
    log->began = now;
    log->seats = seats;
    for (int seat = 0; seat < seats; seat++)
        log->of[seat].page.max = wanted & 1u << seat ? GAME_LOGS_SEAT_BYTES : 0;
    return log;
}

void game_logs_destroy(struct game_log *log)
{
    if (!log || log == &nobody)
        return;
    for (int seat = 0; seat < log->seats; seat++) {
        atomic_fetch_sub(&open_bytes, (long long)log->of[seat].page.capacity);
        wire_page_fini(&log->of[seat].page);
    }
    free(log);
}

static void add(const struct game_log *log, struct seat_log *of, char mark, const char *text,
                size_t size, usec_t now)
{
    size_t before = of->page.capacity;

    if (of->page.size + size > before && atomic_load(&open_bytes) > GAME_LOGS_OPEN_BYTES)
        return;
    if (wire_page_add(&of->page, now - log->began, mark, text, size) == 0)
        atomic_fetch_add(&open_bytes, (long long)(of->page.capacity - before));
}

void game_logs_message(struct game_log *log, seat_t seat, bool from_bot, const char *text,
                       size_t size, usec_t now)
{
    if (seat < log->seats && log->of[seat].page.max > 0)
        add(log, &log->of[seat], from_bot ? '>' : '<', text, size, now);
}

void game_logs_effect(struct game_log *log, const struct effect *effect, usec_t now)
{
    struct seat_log *of = effect->seat < log->seats ? &log->of[effect->seat] : NULL;

    if (!of || of->page.max == 0 || (effect->kind != EFFECT_STEP && effect->kind != EFFECT_FAULT))
        return;
    if (effect->kind == EFFECT_STEP) {
        of->decisions++;
        of->think_usec += effect->think_usec;
        if (effect->think_usec > of->longest_usec)
            of->longest_usec = effect->think_usec;
    }
    if (effect->fault != FAULT_NONE) {
        char line[80];
        int size = snprintf(line, sizeof line, "fault: %s", fault_name(effect->fault));
        of->faults++;
        add(log, of, '!', line, (size_t)size, now);
    }
}

bool game_logs_take(struct game_log *log, seat_t seat, struct ladder_game_log *out)
{
    struct seat_log *of = &log->of[seat];

    if (of->page.size == 0)
        return false;
    out->text = malloc(of->page.size + 1);
    if (!out->text)
        return false;
    memcpy(out->text, of->page.text, of->page.size);
    out->text[of->page.size] = '\0';
    out->decisions = of->decisions;
    out->faults = of->faults;
    out->think_msec = of->think_usec / USEC_PER_MSEC;
    out->longest_msec = of->longest_usec / USEC_PER_MSEC;
    return true;
}

/* ------------------------------------------------------------------------------------ callbacks */

static struct game_log *log_of(struct arena_table *table, usec_t now)
{
    const struct server *server = arena_owner(seated_table_arena(table));
    const struct table_config *config = table_config(seated_table_table(table));
    struct game_log *log = seated_table_log(table);
    uint32_t wanted = 0;

    if (log)
        return log;
    for (int seat = 0; seat < config->rules->players; seat++)
        if (writer_game_log_wanted(server->ladder, config->seats[seat].name))
            wanted |= 1u << seat;
    log = wanted ? game_logs_create(config->rules->players, wanted, now) : NULL;
    seated_table_set_log(table, log ? log : &nobody);
    return log ? log : &nobody;
}

/* The number of the message's game on its connection; 0: it says none. */
static int game_number(const char *text, size_t size)
{
    const char *at = memmem(text, size, " g=", 3);
    return at ? atoi(at + 3) : 0;
}

enum { SHOWN_BYTES = 192, SHOWN_TEXT = 512, SHOWN = 4 };

/* A message of the arena that was made text; an event goes to each seat in the same bytes. */
struct shown {
    enum encoding encoding;
    size_t size, length; /* size 0: none */
    char bytes[SHOWN_BYTES], text[SHOWN_TEXT];
};
static _Thread_local struct shown shown[SHOWN];
static _Thread_local unsigned shown_next;

/* Messages end by themselves: what begins with the bytes of one is that message. */
static const struct shown *shown_find(enum encoding encoding, const char *bytes, size_t size)
{
    for (int i = 0; i < SHOWN; i++) {
        const struct shown *one = &shown[i];
        if (one->size > 0 && one->size <= size && one->encoding == encoding &&
            memcmp(one->bytes, bytes, one->size) == 0)
            return one;
    }
    return NULL;
}

static void shown_keep(enum encoding encoding, const char *bytes, size_t size, const char *text,
                       size_t length)
{
    struct shown *one = &shown[shown_next++ % SHOWN];

    one->encoding = encoding;
    one->size = size;
    one->length = length;
    memcpy(one->bytes, bytes, size);
    memcpy(one->text, text, length);
}

size_t game_logs_read(enum encoding *encoding, bool from_bot, const char *bytes, size_t size,
                      char room[FRAME_BYTES_MAX], const char **text, size_t *length)
{
    static _Thread_local struct message message;
    const struct shown *one = from_bot ? NULL : shown_find(*encoding, bytes, size);

    if (one) {
        *text = one->text;
        *length = one->length;
        return one->size;
    }
    size_t step = wire_page_read(&message, encoding, from_bot, bytes, size, room, length);
    *text = room;
    if (!from_bot && step <= SHOWN_BYTES && *length <= SHOWN_TEXT)
        shown_keep(*encoding, bytes, step, room, *length);
    return step;
}

void game_logs_on_wire(struct arena *arena, struct peer *peer, bool from_bot, const char *bytes,
                       size_t size)
{
    char room[FRAME_BYTES_MAX];
    const char *text;
    enum encoding encoding = peer_encoding(peer);
    seat_t seat = 0;

    const struct server *server = arena_owner(arena);
    if (peer_games(peer) == 0 || server->config.game_log_mb == 0)
        return;
    struct arena_table *only = peer_table(peer, 0, &seat);
    if (only && seated_table_log(only) == &nobody) /* without a look at the clock */
        return;
    usec_t now = clock_now_usec();
    if (only && log_of(only, now) == &nobody)
        return;
    while (size > 0) {
        size_t length;
        size_t step = game_logs_read(&encoding, from_bot, bytes, size, room, &text, &length);
        struct arena_table *table =
            only ? only : peer_table(peer, game_number(text, length), &seat);
        if (length > 0 && table)
            game_logs_message(log_of(table, now), seat, from_bot, text, length, now);
        bytes += step;
        size -= step;
    }
}

void game_logs_on_effect(struct arena_table *table, const struct effect *effect)
{
    struct game_log *log = seated_table_log(table);

    if (log && log != &nobody)
        game_logs_effect(log, effect, clock_now_usec());
}

void game_logs_on_over(struct arena_table *table, const struct ladder_result *result)
{
    const struct server *server = arena_owner(seated_table_arena(table));
    struct game_log *log = seated_table_log(table);

    for (seat_t seat = 0; log && seat < log->seats; seat++) {
        struct ladder_game_log of = {.wall_msec = result->wall_msec};
        snprintf(of.game, sizeof of.game, "%s", result->game);
        snprintf(of.bot, sizeof of.bot, "%s", result->seats[seat].bot);
        /* One that does not find room in the queue is lost: results have their own. */
        if (game_logs_take(log, seat, &of) && writer_game_log_queue(server->ladder, &of))
            continue;
    }
}

void game_logs_forget(void *log)
{
    game_logs_destroy(log);
}
