/* line_unpack.c - unpacks a record's line. Accepts any bytes: a store may be damaged, or altered.
 */
#include "pack/line_pack.h"

#include "base/hex.h"
#include "pack/token.h"
#include "pack/unpacker.h"

#include <string.h>

static const struct {
    const char *text;
    size_t size;
} words[TOKEN_WORD_COUNT] = {
#define WORD(name, text) {text, sizeof text - 1},
    TOKEN_WORDS(WORD)
#undef WORD
};

/* ------------------------------------------------------------------------------------ the proof */

static void take_nonces(struct unpacker *unpacker, struct shuffle_proof *proof)
{
    proof->nonce_count = (int)unpacker_take_below(unpacker, SHUFFLE_NONCES_MAX + 1);
    for (int i = 0; i < proof->nonce_count; i++) {
        struct shuffle_nonce *nonce = &proof->nonces[i];
        nonce->size = (uint8_t)unpacker_take_below(unpacker, SHUFFLE_BYTES + 1);
        const uint8_t *bytes = unpacker_take_bytes(unpacker, nonce->size);
        if (bytes)
            memcpy(nonce->bytes, bytes, nonce->size);
    }
}

static void take_deck_set(struct unpacker *unpacker, struct shuffle_proof *proof)
{
    const uint8_t *set = unpacker_take_bytes(unpacker, (NOTATION_CARDS + 7) / 8);

    proof->deck_count = 0;
    for (int card = 0; set && card < NOTATION_CARDS; card++) {
        if (set[card / 8] >> card % 8 & 1)
            proof->deck[proof->deck_count++] = (uint8_t)card;
    }
}

static void unpack_head(struct unpacker *unpacker)
{
    struct shuffle_proof *proof = &unpacker->track->proof;
    unsigned id = unpacker_take_below(unpacker, SHUFFLE_ID_MAX + 2);

    if (id == 0)
        return;
    const uint8_t *set = unpacker_take_bytes(unpacker, id - 1);
    if (!set || memchr(set, 0, id - 1)) {
        unpacker->failed = true;
        return;
    }
    memcpy(proof->set, set, id - 1);
    proof->set[id - 1] = '\0';
    take_deck_set(unpacker, proof);
    take_nonces(unpacker, proof);
    const uint8_t *seed = unpacker_take_bytes(unpacker, SHUFFLE_BYTES);
    if (!seed || unpacker->failed) {
        unpacker->failed = true;
        return;
    }
    memcpy(proof->seed, seed, SHUFFLE_BYTES);
    if (unpacker->outline)
        unpacker->track->fair = true;
    else
        track_prove(unpacker->track);
}

static void unpack_fair(struct unpacker *unpacker)
{
    char text[TRACK_FAIR_MAX];

    if (!unpacker->track->fair)
        (void)unpacker_fail(unpacker);
    else if (!unpacker->outline)
        unpacker_add(unpacker, text, track_fair(unpacker->track, text));
}

/* ------------------------------------------------------------------------------------- the deal */

static bool take_layout(struct unpacker *unpacker, int deck_count, struct track_layout *layout)
{
    unsigned total = 0;

    memset(layout, 0, sizeof *layout);
    layout->hands = (uint8_t)unpacker_take_below(unpacker, TRACK_HANDS_MAX + 1);
    layout->more = (uint8_t)unpacker_take_below(unpacker, 4);
    int count = layout->hands + 1 + (layout->more & 1) + (layout->more >> 1);
    if (layout->hands == 0)
        return unpacker_fail(unpacker);
    for (int list = 0; list < count; list++) {
        layout->sizes[list] = (uint8_t)unpacker_take_below(unpacker, NOTATION_CARDS + 1);
        total += layout->sizes[list];
    }
    if (total > NOTATION_CARDS)
        return unpacker_fail(unpacker);
    for (unsigned i = 0; i < total; i++)
        layout->places[i] = (uint8_t)unpacker_take_below(unpacker, (unsigned)deck_count);
    return !unpacker->failed;
}

