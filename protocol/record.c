/* record.c - writes a game as one line of JSON (records.md), hand by hand while it is played.
 *
 * The text grows as the game goes: a step costs no allocation of its own, and as it is kept packed,
 * mostly two bytes. What comes only after the steps of a hand (numbers, clocks, faults) is kept
 * beside it until the hand ends. Keys stand in the order of the records page; what it leaves to
 * writers follows them.
 *
 * In a hand:
 *   "d": 3, "a": 0    deal number and attempt: what the fair deal counts by
 *   "same_pack": true the deal follows from the one before, without a shuffle; only where it does
 *   "ms": [12, ...]   how long each step took, -1 where that is not known; only where one is known
 *   "faults": [[STEP, SEAT, CAUSE], ...]
 *                     the step (from 0) that a default action made in place of SEAT's own; null:
 *                     no action stood in
 * In a game:
 *   "faults": [[HANDS, SEAT, CAUSE], ...]
 *                     faults between hands: after HANDS
 *   "chat": [[HAND, STEP, SEAT, TEXT] or, by a spectator, [HAND, STEP, null, TEXT,
 * NAME], ...] chat, and where: after STEP steps of that hand (from 1; 0: before the
 * first) "fair": {...}     the proof of the shuffles, written once the set is over: "version": 1,
 * "set": ID, "commitment": HEX      what was published before the first deal "nonces": [HEX, ...]
 * by contributor, "" for none "mix": HEX "seed": HEX            the server seed: who has it can
 * derive every deal "keys": [HEX, ...]     the key commitment of each hand, null for "same_pack";
 * or "deals": false where the deals of this game do not come from the seed
 *
 * Strings from outside are written in ASCII; other bytes are escaped: the line is always JSON. */
#include "decimal.h"
#include "record_pack.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MORE = 512 }; /* bytes of a line beside its parts: mostly the proof without its keys */

struct dealt { /* what the key of a hand is derived from */
    uint32_t deal_number, attempt;
    bool same_pack; /* the hand has no key */
};

struct record {
    /* read and written by each step, in one line of the cache */
    struct text hands; /* all hands so far; the last one may be open */
    size_t text_size;  /* of what is packed in `hands`, about */
    int step_count;    /* of the open hand */
    bool open, ms_known, failed;
    uint8_t players, side_count;
    seat_t first_dealer;
    struct text ms;     /* of the open hand */
    struct text faults; /* of the open hand */
    cardset_t cards;    /* of the deck */
    struct text head;   /* format, game, ruleset, players */
    struct text game_faults;
    struct text chat;
    struct text tail; /* result */
    struct dealt *dealt;
    int hand_count, dealt_capacity;
    struct record_fair *fair; /* as large as fair_size says; NULL: none yet */
};

/* ----------------------------------------------------------------------------------------- text */

static void add_text(struct text *text, const struct text *other)
{
    text->failed = text->failed || other->failed;
    if (other->size > 0)
        add_bytes(text, other->bytes, other->size);
}

static void add_int(struct text *text, int64_t value)
{
    char digits[DECIMAL_MAX];
    const char *begin = decimal_format(value, digits);

    add_bytes(text, begin, (size_t)(digits + sizeof digits - begin));
}

/* A comma, unless a list or an object has just begun. */
static void add_comma(struct text *text)
{
    if (text->size > 0 && text->bytes[text->size - 1] != '[' && text->bytes[text->size - 1] != '{')
        add_char(text, ',');
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

static void add_string(struct text *text, const char *string)
{
    add_char(text, '"');
    while (*string) {
        char escaped[8];
        size_t plain = 0;
        while (is_plain(string[plain]))
            plain++;
        add_bytes(text, string, plain);
        string += plain;
        if (!*string)
            break;
        snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned char)*string++);
        add(text, escaped);
    }
    add_char(text, '"');
}

static void add_hex(struct text *text, const uint8_t *bytes, size_t size)
{
    char hex[2 * FAIR_BYTES + 1];
    assert(size <= FAIR_BYTES);
    hex_encode(bytes, size, hex);
    add_string(text, hex);
    fair_wipe(hex, sizeof hex);
}

