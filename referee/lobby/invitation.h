/* invitation.h - tables by invitation: challenges by name, and tables whose code is passed on.
 *
 * Pure: no sockets, no clock, no heap but what invites_init takes. A guest is a number that the
 * caller gives to a connection. The caller tells everybody what changed; nothing here starts a
 * game.
 */
#ifndef AVONDALE_INVITE_H
#define AVONDALE_INVITE_H

#include "table/time_control.h" /* usec_t */
#include "protocol.h"

enum {
    INVITE_CODE_CHARS = 10, /* 50 bits */
    INVITE_HOSTED_MAX = 4,  /* tables of one host at once */
    INVITE_CHALLENGE_SECONDS = 60,
    INVITE_TABLE_SECONDS = 900,
    INVITE_DELAY_SECONDS_MAX = 86400,
};

struct invite_seat {
    int guest;                     /* -1: nobody sits here yet */
    char name[NAME_MAX_BYTES + 1]; /* who sits here, or for whom it is kept; "": for anybody */
};

/* What tables are looked up and counted by, each through a chain of those of one bucket. */
enum invite_key { INVITE_CODE, INVITE_HOST, INVITE_ADDRESS, INVITE_OWNER, INVITE_KEYS };
enum { INVITE_BUCKETS = 1024 };

struct invite;
struct invite_chain {
    uint32_t value;
    struct invite *next, **link;
};

/* Who opens one. */
struct invite_host {
    int guest;
    const char *name;
    uint32_t address, owner; /* any numbers, the same for all of one address, or owner */
};

struct invite {
    bool used, challenge, listed;
    struct invites *all;
    struct invite_chain keys[INVITE_KEYS];
    struct invite *next_free;
    struct invite *next_shown, **shown; /* listed, and not complete */
    char code[INVITE_CODE_CHARS + 1];
    int ruleset, seat_count; /* the host sits in seat 0 */
    usec_t expires;
    usec_t starts; /* not before; 0: as soon as all are there */
    bool held;     /* it is complete and its time has come: its guests are kept for it */
    struct invite_seat seats[SEATS_MAX];
};

struct invites {
    struct invite *tables, *free;
    struct invite *buckets[INVITE_KEYS][INVITE_BUCKETS];
    struct invite *shown;             /* the latest first: those that anybody may be told of */
    int max, count;                   /* `count` of them are in use */
    int of_address_max, of_owner_max; /* at once; INT_MAX: as many as there are */
    int (*draw)(void *bytes, size_t size);
};

/* `draw` fills bytes that nobody can guess, whoever has seen others of them: a code is all that it
 * takes to sit down. It returns 0, or -1. 0, or -1 when out of memory. */
int invites_init(struct invites *invites, int tables_max, int (*draw)(void *bytes, size_t size));
void invites_fini(struct invites *invites);

/* A new table, its host in seat 0; `names` of the other seats make it a challenge, NULL: anybody
 * may come. NULL: no room, here or for this host, its address or its owner, or no code. */
struct invite *invites_open(struct invites *invites, const struct invite_host *host, int ruleset,
                            int seat_count, const char (*names)[NAME_MAX_BYTES + 1], usec_t now);
/* Anybody may be told of it from now on. */
void invite_list(struct invite *invite);
/* The most tables of one address, or owner. Walks over all. */
int invites_highest(const struct invites *invites, enum invite_key key);
/* It begins `delay` from now at the earliest, up to INVITE_DELAY_SECONDS_MAX, and lapses as long
 * after that as another after it was opened. */
void invite_schedule(struct invite *invite, usec_t now, usec_t delay);
/* NULL: there is none. Case does not matter. */
struct invite *invites_find(struct invites *invites, struct slice code);
/* Sits down in that seat, or with -1 in the first that is free and not kept for another name. The
 * seat; -1: there is none for it, or it sits there already. */
int invite_join(struct invite *invite, int guest, const char *name, int seat);
/* The seat of a guest, or -1. */
int invite_seat_of(const struct invite *invite, int guest);
/* Whether a seat that nobody has taken is kept for that name. */
bool invite_awaits(const struct invite *invite, const char *name);
void invite_stand_up(struct invite *invite, int seat); /* not the host */
bool invite_complete(const struct invite *invite);
bool invite_due(const struct invite *invite, usec_t now); /* complete, and its time has come */
void invites_close(struct invites *invites, struct invite *invite);
/* When the first one lapses or is due; USEC_NEVER: none. */
usec_t invites_next(const struct invites *invites);

#endif
