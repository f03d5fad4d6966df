/* web_later.c - see web_later.h. */
#include "http/web_later.h"
#include "http/reply.h"
#include "http/upload.h"
#include "page/later.h"
#include "page/page.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <stdio.h>

void web_later_answer(struct web_site *site, struct web_reply *reply, struct uploads *uploads)
{
    for (struct later *later; (later = later_take(site->laters)) != NULL;) {
        struct evhttp_request *request = later_request(later);
        struct web_answer answer = {.code = HTTP_OK, .type = WEB_TYPE_PAGE, .body = evbuffer_new()};

        if (answer.body) {
            later_show(later, site, &answer);
            if (answer.upload)
                upload_answer(uploads, &answer);
            else if (request)
                reply_send(reply, request, &answer); /* without a connection: frees it */
            evbuffer_free(answer.body);
        } else if (request) {
            evhttp_send_error(request, HTTP_INTERNAL, NULL);
        }
        later_free(later);
    }
}

void web_later_refuse(struct web_site *site, struct web_reply *reply, int64_t now_msec,
                      int wait_sec_max)
{
    struct evhttp_request *request;
    bool data;
    char text[120];

    snprintf(text, sizeof text,
             "no answer within %d s; what was asked may still be done: look before you ask again",
             wait_sec_max);
    while (
        (request = later_overdue(site->laters, now_msec - wait_sec_max * INT64_C(1000), &data))) {
        struct web_answer answer = {.type = WEB_TYPE_PAGE, .body = evbuffer_new()};

        if (answer.body) {
            page_refuse(&answer, data, HTTP_SERVUNAVAIL, "Busy", text);
            reply_send(reply, request, &answer);
            evbuffer_free(answer.body);
        } else {
            evhttp_send_error(request, HTTP_INTERNAL, NULL);
        }
    }
}
