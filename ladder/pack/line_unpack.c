/* line_unpack.c - unpacks a record's line. Accepts any bytes: a store may be damaged, or altered.
 */
#include "pack/line_pack.h"

#include "base/hex.h"
#include "pack/token.h"

#include <string.h>

struct unpacker {
    struct track *track;
    const uint8_t *at, *end;
    char *line;
    size_t size, max;
    bool outline; /* see line_outline */
    bool failed;
};

static const struct {
    const char *text;
    size_t size;
} words[TOKEN_WORD_COUNT] = {
#define WORD(name, text) {text, sizeof text - 1},
    TOKEN_WORDS(WORD)
#undef WORD
};

static bool fail(struct unpacker *unpacker)
{
    unpacker->failed = true;
    return false;
}

/* The next byte; after the last one the unpacking has failed. */
static unsigned take(struct unpacker *unpacker)
{
    if (unpacker->at == unpacker->end) {
        unpacker->failed = true;
        return 0;
    }
    return *unpacker->at++;
}

/* The next byte, which is below `below`. */
static unsigned take_below(struct unpacker *unpacker, unsigned below)
{
    unsigned byte = take(unpacker);

    if (byte >= below) {
        unpacker->failed = true;
        return 0;
    }
    return byte;
}

static uint64_t take_number(struct unpacker *unpacker)
{
    uint64_t number = 0;

    for (int shift = 0; shift < 63; shift += 7) {
        unsigned byte = take(unpacker);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    unpacker->failed = true;
    return 0;
}

/* `size` bytes as they are, or NULL. */
static const uint8_t *take_bytes(struct unpacker *unpacker, size_t size)
{
    const uint8_t *from = unpacker->at;

    if ((size_t)(unpacker->end - from) < size) {
        unpacker->failed = true;
        return NULL;
    }
    unpacker->at += size;
    return from;
}

static void add(struct unpacker *unpacker, const char *text, size_t size)
{
    if (unpacker->max - unpacker->size < size) {
        unpacker->failed = true;
        return;
    }
    memcpy(unpacker->line + unpacker->size, text, size);
    unpacker->size += size;
}

static void add_text(struct unpacker *unpacker, const char *text)
{
    add(unpacker, text, strlen(text));
}

static void add_char(struct unpacker *unpacker, char c)
{
    add(unpacker, &c, 1);
}

static void add_number(struct unpacker *unpacker, int64_t number)
{
    char text[20];
    add(unpacker, text, track_number(number, text));
}

/* A list of cards with its brackets. */
static void add_cards(struct unpacker *unpacker, const uint8_t *cards, int count)
{
    char text[NOTATION_CARDS * (NOTATION_CARD_MAX + 3) + 2];
    size_t size = 0;

    text[size++] = '[';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text[size++] = ',';
        text[size++] = '"';
        size += notation_card_write(cards[i], text + size);
        text[size++] = '"';
    }
    text[size++] = ']';
    add(unpacker, text, size);
}

/* Cards of the stream: their number, which is at most NOTATION_CARDS. */
static int take_cards(struct unpacker *unpacker, uint8_t cards[NOTATION_CARDS])
{
    unsigned count = take_below(unpacker, NOTATION_CARDS + 1);

    for (unsigned i = 0; i < count; i++)
        cards[i] = (uint8_t)take_below(unpacker, NOTATION_CARDS);
    return (int)count;
}

/* ------------------------------------------------------------------------------------ the proof */

static void take_nonces(struct unpacker *unpacker, struct shuffle_proof *proof)
{
    proof->nonce_count = (int)take_below(unpacker, SHUFFLE_NONCES_MAX + 1);
    for (int i = 0; i < proof->nonce_count; i++) {
        struct shuffle_nonce *nonce = &proof->nonces[i];
        nonce->size = (uint8_t)take_below(unpacker, SHUFFLE_BYTES + 1);
        const uint8_t *bytes = take_bytes(unpacker, nonce->size);
        if (bytes)
            memcpy(nonce->bytes, bytes, nonce->size);
    }
}

static void take_deck_set(struct unpacker *unpacker, struct shuffle_proof *proof)
{
    const uint8_t *set = take_bytes(unpacker, (NOTATION_CARDS + 7) / 8);

    proof->deck_count = 0;
    for (int card = 0; set && card < NOTATION_CARDS; card++) {
        if (set[card / 8] >> card % 8 & 1)
            proof->deck[proof->deck_count++] = (uint8_t)card;
    }
}

