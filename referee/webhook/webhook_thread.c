/* webhook_thread.c - see webhook_thread.h. */
#include "webhook/webhook_thread.h"

#include "base/log.h"
#include "protocol.h"
#include "webhook/webhook_post.h"
#include "webhook/webhook_schedule.h"
#include "webhook/webhook_sign.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MSEC = 1000,
    LOOK_HURRY_MSEC = 20,
    LEASE_MSEC = 60000, /* longer than a request takes */
    AWAY_MSEC = 10000,  /* until the store is asked again after a failure */
    HOLDER_BYTES = 33,
};
_Static_assert(LEASE_MSEC > 2 * WEBHOOK_POST_MSEC, "nobody else sends what is being sent");

struct receiver {
    char url[WEBHOOK_URL_MAX + 1];
    char label[WEBHOOK_LABEL_BYTES]; /* for the log */
    char id[NEWS_RECEIVER_DIGITS + 1];
    struct webhook_schedule schedule;
    struct webhook_post *post; /* under way; NULL: none */
    struct store_delivery delivery;
};

struct webhook_thread {
    struct receiver receivers[NEWS_QUEUE_RECEIVERS_MAX];
    const char *ids[NEWS_QUEUE_RECEIVERS_MAX];
    int count;
    struct webhook_secret secret;
    struct news_queue *queue;
    struct webhook_posts *posts;
    char holder[HOLDER_BYTES];
    int hurry, limit_msec;
    int64_t look_msec; /* monotonic: when the store is asked again */
    bool away;         /* the store failed, and a line said so */
    atomic_llong delivered, failed, given_up, waiting; /* struct webhook_counts */
    pthread_t thread;
    atomic_bool stopping;
};

/* ------------------------------------------------------------------------------------ the store */

/* Says once that the store does not answer. Returns whether it did. */
static bool store_answers(struct webhook_thread *thread, int status)
{
    if (status == NEWS_QUEUE_FAILED) {
        if (!thread->away)
            log_line(LOG_WARN, "webhooks: %.300s", news_queue_error(thread->queue));
        thread->away = true;
        thread->look_msec = clock_now_msec() + AWAY_MSEC;
        return false;
    }
    if (thread->away)
        log_line(LOG_INFO, "webhooks: the store is back");
    thread->away = false;
    return true;
}

/* ------------------------------------------------------------------------------------- requests */

static void try_later(struct webhook_thread *thread, struct receiver *receiver, const char *why)
{
    const struct store_news *news = &receiver->delivery.news;
    uint32_t chance = 0;

    (void)!RAND_bytes((unsigned char *)&chance, sizeof chance);
    int64_t pause = webhook_schedule_pause(receiver->delivery.tries, chance);
    if (receiver->schedule.failures == 0 || pause < 0)
        log_line(LOG_WARN, "webhook=%s %s of %s was not delivered: %s%s", receiver->label,
                 news->kind, news->id, why, pause < 0 ? "; it is given up" : "");
    atomic_fetch_add(&thread->failed, 1);
    atomic_fetch_add(&thread->given_up, pause < 0);
    webhook_schedule_fail(&receiver->schedule, clock_now_msec() * thread->hurry);
    int status = pause < 0 ? news_queue_drop(thread->queue, receiver->id, news->id, thread->holder)
                           : news_queue_later(thread->queue, receiver->id, news->id, thread->holder,
                                              pause / thread->hurry);
    (void)store_answers(thread, status);
}

static void take_end(struct webhook_thread *thread, struct receiver *receiver, bool accepted,
                     const char *why)
{
    const struct store_news *news = &receiver->delivery.news;

    receiver->post = NULL;
    if (!accepted) {
        try_later(thread, receiver, why);
        return;
    }
    if (receiver->schedule.failures > 0)
        log_line(LOG_INFO, "webhook=%s answers again", receiver->label);
    atomic_fetch_add(&thread->delivered, 1);
    webhook_schedule_succeed(&receiver->schedule);
    log_line(LOG_DEBUG, "webhook=%s %s of %s was delivered", receiver->label, news->kind, news->id);
    /* If this fails, the receiver gets it again, with the same id. */
    if (store_answers(thread,
                      news_queue_drop(thread->queue, receiver->id, news->id, thread->holder)))
        thread->look_msec = 0; /* the next one */
}

static void send(struct webhook_thread *thread, struct receiver *receiver)
{
    char signature[WEBHOOK_SIGNATURE_BYTES];
    const struct store_news *news = &receiver->delivery.news;
    int status = news_queue_claim(thread->queue, receiver->id, thread->holder, LEASE_MSEC,
                                  &receiver->delivery);

    if (!store_answers(thread, status) || status == NEWS_QUEUE_NONE)
        return;
    const struct webhook_order order = {.url = receiver->url,
                                        .body = news->body,
                                        .kind = news->kind,
                                        .id = news->id,
                                        .signature = signature,
                                        .limit_msec = thread->limit_msec};
    if (webhook_sign(&thread->secret, clock_wall_msec() / 1000, news->body, signature) == 0)
        receiver->post = webhook_post_start(thread->posts, &order);
    if (!receiver->post)
        try_later(thread, receiver, "out of memory");
}

/* ------------------------------------------------------------------------------------- the thread
 */

