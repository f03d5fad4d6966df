/* caller.c - the caller whose token came with a request. */
#include "base/clock.h"
#include "base/endpoint.h"
#include "web/web_site.h"

#include <event2/http.h>

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
    route_refuse(call->query, call->answer, code,
                 code == CODE_UNAUTHORIZED ? "Unauthorized"
                 : code == CODE_TOO_MANY   ? "Too Many Requests"
                                           : "Service Unavailable",
                 account_words(verdict));
    call->answer->open = false;
    call->answer->bearer = code == CODE_UNAUTHORIZED;
    return false;
}
