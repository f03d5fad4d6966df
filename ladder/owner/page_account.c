/* page_account.c - owners: makes accounts, shows their bots, takes over, stops and starts them, and
 * makes new tokens; as a page, without a script, and as data.
 *
 * Requests for data carry the owner's token as a bearer token. On the page it is a field of the
 * form, which a browser may keep as a password. It is in no address, no cookie and no log. Writes
 * wait for the thread of the database (later.h).
 */
#include "owner/page_account.h"
#include "owner/page_log.h"

#include "base/clock.h"
#include "base/endpoint.h"
#include "data/json_value.h"
#include "data/site.h"
#include "page/caller.h"
#include "page/html.h"
#include "page/later.h"
#include "page/page.h"
#include "store/store_account.h"
#include "store/store_program.h"
#include "writer/address.h"
#include "writer/writer_account.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CREATED_MAX = 10, /* accounts from one address in a minute */
};

/* The outcome of a request, for the answer. */
struct told {
    enum ladder_deed_kind kind;
    enum ladder_deed_outcome outcome;
    char account[LADDER_NAME_MAX + 1], bot[LADDER_NAME_MAX + 1];
    char token[2 * LADDER_TOKEN_BYTES + 1];
};
_Static_assert(sizeof(struct told) <= LATER_RESULT_MAX, "it is handed over as a result");

/* ------------------------------------------------------------------------------------- answers */

static void send_value(struct web_answer *answer, int code, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    answer->code = text ? code : HTTP_SERVUNAVAIL;
    answer->type = "application/json";
    if (text) {
        html_add(answer->body, text);
        OPENSSL_cleanse(text, strlen(text));
    }
    free(text);
    json_decref(value);
}

static void refuse(struct web_answer *answer, bool data, int code, const char *why)
{
    const char *title = code == CODE_FORBIDDEN    ? "Forbidden"
                        : code == HTTP_NOTFOUND   ? "Not Found"
                        : code == CODE_CONFLICT   ? "Conflict"
                        : code == CODE_TOO_MANY   ? "Too Many Requests"
                        : code == HTTP_BADREQUEST ? "Bad Request"
                                                  : "Service Unavailable";
    page_refuse(answer, data, code, title, why);
    answer->open = false;
}

/* Adds the program that was handed in last for the bot: its version, its state, and why. */
static int add_program(struct store *store, int64_t bot_id, json_t *value)
{
    struct store_program program;
    int count = store_program_page(store, bot_id, INT64_MAX, &program, 1);

    if (count > 0)
        json_object_set_new(value, "program",
                            json_pack("{s:s, s:s, s:s}", "version", program.label, "state",
                                      store_program_states[program.state], "why", program.why));
    return count < 0 ? -1 : 0;
}

/* Returns NULL if the store cannot be read. */
static json_t *bots_value(struct web_site *site, const char *account)
{
    int max = LADDER_BOTS_PER_OWNER_MAX;
    struct standing *bots = calloc((size_t)max, sizeof *bots);
    json_t *list = NULL;

    if (bots && store_begin(site->store, false) == 0) {
        int count = store_account_bots(site->store, account, bots, max), failed = 0;
        list = count < 0 ? NULL : json_array();
        for (int i = 0; list && i < count && !failed; i++) {
            json_t *bot = json_pack("{s:s, s:b, s:b}", "name", bots[i].name, "stopped",
                                    bots[i].stopped, "banned", bots[i].banned);
            failed = add_program(site->store, bots[i].id, bot);
            json_array_append_new(list, bot);
        }
        store_rollback(site->store);
        if (failed) {
            json_decref(list);
            list = NULL;
        }
    }
    free(bots);
    return list;
}

static json_t *account_value(struct web_site *site, const char *account)
{
    json_t *bots = bots_value(site, account);
    return bots ? json_pack("{s:s, s:i, s:o}", "owner", account, "bots_max", site->bots_per_owner,
                            "bots", bots)
                : NULL;
}

