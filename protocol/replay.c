/* replay.c - plays a record again and says where it and the rules part (records.md, last section).
 *
 * The JSON comes from anywhere: every type is checked before it is used, a missing key is a
 * difference like any other. */
#include "protocol.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct replayer {
    struct replay *out;
    struct ruleset rules;
    struct game game;
    const json_t *record;
    int differences;
    bool no_record; /* not of this format at all */
    bool outside;   /* forfeit or aborted: decided outside the rules */
    struct fair_proof {
        bool present;
        uint8_t seed[FAIR_BYTES], mix[FAIR_BYTES];
    } fair;
};

/* Reports a difference; false, so that checks can `return differ(...)`. */
__attribute__((format(printf, 2, 3))) static bool differ(struct replayer *replayer,
                                                         const char *format, ...)
{
    char text[512];
    va_list args;

    if (replayer->differences++ > 0 && !replayer->out->all)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (replayer->out->report)
        replayer->out->report(replayer->out->context, text);
    return false;
}

static bool word_is(const json_t *json, const char *word)
{
    return json_is_string(json) && strcmp(json_string_value(json), word) == 0;
}

static bool integer_is(const json_t *json, int64_t value)
{
    return json_is_integer(json) && json_integer_value(json) == value;
}

/* ------------------------------------------------------------------------ ruleset and head */

static bool read_ruleset(struct replayer *replayer)
{
    const json_t *ruleset = json_object_get(replayer->record, "ruleset");
    const json_t *preset = json_object_get(ruleset, "preset");
    json_t *options = json_object_get(ruleset, "options"), *value;
    struct ruleset_error error;
    const char *name;

    if (!json_is_string(preset) || (options && !json_is_object(options))) {
        replayer->no_record = true;
        return differ(replayer, "no ruleset with a preset and options");
    }
    if (ruleset_preset(&replayer->rules, json_string_value(preset), json_string_length(preset),
                       &error))
        return differ(replayer, "ruleset: %s", error.text);
    json_object_foreach(options, name, value) {
        if (!json_is_string(value))
            return differ(replayer, "ruleset: option %s is not a string", name);
        if (ruleset_set(&replayer->rules, name, strlen(name), json_string_value(value),
                        json_string_length(value), &error))
            return differ(replayer, "ruleset: %s", error.text);
    }
    if (ruleset_finish(&replayer->rules, &error))
        return differ(replayer, "ruleset: %s", error.text);
    return true;
}

static bool read_head(struct replayer *replayer)
{
    const json_t *record = replayer->record;
    const json_t *players = json_object_get(record, "players");
    const json_t *dealer = json_object_get(record, "dealer");

    if (!word_is(json_object_get(record, "format"), "avondale-record/1") ||
        !json_is_string(json_object_get(record, "game"))) {
        replayer->no_record = true;
        return differ(replayer, "no record of the format avondale-record/1");
    }
    if (!read_ruleset(replayer))
        return false;
    if (!json_is_array(players) || json_array_size(players) != replayer->rules.players)
        return differ(replayer, "players: expected %d names, got %zu", replayer->rules.players,
                      json_array_size(players));
    for (size_t i = 0; i < json_array_size(players); i++) {
        if (!json_is_string(json_array_get(players, i)))
            return differ(replayer, "players: name %zu is not a string", i);
    }
    if (!json_is_integer(dealer) || json_integer_value(dealer) < 0 ||
        json_integer_value(dealer) >= replayer->rules.players)
        return differ(replayer, "dealer: expected a seat from 0 to %d",
                      replayer->rules.players - 1);
    game_init(&replayer->game, &replayer->rules, (seat_t)json_integer_value(dealer));
    return true;
}

/* ---------------------------------------------------------------------------------- the deal */

