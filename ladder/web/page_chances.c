/* page_chances.c - the chances of a finished game in hindsight, as data: from what the judge's
 * thread keeps, or when it has computed them. */
#include "judge/judge.h"
#include "page/caller.h"
#include "page/later.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdlib.h>
#include <string.h>

static const char none[] = "no record of that game that follows the rules to its end";

static bool answer_kept(struct web_site *site, const char *game, struct web_answer *answer)
{
    char *text = judge_kept(site->judge, game);

    if (!text)
        return false;
    answer->type = "application/json";
    answer->open = true;
    html_add(answer->body, text);
    free(text);
    return true;
}

static void show_computed(struct web_site *site, const void *result, bool data,
                          struct web_answer *answer)
{
    if (!answer_kept(site, result, answer))
        page_refuse(answer, data, HTTP_NOTFOUND, "Not Found", none);
}

/* On the judge's thread. */
static void on_judged(void *context, const char *game)
{
    later_end(context, game, strlen(game) + 1);
}

void page_chances_api(struct call *call)
{
    struct web_site *site = call->site;
    struct web_answer *answer = call->answer;

    if (!site->judge) {
        page_refuse(answer, true, HTTP_NOTFOUND, "Not Found", "no chances are computed here");
        return;
    }
    if (answer_kept(site, call->segment, answer))
        return;
    char *record = data_record(site, call->segment, NULL);
    if (!record) {
        page_refuse(answer, true, HTTP_NOTFOUND, "Not Found", none);
        return;
    }
    struct later *later = later_begin(site->laters, show_computed, true);
    if (!later) {
        free(record);
    } else if (judge_ask(site->judge, call->segment, record, caller_key(call->query), on_judged,
                         later)) {
        later_cancel(later);
        later = NULL;
    }
    if (later)
        answer->later = later;
    else
        page_refuse(answer, true, HTTP_SERVUNAVAIL, "Busy",
                    "too many games are being judged; try again");
}
