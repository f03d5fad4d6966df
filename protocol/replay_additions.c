/* replay_additions.c - what writers add to a record: clocks, faults, chat. Only strict readers
 * check it. The steps have been played before, so it is known which seat acted at a fault's step.
 */
#include "replayer.h"

/* A number from 0 to `most`. */
static bool is_number(const json_t *json, size_t most)
{
    return json_is_integer(json) && json_integer_value(json) >= 0 &&
           (uint64_t)json_integer_value(json) <= most;
}

static bool is_seat(const struct replayer *replayer, const json_t *json)
{
    return is_number(json, replayer->rules.players - 1u);
}

static bool is_cause(const json_t *json)
{
    return json_is_string(json) && record_cause_is_known(json_string_value(json));
}

static bool check_ms(struct replayer *replayer, int hand, const json_t *ms, size_t steps)
{
    char shown[SHOWN_MAX];

    if (ms && (!json_is_array(ms) || json_array_size(ms) != steps) &&
        !replayer_differ(replayer, "hand %d: ms: expected %zu numbers, got %s", hand, steps,
                         replayer_show(ms, shown)))
        return false;
    for (size_t i = 0; i < json_array_size(ms); i++) {
        const json_t *value = json_array_get(ms, i);
        if ((!json_is_integer(value) || json_integer_value(value) < -1) &&
            !replayer_differ(replayer, "hand %d step %zu: ms: expected a number from -1, got %s",
                             hand, i + 1, replayer_show(value, shown)))
            return false;
    }
    return true;
}

/* [STEP, SEAT, CAUSE]: a default action replaced that of the seat that acted at that step (from 0);
 * null: none did. */
static bool check_fault(struct replayer *replayer, int hand, const json_t *steps,
                        const json_t *fault)
{
    const json_t *step = json_array_get(fault, 0), *seat = json_array_get(fault, 1),
                 *cause = json_array_get(fault, 2);
    size_t count = json_array_size(steps);
    char shown[SHOWN_MAX];

    bool step_fits = json_is_null(step) || (count > 0 && is_number(step, count - 1));
    if (json_array_size(fault) != 3 || !step_fits || !is_seat(replayer, seat) || !is_cause(cause))
        return replayer_differ(replayer,
                               "hand %d: faults: expected [step, seat, cause], cause one of %s, "
                               "got %s",
                               hand, record_causes(), replayer_show(fault, shown));
    if (json_is_null(step))
        return true;
    const json_t *acts = json_array_get(json_array_get(steps, (size_t)json_integer_value(step)), 0);
    return json_equal(acts, seat) ||
           replayer_differ(
               replayer,
               "hand %d: faults: expected the seat that acts at step %" JSON_INTEGER_FORMAT
               ", got %s",
               hand, json_integer_value(step) + 1, replayer_show(fault, shown));
}

bool replay_additions_hand(struct replayer *replayer, int hand, const json_t *json)
{
    const json_t *faults = json_object_get(json, "faults"), *steps = json_object_get(json, "steps");
    char shown[SHOWN_MAX];

    if (!replayer->out->strict)
        return true;
    if (!check_ms(replayer, hand, json_object_get(json, "ms"), json_array_size(steps)))
        return false;
    if (faults && !json_is_array(faults))
        return replayer_differ(replayer, "hand %d: faults: expected a list, got %s", hand,
                               replayer_show(faults, shown));
    for (size_t i = 0; i < json_array_size(faults); i++) {
        if (!check_fault(replayer, hand, steps, json_array_get(faults, i)))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------- of the game */

/* Whether a hand is over: one that was stopped does not say what it came to. */
static bool is_over(const struct replayer *replayer, size_t hand)
{
    return json_object_get(json_array_get(replayer->hands, hand - 1), "contract") != NULL;
}

/* [HANDS, SEAT, CAUSE]: a fault after that many finished hands and before the next; faults within a
 * hand stand in the hand. */
static bool check_game_faults(struct replayer *replayer, const json_t *faults)
{
    size_t count = json_array_size(replayer->hands);
    json_int_t before = 0;
    char shown[SHOWN_MAX];

    if (faults && !json_is_array(faults))
        return replayer_differ(replayer, "faults: expected a list, got %s",
                               replayer_show(faults, shown));
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *fault = json_array_get(faults, i), *hands = json_array_get(fault, 0);
        json_int_t after = json_integer_value(hands);
        bool fits = json_array_size(fault) == 3 && is_number(hands, count) && after >= before &&
                    is_seat(replayer, json_array_get(fault, 1)) &&
                    is_cause(json_array_get(fault, 2));
        if (!fits && !replayer_differ(replayer,
                                      "faults: expected [hands, seat, cause] in the order of "
                                      "hands, cause one of %s, got %s",
                                      record_causes(), replayer_show(fault, shown)))
            return false;
        if (fits && after > 0 && !is_over(replayer, (size_t)after) &&
            !replayer_differ(replayer,
                             "faults: expected the faults of hand %" JSON_INTEGER_FORMAT
                             " in it, as it was stopped, got %s",
                             after, replayer_show(fault, shown)))
            return false;
        before = fits ? after : before;
    }
    return true;
}

static bool is_text(const json_t *json, size_t most)
{
    return json_is_string(json) && json_string_length(json) > 0 && json_string_length(json) <= most;
}

/* [HAND, STEP, SEAT, TEXT], or [HAND, STEP, null, TEXT, NAME] of a spectator. */
static bool is_chat(const struct replayer *replayer, const json_t *line)
{
    const json_t *hand = json_array_get(line, 0), *step = json_array_get(line, 1),
                 *seat = json_array_get(line, 2), *name = json_array_get(line, 4);

    if (!is_number(hand, json_array_size(replayer->hands)))
        return false;
    const json_t *told = json_integer_value(hand) > 0
                             ? json_array_get(replayer->hands, (size_t)json_integer_value(hand) - 1)
                             : NULL;
    if (!is_number(step, json_array_size(json_object_get(told, "steps"))) ||
        !is_text(json_array_get(line, 3), CHAT_BYTES_MAX))
        return false;
    if (json_is_null(seat))
        return json_array_size(line) == 5 && json_is_string(name) &&
               name_valid((struct slice){json_string_value(name), json_string_length(name)});
    return json_array_size(line) == 4 && is_seat(replayer, seat);
}

static bool check_chat(struct replayer *replayer, const json_t *chat)
{
    char shown[SHOWN_MAX];

    if (chat && !json_is_array(chat))
        return replayer_differ(replayer, "chat: expected a list, got %s",
                               replayer_show(chat, shown));
    for (size_t i = 0; i < json_array_size(chat); i++) {
        const json_t *line = json_array_get(chat, i);
        if (!is_chat(replayer, line) &&
            !replayer_differ(replayer,
                             "chat: expected [hand, step, seat, text] or [hand, step, null, text, "
                             "name], got %s",
                             replayer_show(line, shown)))
            return false;
    }
    return true;
}

bool replay_additions_game(struct replayer *replayer)
{
    return !replayer->out->strict ||
           (check_game_faults(replayer, json_object_get(replayer->record, "faults")) &&
            check_chat(replayer, json_object_get(replayer->record, "chat")));
}