/* A list of cards into `cards`; its length, or -1 if it is none or longer than max. */
static int read_cards(const json_t *list, card_t *cards, int max)
{
    size_t size = json_array_size(list);
    if (!json_is_array(list) || size > (size_t)max)
        return -1;
    for (size_t i = 0; i < size; i++) {
        const json_t *card = json_array_get(list, i);
        if (!json_is_string(card) ||
            card_parse(json_string_value(card), json_string_length(card), &cards[i]))
            return -1;
    }
    return (int)size;
}

static bool read_list(const json_t *json, const char *key, bool needed, card_t *cards, int max,
                      uint8_t *count)
{
    const json_t *list = json_object_get(json, key);
    int size = list || needed ? read_cards(list, cards, max) : 0;
    *count = (uint8_t)(size < 0 ? 0 : size);
    return size >= 0;
}

static bool read_deal(struct replayer *replayer, int hand, const json_t *json, struct deal *deal)
{
    const json_t *hands = json_object_get(json, "hands");

    memset(deal, 0, sizeof *deal);
    if (!json_is_array(hands) || json_array_size(hands) != replayer->rules.hand_count)
        return differ(replayer, "hand %d: deal: expected %d hands, got %zu", hand,
                      replayer->rules.hand_count, json_array_size(hands));
    deal->hand_count = replayer->rules.hand_count;
    deal->hand_cards = replayer->rules.two_handed == TWO_HANDED_DRAW ? 0 : HAND_CARDS;
    for (size_t i = 0; i < json_array_size(hands); i++) {
        if (read_cards(json_array_get(hands, i), deal->hands[i], HAND_CARDS) != deal->hand_cards)
            return differ(replayer, "hand %d: deal: hand %zu is not %d cards", hand, i,
                          deal->hand_cards);
    }
    if (!read_list(json, "kitty", true, deal->kitty, KITTY_MAX, &deal->kitty_count) ||
        !read_list(json, "exposed", false, deal->exposed, EXPOSED_MAX, &deal->exposed_count) ||
        !read_list(json, "stock", false, deal->stock, STOCK_MAX, &deal->stock_count))
        return differ(replayer, "hand %d: deal: kitty, exposed or stock is not a list of cards",
                      hand);
    if (deal_check(deal, &replayer->rules))
        return differ(replayer, "hand %d: deal: not a possible deal of this deck", hand);
    return true;
}

static cardset_t set_of(const card_t *cards, int count)
{
    cardset_t set = 0;
    for (int i = 0; i < count; i++)
        set |= CARDSET(cards[i]);
    return set;
}

/* Hands and kitty are compared as sets, but where the order says more: table hands, stock, and a kitty
 * that lies face up. */
static bool same_deal(const struct deal *a, const struct deal *b, const struct ruleset *rules)
{
    for (int i = 0; i < a->hand_count; i++) {
        bool ordered = rules->two_handed == TWO_HANDED_TABLE && i >= 2;
        if (ordered ? memcmp(a->hands[i], b->hands[i], a->hand_cards) != 0
                    : set_of(a->hands[i], a->hand_cards) != set_of(b->hands[i], b->hand_cards))
            return false;
    }
    return set_of(a->kitty, a->kitty_count) == set_of(b->kitty, b->kitty_count) &&
           (!rules->kitty_up || a->kitty_count == 0 ||
            a->kitty[a->kitty_count - 1] == b->kitty[b->kitty_count - 1]) &&
           set_of(a->exposed, a->exposed_count) == set_of(b->exposed, b->exposed_count) &&
           memcmp(a->stock, b->stock, sizeof a->stock) == 0;
}

/* `deck`, where it is given, is the whole deck and deals the same. */
static bool check_deck(struct replayer *replayer, int hand, const json_t *json,
                       const struct deal *deal)
{
    const struct ruleset *rules = &replayer->rules;
    card_t expected[CARDS_MAX], deck[CARDS_MAX];
    struct deal dealt;
    int count = deck_cards(rules, expected);

    if (!json)
        return true;
    if (read_cards(json, deck, CARDS_MAX) != count || set_of(deck, count) != rules->cards)
        return differ(replayer, "hand %d: deal: deck is not the %d cards of this ruleset", hand,
                      count);
    deal_from_deck(&dealt, rules, deck, replayer->game.dealer);
    if (!same_deal(deal, &dealt, rules))
        return differ(replayer, "hand %d: deal: dealing the deck gives another deal", hand);
    return true;
}

