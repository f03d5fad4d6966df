/* bridge.h - plays a bot that speaks on its standard input and output on an arena elsewhere, as its
 * client: keeps its name, comes back after a lost connection, goes where the arena sends it. */
#ifndef AVONDALE_BRIDGE_H
#define AVONDALE_BRIDGE_H

#include "protocol.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>

enum {
    BRIDGE_ADDRESSES_MAX = 8, /* as endpoint_parse_list has it */
    BRIDGE_ADDRESS_BYTES = 160,
    BRIDGE_TOKEN_TRIES = 5, /* a name that another bridge of this user is just claiming */
};

/* How it ended. */
enum bridge_end {
    BRIDGE_DONE,    /* the arena and we have said goodbye, or all games were played */
    BRIDGE_REFUSED, /* the arena does not let it in */
    BRIDGE_FAILED,  /* the bot does not start, or does not live */
    BRIDGE_STOPPED, /* a second signal: games were left */
};

struct bridge_config {
    char addresses[BRIDGE_ADDRESSES_MAX][BRIDGE_ADDRESS_BYTES]; /* HOST:PORT of the nodes */
    int address_count;
    const char *name;
    const char *token;          /* NULL: that of the file */
    const char *token_file;     /* NULL: `token` is given, and no name is claimed */
    const struct message *seek; /* NULL: the arena seats it as it likes */
    int games;                  /* at once, 1 to BOT_GROUP_MAX */
    int count;                  /* games after which it ends; 0: never */
    bool quiet;                 /* says nothing of single games */
    bool tls;
    const char *tls_ca, *tls_fingerprint; /* or NULL */
    const struct sandbox_config *sandbox; /* prepared */
    char *const *words;                   /* the bot's command, NULL at the end */
};

/* Splits addresses with commas, as endpoint_parse_list reads them. Returns 0, or -1 if it does not.
 */
int bridge_take_addresses(struct bridge_config *config, const char *list);

/* Reads words of a `seek`, "rated=0 chat=none", with the rulesets joined by commas (NULL: none),
 * and the number of games. Slices point into `line`. Returns 0, or -1 if they are none. */
int bridge_make_seek(struct message *seek, char line[STRING_BYTES_MAX], const char *rulesets,
                     const char *words, int games);

/* Plays until it is over or SIGTERM or SIGINT comes: the first one lets games end, the second does
 * not. Says each thing that goes wrong in one line on standard error. */
enum bridge_end bridge_run(const struct bridge_config *config);

#endif
