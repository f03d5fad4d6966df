/* seating.c - free bots, their pairing, and the announcement and start of games. */
#include "seating/seating_private.h"
#include "arena/seated_table.h"
#include "seating/lobby_chat.h"
#include "base/log.h"
#include "table/ruleset_name.h"

#include <assert.h>
#include <event2/event.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    PAIRED_MAX = 64, /* games paired in one pass */
    INVITES_MAX = 1024,
    REST_FACTOR = 4, /* pairing takes a fifth of the loop's time at most */
};
static const int64_t day_msec = 24 * 3600 * 1000;
static const usec_t no_room_wait = 100000, failed_wait = 500000;
static const usec_t nonce_wait = 2000000, event_hold = 1000000;

/* ----------------------------------------------------------------------------- who is there */

void seating_arm(struct seating *seating, usec_t wait)
{
    usec_t now = clock_now_usec(), at = now + wait;

    if (at < seating->resting)
        at = seating->resting;
    if (seating->closed || at >= seating->pairing_at)
        return;
    struct timeval value = {.tv_sec = (at - now) / 1000000, .tv_usec = (at - now) % 1000000};
    seating->pairing_at = at;
    evtimer_add(seating->pairing, &value);
}

struct lobby_member *seating_member(struct seating *seating, struct peer *peer)
{
    struct ladder_bot bot;

    if (peer_owner(peer))
        return peer_owner(peer);
    struct table_options options;
    seating_options(seating, &options);
    if (!writer_view_bot(seating->ladder, peer_name(peer), &bot))
        bot.owner[0] = 0;
    int number = lobby_enter(&seating->lobby, peer_name(peer), bot.owner);
    if (number < 0)
        return NULL;
    struct lobby_member *member =
        lobby_member_create(peer, number, !peer_knows_lobby(peer), &options);
    if (!member) {
        lobby_leave(&seating->lobby, number);
        return NULL;
    }
    seating->members[number] = member;
    peer_set_owner(peer, member);
    return member;
}

/* The rating in points: of the bot or, if it seeks with partners, of its last team. */
static int rating_of(const struct seating *seating, const struct ruleset *rules, bool pair,
                     const char *name, const char *text)
{
    int sides = rules->side_count, seats = rules->players;
    int64_t milli = pair && seats > sides
                        ? writer_team_rating(seating->ladder, &name, 1, text, sides, seats)
                        : writer_view_rating(seating->ladder, name, text, sides, seats);

    return (int)(milli / 1000);
}

static int team_rating(void *context, int ruleset, const int *seekers, int count)
{
    const struct seating *seating = context;
    const struct ruleset *rules = &seating->config->rules[ruleset];
    const char *names[SEATS_MAX];
    char text[LADDER_RULESET_MAX + 1];

    for (int i = 0; i < count; i++)
        names[i] = peer_name(seating->members[seekers[i]]->peer);
    ruleset_name_text(rules, text, sizeof text);
    return (int)(writer_team_rating(seating->ladder, names, count, text, rules->side_count,
                                    rules->players) /
                 1000);
}

/* A bot has stopped seeking, so the share of the others may have grown. */
static void without_one(struct seating *seating)
{
    if (lobby_next(&seating->lobby) != USEC_NEVER)
        seating_arm(seating, 0);
}