static bool check_fair_deal(struct replayer *replayer, int hand, const struct deal *deal)
{
    const struct game *game = &replayer->game;
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    struct deal dealt;

    if (!replayer->fair.present)
        return true;
    int count = deck_cards(&replayer->rules, deck);
    fair_key(replayer->fair.seed, replayer->fair.mix, game->deal_number, game->attempt, key);
    fair_shuffle(key, deck, count);
    deal_from_deck(&dealt, &replayer->rules, deck, game->dealer);
    if (!same_deal(deal, &dealt, &replayer->rules))
        return differ(replayer, "hand %d: fair: the seed gives another deal for d=%u a=%u", hand,
                      game->deal_number, game->attempt);
    return true;
}

static bool replay_deal(struct replayer *replayer, int hand, const json_t *json)
{
    const json_t *dealer = json_object_get(json, "dealer");
    const json_t *json_deal = json_object_get(json, "deal");
    struct deal deal;

    if (replayer->game.phase == PHASE_OVER)
        return differ(replayer, "hand %d: the game was over before (%s)", hand,
                      reason_name((enum reason)replayer->game.reason));
    if (!integer_is(dealer, replayer->game.dealer))
        return differ(replayer, "hand %d: dealer: expected %d, got %lld", hand,
                      replayer->game.dealer, (long long)json_integer_value(dealer));
    if (!read_deal(replayer, hand, json_deal, &deal) ||
        !check_deck(replayer, hand, json_object_get(json_deal, "deck"), &deal) ||
        !check_fair_deal(replayer, hand, &deal))
        return false;
    if (game_deal(&replayer->game, &replayer->rules, &deal, NULL))
        return differ(replayer, "hand %d: deal: not a possible deal", hand);
    return true;
}

/* --------------------------------------------------------------------------------- the steps */

static size_t write_action(const struct action *action, char text[ACTION_TEXT_MAX])
{
    /* In legal lists a claim stands as the bare word. */
    if (action->kind == ACTION_CLAIM && action->count == 0) {
        memcpy(text, "claim", 6);
        return 5;
    }
    return action_format(action, text);
}

static bool compare_legal(struct replayer *replayer, int hand, int step, const json_t *json)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    enum phase phase = (enum phase)replayer->game.phase;
    bool no_list = phase == PHASE_GIVE || phase == PHASE_DISCARD || phase == PHASE_SWAP;

    if (no_list || !json_is_array(json)) {
        if (no_list == json_is_null(json))
            return true;
        return differ(replayer, "hand %d step %d: legal: expected %s", hand, step,
                      no_list ? "null" : "a list");
    }
    game_legal(&replayer->game, &replayer->rules, &legal);
    int count = legal_list(&legal, &replayer->rules, list);
    for (int i = 0; i < count || (size_t)i < json_array_size(json); i++) {
        char text[ACTION_TEXT_MAX] = "nothing";
        const json_t *word = json_array_get(json, (size_t)i);
        if (i < count)
            write_action(&list[i], text);
        if (!word_is(word, text))
            return differ(replayer, "hand %d step %d: legal: expected %s at place %d, got %s", hand,
                          step, text, i, word ? json_string_value(word) : "nothing");
    }
    return true;
}

