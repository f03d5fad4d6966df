/* writer_event.h - owners sign their bots up for events of the calendar; inside the writer only. */
#ifndef AVONDALE_WRITER_EVENT_H
#define AVONDALE_WRITER_EVENT_H

#include "writer/writer.h"

/* LADDER_DEED_ENTER and LADDER_DEED_LEAVE of a bot that is the account's, in the transaction of the
 * operation. Twice is as once. Sets the outcome. Returns 0, or -1 with `text`. */
int writer_event_store(struct ladder *ladder, struct op *op, const struct standing *bot, char *text,
                       size_t size);

#endif
