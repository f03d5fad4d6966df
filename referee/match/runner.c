/* runner.c - plays blocks of games between child bots on this machine. */
#include "match/runner.h"
#include "arena/seated_table.h"

#include "arena/child.h"
#include "arena/arena.h"
#include "base/log.h"
#include "base/process_secrets.h"
#include "match/finished_block_private.h"
#include "match/remote_bots.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TICK_MSEC = 500, EVENT_HOLD_USEC = 1000000, NONCE_USEC = 2000000 };

/* One table of a lane, and the processes that sit at it. */
struct place {
    struct lane *lane;
    struct peer *peers[SEATS_MAX];
    struct schedule_lineup lineup; /* seats at those peers */
    struct arena_table *table;
    struct game_stats game_stats;
    bool awaited[SEATS_MAX]; /* by seat: a bot that connects may be missing yet */
};

enum lane_state { LANE_IDLE, LANE_WAIT, LANE_SEATING, LANE_PLAYING, LANE_END };

/* Plays one block after the other. */
struct lane {
    struct runner *runner;
    enum lane_state state;
    struct schedule_block block;
    struct place *places; /* as many as the largest block has tables */
    int number;           /* number of the block among all scheduled ones */
    int over_count, closed_count;
    struct event *event;
    struct event *patience; /* while a bot is missing */
};

struct runner {
    const struct runner_config *config;
    struct arena *arena;
    struct event_base *base;
    struct remote_bots *remote_bots;
    struct lane *lanes;
    int lane_count;
    long scheduled, delivered;
    struct finished_block *window[RUNNER_WINDOW]; /* by number of the block, modulo */
    struct think_times *thinks;
    int status;
    struct event *gathering; /* before the first block, while connections are missing; or NULL */
    bool ended;              /* nothing more is scheduled */
    bool stopped;            /* nothing more is played */
};

static void stop(struct runner *runner, int status)
{
    if (runner->status == 0)
        runner->status = status;
    runner->ended = runner->stopped = true;
    event_base_loopbreak(runner->base);
}

static void out_of_memory(struct runner *runner)
{
    fprintf(stderr, "avondale: out of memory\n");
    stop(runner, 3);
}

/* ----------------------------------------------------------------------------- the processes */

/* A process stays at its place while it lives and its entry has a seat there. */
static struct peer *take_old(struct place *place, const struct schedule_lineup *before, int entry)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        struct peer *peer = place->peers[i];
        if (peer && before->entry_of[i] == entry && peer_state(peer) != PEER_STATE_CLOSED) {
            place->peers[i] = NULL;
            return peer;
        }
    }
    return NULL;
}

/* A bot that connected stays and waits for the next game; one that was started is ended. */
static void let_go(struct place *place)
{
    struct runner *runner = place->lane->runner;

    for (int i = 0; i < SEATS_MAX; i++) {
        struct peer *peer = place->peers[i];
        place->peers[i] = NULL;
        if (!peer)
            continue;
        peer_set_owner(peer, NULL);
        if (peer_state(peer) != PEER_STATE_CLOSED && peer_pid(peer) == 0 && !runner->ended)
            remote_bots_wait(runner->remote_bots, peer);
        else if (peer_state(peer) != PEER_STATE_CLOSED)
            connection_bye(peer, "the match is over");
    }
}

static void on_start_failed(struct arena *arena, const char *why)
{
    log_say("avondale: a bot could not be started: %s", why);
    stop(arena_owner(arena), 3);
}

static struct peer *start_bot(struct lane *lane, int entry, int seat)
{
    struct runner *runner = lane->runner;
    const struct runner_entry *described = &runner->config->entries[entry];
    char name[NAME_MAX_BYTES + 16];

    snprintf(name, sizeof name, "%s.%d", described->name, seat);
    struct peer *peer =
        arena_spawn(runner->arena, described->command, &runner->config->sandbox, name);
    if (!peer) {
        log_say("avondale: bot %s: %s: %s", described->name, described->command, strerror(errno));
        stop(runner, 3);
        return NULL;
    }
    peer_set_owner(peer, lane);
    return peer;
}

