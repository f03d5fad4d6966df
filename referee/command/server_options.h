/* server_options.h - the options of commands that ask an arena elsewhere over HTTP for an owner:
 * its URL, whom TLS trusts, and the file of the owner's token. */
#ifndef AVONDALE_SERVER_OPTIONS_H
#define AVONDALE_SERVER_OPTIONS_H

#include "base/options.h"
#include "client/http_client.h"
#include "client/token_keeper.h"

#include <jansson.h>

struct server_options {
    const char *url, *ca, *token_file;
    /* The rest is filled in by server_options_begin. */
    char path[512]; /* where the token is kept */
    char token[TOKEN_KEEPER_BYTES];
    struct http_client *client;
};

extern const struct option_part server_options_part;

/* Reads the owner's token, from the file beside those of the bots unless --token-file names one,
 * and makes the client. Without `wanted` it is fine that there is no token. Returns 0, or an exit
 * status after one line. server_options_end follows in both cases. */
int server_options_begin(const struct option_table *table, struct server_options *options,
                         bool wanted);
void server_options_end(struct server_options *options);

/* Asks with the owner's token, where there is one. Returns an exit status: 0 with the answer as
 * JSON, which the caller frees (`value` may be NULL), else after one line on standard error: 1 if
 * the server says no, 3 if it does not answer. */
int server_options_ask(const struct option_table *table, struct server_options *options,
                       const struct http_request *request, json_t **value);
/* The same for a path made of two or three parts, without a body. */
int server_options_do(const struct option_table *table, struct server_options *options,
                      const char *method, const char *path, json_t **value);

#endif