static void unpack_head(struct unpacker *unpacker)
{
    struct shuffle_proof *proof = &unpacker->track->proof;
    unsigned id = take_below(unpacker, SHUFFLE_ID_MAX + 2);

    if (id == 0)
        return;
    const uint8_t *set = take_bytes(unpacker, id - 1);
    if (!set || memchr(set, 0, id - 1)) {
        unpacker->failed = true;
        return;
    }
    memcpy(proof->set, set, id - 1);
    proof->set[id - 1] = '\0';
    take_deck_set(unpacker, proof);
    take_nonces(unpacker, proof);
    const uint8_t *seed = take_bytes(unpacker, SHUFFLE_BYTES);
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
        (void)fail(unpacker);
    else if (!unpacker->outline)
        add(unpacker, text, track_fair(unpacker->track, text));
}

/* ------------------------------------------------------------------------------------- the deal */

static bool take_layout(struct unpacker *unpacker, int deck_count, struct track_layout *layout)
{
    unsigned total = 0;

    memset(layout, 0, sizeof *layout);
    layout->hands = (uint8_t)take_below(unpacker, TRACK_HANDS_MAX + 1);
    layout->more = (uint8_t)take_below(unpacker, 4);
    int count = layout->hands + 1 + (layout->more & 1) + (layout->more >> 1);
    if (layout->hands == 0)
        return fail(unpacker);
    for (int list = 0; list < count; list++) {
        layout->sizes[list] = (uint8_t)take_below(unpacker, NOTATION_CARDS + 1);
        total += layout->sizes[list];
    }
    if (total > NOTATION_CARDS)
        return fail(unpacker);
    for (unsigned i = 0; i < total; i++)
        layout->places[i] = (uint8_t)take_below(unpacker, (unsigned)deck_count);
    return !unpacker->failed;
}

/* The deck of a deal: its number of cards, or 0. In an outline a derived one has no cards. */
static int take_deck(struct unpacker *unpacker, unsigned bits, uint8_t deck[NOTATION_CARDS])
{
    struct track *track = unpacker->track;
    uint64_t d = (uint64_t)track->deal.d + 1, a = 0;

    if (bits & DEAL_AS) {
        d = take_number(unpacker);
        a = take_number(unpacker);
    }
    if (!(bits & DEAL_DERIVED))
        return take_cards(unpacker, deck);
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

    add(unpacker, TOKEN_DEAL_TEXT, strlen(TOKEN_DEAL_TEXT) - 1);
    for (int seat = 0; seat < layout->hands; seat++) {
        if (seat > 0)
            add_char(unpacker, ',');
        add_cards(unpacker, track->held[seat], track->held_count[seat]);
    }
    for (int i = 0; i < layout->hands; i++)
        place += layout->sizes[i];
    add_text(unpacker, "],\"kitty\":");
    add_cards(unpacker, track->kitty, track->kitty_count);
    place += layout->sizes[list++];
    for (int more = TRACK_EXPOSED; more <= TRACK_STOCK; more <<= 1) {
        if (!(layout->more & more))
            continue;
        for (int i = 0; i < layout->sizes[list]; i++)
            cards[i] = deck[layout->places[place + i]];
        add_text(unpacker, more == TRACK_EXPOSED ? ",\"exposed\":" : ",\"stock\":");
        add_cards(unpacker, cards, layout->sizes[list]);
        place += layout->sizes[list++];
    }
    add_text(unpacker, ",\"deck\":");
    add_cards(unpacker, deck, deck_count);
}

/* Begins a hand of which only the seats are known. */
static void outline_deal(struct unpacker *unpacker, int dealer)
{
    struct track *track = unpacker->track;

    track->dealer = track->seat = dealer;
    track->laid = true;
    track->step_count = track->bid_call = 0;
    add_text(unpacker, ",\"deal\":{\"deck\":[]");
}

