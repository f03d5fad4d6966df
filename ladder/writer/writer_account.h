/* writer_account.h - what owners do: they make an account, take over bots, make tokens new, stop
 * bots and start them again. Each is one transaction of the thread of the database. */
#ifndef AVONDALE_WRITER_ACCOUNT_H
#define AVONDALE_WRITER_ACCOUNT_H

#include "store/store_program.h"
#include "writer/ladder_db.h"

enum {
    LADDER_ACCOUNTS_OF_PARTY = 64, /* accounts that one party may have */
    LADDER_BOTS_PER_OWNER_MAX = 256,
    LADDER_ENTRIES_MAX = 1000, /* bots that sign up for one event */
};
enum ladder_deed_kind {
    LADDER_DEED_CREATE, /* an account, with a token */
    LADDER_DEED_RENEW,  /* another token for the account */
    LADDER_DEED_TAKE,   /* a bot becomes the account's; the caller has shown its token */
    LADDER_DEED_TOKEN,  /* another token for a bot */
    LADDER_DEED_STOP,
    LADDER_DEED_START,
    LADDER_DEED_ENTER,         /* signs a bot up for an event of the calendar */
    LADDER_DEED_LEAVE,         /* takes it off again */
    LADDER_DEED_HAND_IN,       /* a program for a bot of the account, or for a new name */
    LADDER_DEED_PROGRAM_STOP,  /* the program of a label stops playing */
    LADDER_DEED_PROGRAM_START, /* it plays, and the one that did is replaced */
    LADDER_DEED_KINDS
};
enum ladder_deed_outcome {
    LADDER_DEED_FAILED, /* the store failed */
    LADDER_DEED_DONE,
    LADDER_DEED_NOT_YOURS, /* there is no such bot, or it is not the account's */
    LADDER_DEED_WRONG,     /* what was said is not the bot's token, or it has none */
    LADDER_DEED_FULL,      /* as many bots, or accounts of the party, as there may be */
    /* of ENTER and LEAVE */
    LADDER_DEED_NO_EVENT, /* there is none of that name */
    LADDER_DEED_CLOSED,   /* it takes no sign-ups, or it has begun */
    LADDER_DEED_ENOUGH,   /* as many bots of this owner as the event takes */
    LADDER_DEED_BARRED,   /* the bot is banned or stopped */
    LADDER_DEED_NO_NAME,  /* HAND_IN: there is no such bot, and none may be made here */
    LADDER_DEED_THERE,    /* HAND_IN: the bot has a program of that label */
    LADDER_DEED_DAY_FULL, /* HAND_IN: as many programs of the account as a day may have */
    LADDER_DEED_NO_ROOM,  /* HAND_IN: as many bytes of programs as there may be */
    LADDER_DEED_NOT_SO,   /* PROGRAM_STOP, PROGRAM_START: not in the state that it is in */
};
struct ladder_deed {
    enum ladder_deed_kind kind;
    char account[LADDER_NAME_MAX + 1]; /* CREATE: out */
    /* CREATE: the owner of its bots for the rules against farming, or "": the account itself */
    char party[LADDER_NAME_MAX + 1];
    char bot[LADDER_NAME_MAX + 1];
    char event[LADDER_NAME_MAX + 1];        /* ENTER, LEAVE */
    char said[2 * LADDER_TOKEN_BYTES + 1];  /* TAKE: the bot's token */
    int bots_max;                           /* TAKE: of the account; up to the maximum above */
    char token[2 * LADDER_TOKEN_BYTES + 1]; /* out, of CREATE, RENEW, TOKEN: shown this once */
    /* HAND_IN: label, archive, owned, bytes; PROGRAM_STOP, PROGRAM_START: the label. Out: all */
    struct store_program program;
    bool new_names;            /* HAND_IN: a free name becomes a bot of the account */
    int programs_of_day;       /* HAND_IN: the most of an account in 24 hours */
    int64_t program_bytes_max; /* HAND_IN: of all archives of programs */
};
/* Runs from writer_queue_dispatch; the deed is wiped afterwards. */
typedef void ladder_deed_fn(void *context, const struct ladder_deed *deed,
                            enum ladder_deed_outcome outcome);
/* Queues a deed (copied). The store gets hashes of tokens alone. Returns 0, or -1 if a name is not
 * valid, the queue is full or the system has no random bytes; then `done` is not called. */
LADDER_MUST_CHECK int writer_account_queue(struct ladder *ladder, const struct ladder_deed *deed,
                                           ladder_deed_fn *done, void *context);
/* From now on `watch` runs before the completion of each TOKEN and STOP that is done, on the same
 * thread: what plays with the token of before is to end. It runs, too, when another process has
 * stopped a bot or made its token new: another node, or the shell. Once, before anything is queued.
 */
void writer_account_watch(struct ladder *ladder, void (*watch)(void *context, const char *bot),
                          void *context);

#endif
