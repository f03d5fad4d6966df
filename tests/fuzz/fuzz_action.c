/* The notation of actions, calls and cards: what is read is written, and read back the same. */
#include <string.h>

#include "engine.h"
#include "fuzz.h"

static void check_action(const struct action *action, enum phase phase)
{
    struct action settled = *action, again;
    char text[ACTION_TEXT_MAX];

    action_settle(&settled, phase);
    size_t size = action_format(&settled, text);
    if (size >= ACTION_TEXT_MAX || strlen(text) != size)
        fuzz_broken("an action of %zu bytes", size);
    if (action_parse(text, size, &again))
        fuzz_broken("%s: written but not read", text);
    action_settle(&again, phase);
    if (memcmp(&again, &settled, sizeof settled) != 0)
        fuzz_broken("%s in %s: read back as something else", text, game_phase_name(phase));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct action action;
    card_t card;
    call_t call;

    if (action_parse(text, size, &action) == 0) {
        for (int phase = 0; phase < PHASE_COUNT; phase++)
            check_action(&action, (enum phase)phase);
    }
    if (card_parse(text, size, &card) == 0) {
        char name[CARD_TEXT_MAX];
        if (card_format(card, name) != size || memcmp(name, text, size) != 0)
            fuzz_broken("a card is %s, and was written otherwise", name);
    }
    if (call_parse(text, size, &call) == 0 &&
        (strlen(call_name(call)) != size || memcmp(call_name(call), text, size) != 0))
        fuzz_broken("a call is %s, and was written otherwise", call_name(call));
    return 0;
}
