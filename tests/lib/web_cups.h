/* web_cups.h - pages beside a tournament that is over, for the tests of the web. */
#ifndef AVONDALE_TEST_WEB_CUPS_H
#define AVONDALE_TEST_WEB_CUPS_H

#include <sys/stat.h>

#include "web_json.h"

static const char cup_text[] =
    "{\"name\":\"Cup <script>\",\"format\":\"swiss\",\"ruleset\":\"wikipedia\",\"finished\":true,"
    "\"options\":[\"max_hands=2\",7],\"repeats\":\"many\",\"secret\":\"kept\",\"standings\":["
    "{\"entry\":\"ann\",\"rank\":1,\"won\":2,\"score\":2.5},"
    "{\"entry\":\"bob\",\"rank\":2,\"won\":0,\"score\":0.5}],"
    "\"meetings\":[{\"a\":\"ann\",\"b\":\"bob\",\"points_a\":2,\"points_b\":1,\"winner\":\"ann\"}]"
    "}";

/* A record with the word is one that can be watched. */
static inline char *cup_watch(const char *record)
{
    return feed_watch(strstr(record, "watchable") ? "watchable" : "");
}

static inline char *cup_chances(const char *record)
{
    return feed_chances(strstr(record, "watchable") ? "watchable" : "");
}

/* Writes the records of `count` games of the tournament `spring` to `path`, which the caller
 * removes. */
static inline void cup_records(const struct fixture *fixture, int count, const char *word,
                               char path[200])
{
    snprintf(path, 200, "%s/cups/spring/records.jsonl", fixture->temp.dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 1; i <= count; i++)
        fprintf(file,
                "{\"game\":\"t-%06d\",\"players\":[\"ann\",\"<bob>\"],\"word\":\"%s\",\"result\":{"
                "\"reason\":\"target\",\"winners\":[1],\"scores\":[-40,500]}}\n",
                i, word);
    fclose(file);
}

static inline void cup_write(const struct fixture *fixture, const char *id, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/cups", fixture->temp.dir);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cups/%s", fixture->temp.dir, id);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cups/%s/results.json", fixture->temp.dir, id);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline int cups_setup(void **state)
{
    struct ladder_error error;
    char cups[200];
    if (setup(state))
        return -1;
    struct fixture *fixture = *state;
    web_server_destroy(fixture->web);
    cup_write(fixture, "spring", cup_text);
    cup_write(fixture, "broken", "{");
    snprintf(cups, sizeof cups, "%s/cups", fixture->temp.dir);
    struct web_config config = {.at =
                                    &(struct endpoint){.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}},
                                .at_count = 1,
                                .live = fixture->live,
                                .store = fixture->temp.url,
                                .bots = "",
                                .feed = {.watch = cup_watch, .chances = cup_chances},
                                .tournaments = cups};
    return web_server_create(&fixture->web, &config, fixture->ladder, &error);
}

static inline int cups_teardown(void **state)
{
    const struct fixture *fixture = *state;
    char path[200];
    static const char *const ids[] = {"spring", "broken"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/cups/%s/results.json", fixture->temp.dir, ids[i]);
        unlink(path);
        *strrchr(path, '/') = 0;
        rmdir(path);
    }
    *strrchr(path, '/') = 0;
    rmdir(path);
    return teardown(state);
}

#endif
