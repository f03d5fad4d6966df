/* replay.c - plays a record again and reports where it and the rules differ (records.md, last
 * section).
 *
 * The JSON is untrusted: each type is checked before use, and a missing key is a difference like
 * any other. The first difference of a record ends its replay, unless all are wanted: then whatever
 * does not disturb the game (legal lists, numbers) is compared to the end. */
#include "replayer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool word_is(const json_t *json, const char *word)
{
    return json_is_string(json) && strcmp(json_string_value(json), word) == 0;
}

static bool integer_is(const json_t *json, int64_t value)
{
    return json_is_integer(json) && json_integer_value(json) == value;
}

/* A list of numbers below `limit`, each at most once, as a mask. `ordered`: rising. */
static bool read_mask(const json_t *list, int limit, bool ordered, unsigned *mask)
{
    *mask = 0;
    if (!json_is_array(list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        int64_t value = json_is_integer(item) ? json_integer_value(item) : -1;
        if (value < 0 || value >= limit || *mask >> value & 1 || (ordered && *mask >> value))
            return false;
        *mask |= 1u << value;
    }
    return true;
}

static const char *format_mask(unsigned mask, char text[SHOWN_MAX])
{
    size_t size = 0;
    text[size++] = '[';
    for (int i = 0; i < 8; i++) {
        if (!(mask >> i & 1))
            continue;
        if (size > 1)
            text[size++] = ',';
        text[size++] = (char)('0' + i);
    }
    text[size++] = ']';
    text[size] = 0;
    return text;
}

/* --------------------------------------------------------------------------- ruleset and head */

static bool read_options(struct replayer *replayer, json_t *options)
{
    struct ruleset_error error;
    const char *name;
    json_t *value;

    json_object_foreach(options, name, value)
    {
        if (!json_is_string(value))
            return replayer_stop(replayer, "ruleset: option %.40s: its value is not a string",
                                 name);
        if (ruleset_set(&replayer->rules, name, strlen(name), json_string_value(value),
                        json_string_length(value), &error))
            return replayer_stop(replayer, "ruleset: %s", error.text);
    }
    if (ruleset_finish(&replayer->rules, &error))
        return replayer_stop(replayer, "ruleset: %s", error.text);
    return true;
}

static bool read_ruleset(struct replayer *replayer)
{
    const json_t *ruleset = json_object_get(replayer->record, "ruleset");
    const json_t *preset = json_object_get(ruleset, "preset");
    json_t *options = json_object_get(ruleset, "options");
    struct ruleset_error error;

    if (!json_is_string(preset) || !json_is_object(options)) {
        replayer->no_record = true;
        return replayer_stop(replayer, "ruleset: expected a preset and options");
    }
    if (ruleset_preset(&replayer->rules, json_string_value(preset), json_string_length(preset),
                       &error))
        return replayer_stop(replayer, "ruleset: %s", error.text);
    return read_options(replayer, options);
}

static bool read_players(struct replayer *replayer)
{
    const json_t *players = json_object_get(replayer->record, "players");
    char shown[SHOWN_MAX];

    if (!json_is_array(players) || json_array_size(players) != replayer->rules.players)
        return replayer_stop(replayer, "players: expected %d names, got %s",
                             replayer->rules.players, replayer_show(players, shown));
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *name = json_array_get(players, i);
        if (!json_is_string(name))
            return replayer_stop(replayer, "players: expected a name for seat %zu, got %s", i,
                                 replayer_show(name, shown));
    }
    return true;
}

