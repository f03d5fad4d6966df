/* seated_table.c - see seated_table.h. */
#include "arena/seated_table.h"

#include "arena/connection_private.h"
#include "arena/fair_set.h"
#include "arena/ruleset_pool.h"
#include "arena/openings.h"
#include "arena/spectate.h"
#include "arena/table_chat.h"
#include "base/log.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- from first to last */

static void link_table(struct arena_table *table)
{
    struct arena *arena = table->arena;

    table->next = arena->tables;
    table->link = &arena->tables;
    if (table->next)
        table->next->link = &table->next;
    arena->tables = table;
    arena->table_count++;
}

static void unlink_table(struct arena_table *table)
{
    *table->link = table->next;
    if (table->next)
        table->next->link = table->link;
    table->arena->table_count--;
}

static void free_table(struct arena_table *table)
{
    if (table->timer)
        event_free(table->timer);
    if (table->log && table->arena->callbacks.unlog)
        table->arena->callbacks.unlog(table->log);
    spectate_end(table, clock_now_usec());
    table_chat_forget(table);
    record_destroy(table->record);
    fair_set_release(table->set);
    if (table->rules)
        ruleset_pool_release(&table->arena->ruleset_pool, table->rules);
    free(table->memory);
}

/* All zero, for seats of these encodings. (aligned_alloc would fragment the heap.) */
static struct arena_table *allocate_table(const bool encodings[ENCODING_COUNT])
{
    const size_t line = _Alignof(struct arena_table);
    int caches = encodings[ENCODING_MSGPACK] + encodings[ENCODING_TEXT];
    char *memory = calloc(1, sizeof(struct arena_table) + line - 1 +
                                 (size_t)caches * sizeof(struct event_cache));
    if (!memory)
        return NULL;
    struct arena_table *table = (void *)(memory + (-(uintptr_t)memory & (line - 1)));
    table->memory = memory;
    for (int encoding = ENCODING_COUNT - 1; encoding > ENCODING_UNKNOWN; encoding--)
        table->cache_of[encoding] = encodings[encoding] ? &table->caches[--caches] : NULL;
    return table;
}

struct arena_table *seated_table_create(struct arena *arena, struct table_config *config,
                                        struct fair_set *set, void *owner,
                                        const bool encodings[ENCODING_COUNT],
                                        event_callback_fn on_timer)
{
    struct arena_table *table = allocate_table(encodings);
    const char *names[SEATS_MAX];

    if (!table)
        return NULL;
    memcpy(config->set_id, set->id, sizeof config->set_id);
    memcpy(config->commitment, set->commitment, FAIR_BYTES);
    for (int seat = 0; seat < config->rules->players; seat++) {
        names[seat] = config->seats[seat].name;
        table->contributors[seat] = -1;
    }
    table->arena = arena;
    table->set = set;
    set->references++;
    table->owner = owner;
    table->armed = USEC_NEVER;
    table->timer = evtimer_new(arena->base, on_timer, table);
    table->record = record_create(config->rules, config->game_id, names);
    table->rules = ruleset_pool_take(&arena->ruleset_pool, config->rules);
    if (!table->timer || !table->record || !table->rules) {
        free_table(table);
        return NULL;
    }
    const struct ruleset *of_caller = config->rules;
    config->rules = table->rules;
    table->table = table_in(&table->room);
    table_init(table->table, config);
    config->rules = of_caller;
    link_table(table);
    return table;
}

void seated_table_seat(struct arena_table *table, seat_t seat, struct peer *peer, int slot)
{
    table->peers[seat] = peer;
    table->games[seat] = (uint8_t)peer_take_slot(peer, table, seat, slot);
}

void seated_table_return(struct arena_table *table, seat_t seat, struct peer *peer)
{
    table->peers[seat] = peer;
}

void seated_table_set_contributor(struct arena_table *table, seat_t seat, int contributor)
{
    table->contributors[seat] = contributor;
}

struct record *seated_table_take_record(struct arena_table *table)
{
    struct record *record = table->record;

    table->record = NULL;
    return record;
}

void seated_table_free_closed(struct arena *arena)
{
    while (arena->closed_tables) {
        struct arena_table *table = arena->closed_tables;
        arena->closed_tables = table->next_closed;
        unlink_table(table);
        free_table(table);
    }
}

/* ------------------------------------------------------------------------------ fair deals */

/* Its own nonces are in: they go to the set. */
static void take_nonces(struct arena_table *table)
{
    const struct fair_nonce *nonces = table_nonces(table->table);

    for (int seat = 0; seat < table_config(table->table)->rules->players; seat++) {
        if (table->contributors[seat] >= 0)
            table->set->nonces[table->contributors[seat]] = nonces[seat];
    }
    table->wants_mix = true;
    table->set->tables_unmixed--;
    table->set->tables_ready++;
}

