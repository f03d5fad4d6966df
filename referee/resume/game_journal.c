/* game_journal.c - writes running games into the journal. */
#include "resume/game_journal.h"
#include "arena/seated_table.h"

#include "resume/journal.h"
#include "resume/game_replay.h"

#include <string.h>

static void describe_seat(const struct arena_table *table, seat_t seat,
                          struct game_facts_seat *saved)
{
    const struct peer *peer = seated_table_peer(table, seat);

    memcpy(saved->name, table_config(seated_table_table(table))->seats[seat].name,
           sizeof saved->name);
    saved->slot = (uint8_t)seated_table_slot(table, seat);
    if (peer)
        memcpy(saved->session, peer_session(peer), sizeof saved->session);
    saved->nonce = seated_table_set(table)->nonces[seat];
}

static void begin(struct seating *seating, const struct arena_table *table)
{
    const struct table_config *config = table_config(seated_table_table(table));
    struct seating_game *game = loops_game(table);
    static _Thread_local struct game_facts_game saved;
    static _Thread_local char text[GAME_FACT_GAME_MAX];

    memset(&saved, 0, sizeof saved);
    saved.rules = *config->rules;
    saved.time = config->time;
    saved.policy = config->policy;
    saved.number_before = config->number_before;
    memcpy(saved.id, config->game_id, sizeof saved.id);
    snprintf(saved.unrated, sizeof saved.unrated, "%s", seating_game_unrated(game));
    saved.options = *seating_game_options(game);
    saved.named = true;
    memcpy(saved.seed, seated_table_set(table)->seed, FAIR_BYTES);
    for (seat_t seat = 0; seat < config->rules->players; seat++)
        describe_seat(table, seat, &saved.seats[seat]);
    size_t size = game_facts_game_format(&saved, text);
    if (size > 0)
        seating_game_set_journal(game, journal_begin(seating_journal(seating), text, size));
    fair_wipe(text, sizeof text);
    fair_wipe(&saved, sizeof saved);
}

void game_journal_effect(struct seating *seating, struct arena_table *table,
                         const struct effect *effect)
{
    struct seating_game *game = loops_game(table);
    char text[GAME_FACT_MAX];

    if (!seating_journal(seating))
        return;
    if (effect->kind == EFFECT_DEALT && effect->deal_number == 1 && effect->attempt == 0 &&
        !seating_game_journal(game))
        begin(seating, table);
    if (effect->kind != EFFECT_STEP && effect->kind != EFFECT_FAULT)
        return;
    bool known = seating_game_replay(game) && game_replay_effect(seating_game_replay(game), effect);
    if (!known && seating_game_journal(game))
        journal_add(seating_game_journal(game), text, game_facts_effect_format(effect, text));
}

void game_journal_seats(const struct arena_table *table)
{
    const struct seating_game *game = loops_game(table);
    char text[GAME_FACT_MAX];

    for (seat_t seat = 0; seat < table_config(seated_table_table(table))->rules->players; seat++) {
        struct game_facts_seat saved = {.slot = 0};
        describe_seat(table, seat, &saved);
        journal_add(seating_game_journal(game), text, game_facts_seat_format(seat, &saved, text));
    }
}

void game_journal_over(const struct arena_table *table)
{
    const struct seating_game *game = loops_game(table);
    bool is_void = table_game(seated_table_table(table))->reason == REASON_ABORTED;
    char text[GAME_FACT_MAX];

    if (seating_game_journal(game) && !seating_game_replay(game))
        journal_add(seating_game_journal(game), text, game_facts_end_format(is_void, text));
}

void game_journal_stored(const struct arena_table *table)
{
    struct seating_game *game = loops_game(table);

    journal_end(seating_game_journal(game));
    seating_game_set_journal(game, NULL);
}
