/* line_pack.c - packs a record's line. */
#include "pack/line_pack.h"

#include "base/hex.h"
#include "pack/packer.h"
#include "pack/token.h"

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

static const char *find(const char *from, const char *end, const char *text)
{
    return memmem(from, (size_t)(end - from), text, strlen(text));
}

static bool nonces_read(struct packer *packer, struct shuffle_proof *proof)
{
    proof->nonce_count = 0;
    do {
        if (proof->nonce_count == SHUFFLE_NONCES_MAX || !packer_skip(packer, "\""))
            return false;
        struct shuffle_nonce *nonce = &proof->nonces[proof->nonce_count++];
        size_t digits = 0;
        while (digits <= 2 * SHUFFLE_BYTES && hex_value(packer->at[digits]) >= 0)
            digits++;
        if (digits > 2 * SHUFFLE_BYTES || digits % 2)
            return false;
        nonce->size = (uint8_t)(digits / 2);
        if (!packer_hex_read(packer, nonce->bytes, nonce->size) || !packer_skip(packer, "\""))
            return false;
    } while (packer_skip(packer, ","));
    return packer_skip(packer, "],\"mix\":\"");
}

/* The cards of the first deck, in deck order. */
static bool deck_read(struct packer *packer, struct shuffle_proof *proof)
{
    uint8_t cards[NOTATION_CARDS];
    bool there[NOTATION_CARDS] = {false};
    const char *deck = find(packer->line, packer->end, ",\"deck\":[");

    packer->at = deck ? deck + strlen(",\"deck\":") : packer->end;
    int count = packer_cards_read(packer, cards);
    for (int i = 0; i < count; i++)
        there[cards[i]] = true;
    proof->deck_count = 0;
    for (int card = 0; card < NOTATION_CARDS; card++) {
        if (there[card])
            proof->deck[proof->deck_count++] = (uint8_t)card;
    }
    return count > 1 && proof->deck_count == count;
}

/* Reads the proof at the end of the line, if it is of the known kind. */
static bool proof_read(struct packer *packer)
{
    struct shuffle_proof *proof = &packer->track->proof;
    const char *fair = find(packer->line, packer->end, TOKEN_FAIR_TEXT);
    uint8_t digest[SHUFFLE_BYTES];
    size_t size = 0;

    if (!fair)
        return false;
    packer->at = fair + strlen(TOKEN_FAIR_TEXT);
    while (packer->at[size] && packer->at[size] != '"' && size < SHUFFLE_ID_MAX) {
        proof->set[size] = packer->at[size];
        size++;
    }
    proof->set[size] = '\0';
    packer->at += size;
    return packer_skip(packer, "\",\"commitment\":\"") &&
           packer_hex_read(packer, digest, SHUFFLE_BYTES) &&
           packer_skip(packer, "\",\"nonces\":[") && nonces_read(packer, proof) &&
           packer_hex_read(packer, digest, SHUFFLE_BYTES) &&
           packer_skip(packer, "\",\"seed\":\"") &&
           packer_hex_read(packer, proof->seed, SHUFFLE_BYTES) &&
           packer_skip(packer, "\",\"keys\":[") && deck_read(packer, proof);
}

/* The proof is packed first, because the deals follow from it. */
static void put_proof(struct packer *packer)
{
    const struct shuffle_proof *proof = &packer->track->proof;
    uint8_t set[(NOTATION_CARDS + 7) / 8] = {0};

    packer_put(packer, (unsigned)strlen(proof->set) + 1);
    packer_put_bytes(packer, proof->set, strlen(proof->set));
    for (int i = 0; i < proof->deck_count; i++)
        set[proof->deck[i] / 8] |= (uint8_t)(1 << proof->deck[i] % 8);
    packer_put_bytes(packer, set, sizeof set);
    packer_put(packer, (unsigned)proof->nonce_count);
    for (int i = 0; i < proof->nonce_count; i++) {
        packer_put(packer, proof->nonces[i].size);
        packer_put_bytes(packer, proof->nonces[i].bytes, proof->nonces[i].size);
    }
    packer_put_bytes(packer, proof->seed, SHUFFLE_BYTES);
}