static bool unpack_deal(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    uint8_t deck[NOTATION_CARDS];
    unsigned bits = take_below(unpacker, 2 * DEAL_LAYOUT);
    int dealer = unpacker->size > 0 ? unpacker->line[unpacker->size - 1] - '0' : -1;
    int count = take_deck(unpacker, bits, deck);

    if (count < 1 || unpacker->failed)
        return fail(unpacker);
    if (bits & DEAL_LAYOUT) {
        if (!take_layout(unpacker, count, &track->layout))
            return false;
        track->deck_count = count;
    } else if (!track->laid || count != track->deck_count) {
        return fail(unpacker);
    }
    if (dealer < 0 || dealer >= track->layout.hands)
        return fail(unpacker);
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
    add_char(unpacker, '[');
    add_char(unpacker, (char)('0' + seat));
    add(unpacker, ",\"", 2);
    add_text(unpacker, phase);
    add(unpacker, "\",\"", 3);
}

static void add_card(struct unpacker *unpacker, int card)
{
    char text[NOTATION_CARD_MAX];
    add(unpacker, text, notation_card_write(card, text));
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
    int seat = take_seat(unpacker, further), card = (int)take_below(unpacker, NOTATION_CARDS);
    char suit[2] = "=";

    if (seat < 0)
        return -1;
    int held = track_find(track, seat, card);
    if (held >= 0)
        track_take(track, seat, held);
    add_step(unpacker, seat, "play");
    add_card(unpacker, card);
    if (joker) {
        suit[1] = (char)take_below(unpacker, 0x7f);
        add(unpacker, suit, 2);
    }
    return seat;
}

static int unpack_call(struct unpacker *unpacker, unsigned further)
{
    int seat = take_seat(unpacker, further), call = (int)take(unpacker);
    const char *text = notation_call(call);

    if (seat < 0 || !text)
        return -1;
    add_step(unpacker, seat, "auction");
    add_text(unpacker, text);
    if (call > 0) {
        unpacker->track->bid_call = call;
        unpacker->track->bid_seat = seat;
    }
    return seat;
}

static int unpack_discard(struct unpacker *unpacker, unsigned further)
{
    struct track *track = unpacker->track;
    int seat = take_seat(unpacker, further), count = (int)take(unpacker);

    if (seat < 0)
        return -1;
    track_take_up(track, seat);
    add_step(unpacker, seat, "discard");
    add_text(unpacker, "discard");
    for (int i = 0; i < count; i++) {
        int held = (int)take(unpacker);
        if (unpacker->failed || held >= track->held_count[seat])
            return -1;
        add_char(unpacker, ':');
        add_card(unpacker, track_take(track, seat, held));
    }
    return seat;
}

static int unpack_other(struct unpacker *unpacker)
{
    int seat = (int)take_below(unpacker, 8);
    const char *phase = notation_phase((int)take(unpacker));
    unsigned size = take(unpacker);
    const uint8_t *text = take_bytes(unpacker, size);

    if (!phase || !text)
        return -1;
    add_step(unpacker, seat, phase);
    add(unpacker, (const char *)text, size);
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
    int seat = take_seat(unpacker, further), call = (int)take(unpacker);

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
        int seat = (int)take_below(unpacker, 8);
        (void)take(unpacker); /* the phase */
        return take_bytes(unpacker, take(unpacker)) ? seat : -1;
    }
    if (code >= STEP_CALL && code < STEP_DISCARD)
        return outline_call(unpacker, code - STEP_CALL);
    unsigned kind = code - code % 10; /* of these each has ten codes */
    int seat = take_seat(unpacker, code - kind);
    if (kind == STEP_DISCARD)
        return take_bytes(unpacker, take(unpacker)) ? seat : -1;
    return take_bytes(unpacker, kind == STEP_JOKER ? 2 : 1) ? seat : -1; /* a card, a suit */
}

/* The steps as a text, the seat of each. */
static bool outline_steps(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    unsigned code;

    track->step_count = 0;
    add(unpacker, TOKEN_STEPS_TEXT, strlen(TOKEN_STEPS_TEXT) - 1);
    add_char(unpacker, '"');
    while ((code = take(unpacker)) != STEP_END) {
        int seat = outline_step(unpacker, code);
        if (seat < 0 || unpacker->failed)
            return fail(unpacker);
        add_char(unpacker, (char)('0' + seat));
        track->step_count++;
        track->seat = seat;
    }
    add_char(unpacker, '"');
    return true;
}