static void give_mix(struct arena_table *table, usec_t now)
{
    const struct ruleset *rules = table_config(table->table)->rules;
    const struct fair_set *set = table->set;
    struct table_input input = {
        .kind = TABLE_MIX, .nonces = set->nonces, .contributors = set->contributors};
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules, deck);

    table->wants_mix = false;
    table->set->tables_ready--;
    fair_mix(set->commitment, deck, count, set->nonces, set->contributors, input.mix);
    input.first_dealer = fair_first_dealer(set->seed, input.mix, rules->players);
    if (set->opening && set->opening->dealer != SEAT_NONE)
        input.first_dealer = set->opening->dealer;
    seated_table_feed(table, &input, now);
}

/* The newest tables come first in the list, and are the most likely to wait. */
static void give_mixes(struct arena *arena, const struct fair_set *set, usec_t now)
{
    if (set->tables_unmixed > 0)
        return;
    for (struct arena_table *table = arena->tables; table && set->tables_ready > 0;
         table = table->next) {
        if (table->set == set && table->wants_mix)
            give_mix(table, now);
    }
}

static void give_deal(struct arena_table *table, usec_t now)
{
    const struct ruleset *rules = table_config(table->table)->rules;
    const struct game *game = table_game(table->table);
    struct table_input input = {.kind = TABLE_DEAL};
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules, deck);

    if (game_same_pack(game, rules, &input.deal)) { /* no key: it follows from the deal before */
        record_deal(table->record, game->dealer, game->deal_number, game->attempt, &input.deal,
                    game->pack);
        record_same_pack(table->record);
        seated_table_feed(table, &input, now);
        return;
    }
    fair_key(table->set->seed, table_mix(table->table), game->deal_number, game->attempt, key);
    fair_key_commitment(key, input.key_commitment);
    fair_shuffle(key, deck, count);
    fair_wipe(key, sizeof key);
    input.given = table->set->opening && game->deal_number == 1 && game->attempt == 0;
    if (input.given)
        input.deal = table->set->opening->deal;
    else
        deck_deal(&input.deal, rules, deck, game->dealer);
    record_deal(table->record, game->dealer, game->deal_number, game->attempt, &input.deal,
                input.given ? NULL : deck);
    seated_table_feed(table, &input, now);
}

void seated_table_leave_set(struct arena_table *table, usec_t now)
{
    struct fair_set *set = table->set;

    set->tables_left--;
    if (!table_mixed(table->table) && !table->wants_mix)
        set->tables_unmixed--;
    set->tables_ready -= table->wants_mix;
    table->wants_mix = false;
    give_mixes(table->arena, set, now);
}

/* --------------------------------------------------------------------------- carried seats */

static const usec_t unknown_usec = CARRIED_UNKNOWN_MSEC * (usec_t)USEC_PER_MSEC;

bool seated_table_under_way(const struct arena_table *table)
{
    return !table->closed && table_state(table->table) < TABLE_STATE_OVER;
}

bool seated_table_connected(const struct arena_table *table, seat_t seat)
{
    return table->peers[seat] && table->peers[seat]->state == PEER_STATE_READY;
}

usec_t seated_table_lapse_of(const struct arena_table *table, seat_t seat)
{
    const struct carried_seat *carried = &table->carried[seat];
    usec_t hold = table->arena->settings.hold_usec;

    if (!carried->doubted)
        return USEC_NEVER;
    return carried->doubted_at + (carried->failed || hold > unknown_usec ? hold : unknown_usec);
}

usec_t seated_table_lapse(const struct arena_table *table)
{
    usec_t lapse = USEC_NEVER;

    for (seat_t seat = 0; seat < SEATS_MAX && seated_table_under_way(table); seat++) {
        usec_t one = seated_table_lapse_of(table, seat);
        lapse = one < lapse ? one : lapse;
    }
    return lapse;
}

/* --------------------------------------------------------------------------------- effects */

static void drain(struct arena_table *table, seat_t seat, usec_t now)
{
    struct peer *peer = table->peers[seat];
    enum encoding encoding;
    bool more = true;
    size_t room;
    char *out;

    if (!peer || peer->state != PEER_STATE_READY)
        return;
    while (more && (out = connection_room(peer, &encoding, &room)) != NULL)
        connection_put(peer,
                       event_cache_write(table->cache_of[encoding], table->table, seat,
                                         table->games[seat] + 1, now, encoding, out, room, &more));
}

void seated_table_close(struct arena_table *table)
{
    struct arena *arena = table->arena;

    table->closed = true;
    arena_note_closed(arena);
    table->next_closed = arena->closed_tables;
    arena->closed_tables = table;
}

void seated_table_abandon(struct arena_table *table, usec_t now)
{
    table->owner = NULL;
    if (!table->closed)
        seated_table_close(table);
    if (table_state(table->table) < TABLE_STATE_OVER)
        seated_table_leave_set(table, now);
}

