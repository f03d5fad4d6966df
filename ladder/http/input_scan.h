/* input_scan.h - the scanner of request_scan.h on the input of one connection. It sees the bytes
 * before the HTTP server does, and hands a program that is handed in to upload.h. The thread of the
 * pages. */
#ifndef AVONDALE_INPUT_SCAN_H
#define AVONDALE_INPUT_SCAN_H

struct bufferevent;
struct input_scan;
struct uploads;

/* Scans what comes in from now on. `uploads` may be NULL: then nothing is handed in. Returns NULL
 * if out of memory. Destroy it before the bufferevent is freed. */
struct input_scan *input_scan_create(struct bufferevent *bev, struct uploads *uploads);
void input_scan_destroy(struct input_scan *scan);

/* Why the next request of the connection is refused, or NULL if it is good. Call it once for each
 * request that the HTTP server found complete. */
const char *input_scan_next(struct input_scan *scan);

#endif
