/* upload.h - programs that come by PUT, past the HTTP server: it would keep a body in memory.
 *
 * request_scan.h finds the head of such a request before the HTTP server sees its end. From there
 * on the connection's bytes come here: who asks is judged before any of the body is read, the body
 * goes to a file without a name, and owner/hand_in.h answers. Then the HTTP server is told that the
 * connection is over. The thread of the pages. */
#ifndef AVONDALE_UPLOAD_H
#define AVONDALE_UPLOAD_H

#include <stdbool.h>
#include <stdint.h>

struct bufferevent;
struct request_scan;
struct uploads;
struct web_answer;
struct web_site;

enum {
    UPLOAD_MAX = 16,           /* connections that hand in, or hear why they may not */
    UPLOAD_READING_MAX = 4,    /* of these, uploads whose body is read or judged */
    UPLOAD_OF_ADDRESS_MAX = 2, /* the same of one address that is not this machine's */
};

struct uploads *uploads_create(struct web_site *site); /* NULL: out of memory */
void uploads_destroy(struct uploads *uploads);         /* after the HTTP server. NULL is fine */

/* From the callback of the input, with `scan` in SCAN_UPLOAD: takes the connection over. Returns
 * false, with nothing changed, if there are UPLOAD_MAX. */
bool upload_begin(struct uploads *uploads, struct bufferevent *bev,
                  const struct request_scan *scan);
/* The answer of hand_in_take has come. The client may be gone. */
void upload_answer(struct uploads *uploads, const struct web_answer *answer);

#endif