static bool read_head(struct replayer *replayer)
{
    const json_t *record = replayer->record;
    const json_t *dealer = json_object_get(record, "dealer");
    char shown[SHOWN_MAX];

    if (!word_is(json_object_get(record, "format"), "avondale-record/1")) {
        replayer->no_record = true;
        return replayer_stop(replayer, "format: expected \"avondale-record/1\", got %s",
                             replayer_show(json_object_get(record, "format"), shown));
    }
    if (!json_is_string(json_object_get(record, "game")))
        return replayer_stop(replayer, "game: expected an id, got %s",
                             replayer_show(json_object_get(record, "game"), shown));
    if (!read_ruleset(replayer) || !read_players(replayer))
        return false;
    if (!json_is_integer(dealer) || json_integer_value(dealer) < 0 ||
        json_integer_value(dealer) >= replayer->rules.players)
        return replayer_stop(replayer, "dealer: expected a seat from 0 to %d, got %s",
                             replayer->rules.players - 1, replayer_show(dealer, shown));
    replayer->first_dealer = (seat_t)json_integer_value(dealer);
    if (!json_is_array(replayer->hands)) {
        replayer->no_record = true;
        return replayer_stop(replayer, "hands: expected a list, got %s",
                             replayer_show(replayer->hands, shown));
    }
    return true;
}

/* ----------------------------------------------------------------------------------- the deal */

/* `deck`, where it is given, is the whole deck and deals the same. */
static bool check_deck(struct replayer *replayer, int hand, const json_t *json,
                       const struct deal *deal)
{
    const struct ruleset *rules = &replayer->rules;
    card_t deck[CARDS_MAX];
    cardset_t set = 0;
    struct deal dealt;
    int count = cardset_count(rules->cards);

    if (!json)
        return true;
    int listed = replayer_read_cards(json, deck, CARDS_MAX);
    for (int i = 0; i < listed; i++)
        set |= CARDSET(deck[i]);
    if (listed != count || set != rules->cards)
        return replayer_differ(replayer, "hand %d: deck: expected each of the %d cards once", hand,
                               count);
    deck_deal(&dealt, rules, deck, replayer->game.dealer);
    if (!replayer_same_deal(deal, &dealt))
        return replayer_differ(replayer, "hand %d: deck: dealing it gives another deal", hand);
    return true;
}

/* The numbers of the fair deal, if a writer recorded them. */
static bool check_number(struct replayer *replayer, int hand, const json_t *json, const char *key,
                         uint32_t expected)
{
    const json_t *value = json_object_get(json, key);
    char shown[SHOWN_MAX];

    if (!value || integer_is(value, expected))
        return true;
    return replayer_differ(replayer, "hand %d: %s: expected %u, got %s", hand, key, expected,
                           replayer_show(value, shown));
}

/* A writer may mark a deal that follows from the one before; the mark must be true. */
static bool check_same_pack(struct replayer *replayer, int hand, const json_t *json, bool follows)
{
    char shown[SHOWN_MAX];

    if (!json || (follows ? json_is_true(json) : json_is_false(json) && !replayer->out->strict))
        return true;
    return replayer_differ(replayer, "hand %d: same_pack: expected %s, got %s", hand,
                           follows ? "true" : "nothing", replayer_show(json, shown));
}

static bool replay_deal(struct replayer *replayer, int hand, const json_t *json)
{
    const struct game *game = &replayer->game;
    const json_t *dealer = json_object_get(json, "dealer");
    struct deal deal;
    char shown[SHOWN_MAX];

    if (!json_is_object(json))
        return replayer_stop(replayer, "hand %d: expected an object, got %s", hand,
                             replayer_show(json, shown));
    if (game->phase == PHASE_OVER)
        return replayer_stop(replayer, "hand %d: expected none: the game was over (%s)", hand,
                             game_reason_name((enum reason)game->reason));
    if (!integer_is(dealer, game->dealer) &&
        !replayer_differ(replayer, "hand %d: dealer: expected %d, got %s", hand, game->dealer,
                         replayer_show(dealer, shown)))
        return false;
    if (!check_number(replayer, hand, json, "d", game->deal_number) ||
        !check_number(replayer, hand, json, "a", game->attempt) ||
        !replayer_read_deal(replayer, hand, &deal) ||
        !check_deck(replayer, hand, json_object_get(json_object_get(json, "deal"), "deck"), &deal))
        return false;
    bool follows = game->same_pack;
    if (game_deal(&replayer->game, &replayer->rules, &deal, NULL))
        return replayer_stop(replayer,
                             follows ? "hand %d: deal: expected the pack of the hand before, dealt "
                                       "without a shuffle"
                                     : "hand %d: deal: not possible",
                             hand);
    return check_same_pack(replayer, hand, json_object_get(json, "same_pack"), follows);
}