static void leave_seats(struct arena_table *table)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct peer *peer = table->peers[seat];
        if (!peer)
            continue;
        peer_leave_slot(peer, table->games[seat], table_number(table->table));
        table->peers[seat] = NULL;
        if (peer->state != PEER_STATE_READY) {
            arena_note_closed(table->arena);
            continue;
        }
        if (peer->quitting && peer->game_count == 0)
            connection_bye(peer, "goodbye");
        else if (!peer->quitting && peer->arena->callbacks.ready)
            peer->arena->callbacks.ready(peer->arena, peer);
    }
}

static void carry_out(struct arena_table *table, const struct effect *effect, usec_t now)
{
    struct arena *arena = table->arena;
    const struct game *game = table_game(table->table);

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        drain(table, effect->seat, now);
        break;
    case EFFECT_MIX:
        take_nonces(table);
        give_mixes(arena, table->set, now);
        break;
    case EFFECT_DEAL:
        give_deal(table, now);
        break;
    case EFFECT_DEALT:
        if (arena->callbacks.effect)
            arena->callbacks.effect(arena, table, effect);
        break;
    case EFFECT_STEP:
        count_one(&arena->decisions);
        record_step(table->record, effect->seat, effect->phase, &effect->action,
                    effect->fault == FAULT_NONE ? NULL : fault_name(effect->fault),
                    arena->settings.record_ms ? effect->think_usec / USEC_PER_MSEC : -1);
        if (arena->callbacks.effect)
            arena->callbacks.effect(arena, table, effect);
        break;
    case EFFECT_FAULT:
        record_fault(table->record, effect->seat, fault_name(effect->fault));
        if (arena->callbacks.effect)
            arena->callbacks.effect(arena, table, effect);
        break;
    case EFFECT_HAND:
        record_hand(table->record, &game->last);
        spectate_hand_over(table, now);
        /* Spectators' lines about cards that are dealt again without a shuffle must wait. */
        if (!game->same_pack)
            table_chat_pass_on(table);
        if (arena->callbacks.effect)
            arena->callbacks.effect(arena, table, effect);
        break;
    case EFFECT_OVER:
        table_chat_pass_on(table);
        table->heard_all = true;
        record_result(table->record, (enum reason)game->reason, game->winners, game->scores);
        seated_table_leave_set(table, now);
        arena->callbacks.over(arena, table);
        break;
    case EFFECT_CLOSED:
        seated_table_close(table);
        if (arena->callbacks.closed)
            arena->callbacks.closed(arena, table);
        leave_seats(table);
        break;
    case EFFECT_KIND_COUNT:
        assert(false && "an effect");
    }
}

void seated_table_disarm(struct arena_table *table)
{
    table->armed = USEC_NEVER;
}

/* The timer is only moved to an earlier time: one that fires too early is armed again. */
void seated_table_arm(struct arena_table *table, usec_t deadline, usec_t now)
{
    if (deadline == USEC_NEVER || deadline >= table->armed)
        return;
    usec_t wait = deadline > now ? deadline - now : 0;
    struct timeval value = {.tv_sec = wait / 1000000, .tv_usec = wait % 1000000};
    event_add(table->timer, &value);
    table->armed = deadline;
}

void seated_table_feed(struct arena_table *table, struct table_input *input, usec_t now)
{
    struct table_effects effects;

    if (table->closed)
        return;
    enum table_state before = table_state(table->table);
    table_step(table->table, input, now, &effects);
    if (table_state(table->table) != before)
        log_line(LOG_DEBUG, "game=%s state %s after %s", table_config(table->table)->game_id,
                 table_state_name(table_state(table->table)), table_state_name(before));
    table_chat_look(table, now);
    for (int i = 0; i < effects.count; i++)
        carry_out(table, &effects.items[i], now);
    if (table->closed)
        return;
    seated_table_arm(table, effects.deadline, now);
    if (table->doubts > 0)
        seated_table_arm(table, seated_table_lapse(table), now);
}

void seated_table_void(struct arena_table *table, const char *why)
{
    struct table_input input = {.kind = TABLE_VOID};

    if (!table->void_why)
        table->void_why = why;
    seated_table_feed(table, &input, clock_now_usec());
}

/* ---------------------------------------------------------------------------------- questions */

struct arena_table *seated_table_next(const struct arena_table *table)
{
    return table->next;
}
struct arena *seated_table_arena(const struct arena_table *table)
{
    return table->arena;
}
const struct table *seated_table_table(const struct arena_table *table)
{
    return table->table;
}
const struct fair_set *seated_table_set(const struct arena_table *table)
{
    return table->set;
}
struct peer *seated_table_peer(const struct arena_table *table, seat_t seat)
{
    return table->peers[seat];
}
int seated_table_slot(const struct arena_table *table, seat_t seat)
{
    return table->games[seat];
}
const char *seated_table_void_why(const struct arena_table *table)
{
    return table->void_why;
}
void *seated_table_owner(const struct arena_table *table)
{
    return table->owner;
}
void seated_table_set_owner(struct arena_table *table, void *owner)
{
    table->owner = owner;
}
void *seated_table_log(const struct arena_table *table)
{
    return table->log;
}
void seated_table_set_log(struct arena_table *table, void *log)
{
    table->log = log;
}