static void pack_head(struct packer *packer)
{
    if (proof_read(packer)) {
        track_prove(packer->track);
        put_proof(packer);
    } else {
        packer_put(packer, 0);
    }
    packer->at = packer->line;
}

/* The line must have `text` of that size here: the token replaces it. */
static bool pack_same(struct packer *packer, enum token token, const char *text, size_t size)
{
    if ((size_t)(packer->end - packer->at) < size || memcmp(packer->at, text, size) != 0)
        return false;
    packer_put(packer, token);
    packer->at += size;
    return true;
}

static bool pack_fair(struct packer *packer)
{
    char text[TRACK_FAIR_MAX];

    if (!packer->track->fair)
        return false;
    size_t size = track_fair(packer->track, text);
    return pack_same(packer, TOKEN_FAIR, text, size);
}

/* ------------------------------------------------------------------------------------- the deal */

struct lists {
    struct track_layout layout;
    uint8_t cards[TRACK_LISTS_MAX][NOTATION_CARDS]; /* in the order of the line */
    uint8_t deck[NOTATION_CARDS];
    int deck_count;
};

static bool list_read(struct packer *packer, struct lists *lists, int list)
{
    int count = packer_cards_read(packer, lists->cards[list]);

    if (count < 0)
        return false;
    lists->layout.sizes[list] = (uint8_t)count;
    return true;
}

/* Reads the lists, up to the bracket that ends the deck. */
static bool lists_read(struct packer *packer, struct lists *lists)
{
    struct track_layout *layout = &lists->layout;
    int list = 0;

    layout->hands = layout->more = 0;
    packer->at += strlen(TOKEN_DEAL_TEXT) - 1;
    do {
        if (list == TRACK_HANDS_MAX || !list_read(packer, lists, list++))
            return false;
    } while (packer_skip(packer, ","));
    layout->hands = (uint8_t)list;
    if (!packer_skip(packer, "],\"kitty\":") || !list_read(packer, lists, list++))
        return false;
    if (packer_skip(packer, ",\"exposed\":")) {
        layout->more |= TRACK_EXPOSED;
        if (!list_read(packer, lists, list++))
            return false;
    }
    if (packer_skip(packer, ",\"stock\":")) {
        layout->more |= TRACK_STOCK;
        if (!list_read(packer, lists, list++))
            return false;
    }
    if (!packer_skip(packer, ",\"deck\":"))
        return false;
    lists->deck_count = packer_cards_read(packer, lists->deck);
    return lists->deck_count > 0;
}

/* The position of each card in the deck. Hands are taken in order from the dealer's left. */
static bool layout_make(struct lists *lists, int dealer, struct track_layout *made)
{
    uint8_t where[NOTATION_CARDS];
    int total = 0,
        count = lists->layout.hands + 1 + (lists->layout.more & 1) + (lists->layout.more >> 1);

    if (dealer >= lists->layout.hands)
        return false;
    memset(where, NOTATION_NONE, sizeof where);
    for (int i = 0; i < lists->deck_count; i++)
        where[lists->deck[i]] = (uint8_t)i;
    made->hands = lists->layout.hands;
    made->more = lists->layout.more;
    for (int list = 0; list < count; list++) {
        int from = list < made->hands ? (dealer + 1 + list) % made->hands : list;
        made->sizes[list] = lists->layout.sizes[from];
        for (int i = 0; i < made->sizes[list]; i++) {
            uint8_t place = where[lists->cards[from][i]];
            if (place == NOTATION_NONE || total == NOTATION_CARDS)
                return false;
            made->places[total++] = place;
        }
    }
    memset(made->sizes + count, 0, (size_t)(TRACK_LISTS_MAX - count));
    memset(made->places + total, 0, (size_t)(NOTATION_CARDS - total));
    return true;
}