static bool replay_step(struct replayer *replayer, int hand, int step, const json_t *json)
{
    struct game *game = &replayer->game;
    const json_t *word = json_array_get(json, 2);
    struct action action;

    if (!json_is_array(json) || json_array_size(json) < 3 || !json_is_string(word))
        return differ(replayer, "hand %d step %d: not [seat, phase, action]", hand, step);
    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER)
        return differ(replayer, "hand %d step %d: the hand was over before", hand, step);
    if (!integer_is(json_array_get(json, 0), game->turn))
        return differ(replayer, "hand %d step %d: expected seat %d, got %lld", hand, step,
                      game->turn, (long long)json_integer_value(json_array_get(json, 0)));
    if (!word_is(json_array_get(json, 1), phase_name((enum phase)game->phase)))
        return differ(replayer, "hand %d step %d: expected phase %s", hand, step,
                      phase_name((enum phase)game->phase));
    if (action_parse(json_string_value(word), json_string_length(word), &action))
        return differ(replayer, "hand %d step %d: %.60s is no action", hand, step,
                      json_string_value(word));
    if (game_apply(game, &replayer->rules, &action, NULL))
        return differ(replayer, "hand %d step %d: %.60s is not legal", hand, step,
                      json_string_value(word));
    return true;
}

static bool replay_steps(struct replayer *replayer, int hand, const json_t *json)
{
    const json_t *steps = json_object_get(json, "steps"), *legal = json_object_get(json, "legal");
    size_t count = json_array_size(steps);

    if (!json_is_array(steps))
        return differ(replayer, "hand %d: no list of steps", hand);
    if (legal && (!json_is_array(legal) || json_array_size(legal) != count))
        return differ(replayer, "hand %d: legal: expected a list a step", hand);
    for (size_t i = 0; i < count; i++) {
        if (legal && replayer->game.phase != PHASE_DEAL && replayer->game.phase != PHASE_OVER &&
            !compare_legal(replayer, hand, (int)i + 1, json_array_get(legal, i)))
            return false;
        if (!replay_step(replayer, hand, (int)i + 1, json_array_get(steps, i)))
            return false;
        replayer->out->steps++;
    }
    return true;
}

/* --------------------------------------------------------------------------- the hand's result */

static bool compare_seat(struct replayer *replayer, int hand, const json_t *json, const char *key,
                         seat_t seat)
{
    const json_t *value = json_object_get(json, key);
    if (seat == SEAT_NONE ? !value || json_is_null(value) : integer_is(value, seat))
        return true;
    return differ(replayer, "hand %d: contract: expected %s %d", hand, key,
                  seat == SEAT_NONE ? -1 : seat);
}

static bool compare_contract(struct replayer *replayer, int hand, const json_t *json)
{
    const struct contract *contract = &replayer->game.last.contract;
    const json_t *slam = json_object_get(json, "slam"), *card;
    char text[CARD_TEXT_MAX] = "";

    if (contract->call == CALL_PASS)
        return json_is_null(json) || differ(replayer, "hand %d: contract: expected null", hand);
    if (!json_is_object(json))
        return differ(replayer, "hand %d: contract: expected %s", hand, call_name(contract->call));
    if (!word_is(json_object_get(json, "call"), call_name(contract->call)))
        return differ(replayer, "hand %d: contract: expected call %s", hand,
                      call_name(contract->call));
    if (json_is_true(slam) != (contract->slam != 0))
        return differ(replayer, "hand %d: contract: expected %s slam", hand,
                      contract->slam ? "a" : "no");
    card = json_object_get(json, "partner_card");
    if (contract->partner_card != CARD_NONE)
        card_format(contract->partner_card, text);
    if (contract->partner_card == CARD_NONE ? card && !json_is_null(card) : !word_is(card, text))
        return differ(replayer, "hand %d: contract: expected partner_card %s", hand, text);
    return compare_seat(replayer, hand, json, "by", contract->by) &&
           compare_seat(replayer, hand, json, "partner", contract->partner) &&
           compare_seat(replayer, hand, json, "breach", contract->breach);
}

static bool compare_numbers(struct replayer *replayer, int hand, const json_t *json,
                            const char *key, const int32_t *values, int count)
{
    const json_t *list = json_object_get(json, key);

    if (!json_is_array(list) || json_array_size(list) != (size_t)count)
        return differ(replayer, "hand %d: %s: expected %d numbers", hand, key, count);
    for (int i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, (size_t)i);
        if (!integer_is(value, values[i]))
            return differ(replayer, "hand %d: %s: expected %d for side %d, got %lld", hand, key,
                          values[i], i, (long long)json_integer_value(value));
    }
    return true;
}