/* Why a deed was not done, with its code; NULL: it was. */
static const char *why_not(const struct web_site *site, const struct told *told, int *code,
                           char text[160])
{
    switch (told->outcome) {
    case LADDER_DEED_DONE:
        *code = told->kind == LADDER_DEED_CREATE ? CODE_CREATED : HTTP_OK;
        return NULL;
    case LADDER_DEED_NOT_YOURS:
        *code = HTTP_NOTFOUND;
        return "name: expected a bot that is yours; one without an owner you take over with "
               "its "
               "token";
    case LADDER_DEED_WRONG:
        *code = CODE_FORBIDDEN;
        return "token: expected the token of that bot";
    case LADDER_DEED_FULL:
        *code = told->kind == LADDER_DEED_CREATE ? CODE_TOO_MANY : CODE_CONFLICT;
        snprintf(text, 160, "%s: at most %d are allowed",
                 told->kind == LADDER_DEED_CREATE ? "owners from one address" : "bots of an owner",
                 told->kind == LADDER_DEED_CREATE ? (int)LADDER_ACCOUNTS_OF_PARTY
                                                  : site->bots_per_owner);
        return text;
    case LADDER_DEED_NO_EVENT: /* of events */
    case LADDER_DEED_CLOSED:
    case LADDER_DEED_ENOUGH:
    case LADDER_DEED_BARRED:
    case LADDER_DEED_NO_NAME: /* of programs: hand_in.c */
    case LADDER_DEED_THERE:
    case LADDER_DEED_DAY_FULL:
    case LADDER_DEED_NO_ROOM:
    case LADDER_DEED_NOT_SO:
    case LADDER_DEED_FAILED:
        break;
    }
    *code = HTTP_SERVUNAVAIL;
    return "the ladder cannot write now; try again";
}

static void show_token(struct evbuffer *out, const struct told *told)
{
    if (!told->token[0])
        return;
    html_format(out,
                "<p>The token of %s is shown this once. Keep it as you keep a password.</p>\n"
                "<p><code>%s</code></p>\n",
                told->kind == LADDER_DEED_TOKEN ? told->bot : told->account, told->token);
}

static void show_bots(struct web_site *site, struct evbuffer *out, const char *account)
{
    static const char *const heads[] = {"Bot", "State", "Program handed in", NULL};
    json_t *bots = bots_value(site, account), *bot;
    size_t i;

    html_format(out, "<h2>Bots of %s</h2>\n", account);
    if (json_array_size(bots) == 0)
        html_add(out, "<p>None yet: take one over with its token.</p>\n");
    if (json_array_size(bots) > 0)
        page_table_open(out, "Bots", heads);
    json_array_foreach(bots, i, bot)
    {
        const json_t *program = json_object_get(bot, "program");
        html_format(out, "<tr><th scope=\"row\"><a href=\"/bot/%u\">%s</a></th><td>%s</td><td>",
                    json_value_text(bot, "name"), json_value_text(bot, "name"),
                    json_is_true(json_object_get(bot, "banned"))    ? "banned"
                    : json_is_true(json_object_get(bot, "stopped")) ? "stopped"
                                                                    : "may play");
        if (program)
            html_format(out, "version %s: %s%s%s", json_value_text(program, "version"),
                        json_value_text(program, "state"),
                        *json_value_text(program, "why") ? ", " : "",
                        json_value_text(program, "why"));
        html_add(out, "</td></tr>\n");
    }
    if (json_array_size(bots) > 0)
        page_table_close(out);
    json_decref(bots);
}