/* ---------------------------------------------------------------------------------- the steps */

static bool hand_over(const struct replayer *replayer)
{
    return replayer->game.phase == PHASE_DEAL || replayer->game.phase == PHASE_OVER;
}

static bool compare_legal(struct replayer *replayer, int hand, int step, const json_t *json)
{
    enum phase phase = (enum phase)replayer->game.phase;
    bool no_list = phase == PHASE_GIVE || phase == PHASE_DISCARD || phase == PHASE_SWAP;
    struct action list[LEGAL_LIST_MAX];
    struct legal legal;
    char shown[SHOWN_MAX];

    if (no_list ? !json_is_null(json) : !json_is_array(json))
        return replayer_differ(replayer, "hand %d step %d: legal: expected %s in phase %s, got %s",
                               hand, step, no_list ? "null" : "a list", game_phase_name(phase),
                               replayer_show(json, shown));
    if (no_list)
        return true;
    game_legal(&replayer->game, &replayer->rules, &legal);
    size_t count = (size_t)legal_list(&legal, &replayer->rules, list);
    for (size_t i = 0; i < count || i < json_array_size(json); i++) {
        const json_t *word = json_array_get(json, i);
        char text[ACTION_TEXT_MAX] = "nothing";
        if (i < count)
            action_format(&list[i], text);
        if (i >= count || !word_is(word, text))
            return replayer_differ(replayer,
                                   "hand %d step %d: legal: expected %s in place %zu, got %s", hand,
                                   step, text, i + 1, replayer_show(word, shown));
    }
    return true;
}

/* Reads the action of a step and applies it. */
static bool apply_action(struct replayer *replayer, int hand, int step, const json_t *word)
{
    struct game *game = &replayer->game;
    struct action action;
    char canonical[ACTION_TEXT_MAX], shown[SHOWN_MAX];
    int error = action_parse(json_string_value(word), json_string_length(word), &action);

    if (error)
        return replayer_stop(replayer, "hand %d step %d: expected an action, got %s (%s)", hand,
                             step, replayer_show(word, shown), engine_error_text(error));
    action_settle(&action, (enum phase)game->phase);
    action_format(&action, canonical);
    if (replayer->out->strict && !word_is(word, canonical) &&
        !replayer_differ(replayer, "hand %d step %d: expected the action as %s, got %s", hand, step,
                         canonical, replayer_show(word, shown)))
        return false;
    error = game_apply(game, &replayer->rules, &action, NULL);
    if (error)
        return replayer_stop(replayer,
                             "hand %d step %d: expected a legal action in phase %s, got %s (%s)",
                             hand, step, game_phase_name((enum phase)game->phase),
                             replayer_show(word, shown), engine_error_text(error));
    return true;
}