static void put_layout(struct packer *packer, const struct track_layout *layout)
{
    int total = 0, count = layout->hands + 1 + (layout->more & 1) + (layout->more >> 1);

    packer_put(packer, layout->hands);
    packer_put(packer, layout->more);
    for (int list = 0; list < count; list++) {
        packer_put(packer, layout->sizes[list]);
        total += layout->sizes[list];
    }
    packer_put_bytes(packer, layout->places, (size_t)total);
}

/* Number and attempt, which come only after the steps. */
static bool deal_number_find(const struct packer *packer, uint32_t *d, uint32_t *a)
{
    struct packer ahead = *packer;

    ahead.at = find(packer->at, packer->end, TOKEN_D_TEXT);
    return ahead.at && packer_skip(&ahead, TOKEN_D_TEXT) && packer_number_read(&ahead, d) &&
           packer_skip(&ahead, TOKEN_A_TEXT) && packer_number_read(&ahead, a);
}

static void put_deck(struct packer *packer, const struct lists *lists, bool laid)
{
    struct track *track = packer->track;
    uint32_t d, a;
    uint8_t deck[NOTATION_CARDS];
    unsigned bits = laid ? 0 : DEAL_LAYOUT;

    if (track->fair && lists->deck_count == track->proof.deck_count &&
        deal_number_find(packer, &d, &a)) {
        const struct track_deal before = track->deal;
        track_derive(track, d, a, deck);
        if (memcmp(deck, lists->deck, (size_t)lists->deck_count) == 0)
            bits |= DEAL_DERIVED | (d == before.d + 1 && a == 0 ? 0 : DEAL_AS);
        else
            track->deal = before;
    }
    packer_put(packer, bits);
    if (bits & DEAL_AS) {
        packer_put_number(packer, d);
        packer_put_number(packer, a);
    }
    if (!(bits & DEAL_DERIVED)) {
        packer_put(packer, (unsigned)lists->deck_count);
        packer_put_bytes(packer, lists->deck, (size_t)lists->deck_count);
    }
}

static bool pack_deal(struct packer *packer)
{
    struct track *track = packer->track;
    struct lists lists;
    struct track_layout layout;
    const char *from = packer->at;
    int dealer = from > packer->line ? from[-1] - '0' : -1;

    if (dealer < 0 || dealer >= TRACK_HANDS_MAX || !lists_read(packer, &lists) ||
        !layout_make(&lists, dealer, &layout)) {
        packer->at = from;
        return false;
    }
    packer_put(packer, TOKEN_DEAL);
    bool laid = track->laid && lists.deck_count == track->deck_count &&
                memcmp(&layout, &track->layout, sizeof layout) == 0;
    put_deck(packer, &lists, laid);
    if (!laid)
        put_layout(packer, &layout);
    track->layout = layout;
    track->deck_count = lists.deck_count;
    track_begin(track, dealer, lists.deck);
    return true;
}

/* ------------------------------------------------------------------------------------ the steps */

static bool pack_play(struct packer *packer, int seat)
{
    struct track *track = packer->track;
    size_t size;
    int card = notation_card_read(packer->at, &size), further = track_further(track, seat);
    const char *end = packer->at + size;

    if (card == NOTATION_NONE || further >= STEP_SEATS || *end == ':')
        return false;
    int held = track_find(track, seat, card);
    if (*end == '=') {
        if (!end[1] || !strchr("SCDH", end[1]) || end[2] != '"' || end[3] != ']')
            return false;
        packer_put(packer, STEP_JOKER + (unsigned)further);
        packer_put(packer, (unsigned)card);
        packer_put(packer, (unsigned char)end[1]);
        end += 2;
    } else if (end[1] != ']') {
        return false;
    } else if (held >= 0 && held < STEP_HELD) {
        packer_put(packer, STEP_PLAY + (unsigned)(further * STEP_HELD + held));
    } else {
        packer_put(packer, STEP_CARD + (unsigned)further);
        packer_put(packer, (unsigned)card);
    }
    if (held >= 0)
        track_take(track, seat, held);
    packer->at = end;
    return packer_skip(packer, "\"]");
}