static void show_forms(const struct web_site *site, struct evbuffer *out)
{
    html_add(out, "<h2>Your bots</h2>\n<form method=\"post\" action=\"/account\">\n"
                  "<p><label>Your token <input type=\"password\" name=\"token\" required "
                  "maxlength=\"64\" autocomplete=\"current-password\"></label></p>\n"
                  "<p><label>What to do <select name=\"do\">\n"
                  "<option value=\"bots\">show my bots</option>\n"
                  "<option value=\"logs\">show what a bot said and heard</option>\n"
                  "<option value=\"take\">take over a bot</option>\n"
                  "<option value=\"stop\">stop a bot</option>\n"
                  "<option value=\"start\">start it again</option>\n"
                  "<option value=\"token\">make a bot's token new</option>\n"
                  "<option value=\"renew\">make my own token new</option>\n"
                  "</select></label></p>\n"
                  "<p><label>Name of the bot <input name=\"name\" maxlength=\"32\" "
                  "autocomplete=\"off\"></label></p>\n"
                  "<p><label>Its token, to take it over <input type=\"password\" "
                  "name=\"bot-token\" maxlength=\"64\" autocomplete=\"off\"></label></p>\n"
                  "<p><label>A game, for what the bot said there <input name=\"game\" "
                  "maxlength=\"64\" autocomplete=\"off\"></label></p>\n"
                  "<p><button>Do it</button></p>\n</form>\n");
    html_format(out, "<p class=\"soft\">An owner has at most %d bots.</p>\n", site->bots_per_owner);
}

/* On the thread of the pages, once it is written. */
static void show_told(struct web_site *site, const void *result, bool data,
                      struct web_answer *answer)
{
    struct told told;
    char text[160];
    int code;

    memcpy(&told, result, sizeof told);
    const char *why = why_not(site, &told, &code, text);
    answer->secret = true;
    if (why) {
        refuse(answer, data, code, why);
    } else if (data) {
        json_t *value = json_pack("{s:s}", "owner", told.account);
        if (told.bot[0])
            json_object_set_new(value, "name", json_string(told.bot));
        if (told.token[0])
            json_object_set_new(value, "token", json_string(told.token));
        send_value(answer, code, value);
    } else {
        answer->code = code;
        page_open(answer->body, "Owners", NULL);
        show_token(answer->body, &told);
        show_bots(site, answer->body, told.account);
        show_forms(site, answer->body);
        page_close(answer->body, NULL);
    }
    OPENSSL_cleanse(&told, sizeof told);
}

/* --------------------------------------------------------------------------------------- deeds */

/* On the thread that dispatches the writer's completions. */
static void on_done(void *context, const struct ladder_deed *deed, enum ladder_deed_outcome outcome)
{
    struct told told = {.kind = deed->kind, .outcome = outcome};

    memcpy(told.account, deed->account, sizeof told.account);
    memcpy(told.bot, deed->bot, sizeof told.bot);
    memcpy(told.token, deed->token, sizeof told.token);
    later_end(context, &told, sizeof told);
    OPENSSL_cleanse(&told, sizeof told);
}

static void begin(struct call *call, bool data, const struct ladder_deed *deed)
{
    struct web_site *site = call->site;
    struct later *later = later_begin(site->laters, show_told, data);

    if (later && writer_account_queue(site->ladder, deed, on_done, later)) {
        later_cancel(later);
        later = NULL;
    }
    if (later)
        call->answer->later = later;
    else
        refuse(call->answer, data, HTTP_SERVUNAVAIL, "too much is being written; try again");
}

/* Accounts of one address have one party, as bots of one address have one owner: see
 * registration.c. */
static void party_of(const struct web_site *site, uint64_t key, char party[LADDER_NAME_MAX + 1])
{
    uint8_t bytes[ENDPOINT_KEY_BYTES];
    size_t size = endpoint_key_bytes(key, bytes);

    party[0] = '\0';
    if (site->owner_by_address && size > 0 && !endpoint_key_is_local(key))
        address_owner(site->address_key, bytes, size, party);
}

static void create(struct call *call, bool data)
{
    struct web_site *site = call->site;
    struct ladder_deed deed = {.kind = LADDER_DEED_CREATE};
    uint64_t key = caller_key(call->query);

    if (!name_rate_allows(&site->created, key, CREATED_MAX, clock_now_usec())) {
        refuse(call->answer, data, CODE_TOO_MANY,
               "too many owners came from this address; wait a minute");
        return;
    }
    party_of(site, key, deed.party);
    begin(call, data, &deed);
}

