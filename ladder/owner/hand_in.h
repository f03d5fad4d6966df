/* hand_in.h - programs of owners over HTTP: may somebody hand one in, and what its owner reads and
 * changes of it, as data. On the thread of the pages. */
#ifndef AVONDALE_HAND_IN_H
#define AVONDALE_HAND_IN_H

#include "page/web_answer.h"
#include "writer/writer_account.h"

#include <stdbool.h>
#include <stdint.h>

struct call;
struct web_site;

enum { HAND_IN_PUTS_MAX = 30 /* tries of an address in a minute */ };

/* Whether this caller may hand in a program of this size at this address, before any of it is read.
 * Returns false where the answer says why not; else fills in the deed. */
bool hand_in_judge(struct call *call, int64_t bytes, struct ladder_deed *deed);
/* The bytes have come, to be closed by others from here on. The answer comes by later.h, with
 * web_answer.upload set to `upload`. Returns false, with an answer, if it cannot be taken. */
bool hand_in_take(struct call *call, const struct ladder_deed *deed, int fd, size_t size,
                  int64_t upload);

/* GET: a program, with its report, for its owner. POST: stop, start. */
void hand_in_api_one(struct call *call);
void hand_in_api_act(struct call *call);

#endif