void seating_refresh(struct seating *seating, struct lobby_member *member)
{
    const struct peer *peer = member->peer;
    int most =
        member->want.games < peer_games_max(peer) ? member->want.games : peer_games_max(peer);
    struct lobby_seek want = member->want;
    uint32_t poor = 0;
    char text[LADDER_RULESET_MAX + 1];

    lobby_member_set_poor(member, 0);
    want.games = most - peer_games(peer) - peer_games_reserved(peer);
    if (seating->closed || !member->seeks || member->leaving || member->held > 0 ||
        want.games < 1 || peer_is_away(peer) || peer_state(peer) != PEER_STATE_READY ||
        peer_is_quitting(peer)) {
        lobby_unseek(&seating->lobby, member->number);
        without_one(seating);
        return;
    }
    for (int r = 0; r < seating->config->rules_count; r++) {
        const struct ruleset *rules = &seating->config->rules[r];
        ruleset_name_text(rules, text, sizeof text);
        want.rating[r] = rating_of(seating, rules, want.pair, peer_name(peer), text);
        if (!writer_season_can_pay(seating->ladder, peer_name(peer), text, rules->side_count,
                                   rules->players, clock_wall_msec()))
            poor |= 1u << r;
    }
    lobby_member_set_poor(member, want.rulesets & poor);
    want.rulesets &= ~poor;
    if (want.rulesets == 0) { /* the bot lacks the chips for any of them */
        lobby_unseek(&seating->lobby, member->number);
        without_one(seating);
        return;
    }
    lobby_seek(&seating->lobby, member->number, &want, clock_now_usec());
    seating_arm(seating, 0);
}

void seating_leave(struct seating *seating, struct lobby_member *member)
{
    lobby_leave(&seating->lobby, member->number);
    lobby_chat_gone(seating, member);
    without_one(seating);
    seating->members[member->number] = NULL;
    peer_set_owner(member->peer, NULL);
    lobby_member_destroy(member);
}

/* ------------------------------------------------------------------------------ a game begins */

void seating_describe(const struct ruleset *rules, const char *id, struct ladder_result *result)
{
    memset(result, 0, sizeof *result);
    snprintf(result->game, sizeof result->game, "%s", id);
    ruleset_name_text(rules, result->ruleset, sizeof result->ruleset);
    result->wall_msec = clock_wall_msec();
    result->seat_count = rules->players;
    result->side_count = rules->side_count;
    for (int seat = 0; seat < rules->players; seat++)
        result->seats[seat].side = rules->side_of[seat];
}

void seating_result(const struct arena_table *table, struct ladder_result *result)
{
    const struct table_config *config = table_config(seated_table_table(table));
    const struct game *game = table_game(seated_table_table(table));
    const struct ruleset *rules = config->rules;
    const struct seating_game *seated = loops_game(table);
    int forfeited = table_forfeited(seated_table_table(table));

    seating_describe(rules, config->game_id, result);
    snprintf(result->reason, sizeof result->reason, "%s",
             game_reason_name((enum reason)game->reason));
    snprintf(result->unrated, sizeof result->unrated, "%s", seated->unrated);
    result->stake = seated->options.stake;
    for (int seat = 0; seat < rules->players; seat++)
        memcpy(result->seats[seat].bot, config->seats[seat].name, NAME_MAX_BYTES + 1);
    memcpy(result->scores, game->scores, sizeof result->scores);
    const char *void_why = seated_table_void_why(table);
    if (game->reason == REASON_ABORTED && void_why)
        snprintf(result->unrated, sizeof result->unrated, "%s", void_why);
    else if (game->reason == REASON_ABORTED)
        snprintf(result->unrated, sizeof result->unrated, "it did not end in %d hands",
                 (int)TABLE_HANDS_MAX);
    result_ranks(result, game->winners, forfeited < 0 ? -1 : rules->side_of[forfeited]);
}

static const struct ruleset *rules_of(const struct seating_game *game)
{
    return game->built ? game->own : &game->seating->config->rules[game->ruleset];
}

static void describe(const struct seating_game *game, struct ladder_result *result)
{
    const struct ruleset *rules = rules_of(game);

    seating_describe(rules, game->set->id, result);
    for (int seat = 0; seat < rules->players; seat++)
        memcpy(result->seats[seat].bot, game->names[seat], NAME_MAX_BYTES + 1);
}

void seating_options(const struct seating *seating, struct table_options *options)
{
    const struct config *config = seating->config;

    *options = (struct table_options){
        .hints = config->hints, .watch = config->watchers_max > 0, .chat = config->chat};
}

void seating_limits(const struct seating *seating, struct table_limits *limits)
{
    seating_options(seating, &limits->most);
    table_options_limit(limits, &seating->config->time, seating->config->table_msec_max);
    limits->stakes = false;
}

