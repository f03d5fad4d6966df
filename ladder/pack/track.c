/* track.c - the state of a record at a position in its line. */
#include "pack/track.h"

#include "base/hex.h"
#include "pack/token.h"

#include <string.h>

void track_init(struct track *track)
{
    track->fair = track->laid = false;
    memset(&track->proof, 0, sizeof track->proof);
    track->dealer = track->seat = track->step_count = 0;
    track->bid_call = track->bid_seat = 0;
    track->deal.d = track->deal.a = 0;
    track->deal.keyed = false;
    track->delta_at = track->scores_at = 0;
    track->deal_count = 0;
}

/* ------------------------------------------------------------------------------------ the deals */

void track_prove(struct track *track)
{
    struct track_memo *memo = &track->memo;

    if (memcmp(&memo->proof, &track->proof, sizeof memo->proof) != 0) {
        shuffle_init(&track->shuffle, &track->proof);
        memo->proof = track->proof;
        memo->count = 0;
    }
    memo->next = 0;
    track->fair = true;
}

/* The next deal in the memo, if it is this one. */
static const struct track_memo_deal *memo_find(struct track_memo *memo, uint32_t d, uint32_t a)
{
    const struct track_memo_deal *deal = &memo->deals[memo->next];

    if (memo->next >= memo->count || deal->d != d || deal->a != a)
        return NULL;
    memo->next++;
    return deal;
}

static void memo_add(struct track_memo *memo, const struct track_deal *deal, const uint8_t *deck)
{
    if (memo->next != memo->count || memo->count == TRACK_MEMO_MAX)
        return;
    struct track_memo_deal *added = &memo->deals[memo->count++];
    added->d = deal->d;
    added->a = deal->a;
    memcpy(added->key, deal->key, sizeof added->key);
    memcpy(added->deck, deck, sizeof added->deck);
    memo->next++;
}

void track_derive(struct track *track, uint32_t d, uint32_t a, uint8_t deck[NOTATION_CARDS])
{
    track->deal.d = d;
    track->deal.a = a;
    track->deal.keyed = true;
    const struct track_memo_deal *known = memo_find(&track->memo, d, a);
    if (known) {
        memcpy(track->deal.key, known->key, SHUFFLE_BYTES);
        memcpy(deck, known->deck, NOTATION_CARDS);
        return;
    }
    shuffle_key(&track->shuffle, d, a, track->deal.key);
    memset(deck, 0, NOTATION_CARDS);
    shuffle_deck(&track->proof, track->deal.key, deck);
    memo_add(&track->memo, &track->deal, deck);
}

bool track_dealt(struct track *track, uint32_t d, uint32_t a)
{
    if (track->deal_count == TRACK_DEALS_MAX)
        return false;
    int deal = track->deal_count++;
    track->same_pack[deal] = false;
    if (track->fair && (d != track->deal.d || a != track->deal.a || !track->deal.keyed))
        shuffle_key(&track->shuffle, d, a, track->deal.key);
    if (track->fair)
        shuffle_key_commitment(track->deal.key, track->commitments[deal]);
    track->deal.keyed = track->fair;
    track->deal.d = d;
    track->deal.a = a;
    return true;
}

void track_begin(struct track *track, int dealer, const uint8_t *deck)
{
    const struct track_layout *layout = &track->layout;
    const uint8_t *place = layout->places;

    track->dealer = track->seat = dealer;
    for (int list = 0; list < layout->hands; list++) {
        int seat = (dealer + 1 + list) % layout->hands;
        track->held_count[seat] = layout->sizes[list];
        for (int i = 0; i < layout->sizes[list]; i++)
            track->held[seat][i] = deck[*place++];
    }
    track->kitty_count = layout->sizes[layout->hands];
    for (int i = 0; i < track->kitty_count; i++)
        track->kitty[i] = deck[*place++];
    track->laid = true;
    track->step_count = 0;
    track->bid_call = 0;
}

/* ------------------------------------------------------------------------------------ the steps */

int track_further(const struct track *track, int seat)
{
    int seats = track->laid ? track->layout.hands : 0;
    return seat < seats ? (seat - track->seat - 1 + 2 * seats) % seats : STEP_SEATS;
}

