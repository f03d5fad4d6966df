/* resume.c - interrupted games, and their bots. */
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

/* A finished game waits no longer than this for its bots: they only need its result. */
enum { OVER_WAIT_SEC = 5 };

/* A game that waits, or is about to be released. */
struct waiting {
    struct waiting *next;
    struct journal_game *journal;
    struct game_facts_game saved;
    bool open;          /* the store has no result of it */
    bool over;          /* its end is in the journal: there are no more decisions */
    bool settled;       /* it is being continued or reported just now: its seats are closed */
    const char *broken; /* why it cannot continue, or NULL */
    struct peer *peers[SEATS_MAX]; /* bots that are back, each reserved for this game */
};

struct resume {
    struct journal *journal;
    struct seating *seating;
    struct waiting *games;
    struct event *timer;
    int budget_sec; /* when finished games stop waiting */
    bool over_late; /* the wait for finished games is over */
    bool looking;   /* on the stack: peers that become free are handled afterwards */
    bool look_again;
    bool late, stopped; /* the budget is used up; the daemon closes */
};

/* ------------------------------------------------------------------------------ what was left */

/* Later facts that are needed before the replay. */
static void read_facts(struct waiting *game, struct journal_cursor *cursor)
{
    struct game_fact fact;
    const char *text;
    size_t size;

    while (journal_next(game->journal, cursor, &text, &size)) {
        if (game_facts_parse(text, size, &fact)) {
            game->broken = "its journal was altered";
            return;
        }
        game->over |= fact.kind == GAME_FACT_OVER || fact.kind == GAME_FACT_VOID;
        if (fact.kind == GAME_FACT_SEAT && fact.seat < game->saved.rules.players) {
            struct game_facts_seat *seat = &game->saved.seats[fact.seat];
            memcpy(seat->session, fact.seated.session, sizeof seat->session);
            seat->slot = fact.seated.slot;
        }
    }
}

/* NULL: it cannot be known which game that was. */
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
        game_facts_game_parse(text, size, &game->saved)) {
        free(game);
        return NULL;
    }
    read_facts(game, &cursor);
    fair_wipe(&cursor, sizeof cursor);
    if (journal->lost)
        game->broken = "its journal was altered";
    return game;
}

static int open_journal(struct resume **out, const char *path)
{
    struct resume *resume = calloc(1, sizeof *resume);
    char why[JOURNAL_WHY_BYTES] = "out of memory";
    int status = resume ? journal_open(&resume->journal, path, why) : 3;

    if (status) {
        log_say("avondale serve: --journal: %s", why);
        free(resume);
        return status;
    }
    for (struct journal_game *left = journal_games(resume->journal); left; left = left->next) {
        struct waiting *game = read_game(left);
        if (!game)
            continue;
        game->next = resume->games;
        resume->games = game;
    }
    *out = resume;
    return 0;
}

/* A ladder_keep_fn. */
static const char *keeps(void *context, const char *id)
{
    const struct resume *resume = context;

    for (struct waiting *game = resume->games; game; game = game->next) {
        if (strcmp(game->saved.id, id) == 0) {
            game->open = true;
            return game->broken;
        }
    }
    return journal_missing(resume->journal)[0] ? journal_missing(resume->journal)
                                               : "the arena stopped in the middle";
}

static void log_start(const struct ladder *ladder)
{
    int64_t snapshot, last = writer_view_start(ladder, &snapshot);

    if (snapshot)
        log_line(LOG_INFO, "ladder: read from the snapshot of result %lld to result %lld",
                 (long long)snapshot, (long long)last);
    else if (last)
        log_line(LOG_INFO, "ladder: all of the log was read, to result %lld", (long long)last);
}

int resume_open(struct resume **resume, struct ladder **ladder, const struct config *config)
{
    struct ladder_error error;
    struct ladder_node node;
    int status = 0;

    *resume = NULL;
    if (config->journal_path[0])
        status = open_journal(resume, config->journal_path);
    if (status)
        return status;
    config_describe_node(config, &node);
    if (writer_open_keeping(ladder, config->store, node.name[0] ? &node : NULL,
                            *resume ? keeps : NULL, *resume, &error)) {
        log_say("avondale serve: %s", error.text);
        return 2;
    }
    log_start(*ladder);
    if (writer_damage(*ladder)[0])
        log_line(LOG_ERROR, "%s: %s", config->store, writer_damage(*ladder));
    return 0;
}