/* `legal`: what the record lists for this step, or NULL. */
static bool replay_step(struct replayer *replayer, int hand, int step, const json_t *json,
                        const json_t *legal)
{
    const struct game *game = &replayer->game;
    const json_t *seat = json_array_get(json, 0), *phase = json_array_get(json, 1);
    const json_t *word = json_array_get(json, 2);
    char shown[SHOWN_MAX];

    if (hand_over(replayer))
        return replayer_stop(replayer, "hand %d step %d: expected none: the hand was over, got %s",
                             hand, step, replayer_show(json, shown));
    if (json_array_size(json) != 3 || !json_is_string(word))
        return replayer_stop(replayer, "hand %d step %d: expected [seat, phase, action], got %s",
                             hand, step, replayer_show(json, shown));
    if (!replay_step_report(replayer, hand, step, json))
        return false;
    if (!integer_is(seat, game->turn))
        return replayer_stop(replayer, "hand %d step %d: expected seat %d, got %s", hand, step,
                             game->turn, replayer_show(seat, shown));
    if (!word_is(phase, game_phase_name((enum phase)game->phase)))
        return replayer_stop(replayer, "hand %d step %d: expected phase %s, got %s", hand, step,
                             game_phase_name((enum phase)game->phase), replayer_show(phase, shown));
    if (legal && !compare_legal(replayer, hand, step, legal))
        return false;
    return apply_action(replayer, hand, step, word);
}

static bool replay_steps(struct replayer *replayer, int hand, const json_t *json)
{
    const json_t *steps = json_object_get(json, "steps"), *legal = json_object_get(json, "legal");
    size_t count = json_array_size(steps);
    char shown[SHOWN_MAX];

    if (!json_is_array(steps))
        return replayer_stop(replayer, "hand %d: steps: expected a list, got %s", hand,
                             replayer_show(steps, shown));
    if (legal && json_array_size(legal) != count &&
        !replayer_differ(replayer, "hand %d: legal: expected a list of %zu, one a step, got %zu",
                         hand, count, json_array_size(legal)))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!replay_step(replayer, hand, (int)i + 1, json_array_get(steps, i),
                         json_array_get(legal, i)))
            return false;
        replayer->out->steps++;
    }
    return true;
}

/* ------------------------------------------------------------------------ what a hand came to */

/* A seat of the contract. Where none is expected: null, or for optional keys nothing. */
static bool compare_seat(struct replayer *replayer, int hand, const json_t *contract,
                         const char *key, seat_t seat, bool optional)
{
    const json_t *value = json_object_get(contract, key);
    bool none =
        optional ? !value || (json_is_null(value) && !replayer->out->strict) : json_is_null(value);
    char shown[SHOWN_MAX], expected[8] = "null";

    if (seat == SEAT_NONE ? none : integer_is(value, seat))
        return true;
    if (seat != SEAT_NONE)
        snprintf(expected, sizeof expected, "%d", seat);
    return replayer_differ(replayer, "hand %d: contract: %s: expected %s, got %s", hand, key,
                           seat == SEAT_NONE && optional ? "nothing" : expected,
                           replayer_show(value, shown));
}

static bool compare_slam(struct replayer *replayer, int hand, const json_t *json)
{
    bool declared = replayer->game.last.contract.slam != 0;
    bool none = !json || (json_is_false(json) && !replayer->out->strict);
    char shown[SHOWN_MAX];

    if (declared ? json_is_true(json) : none)
        return true;
    return replayer_differ(replayer, "hand %d: contract: slam: expected %s, got %s", hand,
                           declared ? "true" : "nothing", replayer_show(json, shown));
}

static bool compare_partner_card(struct replayer *replayer, int hand, const json_t *json)
{
    card_t card = replayer->game.last.contract.partner_card;
    bool none = !json || (json_is_null(json) && !replayer->out->strict);
    char text[CARD_TEXT_MAX] = "", shown[SHOWN_MAX];

    if (card != CARD_NONE)
        card_format(card, text);
    if (card == CARD_NONE ? none : word_is(json, text))
        return true;
    return replayer_differ(replayer, "hand %d: contract: partner_card: expected %s, got %s", hand,
                           card == CARD_NONE ? "nothing" : text, replayer_show(json, shown));
}

