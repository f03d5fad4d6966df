/* game_journal.c - writes a running game down in the journal. */
#include "resume/game_journal.h"

#include "resume/journal.h"
#include "resume/game_replay.h"

#include <string.h>

static void describe_seat(const struct arena_table *table, seat_t seat, struct saved_seat *saved)
{
    const struct peer *peer = table->peers[seat];

    memcpy(saved->name, table_config(&table->table)->seats[seat].name, sizeof saved->name);
    saved->slot = table->games[seat];
    if (peer)
        memcpy(saved->session, peer->session, sizeof saved->session);
    saved->nonce = table->set->nonces[seat];
}

static void begin(struct seating *seating, const struct arena_table *table)
{
    const struct table_config *config = table_config(&table->table);
    struct seating_game *game = loops_game(table);
    static _Thread_local struct saved_game saved;
    static _Thread_local char text[SAVED_GAME_MAX];

    memset(&saved, 0, sizeof saved);
    saved.rules = *config->rules;
    saved.time = config->time;
    saved.policy = config->policy;
    saved.number_before = config->number_before;
    memcpy(saved.id, config->game_id, sizeof saved.id);
    memcpy(saved.unrated, game->unrated, sizeof saved.unrated);
    memcpy(saved.seed, table->set->seed, FAIR_BYTES);
    for (seat_t seat = 0; seat < config->rules->players; seat++)
        describe_seat(table, seat, &saved.seats[seat]);
    size_t size = saved_game_format(&saved, text);
    if (size > 0)
        game->journal = journal_begin(seating->journal, text, size);
    fair_wipe(text, sizeof text);
    fair_wipe(&saved, sizeof saved);
}

void saving_effect(struct seating *seating, struct arena_table *table, const struct effect *effect)
{
    struct seating_game *game = loops_game(table);
    char text[SAVED_FACT_MAX];

    if (!seating->journal)
        return;
    if (effect->kind == EFFECT_DEALT && effect->deal_number == 1 && effect->attempt == 0 &&
        !game->journal)
        begin(seating, table);
    if (effect->kind != EFFECT_STEP && effect->kind != EFFECT_FAULT)
        return;
    bool known = game->restore && restore_effect(game->restore, effect);
    if (!known && game->journal)
        journal_add(game->journal, text, saved_effect_format(effect, text));
}

void saving_seats(const struct arena_table *table)
{
    const struct seating_game *game = loops_game(table);
    char text[SAVED_FACT_MAX];

    for (seat_t seat = 0; seat < table_config(&table->table)->rules->players; seat++) {
        struct saved_seat saved = {.slot = 0};
        describe_seat(table, seat, &saved);
        journal_add(game->journal, text, saved_seat_format(seat, &saved, text));
    }
}

void saving_over(const struct arena_table *table)
{
    const struct seating_game *game = loops_game(table);
    bool is_void = table_game(&table->table)->reason == REASON_ABORTED;
    char text[SAVED_FACT_MAX];

    if (game->journal && !game->restore)
        journal_add(game->journal, text, saved_end_format(is_void, text));
}

void saving_stored(const struct arena_table *table)
{
    struct seating_game *game = loops_game(table);

    journal_end(game->journal);
    game->journal = NULL;
}