bool seating_can_stake(const struct seating *seating, const char *name, uint32_t rulesets,
                       int32_t stake)
{
    char text[LADDER_RULESET_MAX + 1];

    for (int r = 0; r < seating->config->rules_count; r++) {
        const struct ruleset *rules = &seating->config->rules[r];
        ruleset_name_text(rules, text, sizeof text);
        if ((rulesets >> r & 1) &&
            !writer_season_can_stake(seating->ladder, name, text, rules->side_count, rules->players,
                                     clock_wall_msec(), stake))
            return false;
    }
    return true;
}

void seating_configure(const char *unrated, const struct table_options *options,
                       struct table_config *config)
{
    config->rated = !*unrated;
    config->event_hold_usec = event_hold;
    config->nonce_usec = nonce_wait;
    config->chat = options->chat;
    config->unwatched = !options->watch;
    config->stake = options->stake;
    config->hints = !options->hints ? TABLE_HINTS_NONE
                    : *unrated      ? TABLE_HINTS_GIVEN
                                    : TABLE_HINTS_RATED;
}

static bool sit_down(struct seating_game *game)
{
    const struct config *options = game->seating->config;
    struct table_config config;

    memset(&config, 0, sizeof config);
    config.rules = rules_of(game);
    config.time = options->time;
    table_options_set_time(&game->options, &config.time);
    config.policy = options->policy;
    seating_configure(game->unrated, &game->options, &config);
    memcpy(config.game_id, game->set->id, sizeof game->set->id);
    for (int seat = 0; seat < config.rules->players; seat++)
        memcpy(config.seats[seat].name, game->names[seat], sizeof config.seats[seat].name);
    game->began = clock_now_usec();
    return loops_start(game->seating->loops, &config, game->set, game->peers, game);
}

/* Frees a game that no bot has heard of, as if it had not been announced. */
static void call_off(struct seating_game *game, const char *why)
{
    log_line(LOG_INFO, "game=%s cancelled: %s", game->set->id, why);
    if (writer_queue_withdraw(game->seating->ladder, game->set->id))
        log_line(LOG_ERROR, "game=%s cannot be cancelled: the ladder's queue is full",
                 game->set->id);
}

/* The announced game did not begin. */
static void give_up(struct seating_game *game)
{
    struct seating *seating = game->seating;

    seating->started--;
    if (!game->arranged)
        lobby_over(&seating->lobby, game->ruleset, 0);
    fair_set_release(game->set);
    free(game);
}

static void on_announced(void *context, bool stored, const char *why_not)
{
    struct seating_game *game = context;
    struct seating *seating = game->seating;
    bool all_here = true;

    seating->starting--;
    for (int seat = 0; seat < rules_of(game)->players; seat++) {
        struct peer *peer = game->peers[seat];
        peer_release(peer);
        if (peer_state(peer) == PEER_STATE_READY && !peer_is_quitting(peer))
            continue;
        all_here = false;
        name_rate_allows(&seating->departures, peer_address(peer), INT_MAX, clock_now_usec());
    }
    if (!stored) { /* another attempt at once would fail in the same way */
        log_line(LOG_ERROR, "game=%s not started: its commitment is not stored: %s", game->set->id,
                 why_not);
        seating->resting = clock_now_usec() + failed_wait;
    } else if (seating->closed || !all_here) {
        call_off(game,
                 all_here ? "the arena closed before the start" : "a bot left before the start");
    } else if (sit_down(game)) { /* from here on the table's, which may already be over */
        return;
    } else {
        log_line(LOG_ERROR, "game=%s not started: out of memory", game->set->id);
        call_off(game, "the arena had no memory");
        seating->resting = clock_now_usec() + failed_wait;
    }
    for (int seat = 0; seat < rules_of(game)->players; seat++) {
        if (peer_owner(game->peers[seat])) /* it is still connected, and seeks another game */
            seating_refresh(seating, peer_owner(game->peers[seat]));
    }
    give_up(game);
}

