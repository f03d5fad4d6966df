/* resume.c - games that were cut off, and their bots. */
#include "resume/resume.h"

#include "config/config.h"
#include "resume/journal.h"
#include "ladder.h"
#include "base/log.h"
#include "arena/session.h"
#include "seating/seating.h"
#include "arena/seated_table.h"
#include "resume/game_replay.h"
#include "resume/game_journal.h"

#include <assert.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const usec_t again_wait = 100000;

/* A game that is over waits for its bots no longer than that: all that is left is to tell them. */
enum { OVER_WAIT_SEC = 5 };

/* A game that waits, or is about to be let go. */
struct waiting {
    struct waiting *next;
    struct journal_game *journal;
    struct saved_game saved;
    bool open;          /* the store has no result of it */
    bool over;          /* its end is written down: nobody decides anything any more */
    bool settled;       /* it goes on or is told just now: nobody takes a seat any more */
    const char *broken; /* why it cannot go on, or NULL */
    struct peer *peers[SEATS_MAX]; /* those that are back, each with this game reserved */
};

struct comeback {
    struct journal *journal;
    struct seating *seating;
    struct waiting *games;
    struct event *timer;
    int budget_sec; /* from when the games that are over wait no more */
    bool over_late; /* those wait no more */
    bool looking;   /* on the stack: who becomes free by it is looked at afterwards */
    bool look_again;
    bool late, stopped; /* the budget is used up; the daemon closes */
};

/* ------------------------------------------------------------------------------ what was left */

/* Later facts that are of interest before the game is played again. */
static void read_facts(struct waiting *game, struct journal_cursor *cursor)
{
    struct saved_fact fact;
    const char *text;
    size_t size;

    while (journal_next(game->journal, cursor, &text, &size)) {
        if (saved_fact_parse(text, size, &fact)) {
            game->broken = "its journal was altered";
            return;
        }
        game->over |= fact.kind == SAVED_OVER || fact.kind == SAVED_VOID;
        if (fact.kind == SAVED_SEAT && fact.seat < game->saved.rules.players) {
            struct saved_seat *seat = &game->saved.seats[fact.seat];
            memcpy(seat->session, fact.seated.session, sizeof seat->session);
            seat->slot = fact.seated.slot;
        }
    }
}

/* NULL: nobody can say which game that was. */
static struct waiting *read_game(struct journal_game *journal)
{
    struct waiting *game = calloc(1, sizeof *game);
    struct journal_cursor cursor = {0};
    const char *text;
    size_t size;

    if (!game)
        return NULL;
    game->journal = journal;
    if (!journal_next(journal, &cursor, &text, &size) ||
        saved_game_parse(text, size, &game->saved)) {
        free(game);
        return NULL;
    }
    read_facts(game, &cursor);
    if (journal->lost)
        game->broken = "its journal was altered";
    return game;
}

static int open_journal(struct comeback **out, const char *path)
{
    struct comeback *comeback = calloc(1, sizeof *comeback);
    char why[JOURNAL_WHY_BYTES] = "out of memory";
    int status = comeback ? journal_open(&comeback->journal, path, why) : 3;

    if (status) {
        log_say("avondale serve: --journal: %s", why);
        free(comeback);
        return status;
    }
    for (struct journal_game *left = journal_games(comeback->journal); left; left = left->next) {
        struct waiting *game = read_game(left);
        if (!game)
            continue;
        game->next = comeback->games;
        comeback->games = game;
    }
    *out = comeback;
    return 0;
}

/* A ladder_keep_fn. */
static const char *keeps(void *context, const char *id)
{
    const struct comeback *comeback = context;

    for (struct waiting *game = comeback->games; game; game = game->next) {
        if (strcmp(game->saved.id, id) == 0) {
            game->open = true;
            return game->broken;
        }
    }
    return journal_missing(comeback->journal)[0] ? journal_missing(comeback->journal)
                                                 : "the arena stopped in the middle";
}