static bool fill_place(struct lane *lane, struct place *place, const struct schedule_lineup *lineup)
{
    int players = lane->runner->config->rules.players;
    struct peer *peers[SEATS_MAX] = {NULL};
    bool filled = true;

    for (int seat = 0; seat < players; seat++)
        peers[seat] = take_old(place, &place->lineup, lineup->entry_of[seat]);
    let_go(place);
    for (int seat = 0; filled && seat < players; seat++) {
        const struct runner_entry *entry = &lane->runner->config->entries[lineup->entry_of[seat]];
        if (!peers[seat] && remote_bots_expected(entry->command)) {
            peers[seat] = remote_bots_take(lane->runner->remote_bots, entry);
            place->awaited[seat] = peers[seat] == NULL;
            if (peers[seat])
                peer_set_owner(peers[seat], lane);
            continue;
        }
        if (!peers[seat])
            peers[seat] = start_bot(lane, lineup->entry_of[seat], seat);
        filled = peers[seat] != NULL;
    }
    memcpy(place->peers, peers, sizeof peers);
    place->lineup = *lineup;
    return filled;
}

/* --------------------------------------------------------------------------------- the tables */

/* The entrants of a set of several tables are its contributors, in order; each speaks through its
 * first seat at the first table (fair-deal, "Terms"). At a single table each seat is one. */
static int contributors(const struct runner *runner, const struct schedule_block *block,
                        int of_seat[SEATS_MAX])
{
    int players = runner->config->rules.players, count = 0;
    bool taken[RUNNER_ENTRIES_MAX] = {false};

    for (int seat = 0; seat < players; seat++) {
        int entry = block->lineups[0].entry_of[seat];
        of_seat[seat] = block->game_count > 1 && taken[entry] ? -1 : count++;
        taken[entry] = true;
    }
    return count;
}

static bool start_table(struct lane *lane, int index, struct fair_set *set,
                        const int contributor_of[SEATS_MAX])
{
    const struct runner_config *config = lane->runner->config;
    struct place *place = &lane->places[index];
    struct arena_seat seats[SEATS_MAX];
    struct table_config table;

    memset(&table, 0, sizeof table);
    table.rules = &config->rules;
    table.time = config->time;
    table.policy = config->policy;
    table.event_hold_usec = EVENT_HOLD_USEC;
    table.nonce_usec = NONCE_USEC;
    snprintf(table.game_id, sizeof table.game_id, "%s-%06d", config->prefix,
             lane->block.first_game + index + 1);
    for (int seat = 0; seat < config->rules.players; seat++) {
        const struct runner_entry *entry = &config->entries[place->lineup.entry_of[seat]];
        memcpy(table.seats[seat].name, entry->name, sizeof entry->name);
        table.seats[seat].time_percent = entry->time_percent;
        seats[seat] = (struct arena_seat){.peer = place->peers[seat],
                                          .contributor = index == 0 ? contributor_of[seat] : -1};
    }
    transcript_begin(config->transcripts, place, &table, place->peers);
    memset(&place->game_stats, 0, sizeof place->game_stats);
    place->table = arena_start(lane->runner->arena, &table, set, seats, place);
    return place->table != NULL;
}

static bool all_settled(const struct lane *lane)
{
    for (int t = 0; t < lane->block.game_count; t++) {
        for (int seat = 0; seat < lane->runner->config->rules.players; seat++) {
            const struct peer *peer = lane->places[t].peers[seat];
            if ((peer && peer_state(peer) == PEER_STATE_HANDSHAKE) || lane->places[t].awaited[seat])
                return false;
        }
    }
    return true;
}