static bool compare_contract(struct replayer *replayer, int hand, const json_t *json)
{
    const struct contract *contract = &replayer->game.last.contract;
    char shown[SHOWN_MAX];

    if (contract->call == CALL_PASS)
        return json_is_null(json) ||
               replayer_differ(replayer, "hand %d: contract: expected null, got %s", hand,
                               replayer_show(json, shown));
    if (!word_is(json_object_get(json, "call"), call_name(contract->call)))
        return replayer_differ(replayer, "hand %d: contract: expected call %s, got %s", hand,
                               call_name(contract->call), replayer_show(json, shown));
    return compare_seat(replayer, hand, json, "by", contract->by, false) &&
           compare_seat(replayer, hand, json, "partner", contract->partner, false) &&
           compare_slam(replayer, hand, json_object_get(json, "slam")) &&
           compare_seat(replayer, hand, json, "breach", contract->breach, true) &&
           compare_partner_card(replayer, hand, json_object_get(json, "partner_card"));
}

/* Numbers by side. `where`: "hand 3" or "result". */
static bool compare_numbers(struct replayer *replayer, const char *where, const json_t *json,
                            const char *key, const int32_t *values)
{
    const json_t *list = json_object_get(json, key);
    int count = replayer->rules.side_count;
    char shown[SHOWN_MAX];

    if (!json_is_array(list) || json_array_size(list) != (size_t)count)
        return replayer_differ(replayer, "%s: %s: expected %d numbers, got %s", where, key, count,
                               replayer_show(list, shown));
    for (int i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, (size_t)i);
        if (!integer_is(value, values[i]) &&
            !replayer_differ(replayer, "%s: %s: expected %d for side %d, got %s", where, key,
                             values[i], i, replayer_show(value, shown)))
            return false;
    }
    return true;
}

static bool compare_bans(struct replayer *replayer, int hand, const json_t *list)
{
    const struct hand_result *last = &replayer->game.last;
    char shown[SHOWN_MAX], expected[SHOWN_MAX];
    unsigned mask = 0;
    bool strict = replayer->out->strict;

    if (!list ? last->bans == 0
              : read_mask(list, replayer->rules.players, strict, &mask) && mask == last->bans &&
                    (mask || !strict))
        return true;
    return replayer_differ(replayer, "hand %d: bans: expected %s, got %s", hand,
                           last->bans ? format_mask(last->bans, expected) : "nothing",
                           replayer_show(list, shown));
}

static bool compare_hand(struct replayer *replayer, int hand, const json_t *json)
{
    const struct hand_result *last = &replayer->game.last;
    int32_t tricks[SEATS_MAX];
    char where[24];

    snprintf(where, sizeof where, "hand %d", hand);
    for (int side = 0; side < SEATS_MAX; side++)
        tricks[side] = last->tricks[side];
    return compare_contract(replayer, hand, json_object_get(json, "contract")) &&
           compare_numbers(replayer, where, json, "tricks", tricks) &&
           compare_numbers(replayer, where, json, "delta", last->delta) &&
           compare_numbers(replayer, where, json, "scores", last->scores) &&
           compare_bans(replayer, hand, json_object_get(json, "bans"));
}

static bool replay_hand(struct replayer *replayer, int hand, bool is_last)
{
    const json_t *json = json_array_get(replayer->hands, (size_t)hand - 1);

    if (!replay_deal(replayer, hand, json))
        return false;
    replayer->out->hands++;
    if (!replay_steps(replayer, hand, json) || !replay_additions_hand(replayer, hand, json))
        return false;
    if (!hand_over(replayer)) {
        if (replayer->outside && is_last)
            return true;
        return replayer_stop(replayer, "hand %d: expected a step in phase %s after step %zu", hand,
                             game_phase_name((enum phase)replayer->game.phase),
                             json_array_size(json_object_get(json, "steps")));
    }
    /* A hand that was stopped at its last step may lack a result. */
    if (replayer->outside && is_last && !json_object_get(json, "contract"))
        return true;
    return compare_hand(replayer, hand, json);
}

/* --------------------------------------------------------------------------------- the result */