bool seating_start(struct seating *seating, const struct seating_start *start)
{
    const struct ruleset *rules =
        start->built ? start->built : &seating->config->rules[start->ruleset];
    struct peer *const *peers = start->peers;
    struct seating_game *game = calloc(1, sizeof *game + (start->built ? sizeof *start->built : 0));
    struct table_options now;
    struct ladder_result result;
    char id[48];

    snprintf(id, sizeof id, "%s-%06ld", seating->set_prefix, ++seating->numbered);
    struct fair_set *set = fair_set_create(id, NULL, 1, rules->players);
    if (!game || !set) {
        free(game);
        fair_set_release(set);
        return false;
    }
    *game = (struct seating_game){.seating = seating,
                                  .set = set,
                                  .ruleset = start->ruleset,
                                  .built = start->built != NULL,
                                  .arranged = start->arranged,
                                  .options = *start->options,
                                  .chat = start->chat};
    if (start->built)
        *game->own = *start->built;
    seating_options(seating, &now);
    now.stake = game->options.stake;
    table_options_join(&game->options, &now); /* the operator may have lowered the limit */
    snprintf(game->unrated, sizeof game->unrated, "%s", start->unrated);
    for (int seat = 0; seat < rules->players; seat++) {
        game->peers[seat] = peers[seat];
        memcpy(game->names[seat], peer_name(peers[seat]), sizeof game->names[seat]);
    }
    describe(game, &result);
    if (writer_queue_announce(seating->ladder, &result, set->commitment, on_announced, game)) {
        fair_set_release(set);
        free(game);
        return false;
    }
    seating->started++;
    seating->starting++;
    for (int seat = 0; seat < rules->players; seat++) {
        peer_reserve(peers[seat]);
        if (start->arranged) /* the lobby counts only its own games */
            seating_refresh(seating, peer_owner(peers[seat]));
    }
    return true;
}

void seating_game_over(struct seating *seating, struct seating_game *game, bool began)
{
    if (!began) {
        log_line(LOG_ERROR, "game=%s not started: out of memory", game->set->id);
        call_off(game, "the arena had no memory");
        give_up(game);
    } else {
        /* Games with times of their own do not tell how long others take. */
        bool as_others = table_options_terms(&game->options) == 0;
        if (!game->arranged)
            lobby_over(&seating->lobby, game->ruleset,
                       as_others ? clock_now_usec() - game->began : 0);
        lobby_chat_open(seating, game->chat, clock_now_usec());
        free(game);
    }
    seating_arm(seating, 0);
}

/* -------------------------------------------------------------------------------- who plays */

int seating_room(const struct seating *seating)
{
    long tables = seating->config->tables_max - arena_counts(seating->arena).tables -
                  loops_games(seating->loops) - seating->starting;
    long total = seating->config->games_total;

    if (total > 0 && total - seating->started < tables)
        tables = total - seating->started;
    return seating->closed || seating->paused || tables < 0 ? 0
           : tables > PAIRED_MAX                            ? PAIRED_MAX
                                                            : (int)tables;
}

/* A peer that is about to quit may still be in the lobby. */
static bool start_paired(struct seating *seating, const struct lobby_game *paired)
{
    int players = seating->config->rules[paired->ruleset].players;
    struct peer *peers[SEATS_MAX];
    struct table_options options;
    bool all_stay = true, started = false;

    for (int seat = 0; seat < players; seat++) {
        const struct lobby_member *member = seating->members[paired->seekers[seat]];
        peers[seat] = member->peer;
        if (seat == 0)
            options = member->options;
        table_options_join(&options, &member->options);
        all_stay = all_stay && !peer_is_quitting(peers[seat]);
    }
    for (int seat = 0; seat < players;
         seat++) { /* a bot that has lost its chips meanwhile pays the buy-in */
        if (options.stake && !seating_can_stake(seating, peer_name(peers[seat]),
                                                1u << paired->ruleset, options.stake))
            options.stake = 0;
    }
    if (all_stay)
        started = seating_start(
            seating, &(struct seating_start){.ruleset = paired->ruleset,
                                             .peers = peers,
                                             .unrated = paired->rated ? "" : "sought as unrated",
                                             .options = &options});
    if (started)
        return true;
    lobby_over(&seating->lobby, paired->ruleset, 0);
    for (int seat = 0; seat < players; seat++)
        seating_refresh(seating, peer_owner(peers[seat]));
    return !all_stay;
}