static bool compare_bans(struct replayer *replayer, int hand, const json_t *list)
{
    unsigned mask = 0;
    if (list && !json_is_array(list))
        return differ(replayer, "hand %d: bans: not a list", hand);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *seat = json_array_get(list, i);
        if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
            json_integer_value(seat) >= SEATS_MAX)
            return differ(replayer, "hand %d: bans: not a list of seats", hand);
        mask |= 1u << json_integer_value(seat);
    }
    if (mask != replayer->game.last.bans)
        return differ(replayer, "hand %d: bans: expected the seats of mask %d, got %u", hand,
                      replayer->game.last.bans, mask);
    return true;
}

static bool compare_hand(struct replayer *replayer, int hand, const json_t *json)
{
    const struct hand_result *last = &replayer->game.last;
    int sides = replayer->rules.side_count;
    int32_t tricks[SEATS_MAX];

    for (int side = 0; side < SEATS_MAX; side++)
        tricks[side] = last->tricks[side];
    return compare_contract(replayer, hand, json_object_get(json, "contract")) &&
           compare_numbers(replayer, hand, json, "tricks", tricks, sides) &&
           compare_numbers(replayer, hand, json, "delta", last->delta, sides) &&
           compare_numbers(replayer, hand, json, "scores", last->scores, sides) &&
           compare_bans(replayer, hand, json_object_get(json, "bans"));
}

static bool replay_hand(struct replayer *replayer, int hand, const json_t *json, bool is_last)
{
    replayer->out->hands++;
    if (!replay_deal(replayer, hand, json) || !replay_steps(replayer, hand, json))
        return false;
    if (replayer->game.phase != PHASE_DEAL && replayer->game.phase != PHASE_OVER) {
        if (replayer->outside && is_last)
            return true;
        return differ(replayer, "hand %d: %zu steps, and the hand is not over (%s is due)", hand,
                      json_array_size(json_object_get(json, "steps")),
                      phase_name((enum phase)replayer->game.phase));
    }
    return compare_hand(replayer, hand, json);
}

/* -------------------------------------------------------------------------- fair deals, result */

static bool read_hex(const json_t *json, uint8_t bytes[FAIR_BYTES])
{
    return json_is_string(json) &&
           hex_decode(json_string_value(json), json_string_length(json), bytes, FAIR_BYTES) ==
               FAIR_BYTES;
}

/* In the order of the fair-deal page: the commitment, the mix, then (with each hand) the deals. */
static bool read_fair(struct replayer *replayer)
{
    const json_t *fair = json_object_get(replayer->record, "fair");
    const json_t *set = json_object_get(fair, "set"), *nonces = json_object_get(fair, "nonces");
    static struct fair_nonce list[FAIR_CONTRIBUTORS_MAX];
    uint8_t told[FAIR_BYTES], commitment[FAIR_BYTES];
    card_t deck[CARDS_MAX];

    if (!fair || json_is_null(fair))
        return true;
    if (!json_is_object(fair) || !json_is_string(set) ||
        !fair_set_id_valid(json_string_value(set)) || !json_is_array(nonces) ||
        json_array_size(nonces) > FAIR_CONTRIBUTORS_MAX ||
        !read_hex(json_object_get(fair, "seed"), replayer->fair.seed) ||
        !read_hex(json_object_get(fair, "commitment"), told))
        return differ(replayer, "fair: expected set, commitment, seed and nonces");
    fair_commitment(json_string_value(set), replayer->fair.seed, commitment);
    if (!fair_equal(told, commitment, FAIR_BYTES))
        return differ(replayer, "fair: the seed does not match the commitment");
    for (size_t i = 0; i < json_array_size(nonces); i++) {
        const json_t *nonce = json_array_get(nonces, i);
        int size = json_is_string(nonce)
                       ? hex_decode(json_string_value(nonce), json_string_length(nonce),
                                    list[i].bytes, FAIR_NONCE_MAX)
                       : -1;
        if (size < 0)
            return differ(replayer, "fair: nonce %zu is not 0 to 32 bytes of hex", i);
        list[i].size = (uint8_t)size;
    }
    int cards = deck_cards(&replayer->rules, deck);
    fair_mix(commitment, deck, cards, list, (int)json_array_size(nonces), replayer->fair.mix);
    if (!read_hex(json_object_get(fair, "mix"), told) ||
        !fair_equal(told, replayer->fair.mix, FAIR_BYTES))
        return differ(replayer, "fair: the nonces do not give the mix");
    seat_t dealer = fair_first_dealer(replayer->fair.seed, replayer->fair.mix,
                                      replayer->rules.players);
    if (dealer != replayer->game.dealer)
        return differ(replayer, "fair: the seed makes %d the first dealer, not %d", dealer,
                      replayer->game.dealer);
    replayer->fair.present = true;
    return true;
}

