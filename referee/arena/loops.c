/* loops.c - the threads of the loops, and the main loop's calls to them. */
#include "arena/loops.h"
#include "arena/seated_table.h"
#include "arena/game_transfer_private.h"
#include "ladder.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------- the threads */

static void *loop_main(void *context)
{
    struct loop *loop = context;
    event_base_dispatch(loop->base);
    return NULL;
}

static void on_stop(struct mail *mail)
{
    struct loop *loop = (struct loop *)(void *)((char *)mail - offsetof(struct loop, stop));
    event_base_loopbreak(loop->base);
}

static void after_lot(void *context)
{
    arena_settle(context);
}

static void after_hall_lot(void *context)
{
    struct loops *loops = context;
    arena_settle(loops->hall);
    loops->owner.opened(loops->owner.owner);
}

static int loop_open(struct loops *loops, struct loop *loop)
{
    const struct arena *hall = loops->hall;
    const struct arena_callbacks callbacks = {.quits = hall->callbacks.quits,
                                              .over = hall->callbacks.over,
                                              .effect = hall->callbacks.effect,
                                              .wire = hall->callbacks.wire,
                                              .unlog = hall->callbacks.unlog,
                                              .closed = game_transfer_on_closed,
                                              .failed = game_transfer_on_failed,
                                              .message = game_transfer_on_message,
                                              .busy = game_transfer_busy};

    loop->loops = loops;
    loop->base = event_base_new();
    if (!loop->base || arena_init(&loop->arena, loop->base, &callbacks, hall->owner) ||
        mailbox_init(&loop->box, loop->base, after_lot, &loop->arena))
        return -1;
    arena_serve_transfers(&loop->arena, &hall->settings);
    return 0;
}

static int loop_start(struct loop *loop)
{
    errno = thread_start(&loop->thread, loop_main, loop, THREAD_NICE_TABLES);
    loop->runs = errno == 0;
    return loop->runs ? 0 : -1;
}

int loops_create(struct loops **out, struct arena *hall, int count, const struct loops_owner *owner)
{
    struct loops *loops = calloc(1, sizeof *loops);

    *out = NULL;
    assert(count >= 1 && count <= LOOPS_MAX);
    if (!loops)
        return -1;
    loops->hall = hall;
    hall->follow = game_transfer_follow;
    loops->count = count;
    loops->owner = *owner;
    pthread_mutex_init(&loops->mutex, NULL);
    pthread_cond_init(&loops->changed, NULL);
    loops->running = true;
    *out = loops;
    if (count == 1)
        return 0;
    loops->others = calloc((size_t)count - 1, sizeof *loops->others);
    if (!loops->others || mailbox_init(&loops->box, hall->base, after_hall_lot, loops))
        return -1;
    for (int i = 0; i < count - 1; i++) {
        if (loop_open(loops, &loops->others[i]))
            return -1;
    }
    loops_adopt_limits(loops);
    for (int i = 0; i < count - 1; i++) {
        if (loop_start(&loops->others[i]))
            return -1;
    }
    return 0;
}

void loops_stop(struct loops *loops)
{
    if (!loops || !loops->running)
        return;
    for (int i = 0; loops->others && i < loops->count - 1; i++) {
        struct loop *loop = &loops->others[i];
        if (!loop->runs)
            continue;
        mailbox_post(&loop->box, &loop->stop, on_stop);
        pthread_join(loop->thread, NULL);
    }
    loops->running = false;
    if (loops->box.end)
        mailbox_open(&loops->box);
}

void loops_destroy(struct loops *loops, void (*drop)(void *game))
{
    if (!loops)
        return;
    loops_stop(loops);
    if (loops->box.end)
        mailbox_open(&loops->box); /* the mail since */
    while (loops->transfers) {
        if (!loops->transfers->over)
            drop(loops->transfers->game);
        game_transfer_destroy(loops->transfers);
    }
    for (int i = 0; loops->others && i < loops->count - 1; i++) {
        struct loop *loop = &loops->others[i];
        mailbox_fini(&loop->box);
        if (loop->base) {
            arena_fini(&loop->arena);
            event_base_free(loop->base);
        }
    }
    mailbox_fini(&loops->box);
    pthread_mutex_destroy(&loops->mutex);
    pthread_cond_destroy(&loops->changed);
    free(loops->others);
    free(loops);
}

/* ------------------------------------------------------------------------------------- its games
 */

/* NULL: the main loop. */
static struct loop *choose(struct loops *loops, struct peer *const *peers, int count)
{
    struct loop *chosen = NULL;
    int fewest = loops->hall->table_count;

