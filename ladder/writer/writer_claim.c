/* writer_claim.c - assigns a new name to the first caller: a drawn token, one transaction, an
 * answer. */
#include "base/clock.h"
#include "base/token.h"
#include "store/store_account.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int writer_claim_queue(struct ladder *ladder, const struct ladder_claim *claim,
                       ladder_claimed_fn *done, void *context)
{
    if (!name_is_valid(claim->name) || name_is_reserved(claim->name) ||
        (claim->owner[0] && !name_is_valid(claim->owner)))
        return -1;
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return -1;
    op->kind = OP_CLAIM;
    op->claim = *claim;
    op->claimed = done;
    op->context = context;
    if (token_make(op->claim.token, op->token_hash)) {
        free(op);
        return -1;
    }
    return writer_queue_push(ladder, op);
}

/* Counts a use of the code. Returns 0 with the outcome, or -1 with `text`. What is no code at all
 * is looked for as well: a refusal takes the same way, whatever the code. */
static int code_use(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct store_invite invite = {.uses = 0};
    uint8_t hash[32];
    int64_t now = clock_wall_msec();

    token_code_hash(op->claim.code, hash);
    int found = store_account_invite_find(ladder->store, hash, &invite);
    int used =
        found == STORE_FAILED ? STORE_FAILED : store_account_invite_use(ladder->store, hash, now);
    if (used == STORE_FAILED) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    op->outcome = used == 0                                           ? LADDER_CLAIM_WON
                  : found == STORE_NONE                               ? LADDER_CLAIM_NO_CODE
                  : invite.until_msec > 0 && invite.until_msec <= now ? LADDER_CLAIM_CODE_OVER
                                                                      : LADDER_CLAIM_CODE_USED;
    return 0;
}

/* The replay equals the disk, and no other process writes now. A commit without an answer may have
 * taken place: then the name has this token. */
int writer_claim_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct standings *standings = &ladder->replay.standings;
    int index = standings_find(standings, op->claim.name);

    if (index >= 0) {
        const struct standing *there = &standings->bots[index];
        bool ours = there->has_token &&
                    memcmp(there->token_hash, op->token_hash, sizeof op->token_hash) == 0;
        op->outcome = ours ? LADDER_CLAIM_WON : LADDER_CLAIM_TAKEN;
        return 0;
    }
    if (op->claim.invited) {
        if (code_use(ladder, op, text, size))
            return -1;
        if (op->outcome != LADDER_CLAIM_WON)
            return 0;
    }
    index = standings_add(standings, op->claim.name, op->claim.owner);
    if (index < 0) {
        snprintf(text, size, "out of memory, or too many bots");
        return -1;
    }
    struct standing *bot = &standings->bots[index];
    bot->has_token = true;
    memcpy(bot->token_hash, op->token_hash, sizeof bot->token_hash);
    if (store_bot_add(ladder->store, bot, clock_wall_msec())) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    op->outcome = LADDER_CLAIM_WON;
    return 0;
}

int writer_claim_publish(struct ladder *ladder, const struct op *op)
{
    const struct standings *standings = &ladder->replay.standings;
    int index = standings_find(standings, op->claim.name);

    if (op->outcome != LADDER_CLAIM_WON || index < 0)
        return 0;
    return standings_put(&ladder->view, &standings->bots[index]) < 0 ? -1 : 0;
}