static bool compare_result(struct replayer *replayer)
{
    const json_t *result = json_object_get(replayer->record, "result");
    const json_t *winners = json_object_get(result, "winners");
    const struct game *game = &replayer->game;
    unsigned mask = 0;

    if (!json_is_array(winners))
        return differ(replayer, "result: no list of winners");
    if (replayer->outside)
        return game->phase != PHASE_OVER ||
               differ(replayer, "result: the game was over by %s",
                      reason_name((enum reason)game->reason));
    if (game->phase != PHASE_OVER)
        return differ(replayer, "result: the game is not over after the last hand");
    if (!word_is(json_object_get(result, "reason"), reason_name((enum reason)game->reason)))
        return differ(replayer, "result: expected reason %s",
                      reason_name((enum reason)game->reason));
    for (size_t i = 0; i < json_array_size(winners); i++) {
        const json_t *side = json_array_get(winners, i);
        if (!json_is_integer(side) || json_integer_value(side) < 0 ||
            json_integer_value(side) >= SEATS_MAX)
            return differ(replayer, "result: winners are not sides");
        mask |= 1u << json_integer_value(side);
    }
    if (mask != game->winners)
        return differ(replayer, "result: expected winners of mask %d, got %u", game->winners, mask);
    return compare_numbers(replayer, 0, result, "scores", game->scores,
                           replayer->rules.side_count);
}

static void replay_record(struct replayer *replayer)
{
    const json_t *hands = json_object_get(replayer->record, "hands");
    const json_t *reason = json_object_get(json_object_get(replayer->record, "result"), "reason");

    if (!read_head(replayer))
        return;
    if (!json_is_array(hands) || !json_is_string(reason)) {
        replayer->no_record = true;
        differ(replayer, "no list of hands, or no result");
        return;
    }
    replayer->outside = word_is(reason, "forfeit") || word_is(reason, "aborted");
    if (!read_fair(replayer))
        return;
    size_t count = json_array_size(hands);
    for (size_t i = 0; i < count; i++) {
        if (!replay_hand(replayer, (int)i + 1, json_array_get(hands, i), i + 1 == count))
            return;
    }
    compare_result(replayer);
}

int record_replay(const char *line, size_t size, struct replay *replay)
{
    static struct replayer replayer; /* a few kilobytes; replays are not nested */
    json_error_t error;

    memset(&replayer, 0, sizeof replayer);
    replayer.out = replay;
    json_t *json = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    if (!json || !json_is_object(json)) {
        differ(&replayer, "not a JSON object: %s", json ? "another value" : error.text);
        json_decref(json);
        return PROTOCOL_ERROR_RECORD;
    }
    replayer.record = json;
    replay_record(&replayer);
    json_decref(json);
    return replayer.no_record ? PROTOCOL_ERROR_RECORD : replayer.differences;
}