void seating_pair(struct seating *seating, usec_t now)
{
    struct lobby_game paired[PAIRED_MAX];
    usec_t next = USEC_NEVER;
    bool stuck = false;

    int free_tables = seating_room(seating);
    int count = lobby_pair(&seating->lobby, now, paired, free_tables);
    for (int i = 0; i < count; i++)
        stuck = !start_paired(seating, &paired[i]) || stuck;
    if (stuck)
        log_line(LOG_WARN, "no game started: all tables are in use");
    usec_t done = clock_now_usec();
    seating->resting = stuck ? done + no_room_wait : done + REST_FACTOR * (done - now);
    /* Without room for another game, it waits for the end of one. */
    if (free_tables > 0)
        next = lobby_next(&seating->lobby);
    if (invitation_next(&seating->invitations) < next)
        next = invitation_next(&seating->invitations);
    if (next != USEC_NEVER)
        seating_arm(seating, next > done ? next - done : 0);
}

static void on_pairing(evutil_socket_t fd, short what, void *context)
{
    struct seating *seating = context;
    (void)fd;
    (void)what;

    seating->pairing_at = USEC_NEVER;
    seating->pair(seating->pair_context);
}

void seating_pause(struct seating *seating, bool paused)
{
    seating->paused = paused;
    seating_arm(seating, 0);
}

void seating_close(struct seating *seating)
{
    if (!seating)
        return;
    seating->closed = true;
    for (struct peer *peer = arena_first_peer(seating->arena); peer; peer = peer_next(peer)) {
        if (peer_owner(peer))
            seating_refresh(seating, peer_owner(peer));
    }
}

/* ------------------------------------------------------------------------------ start and stop */

/* Returns the number of a ruleset that is played here, or -1. */
static int ruleset_number(const struct seating *seating, const char *text)
{
    char own[LADDER_RULESET_MAX + 1];

    for (int r = 0; r < seating->config->rules_count; r++) {
        ruleset_name_text(&seating->config->rules[r], own, sizeof own);
        if (strcmp(own, text) == 0)
            return r;
    }
    return -1;
}

/* Adds a result of an earlier run with its age, so that a restart does not allow rematches. */
static void remember(void *context, const struct ladder_result *result, bool rated)
{
    struct seating *seating = context;
    struct opponent_history *history = &seating->lobby.history;
    usec_t ago = (clock_wall_msec() - result->wall_msec) * USEC_PER_MSEC;
    int bots[SEATS_MAX], sides[SEATS_MAX];
    struct ladder_bot bot;

    for (int seat = 0; seat < result->seat_count; seat++) {
        const char *name = result->seats[seat].bot;
        bool known = writer_view_bot(seating->ladder, name, &bot);
        sides[seat] = result->seats[seat].side;
        bots[seat] = opponent_history_add_bot(history, name, known ? bot.owner : "");
        rated = rated && bots[seat] >= 0;
    }
    if (rated)
        opponent_history_note(history, ruleset_number(seating, result->ruleset), bots, sides,
                              result->seat_count, clock_now_usec() - (ago > 0 ? ago : 0));
}

struct seating_game *seating_resumed(struct seating *seating, struct journal_game *journal,
                                     const char *unrated, const struct table_options *options)
{
    struct seating_game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    *game = (struct seating_game){
        .seating = seating, .arranged = true, .journal = journal, .options = *options};
    snprintf(game->unrated, sizeof game->unrated, "%s", unrated);
    return game;
}

void seating_count(struct seating *seating, const struct ladder_result *result)
{
    seating->started++;
    remember(seating, result, result->unrated[0] == 0);
}

static int draw_bytes(void *bytes, size_t size)
{
    return getrandom(bytes, size, 0) == (ssize_t)size ? 0 : -1;
}

