/* config.h - options of the daemon: one table for the command line, the file, --help and
 * --print-config. */
#ifndef AVONDALE_CONFIG_H
#define AVONDALE_CONFIG_H

#include "budget.h"
#include "engine.h"
#include "sanction.h"

enum { CONFIG_RULESETS_MAX = 16 };

struct config {
    char listen[80], http[80], store[260], port_file[260];
    char ruleset[512], options[512], time_text[160], policy_text[24], register_text[16];
    int tables_max, peers_max, peers_per_address_max, messages_per_second, games_total;
    int handshake_msec, grace_msec;
    int verbose;
    char tls_cert[260], tls_key[260];
    int tls_self_signed, plain_remote, http_tls;

    /* made from those */
    char listen_host[64], http_host[64];
    int listen_port, http_port;
    struct ruleset rules[CONFIG_RULESETS_MAX]; /* the first is for bots that ask for none */
    int rules_count;
    struct time_control time;
    struct policy policy;
    bool token_needed;
    bool tls;             /* a certificate is configured: tls_cert and tls_key name its files */
    bool http_over_tls;
    bool deaf; /* listens to other machines and will take nothing that they say */
    usec_t handshake_usec, grace_usec;
};

enum { CONFIG_DONE = -1 }; /* --help or --print-config: printed, nothing more to do */

/* Defaults, then --config FILE, then the other arguments. 0, CONFIG_DONE, or 2 after one line on
 * standard error that names the option and what is allowed. */
int config_read(struct config *config, int argc, char **argv);

#endif
