/* arena.c - peers and tables on one loop: begins and ends tables, watches the time, frees what is
 * closed. */
#include "arena/arena_private.h"

#include "arena/carried_seat.h"
#include "arena/child.h"
#include "arena/peer_turn_private.h"
#include "arena/seated_table.h"
#include "arena/session_private.h"
#include "base/log.h"
#include "arena/spectate.h"
#include "arena/table_chat.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { HEAR_OUT_AGAIN_USEC = 1000 };

/* How long the host has slept since its start: the time that the monotonic clock leaves out. */
static usec_t asleep_usec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (usec_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 - clock_now_usec();
}

void arena_check_time(struct arena *arena, usec_t now)
{
    usec_t stood = now - arena->beat;
    int under_way = 0;

    arena->beat = now;
    if (stood < STALL_MSEC * USEC_PER_MSEC)
        return;
    /* A table whose result is known waits for the disk, and is not touched. */
    for (const struct arena_table *table = arena->tables; table; table = table->next)
        under_way += table_state(table->table) < TABLE_STATE_OVER;
    log_line(LOG_WARN, "the arena stood still for %lld ms: %d games are void",
             (long long)(stood / USEC_PER_MSEC), under_way);
    for (struct arena_table *table = arena->tables; table; table = table->next)
        seated_table_void(table, "the arena stood still");
}

/* After a sleep one clock has jumped against the other; or the loop stood still. */
static void on_beat(evutil_socket_t fd, short what, void *context)
{
    struct arena *arena = context;
    usec_t asleep = asleep_usec(), slept = asleep - arena->asleep;
    (void)fd;
    (void)what;

    arena->asleep = asleep;
    if (slept >= STALL_MSEC * USEC_PER_MSEC)
        arena->beat -= slept;
    arena_check_time(arena, clock_now_usec());
    /* A new spectator may have come to a table where nothing happens just now. */
    for (struct arena_table *table = arena->settings.live ? arena->tables : NULL; table;
         table = table->next)
        table_chat_look(table, clock_now_usec());
    arena_settle(arena);
}

static const struct connection_functions functions = {
    .readable = peer_turn_on_readable,
    .writable = peer_turn_on_writable,
    .deadline = peer_turn_on_deadline,
    .message = session_take_message,
    .garbage = session_take_bad,
    .written = session_on_written,
    .failed = session_on_failed,
    .out_of_memory = session_on_out_of_memory,
    .check_time = arena_check_time,
    .settle = arena_settle,
};

void arena_begin(struct arena *arena)
{
    arena->beat = clock_now_usec();
    arena->asleep = asleep_usec();
}

int arena_init(struct arena *arena, struct event_base *base,
               const struct arena_callbacks *callbacks, void *owner)
{
    const struct timeval beat = {.tv_usec = BEAT_MSEC * USEC_PER_MSEC};

    memset(arena, 0, sizeof *arena);
    arena->base = base;
    arena->functions = &functions;
    arena->owner = owner;
    if (callbacks)
        arena->callbacks = *callbacks;
    arena->settings.handshake_usec = 5000000;
    arena->settings.messages_per_second = 20000;
    arena_begin(arena);
    if (getrandom(&arena->roster.key, sizeof arena->roster.key, 0) != sizeof arena->roster.key)
        abort();
    arena->turn_event = evtimer_new(base, peer_turn_on_event, arena);
    arena->beat_event = event_new(base, -1, EV_PERSIST, on_beat, arena);
    return arena->turn_event && arena->beat_event && event_add(arena->beat_event, &beat) == 0 ? 0
                                                                                              : -1;
}

struct peer *arena_spawn(struct arena *arena, const char *command,
                         const struct sandbox_config *config, const char *name)
{
    struct child_ends ends;
    char label[48];

    if (child_start(arena, command, config, name, &ends))
        return NULL;
    snprintf(label, sizeof label, "pid:%d", (int)ends.pid);
    struct peer *peer = connection_create(arena, ends.read_fd, ends.write_fd, ends.pid, label);
    if (!peer) {
        child_let_go(arena, ends.pid);
        errno = ENOMEM;
    }
    return peer;
}

/* Input that had arrived by a deadline is read before the deadline is enforced, however much it is.
 */