static void add_ints(struct text *text, const int32_t *values, int count)
{
    add(text, "[");
    for (int i = 0; i < count; i++) {
        add_comma(text);
        add_int(text, values[i]);
    }
    add(text, "]");
}

static void add_mask(struct text *text, unsigned mask)
{
    add(text, "[");
    for (int i = 0; i < 8; i++) {
        if (mask >> i & 1) {
            add_comma(text);
            add_int(text, i);
        }
    }
    add(text, "]");
}

static void text_clear(struct text *text)
{
    text->size = 0;
}

/* Nothing more comes: releases unused memory. */
static void text_fit(struct text *text)
{
    char *fit = text->size > 0 ? realloc(text->bytes, text->size) : NULL;
    if (fit) {
        text->bytes = fit;
        text->capacity = text->size;
    }
}

static void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

/* The error of any part sticks to the whole. */
static int status(struct record *record)
{
    record->failed = record->failed || record->head.failed || record->hands.failed ||
                     record->ms.failed || record->faults.failed || record->game_faults.failed ||
                     record->tail.failed || record->chat.failed;
    return record->failed ? PROTOCOL_ERROR_MEMORY : PROTOCOL_OK;
}

/* ------------------------------------------------------------------------------------ records */

static void add_ruleset(struct text *text, const struct ruleset *rules)
{
    add(text, "\"ruleset\":{\"preset\":");
    add_string(text, preset_name(rules->preset));
    add(text, ",\"options\":{");
    for (int i = 0; i < option_count(); i++) {
        char value[OPTION_TEXT_MAX];
        if (!ruleset_differs(rules, i))
            continue;
        option_format(rules, i, value);
        add_comma(text);
        add_string(text, option_name(i));
        add(text, ":");
        add_string(text, value);
    }
    add(text, "}}");
}

struct record *record_create(const struct ruleset *rules, const char *game,
                             const char *const *names)
{
    struct record *record = calloc(1, sizeof *record);
    if (!record)
        return NULL;
    record->cards = rules->cards;
    record->players = rules->players;
    record->side_count = rules->side_count;
    record->first_dealer = SEAT_NONE;
    add(&record->head, "{\"format\":\"avondale-record/1\",\"game\":");
    add_string(&record->head, game);
    add(&record->head, ",");
    add_ruleset(&record->head, rules);
    add(&record->head, ",\"players\":[");
    for (int seat = 0; seat < rules->players; seat++) {
        add_comma(&record->head);
        add_string(&record->head, names[seat]);
    }
    add(&record->head, "]");
    if (status(record)) {
        record_destroy(record);
        return NULL;
    }
    return record;
}

/* Without the nonces that it has not. */
static size_t fair_size(const struct record_fair *fair)
{
    return offsetof(struct record_fair, nonces) +
           (size_t)fair->contributors * sizeof fair->nonces[0];
}

static void drop_fair(struct record *record)
{
    if (record->fair)
        fair_wipe(record->fair, fair_size(record->fair));
    free(record->fair);
    record->fair = NULL;
}

void record_destroy(struct record *record)
{
    if (!record)
        return;
    text_free(&record->head);
    text_free(&record->hands);
    text_free(&record->ms);
    text_free(&record->faults);
    text_free(&record->game_faults);
    text_free(&record->chat);
    text_free(&record->tail);
    free(record->dealt);
    drop_fair(record);
    free(record);
}

static void add_deal(struct text *text, const struct deal *deal)
{
    record_pack_word(text, RECORD_WORD_DEAL);
    for (int i = 0; i < deal->hand_count; i++) {
        if (i > 0)
            add_char(text, ',');
        record_pack_cards(text, deal->hands[i], deal->hand_cards);
    }
    record_pack_word(text, RECORD_WORD_KITTY);
    record_pack_cards(text, deal->kitty, deal->kitty_count);
    if (deal->exposed_count > 0) {
        add(text, ",\"exposed\":");
        record_pack_cards(text, deal->exposed, deal->exposed_count);
    }
    if (deal->stock_count > 0) {
        add(text, ",\"stock\":");
        record_pack_cards(text, deal->stock, deal->stock_count);
    }
}

