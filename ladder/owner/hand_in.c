/* hand_in.c - see hand_in.h. */
#include "owner/hand_in.h"
#include "base/clock.h"
#include "data/site.h"
#include "owner/intake.h"
#include "owner/page_versions.h"
#include "page/caller.h"
#include "page/html.h"
#include "page/later.h"
#include "page/page.h"
#include "program/program.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    CODE_TOO_LARGE = 413,
    CODE_FULL = 507,
};

/* What became of it, for the answer. */
struct told {
    int64_t upload; /* 0: it was a POST */
    int code;
    enum ladder_deed_outcome outcome;
    enum program_state state;
    char bot[LADDER_NAME_MAX + 1], label[LADDER_NAME_MAX + 1];
    char why[INTAKE_ERROR_BYTES];
};
_Static_assert(sizeof(struct told) <= LATER_RESULT_MAX, "it is handed over as a result");

/* ------------------------------------------------------------------------------------ answers */

static void refuse(struct web_answer *answer, int code, const char *why)
{
    page_refuse(answer, true, code, "", why);
    answer->open = false;
    answer->secret = true;
}

static void send_value(struct web_answer *answer, int code, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    answer->code = text ? code : HTTP_SERVUNAVAIL;
    answer->type = "application/json";
    if (text)
        html_add(answer->body, text);
    free(text);
    json_decref(value);
}

/* Why a deed was not done, with its code; NULL: it was. */
static const char *why_not(const struct web_site *site, const struct told *told, int *code,
                           char text[160])
{
    *code = HTTP_SERVUNAVAIL;
    switch (told->outcome) {
    case LADDER_DEED_DONE:
        *code = told->upload ? CODE_CREATED : HTTP_OK;
        return NULL;
    case LADDER_DEED_NOT_YOURS:
        *code = HTTP_NOTFOUND;
        return told->upload ? "name: expected a bot that is yours, or one that nobody has"
                            : "expected a bot that is yours, and a version that it has";
    case LADDER_DEED_FULL:
        *code = CODE_CONFLICT;
        snprintf(text, 160, "bots of an owner: at most %d are allowed", site->bots_per_owner);
        return text;
    case LADDER_DEED_NO_NAME:
        *code = CODE_FORBIDDEN;
        return "name: no bot has it, and new names are not made this way here";
    case LADDER_DEED_THERE:
        *code = CODE_CONFLICT;
        return "version: the bot has one of that label; choose another";
    case LADDER_DEED_DAY_FULL:
        *code = CODE_TOO_MANY;
        snprintf(text, 160, "versions of an owner in 24 hours: at most %d are allowed",
                 site->programs_of_day);
        return text;
    case LADDER_DEED_NO_ROOM:
        *code = CODE_FULL;
        return "there is no room for more versions here; tell the operator";
    case LADDER_DEED_NOT_SO:
        *code = CODE_CONFLICT;
        return "version: only an active or replaced one is stopped, and only a replaced or "
               "stopped one is started";
    case LADDER_DEED_NO_EVENT: /* of others */
    case LADDER_DEED_CLOSED:
    case LADDER_DEED_ENOUGH:
    case LADDER_DEED_BARRED:
    case LADDER_DEED_WRONG:
    case LADDER_DEED_FAILED:
        break;
    }
    return "the ladder cannot write now; try again";
}

/* On the thread of the pages, once it is written, or refused. */
static void show_told(struct web_site *site, const void *result, bool data,
                      struct web_answer *answer)
{
    struct told told;
    char text[160];
    int code;

    (void)data;
    memcpy(&told, result, sizeof told);
    const char *why = told.code ? told.why : why_not(site, &told, &code, text);
    answer->upload = told.upload;
    answer->secret = true;
    if (why)
        refuse(answer, told.code ? told.code : code, why);
    else
        send_value(answer, code,
                   json_pack("{s:s, s:s, s:s}", "name", told.bot, "version", told.label, "state",
                             store_program_states[told.state]));
}

/* --------------------------------------------------------------------------------- handing in */

/* What a deed waits with. */
struct waiting {
    struct later *later;
    int64_t upload;
};

