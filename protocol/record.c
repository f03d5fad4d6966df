/* record.c - game records: what happened, kept small while the game is played, one line of JSON after.
 *
 * Beside the keys of the records page a line may hold: in a hand `d` and `a` (deal number, attempt),
 * `faults` ([step, seat, cause], step counted from 0, -1 where no step belongs to it), `ms` (thinking time a
 * step); and `fair`: {version, set, commitment, seed, nonces, mix}, all bytes in hex. */
#include "protocol.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct record {
    struct ruleset rules;
    json_t *head;   /* format .. dealer */
    json_t *hands;
    json_t *hand;   /* the running one, in `hands` already; NULL between hands */
    json_t *steps, *faults, *ms;
    json_t *result, *fair;
    bool failed;
};

static json_t *card_list(const card_t *cards, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        char text[CARD_TEXT_MAX];
        card_format(cards[i], text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *options_of(const struct ruleset *rules)
{
    json_t *options = json_object();
    for (int i = 0; i < option_count(); i++) {
        char text[OPTION_TEXT_MAX];
        if (!ruleset_differs(rules, i))
            continue;
        ruleset_format(rules, i, text);
        json_object_set_new(options, option_name(i), json_string(text));
    }
    return options;
}

struct record *record_create(const struct ruleset *rules, const char *game,
                             const char *const *names)
{
    struct record *record = calloc(1, sizeof *record);
    json_t *players = json_array();

    if (!record)
        return NULL;
    record->rules = *rules;
    for (int seat = 0; seat < rules->players; seat++)
        json_array_append_new(players, json_string(names[seat]));
    record->hands = json_array();
    record->head = json_pack("{s:s,s:s,s:{s:s,s:o},s:o}", "format", "avondale-record/1", "game",
                             game, "ruleset", "preset", preset_name(rules->preset), "options",
                             options_of(rules), "players", players);
    if (!record->head || !record->hands) {
        record_destroy(record);
        return NULL;
    }
    return record;
}

void record_destroy(struct record *record)
{
    if (!record)
        return;
    json_decref(record->head);
    json_decref(record->hands);
    json_decref(record->result);
    json_decref(record->fair);
    free(record);
}

static int finish(struct record *record, int status)
{
    if (status)
        record->failed = true;
    return record->failed ? PROTOCOL_ERROR_MEMORY : 0;
}

static json_t *deal_object(const struct deal *deal, const card_t *deck, int deck_count)
{
    json_t *object = json_object(), *hands = json_array();

    for (int hand = 0; hand < deal->hand_count; hand++)
        json_array_append_new(hands, card_list(deal->hands[hand], deal->hand_cards));
    json_object_set_new(object, "hands", hands);
    json_object_set_new(object, "kitty", card_list(deal->kitty, deal->kitty_count));
    if (deal->exposed_count)
        json_object_set_new(object, "exposed", card_list(deal->exposed, deal->exposed_count));
    if (deal->stock_count)
        json_object_set_new(object, "stock", card_list(deal->stock, deal->stock_count));
    if (deck)
        json_object_set_new(object, "deck", card_list(deck, deck_count));
    return object;
}

int record_deal(struct record *record, seat_t dealer, uint32_t deal_number, uint32_t attempt,
                const struct deal *deal, const card_t *deck)
{
    int count = cardset_count(record->rules.cards);

    if (json_array_size(record->hands) == 0)
        json_object_set_new(record->head, "dealer", json_integer(dealer));
    record->steps = json_array();
    record->faults = record->ms = NULL;
    record->hand = json_pack("{s:i,s:I,s:I,s:o,s:o}", "dealer", dealer, "d",
                             (json_int_t)deal_number, "a", (json_int_t)attempt, "deal",
                             deal_object(deal, deck, count), "steps", record->steps);
    return finish(record, json_array_append_new(record->hands, record->hand));
}

static int add_fault(struct record *record, int step, seat_t seat, const char *cause)
{
    if (!record->hand)
        return 0;
    if (!record->faults) {
        record->faults = json_array();
        json_object_set_new(record->hand, "faults", record->faults);
    }
    return json_array_append_new(record->faults, json_pack("[i,i,s]", step, seat, cause));
}

int record_step(struct record *record, seat_t seat, enum phase phase, const struct action *action,
                const char *fault, int64_t ms)
{
    char text[ACTION_TEXT_MAX];
    int step = (int)json_array_size(record->steps), status;

    action_format(action, text);
    status = json_array_append_new(record->steps, json_pack("[i,s,s]", seat, phase_name(phase), text));
    if (fault)
        status |= add_fault(record, step, seat, fault);
    if (ms >= 0) {
        if (!record->ms) {
            record->ms = json_array();
            json_object_set_new(record->hand, "ms", record->ms);
        }
        status |= json_array_append_new(record->ms, json_integer(ms));
    }
    return finish(record, status);
}

int record_fault(struct record *record, seat_t seat, const char *cause)
{
    return finish(record, add_fault(record, -1, seat, cause));
}

static json_t *number_list(const int32_t *values, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(values[i]));
    return list;
}

static json_t *mask_list(unsigned mask)
{
    json_t *list = json_array();
    for (int i = 0; mask >> i; i++) {
        if (mask >> i & 1)
            json_array_append_new(list, json_integer(i));
    }
    return list;
}

static json_t *seat_or_null(seat_t seat)
{
    return seat == SEAT_NONE ? json_null() : json_integer(seat);
}

static json_t *contract_object(const struct contract *contract)
{
    if (contract->call == CALL_PASS)
        return json_null();
    json_t *object = json_pack("{s:s,s:i,s:o}", "call", call_name(contract->call), "by",
                               contract->by, "partner", seat_or_null(contract->partner));
    if (contract->slam)
        json_object_set_new(object, "slam", json_true());
    if (contract->breach != SEAT_NONE)
        json_object_set_new(object, "breach", json_integer(contract->breach));
    if (contract->partner_card != CARD_NONE) {
        char text[CARD_TEXT_MAX];
        card_format(contract->partner_card, text);
        json_object_set_new(object, "partner_card", json_string(text));
    }
    return object;
}

int record_hand(struct record *record, const struct hand_result *result)
{
    int sides = record->rules.side_count, status = 0;
    int32_t tricks[SEATS_MAX];

    for (int side = 0; side < SEATS_MAX; side++)
        tricks[side] = result->tricks[side];
    status |= json_object_set_new(record->hand, "contract", contract_object(&result->contract));
    status |= json_object_set_new(record->hand, "tricks", number_list(tricks, sides));
    status |= json_object_set_new(record->hand, "delta", number_list(result->delta, sides));
    status |= json_object_set_new(record->hand, "scores", number_list(result->scores, sides));
    if (result->bans)
        status |= json_object_set_new(record->hand, "bans", mask_list(result->bans));
    return finish(record, status);
}

int record_result(struct record *record, enum reason reason, uint8_t winners,
                  const int32_t *scores)
{
    json_decref(record->result);
    record->result = json_pack("{s:s,s:o,s:o}", "reason", reason_name(reason), "winners",
                               mask_list(winners), "scores",
                               number_list(scores, record->rules.side_count));
    return finish(record, record->result ? 0 : -1);
}

static json_t *hex_string(const uint8_t *bytes, size_t size)
{
    char text[2 * FAIR_BYTES + 1];
    hex_encode(bytes, size, text);
    return json_string(text);
}

int record_fair(struct record *record, const struct record_fair *fair)
{
    uint8_t commitment[FAIR_BYTES], mix[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    json_t *nonces = json_array();
    int count = deck_cards(&record->rules, deck);

    fair_commitment(fair->set_id, fair->seed, commitment);
    fair_mix(commitment, deck, count, fair->nonces, fair->contributors, mix);
    for (int i = 0; i < fair->contributors; i++)
        json_array_append_new(nonces, hex_string(fair->nonces[i].bytes, fair->nonces[i].size));
    json_decref(record->fair);
    record->fair = json_pack("{s:i,s:s,s:o,s:o,s:o,s:o}", "version", 1, "set", fair->set_id,
                             "commitment", hex_string(commitment, FAIR_BYTES), "seed",
                             hex_string(fair->seed, FAIR_BYTES), "nonces", nonces, "mix",
                             hex_string(mix, FAIR_BYTES));
    return finish(record, record->fair ? 0 : -1);
}

char *record_line(const struct record *record)
{
    json_t *line;
    char *text;

    if (record->failed || !(line = json_copy(record->head)))
        return NULL;
    if (!json_object_get(line, "dealer"))
        json_object_set_new(line, "dealer", json_integer(0));
    json_object_set(line, "hands", record->hands);
    if (record->result)
        json_object_set(line, "result", record->result);
    if (record->fair)
        json_object_set(line, "fair", record->fair);
    text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    return text;
}