int comeback_open(struct comeback **comeback, struct ladder **ladder, const struct config *config)
{
    struct ladder_error error;
    struct ladder_node node;
    int status = 0;

    *comeback = NULL;
    if (config->journal_path[0])
        status = open_journal(comeback, config->journal_path);
    if (status)
        return status;
    config_describe_node(config, &node);
    if (ladder_open_keeping(ladder, config->store, node.name[0] ? &node : NULL,
                            *comeback ? keeps : NULL, *comeback, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    if (ladder_damage(*ladder)[0])
        log_line(LOG_ERROR, "%s: %s", config->store, ladder_damage(*ladder));
    return 0;
}

static void free_waiting(struct waiting *game)
{
    fair_wipe(&game->saved, sizeof game->saved);
    free(game);
}

void comeback_close(struct comeback *comeback)
{
    if (!comeback)
        return;
    while (comeback->games) {
        struct waiting *game = comeback->games;
        comeback->games = game->next;
        free_waiting(game);
    }
    if (comeback->timer)
        event_free(comeback->timer);
    journal_close(comeback->journal);
    free(comeback);
}

/* --------------------------------------------------------------------------------------- void */

/* The peers are free for others. */
static void release(struct comeback *comeback, struct waiting *game)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *peer = game->peers[seat];
        if (!peer)
            continue;
        game->peers[seat] = NULL;
        peer->reserved--;
        comeback->seating->arena->sweep = true;
        if (peer->owner)
            seating_refresh(comeback->seating, peer->owner);
    }
}

static void on_voided(void *context, const struct ladder_done *done)
{
    if (done->status >= 0)
        journal_end(context);
    else
        log_line(LOG_ERROR, "game=%s not stored: %s", done->result->game, done->text);
}

static void describe(const struct waiting *game, struct ladder_result *result)
{
    const struct ruleset *rules = &game->saved.rules;

    seating_describe(rules, game->saved.id, result);
    for (int seat = 0; seat < rules->players; seat++)
        memcpy(result->seats[seat].bot, game->saved.seats[seat].name, NAME_MAX_BYTES + 1);
    snprintf(result->unrated, sizeof result->unrated, "%s", game->saved.unrated);
}

/* False: the ladder has no room for it now. */
static bool void_game(struct comeback *comeback, struct waiting *game, const char *why)
{
    struct ladder_result result;

    describe(game, &result);
    snprintf(result.reason, sizeof result.reason, "%s", reason_name(REASON_ABORTED));
    snprintf(result.unrated, sizeof result.unrated, "%s", why);
    result_ranks(&result, 0, -1);
    if (ladder_submit(comeback->seating->ladder, &result, on_voided, game->journal))
        return false;
    log_line(LOG_WARN, "game=%s is void: %s", game->saved.id, why);
    release(comeback, game);
    return true;
}

/* ---------------------------------------------------------------------------------- it goes on */

struct replaying {
    struct arena_table *table;
    const struct journal_game *journal;
    struct journal_cursor cursor;
};

static bool next_fact(void *context, const char **fact, size_t *size)
{
    struct replaying *replaying = context;
    return journal_next(replaying->journal, &replaying->cursor, fact, size);
}

static void feed(void *context, struct table_input *input, usec_t now)
{
    struct replaying *replaying = context;
    seated_table_feed(replaying->table, input, now);
}

static void configure(const struct seating *seating, const struct waiting *game,
                      struct table_config *config)
{
    const struct saved_game *saved = &game->saved;

    memset(config, 0, sizeof *config);
    config->rules = &saved->rules;
    config->time = saved->time;
    config->policy = saved->policy;
    config->number_before = saved->number_before;
    memcpy(config->game_id, saved->id, sizeof config->game_id);
    seating_configure(seating, saved->unrated, config);
    for (int seat = 0; seat < saved->rules.players; seat++) {
        memcpy(config->seats[seat].name, saved->seats[seat].name, sizeof config->seats[seat].name);
        config->seats[seat].eager = game->peers[seat] && game->peers[seat]->eager;
    }
}

static struct fair_set *make_set(const struct saved_game *saved)
{
    struct fair_set *set = fair_set_create(saved->id, saved->seed, 1, saved->rules.players);
    for (int seat = 0; set && seat < saved->rules.players; seat++)
        set->nonces[seat] = saved->seats[seat].nonce;
    return set;
}

/* The table as it was, with nobody there; NULL: out of memory, or something else came of the facts.
 */
static struct arena_table *play_again(struct comeback *comeback, struct waiting *game)
{
    struct replaying replaying = {.journal = game->journal};
    struct restore restore = {
        .next = next_fact, .feed = feed, .context = &replaying, .now = clock_now_usec()};
    struct fair_set *set = make_set(&game->saved);
    struct seating_game *owner =
        seating_resumed(comeback->seating, game->journal, game->saved.unrated);
    struct table_config config;
    const char *first;
    size_t size;