static void start_block(struct lane *lane)
{
    struct runner *runner = lane->runner;
    const struct schedule_block *block = &lane->block;
    int contributor_of[SEATS_MAX];
    uint8_t seed[FAIR_BYTES];
    char id[48];

    lane->state = LANE_PLAYING;
    evtimer_del(lane->patience);
    lane->over_count = lane->closed_count = 0;
    snprintf(id, sizeof id, "%s-%06d", runner->config->prefix, block->set + 1);
    fair_derive_seed(runner->config->seed, (uint32_t)block->set, seed);
    struct fair_set *set =
        fair_set_create(id, seed, block->game_count, contributors(runner, block, contributor_of));
    fair_wipe(seed, sizeof seed);
    if (set && runner->config->openings)
        set->opening = &runner->config->openings[block->set % runner->config->opening_count];
    for (int t = 0; set && t < block->game_count; t++) {
        if (!start_table(lane, t, set, contributor_of)) {
            fair_set_release(set);
            set = NULL;
        }
    }
    if (!set)
        out_of_memory(runner);
    fair_set_release(set);
}

static void start_if_settled(struct peer *peer)
{
    struct lane *lane = peer_owner(peer);
    if (lane && !lane->runner->stopped && lane->state == LANE_SEATING && all_settled(lane))
        start_block(lane);
}

/* A bot that connected goes to the place that has waited for it longest. */
static void seat_visitor(struct runner *runner, struct peer *peer)
{
    struct lane *first = NULL;
    int first_place = 0, first_seat = 0;

    for (int i = 0; i < runner->lane_count; i++) {
        struct lane *lane = &runner->lanes[i];
        for (int t = 0; lane->state == LANE_SEATING && t < lane->block.game_count; t++) {
            for (int seat = 0; seat < runner->config->rules.players; seat++) {
                const struct place *place = &lane->places[t];
                const char *name = runner->config->entries[place->lineup.entry_of[seat]].name;
                if (!place->awaited[seat] || strcasecmp(name, peer_name(peer)) != 0 ||
                    (first && first->number <= lane->number))
                    continue;
                first = lane;
                first_place = t;
                first_seat = seat;
            }
        }
    }
    if (!first) {
        remote_bots_wait(runner->remote_bots, peer);
        return;
    }
    peer_set_owner(peer, first);
    first->places[first_place].peers[first_seat] = peer;
    first->places[first_place].awaited[first_seat] = false;
}

/* ------------------------------------------------------------------------------ who must come */

/* The connections that an entry needs, so no lane waits for a bot that plays elsewhere. */
static int connections_needed(const struct runner *runner)
{
    int blocks = runner->config->blocks_max, lanes = runner->lane_count;
    return (blocks > 0 && blocks < lanes ? blocks : lanes) * runner->config->seats_max;
}

static void start_all(struct runner *runner)
{
    if (runner->gathering)
        event_free(runner->gathering);
    runner->gathering = NULL;
    for (int i = 0; i < runner->lane_count; i++)
        event_active(runner->lanes[i].event, EV_TIMEOUT, 0);
}

static void on_gathered_late(evutil_socket_t fd, short what, void *context)
{
    struct runner *runner = context;
    (void)fd;
    (void)what;
    remote_bots_find_missing(runner->remote_bots, connections_needed(runner),
                             remote_bots_tell_missing);
    stop(runner, 3);
}

/* No game starts, and no entry loses, before all connections that may be needed are there. */
static int gather(struct runner *runner)
{
    usec_t startup = runner->config->time.startup;
    struct timeval wait = {.tv_sec = startup / 1000000, .tv_usec = startup % 1000000};

    if (!remote_bots_any_expected(runner->remote_bots)) {
        start_all(runner);
        return 0;
    }
    remote_bots_find_missing(runner->remote_bots, connections_needed(runner),
                             remote_bots_tell_needed);
    runner->gathering = evtimer_new(runner->base, on_gathered_late, runner);
    return !runner->gathering || (startup > 0 && evtimer_add(runner->gathering, &wait)) ? -1 : 0;
}

static void on_ready(struct arena *arena, struct peer *peer)
{
    struct runner *runner = arena_owner(arena);

    if (!peer_owner(peer) && peer_pid(peer) == 0 && runner->gathering) {
        remote_bots_wait(runner->remote_bots, peer);
        if (!remote_bots_find_missing(runner->remote_bots, connections_needed(runner), NULL))
            start_all(runner);
        return;
    }
    if (!peer_owner(peer) && peer_pid(peer) == 0)
        seat_visitor(runner, peer);
    start_if_settled(peer);
}

