/* server_options.c - see server_options.h. */
#include "command/server_options.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

/* No bot has a name with a leading dot. */
#define OWNER_FILE ".owner"

static bool is_url(const char *text)
{
    char address[HTTP_CLIENT_ADDRESS_BYTES];
    return http_client_address(text, address) == 0;
}

static const struct option_row rows[] = {
    {OPTION_TEXT("server", "URL", server_options, url, NULL, "the arena's pages (required)"),
     .valid = is_url, .allowed = "http://HOST:PORT or https://HOST, without user and query"},
    {OPTION_TEXT("token-file", "FILE", server_options, token_file, NULL,
                 "keeps the owner's token (avondale/tokens/HOST_PORT/" OWNER_FILE
                 " in the user's configuration directory)")},
    {OPTION_TEXT("tls-ca", "FILE", server_options, ca, NULL,
                 "a file of certificates (PEM) that https trusts in place of this system's roots")},
};
const struct option_part server_options_part = OPTION_PART("The server", rows);

static int find_file(const struct option_table *table, struct server_options *options)
{
    char address[HTTP_CLIENT_ADDRESS_BYTES];

    if (!options->token_file &&
        (http_client_address(options->url, address) ||
         token_keeper_path(options->path, sizeof options->path, address, OWNER_FILE)))
        return options_bad(table, "no home directory: expected --token-file FILE");
    if (options->token_file && snprintf(options->path, sizeof options->path, "%s",
                                        options->token_file) >= (int)sizeof options->path)
        return options_bad(table, "--token-file: expected a path of at most %zu bytes",
                           sizeof options->path - 1);
    return 0;
}

int server_options_begin(const struct option_table *table, struct server_options *options,
                         bool wanted)
{
    if (!options->url)
        return options_bad(table, "--server: expected the URL of the arena's pages");
    int status = find_file(table, options);
    if (status)
        return status;
    if (token_keeper_read(options->path, options->token)) {
        options_bad(table, "%s: %s", options->path,
                    errno == EINVAL ? "expected a token in hexadecimal digits" : strerror(errno));
        return 3;
    }
    if (wanted && !options->token[0])
        return options_bad(table, "%s: expected the token of an owner; avondale account create",
                           options->path);
    const struct http_client_config config = {.url = options->url, .ca = options->ca};
    options->client = http_client_create(&config);
    if (!options->client) {
        options_bad(table, "out of memory");
        return 3;
    }
    return 0;
}

void server_options_end(struct server_options *options)
{
    http_client_destroy(options->client);
    options->client = NULL;
    OPENSSL_cleanse(options->token, sizeof options->token);
}

int server_options_ask(const struct option_table *table, struct server_options *options,
                       const struct http_request *request, json_t **value)
{
    char error[HTTP_CLIENT_ERROR_BYTES];
    struct http_request full = *request;
    struct http_answer answer;
    json_error_t wrong;

    if (options->token[0])
        full.bearer = options->token;
    enum http_outcome outcome = http_client_ask(options->client, &full, &answer, error);
    if (value)
        *value = NULL;
    if (outcome == HTTP_DONE && value)
        *value = json_loadb(answer.body, answer.bytes, 0, &wrong);
    http_client_fini_answer(&answer);
    if (outcome == HTTP_DONE && (!value || *value))
        return 0;
    if (outcome == HTTP_DONE)
        options_bad(table, "%s%s: expected JSON; is it the URL of an arena?", options->url,
                    request->path);
    else
        options_bad(table, "%s", error);
    return outcome == HTTP_REFUSED ? 1 : 3;
}

int server_options_do(const struct option_table *table, struct server_options *options,
                      const char *method, const char *path, json_t **value)
{
    const struct http_request request = {.method = method, .path = path};
    return server_options_ask(table, options, &request, value);
}