/* What an owner that is known wants of a bot, or of itself. */
static void act(struct call *call, bool data, struct ladder_deed *deed, const char *bot,
                const char *said)
{
    struct web_site *site = call->site;
    uint64_t key = caller_key(call->query);
    int64_t now = clock_now_usec();

    if (deed->kind >= LADDER_DEED_TAKE && !name_is_valid(bot)) {
        refuse(call->answer, data, HTTP_BADREQUEST,
               "name: expected that of a bot, 1 to 32 of A-Z a-z 0-9 . _ -");
        return;
    }
    if (!name_rate_allows(&site->deeds, key, SITE_DEEDS_MAX, now)) {
        refuse(call->answer, data, CODE_TOO_MANY,
               "too many changes came from this address; wait a minute");
        return;
    }
    /* From memory: a wrong token costs the database nothing, and counts as any other. */
    struct ladder_bot there;
    if (deed->kind == LADDER_DEED_TAKE && writer_view_bot(site->ladder, bot, &there) &&
        !(there.has_token && writer_view_token_valid(site->ladder, bot, said))) {
        (void)name_rate_allows(&site->failures, key, ACCOUNT_FAILURES_MAX, now);
        refuse(call->answer, data, CODE_FORBIDDEN, "token: expected the token of that bot");
        return;
    }
    deed->bots_max = site->bots_per_owner;
    snprintf(deed->bot, sizeof deed->bot, "%.32s", bot);
    snprintf(deed->said, sizeof deed->said, "%.64s", said);
    begin(call, data, deed);
    OPENSSL_cleanse(deed, sizeof *deed);
}

static bool is_owner(struct call *call, bool data, const struct account_caller *caller)
{
    if (caller->kind == ACCOUNT_OWNER)
        return true;
    refuse(call->answer, data, CODE_FORBIDDEN, "this is an owner's: a bot's token is not enough");
    return false;
}

static bool owners_here(struct call *call, bool data)
{
    call->answer->secret = true;
    if (call->site->bots_per_owner > 0)
        return true;
    refuse(call->answer, data, HTTP_NOTFOUND, "there are no owners here");
    return false;
}

/* ---------------------------------------------------------------------------------- as data */

void page_account_api(struct call *call)
{
    struct account_caller caller;

    if (!owners_here(call, true) || !caller_ask(call, &caller) || !is_owner(call, true, &caller))
        return;
    send_value(call->answer, HTTP_OK, account_value(call->site, caller.name));
}

void page_account_api_create(struct call *call)
{
    if (!owners_here(call, true))
        return;
    if (!caller_own_page(call->query->post))
        refuse(call->answer, true, CODE_FORBIDDEN, "a page of another site sent this");
    else
        create(call, true);
}

void page_account_api_renew(struct call *call)
{
    struct account_caller caller;
    struct ladder_deed deed = {.kind = LADDER_DEED_RENEW};

    if (!owners_here(call, true) || !caller_ask(call, &caller) || !is_owner(call, true, &caller))
        return;
    memcpy(deed.account, caller.name, sizeof deed.account);
    act(call, true, &deed, "", "");
}

/* The last word of the address. */
static enum ladder_deed_kind kind_of(const char *path)
{
    const char *word = strrchr(path, '/');
    return strcmp(word, "/stop") == 0    ? LADDER_DEED_STOP
           : strcmp(word, "/start") == 0 ? LADDER_DEED_START
           : strcmp(word, "/token") == 0 ? LADDER_DEED_TOKEN
                                         : LADDER_DEED_TAKE;
}

