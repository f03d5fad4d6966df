/* writer_deeds.h - what owners do, and its answer, for the tests of the writer. */
#ifndef AVONDALE_TEST_WRITER_DEEDS_H
#define AVONDALE_TEST_WRITER_DEEDS_H

#include "writer/writer_account.h"
#include "writer_cases.h"

struct answer {
    int count;
    enum ladder_deed_outcome outcome;
    struct ladder_deed deed;
};

static inline void on_deed(void *context, const struct ladder_deed *deed,
                           enum ladder_deed_outcome outcome)
{
    struct answer *answer = context;

    answer->count++;
    answer->outcome = outcome;
    answer->deed = *deed;
}

/* Asks, and waits for the answer. */
static inline enum ladder_deed_outcome act(struct ladder *ladder, const struct ladder_deed *deed,
                                           struct answer *answer)
{
    answer->count = 0;
    assert_int_equal(writer_account_queue(ladder, deed, on_deed, answer), 0);
    writer_queue_wait(ladder);
    assert_int_equal(answer->count, 0); /* only the dispatch runs completions */
    writer_queue_dispatch(ladder);
    assert_int_equal(answer->count, 1);
    return answer->outcome;
}

static inline void create(struct ladder *ladder, const char *party, struct answer *answer)
{
    struct ladder_deed deed = {.kind = LADDER_DEED_CREATE};
    snprintf(deed.party, sizeof deed.party, "%s", party);
    assert_int_equal(act(ladder, &deed, answer), LADDER_DEED_DONE);
    assert_int_equal(strlen(answer->deed.token), 64);
}

static inline void on_claimed(void *context, const struct ladder_claim *claim,
                              enum ladder_claim_outcome outcome)
{
    assert_int_equal(outcome, LADDER_CLAIM_WON);
    memcpy(context, claim->token, sizeof claim->token);
}

static inline void claim(struct ladder *ladder, const char *name, const char *owner, char token[65])
{
    struct ladder_claim claim = {.token = ""};
    snprintf(claim.name, sizeof claim.name, "%s", name);
    snprintf(claim.owner, sizeof claim.owner, "%s", owner);
    assert_int_equal(writer_claim_queue(ladder, &claim, on_claimed, token), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
}

static inline enum ladder_deed_outcome deed_of(struct ladder *ladder, enum ladder_deed_kind kind,
                                               const char *account, const char *bot,
                                               const char *said, struct answer *answer)
{
    struct ladder_deed deed = {.kind = kind, .bots_max = 2};
    snprintf(deed.account, sizeof deed.account, "%s", account);
    snprintf(deed.bot, sizeof deed.bot, "%s", bot);
    snprintf(deed.said, sizeof deed.said, "%s", said);
    return act(ladder, &deed, answer);
}

#endif
