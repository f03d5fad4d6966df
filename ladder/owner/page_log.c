/* page_log.c - see page_log.h. */
#include "owner/page_log.h"
#include "base/name.h"
#include "data/site.h"
#include "page/caller.h"
#include "page/html.h"
#include "page/page.h"
#include "store/store_game_log.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <jansson.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 50 };

/* The log; `errors` is NULL if the bot did not run here. */
struct found {
    struct store_game_log log;
    struct store_game_log list[LIST_MAX];
    int count;
    char *wire, *errors;
};

static void found_free(struct found *found)
{
    if (!found)
        return;
    free(found->wire);
    free(found->errors);
    free(found);
}

/* A bot may have written any bytes: those that move a cursor, or are no characters of UTF-8, become
 * question marks. */
static void clean(char *text)
{
    json_t *value = text ? json_string(text) : NULL;
    bool valid = value != NULL;

    json_decref(value);
    for (char *at = text; at && *at; at++) {
        unsigned char byte = (unsigned char)*at;
        if ((byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f ||
            (byte >= 0x80 && !valid))
            *at = '?';
    }
}

/* A part that is not there is fine. */
static int part_read(struct store *store, int64_t bot, const char *game,
                     enum store_game_log_part part, char **text)
{
    int status = store_game_log_text(store, bot, game, part, text);
    clean(*text);
    return status == STORE_NONE ? 0 : status;
}

/* Inside a transaction. A bot of somebody else, and one that there is not, have no logs: the answer
 * is the same. */
static int look(struct store *store, const char *owner, const char *name, const char *game,
                struct found *found)
{
    struct standing bot;
    int status = store_bot_find(store, name, &bot);

    if (status)
        return status;
    if (!bot.account[0] || strcmp(bot.account, owner) != 0)
        return STORE_NONE;
    if (!game[0]) {
        found->count = store_game_log_page(store, bot.id, found->list, LIST_MAX);
        return found->count < 0 ? STORE_FAILED : 0;
    }
    status = store_game_log_find(store, bot.id, game, &found->log);
    if (status == 0)
        status = part_read(store, bot.id, game, GAME_LOG_WIRE, &found->wire);
    if (status == 0)
        status = part_read(store, bot.id, game, GAME_LOG_ERRORS, &found->errors);
    return status;
}

/* Returns NULL after a refusal. */
static struct found *find(struct call *call, bool data, const char *owner, const char *bot,
                          const char *game)
{
    struct store *store = call->site->store;
    struct found *found = calloc(1, sizeof *found);
    int status = found ? store_begin(store, false) : STORE_FAILED;

    if (found && status == 0) {
        status = look(store, owner, bot, game, found);
        store_rollback(store);
    }
    if (status == 0)
        return found;
    found_free(found);
    if (status == STORE_NONE)
        page_refuse(call->answer, data, HTTP_NOTFOUND, "Not Found",
                    game[0] ? "no log of that game: expected a bot of yours, and a game of the "
                              "last days that is over"
                            : "expected a bot of yours");
    else
        page_refuse(call->answer, data, HTTP_SERVUNAVAIL, "Service Unavailable",
                    "the ladder does not answer now; try again");
    call->answer->open = false;
    return NULL;
}

/* ---------------------------------------------------------------------------------- as data */

static json_t *log_value(const struct store_game_log *log)
{
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:I}", "game", log->game, "wall_msec",
                     (json_int_t)log->wall_msec, "decisions", (json_int_t)log->decisions,
                     "think_msec", (json_int_t)log->think_msec, "longest_msec",
                     (json_int_t)log->longest_msec, "faults", (json_int_t)log->faults);
}

static void send_value(struct web_answer *answer, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    answer->code = text ? HTTP_OK : HTTP_SERVUNAVAIL;
    answer->type = "application/json";
    if (text)
        html_add(answer->body, text);
    free(text);
    json_decref(value);
}