    configure(comeback->seating, game, &config);
    if (set && owner)
        replaying.table = arena_restore(comeback->seating->arena, &config, set, owner, restore.now);
    fair_set_release(set);
    if (!replaying.table) {
        free(owner);
        return NULL;
    }
    restore.table = &replaying.table->table;
    owner->restore = &restore;
    (void)journal_next(game->journal, &replaying.cursor, &first, &size);
    bool same = restore_run(&restore);
    owner->restore = NULL; /* from here on it is a game like others */
    if (same)
        return replaying.table;
    arena_abandon(replaying.table);
    free(owner);
    return NULL;
}

/* Those who are back; all of them, unless the game is over. */
static void sit_down(struct waiting *game, struct arena_table *table)
{
    uint8_t slots[SEATS_MAX];

    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        slots[seat] = game->saved.seats[seat].slot;
        if (game->peers[seat])
            game->peers[seat]->reserved--;
    }
    arena_resume(table, game->peers, slots);
    memset(game->peers, 0, sizeof game->peers);
    saving_seats(table);
}

static bool all_back(const struct waiting *game)
{
    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        if (!game->peers[seat])
            return false;
    }
    return true;
}

/* True: it is not ours any more. */
static bool give_up(struct comeback *comeback, struct waiting *game, const char *why)
{
    if (game->open)
        return void_game(comeback, game, why);
    log_line(LOG_WARN, "game=%s is stored and not told again: %s", game->saved.id, why);
    journal_end(game->journal);
    release(comeback, game);
    return true;
}

/* True: it is not ours any more. What ends the process here must not do so for ever. */
static bool go_on(struct comeback *comeback, struct waiting *game)
{
    struct ladder_result result;

    if (!journal_try(game->journal))
        return give_up(comeback, game, "its journal stopped the arena");
    struct arena_table *table = play_again(comeback, game);
    journal_tried(game->journal);
    if (!table)
        return give_up(comeback, game, "its journal does not play again");
    sit_down(game, table);
    if (!game->open) {
        log_line(LOG_WARN, "game=%s is told again: it was over and stored", game->saved.id);
        saving_stored(table);
        arena_tell(table, NULL);
        return true;
    }
    describe(game, &result);
    seating_count(comeback->seating, &result);
    log_line(LOG_WARN, "game=%s goes on", game->saved.id);
    if (table_state(&table->table) == TABLE_STATE_OVER)
        table->arena->over(table->arena, table);
    return true;
}

/* ------------------------------------------------------------------------------------ who waits */

static const char *absent(const struct waiting *game)
{
    int seat = 0;
    while (game->peers[seat])
        seat++;
    assert(seat < game->saved.rules.players);
    return game->saved.seats[seat].name;
}

/* True: it is settled. */
static bool look_at(struct comeback *comeback, struct waiting *game)
{
    char why[SAVED_UNRATED_BYTES];

    if (game->broken || (!game->open && !game->over)) { /* it has another result than its own */
        journal_end(game->journal);
        return true;
    }
    if (all_back(game))
        return go_on(comeback, game);
    if (!comeback->late && !comeback->stopped && !(game->over && comeback->over_late))
        return false;
    if (game->over)
        return go_on(comeback, game);
    snprintf(why, sizeof why,
             comeback->late ? "the arena stopped, %s stayed away" : "the arena closed, %s was away",
             absent(game));
    return void_game(comeback, game, why);
}

static void look_at_each(struct comeback *comeback)
{
    for (struct waiting **at = &comeback->games; *at;) {
        struct waiting *game = *at;
        game->settled = true;
        if (look_at(comeback, game)) {
            *at = game->next;
            free_waiting(game);
        } else {
            game->settled = false;
            at = &game->next;
        }
    }
}

static void look(struct comeback *comeback)
{
    const struct timeval again = {.tv_usec = again_wait};

    comeback->look_again = true;
    if (comeback->looking)
        return;
    comeback->looking = true;
    while (comeback->look_again) {
        comeback->look_again = false;
        look_at_each(comeback);
    }
    comeback->looking = false;
    if (comeback->games && comeback->late)
        evtimer_add(comeback->timer, &again); /* the ladder had no room */
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct comeback *comeback = context;
    (void)fd;
    (void)what;

    const struct timeval rest = {.tv_sec = comeback->budget_sec};
    if (comeback->over_late || comeback->budget_sec == 0 || evtimer_add(comeback->timer, &rest))
        comeback->late = true;
    comeback->over_late = true;
    look(comeback);
    arena_settle(comeback->seating->arena);
}

