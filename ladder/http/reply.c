/* reply.c - see reply.h.
 *
 * Compression tells of what is secret by the size of an answer where the same answer holds what
 * somebody else put there (BREACH). Pages and data here are the same for every reader and hold
 * nothing secret, there are no cookies, and no answer repeats its request, but for the pass of a
 * form to talk: what holds one (web_answer.secret) goes as it is.
 */
#include "http/reply.h"
#include "base/hex.h"
#include "http/gzip.h"
#include "web/route.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    ETAG_BYTES = GZIP_KEY_BYTES, /* of a SHA-256, which is enough among the versions of one page */
    ETAG_TEXT = 2 * ETAG_BYTES + 8,
    PREFLIGHT_SEC = 86400,
};

static void add_others(const struct web_reply *reply, struct evkeyvalq *headers,
                       const struct web_answer *answer)
{
    evhttp_add_header(headers, "Access-Control-Allow-Origin", reply->origin);
    evhttp_add_header(headers, "Access-Control-Expose-Headers", "ETag");
    if (answer->code != HTTP_NOCONTENT)
        return;
    char seconds[16];
    snprintf(seconds, sizeof seconds, "%d", (int)PREFLIGHT_SEC);
    evhttp_add_header(headers, "Access-Control-Allow-Methods", "GET, HEAD");
    evhttp_add_header(headers, "Access-Control-Allow-Headers", "If-None-Match, Last-Event-ID");
    evhttp_add_header(headers, "Access-Control-Max-Age", seconds);
}

void reply_headers(const struct web_reply *reply, struct evhttp_request *request,
                   const struct web_answer *answer)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    if (answer->code != HTTP_NOCONTENT)
        evhttp_add_header(headers, "Content-Type", answer->type);
    evhttp_add_header(headers, "Content-Security-Policy",
                      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; "
                      "connect-src 'self'; base-uri 'none'; form-action 'self'; "
                      "frame-ancestors 'none'");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Referrer-Policy",
                      "same-origin"); /* forms name the page they are on */
    /* For one reader: no cache may store it, not even that of the browser. */
    evhttp_add_header(headers, "Cache-Control", answer->secret ? "no-store" : "no-cache");
    if (answer->open && reply->origin[0])
        add_others(reply, headers, answer);
}

/* Returns true if the list of an Accept-Encoding has gzip (or "*") with a weight above zero. */
static bool takes_gzip(struct evhttp_request *request)
{
    const char *at =
        evhttp_find_header(evhttp_request_get_input_headers(request), "Accept-Encoding");
    bool any = false;
    while (at && *at) {
        at += strspn(at, " \t,");
        size_t size = strcspn(at, ","), name = strcspn(at, " \t;,");
        const char *weight = memchr(at, ';', size);
        weight = weight ? weight + 1 + strspn(weight + 1, " \t") : NULL;
        bool zero = weight && strncasecmp(weight, "q=0", 3) == 0 &&
                    strspn(weight + 3, ".0") == strcspn(weight + 3, " \t,;");
        if (name == 4 && strncasecmp(at, "gzip", 4) == 0)
            return !zero;
        any |= name == 1 && *at == '*' && !zero;
        at += size;
    }
    return any;
}

/* Returns true if the client has it already: its list of names contains this one, or is "*". */
static bool etag_known(struct evhttp_request *request, const char *etag)
{
    const char *known =
        evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
    return known && (strcmp(known, "*") == 0 || strstr(known, etag));
}

/* Makes the ETag of these bytes: the same on every node, another one for the compressed bytes.
 * Returns true with the bytes to send in `body`, compressed or not. */
static void body_pack(const struct web_reply *reply, struct evhttp_request *request,
                      const struct web_answer *answer, char etag[ETAG_TEXT])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    size_t size = evbuffer_get_length(answer->body), zipped;
    const unsigned char *bytes = size ? evbuffer_pullup(answer->body, -1) : NULL;
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    const unsigned char *packed = NULL;

    SHA256(bytes ? bytes : (const unsigned char *)"", bytes ? size : 0, digest);
    if (!answer->secret)
        evhttp_add_header(headers, "Vary", "Accept-Encoding");
    if (bytes && size > GZIP_SIZE_MIN && !answer->secret && reply->zip && takes_gzip(request))
        packed = gzip_make(reply->zip, digest, bytes, size, answer->fixed, &zipped);
    if (packed) {
        evbuffer_drain(answer->body, size);
        evbuffer_add(answer->body, packed, zipped);
        evhttp_add_header(headers, "Content-Encoding", "gzip");
    }
    etag[0] = '"';
    hex_format(digest, ETAG_BYTES, etag + 1);
    strcat(etag, packed ? "-gz\"" : "\"");
}

void reply_send(const struct web_reply *reply, struct evhttp_request *request,
                const struct web_answer *answer)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    enum evhttp_cmd_type method = evhttp_request_get_command(request);
    char length[24], etag[ETAG_TEXT];

    reply_headers(reply, request, answer);
    if (answer->allow && (answer->code == HTTP_BADMETHOD || answer->code == HTTP_NOCONTENT))
        evhttp_add_header(headers, "Allow", answer->allow);
    if (answer->bearer)
        evhttp_add_header(headers, "WWW-Authenticate", "Bearer realm=\"avondale\"");
    if (answer->see[0])
        evhttp_add_header(headers, "Location", answer->see);
    if (answer->code == HTTP_OK && method != EVHTTP_REQ_POST) {
        body_pack(reply, request, answer, etag);
        evhttp_add_header(headers, "ETag", etag);
        if (etag_known(request, etag)) {
            evhttp_remove_header(headers, "Content-Encoding");
            evbuffer_drain(answer->body, evbuffer_get_length(answer->body));
            evhttp_send_reply(request, HTTP_NOTMODIFIED, "Not Modified", answer->body);
            return;
        }
    }
    if (method == EVHTTP_REQ_HEAD) {
        /* HEAD tells the length of what GET would send, and sends none of it. */
        snprintf(length, sizeof length, "%zu", evbuffer_get_length(answer->body));
        evhttp_add_header(headers, "Content-Length", length);
        evbuffer_drain(answer->body, evbuffer_get_length(answer->body));
    }
    evhttp_send_reply(request, answer->code, NULL, answer->body);
}
