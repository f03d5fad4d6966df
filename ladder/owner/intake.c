/* intake.c - see intake.h. */
#include "owner/intake.h"
#include "base/thread.h"
#include "program/manifest.h"
#include "work/bundle.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CODE_UNACCEPTABLE = 422, CODE_AWAY = 503 };

struct parcel {
    struct ladder_deed deed;
    int fd;
    size_t size;
    intake_done_fn *done;
    void *context;
};

struct intake {
    struct ladder *ladder;
    char *url;
    pthread_t thread;
    volatile sig_atomic_t stop; /* also for the store's retries */

    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t given;
    struct parcel parcels[INTAKE_WAITING_MAX]; /* the first is looked at */
    int count;
};

/* ------------------------------------------------------------------------------ of one parcel */

/* Of a deed that was queued: lives until its completion. */
struct queued {
    intake_done_fn *done;
    void *context;
};

static void on_deed(void *context, const struct ladder_deed *deed, enum ladder_deed_outcome outcome)
{
    struct queued queued = *(struct queued *)context;

    free(context);
    queued.done(queued.context, deed, outcome, 0, "");
}

static int fail(int code, char error[INTAKE_ERROR_BYTES], const char *why)
{
    snprintf(error, INTAKE_ERROR_BYTES, "%s", why);
    return code;
}

_Static_assert((int)PROGRAM_RULESETS_MAX == (int)MANIFEST_VALUE_MAX, "a value of the manifest");

/* Whether archive and manifest may be; takes from the manifest what the store keeps beside the
 * archive. Returns 0, or a code of HTTP with a line. */
static int look(const uint8_t *bytes, size_t size, struct store_program *program,
                char error[INTAKE_ERROR_BYTES])
{
    char text[MANIFEST_BYTES_MAX + 2], why[BUNDLE_ERROR_BYTES], wrong[MANIFEST_ERROR_BYTES];
    struct manifest manifest;
    size_t length;

    int status = bundle_unpack(bytes, size, INTAKE_UNPACKED_BYTES_MAX, NULL, why);
    if (status == 0)
        status = bundle_read(bytes, size, MANIFEST_FILE, text, sizeof text, &length, why);
    if (status)
        return fail(status == BUNDLE_REFUSED ? CODE_UNACCEPTABLE : CODE_AWAY, error, why);
    if (manifest_parse(text, length, &manifest, wrong))
        return fail(CODE_UNACCEPTABLE, error, wrong);
    memcpy(program->rulesets, manifest.rulesets, sizeof program->rulesets);
    return 0;
}

/* Puts it into the store, where it stays without a row until the deed is done. */
static int put(struct intake *intake, const uint8_t *bytes, struct parcel *parcel,
               char error[INTAKE_ERROR_BYTES])
{
    struct store_program *program = &parcel->deed.program;
    struct ladder_error why;
    struct work *work;

    if (work_open(&work, intake->url, true, &intake->stop, &why))
        return fail(CODE_AWAY, error, "the ladder cannot write now; try again");
    int status = work_archive_put(work, bytes, parcel->size, program->archive);
    work_close(work);
    program->owned = status == 0;
    program->bytes = (int64_t)parcel->size;
    return status == WORK_ERROR ? fail(CODE_AWAY, error, "the ladder cannot write now; try again")
                                : 0;
}

static int queue(struct intake *intake, const struct parcel *parcel)
{
    struct queued *queued = malloc(sizeof *queued);

    if (!queued)
        return -1;
    *queued = (struct queued){.done = parcel->done, .context = parcel->context};
    if (writer_account_queue(intake->ladder, &parcel->deed, on_deed, queued) == 0)
        return 0;
    free(queued);
    return -1;
}

static void take(struct intake *intake, struct parcel *parcel)
{
    char error[INTAKE_ERROR_BYTES] = "";
    int code = CODE_AWAY;
    void *bytes = mmap(NULL, parcel->size, PROT_READ, MAP_PRIVATE, parcel->fd, 0);

    if (bytes == MAP_FAILED) {
        fail(CODE_AWAY, error, "there is no memory for it now; try again");
    } else {
        code = look(bytes, parcel->size, &parcel->deed.program, error);
        if (code == 0)
            code = put(intake, bytes, parcel, error);
        munmap(bytes, parcel->size);
    }
    if (code == 0 && queue(intake, parcel) == 0)
        return;
    if (code == 0)
        code = fail(CODE_AWAY, error, "too much is being written; try again");
    parcel->done(parcel->context, &parcel->deed, LADDER_DEED_FAILED, code, error);
}

/* ----------------------------------------------------------------------------------- thread */

static void *intake_main(void *argument)
{
    struct intake *intake = argument;

    pthread_setname_np(pthread_self(), "intake");
    pthread_mutex_lock(&intake->mutex);
    for (;;) {
        while (!intake->stop && intake->count == 0)
            pthread_cond_wait(&intake->given, &intake->mutex);
        if (intake->stop)
            break;
        struct parcel parcel = intake->parcels[0];
        pthread_mutex_unlock(&intake->mutex);
        take(intake, &parcel);
        close(parcel.fd);
        pthread_mutex_lock(&intake->mutex);
        memmove(intake->parcels, intake->parcels + 1,
                (size_t)--intake->count * sizeof intake->parcels[0]);
    }
    pthread_mutex_unlock(&intake->mutex);
    return NULL;
}

struct intake *intake_create(struct ladder *ladder, const char *url)
{
    struct intake *intake = calloc(1, sizeof *intake);

    if (!intake || !(intake->url = strdup(url))) {
        free(intake);
        return NULL;
    }
    intake->ladder = ladder;
    pthread_mutex_init(&intake->mutex, NULL);
    pthread_cond_init(&intake->given, NULL);
    if (thread_start(&intake->thread, intake_main, intake, THREAD_NICE_IDLE)) {
        free(intake->url);
        free(intake);
        return NULL;
    }
    return intake;
}

void intake_destroy(struct intake *intake)
{
    if (!intake)
        return;
    pthread_mutex_lock(&intake->mutex);
    intake->stop = 1;
    pthread_cond_signal(&intake->given);
    pthread_mutex_unlock(&intake->mutex);
    pthread_join(intake->thread, NULL);
    for (int i = 0; i < intake->count; i++) {
        struct parcel *parcel = &intake->parcels[i];
        parcel->done(parcel->context, &parcel->deed, LADDER_DEED_FAILED, CODE_AWAY,
                     "the ladder ends");
        close(parcel->fd);
    }
    pthread_cond_destroy(&intake->given);
    pthread_mutex_destroy(&intake->mutex);
    free(intake->url);
    free(intake);
}

int intake_give(struct intake *intake, const struct ladder_deed *deed, int fd, size_t size,
                intake_done_fn *done, void *context)
{
    int status = -1;

    pthread_mutex_lock(&intake->mutex);
    if (intake->count < INTAKE_WAITING_MAX && !intake->stop) {
        intake->parcels[intake->count++] = (struct parcel){
            .deed = *deed, .fd = fd, .size = size, .done = done, .context = context};
        pthread_cond_signal(&intake->given);
        status = 0;
    }
    pthread_mutex_unlock(&intake->mutex);
    return status;
}