static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct arena_table *table = context;
    const struct game *game = table_game(table->table);
    struct table_input input = {.kind = TABLE_TICK};
    usec_t now = clock_now_usec(), due = table_turn_deadline(table->table);
    (void)fd;
    (void)what;

    seated_table_disarm(table);
    peer_turn_begin(table->arena, now);
    arena_check_time(table->arena, now);
    struct peer *peer = due <= now ? table->peers[game->turn] : NULL;
    if (peer && !peer_turn_hear_out(peer, due, now))
        seated_table_arm(table, now + HEAR_OUT_AGAIN_USEC, now);
    else if (!carried_seat_is_due(table, now))
        seated_table_feed(table, &input, clock_now_usec());
    arena_settle(table->arena);
}

/* --------------------------------------------------------------------------------- tables */

/* The game's number on the connection is `slot`, if it is free. */
static void take_seat(struct arena_table *table, seat_t seat, struct peer *peer, int slot)
{
    seated_table_seat(table, seat, peer, slot);
    carried_seat_begin(table, seat);
}

struct arena_table *arena_start(struct arena *arena, struct table_config *config,
                                struct fair_set *set, const struct arena_seat *seats, void *owner)
{
    bool encodings[ENCODING_COUNT] = {false};

    for (int seat = 0; seat < config->rules->players; seat++) {
        const struct peer *peer = seats[seat].peer;
        struct table_seat *described = &config->seats[seat];
        /* A late answer to a game that ended (void or lost) must not match a request with the same
         * number in the next game. */
        if (peer && config->number_before < peer->last_number)
            config->number_before = peer->last_number;
        described->here = peer && peer->state == PEER_STATE_READY;
        if (described->here)
            encodings[peer->encoding] = true;
        described->eager = described->here && peer->eager;
        described->nonce = described->here && peer->nonce && seats[seat].contributor >= 0;
    }
    struct arena_table *table = seated_table_create(arena, config, set, owner, encodings, on_timer);
    if (!table)
        return NULL;
    if (arena->settings.live && !config->unwatched)
        spectate_begin(table, arena->settings.live);
    for (seat_t seat = 0; seat < config->rules->players; seat++) {
        seated_table_set_contributor(table, seat, seats[seat].contributor);
        if (config->seats[seat].here)
            take_seat(table, seat, seats[seat].peer, 0);
    }
    struct table_input input = {.kind = TABLE_START};
    seated_table_feed(table, &input, clock_now_usec());
    return table;
}

struct arena_table *arena_restore(struct arena *arena, struct table_config *config,
                                  struct fair_set *set, void *owner, usec_t now)
{
    static const bool any[ENCODING_COUNT] = {[ENCODING_MSGPACK] = true, [ENCODING_TEXT] = true};

    for (int seat = 0; seat < config->rules->players; seat++) {
        config->seats[seat].here = true; /* it was connected, and may reconnect */
        config->seats[seat].nonce = false;
    }
    struct arena_table *table = seated_table_create(arena, config, set, owner, any, on_timer);
    for (seat_t seat = 0; table && seat < config->rules->players; seat++) {
        struct table_input gone = {.kind = TABLE_GONE, .seat = seat, .fault = FAULT_GONE};
        seated_table_feed(table, &gone, now);
    }
    struct table_input input = {.kind = TABLE_START};
    if (table)
        seated_table_feed(table, &input, now);
    return table;
}

/* To the seats that are connected; there are no more requests. */
static void tell_end_again(struct arena_table *table)
{
    for (seat_t seat = 0; seat < table_config(table->table)->rules->players; seat++) {
        struct table_input back = {.kind = TABLE_BACK, .seat = seat};
        if (table->peers[seat])
            seated_table_feed(table, &back, clock_now_usec());
    }
}

void arena_resume(struct arena_table *table, struct peer *const *peers, const uint8_t *slots)
{
    struct table_input input = {.kind = TABLE_RESUME};

    if (table->arena->settings.live && !table_config(table->table)->unwatched)
        spectate_begin(table, table->arena->settings.live);
    for (seat_t seat = 0; seat < table_config(table->table)->rules->players; seat++) {
        if (!peers[seat])
            continue;
        take_seat(table, seat, peers[seat], slots[seat]);
        if (input.number < peers[seat]->last_number)
            input.number = peers[seat]->last_number;
    }
    if (table_state(table->table) >= TABLE_STATE_OVER)
        tell_end_again(table);
    else
        seated_table_feed(table, &input, clock_now_usec());
}

void arena_abandon(struct arena_table *table)
{
    seated_table_abandon(table, clock_now_usec());
}

void arena_over_again(struct arena_table *table)
{
    table->arena->callbacks.over(table->arena, table);
}

