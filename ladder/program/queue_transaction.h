/* queue_transaction.h - a queue, and a transaction of it, for the files of this room:
 * program_queue.c opens it, host_queue.c uses it, too. */
#ifndef AVONDALE_QUEUE_TRANSACTION_H
#define AVONDALE_QUEUE_TRANSACTION_H

#include "store/store_work.h"

struct program_queue {
    struct store *store;
};

/* Runs `body` as one transaction, again where that may help: then it begins with the same values.
 */
#define QUEUE_TRANSACTION(queue, status, body)                                                     \
    for (int tries_ = 0;;) {                                                                       \
        (status) = store_work_begin((queue)->store) ? STORE_FAILED : (body);                       \
        if ((status) != STORE_FAILED && store_commit((queue)->store) == 0)                         \
            break;                                                                                 \
        (status) = STORE_FAILED;                                                                   \
        if (!store_retry((queue)->store, &tries_))                                                 \
            break;                                                                                 \
    }

#endif