struct seating *seating_create(struct arena *arena, struct loops *loops, struct ladder *ladder,
                               const struct config *config, seating_pair_fn *pair,
                               void *pair_context)
{
    const struct ruleset *rules[CONFIG_RULESETS_MAX];
    struct seating *seating = calloc(1, sizeof *seating);
    struct ladder_error error;
    uint64_t seed;
    int64_t now = clock_wall_msec();

    if (!seating)
        return NULL;
    seating->arena = arena;
    seating->loops = loops;
    seating->ladder = ladder;
    seating->config = config;
    seating->pair = pair;
    seating->pair_context = pair_context;
    seating->pairing_at = USEC_NEVER;
    snprintf(seating->set_prefix, sizeof seating->set_prefix, "g-%llx", (unsigned long long)now);
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        abort();
    for (int r = 0; r < config->rules_count; r++)
        rules[r] = &config->rules[r];
    seating->members = calloc((size_t)config->peers_max, sizeof *seating->members);
    seating->pairing = evtimer_new(arena_base(arena), on_pairing, seating);
    if (!seating->members || !seating->pairing ||
        lobby_init(&seating->lobby, rules, config->rules_count, config->peers_max, seed) ||
        invitation_init(&seating->invitations, INVITES_MAX, draw_bytes)) {
        seating_destroy(seating);
        return NULL;
    }
    seating->lobby.team_rating = team_rating;
    seating->lobby.team_context = seating;
    if (recent_results_since(config->store, now - day_msec, remember, seating, &error))
        log_line(LOG_WARN, "the results of the last day cannot be read: %s", error.text);
    return seating;
}

void seating_destroy(struct seating *seating)
{
    if (!seating)
        return;
    seating->closed = true;
    for (struct arena_table *table = arena_first_table(seating->arena); table;
         table = seated_table_next(table)) {
        free(seated_table_owner(table));
        seated_table_set_owner(table, NULL);
    }
    for (struct peer *peer = arena_first_peer(seating->arena); peer; peer = peer_next(peer)) {
        lobby_member_destroy(peer_owner(peer));
        peer_set_owner(peer, NULL);
    }
    if (seating->pairing)
        event_free(seating->pairing);
    free(seating->members);
    lobby_chat_fini(seating);
    invitation_fini(&seating->invitations);
    lobby_fini(&seating->lobby);
    free(seating);
}

void seating_set_house(struct seating *seating, struct house *house)
{
    seating->house = house;
}

/* ------------------------------------------------------------------------- what others may see */

struct arena *seating_arena(const struct seating *seating)
{
    return seating->arena;
}

struct loops *seating_loops(const struct seating *seating)
{
    return seating->loops;
}

struct ladder *seating_ladder(const struct seating *seating)
{
    return seating->ladder;
}

const struct config *seating_config(const struct seating *seating)
{
    return seating->config;
}

const struct lobby *seating_lobby(const struct seating *seating)
{
    return &seating->lobby;
}

const struct invitations *seating_invitations(const struct seating *seating)
{
    return &seating->invitations;
}

const struct name_rate *seating_departures(const struct seating *seating)
{
    return &seating->departures;
}

bool seating_is_closed(const struct seating *seating)
{
    return seating->closed;
}

bool seating_is_paused(const struct seating *seating)
{
    return seating->paused;
}

struct lobby_member *seating_member_at(const struct seating *seating, int number)
{
    assert(number >= 0 && number < seating->config->peers_max);
    return seating->members[number];
}

struct seating_counts seating_counts(const struct seating *seating)
{
    return (struct seating_counts){
        .started = seating->started, .numbered = seating->numbered, .starting = seating->starting};
}

void seating_explain(struct seating *seating, usec_t now)
{
    lobby_why_explain(&seating->lobby, now);
}

/* ----------------------------------------------------------- the journal, games that continue */

void seating_set_journal(struct seating *seating, struct journal *journal)
{
    seating->journal = journal;
}

struct journal *seating_journal(const struct seating *seating)
{
    return seating->journal;
}