static json_t *text_value(const char *text)
{
    return text ? json_string(text) : json_null();
}

static bool owner_asks(struct call *call, struct account_caller *caller)
{
    if (!caller_ask(call, caller))
        return false;
    if (caller->kind == ACCOUNT_OWNER)
        return true;
    page_refuse(call->answer, true, CODE_FORBIDDEN, "Forbidden",
                "this is an owner's: a bot's token is not enough");
    call->answer->open = false;
    return false;
}

void page_log_api(struct call *call)
{
    struct account_caller caller;

    if (!owner_asks(call, &caller))
        return;
    struct found *found = find(call, true, caller.name, call->segment, call->second);
    if (!found)
        return;
    json_t *value = log_value(&found->log);
    json_object_set_new(value, "bot", json_string(call->segment));
    json_object_set_new(value, "wire", text_value(found->wire));
    json_object_set_new(value, "errors", text_value(found->errors));
    send_value(call->answer, value);
    found_free(found);
}

void page_log_api_list(struct call *call)
{
    struct account_caller caller;

    if (!owner_asks(call, &caller))
        return;
    struct found *found = find(call, true, caller.name, call->segment, "");
    if (!found)
        return;
    json_t *list = json_array();
    for (int i = 0; i < found->count; i++)
        json_array_append_new(list, log_value(&found->list[i]));
    send_value(call->answer, json_pack("{s:s, s:o}", "bot", call->segment, "games", list));
    found_free(found);
}

/* --------------------------------------------------------------------------------- as a page */

static void show_numbers(struct evbuffer *out, const struct store_game_log *log)
{
    html_format(out,
                "<td class=\"number\">%l</td><td class=\"number\">%l</td>"
                "<td class=\"number\">%l</td><td class=\"number\">%l</td></tr>\n",
                log->decisions, log->think_msec, log->longest_msec, log->faults);
}

static void show_list(struct evbuffer *out, const struct found *found, const char *bot)
{
    static const char *const heads[] = {"Game",         ">Decisions", ">Thought, ms",
                                        ">Longest, ms", ">Faults",    NULL};

    html_format(out, "<h2>Logs of %s</h2>\n", bot);
    if (found->count == 0)
        html_add(out, "<p>None yet.</p>\n");
    if (found->count > 0)
        page_table_open(out, "Logs", heads);
    for (int i = 0; i < found->count; i++) {
        html_format(out, "<tr><th scope=\"row\"><a href=\"/game/%u\">%s</a></th>",
                    found->list[i].game, found->list[i].game);
        show_numbers(out, &found->list[i]);
    }
    if (found->count > 0)
        page_table_close(out);
}

static void show_log(struct evbuffer *out, const struct found *found, const char *bot)
{
    html_format(out, "<h2>%s in %s</h2>\n", bot, found->log.game);
    html_add(out, "<p>Seconds since the beginning, <code>&gt;</code> from the bot, "
                  "<code>&lt;</code> to it.</p>\n");
    html_format(out, "<pre>%s</pre>\n", found->wire ? found->wire : "");
    if (found->errors)
        html_format(out, "<h2>Standard error</h2>\n<pre>%s</pre>\n", found->errors);
}

void page_log_show(struct call *call, const struct account_caller *owner, const char *bot,
                   const char *game)
{
    struct evbuffer *out = call->answer->body;

    if (!name_is_valid(bot) || (game[0] && !name_is_game_id(game))) {
        page_refuse(call->answer, false, HTTP_BADREQUEST, "Bad Request",
                    "name, game: expected the name of a bot, and the id of a game or nothing");
        return;
    }
    struct found *found = find(call, false, owner->name, bot, game);
    if (!found)
        return;
    page_open(out, "Logs", NULL);
    if (game[0])
        show_log(out, found, bot);
    else
        show_list(out, found, bot);
    page_close(out, NULL);
    found_free(found);
}
