/* record_scan.h - counts in records for the pages of bots; inside its room only. Pure.
 *
 * A page needs some numbers of a hundred records of ten thousand bytes each. So the text is scanned
 * in place, without a tree of values: a record, or its outline (blob_outline). They come from the
 * store, so they are untrusted. */
#ifndef AVONDALE_WEB_RECORD_H
#define AVONDALE_WEB_RECORD_H

#include "base/values.h"

enum {
    RECORD_CONTRACTS_MAX = 64,
    RECORD_CAUSES_MAX = 32,
    RECORD_WORD_MAX = 24,
    RECORD_HANDS_MAX = 3, /* of the best and of the worst */
};

struct record_contract {
    char call[RECORD_WORD_MAX];
    int hands, made;
    int64_t points;
};

struct record_cause {
    char cause[RECORD_WORD_MAX];
    int count;
};

/* A hand with a contract, and what it brought the side that is looked at. */
struct record_hand {
    char game[LADDER_GAME_ID_MAX + 1], call[RECORD_WORD_MAX];
    int number; /* from 1 */
    bool own;   /* that side made the contract, or failed it */
    int64_t points;
};

/* All zeros: nothing yet. */
struct record_counts {
    int records;
    struct record_contract contracts[RECORD_CONTRACTS_MAX];
    int contract_count;
    struct record_cause causes[RECORD_CAUSES_MAX];
    int cause_count;
    int *think; /* milliseconds of each decision */
    size_t think_count, think_capacity;
    struct record_hand best[RECORD_HANDS_MAX],
        worst[RECORD_HANDS_MAX]; /* the best, the worst first */
    int best_count, worst_count;
};

void record_scan_fini(struct record_counts *counts);
/* Counts the actions of the seats in `own` (a mask) in the record of a result. Returns false, with
 * nothing counted, if the text is not a record. Skips odd values within a record. */
bool record_scan_add(struct record_counts *counts, const char *text, unsigned own,
                     const struct ladder_result *result);

/* True if a hand of the record had this contract. */
bool record_scan_contract(const char *text, const char *call);

#endif
