/* account.c - avondale account: an owner and its bots on an arena elsewhere. */
#include "command/command.h"
#include "command/server_options.h"

#include <errno.h>
#include <limits.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

struct account {
    struct server_options server;
    const char *bot_token, *bot_file;
    bool json;
    const char *bot; /* the operand after the verb, or NULL */
};

static const struct option_row rows[] = {
    {OPTION_TEXT("bot-token", "HEX", account, bot_token, NULL,
                 "take: the token of the bot, in place of its file"),
     .secret = true},
    {OPTION_TEXT("bot-token-file", "FILE", account, bot_file, NULL,
                 "take: the file that keeps the bot's token; token: where the new one goes, in "
                 "place of standard output")},
    {OPTION_FLAG("json", account, json, "prints the answer of the server as JSON")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

static int create(struct account *account);
static int show(struct account *account);
static int renew(struct account *account);
static int take(struct account *account);
static int make_token(struct account *account);
static int stop(struct account *account);
static int start(struct account *account);

static const struct {
    const char *name, *term, *does;
    int (*run)(struct account *account);
    bool of_bot, without_token;
} verbs[] = {
    {"create", "create", "becomes an owner, and keeps its token", create, false, true},
    {"show", "show", "shows the owner and its bots", show, false, false},
    {"renew", "renew", "renews the owner's token", renew, false, false},
    {"take", "take NAME", "takes over a bot, whose token proves that it is yours", take, true,
     false},
    {"token", "token NAME", "renews a bot's token; connections with the old one end", make_token,
     true, false},
    {"stop", "stop NAME", "stops a bot: it may not play", stop, true, false},
    {"start", "start NAME", "lets it play again", start, true, false},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void print_verbs(FILE *out, bool manual)
{
    option_print_title(out, manual, "Commands");
    for (int i = 0; i < VERBS; i++)
        option_print_term(out, manual, verbs[i].term, verbs[i].does);
}

const struct option_table account_options = {
    .command = "account",
    .synopsis = "COMMAND [NAME] --server URL [OPTION...]",
    .does = "Acts for an owner on an arena elsewhere: an owner has bots, renews their tokens, "
            "stops them and starts them again.",
    .parts = {{&part, 0}, {&server_options_part, offsetof(struct account, server)}},
    .operands = "a command, and the name of a bot",
    .operands_min = 1,
    .operands_max = 2,
    .print_more = print_verbs,
};

/* ------------------------------------------------------------------------------------- helpers */

static const char *text_of(const json_t *value, const char *key)
{
    const char *text = json_string_value(json_object_get(value, key));
    return text ? text : "";
}

static void print_json(const struct account *account, const json_t *value)
{
    if (!account->json)
        return;
    json_dumpf(value, stdout, JSON_INDENT(2));
    putchar('\n');
}

/* Keeps a token that the server says once. It is printed where it cannot be kept: it would be lost.
 */
static int keep(const char *path, const char *token)
{
    if (token_keeper_write(path, token) == 0)
        return 0;
    options_bad(&account_options, "%s: %s; the token is %.64s", path, strerror(errno), token);
    return 3;
}

/* POSTs to the address of the bot. */
static int post(struct account *account, const char *word, json_t **value)
{
    char path[160];
    snprintf(path, sizeof path, "/api/v1/account/bots/%.32s%s", account->bot, word);
    return server_options_do(&account_options, &account->server, "POST", path, value);
}

/* --------------------------------------------------------------------------------------- verbs */

/* The token is in the file before anything else happens: the server says it once. */
static int keep_owner(struct account *account, json_t *value, const char *done)
{
    const char *token = text_of(value, "token");
    char name[40];

    if (strlen(token) != TOKEN_KEEPER_BYTES - 1) {
        options_bad(&account_options, "%s: the server answers without a token",
                    account->server.url);
        return 3;
    }
    int status = keep(account->server.path, token);
    if (status)
        return status;
    json_object_del(value, "token");
    print_json(account, value);
    http_client_show(name, sizeof name, text_of(value, "owner"));
    if (!account->json)
        printf("%s %s; its token is kept in %s\n", name, done, account->server.path);
    return 0;
}

static int create(struct account *account)
{
    json_t *value = NULL;

    if (account->server.token[0])
        return options_bad(&account_options,
                           "%s: there is an owner already; expected --token-file FILE for another",
                           account->server.path);
    if (token_keeper_check(account->server.path)) {
        options_bad(&account_options, "%s: %s", account->server.path, strerror(errno));
        return 3;
    }
    int status =
        server_options_do(&account_options, &account->server, "POST", "/api/v1/account", &value);
    if (status == 0)
        status = keep_owner(account, value, "is an owner from here on");
    json_decref(value);
    return status;
}

static int renew(struct account *account)
{
    json_t *value = NULL;
    int status = server_options_do(&account_options, &account->server, "POST",
                                   "/api/v1/account/token", &value);
    if (status == 0)
        status = keep_owner(account, value, "has a new token");
    json_decref(value);
    return status;
}

/* The program that was handed in last, and why it does not play; `program` may be NULL. */
static void show_program(const json_t *program)
{
    char version[80], state[80], why[400];

    if (program) {
        http_client_show(version, sizeof version, text_of(program, "version"));
        http_client_show(state, sizeof state, text_of(program, "state"));
        http_client_show(why, sizeof why, text_of(program, "why"));
        printf("; version %s: %s%s%s", version, state, why[0] ? ", " : "", why);
    }
    putchar('\n');
}

static int show(struct account *account)
{
    json_t *value = NULL, *bot;
    char name[80];
    size_t i;
    int status =
        server_options_do(&account_options, &account->server, "GET", "/api/v1/account", &value);

    if (status)
        return status;
    print_json(account, value);
    const json_t *bots = json_object_get(value, "bots");
    if (!account->json) {
        http_client_show(name, sizeof name, text_of(value, "owner"));
        printf("%s has %zu of %" JSON_INTEGER_FORMAT " bots\n", name, json_array_size(bots),
               json_integer_value(json_object_get(value, "bots_max")));
        json_array_foreach(bots, i, bot)
        {
            http_client_show(name, sizeof name, text_of(bot, "name"));
            printf("%-32s %s", name,
                   json_is_true(json_object_get(bot, "banned"))    ? "banned"
                   : json_is_true(json_object_get(bot, "stopped")) ? "stopped"
                                                                   : "may play");
            show_program(json_object_get(bot, "program"));
        }
    }
    json_decref(value);
    return 0;
}

static int take(struct account *account)
{
    char said[TOKEN_KEEPER_BYTES] = "", body[TOKEN_KEEPER_BYTES + 16], path[160];
    json_t *value = NULL;

    if (!account->bot_token == !account->bot_file)
        return options_bad(&account_options,
                           "take: expected --bot-token HEX or --bot-token-file FILE");
    if (account->bot_file && (token_keeper_read(account->bot_file, said) || !said[0])) {
        options_bad(&account_options, "--bot-token-file=%s: expected a file with the token of %s",
                    account->bot_file, account->bot);
        return 2;
    }
    if (account->bot_token)
        snprintf(said, sizeof said, "%.64s", account->bot_token);
    if (strlen(said) != TOKEN_KEEPER_BYTES - 1 ||
        said[strspn(said, "0123456789abcdefABCDEF")] != '\0')
        return options_bad(&account_options, "--bot-token: expected 64 hexadecimal digits");
    snprintf(path, sizeof path, "/api/v1/account/bots/%.32s", account->bot);
    struct http_request request = {
        .method = "POST", .path = path, .type = "application/x-www-form-urlencoded", .body = body};
    request.body_bytes = (size_t)snprintf(body, sizeof body, "token=%s", said);
    int status = server_options_ask(&account_options, &account->server, &request, &value);
    OPENSSL_cleanse(said, sizeof said);
    OPENSSL_cleanse(body, sizeof body);
    if (status == 0) {
        print_json(account, value);
        if (!account->json)
            printf("%s is yours from now on\n", account->bot);
    }
    json_decref(value);
    return status;
}

static int make_token(struct account *account)
{
    json_t *value = NULL;

    if (account->bot_file && token_keeper_check(account->bot_file)) {
        options_bad(&account_options, "--bot-token-file=%s: %s", account->bot_file,
                    strerror(errno));
        return 3;
    }
    int status = post(account, "/token", &value);
    if (status == 0 && account->bot_file) {
        status = keep(account->bot_file, text_of(value, "token"));
        json_object_del(value, "token");
    }
    if (status == 0) {
        print_json(account, value);
        if (!account->json && account->bot_file)
            printf("%s has a new token, which is kept in %s\n", account->bot, account->bot_file);
        else if (!account->json)
            printf("%.64s\n", text_of(value, "token"));
    }
    json_decref(value);
    return status;
}

static int stop(struct account *account)
{
    json_t *value = NULL;
    int status = post(account, "/stop", &value);
    if (status == 0) {
        print_json(account, value);
        if (!account->json)
            printf("%s is stopped\n", account->bot);
    }
    json_decref(value);
    return status;
}

static int start(struct account *account)
{
    json_t *value = NULL;
    int status = post(account, "/start", &value);
    if (status == 0) {
        print_json(account, value);
        if (!account->json)
            printf("%s may play again\n", account->bot);
    }
    json_decref(value);
    return status;
}

/* ----------------------------------------------------------------------------------- the whole */

static int find_verb(const char *word)
{
    for (int i = 0; i < VERBS; i++)
        if (strcmp(verbs[i].name, word) == 0)
            return i;
    return -1;
}

int account_main(int argc, char **argv)
{
    struct account account = {.json = false};
    int first, status = options_take(&account_options, &account, argc, argv, &first);

    if (status)
        return status;
    int verb = find_verb(argv[first]);
    if (verb < 0)
        return options_bad(&account_options,
                           "%s: expected create, show, renew, take, token, stop or start",
                           argv[first]);
    account.bot = argc - first == 2 ? argv[first + 1] : NULL;
    if (verbs[verb].of_bot && (!account.bot || !name_is_valid(account.bot)))
        return options_bad(&account_options, "%s: expected the name of a bot", argv[first]);
    if (!verbs[verb].of_bot && account.bot)
        return options_bad(&account_options, "%s %s: expected no name", argv[first], account.bot);
    status = server_options_begin(&account_options, &account.server, !verbs[verb].without_token);
    if (status == 0)
        status = verbs[verb].run(&account);
    server_options_end(&account.server);
    return fflush(stdout) ? 3 : status;
}
