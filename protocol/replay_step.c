/* replay_step.c - reports each step of a replay to a function of the caller. */
#include "replayer.h"

static const char *string_or_empty(const json_t *json)
{
    return json_is_string(json) ? json_string_value(json) : "";
}

/* The cause under "faults" of this step (which counts from 0 there), or NULL. */
static const char *find_fault(const json_t *faults, int step)
{
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *fault = json_array_get(faults, i), *at = json_array_get(fault, 0);
        if (json_is_integer(at) && json_integer_value(at) == step - 1)
            return string_or_empty(json_array_get(fault, 2));
    }
    return NULL;
}

bool replay_step_report(struct replayer *replayer, int hand, int step, const json_t *json)
{
    const json_t *record = replayer->record, *seat = json_array_get(json, 0);
    const json_t *names = json_object_get(record, "players");
    struct replay_step told = {
        .rules = &replayer->rules,
        .game = &replayer->game,
        .game_id = string_or_empty(json_object_get(record, "game")),
        .hand = hand,
        .step = step,
        .seat = json_is_integer(seat) ? json_integer_value(seat) : -1,
        .phase = string_or_empty(json_array_get(json, 1)),
        .word = string_or_empty(json_array_get(json, 2)),
    };

    if (!replayer->out->step)
        return true;
    for (size_t i = 0; i < SEATS_MAX; i++)
        told.names[i] = string_or_empty(json_array_get(names, i));
    told.fault = find_fault(
        json_object_get(json_array_get(replayer->hands, (size_t)hand - 1), "faults"), step);
    return replayer->out->step(replayer->out->context, &told);
}
