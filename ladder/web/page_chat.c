/* page_chat.c - chat of spectators: the form, what it may send, and how often.
 *
 * Spectators have no accounts. Three checks replace them. A pass proves that the sender asked for
 * this table from this address a short while ago. The browser says that no page of another site
 * sends the line. Each address has a limit of lines. Lines go to live.h, which holds them until
 * they are public.
 */
#include "base/clock.h"
#include "base/endpoint.h"
#include "base/hex.h"
#include "data/json_value.h"
#include "page/caller.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    PASS_BYTES = 12,     /* of a SHA-256 */
    PASS_MSEC = 600000,  /* a pass holds for one to two of these */
    ADDRESS_MSEC = 3000, /* cost of a line, in milliseconds of an address's budget */
    ADDRESS_LOT = 5,     /* lines that may come from it at once */
};

typedef char pass_text[2 * PASS_BYTES + 1];

static void pass_make(const struct web_site *site, const char *game, const char *address,
                      int64_t slot, pass_text pass)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    char text[LADDER_GAME_ID_MAX + 96];
    int length =
        snprintf(text, sizeof text, "%s %s %lld", game, address ? address : "", (long long)slot);

    memset(digest, 0, sizeof digest);
    pass[0] = '\0';
    if (!HMAC(EVP_sha256(), site->secret, sizeof site->secret, (const unsigned char *)text,
              (size_t)length, digest, &size))
        return;
    hex_format(digest, PASS_BYTES, pass);
}

static bool pass_good(const struct web_site *site, const char *game, const char *address,
                      const char *sent)
{
    int64_t slot = clock_now_msec() / PASS_MSEC;
    bool good = false;
    for (int back = 0; back < 2; back++) {
        pass_text pass;
        pass_make(site, game, address, slot - back, pass);
        good = good || (pass[0] && strcmp(pass, sent) == 0);
    }
    return good;
}

/* ------------------------------------------------------------------------------ how much is said
 */

/* The key for limits; 0: no address. */
static uint64_t key_of(const char *address)
{
    struct endpoint peer;

    return address && endpoint_parse_address(address, &peer) == 0 ? endpoint_key(&peer) : 0;
}

/* Counts the line if it is allowed. The address that has been silent longest makes room for a new
 * one. */
static bool address_may_say(struct web_site *site, const char *address, int64_t now_msec)
{
    uint64_t key = key_of(address);
    struct site_talker *talker = &site->talkers[0];
    for (int i = 0; i < SITE_TALKERS; i++) {
        if (site->talkers[i].key == key) {
            talker = &site->talkers[i];
            break;
        }
        if (site->talkers[i].full_msec < talker->full_msec)
            talker = &site->talkers[i];
    }
    if (talker->key != key && talker->full_msec > now_msec)
        return false;
    int64_t full = talker->full_msec > now_msec ? talker->full_msec : now_msec;
    if (full - now_msec > (ADDRESS_LOT - 1) * ADDRESS_MSEC)
        return false;
    *talker = (struct site_talker){.key = key, .full_msec = full + ADDRESS_MSEC};
    return true;
}

/* ------------------------------------------------------------------------------------------ data
 */

static void skip(void *context, enum live_kind kind, int64_t number, const char *text)
{
    (void)context;
    (void)number;
    (void)kind;
    (void)text;
}

static enum live_status table_about(struct web_site *site, const char *game,
                                    struct live_about *about)
{
    enum live_status status = LIVE_NONE;
    if (site->live)
        status = live_look(site->live, game, INT64_MAX, clock_now_msec(), skip, NULL, about);
    return status == LIVE_OK && about->over ? LIVE_NONE : status;
}

static bool silent(const char *mode, const struct web_site *site)
{
    return (strcmp(mode, "preset") && strcmp(mode, "text")) || !site->feed.words;
}

json_t *page_chat_data(struct web_site *site, const char *game, const char *address,
                       enum live_status *status)
{
    struct live_about about;
    pass_text pass = "";
    const char *key, *text;
    *status = table_about(site, game, &about);
    if (*status != LIVE_OK)
        return NULL;
    json_t *phrases = json_array();
    if (!silent(about.chat, site))
        pass_make(site, game, address, clock_now_msec() / PASS_MSEC, pass);
    for (int i = 0; strcmp(about.chat, "preset") == 0 && site->feed.phrase &&
                    (key = site->feed.phrase(i, &text));
         i++)
        json_array_append_new(phrases, json_pack("{s:s, s:s}", "key", key, "text", text));
    return json_pack("{s:s, s:s, s:s, s:o}", "game", game, "chat",
                     silent(about.chat, site) ? "none" : about.chat, "pass", pass, "phrases",
                     phrases);
}