/* The deck of a deal: its number of cards, or 0. In an outline a derived one has no cards. */
static int take_deck(struct unpacker *unpacker, unsigned bits, uint8_t deck[NOTATION_CARDS])
{
    struct track *track = unpacker->track;
    uint64_t d = (uint64_t)track->deal.d + 1, a = 0;

    if (bits & DEAL_AS) {
        d = unpacker_take_number(unpacker);
        a = unpacker_take_number(unpacker);
    }
    if (!(bits & DEAL_DERIVED))
        return unpacker_take_cards(unpacker, deck);
    if (!track->fair || unpacker->failed)
        return 0;
    if (!unpacker->outline)
        track_derive(track, (uint32_t)d, (uint32_t)a, deck);
    return track->proof.deck_count;
}

static void add_deal(struct unpacker *unpacker, const uint8_t *deck, int deck_count)
{
    const struct track_layout *layout = &unpacker->track->layout;
    const struct track *track = unpacker->track;
    uint8_t cards[NOTATION_CARDS];
    int place = 0, list = layout->hands;

    unpacker_add(unpacker, TOKEN_DEAL_TEXT, strlen(TOKEN_DEAL_TEXT) - 1);
    for (int seat = 0; seat < layout->hands; seat++) {
        if (seat > 0)
            unpacker_add_char(unpacker, ',');
        unpacker_add_cards(unpacker, track->held[seat], track->held_count[seat]);
    }
    for (int i = 0; i < layout->hands; i++)
        place += layout->sizes[i];
    unpacker_add_text(unpacker, "],\"kitty\":");
    unpacker_add_cards(unpacker, track->kitty, track->kitty_count);
    place += layout->sizes[list++];
    for (int more = TRACK_EXPOSED; more <= TRACK_STOCK; more <<= 1) {
        if (!(layout->more & more))
            continue;
        for (int i = 0; i < layout->sizes[list]; i++)
            cards[i] = deck[layout->places[place + i]];
        unpacker_add_text(unpacker, more == TRACK_EXPOSED ? ",\"exposed\":" : ",\"stock\":");
        unpacker_add_cards(unpacker, cards, layout->sizes[list]);
        place += layout->sizes[list++];
    }
    unpacker_add_text(unpacker, ",\"deck\":");
    unpacker_add_cards(unpacker, deck, deck_count);
}

/* Begins a hand of which only the seats are known. */
static void outline_deal(struct unpacker *unpacker, int dealer)
{
    struct track *track = unpacker->track;

    track->dealer = track->seat = dealer;
    track->laid = true;
    track->step_count = track->bid_call = 0;
    unpacker_add_text(unpacker, ",\"deal\":{\"deck\":[]");
}

static bool unpack_deal(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    uint8_t deck[NOTATION_CARDS];
    unsigned bits = unpacker_take_below(unpacker, 2 * DEAL_LAYOUT);
    int dealer = unpacker->size > 0 ? unpacker->line[unpacker->size - 1] - '0' : -1;
    int count = take_deck(unpacker, bits, deck);

    if (count < 1 || unpacker->failed)
        return unpacker_fail(unpacker);
    if (bits & DEAL_LAYOUT) {
        if (!take_layout(unpacker, count, &track->layout))
            return false;
        track->deck_count = count;
    } else if (!track->laid || count != track->deck_count) {
        return unpacker_fail(unpacker);
    }
    if (dealer < 0 || dealer >= track->layout.hands)
        return unpacker_fail(unpacker);
    if (unpacker->outline) {
        outline_deal(unpacker, dealer);
        return true;
    }
    track_begin(track, dealer, deck);
    add_deal(unpacker, deck, count);
    return true;
}

/* ------------------------------------------------------------------------------------ the steps */

static void add_step(struct unpacker *unpacker, int seat, const char *phase)
{
    unpacker_add_char(unpacker, '[');
    unpacker_add_char(unpacker, (char)('0' + seat));
    unpacker_add(unpacker, ",\"", 2);
    unpacker_add_text(unpacker, phase);
    unpacker_add(unpacker, "\",\"", 3);
}

static void add_card(struct unpacker *unpacker, int card)
{
    char text[NOTATION_CARD_MAX];
    unpacker_add(unpacker, text, notation_card_write(card, text));
}

/* A step whose seat is given by its distance. Returns the seat, or -1. */
static int take_seat(struct unpacker *unpacker, unsigned further)
{
    int seat = further < STEP_SEATS ? track_seat(unpacker->track, (int)further) : -1;

    unpacker->failed |= seat < 0;
    return seat;
}

