/* bridge.h - plays a bot that speaks on its standard input and output at an arena elsewhere, as its
 * client: keeps its name, reconnects, follows redirects. */
#ifndef AVONDALE_BRIDGE_H
#define AVONDALE_BRIDGE_H

#include "protocol.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>

enum {
    BRIDGE_ADDRESSES_MAX = 8, /* the limit of endpoint_parse_list */
    BRIDGE_ADDRESS_BYTES = 160,
    BRIDGE_TOKEN_TRIES = 5, /* retries while another bridge of this user claims the name */
};

/* How it ended. */
enum bridge_end {
    BRIDGE_DONE,    /* both sides said goodbye, or all games were played */
    BRIDGE_REFUSED, /* the arena refuses it */
    BRIDGE_FAILED,  /* the bot cannot be started, or keeps ending */
    BRIDGE_STOPPED, /* a second signal: running games were abandoned */
};

/* What a host hears of the turn of a bot that it runs. */
enum bridge_note {
    BRIDGE_SEEKS,   /* it waits for a game */
    BRIDGE_GAME,    /* text: the id of its game, which begins or goes on */
    BRIDGE_FAULT,   /* text: the code of the error of the arena, or `forfeit` */
    BRIDGE_CRASHED, /* text: a clause, why its process ended; a host is told before a fault */
    BRIDGE_OVER,    /* text: the id of its game */
    BRIDGE_TROUBLE, /* text: a clause for a log */
};

/* A host plays bots of others: it makes their tokens, and says their version. A turn is one game,
 * as `count` says. */
struct bridge_host {
    const char *version;
    void (*token)(void *context, char token[65]); /* for each hello */
    int wait_sec;                                 /* a turn without a game ends after that */
    void (*note)(void *context, enum bridge_note note, const char *text);
    void (*errors)(void *context, const char *bytes, size_t size); /* its standard error */
    void *context;
};

struct bridge_config {
    char addresses[BRIDGE_ADDRESSES_MAX][BRIDGE_ADDRESS_BYTES]; /* HOST:PORT of the nodes */
    int address_count;
    const char *name;
    const char *token;          /* NULL: read from the file */
    const char *token_file;     /* NULL: `token` is given, and no name is claimed */
    const char *invite;         /* the code that lets a new name in; NULL: none */
    const struct message *seek; /* NULL: the arena seats it as it likes */
    int games;                  /* at once, 1 to BOT_GROUP_MAX */
    int count;                  /* games after which it ends; 0: never */
    bool quiet;                 /* prints nothing about single games */
    /* NULL: for `connect`. Else nothing is printed, and no name is claimed or redirect followed. */
    const struct bridge_host *host;
    bool tls;
    const char *tls_ca, *tls_fingerprint; /* or NULL */
    const struct sandbox_config *sandbox; /* prepared */
    char *const *words;                   /* the bot's command, NULL at the end */
};

/* Splits addresses at commas, as endpoint_parse_list does. Returns 0, or -1 if one is not valid. */
int bridge_take_addresses(struct bridge_config *config, const char *list);

/* Reads the words of a `seek`, "rated=0 chat=none", with the rulesets joined by commas (NULL:
 * none), and the number of games. Slices point into `line`. Returns 0, or -1 if they are not valid.
 */
int bridge_make_seek(struct message *seek, char line[STRING_BYTES_MAX], const char *rulesets,
                     const char *words, int games);

/* Plays until the games are over, or SIGTERM or SIGINT comes: the first signal lets games end, the
 * second does not. Prints a line on standard error for everything that goes wrong. */
enum bridge_end bridge_run(const struct bridge_config *config);

#endif
