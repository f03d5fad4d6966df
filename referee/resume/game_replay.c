/* game_replay.c - plays a game again from its facts. */
#include "resume/game_replay.h"

#include <string.h>

/* The fact that is to come, in *fact; false where there is none. Who is connected is not the
 * table's concern. */
static bool look(struct restore *restore, struct saved_fact *fact)
{
    while (!restore->ended && !restore->failed) {
        if (!restore->fact && !restore->next(restore->context, &restore->fact, &restore->size)) {
            restore->ended = true;
            break;
        }
        restore->failed = saved_fact_parse(restore->fact, restore->size, fact) != 0;
        if (!restore->failed && fact->kind != SAVED_SEAT)
            return true;
        restore->fact = NULL;
    }
    return false;
}

bool restore_effect(struct restore *restore, const struct effect *effect)
{
    struct saved_fact fact;
    char text[SAVED_FACT_MAX];

    if (!look(restore, &fact))
        return false;
    size_t size = saved_effect_format(effect, text);
    if (size != restore->size || memcmp(text, restore->fact, size) != 0)
        restore->failed = true;
    restore->fact = NULL;
    return true;
}

static void feed_step(struct restore *restore, const struct saved_fact *fact)
{
    struct table_input input = {.kind = TABLE_GONE, .seat = fact->seat, .fault = FAULT_GONE};
    char word[ACTION_TEXT_MAX];

    restore->now += fact->think_usec;
    /* Nobody is there; how long that is allowed to be is not what is played again. */
    restore->feed(restore->context, &input, restore->now);
    if (fact->fault == FAULT_NONE) {
        input.kind = TABLE_ACT;
        input.number = table_number(restore->table);
        input.text = (struct slice){word, action_format(&fact->action, word)};
    } else {
        input.kind = TABLE_GARBAGE;
        input.fault = fact->fault;
    }
    restore->feed(restore->context, &input, restore->now);
}

static void feed_fact(struct restore *restore, const struct saved_fact *fact)
{
    struct table_input input = {.kind = TABLE_GARBAGE, .seat = fact->seat, .fault = fact->fault};

    switch (fact->kind) {
    case SAVED_STEP:
        feed_step(restore, fact);
        break;
    case SAVED_FAULT:
        restore->feed(restore->context, &input, restore->now);
        break;
    case SAVED_VOID:
        input.kind = TABLE_VOID;
        restore->fact = NULL;
        restore->feed(restore->context, &input, restore->now);
        break;
    case SAVED_OVER: /* it should be by now */
    case SAVED_GAME:
    case SAVED_SEAT:
        restore->failed = true;
        break;
    }
}

bool restore_run(struct restore *restore)
{
    struct saved_fact fact;

    while (look(restore, &fact)) {
        const char *before = restore->fact;
        if (table_state(restore->table) == TABLE_STATE_TURN &&
            fact.seat < table_config(restore->table)->rules->players)
            feed_fact(restore, &fact);
        else if (table_state(restore->table) >= TABLE_STATE_OVER && fact.kind == SAVED_OVER)
            restore->fact = NULL;
        restore->failed |= restore->fact == before; /* nothing came of it */
    }
    return !restore->failed;
}