static int unpack_play(struct unpacker *unpacker, unsigned code)
{
    struct track *track = unpacker->track;
    int seat = take_seat(unpacker, code / STEP_HELD), held = (int)(code % STEP_HELD);

    if (seat < 0 || held >= track->held_count[seat])
        return -1;
    add_step(unpacker, seat, "play");
    add_card(unpacker, track_take(track, seat, held));
    return seat;
}

/* A card that the seat does not hold, or a joker with a suit. */
static int unpack_card(struct unpacker *unpacker, unsigned further, bool joker)
{
    struct track *track = unpacker->track;
    int seat = take_seat(unpacker, further),
        card = (int)unpacker_take_below(unpacker, NOTATION_CARDS);
    char suit[2] = "=";

    if (seat < 0)
        return -1;
    int held = track_find(track, seat, card);
    if (held >= 0)
        track_take(track, seat, held);
    add_step(unpacker, seat, "play");
    add_card(unpacker, card);
    if (joker) {
        suit[1] = (char)unpacker_take_below(unpacker, 0x7f);
        unpacker_add(unpacker, suit, 2);
    }
    return seat;
}

static int unpack_call(struct unpacker *unpacker, unsigned further)
{
    int seat = take_seat(unpacker, further), call = (int)unpacker_take(unpacker);
    const char *text = notation_call(call);

    if (seat < 0 || !text)
        return -1;
    add_step(unpacker, seat, "auction");
    unpacker_add_text(unpacker, text);
    if (call > 0) {
        unpacker->track->bid_call = call;
        unpacker->track->bid_seat = seat;
    }
    return seat;
}

static int unpack_discard(struct unpacker *unpacker, unsigned further)
{
    struct track *track = unpacker->track;
    int seat = take_seat(unpacker, further), count = (int)unpacker_take(unpacker);

    if (seat < 0)
        return -1;
    track_take_up(track, seat);
    add_step(unpacker, seat, "discard");
    unpacker_add_text(unpacker, "discard");
    for (int i = 0; i < count; i++) {
        int held = (int)unpacker_take(unpacker);
        if (unpacker->failed || held >= track->held_count[seat])
            return -1;
        unpacker_add_char(unpacker, ':');
        add_card(unpacker, track_take(track, seat, held));
    }
    return seat;
}

static int unpack_other(struct unpacker *unpacker)
{
    int seat = (int)unpacker_take_below(unpacker, 8);
    const char *phase = notation_phase((int)unpacker_take(unpacker));
    unsigned size = unpacker_take(unpacker);
    const uint8_t *text = unpacker_take_bytes(unpacker, size);

    if (!phase || !text)
        return -1;
    add_step(unpacker, seat, phase);
    unpacker_add(unpacker, (const char *)text, size);
    return seat;
}

static int unpack_step(struct unpacker *unpacker, unsigned code)
{
    if (code < STEP_PLAY + STEP_SEATS * STEP_HELD)
        return unpack_play(unpacker, code - STEP_PLAY);
    if (code == STEP_OTHER)
        return unpack_other(unpacker);
    if (code >= STEP_JOKER)
        return unpack_card(unpacker, code - STEP_JOKER, true);
    if (code >= STEP_DISCARD)
        return unpack_discard(unpacker, code - STEP_DISCARD);
    if (code >= STEP_CALL)
        return unpack_call(unpacker, code - STEP_CALL);
    return code >= STEP_CARD ? unpack_card(unpacker, code - STEP_CARD, false) : -1;
}

/* A call. Returns its seat, or -1. */
static int outline_call(struct unpacker *unpacker, unsigned further)
{
    int seat = take_seat(unpacker, further), call = (int)unpacker_take(unpacker);

    if (seat < 0 || !notation_call(call))
        return -1;
    if (call > 0) {
        unpacker->track->bid_call = call;
        unpacker->track->bid_seat = seat;
    }
    return seat;
}

/* Skips a step. Returns its seat, or -1. */
static int outline_step(struct unpacker *unpacker, unsigned code)
{
    if (code < STEP_PLAY + STEP_SEATS * STEP_HELD)
        return take_seat(unpacker, (code - STEP_PLAY) / STEP_HELD);
    if (code == STEP_OTHER) {
        int seat = (int)unpacker_take_below(unpacker, 8);
        (void)unpacker_take(unpacker); /* the phase */
        return unpacker_take_bytes(unpacker, unpacker_take(unpacker)) ? seat : -1;
    }
    if (code >= STEP_CALL && code < STEP_DISCARD)
        return outline_call(unpacker, code - STEP_CALL);
    unsigned kind = code - code % 10; /* of these each has ten codes */
    int seat = take_seat(unpacker, code - kind);
    if (kind == STEP_DISCARD)
        return unpacker_take_bytes(unpacker, unpacker_take(unpacker)) ? seat : -1;
    return unpacker_take_bytes(unpacker, kind == STEP_JOKER ? 2 : 1) ? seat
                                                                     : -1; /* a card, a suit */
}

