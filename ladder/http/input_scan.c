/* input_scan.c - bytes of a connection on their way to the HTTP server. */
#include "http/input_scan.h"
#include "http/request_scan.h"
#include "http/upload.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <openssl/crypto.h>
#include <stdlib.h>

struct input_scan {
    struct request_scan scan;
    int64_t requests; /* that the HTTP server handed over */
    struct bufferevent *bev;
    struct uploads *uploads;
    bool upload_seen; /* its last request is, or might have been, one for upload.h */
};

/* Runs as bytes come in, before the HTTP server sees them. */
static void on_bytes(struct evbuffer *input, const struct evbuffer_cb_info *info, void *argument)
{
    struct input_scan *scan = argument;
    struct evbuffer_ptr from;
    struct evbuffer_iovec parts[8];
    size_t left = info->n_added;

    while (left > 0) {
        if (evbuffer_ptr_set(input, &from, evbuffer_get_length(input) - left, EVBUFFER_PTR_SET))
            return;
        int count = evbuffer_peek(input, (ev_ssize_t)left, &from, parts, 8);
        for (int i = 0; i < count && i < 8 && left > 0; i++) {
            size_t size = parts[i].iov_len < left ? parts[i].iov_len : left;
            request_scan_take(&scan->scan, parts[i].iov_base, size);
            left -= size;
        }
    }
    if (scan->scan.state != SCAN_UPLOAD || scan->upload_seen)
        return;
    scan->upload_seen = true;
    /* Only behind requests that the HTTP server has all answered. */
    if (scan->uploads && scan->requests == scan->scan.requests - 1)
        (void)upload_begin(scan->uploads, scan->bev, &scan->scan);
    OPENSSL_cleanse(scan->scan.said, sizeof scan->scan.said);
}

struct input_scan *input_scan_create(struct bufferevent *bev, struct uploads *uploads)
{
    struct input_scan *scan = calloc(1, sizeof *scan);

    if (!scan || !evbuffer_add_cb(bufferevent_get_input(bev), on_bytes, scan)) {
        free(scan);
        return NULL;
    }
    request_scan_init(&scan->scan);
    scan->bev = bev;
    scan->uploads = uploads;
    return scan;
}

void input_scan_destroy(struct input_scan *scan)
{
    evbuffer_remove_cb(bufferevent_get_input(scan->bev), on_bytes, scan);
    free(scan);
}

const char *input_scan_next(struct input_scan *scan)
{
    return request_scan_why(&scan->scan, ++scan->requests);
}
