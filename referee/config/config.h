/* config.h - options of the daemon: one table for the command line, the file, --help and
 * --print-config. */
#ifndef AVONDALE_CONFIG_H
#define AVONDALE_CONFIG_H

#include "table/time_control.h"
#include "table/chat_rules.h"
#include "engine.h"
#include "ladder.h"
#include "base/log.h"
#include "base/options.h"
#include "table/fault.h"

enum { CONFIG_RULESETS_MAX = 16 };
enum { CONFIG_HOUSE_MAX = 4, CONFIG_HOUSE_BYTES = 20 };
enum { CONFIG_SOCKET_BYTES = 108 }; /* of the path of a unix socket, with its NUL */

/* Who may register a new name; as in `register`. */
enum registration {
    REGISTRATION_AUTO,
    REGISTRATION_OPEN,
    REGISTRATION_CLAIM,
    REGISTRATION_INVITE,
    REGISTRATION_TOKEN,
    REGISTRATION_COUNT
};

/* Who plays the tournaments of the calendar; as in `event-play`. */
enum event_play { EVENT_PLAY_HERE, EVENT_PLAY_WORKERS, EVENT_PLAY_OFF, EVENT_PLAY_COUNT };

struct config {
    char listen[400], http[400], http_cors[256], store[260], port_file[260];
    char ruleset[512], options[4096], time_text[160], policy_text[24], register_text[16];
    int loops, tables_max, peers_max, peers_per_address_max, messages_per_second, games_total;
    int handshake_msec, grace_msec;
    int verbose;
    char tls_cert[260], tls_key[260];
    int tls_self_signed, plain_remote, http_tls;
    int hints; /* hints in games that do not count */
    char chat_text[16];
    int table_msec_max; /* the longest that a table may name for a bid or a play; 0: those of the
                           arena */
    char admin[260], log_file[260], log_level_text[16];
    int handshakes_max, names_per_minute;
    int departures_per_minute, handshakes_per_address_max, invitations_per_address_max,
        invitations_per_owner_max;
    int guard, owner_by_address;
    char keep_text[32];
    int drop_unarchived;
    int game_log_days, game_log_mb;
    char node[LADDER_NAME_MAX + 1], node_address[72];
    char live_delay_text[16], tournaments[256];
    int watchers_max, watchers_per_table_max, http_per_address_max;
    char journal[260];
    int resume_sec;
    char events[4096], event_play_text[16], event_key[260];
    char webhooks[4200], webhook_secret_file[260];
    char house_text[80];
    int house_seats_max, house_seats_per_address_max;

    /* parsed from those texts */
    struct endpoint listen_at[ENDPOINT_LIST_MAX], http_at[ENDPOINT_LIST_MAX];
    struct retention_rule keep;
    int listen_count, http_count;              /* http_count 0: no pages */
    char node_at[72];                          /* where other nodes reach it; "": a single node */
    struct ruleset rules[CONFIG_RULESETS_MAX]; /* the first is for bots that name none */
    int rules_count;
    struct time_control time;
    struct fault_policy policy;
    enum chat_mode chat;
    char house[CONFIG_HOUSE_MAX][CONFIG_HOUSE_BYTES]; /* the house bots: house_count of them */
    int house_count;
    enum event_play event_play;
    char event_key_path[300]; /* of the key that signs tables of events */
    int host_jobs;            /* programs of owners that this daemon plays at once */
    int host_unsafe;
    char host_cache[260];
    int bots_per_owner;
    int submit_mb;                  /* of an archive; 0: no programs are handed in */
    int submits_per_day;            /* of an owner */
    int submit_store_mb;            /* of all archives that were handed in */
    enum registration registration; /* never REGISTRATION_AUTO */
    bool tls; /* a certificate is configured: tls_cert and tls_key name its files */
    bool http_over_tls;
    bool deaf; /* listens beyond loopback without TLS: hellos from other machines are refused */
    usec_t handshake_usec, grace_usec;
    enum log_level log_level;
    int live_delay_msec;    /* or LIVE_HAND */
    char journal_path[280]; /* "": interrupted games are void (--journal off, or a budget of 0) */
    char admin_path[CONFIG_SOCKET_BYTES]; /* "": no socket (--admin off, or the path of --store is
                                             too long) */
};

extern const struct option_table serve_options;

enum { CONFIG_DONE = 1 }; /* --help or --print-config: printed, nothing else to do */

/* Sets the defaults, then --config FILE, then the other arguments. Returns 0, CONFIG_DONE, or 2
 * after one line on standard error that names the option and what is allowed. */
int config_read(struct config *config, int argc, char **argv);

/* The same for a running daemon; prints nothing. Returns 0, or -1 with the line in `why`. */
int config_read_again(struct config *config, int argc, char **argv, char *why, size_t why_size);

/* Lists the options that differ, by name, separated by ", ", in the order of the table: options
 * that can change while the daemon runs in `live`, the others in `fixed`. Either may be "". */
enum { CONFIG_NAMES_BYTES = 1024 };
void config_compare(const struct config *from, const struct config *to,
                    char live[CONFIG_NAMES_BYTES], char fixed[CONFIG_NAMES_BYTES]);

struct config_option {
    const char *name, *help;
    bool live;       /* can change while the daemon runs */
    char value[520]; /* as in a file */
};
/* Writes the option with that index, from 0. Returns false after the last. */
bool config_option(const struct config *config, int index, struct config_option *option);

/* Writes the name and the address of this node, as writer_open_node expects them. */
void config_describe_node(const struct config *config, struct ladder_node *node);

#endif