static int note_dealt(struct record *record, uint32_t deal_number, uint32_t attempt)
{
    if (record->hand_count == record->dealt_capacity) {
        int capacity = record->dealt_capacity ? 2 * record->dealt_capacity : 16;
        struct dealt *grown = realloc(record->dealt, (size_t)capacity * sizeof *grown);
        if (!grown) {
            record->failed = true;
            return PROTOCOL_ERROR_MEMORY;
        }
        record->dealt = grown;
        record->dealt_capacity = capacity;
    }
    record->dealt[record->hand_count++] = (struct dealt){deal_number, attempt, false};
    return PROTOCOL_OK;
}

int record_deal(struct record *record, seat_t dealer, uint32_t deal_number, uint32_t attempt,
                const struct deal *deal, const card_t *deck)
{
    struct text *hands = &record->hands;

    if (record->failed)
        return PROTOCOL_ERROR_MEMORY;
    assert(!record->open && record->tail.size == 0);
    if (note_dealt(record, deal_number, attempt))
        return PROTOCOL_ERROR_MEMORY;
    if (record->hand_count == 1)
        record->first_dealer = dealer;
    else
        add(hands, ",");
    record_pack_word(hands, RECORD_WORD_HAND);
    add_int(hands, dealer);
    add_deal(hands, deal);
    if (deck) {
        record_pack_word(hands, RECORD_WORD_DECK);
        record_pack_cards(hands, deck, cardset_count(record->cards));
    }
    record_pack_word(hands, RECORD_WORD_STEPS);
    text_clear(&record->ms);
    text_clear(&record->faults);
    record->step_count = 0;
    record->text_size +=
        RECORD_HAND_BYTES + 2 * (size_t)cardset_count(record->cards) * RECORD_CARD_BYTES;
    record->ms_known = false;
    record->open = true;
    return status(record);
}

void record_same_pack(struct record *record)
{
    if (record->failed)
        return;
    assert(record->open && record->step_count == 0);
    record->dealt[record->hand_count - 1].same_pack = true;
}

/* index < 0: null. */
static void add_fault(struct text *text, int index, seat_t seat, const char *cause)
{
    add(text, text->size ? ",[" : "[");
    if (index < 0)
        add(text, "null");
    else
        add_int(text, index);
    add(text, ",");
    add_int(text, seat);
    add(text, ",");
    add_string(text, cause);
    add(text, "]");
}

/* Adds the time of a step. Steps before the first known time get -1 when it comes. */
static void add_ms(struct record *record, int64_t ms)
{
    int first = record->ms_known ? record->step_count : 0;

    if (!record->ms_known && ms < 0)
        return;
    record->ms_known = true;
    for (int step = first; step <= record->step_count; step++) {
        add(&record->ms, step ? "," : "");
        add_int(&record->ms, step < record->step_count || ms < 0 ? -1 : ms);
    }
}

int record_step(struct record *record, seat_t seat, enum phase phase, const struct action *action,
                const char *fault, int64_t ms)
{
    struct text *hands = &record->hands;
    struct action settled = *action;

    if (record->failed)
        return PROTOCOL_ERROR_MEMORY;
    assert(record->open);
    action_settle(&settled, phase);
    record_pack_step(hands, seat, phase, &settled);
    record->text_size += RECORD_STEP_BYTES;
    add_ms(record, ms);
    if (fault)
        add_fault(&record->faults, record->step_count, seat, fault);
    record->step_count++;
    if (fault || hands->failed || (record->ms_known && record->ms.failed))
        return status(record);
    return PROTOCOL_OK;
}

#define CAUSES "illegal, time, garbage, gone, exit, flood, start"

const char *record_causes(void)
{
    return CAUSES;
}

bool record_cause_is_known(const char *cause)
{
    static const char causes[] = ", " CAUSES ",";
    char word[16];

    int size = snprintf(word, sizeof word, ", %s,", cause);
    return size > 3 && size < (int)sizeof word && !strchr(cause, ',') && strstr(causes, word);
}

int record_fault(struct record *record, seat_t seat, const char *cause)
{
    if (record->open)
        add_fault(&record->faults, -1, seat, cause);
    else
        add_fault(&record->game_faults, record->hand_count, seat, cause);
    return status(record);
}