static void on_done(void *context, const struct ladder_deed *deed, enum ladder_deed_outcome outcome,
                    int code, const char *error)
{
    struct waiting *waiting = context;
    struct told told = {
        .upload = waiting->upload, .code = code, .outcome = outcome, .state = deed->program.state};

    memcpy(told.bot, deed->bot, sizeof told.bot);
    memcpy(told.label, deed->program.label, sizeof told.label);
    snprintf(told.why, sizeof told.why, "%s", error);
    later_end(waiting->later, &told, sizeof told);
    free(waiting);
}

static bool judge_quota(struct call *call, const char *account, const char *bot)
{
    struct web_site *site = call->site;
    struct ladder_bot there;
    int64_t since = 0, bytes = 0;
    struct told told = {.upload = 1, .outcome = LADDER_DEED_DONE};
    char text[160];
    int code;

    if (writer_view_bot(site->ladder, bot, &there)) {
        if (strcmp(there.account, account) != 0)
            told.outcome = LADDER_DEED_NOT_YOURS;
    } else if (!site->new_names) {
        told.outcome = LADDER_DEED_NO_NAME;
    }
    if (told.outcome == LADDER_DEED_DONE) {
        if (store_begin(site->store, false) ||
            store_program_since(site->store, account, clock_wall_msec() - PROGRAM_DAY_MSEC,
                                &since) ||
            store_program_bytes(site->store, &bytes))
            told.outcome = LADDER_DEED_FAILED;
        else if (since >= site->programs_of_day)
            told.outcome = LADDER_DEED_DAY_FULL;
        else if (bytes >= site->programs_bytes_max)
            told.outcome = LADDER_DEED_NO_ROOM;
        store_rollback(site->store);
    }
    const char *why = why_not(site, &told, &code, text);
    if (why)
        refuse(call->answer, code, why);
    return !why;
}

static bool judge_size(struct call *call, int64_t bytes)
{
    char text[120];

    if (bytes <= call->site->program_bytes_max)
        return true;
    snprintf(text, sizeof text, "an archive of %lld bytes: at most %lld are allowed",
             (long long)bytes, (long long)call->site->program_bytes_max);
    refuse(call->answer, CODE_TOO_LARGE, text);
    return false;
}

bool hand_in_judge(struct call *call, int64_t bytes, struct ladder_deed *deed)
{
    struct web_site *site = call->site;
    struct account_caller caller;
    const char *bot = call->segment, *label = call->second;

    if (!site->intake || site->bots_per_owner == 0) {
        refuse(call->answer, HTTP_NOTFOUND, "no programs are handed in here");
        return false;
    }
    if (!name_is_valid(bot) || !name_is_valid(label)) {
        refuse(call->answer, HTTP_BADREQUEST,
               "/api/v1/bots/NAME/versions/LABEL: expected 1 to 32 of A-Z a-z 0-9 . _ - each");
        return false;
    }
    if (!name_rate_allows(&site->puts, caller_key(call->query), HAND_IN_PUTS_MAX,
                          clock_now_usec())) {
        refuse(call->answer, CODE_TOO_MANY,
               "too many programs came from this address; wait a minute");
        return false;
    }
    if (!caller_ask(call, &caller))
        return false;
    if (caller.kind != ACCOUNT_OWNER) {
        refuse(call->answer, CODE_FORBIDDEN, "this is an owner's: a bot's token is not enough");
        return false;
    }
    if (!judge_size(call, bytes) || !judge_quota(call, caller.name, bot))
        return false;
    *deed = (struct ladder_deed){.kind = LADDER_DEED_HAND_IN,
                                 .bots_max = site->bots_per_owner,
                                 .new_names = site->new_names,
                                 .programs_of_day = site->programs_of_day,
                                 .program_bytes_max = site->programs_bytes_max};
    memcpy(deed->account, caller.name, sizeof deed->account);
    snprintf(deed->bot, sizeof deed->bot, "%.32s", bot);
    snprintf(deed->program.label, sizeof deed->program.label, "%.32s", label);
    return true;
}

/* Begins an answer that waits. Returns NULL, with an answer, if too many do. */
static struct waiting *wait_begin(struct call *call, int64_t upload)
{
    struct waiting *waiting = malloc(sizeof *waiting);
    struct later *later = waiting ? later_begin(call->site->laters, show_told, true) : NULL;