static void on_failed(struct arena *arena, struct peer *peer)
{
    struct runner *runner = arena_owner(arena);
    if (peer_lacked_memory(peer))
        out_of_memory(runner);
    if (!peer_owner(peer))
        remote_bots_gone(runner->remote_bots, peer);
    start_if_settled(peer);
}

/* An entry that is still missing has lost its game. */
static void on_patience(evutil_socket_t fd, short what, void *context)
{
    struct lane *lane = context;
    (void)fd;
    (void)what;

    if (lane->state != LANE_SEATING)
        return;
    for (int t = 0; t < lane->block.game_count; t++) {
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (lane->places[t].awaited[seat])
                log_line(LOG_WARN, "bot %s did not connect in time",
                         lane->runner->config->entries[lane->places[t].lineup.entry_of[seat]].name);
            lane->places[t].awaited[seat] = false;
        }
    }
    if (all_settled(lane))
        start_block(lane);
    arena_settle(lane->runner->arena);
}

static enum wire_error on_accept(struct arena *arena, struct peer *peer,
                                 const struct hello_words *words)
{
    const struct runner *runner = arena_owner(arena);
    return peer_owner(peer) || peer_pid(peer)
               ? WIRE_ERROR_NONE
               : remote_bots_accept(runner->remote_bots, peer, words->token);
}

/* --------------------------------------------------------------------------------- their ends */

static void on_effect(struct arena *arena, struct arena_table *table, const struct effect *effect)
{
    struct place *place = seated_table_owner(table);
    struct runner *runner = arena_owner(arena);

    if (effect->kind == EFFECT_HAND) {
        game_stats_hand(&place->game_stats, &runner->config->rules,
                        &table_game(seated_table_table(table))->last);
        return;
    }
    if (effect->fault != FAULT_NONE)
        place->game_stats.faults[effect->seat][effect->fault]++;
    if (effect->kind == EFFECT_STEP)
        entry_stats_think_add(&runner->thinks[place->lineup.entry_of[effect->seat]],
                              effect->think_usec);
}

static void wake(struct runner *runner)
{
    for (int i = 0; i < runner->lane_count; i++) {
        if (runner->lanes[i].state == LANE_WAIT)
            event_active(runner->lanes[i].event, EV_TIMEOUT, 0);
    }
}

static void deliver(struct runner *runner)
{
    struct finished_block *finished;

    while ((finished = runner->window[runner->delivered % RUNNER_WINDOW]) != NULL) {
        runner->window[runner->delivered++ % RUNNER_WINDOW] = NULL;
        bool more = false;
        int status = finished_block_hand_over(finished, runner->config, &more);
        finished_block_destroy(finished);
        if (status)
            out_of_memory(runner);
        else if (!more)
            stop(runner, 0);
        if (status || !more)
            return;
    }
    wake(runner);
}

/* The tables of a block get their results together, when the last is over: with the seed of all. */
static void finish_block(struct lane *lane)
{
    struct runner *runner = lane->runner;
    struct finished_block *finished = finished_block_create(&lane->block);
    bool good = finished != NULL;

    for (int t = 0; good && t < lane->block.game_count; t++)
        good = finished_block_keep(finished, t, runner->config, &lane->places[t].game_stats,
                                   lane->places[t].table);
    if (!good) {
        finished_block_destroy(finished);
        out_of_memory(runner);
        return;
    }
    runner->window[lane->number % RUNNER_WINDOW] = finished;
    for (int t = 0; t < lane->block.game_count; t++)
        arena_tell(lane->places[t].table, NULL);
    deliver(runner);
}

static void on_over(struct arena *arena, struct arena_table *table)
{
    struct lane *lane = ((struct place *)seated_table_owner(table))->lane;
    (void)arena;
    if (++lane->over_count == lane->block.game_count)
        event_active(lane->event, EV_TIMEOUT, 0);
}

static void on_wire(struct arena *arena, struct peer *peer, bool from_bot, const char *bytes,
                    size_t size)
{
    const struct runner *runner = arena_owner(arena);
    transcript_add(runner->config->transcripts, peer, peer_encoding(peer), from_bot, bytes, size);
}