static void look(struct webhook_thread *thread)
{
    bool news = false, due[NEWS_QUEUE_RECEIVERS_MAX] = {false};
    int lost = 0;
    int64_t now = clock_now_msec(), waiting = 0;

    thread->look_msec = now + (thread->hurry > 1 ? LOOK_HURRY_MSEC : LOOK_MSEC);
    int status = news_queue_look(thread->queue, thread->ids, thread->count, &news, due, &waiting);
    if (store_answers(thread, status))
        atomic_store(&thread->waiting, waiting);
    if (!thread->away && news) {
        status =
            news_queue_spread(thread->queue, thread->ids, thread->count, clock_wall_msec(), &lost);
        if (store_answers(thread, status) && lost > 0)
            log_line(LOG_WARN, "webhooks: %d deliveries waited too long and are given up", lost);
        atomic_fetch_add(&thread->given_up, lost);
    }
    for (int i = 0; i < thread->count && !thread->away; i++) {
        struct receiver *receiver = &thread->receivers[i];
        if ((due[i] || news) && !receiver->post &&
            webhook_schedule_may(&receiver->schedule, now * thread->hurry))
            send(thread, receiver);
    }
}

static void *run(void *context)
{
    struct webhook_thread *thread = context;
    char why[WEBHOOK_WHY_BYTES];
    bool accepted;

    while (!atomic_load(&thread->stopping)) {
        if (clock_now_msec() >= thread->look_msec)
            look(thread);
        int64_t wait = thread->look_msec - clock_now_msec();
        webhook_post_wait(thread->posts, wait < 0 ? 0 : wait > LOOK_MSEC ? LOOK_MSEC : (int)wait);
        for (int i = 0; i < thread->count; i++) {
            struct receiver *receiver = &thread->receivers[i];
            if (receiver->post && webhook_post_ended(thread->posts, receiver->post, &accepted, why))
                take_end(thread, receiver, accepted, why);
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------------------- start and stop */

static int fail(int status, const char *why)
{
    log_say("avondale serve: --webhook: %s", why);
    return status;
}

static int read_urls(struct webhook_thread *thread, const char *urls)
{
    char *lines = strdup(urls), *save = NULL;
    int status = lines ? 0 : fail(3, "out of memory");

    for (char *line = lines ? strtok_r(lines, "\n", &save) : NULL; line && status == 0;
         line = strtok_r(NULL, "\n", &save)) {
        struct receiver *receiver = &thread->receivers[thread->count];
        if (thread->count == NEWS_QUEUE_RECEIVERS_MAX) {
            status = fail(2, "expected up to 8 of them");
        } else if (webhook_post_label(line, receiver->label)) {
            /* The URL may be secret. */
            status = fail(2, "expected http://HOST[:PORT][/PATH][?QUERY] or https://..., of up to "
                             "500 bytes, without a user and #");
        } else {
            snprintf(receiver->url, sizeof receiver->url, "%s", line);
            news_queue_receiver(line, receiver->id);
            thread->ids[thread->count++] = receiver->id;
        }
    }
    free(lines);
    return status;
}

static int open_all(struct webhook_thread *thread, const struct webhook_thread_config *config)
{
    struct ladder_error error = {.text = ""};
    unsigned char bytes[(HOLDER_BYTES - 1) / 2];
    char why[200];

    int status = read_urls(thread, config->urls);
    if (status)
        return status;
    if (webhook_sign_read(&thread->secret, config->secret_file, why, sizeof why)) {
        log_say("avondale serve: --webhook-secret-file=%s: %s", config->secret_file, why);
        return 2;
    }
    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return fail(3, "the system has no random bytes");
    hex_encode(bytes, sizeof bytes, thread->holder);
    thread->posts = webhook_post_open();
    if (!thread->posts)
        return fail(3, "out of memory");
    if (news_queue_open(&thread->queue, config->store, &error))
        return fail(3, error.text);
    int started = thread_start(&thread->thread, run, thread, THREAD_NICE_BEHIND);
    return started ? fail(3, strerror(started)) : 0;
}

/* What is under way is due again at once, here or at another node. */
static void give_back(struct webhook_thread *thread)
{
    for (int i = 0; i < thread->count; i++) {
        struct receiver *receiver = &thread->receivers[i];
        if (receiver->post)
            (void)store_answers(thread,
                                news_queue_later(thread->queue, receiver->id,
                                                 receiver->delivery.news.id, thread->holder, 0));
    }
}

static void close_all(struct webhook_thread *thread)
{
    webhook_post_close(thread->posts);
    news_queue_close(thread->queue);
    OPENSSL_cleanse(thread, sizeof *thread);
    free(thread);
}

int webhook_thread_start(struct webhook_thread **out, const struct webhook_thread_config *config)
{
    *out = NULL;
    if (!config->urls[0])
        return 0;
    struct webhook_thread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return fail(3, "out of memory");
    thread->hurry = config->hurry > 0 ? config->hurry : 1;
    thread->limit_msec = config->limit_msec;
    int status = open_all(thread, config);
    if (status)
        close_all(thread);
    else
        *out = thread;
    return status;
}

struct webhook_counts webhook_thread_counts(const struct webhook_thread *thread)
{
    if (!thread)
        return (struct webhook_counts){.waiting = 0};
    return (struct webhook_counts){.delivered = atomic_load(&thread->delivered),
                                   .failed = atomic_load(&thread->failed),
                                   .given_up = atomic_load(&thread->given_up),
                                   .waiting = atomic_load(&thread->waiting)};
}

void webhook_thread_stop(struct webhook_thread *thread)
{
    if (!thread)
        return;
    atomic_store(&thread->stopping, true);
    webhook_post_wake(thread->posts);
    pthread_join(thread->thread, NULL);
    give_back(thread);
    close_all(thread);
}
