/* news.c - see news.h. */
#include "news/news.h"
#include "base/clock.h"
#include "base/hex.h"

#include <assert.h>
#include <jansson.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text for every receiver: ASCII. A clause may have been cut inside a character. */
static json_t *text_of(const char *text)
{
    char plain[PROGRAM_WHY_MAX + CALENDAR_WHY_MAX + 1];
    size_t size = 0;

    while (size < sizeof plain - 1 && text[size]) {
        plain[size] = text[size] >= ' ' && text[size] <= '~' ? text[size] : '?';
        size++;
    }
    return json_stringn(plain, size);
}

/* A new id, and `news->kind` and `news->wall_msec` as JSON; NULL if out of memory. */
static json_t *begin(struct store_news *news)
{
    unsigned char bytes[NEWS_ID_DIGITS / 2];
    char at[CLOCK_TEXT_BYTES];

    if (RAND_bytes(bytes, sizeof bytes) != 1)
        return NULL;
    hex_format(bytes, sizeof bytes, news->id);
    return json_pack("{ss ss ss}", "id", news->id, "kind", news->kind, "at",
                     clock_wall_text(news->wall_msec, at));
}

/* Takes `object` over, which may be NULL. */
static int add(struct store *store, struct store_news *news, json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    int status = STORE_FAILED;

    if (text && strlen(text) < sizeof news->body) {
        memcpy(news->body, text, strlen(text) + 1);
        status = store_news_add(store, news);
        if (status == 0)
            status = store_news_trim(store, NEWS_KEPT);
    }
    free(text);
    json_decref(object);
    return status;
}

int news_tell_version(struct store *store, const struct store_program *program)
{
    struct store_news news = {.wall_msec = program->changed_msec};

    assert(program->state == PROGRAM_ACTIVE || program->state == PROGRAM_REFUSED ||
           program->state == PROGRAM_STOPPED);
    snprintf(news.kind, sizeof news.kind, "version-%s", store_program_states[program->state]);
    json_t *object = begin(&news);
    if (object && (json_object_set_new(object, "bot", text_of(program->bot)) ||
                   json_object_set_new(object, "owner", text_of(program->account)) ||
                   json_object_set_new(object, "version", text_of(program->label)) ||
                   json_object_set_new(object, "why", text_of(program->why)))) {
        json_decref(object);
        object = NULL;
    }
    return add(store, &news, object);
}

int news_tell_event(struct store *store, const struct calendar_run *run, enum calendar_state state,
                    int64_t wall_msec)
{
    struct store_news news = {.wall_msec = wall_msec};

    assert(state == CALENDAR_OVER || state == CALENDAR_OFF);
    snprintf(news.kind, sizeof news.kind, "event-%s", state == CALENDAR_OVER ? "over" : "off");
    json_t *object = begin(&news);
    if (object && (json_object_set_new(object, "event", text_of(run->event)) ||
                   json_object_set_new(object, "run", text_of(run->name)) ||
                   json_object_set_new(object, "why", text_of(run->why)))) {
        json_decref(object);
        object = NULL;
    }
    return add(store, &news, object);
}