static bool unpack_steps(struct unpacker *unpacker)
{
    struct track *track = unpacker->track;
    unsigned code;

    if (unpacker->outline)
        return outline_steps(unpacker);

    track->step_count = 0;
    add_text(unpacker, TOKEN_STEPS_TEXT);
    while ((code = take(unpacker)) != STEP_END) {
        if (track->step_count++ > 0)
            add_char(unpacker, ',');
        int seat = unpack_step(unpacker, code);
        if (seat < 0 || unpacker->failed)
            return fail(unpacker);
        add(unpacker, "\"]", 2);
        track->seat = seat;
    }
    add_char(unpacker, ']');
    return true;
}

/* -------------------------------------------------------------------------- the end of a hand */

static void unpack_hand(struct unpacker *unpacker)
{
    if (unpacker->track->laid) {
        add_text(unpacker, TOKEN_HAND_TEXT);
        add_number(unpacker, (unpacker->track->dealer + 1) % unpacker->track->layout.hands);
    } else {
        (void)fail(unpacker);
    }
}

static void unpack_contract(struct unpacker *unpacker, bool team)
{
    const struct track *track = unpacker->track;

    if (track->bid_call == 0 || (team && !track->laid)) {
        (void)fail(unpacker);
        return;
    }
    add_text(unpacker, TOKEN_CONTRACT_TEXT);
    add_text(unpacker, notation_call(track->bid_call));
    add_text(unpacker, TOKEN_BY_TEXT);
    add_number(unpacker, track->bid_seat);
    add_text(unpacker, TOKEN_PARTNER_TEXT);
    if (team) {
        add_number(unpacker, (track->bid_seat + track->layout.hands / 2) % track->layout.hands);
        add_text(unpacker, TOKEN_TRICKS_TEXT);
    }
}

static void unpack_scores(struct unpacker *unpacker, bool sum)
{
    char text[TRACK_SCORES_MAX * 21];
    size_t size = 0;

    if (!unpacker->outline)
        size = track_scores(unpacker->track, unpacker->line, unpacker->size, sum, text);

    add_text(unpacker, TOKEN_SCORES_TEXT);
    unpacker->track->scores_at = unpacker->size;
    add(unpacker, text, size);
    add_char(unpacker, ']');
}

static void unpack_dealt(struct unpacker *unpacker, bool as)
{
    struct track *track = unpacker->track;
    uint32_t d = as ? (uint32_t)take_number(unpacker) : track->deal.d;
    uint32_t a = as ? (uint32_t)take_number(unpacker) : track->deal.a;

    if (unpacker->outline)
        return;
    add_text(unpacker, TOKEN_D_TEXT);
    add_number(unpacker, d);
    add_text(unpacker, TOKEN_A_TEXT);
    add_number(unpacker, a);
    unpacker->failed |= !track_dealt(track, d, a);
}

static void unpack_ms(struct unpacker *unpacker)
{
    add_text(unpacker, TOKEN_MS_TEXT);
    for (int i = 0; i < unpacker->track->step_count && !unpacker->failed; i++) {
        if (i > 0)
            add_char(unpacker, ',');
        add_number(unpacker, (int64_t)take_number(unpacker) - 1);
    }
    add_char(unpacker, ']');
}

/* ------------------------------------------------------------------------------------- the line */

static void unpack_hex(struct unpacker *unpacker)
{
    char text[2 * SHUFFLE_BYTES + 1];
    unsigned size = take_below(unpacker, SHUFFLE_BYTES + 1);
    const uint8_t *bytes = take_bytes(unpacker, size);

    if (bytes) {
        hex_format(bytes, size, text);
        add(unpacker, text, 2 * size);
    }
}

static void unpack_cards(struct unpacker *unpacker)
{
    uint8_t cards[NOTATION_CARDS];
    int count = take_cards(unpacker, cards);
    add_cards(unpacker, cards, count);
}

static void unpack_word(struct unpacker *unpacker, int word)
{
    struct track *track = unpacker->track;

    if (word >= TOKEN_WORD_COUNT) {
        (void)fail(unpacker);
        return;
    }
    add(unpacker, words[word].text, words[word].size);
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
            add_text(unpacker, unpacker->track->proof.set);
        else
            (void)fail(unpacker);
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
        (void)fail(unpacker);
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
            add_char(unpacker, (char)byte);
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
