/* Rulesets from words: a preset, then NAME=VALUE, one a line. What is accepted is printed and read
 * back the same, and a game of it is played to the end of its hands; what is refused is named in
 * one line. */
#include <stdbool.h>
#include <string.h>

#include "engine.h"
#include "fuzz.h"

enum { WORDS_MAX = 64, HANDS_PLAYED_MAX = 3, STEPS_MAX = 2000 };

static void check_error(const struct ruleset_error *error)
{
    size_t size = strnlen(error->text, sizeof error->text);

    if (size == 0 || size == sizeof error->text)
        fuzz_broken("refused without a message");
    for (size_t i = 0; i < size; i++) {
        if ((uint8_t)error->text[i] < ' ' || error->text[i] == 0x7f)
            fuzz_broken("refused with a control character: %s", error->text);
    }
}

/* The ruleset from its own words: those that differ from the preset, or all. */
static void check_printed(const struct ruleset *rules, bool all)
{
    static char lines[256][OPTION_TEXT_MAX + 40];
    const char *words[256];
    struct ruleset_error error;
    struct ruleset again;
    int count = 0;

    for (int option = 0; option < option_count(); option++) {
        char value[OPTION_TEXT_MAX];
        size_t size = option_format(rules, option, value);
        if (size != strlen(value) || size >= OPTION_TEXT_MAX)
            fuzz_broken("%s: a value of %zu bytes", option_name(option), size);
        if (all ? size == 0 : !ruleset_differs(rules, option))
            continue;
        snprintf(lines[count], sizeof lines[count], "%s=%s", option_name(option), value);
        words[count] = lines[count];
        count++;
    }
    if (ruleset_parse(&again, preset_name(rules->preset), words, count, &error))
        fuzz_broken("printed but not read: %s", error.text);
    for (int option = 0; option < option_count(); option++) {
        char value[OPTION_TEXT_MAX], value_again[OPTION_TEXT_MAX];
        option_format(rules, option, value);
        option_format(&again, option, value_again);
        if (strcmp(value, value_again) != 0)
            fuzz_broken("%s=%s came back as %s", option_name(option), value, value_again);
    }
    if (!all && memcmp(&again, rules, sizeof again) != 0)
        fuzz_broken("read back with other bytes");
}

static void shuffle(card_t *deck, int count, uint32_t *seed)
{
    for (int i = count - 1; i > 0; i--) {
        *seed = *seed * 1664525 + 1013904223;
        int other = (int)((*seed >> 8) % (uint32_t)(i + 1));
        card_t card = deck[i];
        deck[i] = deck[other];
        deck[other] = card;
    }
}

/* Legal choices and default actions until a few hands are over. */
static void check_play(const struct ruleset *rules, uint32_t seed)
{
    struct game game;
    struct events events;

    game_init(&game, rules, 0);
    for (int step = 0; step < STEPS_MAX && game.phase != PHASE_OVER; step++) {
        struct action list[LEGAL_LIST_MAX], action;
        struct legal legal;
        if (game.phase == PHASE_DEAL) {
            struct deal deal;
            card_t deck[CARDS_MAX];
            int count = deck_cards(rules, deck);
            if (game.deal_number > HANDS_PLAYED_MAX)
                return;
            shuffle(deck, count, &seed);
            if (!game_same_pack(&game, rules, &deal))
                deck_deal(&deal, rules, deck, game.dealer);
            if (deck_check_deal(&deal, rules) || game_deal(&game, rules, &deal, &events))
                fuzz_broken("a shuffled deck is no deal");
            continue;
        }
        game_legal(&game, rules, &legal);
        int count = legal_list(&legal, rules, list);
        default_action(&game, rules, &action);
        seed = seed * 1664525 + 1013904223;
        if (count > 0 && seed >> 29 && list[(seed >> 8) % (uint32_t)count].kind != ACTION_CLAIM)
            action = list[(seed >> 8) % (uint32_t)count];
        if (!legal_has(&legal, &game, rules, &action) || game_apply(&game, rules, &action, &events))
            fuzz_broken("a legal action is refused in %s", game_phase_name((enum phase)game.phase));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *words[WORDS_MAX];
    struct ruleset_error error;
    struct ruleset rules;
    int count = 0;
    uint32_t seed = (uint32_t)size;
    char *copy = malloc(size + 1), *save = NULL;

    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = 0;
    const char *preset = strtok_r(copy, "\n", &save);
    for (char *word = strtok_r(NULL, "\n", &save); word && count < WORDS_MAX;
         word = strtok_r(NULL, "\n", &save))
        words[count++] = word;
    memset(&error, 0, sizeof error);
    if (preset && ruleset_parse(&rules, preset, words, count, &error) == 0) {
        check_printed(&rules, false);
        check_printed(&rules, true);
        for (size_t i = 0; i < size; i++)
            seed = seed * 31 + data[i];
        check_play(&rules, seed);
    } else if (preset) {
        check_error(&error);
    }
    free(copy);
    return 0;
}