static bool pack_call(struct packer *packer, int seat)
{
    struct track *track = packer->track;
    size_t size = strcspn(packer->at, "\"");
    int call = notation_call_find(packer->at, size), further = track_further(track, seat);

    if (call == NOTATION_NONE || further >= STEP_SEATS)
        return false;
    packer_put(packer, STEP_CALL + (unsigned)further);
    packer_put(packer, (unsigned)call);
    if (call > 0) {
        track->bid_call = call;
        track->bid_seat = seat;
    }
    packer->at += size;
    return packer_skip(packer, "\"]");
}

/* Removes the cards if the seat holds them all. Returns their number, or -1. */
static int discard_read(struct packer *packer, int seat, int taken[NOTATION_CARDS])
{
    struct track *track = packer->track;
    int count = 0;
    size_t size;

    do {
        int card = notation_card_read(packer->at, &size);
        taken[count] = card == NOTATION_NONE ? -1 : track_find(track, seat, card);
        if (taken[count] < 0)
            return -1;
        track_take(track, seat, taken[count++]);
        packer->at += size;
    } while (count < NOTATION_CARDS && packer_skip(packer, ":"));
    return packer_skip(packer, "\"]") ? count : -1;
}

static bool pack_discard(struct packer *packer, int seat)
{
    struct track *track = packer->track;
    int further = track_further(track, seat), taken[NOTATION_CARDS];
    uint8_t held[NOTATION_CARDS], kitty_count = track->kitty_count;

    if (further >= STEP_SEATS)
        return false;
    uint8_t held_count = track->held_count[seat];
    memcpy(held, track->held[seat], sizeof held);
    track_take_up(track, seat);
    int count = discard_read(packer, seat, taken);
    if (count < 0) {
        memcpy(track->held[seat], held, sizeof held);
        track->held_count[seat] = held_count;
        track->kitty_count = kitty_count;
        return false;
    }
    packer_put(packer, STEP_DISCARD + (unsigned)further);
    packer_put(packer, (unsigned)count);
    for (int i = 0; i < count; i++)
        packer_put(packer, (unsigned)taken[i]);
    return true;
}

/* Packs any step whose action needs no escape. */
static bool pack_other(struct packer *packer, int seat, int phase)
{
    size_t size = strcspn(packer->at, "\"\\");

    if (phase == NOTATION_NONE || size > 255)
        return false;
    packer_put(packer, STEP_OTHER);
    packer_put(packer, (unsigned)seat);
    packer_put(packer, (unsigned)phase);
    packer_put(packer, (unsigned)size);
    packer_put_bytes(packer, packer->at, size);
    packer->at += size;
    return packer_skip(packer, "\"]");
}

/* [SEAT,"PHASE","ACTION"] */
static bool pack_step(struct packer *packer)
{
    struct track *track = packer->track;
    const char *at = packer->at;
    bool packed = false;

    if (at[0] != '[' || at[1] < '0' || at[1] > '7' || at[2] != ',' || at[3] != '"')
        return false;
    int seat = at[1] - '0';
    size_t size = packer->size;
    packer->at = at + 4;
    if (packer_skip(packer, "play\",\""))
        packed = pack_play(packer, seat);
    else if (packer_skip(packer, "auction\",\""))
        packed = pack_call(packer, seat);
    else if (packer_skip(packer, "discard\",\"discard:"))
        packed = pack_discard(packer, seat);
    if (!packed) {
        size_t phase = strcspn(at + 4, "\"");
        packer->size = size;
        packer->at = at + 4 + phase;
        if (!packer_skip(packer, "\",\"") ||
            !pack_other(packer, seat, notation_phase_find(at + 4, phase)))
            return false;
    }
    track->seat = seat;
    track->step_count++;
    return true;
}

/* Packs up to the closing bracket. A step of another kind ends the packing: none exists. */
static bool pack_steps(struct packer *packer)
{
    packer->at += strlen(TOKEN_STEPS_TEXT);
    packer_put(packer, TOKEN_STEPS);
    packer->track->step_count = 0;
    if (*packer->at != ']') {
        do {
            if (!pack_step(packer))
                packer->failed = true;
        } while (!packer->failed && packer_skip(packer, ","));
    }
    packer_put(packer, STEP_END);
    packer->failed |= !packer_skip(packer, "]");
    return true;
}

