/* judge.c - see judge.h. */
#include "judge/judge.h"

#include "base/thread.h"
#include "base/values.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct job {
    char game[LADDER_GAME_ID_MAX + 1];
    char *record;
    uint64_t key;
    judge_done_fn *done;
    void *context;
};

struct kept {
    char game[LADDER_GAME_ID_MAX + 1];
    char *text; /* NULL: a game without chances, or an empty place */
};

struct judge {
    char *(*compute)(const char *record);
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the fields below */
    pthread_cond_t asked;
    bool stops;
    struct job jobs[JUDGE_WAIT_MAX]; /* the one that is worked on first */
    int job_count;
    struct kept kept[JUDGE_KEPT];
    int kept_next;
};

/* With the mutex held. */
static struct kept *find(struct judge *judge, const char *game)
{
    for (int i = 0; i < JUDGE_KEPT; i++) {
        if (judge->kept[i].text && strcmp(judge->kept[i].game, game) == 0)
            return &judge->kept[i];
    }
    return NULL;
}

/* With the mutex held. Takes the text over. */
static void keep(struct judge *judge, const char *game, char *text)
{
    struct kept *place = &judge->kept[judge->kept_next];

    if (!text || strlen(text) > JUDGE_BYTES_MAX || find(judge, game)) {
        free(text);
        return;
    }
    judge->kept_next = (judge->kept_next + 1) % JUDGE_KEPT;
    free(place->text);
    place->text = text;
    memcpy(place->game, game, sizeof place->game);
}

/* With the mutex held, which it releases for the call: the first job has its answer. */
static void end_first(struct judge *judge)
{
    struct job job = judge->jobs[0];

    judge->job_count--;
    memmove(&judge->jobs[0], &judge->jobs[1], (size_t)judge->job_count * sizeof job);
    free(job.record);
    pthread_mutex_unlock(&judge->mutex);
    job.done(job.context, job.game);
    pthread_mutex_lock(&judge->mutex);
}

static void *judge_main(void *context)
{
    struct judge *judge = context;

    pthread_mutex_lock(&judge->mutex);
    while (!judge->stops) {
        if (judge->job_count == 0) {
            pthread_cond_wait(&judge->asked, &judge->mutex);
            continue;
        }
        if (!find(judge, judge->jobs[0].game)) { /* else somebody asked for the same before */
            const char *record = judge->jobs[0].record;
            pthread_mutex_unlock(&judge->mutex);
            char *text = judge->compute(record);
            pthread_mutex_lock(&judge->mutex);
            keep(judge, judge->jobs[0].game, text);
        }
        end_first(judge);
    }
    while (judge->job_count > 0)
        end_first(judge);
    pthread_mutex_unlock(&judge->mutex);
    return NULL;
}

struct judge *judge_create(char *(*compute)(const char *record))
{
    struct judge *judge = calloc(1, sizeof *judge);

    if (!judge)
        return NULL;
    judge->compute = compute;
    pthread_mutex_init(&judge->mutex, NULL);
    pthread_cond_init(&judge->asked, NULL);
    if (thread_start(&judge->thread, judge_main, judge, THREAD_NICE_IDLE) == 0)
        return judge;
    pthread_cond_destroy(&judge->asked);
    pthread_mutex_destroy(&judge->mutex);
    free(judge);
    return NULL;
}

void judge_destroy(struct judge *judge)
{
    if (!judge)
        return;
    pthread_mutex_lock(&judge->mutex);
    judge->stops = true;
    pthread_cond_signal(&judge->asked);
    pthread_mutex_unlock(&judge->mutex);
    pthread_join(judge->thread, NULL);
    for (int i = 0; i < JUDGE_KEPT; i++)
        free(judge->kept[i].text);
    pthread_cond_destroy(&judge->asked);
    pthread_mutex_destroy(&judge->mutex);
    free(judge);
}

char *judge_kept(struct judge *judge, const char *game)
{
    pthread_mutex_lock(&judge->mutex);
    const struct kept *found = find(judge, game);
    char *text = found ? strdup(found->text) : NULL;
    pthread_mutex_unlock(&judge->mutex);
    return text;
}

int judge_ask(struct judge *judge, const char *game, char *record, uint64_t key,
              judge_done_fn *done, void *context)
{
    int same = 0;

    pthread_mutex_lock(&judge->mutex);
    for (int i = 0; i < judge->job_count; i++)
        same += judge->jobs[i].key == key;
    bool takes = judge->job_count < JUDGE_WAIT_MAX && same < JUDGE_OF_ADDRESS_MAX;
    if (takes) {
        struct job *job = &judge->jobs[judge->job_count++];
        *job = (struct job){.record = record, .key = key, .done = done, .context = context};
        strncpy(job->game, game, LADDER_GAME_ID_MAX);
        pthread_cond_signal(&judge->asked);
    }
    pthread_mutex_unlock(&judge->mutex);
    if (!takes)
        free(record);
    return takes ? 0 : -1;
}
