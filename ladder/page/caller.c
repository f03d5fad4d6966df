/* caller.c - the caller whose token came with a request. */
#include "page/caller.h"

#include "base/clock.h"
#include "base/endpoint.h"
#include "data/site.h"
#include "page/page.h"

#include <event2/http.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

uint64_t caller_key(const struct web_query *query)
{
    struct endpoint peer;

    return query->address && endpoint_parse_address(query->address, &peer) == 0
               ? endpoint_key(&peer)
               : 0;
}

bool caller_ask(struct call *call, struct account_caller *caller)
{
    struct web_site *site = call->site;
    enum account_verdict verdict =
        account_ask(&site->failures, site->store, call->query->authorization,
                    caller_key(call->query), clock_now_usec(), caller);
    int code = account_http_code(verdict);

    call->answer->secret = true; /* the answer is for this caller alone */
    if (code == HTTP_OK)
        return true;
    page_refuse(call->answer, strncmp(call->query->path, "/api/", 5) == 0, code,
                code == CODE_UNAUTHORIZED ? "Unauthorized"
                : code == CODE_TOO_MANY   ? "Too Many Requests"
                                          : "Service Unavailable",
                account_words(verdict));
    call->answer->open = false;
    call->answer->bearer = code == CODE_UNAUTHORIZED;
    return false;
}

bool caller_ask_token(struct call *call, const char *token, struct account_caller *caller)
{
    struct web_query query = *call->query;
    struct call as_program = *call;
    char header[2 * LADDER_TOKEN_BYTES + 16];

    snprintf(header, sizeof header, "Bearer %.66s", token ? token : "");
    query.authorization = header;
    as_program.query = &query;
    bool known = caller_ask(&as_program, caller);
    OPENSSL_cleanse(header, sizeof header);
    return known;
}

bool caller_own_page(const struct web_post *post)
{
    if (post->fetch_site && strcmp(post->fetch_site, "same-origin") != 0)
        return false;
    if (!post->origin)
        return true;
    const char *host = strstr(post->origin, "://");
    return host && post->host && strcasecmp(host + 3, post->host) == 0;
}

bool caller_is_form(const struct web_post *post)
{
    static const char form[] = "application/x-www-form-urlencoded";
    size_t size = sizeof form - 1;
    const char *type = post->type;
    return type && strncasecmp(type, form, size) == 0 &&
           (type[size] == '\0' || type[size] == ';' || type[size] == ' ');
}
