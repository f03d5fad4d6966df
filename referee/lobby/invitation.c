/* invitation.c - tables by invitation. */
#include "lobby/invitation.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int invitation_init(struct invitations *invitations, int tables_max,
                    int (*draw)(void *bytes, size_t size))
{
    assert(tables_max >= 1 && draw);
    memset(invitations, 0, sizeof *invitations);
    invitations->tables = calloc((size_t)tables_max, sizeof *invitations->tables);
    invitations->max = invitations->tables ? tables_max : 0;
    invitations->draw = draw;
    invitations->of_address_max = invitations->of_owner_max = INT_MAX;
    for (int i = invitations->max; i-- > 0;) {
        invitations->tables[i].next_free = invitations->free;
        invitations->free = &invitations->tables[i];
    }
    return invitations->tables ? 0 : -1;
}

void invitation_fini(struct invitations *invitations)
{
    free(invitations->tables);
    memset(invitations, 0, sizeof *invitations);
}

void invitation_limit(struct invitations *invitations, int of_address_max, int of_owner_max)
{
    assert(of_address_max >= 1 && of_owner_max >= 1);
    invitations->of_address_max = of_address_max;
    invitations->of_owner_max = of_owner_max;
}

/* Draws a code without letters and digits that look alike. Returns 0, or -1. */
static int make_code(struct invitations *invitations, char code[INVITATION_CODE_CHARS + 1])
{
    static const char letters[] =
        "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; /* 32 characters: each is equally likely */
    uint8_t bytes[INVITATION_CODE_CHARS];

    if (invitations->draw(bytes, sizeof bytes))
        return -1;
    for (int i = 0; i < INVITATION_CODE_CHARS; i++)
        code[i] = letters[bytes[i] % (sizeof letters - 1)];
    code[INVITATION_CODE_CHARS] = 0;
    return 0;
}

/* ------------------------------------------------------------------------- finding and counting */

static struct invitation **bucket_of(struct invitations *invitations, enum invitation_key key,
                                     uint64_t value)
{
    return &invitations->buckets[key][value * UINT64_C(0x9e3779b97f4a7c15) >> 54];
}

/* Ignores case, and letters that codes do not use. */
static uint32_t code_value(const char *code)
{
    uint32_t value = 0;

    for (int i = 0; i < INVITATION_CODE_CHARS; i++)
        value = value * 31 + (uint32_t)toupper((unsigned char)code[i]);
    return value;
}

static void chain(struct invitation *invitation, enum invitation_key key, uint64_t value)
{
    struct invitation **bucket = bucket_of(invitation->all, key, value);

    invitation->keys[key] =
        (struct invitation_chain){.value = value, .next = *bucket, .link = bucket};
    if (*bucket)
        (*bucket)->keys[key].link = &invitation->keys[key].next;
    *bucket = invitation;
}

static void unchain(struct invitation *invitation, enum invitation_key key)
{
    struct invitation_chain *at = &invitation->keys[key];

    *at->link = at->next;
    if (at->next)
        at->next->keys[key].link = at->link;
}

static int count_of(struct invitations *invitations, enum invitation_key key, uint64_t value)
{
    int count = 0;

    for (const struct invitation *at = *bucket_of(invitations, key, value); at;
         at = at->keys[key].next)
        count += at->keys[key].value == value;
    return count;
}

int invitation_highest(const struct invitations *invitations, enum invitation_key key)
{
    int highest = 0;

    assert((unsigned)key < INVITATION_KEYS);
    for (int i = 0; i < INVITATION_BUCKETS; i++) {
        for (const struct invitation *one = invitations->buckets[key][i]; one;
             one = one->keys[key].next) {
            int count = 0;
            for (const struct invitation *at = one; at; at = at->keys[key].next)
                count += at->keys[key].value == one->keys[key].value;
            highest = count > highest ? count : highest;
        }
    }
    return highest;
}

/* Keeps in the list only the public tables that have a free seat. */
static void show(struct invitation *invitation)
{
    bool wanted = invitation->used && invitation->listed && !invitation_complete(invitation);

    if (wanted && !invitation->shown) {
        invitation->next_shown = invitation->all->shown;
        invitation->shown = &invitation->all->shown;
        if (invitation->next_shown)
            invitation->next_shown->shown = &invitation->next_shown;
        invitation->all->shown = invitation;
    } else if (!wanted && invitation->shown) {
        *invitation->shown = invitation->next_shown;
        if (invitation->next_shown)
            invitation->next_shown->shown = invitation->shown;
        invitation->shown = NULL;
    }
}

void invitation_list(struct invitation *invitation)
{
    assert(invitation->used);
    invitation->listed = true;
    show(invitation);
}

/* ------------------------------------------------------------------------------------- a table */

static bool may_open(struct invitations *invitations, const struct invitation_host *host)
{
    return invitations->free &&
           count_of(invitations, INVITATION_HOST, (uint32_t)host->guest) < INVITATION_HOSTED_MAX &&
           count_of(invitations, INVITATION_ADDRESS, host->address) < invitations->of_address_max &&
           count_of(invitations, INVITATION_OWNER, host->owner) < invitations->of_owner_max;
}

