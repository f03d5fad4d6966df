/* writer_claim.h - new names, each for the first bot that claims it. Storing one takes a moment,
 * and another node may be faster: until it is on disk no bot has the name. */
#ifndef AVONDALE_WRITER_CLAIM_H
#define AVONDALE_WRITER_CLAIM_H

#include "writer/ladder_db.h"

enum ladder_claim_outcome {
    LADDER_CLAIM_FAILED,    /* the store failed */
    LADDER_CLAIM_WON,       /* the name is stored, with the token of the claim */
    LADDER_CLAIM_TAKEN,     /* the name existed already, with or without a token */
    LADDER_CLAIM_NO_CODE,   /* there is no such code */
    LADDER_CLAIM_CODE_OVER, /* its time is over */
    LADDER_CLAIM_CODE_USED, /* it let in as many names as it may */
};
struct ladder_claim {
    char name[LADDER_NAME_MAX + 1], owner[LADDER_NAME_MAX + 1]; /* owner: "": the bot itself */
    bool invited;                   /* the name is let in by `code` alone, which counts this use */
    char code[LADDER_CODE_MAX + 1]; /* as it was said; wiped with the rest */
    char token[2 * LADDER_TOKEN_BYTES + 1]; /* in hex; drawn by writer_claim_queue */
    /* Returned to the caller: the peer, and the token that it sent. */
    char asker[40], said[2 * LADDER_TOKEN_BYTES + 1];
};
/* Runs from writer_queue_dispatch; the claim is wiped afterwards. */
typedef void ladder_claimed_fn(void *context, const struct ladder_claim *claim,
                               enum ladder_claim_outcome outcome);
/* Queues a claim (copied). The store gets only the hash of the token; only `done` gets the token.
 * Returns 0, or -1 for a bad name, a full queue, or no random bytes. */
LADDER_MUST_CHECK int writer_claim_queue(struct ladder *ladder, const struct ladder_claim *claim,
                                         ladder_claimed_fn *done, void *context);

#endif