/* -------------------------------------------------------------------------- the end of a hand */

static bool pack_contract(struct packer *packer)
{
    const struct track *track = packer->track;
    const char *from = packer->at, *call = notation_call(track->bid_call);
    char seat[2] = {(char)('0' + track->bid_seat), 0}, across[2] = "";

    if (track->laid)
        across[0] = (char)('0' + (track->bid_seat + track->layout.hands / 2) % track->layout.hands);
    if (track->bid_call == 0 || !packer_skip(packer, TOKEN_CONTRACT_TEXT) ||
        !packer_skip(packer, call) || !packer_skip(packer, TOKEN_BY_TEXT) ||
        !packer_skip(packer, seat) || !packer_skip(packer, TOKEN_PARTNER_TEXT)) {
        packer->at = from;
        return false;
    }
    from = packer->at;
    bool team = across[0] && packer_skip(packer, across) && packer_skip(packer, TOKEN_TRICKS_TEXT);
    packer->at = team ? packer->at : from;
    packer_put(packer, team ? TOKEN_TEAM : TOKEN_CONTRACT);
    return true;
}

static bool pack_scores(struct packer *packer)
{
    struct track *track = packer->track;
    size_t said = (size_t)(packer->at - packer->line) + strlen(TOKEN_SCORES_TEXT);
    bool packed = false;

    for (int sum = 1; sum >= 0 && !packed; sum--) {
        char text[32 + TRACK_SCORES_MAX * 21] = TOKEN_SCORES_TEXT;
        size_t size = strlen(TOKEN_SCORES_TEXT);
        size += track_scores(track, packer->line, said, sum, text + size);
        text[size++] = ']';
        packed = pack_same(packer, sum ? TOKEN_SUM : TOKEN_SAME, text, size);
    }
    if (packed)
        track->scores_at = said;
    return packed;
}

/* Number and attempt of the deal. */
static bool pack_dealt(struct packer *packer)
{
    struct track *track = packer->track;
    const char *from = packer->at;
    uint32_t d, a;

    if (!packer_skip(packer, TOKEN_D_TEXT) || !packer_number_read(packer, &d) ||
        !packer_skip(packer, TOKEN_A_TEXT) || !packer_number_read(packer, &a)) {
        packer->at = from;
        return false;
    }
    bool derived = d == track->deal.d && a == track->deal.a;
    packer_put(packer, derived ? TOKEN_DEALT : TOKEN_DEALT_AS);
    if (!derived) {
        packer_put_number(packer, d);
        packer_put_number(packer, a);
    }
    packer->failed |= !track_dealt(track, d, a);
    return true;
}

/* A time for each step, in one byte (0: -1) if it is short. */
static bool pack_ms(struct packer *packer)
{
    const char *from = packer->at;
    size_t size = packer->size;
    uint32_t ms;

    packer->at += strlen(TOKEN_MS_TEXT);
    packer_put(packer, TOKEN_MS);
    for (int i = 0; i < packer->track->step_count; i++) {
        bool none = packer_skip(packer, "-1");
        if ((!none && !packer_number_read(packer, &ms)) ||
            !packer_skip(packer, i + 1 < packer->track->step_count ? "," : "]")) {
            packer->at = from;
            packer->size = size;
            return false;
        }
        packer_put_number(packer, none ? 0 : (uint64_t)ms + 1);
    }
    if (packer->track->step_count > 0)
        return true;
    packer->at = from;
    packer->size = size;
    return false;
}

/* ------------------------------------------------------------------------------------- the line */

static bool pack_cards(struct packer *packer)
{
    const char *from = packer->at;
    uint8_t cards[NOTATION_CARDS];
    int count = packer_cards_read(packer, cards);

    if (count < 1) {
        packer->at = from;
        return false;
    }
    packer_put(packer, TOKEN_CARDS);
    packer_put(packer, (unsigned)count);
    packer_put_bytes(packer, cards, (size_t)count);
    return true;
}