static void free_waiting(struct waiting *game)
{
    fair_wipe(&game->saved, sizeof game->saved);
    free(game);
}

void resume_close(struct resume *resume)
{
    if (!resume)
        return;
    while (resume->games) {
        struct waiting *game = resume->games;
        resume->games = game->next;
        free_waiting(game);
    }
    if (resume->timer)
        event_free(resume->timer);
    journal_close(resume->journal);
    free(resume);
}

/* --------------------------------------------------------------------------------------- void */

/* Frees the peers for other games. */
static void release(struct resume *resume, struct waiting *game)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *peer = game->peers[seat];
        if (!peer)
            continue;
        game->peers[seat] = NULL;
        peer_release(peer);
        if (peer_owner(peer))
            seating_refresh(resume->seating, peer_owner(peer));
    }
}

static void on_voided(void *context, const struct ladder_done *done)
{
    if (done->status != LADDER_NOT_STORED)
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

/* Returns false if the ladder has no room for it now. */
static bool void_game(struct resume *resume, struct waiting *game, const char *why)
{
    struct ladder_result result;

    describe(game, &result);
    snprintf(result.reason, sizeof result.reason, "%s", game_reason_name(REASON_ABORTED));
    snprintf(result.unrated, sizeof result.unrated, "%s", why);
    result_ranks(&result, 0, -1);
    if (writer_queue_submit(seating_ladder(resume->seating), &result, on_voided, game->journal))
        return false;
    log_line(LOG_WARN, "game=%s is void: %s", game->saved.id, why);
    release(resume, game);
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

static void configure(const struct waiting *game, struct table_config *config)
{
    const struct game_facts_game *saved = &game->saved;

    memset(config, 0, sizeof *config);
    config->rules = &saved->rules;
    config->time = saved->time;
    config->policy = saved->policy;
    config->number_before = saved->number_before;
    memcpy(config->game_id, saved->id, sizeof config->game_id);
    seating_configure(saved->unrated, &saved->options, config);
    for (int seat = 0; seat < saved->rules.players; seat++) {
        memcpy(config->seats[seat].name, saved->seats[seat].name, sizeof config->seats[seat].name);
        config->seats[seat].eager = game->peers[seat] && peer_is_eager(game->peers[seat]);
    }
}

static struct fair_set *make_set(const struct game_facts_game *saved)
{
    struct fair_set *set = fair_set_create(saved->id, saved->seed, 1, saved->rules.players);
    for (int seat = 0; set && seat < saved->rules.players; seat++)
        set->nonces[seat] = saved->seats[seat].nonce;
    return set;
}

/* Restores the table, with all seats absent. Returns NULL if out of memory, or if the replay
 * differs from the facts. */
static struct arena_table *play_again(struct resume *resume, struct waiting *game)
{
    struct replaying replaying = {.journal = game->journal};
    struct game_replay replay = {
        .next = next_fact, .feed = feed, .context = &replaying, .now = clock_now_usec()};
    struct fair_set *set = make_set(&game->saved);
    struct table_config config;
    if (!game->saved.named) /* of an older journal */
        seating_options(resume->seating, &game->saved.options);
    struct seating_game *owner =
        seating_resumed(resume->seating, game->journal, game->saved.unrated, &game->saved.options);
    const char *first;
    size_t size;

    configure(game, &config);
    if (set && owner)
        replaying.table =
            arena_restore(seating_arena(resume->seating), &config, set, owner, replay.now);
    fair_set_release(set);
    if (!replaying.table) {
        free(owner);
        return NULL;
    }
    replay.table = seated_table_table(replaying.table);
    seating_game_set_replay(owner, &replay);
    (void)journal_next(game->journal, &replaying.cursor, &first, &size);
    bool same = game_replay_run(&replay);
    fair_wipe(&replaying.cursor, sizeof replaying.cursor);
    seating_game_set_replay(owner, NULL); /* from here on it is a game like any other */
    if (same)
        return replaying.table;
    arena_abandon(replaying.table);
    free(owner);
    return NULL;
}

/* The bots that are back; all of them, unless the game is over. */
static void sit_down(struct waiting *game, struct arena_table *table)
{
    uint8_t slots[SEATS_MAX];

    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        slots[seat] = game->saved.seats[seat].slot;
        if (game->peers[seat])
            peer_release(game->peers[seat]);
    }
    arena_resume(table, game->peers, slots);
    memset(game->peers, 0, sizeof game->peers);
    game_journal_seats(table);
}

static bool all_back(const struct waiting *game)
{
    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        if (!game->peers[seat])
            return false;
    }
    return true;
}