static int add_chat(struct record *record, seat_t seat, const char *name, const char *text,
                    size_t size)
{
    int step = record->hand_count > 0 ? record->step_count : 0;
    record_chat_add(&record->chat, record->hand_count, step, seat, name, text, size);
    return status(record);
}

int record_chat(struct record *record, seat_t seat, const char *text, size_t size)
{
    return add_chat(record, seat, NULL, text, size);
}

int record_heard(struct record *record, const char *name, const char *text, size_t size)
{
    return add_chat(record, SEAT_NONE, name, text, size);
}

/* ----------------------------------------------------------------------------- hands that end */

/* The keys that writers add to a hand, after those of the page. */
static void add_hand_end(struct text *text, const struct record *record)
{
    const struct dealt *dealt = &record->dealt[record->hand_count - 1];
    record_pack_word(text, RECORD_WORD_DEAL_NUMBER);
    add_int(text, dealt->deal_number);
    record_pack_word(text, RECORD_WORD_ATTEMPT);
    add_int(text, dealt->attempt);
    if (dealt->same_pack)
        add(text, ",\"same_pack\":true");
    if (record->ms_known) {
        add(text, ",\"ms\":[");
        add_text(text, &record->ms);
        add(text, "]");
    }
    if (record->faults.size > 0) {
        add(text, ",\"faults\":[");
        add_text(text, &record->faults);
        add(text, "]");
    }
    add(text, "}");
}

static void add_contract(struct text *text, const struct contract *contract)
{
    if (contract->call == CALL_PASS) {
        add(text, "null");
        return;
    }
    record_pack_word(text, RECORD_WORD_CALL);
    add_string(text, call_name(contract->call));
    record_pack_word(text, RECORD_WORD_BY);
    add_int(text, contract->by);
    record_pack_word(text, RECORD_WORD_PARTNER);
    if (contract->partner == SEAT_NONE)
        add(text, "null");
    else
        add_int(text, contract->partner);
    if (contract->slam)
        add(text, ",\"slam\":true");
    if (contract->breach != SEAT_NONE) {
        add(text, ",\"breach\":");
        add_int(text, contract->breach);
    }
    if (contract->partner_card != CARD_NONE) {
        char card[CARD_TEXT_MAX];
        card_format(contract->partner_card, card);
        add(text, ",\"partner_card\":");
        add_string(text, card);
    }
    add(text, "}");
}

int record_hand(struct record *record, const struct hand_result *result)
{
    struct text *hands = &record->hands;
    int sides = record->side_count;
    int32_t tricks[SEATS_MAX];

    if (record->failed)
        return PROTOCOL_ERROR_MEMORY;
    assert(record->open);
    for (int side = 0; side < SEATS_MAX; side++)
        tricks[side] = result->tricks[side];
    record_pack_word(hands, RECORD_WORD_CONTRACT);
    add_contract(hands, &result->contract);
    record_pack_word(hands, RECORD_WORD_TRICKS);
    add_ints(hands, tricks, sides);
    record_pack_word(hands, RECORD_WORD_DELTA);
    add_ints(hands, result->delta, sides);
    record_pack_word(hands, RECORD_WORD_SCORES);
    add_ints(hands, result->scores, sides);
    if (result->bans) {
        add(hands, ",\"bans\":");
        add_mask(hands, result->bans);
    }
    add_hand_end(hands, record);
    record->open = false;
    return status(record);
}

int record_result(struct record *record, enum reason reason, uint8_t winners, const int32_t *scores)
{
    struct text *tail = &record->tail;

    text_clear(tail);
    add(tail, ",\"result\":{\"reason\":");
    add_string(tail, game_reason_name(reason));
    add(tail, ",\"winners\":");
    add_mask(tail, winners);
    add(tail, ",\"scores\":");
    add_ints(tail, scores, record->side_count);
    add(tail, "}");
    text_fit(&record->hands); /* it may wait for others */
    return status(record);
}

int record_fair(struct record *record, const struct record_fair *fair)
{
    assert(fair_set_id_valid(fair->set_id));
    assert(fair->contributors >= 0 && fair->contributors <= FAIR_CONTRIBUTORS_MAX);
    struct record_fair *copy = malloc(fair_size(fair));
    if (copy) {
        memcpy(copy, fair, fair_size(fair));
        drop_fair(record);
        record->fair = copy;
    } else {
        record->failed = true;
    }
    return status(record);
}

