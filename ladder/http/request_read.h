/* request_read.h - a request of the HTTP server as the pages take it. */
#ifndef AVONDALE_REQUEST_READ_H
#define AVONDALE_REQUEST_READ_H

#include "page/web_answer.h"

struct evhttp_request;

/* Fills in both from the request, which keeps what they point to. A POST without memory for its
 * body has none (NULL). */
void request_read(struct evhttp_request *request, struct web_query *query, struct web_post *post);

#endif