/* What nobody can read is of no use to anybody. */
static void end_unknown(struct comeback *comeback)
{
    for (struct journal_game *left = journal_games(comeback->journal), *next; left; left = next) {
        const struct waiting *game = comeback->games;
        next = left->next;
        while (game && game->journal != left)
            game = game->next;
        if (!game)
            journal_end(left);
    }
}

int comeback_begin(struct comeback *comeback, struct seating *seating, int budget_sec)
{
    int over_sec = budget_sec < OVER_WAIT_SEC ? budget_sec : OVER_WAIT_SEC;
    const struct timeval first = {.tv_sec = over_sec};
    int waiting = 0;

    if (!comeback)
        return 0;
    comeback->seating = seating;
    seating->journal = comeback->journal;
    end_unknown(comeback);
    comeback->timer = evtimer_new(seating->arena->base, on_timer, comeback);
    comeback->budget_sec = budget_sec - over_sec;
    if (!comeback->timer || evtimer_add(comeback->timer, &first))
        return -1;
    look(comeback);
    for (const struct waiting *game = comeback->games; game; game = game->next)
        waiting++;
    if (waiting > 0)
        log_line(LOG_WARN, "%d games of an earlier run wait %d s for their bots", waiting,
                 budget_sec);
    return 0;
}

void comeback_stop(struct comeback *comeback)
{
    if (!comeback || !comeback->seating || comeback->stopped)
        return;
    comeback->stopped = true;
    look(comeback);
}

/* ------------------------------------------------------------------------------- who comes back */

static bool same_session(const struct saved_seat *seat, struct slice session)
{
    return session.size == strlen(seat->session) && session.size > 0 &&
           fair_equal((const uint8_t *)session.data, (const uint8_t *)seat->session, session.size);
}

bool comeback_session(struct comeback *comeback, struct peer *peer, struct slice session)
{
    for (struct waiting *game = comeback ? comeback->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < game->saved.rules.players; seat++) {
            const struct saved_seat *saved = &game->saved.seats[seat];
            if (strcmp(saved->name, peer->name) != 0 || !same_session(saved, session))
                continue;
            memcpy(peer->session, saved->session, sizeof peer->session);
            return true;
        }
    }
    return false;
}

/* The seat of a game that this peer may take, or -1. With cards of two seats in one name's hands,
 * only the connection that knew them gets them. */
static int seat_for(const struct waiting *game, const struct peer *peer)
{
    int found = -1, of_name = 0;

    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        const struct saved_seat *saved = &game->saved.seats[seat];
        if (game->peers[seat] == peer)
            return -1;
        if (strcmp(saved->name, peer->name) != 0)
            continue;
        of_name++;
        if (strcmp(saved->session, peer->session) == 0 && !game->peers[seat])
            return seat;
        if (!game->peers[seat])
            found = seat;
    }
    return of_name == 1 ? found : -1;
}

static void take_seats(struct comeback *comeback, struct peer *peer, bool of_session)
{
    for (struct waiting *game = comeback->games; game; game = game->next) {
        int seat = game->settled ? -1 : seat_for(game, peer);
        if (seat < 0 || peer->game_count + peer->reserved >= peer->games_max ||
            (of_session && strcmp(game->saved.seats[seat].session, peer->session) != 0))
            continue;
        game->peers[seat] = peer;
        peer->reserved++;
    }
}

void comeback_ready(struct comeback *comeback, struct peer *peer)
{
    if (!comeback || !comeback->games || peer->quitting)
        return;
    take_seats(comeback, peer, true); /* its own games first */
    take_seats(comeback, peer, false);
    look(comeback);
}

const char *comeback_awaits(const struct comeback *comeback, int index)
{
    for (const struct waiting *game = comeback ? comeback->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < game->saved.rules.players; seat++) {
            if (!game->settled && !game->peers[seat] && index-- == 0)
                return game->saved.seats[seat].name;
        }
    }
    return NULL;
}

void comeback_gone(struct comeback *comeback, struct peer *peer)
{
    for (struct waiting *game = comeback ? comeback->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (game->peers[seat] != peer)
                continue;
            game->peers[seat] = NULL;
            peer->reserved--;
        }
    }
}