static bool pack_hex(struct packer *packer)
{
    uint8_t bytes[SHUFFLE_BYTES];
    size_t digits = 0;

    while (digits < 2 * SHUFFLE_BYTES && hex_value(packer->at[digits]) >= 0)
        digits++;
    if (digits < TOKEN_HEX_MIN || !packer_hex_read(packer, bytes, digits / 2))
        return false;
    packer_put(packer, TOKEN_HEX);
    packer_put(packer, (unsigned)(digits / 2));
    packer_put_bytes(packer, bytes, digits / 2);
    return true;
}

/* Packs the text after a word, if there is a shorter form. */
static bool pack_part(struct packer *packer, int word)
{
    char hand[16] = TOKEN_HAND_TEXT "0";

    switch (word) {
    case TOKEN_WORD_HAND:
        if (!packer->track->laid)
            return false;
        hand[strlen(TOKEN_HAND_TEXT)] =
            (char)('0' + (packer->track->dealer + 1) % packer->track->layout.hands);
        return pack_same(packer, TOKEN_HAND, hand, strlen(hand));
    case TOKEN_WORD_DEAL:
        return pack_deal(packer);
    case TOKEN_WORD_STEPS:
        return pack_steps(packer);
    case TOKEN_WORD_CONTRACT:
        return pack_contract(packer);
    case TOKEN_WORD_SCORES:
        return pack_scores(packer);
    case TOKEN_WORD_D:
        return pack_dealt(packer);
    case TOKEN_WORD_MS:
        return pack_ms(packer);
    case TOKEN_WORD_FAIR:
        return pack_fair(packer);
    default:
        return false;
    }
}

/* A word becomes its number; the text after it may be known. */
static void pack_word(struct packer *packer, int word)
{
    struct track *track = packer->track;

    packer_put(packer, TOKEN_WORD + (unsigned)word);
    packer->at += words[word].size;
    size_t at = (size_t)(packer->at - packer->line);
    if (word == TOKEN_WORD_GAME && track->fair)
        (void)pack_same(packer, TOKEN_GAME, track->proof.set, strlen(track->proof.set));
    else if (word == TOKEN_WORD_DELTA)
        track->delta_at = at;
    else if (word == TOKEN_WORD_SCORES)
        track->scores_at = at;
    else if (word == TOKEN_WORD_SAME_PACK && track->deal_count > 0)
        track->same_pack[track->deal_count - 1] = true;
}

static int word_find(const struct packer *packer)
{
    size_t left = (size_t)(packer->end - packer->at);

    for (int word = 0; word < TOKEN_WORD_COUNT; word++) {
        if (words[word].text[0] == packer->at[0] && words[word].text[2] == packer->at[2] &&
            left >= words[word].size && memcmp(words[word].text, packer->at, words[word].size) == 0)
            return word;
    }
    return TOKEN_WORD_COUNT;
}

size_t line_pack(struct track *track, const char *line, size_t size, uint8_t *out)
{
    struct packer packer = {
        .track = track, .line = line, .at = line, .end = line + size, .out = out, .max = size};

    track_init(track);
    pack_head(&packer);
    while (packer.at < packer.end && !packer.failed) {
        char c = *packer.at;
        if (c < ' ' || c > '~')
            return 0;
        bool sign =
            c == ',' || c == '"' || c == '[' || c == ']' || c == '{' || c == '}' || c == 'n';
        int word = sign && packer.end - packer.at > 2 ? word_find(&packer) : TOKEN_WORD_COUNT;
        if (word < TOKEN_WORD_COUNT) {
            if (!pack_part(&packer, word))
                pack_word(&packer, word);
        } else if ((c != '[' || !pack_cards(&packer)) && (hex_value(c) < 0 || !pack_hex(&packer))) {
            packer_put(&packer, (unsigned char)*packer.at++);
        }
    }
    return packer.failed ? 0 : packer.size;
}