struct invitation *invitation_open(struct invitations *invitations,
                                   const struct invitation_host *host, int ruleset, int seat_count,
                                   const char (*names)[NAME_MAX_BYTES + 1], usec_t now)
{
    assert(seat_count >= 2 && seat_count <= SEATS_MAX && strlen(host->name) <= NAME_MAX_BYTES);
    char code[INVITATION_CODE_CHARS + 1];
    if (!may_open(invitations, host) || make_code(invitations, code))
        return NULL;
    struct invitation *invitation = invitations->free;
    invitations->free = invitation->next_free;
    memset(invitation, 0, sizeof *invitation);
    memcpy(invitation->code, code, sizeof code);
    invitation->used = true;
    invitation->all = invitations;
    invitation->challenge = names != NULL;
    invitation->ruleset = ruleset;
    invitation->seat_count = seat_count;
    invitation->expires =
        now + (usec_t)1000000 * (names ? INVITATION_CHALLENGE_SECONDS : INVITATION_TABLE_SECONDS);
    for (int seat = 0; seat < seat_count; seat++) {
        invitation->seats[seat].guest = -1;
        if (names && seat > 0)
            memcpy(invitation->seats[seat].name, names[seat - 1],
                   sizeof invitation->seats[seat].name);
    }
    invitation->seats[0].guest = host->guest;
    memcpy(invitation->seats[0].name, host->name, strlen(host->name));
    chain(invitation, INVITATION_CODE, code_value(invitation->code));
    chain(invitation, INVITATION_HOST, (uint32_t)host->guest);
    chain(invitation, INVITATION_ADDRESS, host->address);
    chain(invitation, INVITATION_OWNER, host->owner);
    invitations->count++;
    return invitation;
}

void invitation_schedule(struct invitation *invitation, usec_t now, usec_t delay)
{
    assert(invitation->used && delay >= 0);
    assert(delay <= INVITATION_DELAY_SECONDS_MAX * (usec_t)1000000);
    invitation->starts = now + delay;
    invitation->expires = invitation->starts + (usec_t)1000000 * INVITATION_TABLE_SECONDS;
}

void invitation_keep_seat(struct invitation *invitation, int seat, const char *name)
{
    assert(invitation->used && seat > 0 && seat < invitation->seat_count);
    assert(invitation->seats[seat].guest < 0 && strlen(name) <= NAME_MAX_BYTES);
    memset(invitation->seats[seat].name, 0, sizeof invitation->seats[seat].name);
    memcpy(invitation->seats[seat].name, name, strlen(name));
}

void invitation_set_rules(struct invitation *invitation, const struct ruleset *rules)
{
    assert(invitation->used && rules->players == invitation->seat_count);
    invitation->built = true;
    invitation->rules = *rules;
}

void invitation_set_options(struct invitation *invitation, const struct table_options *options)
{
    assert(invitation->used);
    invitation->options = *options;
}

void invitation_hold(struct invitation *invitation, usec_t now)
{
    assert(invitation->used && !invitation->held && invitation_due(invitation, now));
    invitation->held = true;
    invitation->expires = now + (usec_t)1000000 * INVITATION_TABLE_SECONDS;
}

void invitation_release(struct invitation *invitation)
{
    assert(invitation->used);
    invitation->held = false;
}

struct invitation *invitation_find(struct invitations *invitations, struct slice code)
{
    if (code.size != INVITATION_CODE_CHARS)
        return NULL;
    uint32_t value = code_value(code.data);
    struct invitation *at = *bucket_of(invitations, INVITATION_CODE, value);
    while (at && strncasecmp(at->code, code.data, code.size) != 0)
        at = at->keys[INVITATION_CODE].next;
    return at;
}

int invitation_seat_of(const struct invitation *invitation, int guest)
{
    assert(guest >= -1);
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest == guest)
            return seat;
    }
    return -1;
}

bool invitation_awaits(const struct invitation *invitation, const char *name)
{
    assert(invitation->used);
    for (int seat = 0; seat < invitation->seat_count; seat++) {
        if (invitation->seats[seat].guest < 0 &&
            strcasecmp(invitation->seats[seat].name, name) == 0)
            return true;
    }
    return false;
}

int invitation_join(struct invitation *invitation, int guest, const char *name, int seat)
{
    assert(invitation->used && guest >= 0 && strlen(name) <= NAME_MAX_BYTES);
    assert(seat >= -1);
    if (invitation_seat_of(invitation, guest) >= 0)
        return -1;
    for (int at = 0; at < invitation->seat_count; at++) {
        struct invitation_seat *chair = &invitation->seats[at];
        if ((seat >= 0 && at != seat) || chair->guest >= 0 ||
            (chair->name[0] && strcasecmp(chair->name, name) != 0))
            continue;
        chair->guest = guest;
        memset(chair->name, 0, sizeof chair->name);
        memcpy(chair->name, name, strlen(name));
        show(invitation);
        return at;
    }
    return -1;
}

void invitation_stand_up(struct invitation *invitation, int seat)
{
    assert(seat > 0 && seat < SEATS_MAX && invitation->seats[seat].guest >= 0);
    invitation->seats[seat].guest = -1;
    if (!invitation->challenge)
        invitation->seats[seat].name[0] = 0;
    show(invitation);
}

bool invitation_complete(const struct invitation *invitation)
{
    return invitation_seat_of(invitation, -1) < 0;
}

bool invitation_due(const struct invitation *invitation, usec_t now)
{
    assert(now >= 0);
    return invitation_complete(invitation) && now >= invitation->starts;
}

void invitation_close(struct invitations *invitations, struct invitation *invitation)
{
    assert(invitation->used);
    invitation->used = false;
    show(invitation);
    for (int key = 0; key < INVITATION_KEYS; key++)
        unchain(invitation, (enum invitation_key)key);
    invitation->next_free = invitations->free;
    invitations->free = invitation;
    invitations->count--;
}

usec_t invitation_next(const struct invitations *invitations)
{
    usec_t next = USEC_NEVER;

    for (int i = 0; i < invitations->max && invitations->count > 0; i++) {
        const struct invitation *invitation = &invitations->tables[i];
        if (invitation->used && invitation->expires < next)
            next = invitation->expires;
        if (invitation->used && !invitation->held && invitation->starts < next &&
            invitation_complete(invitation))
            next = invitation->starts;
    }
    return next;
}
