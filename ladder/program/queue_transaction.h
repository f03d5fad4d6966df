/* queue_transaction.h - a queue, and a transaction of it, for the files of this room:
 * program_queue.c opens it, host_queue.c uses it, too. */
#ifndef AVONDALE_QUEUE_TRANSACTION_H
#define AVONDALE_QUEUE_TRANSACTION_H

#include "store/store_work.h"

struct program_queue {
    struct store *store;
};

/* Runs `body` as one transaction of the queue, as STORE_TRANSACTION does. */
#define QUEUE_TRANSACTION(queue, status, body)                                                     \
    STORE_TRANSACTION((queue)->store, store_work_begin((queue)->store), status, body)

#endif
