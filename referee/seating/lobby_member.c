/* lobby_member.c - see lobby_member.h. */
#include "seating/lobby_member.h"
#include "seating/seating_private.h"

#include <assert.h>
#include <stdlib.h>

struct lobby_member *lobby_member_create(struct peer *peer, int number, bool seeks,
                                         const struct table_options *options)
{
    struct lobby_member *member = calloc(1, sizeof *member);

    assert(number >= 0);
    if (!member)
        return NULL;
    *member = (struct lobby_member){
        .peer = peer,
        .number = number,
        .speaks = !seeks,
        .seeks = seeks,
        .want = {.rulesets = 1, .rated = true, .games = PEER_GAMES_MAX},
        .options = *options,
    };
    return member;
}

void lobby_member_destroy(struct lobby_member *member)
{
    free(member);
}

struct peer *lobby_member_peer(const struct lobby_member *member)
{
    return member->peer;
}

int lobby_member_number(const struct lobby_member *member)
{
    return member->number;
}

const struct table_options *lobby_member_options(const struct lobby_member *member)
{
    return &member->options;
}

uint32_t lobby_member_poor(const struct lobby_member *member)
{
    return member->poor;
}

bool lobby_member_may_go(const struct lobby_member *member)
{
    return !member->leaving && member->held == 0;
}

bool lobby_member_speaks(const struct lobby_member *member)
{
    return member->speaks;
}

void lobby_member_set_speaks(struct lobby_member *member)
{
    member->speaks = true;
}

void lobby_member_seek(struct lobby_member *member, const struct lobby_seek *want,
                       const struct table_options *options)
{
    assert(want->rulesets != 0 && want->games >= 1 && want->games <= PEER_GAMES_MAX);
    member->want = *want;
    member->options = *options;
    member->seeks = true;
}

void lobby_member_unseek(struct lobby_member *member)
{
    member->seeks = false;
}

void lobby_member_set_house(struct lobby_member *member)
{
    member->seeks = member->speaks = false;
}

void lobby_member_set_leaving(struct lobby_member *member, bool leaving)
{
    member->leaving = leaving;
}

void lobby_member_hold(struct lobby_member *member, int change)
{
    member->held += change;
    assert(member->held >= 0);
}

void lobby_member_sit(struct lobby_member *member, int change)
{
    member->sits += change;
    assert(member->sits >= 0);
}

void lobby_member_set_poor(struct lobby_member *member, uint32_t rulesets)
{
    member->poor = rulesets;
}

bool lobby_member_tell(struct lobby_member *member, enum lobby_why why, usec_t since, usec_t now,
                       usec_t pause)
{
    bool again = member->told_since == since;

    if (why <= LOBBY_WHY_SOON || (again && (member->told == why || now - member->told_at < pause)))
        return false;
    member->told = why;
    member->told_at = now;
    member->told_since = since;
    return true;
}
