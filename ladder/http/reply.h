/* reply.h - how an answer goes out over HTTP: headers, names of versions (ETag), gzip; inside
 * its room only. */
#ifndef AVONDALE_WEB_REPLY_H
#define AVONDALE_WEB_REPLY_H

struct evhttp_request;
struct web_answer;
struct gzip_cache;

struct web_reply {
    struct gzip_cache *zip; /* NULL: nothing is compressed */
    char origin[256];       /* origin whose pages may read the interface; "": none */
};

/* The headers of every answer. */
void reply_headers(const struct web_reply *reply, struct evhttp_request *request,
                   const struct web_answer *answer);
/* Sends a whole answer. */
void reply_send(const struct web_reply *reply, struct evhttp_request *request,
                const struct web_answer *answer);

#endif