/* Returns true if the game is no longer ours. */
static bool give_up(struct resume *resume, struct waiting *game, const char *why)
{
    if (game->open)
        return void_game(resume, game, why);
    log_line(LOG_WARN, "game=%s is over and stored, but its result is not sent: %s", game->saved.id,
             why);
    journal_end(game->journal);
    release(resume, game);
    return true;
}

/* Returns true if the game is no longer ours. A game that crashes the process here must not do so
 * forever. */
static bool go_on(struct resume *resume, struct waiting *game)
{
    struct ladder_result result;

    if (!journal_try(game->journal))
        return give_up(resume, game, "its journal stopped the arena");
    struct arena_table *table = play_again(resume, game);
    journal_tried(game->journal);
    if (!table)
        return give_up(resume, game, "its journal does not play again");
    sit_down(game, table);
    if (!game->open) {
        log_line(LOG_WARN, "game=%s is over and stored: its result is sent again", game->saved.id);
        game_journal_stored(table);
        arena_tell(table, NULL);
        return true;
    }
    describe(game, &result);
    seating_count(resume->seating, &result);
    log_line(LOG_WARN, "game=%s resumed", game->saved.id);
    if (table_state(seated_table_table(table)) == TABLE_STATE_OVER)
        arena_over_again(table);
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

/* Returns true if it is settled. */
static bool look_at(struct resume *resume, struct waiting *game)
{
    char why[GAME_FACT_UNRATED_BYTES];

    if (game->broken || (!game->open && !game->over)) { /* the store has another result for it */
        journal_end(game->journal);
        return true;
    }
    if (all_back(game))
        return go_on(resume, game);
    if (!resume->late && !resume->stopped && !(game->over && resume->over_late))
        return false;
    if (game->over)
        return go_on(resume, game);
    snprintf(why, sizeof why,
             resume->late ? "the arena stopped, %s stayed away" : "the arena closed, %s was away",
             absent(game));
    return void_game(resume, game, why);
}

static void look_at_each(struct resume *resume)
{
    for (struct waiting **at = &resume->games; *at;) {
        struct waiting *game = *at;
        game->settled = true;
        if (look_at(resume, game)) {
            *at = game->next;
            free_waiting(game);
        } else {
            game->settled = false;
            at = &game->next;
        }
    }
}

static void look(struct resume *resume)
{
    const struct timeval again = {.tv_usec = again_wait};

    resume->look_again = true;
    if (resume->looking)
        return;
    resume->looking = true;
    while (resume->look_again) {
        resume->look_again = false;
        look_at_each(resume);
    }
    resume->looking = false;
    if (resume->games && resume->late)
        evtimer_add(resume->timer, &again); /* the ladder had no room */
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct resume *resume = context;
    (void)fd;
    (void)what;

    const struct timeval rest = {.tv_sec = resume->budget_sec};
    if (resume->over_late || resume->budget_sec == 0 || evtimer_add(resume->timer, &rest))
        resume->late = true;
    resume->over_late = true;
    look(resume);
    arena_settle(seating_arena(resume->seating));
}

/* Unreadable games are of no use: drops them. */
static void end_unknown(struct resume *resume)
{
    for (struct journal_game *left = journal_games(resume->journal), *next; left; left = next) {
        const struct waiting *game = resume->games;
        next = left->next;
        while (game && game->journal != left)
            game = game->next;
        if (!game)
            journal_end(left);
    }
}

int resume_begin(struct resume *resume, struct seating *seating, int budget_sec)
{
    int over_sec = budget_sec < OVER_WAIT_SEC ? budget_sec : OVER_WAIT_SEC;
    const struct timeval first = {.tv_sec = over_sec};
    int waiting = 0;

    if (!resume)
        return 0;
    resume->seating = seating;
    seating_set_journal(seating, resume->journal);
    end_unknown(resume);
    resume->timer = evtimer_new(arena_base(seating_arena(seating)), on_timer, resume);
    resume->budget_sec = budget_sec - over_sec;
    if (!resume->timer || evtimer_add(resume->timer, &first))
        return -1;
    look(resume);
    for (const struct waiting *game = resume->games; game; game = game->next)
        waiting++;
    if (waiting > 0)
        log_line(LOG_WARN, "resuming: %d games of the last run wait up to %d s for their bots",
                 waiting, budget_sec);
    return 0;
}

void resume_stop(struct resume *resume)
{
    if (!resume || !resume->seating || resume->stopped)
        return;
    resume->stopped = true;
    look(resume);
}

/* ------------------------------------------------------------------------------- who comes back */

static bool same_session(const struct game_facts_seat *seat, struct slice session)
{
    return session.size == strlen(seat->session) && session.size > 0 &&
           fair_equal((const uint8_t *)session.data, (const uint8_t *)seat->session, session.size);
}

bool resume_session(struct resume *resume, struct peer *peer, struct slice session)
{
    for (struct waiting *game = resume ? resume->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < game->saved.rules.players; seat++) {
            const struct game_facts_seat *saved = &game->saved.seats[seat];
            if (strcmp(saved->name, peer_name(peer)) != 0 || !same_session(saved, session))
                continue;
            peer_set_session(peer, saved->session);
            return true;
        }
    }
    return false;
}

