/* results.c - stores the results of finished games, and publishes the state of the daemon once a
 * second. */
#include "base/log.h"
#include "arena/seated_table.h"
#include "resume/game_journal.h"
#include "daemon/game_logs.h"
#include "daemon/server_private.h"
#include "daemon/play_pages.h"
#include "daemon/waits_pages.h"
#include "seating/house.h"
#include "webhook/webhook_thread.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Completions in one turn of the loop. A group of the writer ends and begins games of many tables;
 * all at once, the bots of others waited half a millisecond. */
enum { COMPLETIONS_AT_ONCE = 4 };

/* A table whose result is on its way to the disk, and then back to its loop. */
struct pending {
    struct mail mail;
    struct server *server;
    struct arena *arena;
    struct arena_table *table;
    bool stored, told; /* another node may have stored another end of it */
    int64_t ratings[LADDER_SEATS_MAX];
};

/* ----------------------------------------------------------------------------------- results */

void results_stop_if_done(struct server *server)
{
    bool enough = server->config.games_total > 0 && server->rated >= server->config.games_total;
    bool idle = arena_counts(server->arena).tables == 0 && loops_games(server->loops) == 0;
    if (enough || (server->draining && idle && server->submitted == server->rated))
        event_base_loopexit(server->base, NULL);
}

static void on_tell(struct mail *mail)
{
    struct pending *pending = (struct pending *)mail;

    if (pending->stored)
        game_journal_stored(pending->table);
    if (pending->stored)
        arena_tell(pending->table, pending->told ? pending->ratings : NULL);
    else
        arena_lose(pending->table);
    free(pending);
}

static void on_stored(void *context, const struct ladder_done *done)
{
    struct pending *pending = context;
    struct server *server = pending->server;

    pending->stored = done->status != LADDER_NOT_STORED;
    pending->told = done->status == LADDER_STORED || done->status == LADDER_STORED_BEFORE;
    if (done->status == LADDER_STORED_OTHERWISE)
        log_line(LOG_WARN, "game=%s is in the store already and counts as stored: %s",
                 done->result->game, done->text);
    if (!pending->stored) {
        log_line(LOG_ERROR, "game=%s not stored: %s", done->result->game, done->text);
        server->status = 3;
    }
    server->rated++;
    for (int seat = 0; seat < LADDER_SEATS_MAX; seat++)
        pending->ratings[seat] = done->changes[seat].after_milli;
    loops_post(server->loops, pending->arena, &pending->mail, on_tell);
    results_stop_if_done(server);
}

/* On the thread of the table. */
void results_on_over(struct arena *arena, struct arena_table *table)
{
    struct server *server = arena_owner(arena);
    const struct seating_game *game = loops_game(table);
    struct ladder_result result;

    if (seating_game_replay(game)) /* resume.c calls again after it has stopped the game */
        return;
    game_journal_over(table);
    struct pending *pending = calloc(1, sizeof *pending);
    char *line = arena_record_line(table);
    seating_result(table, &result);
    result.record = line;
    if (!line) /* its proof could not be checked */
        snprintf(result.unrated, sizeof result.unrated, "no memory for its record");
    if (pending)
        *pending = (struct pending){.server = server, .arena = arena, .table = table};
    server->submitted++;
    if (!pending || writer_queue_submit(server->ladder, &result, on_stored, pending)) {
        server->submitted--;
        log_line(LOG_ERROR, "game=%s not stored: the ladder's queue is full", result.game);
        free(pending);
        server->status = 3;
        arena_lose(table);
    } else {
        game_logs_on_over(table, &result);
    }
    free(line);
}

void results_on_closed(struct arena *arena, struct arena_table *table)
{
    struct server *server = arena_owner(arena);
    seating_game_over(server->hall.seating, seated_table_owner(table), true);
    seated_table_set_owner(table, NULL);
}

void results_on_ended(void *owner, void *game, bool began)
{
    struct server *server = owner;
    seating_game_over(server->hall.seating, game, began);
}

void results_on_opened(void *owner)
{
    results_stop_if_done(owner);
}

void results_on_ladder(evutil_socket_t fd, short what, void *context)
{
    struct server *server = context;
    char trouble[256], report[400];

    (void)fd;
    (void)what;
    writer_queue_dispatch_some(server->ladder, COMPLETIONS_AT_ONCE);
    while (writer_view_report(server->ladder, report))
        log_line(LOG_WARN, "%s", report);
    if (writer_view_trouble(server->ladder, trouble))
        log_line(trouble[0] ? LOG_ERROR : LOG_WARN, trouble[0] ? "store away: %s" : "store back%s",
                 trouble);
    arena_settle(server->arena);
    results_stop_if_done(server);
}

void results_on_effect(struct arena *arena, struct arena_table *table, const struct effect *effect)
{
    struct server *server = arena_owner(arena);
    if (effect->kind == EFFECT_STEP)
        histogram_add(&server->think, effect->think_usec);
    game_journal_effect(server->hall.seating, table, effect);
    game_logs_on_effect(table, effect);
    if (effect->kind == EFFECT_FAULT ||
        (effect->kind == EFFECT_STEP && effect->fault != FAULT_NONE))
        arena_count_fault(arena);
}

/* Once a second: the pages run on a thread of their own, which never reads ours. */
void results_on_counters(evutil_socket_t fd, short what, void *context)
{
    struct server *server = context;
    const struct seating_counts counts = seating_counts(server->hall.seating);
    const struct webhook_counts webhooks = webhook_thread_counts(server->webhooks);
    struct web_counters shown = {
        .games_started = counts.numbered,
        .games_over = server->rated,
        .decisions = loops_decisions(server->loops),
        .faults = loops_faults(server->loops),
        .connections = server->connections,
        .tables = arena_counts(server->arena).tables + loops_games(server->loops),
        .peers = arena_counts(server->arena).peers,
        .waiting = seating_lobby(server->hall.seating)->waiting_count,
        .starting = counts.starting,
        .submitted = server->submitted - server->rated,
        .webhooks_delivered = webhooks.delivered,
        .webhooks_failed = webhooks.failed,
        .webhooks_given_up = webhooks.given_up,
        .webhooks_waiting = webhooks.waiting,
        .think = histogram_read(&server->think),
        .unready = server->draining                          ? "draining"
                   : seating_is_paused(server->hall.seating) ? "paused"
                                                             : NULL,
    };
    (void)fd;
    (void)what;
    web_server_set_counters(server->web, &shown);
    waits_pages_fill(server->hall.seating, &server->waits);
    web_server_set_waits(server->web, &server->waits);
    struct table_limits limits;
    seating_limits(server->hall.seating, &limits);
    char *play = play_pages_text(&server->config, &limits, server->hall.seating,
                                 house_seats(server->hall.house));
    if (play)
        web_server_set_play(server->web, play);
    free(play);
}