/* The steps as a text, the seat of each. */
static bool outline_steps(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    unsigned code;

    track->step_count = 0;
    unpacker_add(unpacker, TOKEN_STEPS_TEXT, strlen(TOKEN_STEPS_TEXT) - 1);
    unpacker_add_char(unpacker, '"');
    while ((code = unpacker_take(unpacker)) != STEP_END) {
        int seat = outline_step(unpacker, code);
        if (seat < 0 || unpacker->failed)
            return unpacker_fail(unpacker);
        unpacker_add_char(unpacker, (char)('0' + seat));
        track->step_count++;
        track->seat = seat;
    }
    unpacker_add_char(unpacker, '"');
    return true;
}

static bool unpack_steps(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    unsigned code;

    if (unpacker->outline)
        return outline_steps(unpacker);

    track->step_count = 0;
    unpacker_add_text(unpacker, TOKEN_STEPS_TEXT);
    while ((code = unpacker_take(unpacker)) != STEP_END) {
        if (track->step_count++ > 0)
            unpacker_add_char(unpacker, ',');
        int seat = unpack_step(unpacker, code);
        if (seat < 0 || unpacker->failed)
            return unpacker_fail(unpacker);
        unpacker_add(unpacker, "\"]", 2);
        track->seat = seat;
    }
    unpacker_add_char(unpacker, ']');
    return true;
}

/* -------------------------------------------------------------------------- the end of a hand */

static void unpack_hand(struct unpacker *unpacker)
{
    if (unpacker->track->laid) {
        unpacker_add_text(unpacker, TOKEN_HAND_TEXT);
        unpacker_add_number(unpacker,
                            (unpacker->track->dealer + 1) % unpacker->track->layout.hands);
    } else {
        (void)unpacker_fail(unpacker);
    }
}

static void unpack_contract(struct unpacker *unpacker, bool team)
{
    const struct track *track = unpacker->track;

    if (track->bid_call == 0 || (team && !track->laid)) {
        (void)unpacker_fail(unpacker);
        return;
    }
    unpacker_add_text(unpacker, TOKEN_CONTRACT_TEXT);
    unpacker_add_text(unpacker, notation_call(track->bid_call));
    unpacker_add_text(unpacker, TOKEN_BY_TEXT);
    unpacker_add_number(unpacker, track->bid_seat);
    unpacker_add_text(unpacker, TOKEN_PARTNER_TEXT);
    if (team) {
        unpacker_add_number(unpacker,
                            (track->bid_seat + track->layout.hands / 2) % track->layout.hands);
        unpacker_add_text(unpacker, TOKEN_TRICKS_TEXT);
    }
}

static void unpack_scores(struct unpacker *unpacker, bool sum)
{
    char text[TRACK_SCORES_MAX * 21];
    size_t size = 0;

    if (!unpacker->outline)
        size = track_scores(unpacker->track, unpacker->line, unpacker->size, sum, text);

    unpacker_add_text(unpacker, TOKEN_SCORES_TEXT);
    unpacker->track->scores_at = unpacker->size;
    unpacker_add(unpacker, text, size);
    unpacker_add_char(unpacker, ']');
}

static void unpack_dealt(struct unpacker *unpacker, bool as)
{
    struct track *track = unpacker->track;
    uint32_t d = as ? (uint32_t)unpacker_take_number(unpacker) : track->deal.d;
    uint32_t a = as ? (uint32_t)unpacker_take_number(unpacker) : track->deal.a;

    if (unpacker->outline)
        return;
    unpacker_add_text(unpacker, TOKEN_D_TEXT);
    unpacker_add_number(unpacker, d);
    unpacker_add_text(unpacker, TOKEN_A_TEXT);
    unpacker_add_number(unpacker, a);
    unpacker->failed |= !track_dealt(track, d, a);
}