/* Decided outside the rules: only the shape is checked. */
static bool check_outside(struct replayer *replayer, const json_t *result)
{
    const json_t *winners = json_object_get(result, "winners");
    const json_t *scores = json_object_get(result, "scores");
    int sides = replayer->rules.side_count;
    char shown[SHOWN_MAX];
    unsigned mask;

    if (replayer->game.phase == PHASE_OVER)
        return replayer_differ(replayer, "result: expected reason %s, got %s",
                               game_reason_name((enum reason)replayer->game.reason),
                               replayer_show(json_object_get(result, "reason"), shown));
    if (!read_mask(winners, sides, false, &mask))
        return replayer_differ(replayer, "result: winners: expected a list of sides, got %s",
                               replayer_show(winners, shown));
    bool numbers = json_is_array(scores) && json_array_size(scores) == (size_t)sides;
    for (size_t i = 0; i < json_array_size(scores); i++)
        numbers = numbers && json_is_integer(json_array_get(scores, i));
    if (!numbers)
        return replayer_differ(replayer, "result: scores: expected %d numbers, got %s", sides,
                               replayer_show(scores, shown));
    return true;
}

static bool compare_result(struct replayer *replayer, const json_t *result)
{
    const struct game *game = &replayer->game;
    const json_t *reason = json_object_get(result, "reason");
    const json_t *winners = json_object_get(result, "winners");
    char shown[SHOWN_MAX], expected[SHOWN_MAX];
    unsigned mask;

    if (replayer->outside)
        return check_outside(replayer, result);
    if (game->phase != PHASE_OVER)
        return replayer_stop(replayer, "result: expected another hand: the game is not over");
    if (!word_is(reason, game_reason_name((enum reason)game->reason)) &&
        !replayer_differ(replayer, "result: expected reason %s, got %s",
                         game_reason_name((enum reason)game->reason), replayer_show(reason, shown)))
        return false;
    if ((!read_mask(winners, replayer->rules.side_count, false, &mask) || mask != game->winners) &&
        !replayer_differ(replayer, "result: winners: expected %s, got %s",
                         format_mask(game->winners, expected), replayer_show(winners, shown)))
        return false;
    return compare_numbers(replayer, "result", result, "scores", game->scores);
}

static void replay_record(struct replayer *replayer)
{
    const json_t *result = json_object_get(replayer->record, "result");
    const json_t *reason = json_object_get(result, "reason");

    if (!read_head(replayer))
        return;
    if (!json_is_string(reason)) {
        replayer->no_record = true;
        replayer_differ(replayer, "result: expected a reason, winners and scores");
        return;
    }
    replayer->outside = word_is(reason, game_reason_name(REASON_FORFEIT)) ||
                        word_is(reason, game_reason_name(REASON_ABORTED));
    if (!replay_fair(replayer))
        return;
    game_init(&replayer->game, &replayer->rules, replayer->first_dealer);
    size_t count = json_array_size(replayer->hands);
    for (size_t i = 0; i < count; i++) {
        if (!replay_hand(replayer, (int)i + 1, i + 1 == count))
            return;
    }
    if (replay_additions_game(replayer))
        compare_result(replayer, result);
}

int replay_run(const char *line, size_t size, struct replay *replay)
{
    struct replayer replayer = {.out = replay};
    json_error_t error;

    json_t *json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    if (!json && json_error_code(&error) == json_error_out_of_memory)
        return PROTOCOL_ERROR_MEMORY;
    if (!json_is_object(json)) {
        replayer_differ(&replayer, "no record: %s", json ? "JSON, but no object" : error.text);
        json_decref(json);
        return PROTOCOL_ERROR_RECORD;
    }
    replayer.record = json;
    replayer.hands = json_object_get(json, "hands");
    replay_record(&replayer);
    json_decref(json);
    return replayer.no_record ? PROTOCOL_ERROR_RECORD : replayer.differences;
}