    if (!later) {
        free(waiting);
        refuse(call->answer, HTTP_SERVUNAVAIL, "too much is being written; try again");
        return NULL;
    }
    *waiting = (struct waiting){.later = later, .upload = upload};
    return waiting;
}

static bool wait_cancel(struct call *call, struct waiting *waiting)
{
    later_cancel(waiting->later);
    free(waiting);
    refuse(call->answer, HTTP_SERVUNAVAIL, "too much is being written; try again");
    return false;
}

bool hand_in_take(struct call *call, const struct ladder_deed *deed, int fd, size_t size,
                  int64_t upload)
{
    struct waiting *waiting = wait_begin(call, upload);

    if (waiting && intake_give(call->site->intake, deed, fd, size, on_done, waiting) == 0)
        return true;
    if (waiting)
        (void)wait_cancel(call, waiting);
    close(fd);
    return false;
}

/* ------------------------------------------------------------------------------ what there is */

/* One, with what the check said of it, for its owner alone. */
void hand_in_api_one(struct call *call)
{
    struct account_caller caller;
    struct store_program program;
    struct ladder_bot bot;
    int64_t bot_id;
    char *report = NULL;

    if (!caller_ask(call, &caller))
        return;
    int code = page_versions_begin(call, &bot, &bot_id);
    if (code) {
        refuse(call->answer, code,
               code == HTTP_NOTFOUND ? "no bot of that name"
                                     : "the ladder does not answer; try again");
        return;
    }
    bool own = bot.account[0] && strcmp(caller.owner, bot.account) == 0;
    int status =
        own ? store_program_find(call->site->store, bot_id, call->second, &program) : STORE_NONE;
    if (status == 0)
        status = store_program_report(call->site->store, program.id, &report);
    store_rollback(call->site->store);
    if (status) {
        refuse(call->answer, status == STORE_NONE ? HTTP_NOTFOUND : HTTP_SERVUNAVAIL,
               status == STORE_NONE ? "expected a bot that is yours, and a version that it has"
                                    : "the ladder does not answer; try again");
        return;
    }
    json_t *value = page_versions_value(&program, true);
    json_t *text = json_string(report);
    if (value)
        json_object_set_new(value, "report", text ? text : json_string(""));
    send_value(call->answer, HTTP_OK, value);
    free(report);
}

static void on_turned(void *context, const struct ladder_deed *deed,
                      enum ladder_deed_outcome outcome)
{
    on_done(context, deed, outcome, 0, "");
}

void hand_in_api_act(struct call *call)
{
    struct web_site *site = call->site;
    struct account_caller caller;
    const char *word = strrchr(call->query->path, '/');
    struct ladder_deed deed = {.kind = strcmp(word, "/stop") == 0 ? LADDER_DEED_PROGRAM_STOP
                                                                  : LADDER_DEED_PROGRAM_START};

    if (!caller_ask(call, &caller))
        return;
    if (caller.kind != ACCOUNT_OWNER) {
        refuse(call->answer, CODE_FORBIDDEN, "this is an owner's: a bot's token is not enough");
        return;
    }
    if (!name_is_valid(call->segment) || !name_is_valid(call->second)) {
        refuse(call->answer, HTTP_NOTFOUND,
               "expected a bot that is yours, and a version that it has");
        return;
    }
    if (!name_rate_allows(&site->puts, caller_key(call->query), HAND_IN_PUTS_MAX,
                          clock_now_usec())) {
        refuse(call->answer, CODE_TOO_MANY, "too many changes came from this address");
        return;
    }
    memcpy(deed.account, caller.name, sizeof deed.account);
    snprintf(deed.bot, sizeof deed.bot, "%.32s", call->segment);
    snprintf(deed.program.label, sizeof deed.program.label, "%.32s", call->second);
    struct waiting *waiting = wait_begin(call, 0);
    if (!waiting)
        return;
    struct later *later = waiting->later;
    if (writer_account_queue(site->ladder, &deed, on_turned, waiting))
        (void)wait_cancel(call, waiting);
    else
        call->answer->later = later;
}