static void unpack_ms(struct unpacker *unpacker)
{
    unpacker_add_text(unpacker, TOKEN_MS_TEXT);
    for (int i = 0; i < unpacker->track->step_count && !unpacker->failed; i++) {
        if (i > 0)
            unpacker_add_char(unpacker, ',');
        unpacker_add_number(unpacker, (int64_t)unpacker_take_number(unpacker) - 1);
    }
    unpacker_add_char(unpacker, ']');
}

/* ------------------------------------------------------------------------------------- the line */

static void unpack_hex(struct unpacker *unpacker)
{
    char text[2 * SHUFFLE_BYTES + 1];
    unsigned size = unpacker_take_below(unpacker, SHUFFLE_BYTES + 1);
    const uint8_t *bytes = unpacker_take_bytes(unpacker, size);

    if (bytes) {
        hex_format(bytes, size, text);
        unpacker_add(unpacker, text, 2 * size);
    }
}

static void unpack_cards(struct unpacker *unpacker)
{
    uint8_t cards[NOTATION_CARDS];
    int count = unpacker_take_cards(unpacker, cards);
    unpacker_add_cards(unpacker, cards, count);
}

static void unpack_word(struct unpacker *unpacker, int word)
{
    struct track *track = unpacker->track;

    if (word >= TOKEN_WORD_COUNT) {
        (void)unpacker_fail(unpacker);
        return;
    }
    unpacker_add(unpacker, words[word].text, words[word].size);
    if (word == TOKEN_WORD_DELTA)
        track->delta_at = unpacker->size;
    else if (word == TOKEN_WORD_SCORES)
        track->scores_at = unpacker->size;
    else if (word == TOKEN_WORD_SAME_PACK && track->deal_count > 0)
        track->same_pack[track->deal_count - 1] = true;
}

static void unpack_token(struct unpacker *unpacker, enum token token)
{
    switch (token) {
    case TOKEN_GAME:
        if (unpacker->track->fair)
            unpacker_add_text(unpacker, unpacker->track->proof.set);
        else
            (void)unpacker_fail(unpacker);
        break;
    case TOKEN_HAND:
        unpack_hand(unpacker);
        break;
    case TOKEN_DEAL:
        (void)unpack_deal(unpacker);
        break;
    case TOKEN_STEPS:
        (void)unpack_steps(unpacker);
        break;
    case TOKEN_CONTRACT:
    case TOKEN_TEAM:
        unpack_contract(unpacker, token == TOKEN_TEAM);
        break;
    case TOKEN_SUM:
    case TOKEN_SAME:
        unpack_scores(unpacker, token == TOKEN_SUM);
        break;
    case TOKEN_DEALT:
    case TOKEN_DEALT_AS:
        unpack_dealt(unpacker, token == TOKEN_DEALT_AS);
        break;
    case TOKEN_MS:
        unpack_ms(unpacker);
        break;
    case TOKEN_FAIR:
        unpack_fair(unpacker);
        break;
    case TOKEN_CARDS:
        unpack_cards(unpacker);
        break;
    case TOKEN_HEX:
        unpack_hex(unpacker);
        break;
    case TOKEN_WORD:
    default:
        (void)unpacker_fail(unpacker);
        break;
    }
}

static size_t unpack(struct unpacker *unpacker)
{
    track_init(unpacker->track);
    unpack_head(unpacker);
    while (unpacker->at < unpacker->end && !unpacker->failed) {
        unsigned byte = *unpacker->at++;
        if (byte >= TOKEN_WORD)
            unpack_word(unpacker, (int)(byte - TOKEN_WORD));
        else if (byte >= ' ')
            unpacker_add_char(unpacker, (char)byte);
        else
            unpack_token(unpacker, (enum token)byte);
    }
    return unpacker->failed ? 0 : unpacker->size;
}

size_t line_unpack(struct track *track, const uint8_t *bytes, size_t size, char *line, size_t max)
{
    struct unpacker unpacker = {
        .track = track, .at = bytes, .end = bytes + size, .line = line, .max = max};
    return unpack(&unpacker);
}

size_t line_outline(struct track *track, const uint8_t *bytes, size_t size, char *line, size_t max)
{
    struct unpacker unpacker = {.track = track,
                                .at = bytes,
                                .end = bytes + size,
                                .line = line,
                                .max = max,
                                .outline = true};
    return unpack(&unpacker);
}
