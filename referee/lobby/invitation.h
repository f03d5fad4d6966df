/* invitation.h - tables by invitation: challenges by name, and tables whose code is passed on.
 *
 * Pure: no sockets, no clock, no heap except in invitation_init. A guest is the caller's number of
 * a connection. The caller sends all messages; nothing here starts a game. */
#ifndef AVONDALE_INVITATION_H
#define AVONDALE_INVITATION_H

#include "table/table_options.h"
#include "table/time_control.h" /* usec_t */
#include "protocol.h"

enum {
    INVITATION_CODE_CHARS = 10, /* 50 bits */
    INVITATION_HOSTED_MAX = 4,  /* tables of one host at once */
    INVITATION_CHALLENGE_SECONDS = 60,
    INVITATION_TABLE_SECONDS = 900,
    INVITATION_DELAY_SECONDS_MAX = 86400,
};

struct invitation_seat {
    int guest; /* -1: a free seat */
    char name[NAME_MAX_BYTES +
              1]; /* name of the bot in this seat, or for which it is reserved; "": any */
};

/* Tables are found and counted by these keys, each through a chain of the tables in one bucket. */
enum invitation_key {
    INVITATION_CODE,
    INVITATION_HOST,
    INVITATION_ADDRESS,
    INVITATION_OWNER,
    INVITATION_KEYS
};
enum { INVITATION_BUCKETS = 1024 };

struct invitation;
struct invitation_chain {
    uint64_t value;
    struct invitation *next, **link;
};

/* The bot that opens a table. */
struct invitation_host {
    int guest;
    const char *name;
    uint64_t address; /* any number, equal for one address */
    uint32_t owner;   /* the same for an owner */
};

struct invitation {
    bool used, challenge, listed;
    struct invitations *all;
    struct invitation_chain keys[INVITATION_KEYS];
    struct invitation *next_free;
    struct invitation *next_shown, **shown; /* listed, and not complete */
    char code[INVITATION_CODE_CHARS + 1];
    int ruleset, seat_count; /* the host sits in seat 0 */
    bool built;              /* it has rules of its own, made from those of `ruleset` */
    struct ruleset rules;    /* set where it is built */
    usec_t expires;
    usec_t starts; /* earliest start; 0: as soon as all are there */
    bool held;     /* complete and its time has come: its guests start no other game */
    struct table_options options; /* of its game */
    struct chat chat;             /* kept for the caller: what its seats have written */
    struct invitation_seat seats[SEATS_MAX];
};

struct invitations {
    struct invitation *tables, *free;
    struct invitation *buckets[INVITATION_KEYS][INVITATION_BUCKETS];
    struct invitation *shown;         /* the listed ones, the latest first */
    int max, count;                   /* `count` of them are in use */
    int of_address_max, of_owner_max; /* at once; INT_MAX: as many as there are */
    int (*draw)(void *bytes, size_t size);
};

/* `draw` fills in unpredictable bytes, because a code is all that it takes to sit down. It returns
 * 0, or -1.
 * Returns 0, or -1 if out of memory. */
int invitation_init(struct invitations *invitations, int tables_max,
                    int (*draw)(void *bytes, size_t size));
void invitation_fini(struct invitations *invitations);
/* The most tables of one address and of one owner from now on, at least 1. */
void invitation_limit(struct invitations *invitations, int of_address_max, int of_owner_max);

/* Opens a table with its host in seat 0. `names` of the other seats make it a challenge; NULL: open
 * to all. Returns NULL if there is no code or no room, in all or for this host, its address or its
 * owner. */
struct invitation *invitation_open(struct invitations *invitations,
                                   const struct invitation_host *host, int ruleset, int seat_count,
                                   const char (*names)[NAME_MAX_BYTES + 1], usec_t now);
/* Reserves a free seat other than the host's for a bot of that name; "": for any bot. */
void invitation_keep_seat(struct invitation *invitation, int seat, const char *name);
/* Its game has rules of its own, for as many seats. */
void invitation_set_rules(struct invitation *invitation, const struct ruleset *rules);
/* Sets the terms of its game. */
void invitation_set_options(struct invitation *invitation, const struct table_options *options);
/* The table is due, and its guests are held for it: it lapses INVITATION_TABLE_SECONDS later. */
void invitation_hold(struct invitation *invitation, usec_t now);
void invitation_release(struct invitation *invitation); /* a table that is not held is fine */
/* Lists it from now on. */
void invitation_list(struct invitation *invitation);
/* The most tables of any one address, or owner. Walks over all tables. */
int invitation_highest(const struct invitations *invitations, enum invitation_key key);
/* It begins `delay` from now at the earliest, at most INVITATION_DELAY_SECONDS_MAX, and lapses the
 * usual time after that. */
void invitation_schedule(struct invitation *invitation, usec_t now, usec_t delay);
/* Returns NULL if there is none. Ignores case. */
struct invitation *invitation_find(struct invitations *invitations, struct slice code);
/* Sits down in that seat, or for -1 in the first free one that is not reserved for another name.
 * Returns the seat, or -1 if none is free for the guest, or it already has one. */
int invitation_join(struct invitation *invitation, int guest, const char *name, int seat);
/* Returns the seat of a guest, or -1. */
int invitation_seat_of(const struct invitation *invitation, int guest);
/* Whether a free seat is reserved for that name. */
bool invitation_awaits(const struct invitation *invitation, const char *name);
void invitation_stand_up(struct invitation *invitation, int seat); /* not the host */
bool invitation_complete(const struct invitation *invitation);
bool invitation_due(const struct invitation *invitation,
                    usec_t now); /* complete, and its time has come */
void invitation_close(struct invitations *invitations, struct invitation *invitation);
/* When the next table lapses or is due; USEC_NEVER: none. */
usec_t invitation_next(const struct invitations *invitations);

#endif