int track_seat(const struct track *track, int further)
{
    int seats = track->laid ? track->layout.hands : 0;
    return further < seats ? (track->seat + 1 + further) % seats : -1;
}

int track_find(const struct track *track, int seat, int card)
{
    const uint8_t *at = track->held_count[seat] > 0
                            ? memchr(track->held[seat], card, track->held_count[seat])
                            : NULL;
    return at ? (int)(at - track->held[seat]) : -1;
}

int track_take(struct track *track, int seat, int index)
{
    uint8_t *at = &track->held[seat][index];
    int card = *at;

    track->held_count[seat]--;
    memmove(at, at + 1, (size_t)(track->held_count[seat] - index));
    return card;
}

void track_take_up(struct track *track, int seat)
{
    if (track->held_count[seat] + track->kitty_count <= NOTATION_CARDS) {
        memcpy(track->held[seat] + track->held_count[seat], track->kitty, track->kitty_count);
        track->held_count[seat] = (uint8_t)(track->held_count[seat] + track->kitty_count);
    }
    track->kitty_count = 0;
}

/* ------------------------------------------------------------------------------------- the text */

size_t track_number(int64_t number, char *out)
{
    char digits[20];
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    size_t size = 0, count = 0;

    do {
        digits[count++] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (number < 0)
        out[size++] = '-';
    while (count)
        out[size++] = digits[--count];
    return size;
}

int track_numbers(const char *text, size_t size, size_t at, int64_t numbers[TRACK_SCORES_MAX])
{
    int count = 0;

    while (at < size && count < TRACK_SCORES_MAX) {
        bool minus = text[at] == '-';
        int64_t number = 0;
        at += minus;
        for (; at < size && text[at] >= '0' && text[at] <= '9' && number < 1000000000; at++)
            number = number * 10 + text[at] - '0';
        numbers[count++] = minus ? -number : number;
        if (at >= size || text[at] != ',')
            break;
        at++;
    }
    return count;
}

size_t track_scores(const struct track *track, const char *text, size_t size, bool sum, char *out)
{
    int64_t scores[TRACK_SCORES_MAX] = {0}, delta[TRACK_SCORES_MAX] = {0};
    int count = 0, old = 0;
    size_t used = 0;

    if (track->scores_at)
        count = old = track_numbers(text, size, track->scores_at, scores);
    if (sum && track->delta_at)
        count = track_numbers(text, size, track->delta_at, delta);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            out[used++] = ',';
        used += track_number((i < old ? scores[i] : 0) + (sum && track->delta_at ? delta[i] : 0),
                             out + used);
    }
    return used;
}

static size_t put(char *out, const char *text)
{
    size_t size = strlen(text);
    memcpy(out, text, size);
    return size;
}

static size_t put_hex(char *out, const uint8_t *bytes, size_t size)
{
    hex_format(bytes, size, out);
    return 2 * size;
}

size_t track_fair(const struct track *track, char *out)
{
    const struct shuffle_proof *proof = &track->proof;
    size_t used = put(out, TOKEN_FAIR_TEXT);

    used += put(out + used, proof->set);
    used += put(out + used, "\",\"commitment\":\"");
    used += put_hex(out + used, track->shuffle.commitment, SHUFFLE_BYTES);
    used += put(out + used, "\",\"nonces\":[\"");
    for (int i = 0; i < proof->nonce_count; i++) {
        used += i > 0 ? put(out + used, "\",\"") : 0;
        used += put_hex(out + used, proof->nonces[i].bytes, proof->nonces[i].size);
    }
    used += put(out + used, "\"],\"mix\":\"");
    used += put_hex(out + used, track->shuffle.mix, SHUFFLE_BYTES);
    used += put(out + used, "\",\"seed\":\"");
    used += put_hex(out + used, proof->seed, SHUFFLE_BYTES);
    used += put(out + used, "\",\"keys\":[");
    for (int i = 0; i < track->deal_count; i++) {
        used += put(out + used, i > 0 ? "," : "");
        if (track->same_pack[i]) {
            used += put(out + used, "null");
            continue;
        }
        out[used++] = '"';
        used += put_hex(out + used, track->commitments[i], SHUFFLE_BYTES);
        out[used++] = '"';
    }
    return used + put(out + used, "]}");
}
