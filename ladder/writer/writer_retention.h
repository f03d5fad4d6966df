/* writer_retention.h - the steps in which old records leave, between the groups of the writer. */
#ifndef AVONDALE_WRITER_RETENTION_H
#define AVONDALE_WRITER_RETENTION_H

#include "log/retention.h"
#include "writer/ladder_db.h"

/* From now on records leave by this rule, a few at a time. Any thread. */
void writer_retention_set(struct ladder *ladder, const struct retention_rule *rule);
/* Takes a step if one is due. By the writer's thread, outside of its transactions. */
void writer_retention_step(struct ladder *ladder);

#endif