static void on_closed(struct arena *arena, struct arena_table *table)
{
    struct lane *lane = ((struct place *)seated_table_owner(table))->lane;
    (void)arena;
    transcript_end(lane->runner->config->transcripts, seated_table_owner(table));
    if (++lane->closed_count == lane->block.game_count) {
        lane->state = LANE_IDLE;
        event_active(lane->event, EV_TIMEOUT, 0);
    }
}

/* --------------------------------------------------------------------------------- the lanes */

static void end_lane(struct lane *lane)
{
    struct runner *runner = lane->runner;

    lane->state = LANE_END;
    for (int t = 0; t < runner->config->block_size; t++)
        let_go(&lane->places[t]);
    for (int i = 0; i < runner->lane_count; i++) {
        if (runner->lanes[i].state != LANE_END)
            return;
    }
    event_base_loopbreak(runner->base);
}

static enum runner_next next_block(struct runner *runner, struct schedule_block *block)
{
    if (runner->ended)
        return RUNNER_END;
    if (runner->scheduled - runner->delivered >= RUNNER_WINDOW)
        return RUNNER_WAIT;
    enum runner_next next = runner->config->next(runner->config->owner, block);
    runner->ended = next == RUNNER_END;
    return next;
}

static void start_next(struct lane *lane)
{
    struct runner *runner = lane->runner;

    switch (next_block(runner, &lane->block)) {
    case RUNNER_END:
        end_lane(lane);
        return;
    case RUNNER_WAIT:
        lane->state = LANE_WAIT;
        return;
    case RUNNER_BLOCK:
        break;
    }
    lane->number = (int)(runner->scheduled++ % RUNNER_WINDOW);
    lane->state = LANE_SEATING;
    for (int t = 0; t < lane->block.game_count; t++) {
        if (!fill_place(lane, &lane->places[t], &lane->block.lineups[t]))
            return;
    }
    for (int t = lane->block.game_count; t < runner->config->block_size; t++)
        let_go(&lane->places[t]);
    if (all_settled(lane)) {
        start_block(lane);
        return;
    }
    usec_t startup = runner->config->time.startup;
    struct timeval wait = {.tv_sec = startup / 1000000, .tv_usec = startup % 1000000};
    if (startup > 0)
        evtimer_add(lane->patience, &wait);
}

/* Blocks begin and end from the loop, never inside the callback of a table or peer. */
static void on_lane(evutil_socket_t fd, short what, void *context)
{
    struct lane *lane = context;
    (void)fd;
    (void)what;

    if (lane->state == LANE_PLAYING)
        finish_block(lane);
    else if (lane->state == LANE_IDLE || lane->state == LANE_WAIT)
        start_next(lane);
    arena_settle(lane->runner->arena);
}

static void on_stop(evutil_socket_t signal, short what, void *context)
{
    (void)signal;
    (void)what;
    stop(context, 1);
}

static void on_tick(evutil_socket_t fd, short what, void *context)
{
    struct runner *runner = context;
    (void)fd;
    (void)what;
    runner->config->tick(runner->config->owner);
}

/* ------------------------------------------------------------------------------------ the run */

int runner_check_programs(const struct runner_config *config)
{
    char word[256];
    int missing = 0;

    for (int i = 0; i < config->entry_count; i++) {
        const struct runner_entry *entry = &config->entries[i];
        const char *command = entry->program ? entry->program : entry->command;
        int why =
            remote_bots_expected(command) ? 0 : child_find_program(command, &config->sandbox, word);
        if (why)
            log_say("avondale: bot %s: %s: %s", entry->name, word, strerror(why));
        missing += why != 0;
    }
    return missing ? 3 : 0;
}

