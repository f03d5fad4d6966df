/* record_read.h - records of results as a store has them, and what is wrong with one. */
#ifndef AVONDALE_RECORD_READ_H
#define AVONDALE_RECORD_READ_H

#include "store/store_retention.h"

struct record_read {
    char *text;        /* to be freed by the caller; NULL: there is none, or it is wrong */
    bool left;         /* it was deleted, as retention does */
    const char *wrong; /* it is damaged, was altered or taken out, as a sentence; NULL: none of
                          them. Of a link of the first form only damage shows. */
};
/* Reads the record of a result. Returns 0, or -1 with store_error; a record that is wrong is no
 * error. */
LADDER_MUST_CHECK int record_read(struct store *store, const struct store_retention *retention,
                                  const struct store_result *row, struct record_read *read);

enum { RECORD_READ_LINE = 160 };
/* Names the result, and says what is wrong with it. */
void record_read_line(const struct store_result *row, const char *wrong,
                      char line[RECORD_READ_LINE]);

/* Records that are wrong, of many. */
struct record_faults {
    int64_t count;
    char first[RECORD_READ_LINE]; /* as a line; "": none */
};
/* Counts what was read, if it is wrong. */
void record_read_count(const struct record_read *read, const struct store_result *row,
                       struct record_faults *faults);

#endif
