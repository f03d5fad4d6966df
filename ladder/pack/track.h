/* track.h - the state of a record at a position in its line, the same while packing and while
 * unpacking; inside the room only. Pure. */
#ifndef AVONDALE_TRACK_H
#define AVONDALE_TRACK_H

#include "pack/shuffle.h"

#include <stdbool.h>

enum {
    TRACK_LISTS_MAX = 10, /* hands, kitty, exposed, stock */
    TRACK_HANDS_MAX = 7,  /* lists of a deal that are hands */
    TRACK_DEALS_MAX = 512,
    TRACK_SCORES_MAX = 6,
    TRACK_MEMO_MAX = 32,
    TRACK_FAIR_MAX = 1024 + (SHUFFLE_NONCES_MAX + TRACK_DEALS_MAX) * (2 * SHUFFLE_BYTES + 3),
};

/* Which lists a deal has after its hands. */
enum { TRACK_EXPOSED = 1, TRACK_STOCK = 2 };

/* The position in the deck of each card of a deal: list by list, the hands from the dealer's left
 * on. */
struct track_layout {
    uint8_t hands, more; /* lists: hands, and which other ones */
    uint8_t sizes[TRACK_LISTS_MAX];
    uint8_t places[NOTATION_CARDS];
};

struct track_deal {
    uint32_t d, a; /* number and attempt */
    bool keyed;
    uint8_t key[SHUFFLE_BYTES];
};

/* The latest derived values, in the order of use. A packed line is unpacked at once to be compared:
 * the same proof needs the same deals. */
struct track_memo {
    struct shuffle_proof proof; /* zeros: none yet */
    int count, next;
    struct track_memo_deal {
        uint32_t d, a;
        uint8_t key[SHUFFLE_BYTES], deck[NOTATION_CARDS];
    } deals[TRACK_MEMO_MAX];
};

/* Zeroed once; then used for one line after the other. */
struct track {
    struct track_memo memo;
    bool fair; /* there is a proof */
    struct shuffle_proof proof;
    struct shuffle shuffle;

    /* ---- the hand */
    int dealer, seat; /* who acted last */
    bool laid;        /* there is a layout, and the held cards are known */
    struct track_layout layout;
    int deck_count; /* of the deck that it is of */
    uint8_t held[TRACK_HANDS_MAX][NOTATION_CARDS];
    uint8_t held_count[TRACK_HANDS_MAX];
    uint8_t kitty[NOTATION_CARDS], kitty_count; /* 0 after it was taken */
    int step_count;
    int bid_call, bid_seat; /* the last bid; call 0: none */
    struct track_deal deal;

    /* ---- the game */
    size_t delta_at, scores_at; /* offsets in the line, after the words; 0: none yet */
    int deal_count;             /* hands with a known number and attempt */
    uint8_t commitments[TRACK_DEALS_MAX][SHUFFLE_BYTES];
    bool same_pack[TRACK_DEALS_MAX];
};

void track_init(struct track *track);
/* Once track->proof is known; `track->proof` was all zeros before it was filled in. */
void track_prove(struct track *track);
/* The deck of deal d, a, which becomes that of the hand. Needs a proof. */
void track_derive(struct track *track, uint32_t d, uint32_t a, uint8_t deck[NOTATION_CARDS]);
/* The number and attempt of the hand's deal are known. Returns false if there are too many. */
bool track_dealt(struct track *track, uint32_t d, uint32_t a);

/* The list of the layout that is `seat`'s hand. */
static inline int track_list(const struct track_layout *layout, int dealer, int seat)
{
    return (seat - dealer - 1 + 2 * layout->hands) % layout->hands;
}
/* Begins a hand with the layout and a deck. `dealer` is below the number of hands. */
void track_begin(struct track *track, int dealer, const uint8_t *deck);
/* The distance of a seat from the expected one; STEP_SEATS or more: it has no short form. */
int track_further(const struct track *track, int seat);
/* The seat at that distance, or -1. */
int track_seat(const struct track *track, int further);
/* The index of a card among those it holds, or -1. */
int track_find(const struct track *track, int seat, int card);
/* Removes the card of that index, and returns it. */
int track_take(struct track *track, int seat, int index);
/* Gives the kitty to the seat, if it has not been taken. */
void track_take_up(struct track *track, int seat);

/* The numbers of a list at `at` in `text`, up to TRACK_SCORES_MAX; their number. */
int track_numbers(const char *text, size_t size, size_t at, int64_t numbers[TRACK_SCORES_MAX]);
/* Writes the scores, separated by commas, into out[TRACK_SCORES_MAX
 *
 * 21]; returns the length. `sum`: the last scores plus the points of this hand; else the last
 * scores. */
size_t track_scores(const struct track *track, const char *text, size_t size, bool sum, char *out);
/* Writes the proof with the key commitments of all hands into out[TRACK_FAIR_MAX]; returns the
 * length. */
size_t track_fair(const struct track *track, char *out);

/* Writes a number; returns its length, 20 at most. */
size_t track_number(int64_t number, char *out);

#endif