/* ----------------------------------------------------------------------------------------- pages
 */

void page_chat_form(struct evbuffer *out, const json_t *chat, bool hidden)
{
    const json_t *phrase;
    size_t i;
    html_format(out, "<form class=\"say\" method=\"post\" action=\"/live/%u/chat\"",
                json_value_text(chat, "game"));
    html_add(out, hidden ? " hidden>\n" : ">\n");
    html_add(out,
             "<p><label>Your name <input name=\"name\" required maxlength=\"32\" "
             "pattern=\"[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*\" "
             "title=\"letters, digits, dot, _ and -\" autocomplete=\"nickname\"></label></p>\n");
    if (strcmp(json_value_text(chat, "chat"), "preset") == 0) {
        html_add(out, "<p><label>What you say <select name=\"phrase\">\n");
        json_array_foreach(json_object_get(chat, "phrases"), i, phrase)
        {
            html_format(out, "<option value=\"%s\">%s</option>\n", json_value_text(phrase, "key"),
                        json_value_text(phrase, "text"));
        }
        html_add(out, "</select></label></p>\n");
    } else {
        html_format(out,
                    "<p><label>What you say <input name=\"text\" required maxlength=\"%d\" "
                    "autocomplete=\"off\"></label></p>\n",
                    (int)LIVE_SAY_BYTES_MAX);
    }
    html_format(out,
                "<input type=\"hidden\" name=\"pass\" value=\"%s\">\n<p><button>Say "
                "it</button></p>\n</form>\n",
                json_value_text(chat, "pass"));
}

void page_chat(struct evbuffer *out, const json_t *chat)
{
    page_open(out, "Say something", NULL);
    html_format(out,
                "<p>To the spectators of <a href=\"/live/%u\">this game</a>; its bots are told "
                "when the hand is over.</p>\n",
                json_value_text(chat, "game"));
    page_chat_form(out, chat, false);
    page_close(out, NULL);
}

/* -------------------------------------------------------------------------------- what is sent */

/* Checks a chat line and fills in *line. Returns NULL, or a message that names the wrong parameter.
 */
static const char *take_line(const struct web_site *site, const struct live_about *about,
                             struct evkeyvalq *sent, struct live_said *line)
{
    bool preset = strcmp(about->chat, "preset") == 0;
    const char *name = evhttp_find_header(sent, "name"),
               *phrase = evhttp_find_header(sent, "phrase");
    const char *text = evhttp_find_header(sent, "text"), *say = preset ? phrase : text;
    if (!name || !name_is_valid(name))
        return "name: expected 1 to 32 of A-Z a-z 0-9 . _ - that do not start with a dot";
    if (preset && text)
        return "text: only phrases are said at this table; send the key of one as phrase";
    if (!preset && phrase)
        return "phrase: at this table the words themselves are sent, as text";
    json_t *utf8 = say ? json_string(say) : NULL;
    const char *words =
        utf8 && strlen(say) <= LIVE_SAY_BYTES_MAX ? site->feed.words(about->chat, say) : NULL;
    json_decref(utf8);
    if (!words)
        return preset
                   ? "phrase: expected the key of a phrase, as /api/v1/tables/TABLE/chat lists them"
                   : "text: expected 1 to 200 bytes of UTF-8 without control characters";
    snprintf(line->name, sizeof line->name, "%s", name);
    snprintf(line->say, sizeof line->say, "%s", say);
    snprintf(line->words, sizeof line->words, "%s", words);
    return NULL;
}

/* NULL: all are known. */
static const char *unknown_parameter(struct evkeyvalq *sent)
{
    for (const struct evkeyval *at = sent->tqh_first; at; at = at->next.tqe_next) {
        if (strcmp(at->key, "name") && strcmp(at->key, "phrase") && strcmp(at->key, "text") &&
            strcmp(at->key, "pass"))
            return at->key;
    }
    return NULL;
}

typedef char chat_why[160];
static int refuse(chat_why why, int code, const char *words)
{
    snprintf(why, sizeof(chat_why), "%s", words);
    return code;
}

