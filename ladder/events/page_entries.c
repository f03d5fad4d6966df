/* page_entries.c - owners sign their bots up for an event, and withdraw them.
 *
 * That ends when the event is due, because its start reads the list. Writes wait for the thread of
 * the database (later.h). */
#include "events/page_entries.h"

#include "base/clock.h"
#include "base/name.h"
#include "calendar/event.h"
#include "data/json_value.h"
#include "data/site.h"
#include "page/caller.h"
#include "page/html.h"
#include "page/later.h"
#include "page/page.h"
#include "writer/writer_account.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The outcome, for the answer. */
struct told {
    bool entered;
    enum ladder_deed_outcome outcome;
    char event[LADDER_NAME_MAX + 1], bot[LADDER_NAME_MAX + 1];
};
_Static_assert(sizeof(struct told) <= LATER_RESULT_MAX, "it is handed over as a result");

/* ------------------------------------------------------------------------------------- answers */

static const struct {
    enum ladder_deed_outcome outcome;
    int code;
    const char *title, *why;
} refusals[] = {
    {LADDER_DEED_NOT_YOURS, HTTP_NOTFOUND, "Not Found", "name: expected a bot that is yours"},
    {LADDER_DEED_NO_EVENT, HTTP_NOTFOUND, "Not Found", "there is no event of that name"},
    {LADDER_DEED_CLOSED, CODE_CONFLICT, "Conflict",
     "signing up is not possible: the event begins, is over, or takes no entries"},
    {LADDER_DEED_ENOUGH, CODE_CONFLICT, "Conflict",
     "as many bots of one owner as this event takes are signed up"},
    {LADDER_DEED_BARRED, CODE_CONFLICT, "Conflict", "the bot is stopped or banned"},
    {LADDER_DEED_FULL, CODE_CONFLICT, "Conflict", "the event is full"},
    {LADDER_DEED_FAILED, HTTP_SERVUNAVAIL, "Service Unavailable",
     "the ladder cannot write now; try again"},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

static void refuse(struct web_answer *answer, bool data, int code, const char *title,
                   const char *why)
{
    page_refuse(answer, data, code, title, why);
    answer->open = false;
}

/* Makes the answer, on the thread of the pages, after the write. */
static void show_told(struct web_site *site, const void *result, bool data,
                      struct web_answer *answer)
{
    struct told told;
    char path[LADDER_NAME_MAX + 16];

    (void)site;
    memcpy(&told, result, sizeof told);
    answer->secret = true;
    for (int i = 0; i < REFUSALS && told.outcome != LADDER_DEED_DONE; i++) {
        if (refusals[i].outcome == told.outcome || i + 1 == REFUSALS) {
            refuse(answer, data, refusals[i].code, refusals[i].title, refusals[i].why);
            return;
        }
    }
    answer->code = HTTP_OK;
    if (data) {
        json_t *value = json_pack("{s:s, s:s, s:b}", "event", told.event, "bot", told.bot,
                                  "entered", told.entered);
        char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
        json_decref(value);
        answer->type = "application/json";
        html_add(answer->body, text ? text : "{}");
        free(text);
        return;
    }
    snprintf(path, sizeof path, "/event/%.*s", LADDER_NAME_MAX, told.event);
    page_open(answer->body, told.event, NULL);
    html_format(answer->body, "<p>%s is %s.</p>\n<p class=\"pages\"><a href=\"%s\">%s</a></p>\n",
                told.bot, told.entered ? "signed up" : "not signed up any more", path, told.event);
    page_close(answer->body, NULL);
}

/* --------------------------------------------------------------------------------------- deeds */

/* On the thread that dispatches the writer's completions. */
static void on_done(void *context, const struct ladder_deed *deed, enum ladder_deed_outcome outcome)
{
    struct told told = {.entered = deed->kind == LADDER_DEED_ENTER, .outcome = outcome};

    memcpy(told.event, deed->event, sizeof told.event);
    memcpy(told.bot, deed->bot, sizeof told.bot);
    later_end(context, &told, sizeof told);
}

/* Carries out the request of an owner that is known. */
static void act(struct call *call, bool data, const struct account_caller *caller, bool enters,
                const char *bot)
{
    struct web_site *site = call->site;
    struct ladder_deed deed = {.kind = enters ? LADDER_DEED_ENTER : LADDER_DEED_LEAVE};

    if (caller->kind != ACCOUNT_OWNER) {
        refuse(call->answer, data, CODE_FORBIDDEN, "Forbidden",
               "this is an owner's: a bot's token is not enough");
        return;
    }
    if (!name_is_valid(bot)) {
        refuse(call->answer, data, HTTP_BADREQUEST, "Bad Request",
               "name: expected that of a bot, 1 to 32 of A-Z a-z 0-9 . _ -");
        return;
    }
    if (!event_name_valid(call->segment)) {
        refuse(call->answer, data, HTTP_NOTFOUND, "Not Found", "there is no event of that name");
        return;
    }
    if (!name_rate_allows(&site->deeds, caller_key(call->query), SITE_DEEDS_MAX,
                          clock_now_usec())) {
        refuse(call->answer, data, CODE_TOO_MANY, "Too Many Requests",
               "too many changes came from this address; wait a minute");
        return;
    }
    memcpy(deed.account, caller->name, sizeof deed.account);
    snprintf(deed.bot, sizeof deed.bot, "%.32s", bot);
    snprintf(deed.event, sizeof deed.event, "%.32s", call->segment);
    struct later *later = later_begin(site->laters, show_told, data);
    if (later && writer_account_queue(site->ladder, &deed, on_done, later)) {
        later_cancel(later);
        later = NULL;
    }
    if (later)
        call->answer->later = later;
    else
        refuse(call->answer, data, HTTP_SERVUNAVAIL, "Service Unavailable",
               "too much is being written; try again");
}

static bool owners_here(struct call *call, bool data)
{
    call->answer->secret = true;
    if (call->site->bots_per_owner > 0)
        return true;
    refuse(call->answer, data, HTTP_NOTFOUND, "Not Found", "there are no owners here");
    return false;
}

/* Parses the fields of a form, for evhttp_clear_headers. Returns false if it is not a form. */
static bool form_read(struct call *call, bool data, struct evkeyvalq *sent)
{
    if (caller_is_form(call->query->post) &&
        evhttp_parse_query_str(call->query->post->body, sent) == 0)
        return true;
    refuse(call->answer, data, HTTP_BADREQUEST, "Bad Request",
           "expected the fields of a form: name, that of a bot");
    return false;
}

void page_entries_api_enter(struct call *call)
{
    struct account_caller caller;
    struct evkeyvalq sent;

    if (!owners_here(call, true) || !caller_ask(call, &caller) || !form_read(call, true, &sent))
        return;
    const char *bot = evhttp_find_header(&sent, "name");
    act(call, true, &caller, true, bot ? bot : "");
    evhttp_clear_headers(&sent);
}

void page_entries_api_leave(struct call *call)
{
    struct account_caller caller;

    if (owners_here(call, true) && caller_ask(call, &caller))
        act(call, true, &caller, false, call->wanted.bot);
}

/* ---------------------------------------------------------------------------------- as a page */

void page_entries_form(struct evbuffer *out, const char *event)
{
    html_format(out, "<form method=\"post\" action=\"/event/%u\">\n", event);
    html_add(out, "<p><label>Your token, an <a href=\"/account\">owner</a>'s <input "
                  "type=\"password\" name=\"token\" required maxlength=\"64\" "
                  "autocomplete=\"current-password\"></label></p>\n"
                  "<p><label>Name of your bot <input name=\"name\" required maxlength=\"32\" "
                  "autocomplete=\"off\"></label></p>\n"
                  "<p><button name=\"do\" value=\"enter\">Sign it up</button> "
                  "<button name=\"do\" value=\"leave\">Take it off</button></p>\n</form>\n");
}

void page_entries_post(struct call *call)
{
    struct account_caller caller;
    struct evkeyvalq sent;

    if (!owners_here(call, false))
        return;
    if (!caller_own_page(call->query->post)) {
        refuse(call->answer, false, CODE_FORBIDDEN, "Forbidden",
               "A page of another site sent this.");
        return;
    }
    if (!form_read(call, false, &sent))
        return;
    const char *bot = evhttp_find_header(&sent, "name"), *what = evhttp_find_header(&sent, "do");
    bool enters = what && strcmp(what, "enter") == 0;
    if (!enters && (!what || strcmp(what, "leave") != 0))
        refuse(call->answer, false, HTTP_BADREQUEST, "Bad Request", "do: expected enter or leave");
    else if (caller_ask_token(call, evhttp_find_header(&sent, "token"), &caller))
        act(call, false, &caller, enters, bot ? bot : "");
    evhttp_clear_headers(&sent);
}
