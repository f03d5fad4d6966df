/* invitation.c - tables by invitation. */
#include "lobby/invitation.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int invites_init(struct invites *invites, int tables_max, int (*draw)(void *bytes, size_t size))
{
    memset(invites, 0, sizeof *invites);
    invites->tables = calloc((size_t)tables_max, sizeof *invites->tables);
    invites->max = invites->tables ? tables_max : 0;
    invites->draw = draw;
    invites->of_address_max = invites->of_owner_max = INT_MAX;
    for (int i = invites->max; i-- > 0;) {
        invites->tables[i].next_free = invites->free;
        invites->free = &invites->tables[i];
    }
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

/* ------------------------------------------------------------------------- finding and counting */

static struct invite **bucket_of(struct invites *invites, enum invite_key key, uint32_t value)
{
    return &invites->buckets[key][value * 2654435761u >> 22];
}

/* Case does not matter, nor do letters that no code has. */
static uint32_t code_value(const char *code)
{
    uint32_t value = 0;

    for (int i = 0; i < INVITE_CODE_CHARS; i++)
        value = value * 31 + (uint32_t)toupper((unsigned char)code[i]);
    return value;
}

static void chain(struct invite *invite, enum invite_key key, uint32_t value)
{
    struct invite **bucket = bucket_of(invite->all, key, value);

    invite->keys[key] = (struct invite_chain){.value = value, .next = *bucket, .link = bucket};
    if (*bucket)
        (*bucket)->keys[key].link = &invite->keys[key].next;
    *bucket = invite;
}

static void unchain(struct invite *invite, enum invite_key key)
{
    struct invite_chain *at = &invite->keys[key];

    *at->link = at->next;
    if (at->next)
        at->next->keys[key].link = at->link;
}

static int count_of(struct invites *invites, enum invite_key key, uint32_t value)
{
    int count = 0;

    for (const struct invite *at = *bucket_of(invites, key, value); at; at = at->keys[key].next)
        count += at->keys[key].value == value;
    return count;
}

int invites_highest(const struct invites *invites, enum invite_key key)
{
    int highest = 0;

    for (int i = 0; i < INVITE_BUCKETS; i++) {
        for (const struct invite *one = invites->buckets[key][i]; one; one = one->keys[key].next) {
            int count = 0;
            for (const struct invite *at = one; at; at = at->keys[key].next)
                count += at->keys[key].value == one->keys[key].value;
            highest = count > highest ? count : highest;
        }
    }
    return highest;
}

/* Of those that anybody may be told of only the ones that have a free seat are kept in the list. */
static void show(struct invite *invite)
{
    bool wanted = invite->used && invite->listed && !invite_complete(invite);

    if (wanted && !invite->shown) {
        invite->next_shown = invite->all->shown;
        invite->shown = &invite->all->shown;
        if (invite->next_shown)
            invite->next_shown->shown = &invite->next_shown;
        invite->all->shown = invite;
    } else if (!wanted && invite->shown) {
        *invite->shown = invite->next_shown;
        if (invite->next_shown)
            invite->next_shown->shown = invite->shown;
        invite->shown = NULL;
    }
}

void invite_list(struct invite *invite)
{
    invite->listed = true;
    show(invite);
}

/* ------------------------------------------------------------------------------------- a table */

static bool may_open(struct invites *invites, const struct invite_host *host)
{
    return invites->free &&
           count_of(invites, INVITE_HOST, (uint32_t)host->guest) < INVITE_HOSTED_MAX &&
           count_of(invites, INVITE_ADDRESS, host->address) < invites->of_address_max &&
           count_of(invites, INVITE_OWNER, host->owner) < invites->of_owner_max;
}

struct invite *invites_open(struct invites *invites, const struct invite_host *host, int ruleset,
                            int seat_count, const char (*names)[NAME_MAX_BYTES + 1], usec_t now)
{
    assert(seat_count >= 2 && seat_count <= SEATS_MAX && strlen(host->name) <= NAME_MAX_BYTES);
    char code[INVITE_CODE_CHARS + 1];
    if (!may_open(invites, host) || make_code(invites, code))
        return NULL;
    struct invite *invite = invites->free;
    invites->free = invite->next_free;
    memset(invite, 0, sizeof *invite);
    memcpy(invite->code, code, sizeof code);
    invite->used = true;
    invite->all = invites;
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
    invite->seats[0].guest = host->guest;
    memcpy(invite->seats[0].name, host->name, strlen(host->name));
    chain(invite, INVITE_CODE, code_value(invite->code));
    chain(invite, INVITE_HOST, (uint32_t)host->guest);
    chain(invite, INVITE_ADDRESS, host->address);
    chain(invite, INVITE_OWNER, host->owner);
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
    if (code.size != INVITE_CODE_CHARS)
        return NULL;
    uint32_t value = code_value(code.data);
    struct invite *at = *bucket_of(invites, INVITE_CODE, value);
    while (at && strncasecmp(at->code, code.data, code.size) != 0)
        at = at->keys[INVITE_CODE].next;
    return at;
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
        show(invite);
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
    show(invite);
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
    show(invite);
    for (int key = 0; key < INVITE_KEYS; key++)
        unchain(invite, (enum invite_key)key);
    invite->next_free = invites->free;
    invites->free = invite;
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