void arena_tell(struct arena_table *table, const int64_t *ratings_milli)
{
    struct table_input input = {.kind = TABLE_TOLD, .ratings_milli = ratings_milli};
    if (table->set->tables_left == 0)
        input.seed = table->set->seed;
    seated_table_feed(table, &input, clock_now_usec());
}

void arena_lose(struct arena_table *table)
{
    struct table_input input = {.kind = TABLE_LOST};
    seated_table_feed(table, &input, clock_now_usec());
}

/* Returns 0, or a negative value if out of memory. */
static int prove(const struct arena_table *table)
{
    const struct fair_set *set = table->set;
    struct record_fair *fair = calloc(1, sizeof *fair);
    int status = 0;

    assert(set->tables_left == 0);
    if (!fair)
        return -1;
    memcpy(fair->set_id, set->id, sizeof fair->set_id);
    memcpy(fair->seed, set->seed, FAIR_BYTES);
    fair->contributors = set->contributors;
    memcpy(fair->nonces, set->nonces, sizeof set->nonces);
    fair->deals_follow = !set->opening;
    /* A game that was stopped before its mix has no deals to prove. */
    if (table_mixed(table->table))
        status = record_fair(table->record, fair);
    fair_wipe(fair, sizeof *fair);
    free(fair);
    return status;
}

char *arena_record_line(const struct arena_table *table)
{
    return prove(table) ? NULL : record_line(table->record);
}

struct record *arena_take_record(struct arena_table *table)
{
    return prove(table) ? NULL : seated_table_take_record(table);
}

/* --------------------------------------------------------------------------------- settling */

void arena_settle(struct arena *arena)
{
    if (arena->settling || arena->flushing) /* a peer on the way is still in use */
        return;
    connection_flush_all(arena);
    arena->settling = true;
    if (arena->sweep) {
        arena->sweep = false;
        connection_free_closed(arena);
        seated_table_free_closed(arena);
    }
    arena->settling = false;
    peer_turn_settled(arena);
}

void arena_fini(struct arena *arena)
{
    for (struct arena_table *table = arena->tables; table; table = table->next) {
        if (!table->closed)
            seated_table_close(table);
    }
    for (struct peer *peer = arena->peers; peer; peer = peer->next) {
        if (peer->state != PEER_STATE_CLOSED)
            connection_set_closed(peer);
        peer_abandon(peer);
    }
    arena_note_closed(arena);
    arena_settle(arena);
    child_end_all(arena);
    linger_end(&arena->lingers);
    connection_free_spare(arena);
    if (arena->beat_event)
        event_free(arena->beat_event);
    if (arena->turn_event)
        event_free(arena->turn_event);
    arena->beat_event = arena->turn_event = NULL;
}

void arena_serve_transfers(struct arena *arena, const struct arena_settings *hall)
{
    arena->elsewhere = true;
    arena->settings.record_ms = hall->record_ms;
    arena->settings.live = hall->live;
}

struct arena *arena_create(struct event_base *base, const struct arena_callbacks *callbacks,
                           void *owner)
{
    struct arena *arena = malloc(sizeof *arena);

    if (!arena || arena_init(arena, base, callbacks, owner) == 0)
        return arena;
    arena_destroy(arena);
    return NULL;
}

void arena_destroy(struct arena *arena)
{
    if (arena)
        arena_fini(arena);
    free(arena);
}

/* ------------------------------------------------------------------------------------- questions
 */

void *arena_owner(const struct arena *arena)
{
    return arena->owner;
}
struct event_base *arena_base(const struct arena *arena)
{
    return arena->base;
}
const struct arena_settings *arena_settings(const struct arena *arena)
{
    return &arena->settings;
}
void arena_set_settings(struct arena *arena, const struct arena_settings *settings)
{
    arena->settings = *settings;
}
struct arena_counts arena_counts(const struct arena *arena)
{
    return (struct arena_counts){
        .peers = arena->peer_count,
        .handshakes = arena->handshake_count,
        .tables = arena->table_count,
        .lingering = arena->lingers.count,
        .decisions = atomic_load_explicit(&arena->decisions, memory_order_relaxed),
        .faults = atomic_load_explicit(&arena->faults, memory_order_relaxed),
    };
}
void arena_count_fault(struct arena *arena)
{
    count_one(&arena->faults);
}
const struct share *arena_share(const struct arena *arena)
{
    return &arena->share;
}
struct peer *arena_first_peer(const struct arena *arena)
{
    return arena->peers;
}
struct peer *arena_first_closed(const struct arena *arena)
{
    return arena->closed_peers;
}
struct arena_table *arena_first_table(const struct arena *arena)
{
    return arena->tables;
}