    for (int i = 0; i < count; i++) {
        if (peers[i]->games_max > 1)
            return NULL;
    }
    for (int i = 0; i < loops->count - 1; i++) {
        struct loop *loop = &loops->others[i];
        if (loop->games < fewest || (!chosen && loop->games == fewest)) {
            chosen = loop;
            fewest = loop->games;
        }
    }
    return chosen;
}

bool loops_start(struct loops *loops, struct table_config *config, struct fair_set *set,
                 struct peer *const *peers, void *game)
{
    struct arena_seat seats[SEATS_MAX];
    int players = config->rules->players;
    struct loop *loop = choose(loops, peers, players);

    if (loop)
        return game_transfer_send(loops, loop, config, set, peers, game);
    for (int seat = 0; seat < players; seat++)
        seats[seat] = (struct arena_seat){.peer = peers[seat], .contributor = seat};
    if (!arena_start(loops->hall, config, set, seats, game))
        return false;
    fair_set_release(set);
    return true;
}

void *loops_game(const struct arena_table *table)
{
    const struct game_transfer *transfer = table->owner;
    return table->arena->elsewhere ? transfer->game : table->owner;
}

void loops_post(struct loops *loops, struct arena *arena, struct mail *mail,
                void (*open)(struct mail *mail))
{
    struct loop *loop = (struct loop *)(void *)((char *)arena - offsetof(struct loop, arena));

    if (arena == loops->hall || !loops->running)
        open(mail);
    else
        mailbox_post(&loop->box, mail, open);
}

/* ------------------------------------------------------------------------------ all of them */

static void on_hold(struct mail *mail)
{
    struct loop *loop = (struct loop *)(void *)((char *)mail - offsetof(struct loop, hold));
    struct loops *loops = loop->loops;

    pthread_mutex_lock(&loops->mutex);
    loops->held++;
    pthread_cond_broadcast(&loops->changed);
    while (loops->holding)
        pthread_cond_wait(&loops->changed, &loops->mutex);
    loops->held--;
    pthread_cond_broadcast(&loops->changed);
    pthread_mutex_unlock(&loops->mutex);
}

void loops_hold(struct loops *loops)
{
    if (loops->count == 1 || !loops->running)
        return;
    pthread_mutex_lock(&loops->mutex);
    loops->holding = true;
    pthread_mutex_unlock(&loops->mutex);
    for (int i = 0; i < loops->count - 1; i++)
        mailbox_post(&loops->others[i].box, &loops->others[i].hold, on_hold);
    pthread_mutex_lock(&loops->mutex);
    while (loops->held < loops->count - 1)
        pthread_cond_wait(&loops->changed, &loops->mutex);
    pthread_mutex_unlock(&loops->mutex);
}

void loops_let_go(struct loops *loops)
{
    if (loops->count == 1 || !loops->running)
        return;
    pthread_mutex_lock(&loops->mutex);
    loops->holding = false;
    pthread_cond_broadcast(&loops->changed);
    while (loops->held > 0)
        pthread_cond_wait(&loops->changed, &loops->mutex);
    pthread_mutex_unlock(&loops->mutex);
}

void loops_void_games(struct loops *loops)
{
    struct arena *arena;

    loops_hold(loops);
    for (int i = 0; (arena = loops_arena(loops, i)) != NULL; i++) {
        for (struct arena_table *table = arena->tables; table; table = table->next)
            seated_table_void(table, "the arena closed");
        arena_settle(arena);
    }
    loops_let_go(loops);
}

void loops_adopt_limits(struct loops *loops)
{
    for (int i = 1; i < loops->count; i++) {
        struct arena_settings settings = loops_arena(loops, i)->settings;
        settings.messages_per_second = loops->hall->settings.messages_per_second;
        settings.hold_usec = loops->hall->settings.hold_usec;
        arena_set_settings(loops_arena(loops, i), &settings);
    }
}

struct arena *loops_arena(struct loops *loops, int index)
{
    return index == 0 ? loops->hall : index < loops->count ? &loops->others[index - 1].arena : NULL;
}

const struct peer *loops_connection(const struct peer *peer)
{
    const struct peer *guest = peer->away ? peer->away->guests[peer->away_seat] : NULL;
    return guest ? guest : peer;
}

int loops_games(const struct loops *loops)
{
    return loops->games;
}

long loops_decisions(struct loops *loops)
{
    long sum = 0;
    for (int i = 0; i < loops->count; i++)
        sum += atomic_load_explicit(&loops_arena(loops, i)->decisions, memory_order_relaxed);
    return sum;
}

long loops_faults(struct loops *loops)
{
    long sum = 0;
    for (int i = 0; i < loops->count; i++)
        sum += atomic_load_explicit(&loops_arena(loops, i)->faults, memory_order_relaxed);
    return sum;
}