/* ------------------------------------------------------------------------------------- the line */

static void add_keys(struct text *text, const struct record *record, const uint8_t mix[FAIR_BYTES])
{
    uint8_t key[FAIR_BYTES], commitment[FAIR_BYTES];

    add(text, ",\"keys\":[");
    for (int i = 0; i < record->hand_count; i++) {
        const struct dealt *dealt = &record->dealt[i];
        add_comma(text);
        if (dealt->same_pack) {
            add(text, "null");
            continue;
        }
        fair_key(record->fair->seed, mix, dealt->deal_number, dealt->attempt, key);
        fair_key_commitment(key, commitment);
        add_hex(text, commitment, FAIR_BYTES);
    }
    add(text, "]");
    fair_wipe(key, sizeof key);
}

static void add_fair(struct text *text, const struct record *record,
                     const uint8_t commitment[FAIR_BYTES], const uint8_t mix[FAIR_BYTES])
{
    const struct record_fair *fair = record->fair;

    add(text, ",\"fair\":{\"version\":1,\"set\":");
    add_string(text, fair->set_id);
    add(text, ",\"commitment\":");
    add_hex(text, commitment, FAIR_BYTES);
    add(text, ",\"nonces\":[");
    for (int i = 0; i < fair->contributors; i++) {
        add_comma(text);
        add_hex(text, fair->nonces[i].bytes, fair->nonces[i].size);
    }
    add(text, "],\"mix\":");
    add_hex(text, mix, FAIR_BYTES);
    add(text, ",\"seed\":");
    add_hex(text, fair->seed, FAIR_BYTES);
    if (fair->deals_follow)
        add_keys(text, record, mix);
    else
        add(text, ",\"deals\":false");
    add(text, "}");
}

char *record_line(const struct record *record)
{
    struct text line = {0};
    uint8_t commitment[FAIR_BYTES], mix[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    seat_t dealer = record->first_dealer;

    assert(record->tail.size > 0 || record->failed); /* record_result comes first */
    if (record->failed)
        return NULL;
    if (record->fair) {
        fair_commitment(record->fair->set_id, record->fair->seed, commitment);
        int count = 0;
        for (cardset_t left = record->cards; left;)
            deck[count++] = cardset_pop(&left);
        fair_mix(commitment, deck, count, record->fair->nonces, record->fair->contributors, mix);
    }
    /* Even a game that stopped before its first deal has a dealer. */
    if (dealer == SEAT_NONE)
        dealer = record->fair && record->fair->deals_follow
                     ? fair_first_dealer(record->fair->seed, mix, record->players)
                     : 0;
    /* Made once, of about its size: lines wait for their turn in a match. */
    (void)room(&line, record->head.size + record->hands.size + record->text_size +
                          record->tail.size + record->chat.size + LINE_MORE +
                          (size_t)record->hand_count * (2 * FAIR_BYTES + 3));
    add_text(&line, &record->head);
    add(&line, ",\"dealer\":");
    add_int(&line, dealer);
    add(&line, ",\"hands\":[");
    record_pack_unpack(&line, &record->hands);
    if (record->open) {
        struct text end = {0};
        add(&line, "]");
        add_hand_end(&end, record);
        record_pack_unpack(&line, &end);
        text_free(&end);
    }
    add(&line, "]");
    add_text(&line, &record->tail);
    if (record->game_faults.size > 0) {
        add(&line, ",\"faults\":[");
        add_text(&line, &record->game_faults);
        add(&line, "]");
    }
    if (record->chat.size > 0) {
        add(&line, ",\"chat\":[");
        add_text(&line, &record->chat);
        add(&line, "]");
    }
    if (record->fair)
        add_fair(&line, record, commitment, mix);
    add(&line, "}");
    add_char(&line, 0);
    if (line.failed) {
        text_free(&line);
        return NULL;
    }
    char *exact = realloc(line.bytes, line.size);
    if (exact)
        line.bytes = exact;
    return line.bytes;
}