void page_account_api_act(struct call *call)
{
    struct account_caller caller;
    struct evkeyvalq sent;
    struct ladder_deed deed = {.kind = kind_of(call->query->path)};

    if (!owners_here(call, true) || !caller_ask(call, &caller) || !is_owner(call, true, &caller))
        return;
    memcpy(deed.account, caller.name, sizeof deed.account);
    if (deed.kind != LADDER_DEED_TAKE) {
        act(call, true, &deed, call->segment, "");
        return;
    }
    if (!caller_is_form(call->query->post) ||
        evhttp_parse_query_str(call->query->post->body, &sent)) {
        refuse(call->answer, true, HTTP_BADREQUEST,
               "expected the fields of a form: token, that of the bot");
        return;
    }
    const char *said = evhttp_find_header(&sent, "token");
    act(call, true, &deed, call->segment, said ? said : "");
    evhttp_clear_headers(&sent);
}

/* ---------------------------------------------------------------------------------- as a page */

void page_account(struct call *call)
{
    struct evbuffer *out = call->answer->body;

    if (!owners_here(call, false))
        return;
    page_open(out, "Owners", NULL);
    html_add(out, "<p>An owner has a token, and bots: it makes their tokens new, stops them and "
                  "starts them again. All bots of an owner are one party: games among them are "
                  "not rated.</p>\n"
                  "<form method=\"post\" action=\"/account\">\n"
                  "<input type=\"hidden\" name=\"do\" value=\"create\">\n"
                  "<p><button>Become an owner</button></p>\n</form>\n");
    show_forms(call->site, out);
    page_close(out, NULL);
}

static bool form_owner(struct call *call, struct evkeyvalq *sent, struct account_caller *caller)
{
    return caller_ask_token(call, evhttp_find_header(sent, "token"), caller) &&
           is_owner(call, false, caller);
}

static void form_act(struct call *call, struct evkeyvalq *sent, const char *what)
{
    static const struct {
        const char *word;
        enum ladder_deed_kind kind;
    } deeds[] = {{"take", LADDER_DEED_TAKE},
                 {"stop", LADDER_DEED_STOP},
                 {"start", LADDER_DEED_START},
                 {"token", LADDER_DEED_TOKEN},
                 {"renew", LADDER_DEED_RENEW}};
    const char *bot = evhttp_find_header(sent, "name"),
               *said = evhttp_find_header(sent, "bot-token");
    struct account_caller caller;
    size_t i = 0;

    while (i < sizeof deeds / sizeof deeds[0] && strcmp(deeds[i].word, what) != 0)
        i++;
    bool lists = strcmp(what, "bots") == 0, logs = strcmp(what, "logs") == 0;
    if (!lists && !logs && i == sizeof deeds / sizeof deeds[0]) {
        refuse(call->answer, false, HTTP_BADREQUEST,
               "do: expected create, bots, logs, take, stop, start, token or renew");
        return;
    }
    if (!form_owner(call, sent, &caller))
        return;
    if (lists) {
        page_open(call->answer->body, "Owners", NULL);
        show_bots(call->site, call->answer->body, caller.name);
        show_forms(call->site, call->answer->body);
        page_close(call->answer->body, NULL);
        return;
    }
    if (logs) {
        const char *game = evhttp_find_header(sent, "game");
        page_log_show(call, &caller, bot ? bot : "", game ? game : "");
        return;
    }
    struct ladder_deed deed = {.kind = deeds[i].kind};
    memcpy(deed.account, caller.name, sizeof deed.account);
    act(call, false, &deed, bot ? bot : "", said ? said : "");
}

void page_account_post(struct call *call)
{
    struct evkeyvalq sent;

    if (!owners_here(call, false))
        return;
    if (!caller_own_page(call->query->post)) {
        refuse(call->answer, false, CODE_FORBIDDEN, "A page of another site sent this.");
        return;
    }
    if (!caller_is_form(call->query->post) ||
        evhttp_parse_query_str(call->query->post->body, &sent)) {
        refuse(call->answer, false, HTTP_BADREQUEST, "expected the fields of the form of /account");
        return;
    }
    const char *what = evhttp_find_header(&sent, "do");
    if (what && strcmp(what, "create") == 0)
        create(call, false);
    else
        form_act(call, &sent, what ? what : "");
    evhttp_clear_headers(&sent);
}
