/* program.c - see program.h. */
#include "program/program.h"
#include "base/clock.h"
#include "news/news.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BIT(state) (1u << (state))

/* A row: what a state may become. */
static const unsigned next_states[PROGRAM_STATES] = {
    [PROGRAM_RECEIVED] = BIT(PROGRAM_BUILDING) | BIT(PROGRAM_REFUSED),
    [PROGRAM_BUILDING] = BIT(PROGRAM_BUILDING) | BIT(PROGRAM_CHECKING) | BIT(PROGRAM_REFUSED),
    [PROGRAM_CHECKING] = BIT(PROGRAM_BUILDING) | BIT(PROGRAM_REFUSED) | BIT(PROGRAM_ACTIVE),
    [PROGRAM_REFUSED] = 0,
    [PROGRAM_ACTIVE] = BIT(PROGRAM_REPLACED) | BIT(PROGRAM_STOPPED),
    [PROGRAM_REPLACED] = BIT(PROGRAM_ACTIVE) | BIT(PROGRAM_STOPPED),
    [PROGRAM_STOPPED] = BIT(PROGRAM_ACTIVE),
};

bool program_may_become(enum program_state from, enum program_state to)
{
    assert((unsigned)from < PROGRAM_STATES && (unsigned)to < PROGRAM_STATES);
    return next_states[from] & BIT(to);
}

static int set(struct store *store, struct store_program *program, enum program_state to,
               const char *why, const char *holder)
{
    int64_t now = clock_wall_msec();
    char cut[PROGRAM_WHY_MAX + 1];

    assert(program_may_become(program->state, to));
    snprintf(cut, sizeof cut, "%s", why);
    int status = store_program_set(store, program, to, cut, holder, now);
    if (status)
        return status;
    program->state = to;
    program->changed_msec = now;
    memcpy(program->why, cut, sizeof program->why);
    return 0;
}

/* The active one of the bot, if it has one. */
static int replace(struct store *store, const struct store_program *by)
{
    struct store_program programs[STORE_PAGE / 4];
    int64_t before = INT64_MAX;
    char why[LADDER_NAME_MAX + 16];
    int count;

    snprintf(why, sizeof why, "by version %s", by->label);
    do {
        count = store_program_page(store, by->bot_id, before, programs,
                                   (int)(sizeof programs / sizeof programs[0]));
        for (int i = 0; i < count; i++) {
            struct store_program *one = &programs[i];
            before = one->id;
            if (one->id != by->id && one->state == PROGRAM_ACTIVE &&
                set(store, one, PROGRAM_REPLACED, why, ""))
                return STORE_FAILED;
        }
    } while (count == (int)(sizeof programs / sizeof programs[0]));
    return count < 0 ? STORE_FAILED : 0;
}

int program_become(struct store *store, struct store_program *program, enum program_state to,
                   const char *why, const char *holder)
{
    int status = set(store, program, to, why, holder);
    if (status)
        return status;
    if (to == PROGRAM_ACTIVE && replace(store, program))
        return STORE_FAILED;
    bool told = to == PROGRAM_ACTIVE || to == PROGRAM_REFUSED || to == PROGRAM_STOPPED;
    return told ? news_tell_version(store, program) : 0;
}

int program_claim(struct store *store, const char *holder, int64_t lease_msec,
                  struct store_program *program)
{
    int status;

    while ((status = store_program_claim(store, holder, lease_msec, program)) == 0 &&
           program->attempts > PROGRAM_CLAIMS_MAX) {
        if (program_become(store, program, PROGRAM_REFUSED,
                           "each worker that took it ended without a result", holder))
            return STORE_FAILED;
    }
    return status;
}