static int start_lanes(struct runner *runner, int block_size)
{
    runner->lane_count = runner->config->jobs / block_size;
    if (runner->lane_count < 1)
        runner->lane_count = 1;
    runner->lanes = calloc((size_t)runner->lane_count, sizeof *runner->lanes);
    if (!runner->lanes)
        return -1;
    for (int i = 0; i < runner->lane_count; i++) {
        struct lane *lane = &runner->lanes[i];
        lane->runner = runner;
        lane->places = calloc((size_t)block_size, sizeof *lane->places);
        if (!lane->places)
            return -1;
        for (int t = 0; t < block_size; t++)
            lane->places[t].lane = lane;
        lane->event = event_new(runner->base, -1, 0, on_lane, lane);
        lane->patience = evtimer_new(runner->base, on_patience, lane);
        if (!lane->event || !lane->patience)
            return -1;
    }
    return 0;
}

static int run_loop(struct runner *runner)
{
    const struct timeval beat = {.tv_usec = TICK_MSEC * USEC_PER_MSEC};
    struct event *events[] = {
        evsignal_new(runner->base, SIGINT, on_stop, runner),
        evsignal_new(runner->base, SIGTERM, on_stop, runner),
        event_new(runner->base, -1, EV_PERSIST, on_tick, runner),
    };

    bool good = events[0] && events[1] && events[2] && event_add(events[0], NULL) == 0 &&
                event_add(events[1], NULL) == 0 &&
                (!runner->config->tick || event_add(events[2], &beat) == 0);
    if (good)
        event_base_dispatch(runner->base);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (events[i])
            event_free(events[i]);
    }
    return good ? 0 : -1;
}

int runner_run(const struct runner_config *config, struct think_times *thinks)
{
    const struct arena_callbacks callbacks = {.accept = on_accept,
                                              .ready = on_ready,
                                              .failed = on_failed,
                                              .start_failed = on_start_failed,
                                              .over = on_over,
                                              .closed = on_closed,
                                              .wire = config->transcripts ? on_wire : NULL,
                                              .effect = on_effect};
    struct runner *runner = calloc(1, sizeof *runner);
    struct arena_settings settings;
    int status = 3;

    process_secrets_keep(); /* hides the file from the bots, which run as this user */
    assert(config->entry_count >= 1 && config->entry_count <= RUNNER_ENTRIES_MAX);
    if (runner)
        runner->base = event_base_new();
    if (runner && runner->base)
        runner->arena = arena_create(runner->base, &callbacks, runner);
    if (!runner || !runner->arena) {
        fprintf(stderr, "avondale: out of memory\n");
        if (runner && runner->base)
            event_base_free(runner->base);
        free(runner);
        return status;
    }
    signal(SIGPIPE, SIG_IGN);
    /* libevent restores this after the run: a second Ctrl-C does not cut off the results. Bots get
     * the default again (sandbox.c). */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    runner->config = config;
    runner->thinks = thinks;
    settings = *arena_settings(runner->arena);
    settings.handshake_usec = config->time.startup;
    arena_set_settings(runner->arena, &settings);
    char error[160];
    if (remote_bots_create(&runner->remote_bots, runner->arena, config->entries,
                           config->entry_count, error)) {
        log_say("avondale: %s", error);
    } else if (start_lanes(runner, config->block_size) == 0 && gather(runner) == 0 &&
               run_loop(runner) == 0) {
        status = runner->status;
    } else {
        log_say("avondale: %s", strerror(errno));
    }
    for (struct peer *peer = arena_first_peer(runner->arena); peer; peer = peer_next(peer)) {
        if (peer_pid(peer) == 0 && peer_state(peer) == PEER_STATE_READY)
            connection_bye(peer, "the match is over");
    }
    remote_bots_destroy(runner->remote_bots);
    runner->remote_bots = NULL;
    arena_destroy(runner->arena);
    for (int i = 0; i < RUNNER_WINDOW; i++)
        finished_block_destroy(runner->window[i]);
    for (int i = 0; runner->lanes && i < runner->lane_count; i++) {
        if (runner->lanes[i].event)
            event_free(runner->lanes[i].event);
        if (runner->lanes[i].patience)
            event_free(runner->lanes[i].patience);
        free(runner->lanes[i].places);
    }
    free(runner->lanes);
    if (runner->gathering)
        event_free(runner->gathering);
    event_base_free(runner->base);
    free(runner);
    return status;
}
