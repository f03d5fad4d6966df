/* request_scan.h - looks at the bytes of requests before the HTTP server does. Pure.
 *
 * libevent takes the last of two Content-Lengths, "+5" for a number, a bare line feed for the end
 * of a line, and a header up to its first NUL. A proxy that reads such bytes otherwise sees other
 * requests than we do (request smuggling). So everything that has two readings is refused: this
 * scanner follows the requests of a connection as RFC 9112 frames them and says from which request
 * on they are bad. Up to that request it frames as libevent does.
 */
#ifndef AVONDALE_WEB_SCAN_H
#define AVONDALE_WEB_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCAN_WORD_MAX = 24,       /* of a method or the name of a header, as far as it matters */
    SCAN_BODY_DIGITS_MAX = 9, /* of a Content-Length */
    SCAN_TARGET_MAX = 128,    /* of the target of an upload, with its NUL */
    SCAN_SAID_MAX = 96,       /* of an Authorization, with its NUL */
};

struct request_scan {
    enum {
        SCAN_METHOD,
        SCAN_TARGET,
        SCAN_NAME,
        SCAN_SPACE,
        SCAN_VALUE,
        SCAN_BODY,
        SCAN_UPLOAD,
        SCAN_BAD
    } state;
    bool return_seen; /* a carriage return, which only a line feed may follow */
    bool may_have_body, has_length, has_host;
    char word[SCAN_WORD_MAX];
    int word_size;
    int digits;       /* of the Content-Length, so far */
    bool is_length;   /* the header's value is read as a Content-Length */
    bool length_over; /* only blanks may follow in that value */
    int64_t
        body_bytes;   /* of the body that are still to come; while its head is read: that it says */
    int64_t requests; /* whose head is complete */
    const char *why;  /* SCAN_BAD: a constant */
    /* Of a PUT. Its body is not for the HTTP server, which would keep it in memory: after the head
     * of one with a body that is said to be a program (SCAN_TARGET_PATTERN) nothing is read any
     * more, but counted. A text that is too long is "". */
    char target[SCAN_TARGET_MAX], said[SCAN_SAID_MAX];
    int target_size, said_size;
    bool is_put, is_said, expects; /* Expect: 100-continue, or anything else that it says */
    int64_t after;                 /* SCAN_UPLOAD: bytes behind the head so far */
};

void request_scan_init(struct request_scan *scan);
/* Reads the next bytes of the connection. */
void request_scan_take(struct request_scan *scan, const unsigned char *bytes, size_t size);
/* Why request `number` (from 1), which the HTTP server found complete, is refused; NULL: it is
 * good. */
const char *request_scan_why(const struct request_scan *scan, int64_t number);

#endif
