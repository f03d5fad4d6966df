/* game_replay.c - replays a game from its facts. */
#include "resume/game_replay.h"

#include <string.h>

/* Reads the next fact into *fact; returns false if there is none. Skips connections, which the
 * table does not know. */
static bool look(struct game_replay *replay, struct game_fact *fact)
{
    while (!replay->ended && !replay->failed) {
        if (!replay->fact && !replay->next(replay->context, &replay->fact, &replay->size)) {
            replay->ended = true;
            break;
        }
        replay->failed = game_facts_parse(replay->fact, replay->size, fact) != 0;
        if (!replay->failed && fact->kind != GAME_FACT_SEAT)
            return true;
        replay->fact = NULL;
    }
    return false;
}

bool game_replay_effect(struct game_replay *replay, const struct effect *effect)
{
    struct game_fact fact;
    char text[GAME_FACT_MAX];

    if (!look(replay, &fact))
        return false;
    size_t size = game_facts_effect_format(effect, text);
    if (size != replay->size || memcmp(text, replay->fact, size) != 0)
        replay->failed = true;
    replay->fact = NULL;
    return true;
}

static void feed_step(struct game_replay *replay, const struct game_fact *fact)
{
    struct table_input input = {.kind = TABLE_GONE, .seat = fact->seat, .fault = FAULT_GONE};
    char word[ACTION_TEXT_MAX];

    replay->now += fact->think_usec;
    /* All seats are absent during the replay, so the reconnect grace must not run. */
    replay->feed(replay->context, &input, replay->now);
    if (fact->fault == FAULT_NONE) {
        input.kind = TABLE_ACT;
        input.number = table_number(replay->table);
        input.text = (struct slice){word, action_format(&fact->action, word)};
    } else {
        input.kind = TABLE_GARBAGE;
        input.error = WIRE_ERROR_SYNTAX; /* not sent to anybody: no seat is there */
        input.fault = fact->fault;
    }
    replay->feed(replay->context, &input, replay->now);
}

static void feed_fact(struct game_replay *replay, const struct game_fact *fact)
{
    struct table_input input = {.kind = TABLE_GARBAGE,
                                .seat = fact->seat,
                                .error = WIRE_ERROR_SYNTAX,
                                .fault = fact->fault};

    switch (fact->kind) {
    case GAME_FACT_STEP:
        feed_step(replay, fact);
        break;
    case GAME_FACT_FAULT:
        replay->feed(replay->context, &input, replay->now);
        break;
    case GAME_FACT_VOID:
        input.kind = TABLE_VOID;
        replay->fact = NULL;
        replay->feed(replay->context, &input, replay->now);
        break;
    case GAME_FACT_OVER: /* the game should be over by now */
    case GAME_FACT_GAME:
    case GAME_FACT_SEAT:
        replay->failed = true;
        break;
    }
}

bool game_replay_run(struct game_replay *replay)
{
    struct game_fact fact;

    while (look(replay, &fact)) {
        if (table_state(replay->table) == TABLE_STATE_TURN &&
            fact.seat < table_config(replay->table)->rules->players)
            feed_fact(replay, &fact);
        else if (table_state(replay->table) >= TABLE_STATE_OVER && fact.kind == GAME_FACT_OVER)
            replay->fact = NULL;
        replay->failed |= replay->fact != NULL; /* no effect used it */
    }
    return !replay->failed;
}
