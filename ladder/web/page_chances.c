/* page_chances.c - the chances of a finished game in hindsight, as data: from what the judge's
 * thread keeps, or when it has computed them. */
#include "base/hex.h"
#include "data/data_tournament_games.h"
#include "judge/judge.h"
#include "page/caller.h"
#include "page/later.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(2 * SHA256_DIGEST_LENGTH <= LADDER_GAME_ID_MAX, "a key of the judge");

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

/* Queues a record, which is taken over; NULL: there is none. */
static void ask_judge(struct call *call, const char *game, char *record)
{
    struct web_site *site = call->site;
    struct web_answer *answer = call->answer;

    if (!record) {
        page_refuse(answer, true, HTTP_NOTFOUND, "Not Found", none);
        return;
    }
    struct later *later = later_begin(site->laters, show_computed, true);
    if (!later) {
        free(record);
    } else if (judge_ask(site->judge, game, record, caller_key(call->query), on_judged, later)) {
        later_cancel(later);
        later = NULL;
    }
    if (later)
        answer->later = later;
    else
        page_refuse(answer, true, HTTP_SERVUNAVAIL, "Busy",
                    "too many games are being judged; try again");
}

static bool has_judge(const struct call *call)
{
    if (!call->site->judge)
        page_refuse(call->answer, true, HTTP_NOTFOUND, "Not Found", "no chances are computed here");
    return call->site->judge;
}

void page_chances_api(struct call *call)
{
    if (has_judge(call) && !answer_kept(call->site, call->segment, call->answer))
        ask_judge(call, call->segment, data_record(call->site, call->segment, NULL));
}

/* Names of games of a tournament return in the next one, so the judge has them by their records. */
void page_chances_api_cup(struct call *call)
{
    uint8_t digest[SHA256_DIGEST_LENGTH];
    char key[2 * sizeof digest + 1] = "";

    if (!has_judge(call))
        return;
    char *record = data_tournament_games_record(call->site, call->segment, call->second);
    if (record) {
        SHA256((const unsigned char *)record, strlen(record), digest);
        hex_format(digest, sizeof digest, key);
    }
    if (record && answer_kept(call->site, key, call->answer))
        free(record);
    else
        ask_judge(call, key, record);
}