/* The seat of a game that this peer may take, or -1. If one name has two seats, their cards go only
 * to the connections that had them. */
static int seat_for(const struct waiting *game, const struct peer *peer)
{
    int found = -1, of_name = 0;

    for (int seat = 0; seat < game->saved.rules.players; seat++) {
        const struct game_facts_seat *saved = &game->saved.seats[seat];
        if (game->peers[seat] == peer)
            return -1;
        if (strcmp(saved->name, peer_name(peer)) != 0)
            continue;
        of_name++;
        if (strcmp(saved->session, peer_session(peer)) == 0 && !game->peers[seat])
            return seat;
        if (!game->peers[seat])
            found = seat;
    }
    return of_name == 1 ? found : -1;
}

static void take_seats(struct resume *resume, struct peer *peer, bool of_session)
{
    for (struct waiting *game = resume->games; game; game = game->next) {
        int seat = game->settled ? -1 : seat_for(game, peer);
        if (seat < 0 || peer_games_left(peer) <= 0 ||
            (of_session && strcmp(game->saved.seats[seat].session, peer_session(peer)) != 0))
            continue;
        game->peers[seat] = peer;
        peer_reserve(peer);
    }
}

void resume_ready(struct resume *resume, struct peer *peer)
{
    if (!resume || !resume->games || peer_is_quitting(peer))
        return;
    take_seats(resume, peer, true); /* its own games first */
    take_seats(resume, peer, false);
    look(resume);
}

const char *resume_awaits(const struct resume *resume, int index)
{
    for (const struct waiting *game = resume ? resume->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < game->saved.rules.players; seat++) {
            if (!game->settled && !game->peers[seat] && index-- == 0)
                return game->saved.seats[seat].name;
        }
    }
    return NULL;
}

void resume_gone(struct resume *resume, struct peer *peer)
{
    for (struct waiting *game = resume ? resume->games : NULL; game; game = game->next) {
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (game->peers[seat] != peer)
                continue;
            game->peers[seat] = NULL;
            peer_release(peer);
        }
    }
}
