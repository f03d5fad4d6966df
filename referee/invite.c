/* invite.c - tables by invitation. */
#include "invite.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int invites_init(struct invites *invites, int tables_max, int (*draw)(void *bytes, size_t size))
{
    memset(invites, 0, sizeof *invites);
    invites->tables = calloc((size_t)tables_max, sizeof *invites->tables);
    invites->max = invites->tables ? tables_max : 0;
    invites->draw = draw;
    return invites->tables ? 0 : -1;
}

void invites_fini(struct invites *invites)
{
    free(invites->tables);
    memset(invites, 0, sizeof *invites);
}

/* Without letters and digits that are taken for each other. Returns 0, or -1. */
static int make_code(struct invites *invites, char code[INVITE_CODE_CHARS + 1])
{
    static const char letters[] =
        "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32: none is drawn more often */
    uint8_t bytes[INVITE_CODE_CHARS];

    if (invites->draw(bytes, sizeof bytes))
        return -1;
    for (int i = 0; i < INVITE_CODE_CHARS; i++)
        code[i] = letters[bytes[i] % (sizeof letters - 1)];
    code[INVITE_CODE_CHARS] = 0;
    return 0;
}

struct invite *invites_open(struct invites *invites, int host, const char *name, int ruleset,
                            int seat_count, const char (*names)[NAME_MAX_BYTES + 1], usec_t now)
{
    struct invite *invite = NULL;
    int hosted = 0;

    assert(seat_count >= 2 && seat_count <= SEATS_MAX && strlen(name) <= NAME_MAX_BYTES);
    for (int i = 0; i < invites->max; i++) {
        if (!invites->tables[i].used)
            invite = &invites->tables[i];
        else
            hosted += invites->tables[i].seats[0].guest == host;
    }
    if (!invite || hosted >= INVITE_HOSTED_MAX)
        return NULL;
    memset(invite, 0, sizeof *invite);
    if (make_code(invites, invite->code))
        return NULL;
    invite->used = true;
    invite->challenge = names != NULL;
    invite->ruleset = ruleset;
    invite->seat_count = seat_count;
    invite->expires =
        now + (usec_t)1000000 * (names ? INVITE_CHALLENGE_SECONDS : INVITE_TABLE_SECONDS);
    for (int seat = 0; seat < seat_count; seat++) {
        invite->seats[seat].guest = -1;
        if (names && seat > 0)
            memcpy(invite->seats[seat].name, names[seat - 1], sizeof invite->seats[seat].name);
    }
    invite->seats[0].guest = host;
    memcpy(invite->seats[0].name, name, strlen(name));
    invites->count++;
    return invite;
}

void invite_schedule(struct invite *invite, usec_t now, usec_t delay)
{
    invite->starts = now + delay;
    invite->expires = invite->starts + (usec_t)1000000 * INVITE_TABLE_SECONDS;
}

struct invite *invites_find(struct invites *invites, struct slice code)
{
    for (int i = 0; i < invites->max && code.size == INVITE_CODE_CHARS; i++) {
        if (invites->tables[i].used &&
            strncasecmp(invites->tables[i].code, code.data, code.size) == 0)
            return &invites->tables[i];
    }
    return NULL;
}

int invite_seat_of(const struct invite *invite, int guest)
{
    for (int seat = 0; seat < invite->seat_count; seat++) {
        if (invite->seats[seat].guest == guest)
            return seat;
    }
    return -1;
}

bool invite_awaits(const struct invite *invite, const char *name)
{
    for (int seat = 0; seat < invite->seat_count; seat++) {
        if (invite->seats[seat].guest < 0 && strcasecmp(invite->seats[seat].name, name) == 0)
            return true;
    }
    return false;
}

int invite_join(struct invite *invite, int guest, const char *name, int seat)
{
    if (invite_seat_of(invite, guest) >= 0)
        return -1;
    for (int at = 0; at < invite->seat_count; at++) {
        struct invite_seat *chair = &invite->seats[at];
        if ((seat >= 0 && at != seat) || chair->guest >= 0 ||
            (chair->name[0] && strcasecmp(chair->name, name) != 0))
            continue;
        chair->guest = guest;
        memset(chair->name, 0, sizeof chair->name);
        memcpy(chair->name, name, strlen(name));
        return at;
    }
    return -1;
}

void invite_stand_up(struct invite *invite, int seat)
{
    assert(seat > 0 && seat < SEATS_MAX && invite->seats[seat].guest >= 0);
    invite->seats[seat].guest = -1;
    if (!invite->challenge)
        invite->seats[seat].name[0] = 0;
}

bool invite_complete(const struct invite *invite)
{
    return invite_seat_of(invite, -1) < 0;
}

bool invite_due(const struct invite *invite, usec_t now)
{
    return invite_complete(invite) && now >= invite->starts;
}

void invites_close(struct invites *invites, struct invite *invite)
{
    assert(invite->used);
    invite->used = false;
    invites->count--;
}

usec_t invites_next(const struct invites *invites)
{
    usec_t next = USEC_NEVER;

    for (int i = 0; i < invites->max && invites->count > 0; i++) {
        const struct invite *invite = &invites->tables[i];
        if (invite->used && invite->expires < next)
            next = invite->expires;
        if (invite->used && !invite->held && invite->starts < next && invite_complete(invite))
            next = invite->starts;
    }
    return next;
}