static int refuse_status(chat_why why, enum live_status status)
{
    return status == LIVE_NONE ? refuse(why, HTTP_NOTFOUND, "no such game is under way")
           : status == LIVE_HUSH
               ? refuse(why, CODE_TOO_MANY, "there are too many lines for now; wait a little")
               : refuse(why, HTTP_SERVUNAVAIL, "too many games have spectators now");
}

static int check_line(const struct web_site *site, const char *game, const struct web_post *post,
                      const struct live_about *about, struct evkeyvalq *sent,
                      struct live_said *line, chat_why why)
{
    const char *pass = evhttp_find_header(sent, "pass"), *unknown = unknown_parameter(sent), *wrong;
    if (silent(about->chat, site))
        return refuse(why, CODE_FORBIDDEN, "spectators may not chat at this table");
    if (unknown) {
        snprintf(why, sizeof(chat_why),
                 "%.40s: no such parameter; there are name, phrase, text and pass", unknown);
        return HTTP_BADREQUEST;
    }
    if ((wrong = take_line(site, about, sent, line)))
        return refuse(why, HTTP_BADREQUEST, wrong);
    if (!pass || !pass_good(site, game, post->address, pass))
        return refuse(why, CODE_FORBIDDEN,
                      "pass: expected the one that this table gave you lately; ask for it again");
    return HTTP_OK;
}

static int say_line(struct web_site *site, const char *game, const struct web_post *post,
                    struct evkeyvalq *sent, struct live_said *line, chat_why why)
{
    struct live_about about;
    int64_t now = clock_now_msec();
    enum live_status status = table_about(site, game, &about);
    if (status != LIVE_OK)
        return refuse_status(why, status);
    int code = check_line(site, game, post, &about, sent, line, why);
    if (code != HTTP_OK)
        return code;
    json_t *told = json_pack("{s:s, s:s}", "name", line->name, "text", line->words);
    char *text = told ? json_dumps(told, JSON_COMPACT) : NULL;
    status = !text ? LIVE_FULL : LIVE_HUSH;
    if (text && address_may_say(site, post->address, now))
        status = live_say(site->live, game, line, text, now);
    free(text);
    json_decref(told);
    return status == LIVE_OK ? HTTP_OK : refuse_status(why, status);
}

/* Returns HTTP_OK and the line, or the code and why it is refused. */
static int take_post(struct web_site *site, const char *game, const struct web_post *post,
                     struct live_said *line, chat_why why)
{
    struct evkeyvalq sent;
    if (!caller_own_page(post))
        return refuse(why, CODE_FORBIDDEN, "a page of another site sent this");
    if (!caller_is_form(post))
        return refuse(why, CODE_MEDIA_TYPE,
                      "expected the fields of a form, application/x-www-form-urlencoded");
    if (evhttp_parse_query_str(post->body, &sent))
        return refuse(why, HTTP_BADREQUEST, "name: expected name, pass, and phrase or text");
    int code = say_line(site, game, post, &sent, line, why);
    evhttp_clear_headers(&sent);
    return code;
}

static const char *title_of(int code)
{
    return code == HTTP_BADREQUEST   ? "Bad Request"
           : code == CODE_FORBIDDEN  ? "Forbidden"
           : code == HTTP_NOTFOUND   ? "Not Found"
           : code == CODE_TOO_MANY   ? "Too Many Requests"
           : code == CODE_MEDIA_TYPE ? "Unsupported Media Type"
                                     : "Full";
}

static void answer_line(struct web_answer *answer, const struct live_said *line)
{
    json_t *value = json_pack("{s:s, s:s}", "name", line->name, "text", line->words);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    answer->type = "application/json";
    if (text)
        html_add(answer->body, text);
    free(text);
    json_decref(value);
}

void page_chat_answer(struct call *call)
{
    struct web_answer *answer = call->answer;
    struct live_said line;
    chat_why why;
    int code = take_post(call->site, call->segment, call->query->post, &line, why);
    bool data = strncmp(call->query->path, "/api/", 5) == 0;
    if (code != HTTP_OK) {
        page_refuse(answer, data, code, title_of(code), why);
    } else if (data) {
        answer_line(answer, &line);
    } else {
        answer->code = CODE_SEE_OTHER;
        snprintf(answer->see, sizeof answer->see, "/live/%s", call->segment);
    }
    answer->open = false; /* not for pages of other origins, whatever the operator allows */
}
