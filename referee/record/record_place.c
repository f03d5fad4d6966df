/* record_place.c - finds a step in a file of records. */
#include "record/record_place.h"
#include "base/options.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct place {
    const char *command, *whole;
    char *name;       /* name of the file, ended where the first part began; owned */
    const char *game; /* a line number or an id; in `name` */
    int hand, step;
    record_place_visit_fn *visit;
    void *context;
    bool found;
};

/* Parses a whole number from 1. */
static bool read_number(const char *text, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && value >= 1 && value <= INT32_MAX;
}

/* Cuts the last part off a name with colons; NULL if there is none. */
static const char *cut_part(char *name)
{
    char *colon = strrchr(name, ':');
    if (!colon || colon == name || !colon[1])
        return NULL;
    *colon = 0;
    return colon + 1;
}

static int parse(struct place *place)
{
    const char *step = cut_part(place->name), *hand = step ? cut_part(place->name) : NULL;

    place->game = hand ? cut_part(place->name) : NULL;
    if (!place->game || !read_number(step, &place->step) || !read_number(hand, &place->hand))
        return options_command_bad(
            place->command, "%s: expected FILE:GAME:HAND:STEP, numbers from 1", place->whole);
    return 0;
}

static bool on_step(void *context, const struct replay_step *step)
{
    struct place *place = context;

    place->found = step->hand == place->hand && step->step == place->step;
    place->visit(place->context, step, place->found);
    return !place->found;
}

static bool is_wanted(const struct place *place, int count, const char *line, size_t size)
{
    int number;

    if (read_number(place->game, &number))
        return number == count;
    json_t *json = json_loadb(line, size, 0, NULL);
    const char *id = json_string_value(json_object_get(json, "game"));
    bool wanted = id && strcmp(id, place->game) == 0;
    json_decref(json);
    return wanted;
}

static int find(struct place *place, FILE *file)
{
    struct replay replay = {.step = on_step, .context = place};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    int count = 0, differences = 0;

    while ((size = getline(&line, &capacity, file)) > 0) {
        if (is_wanted(place, ++count, line, (size_t)size))
            break;
    }
    if (size > 0)
        differences = replay_run(line, (size_t)size, &replay);
    free(line);
    if (size <= 0 && !feof(file))
        return options_command_bad(place->command, "%s: %s", place->name, strerror(errno));
    if (size <= 0)
        return options_command_bad(place->command,
                                   "%s: game %s is not there; the file has %d lines", place->name,
                                   place->game, count);
    if (differences == PROTOCOL_ERROR_MEMORY) {
        options_command_bad(place->command, "out of memory");
        return 3;
    }
    if (!place->found)
        return options_command_bad(place->command, "%s: game %s has no step %d in hand %d%s",
                                   place->name, place->game, place->step, place->hand,
                                   differences ? "; see avondale replay" : "");
    return 0;
}

int record_place_visit(const char *command, const char *text, record_place_visit_fn *visit,
                       void *context)
{
    struct place place = {.command = command,
                          .whole = text,
                          .name = strdup(text),
                          .visit = visit,
                          .context = context};
    FILE *file = NULL;

    if (!place.name) {
        options_command_bad(place.command, "out of memory");
        return 3;
    }
    int status = parse(&place);
    if (!status) {
        file = fopen(place.name, "r");
        status = file ? find(&place, file)
                      : options_command_bad(place.command, "%s: %s", place.name, strerror(errno));
    }
    if (file)
        fclose(file);
    free(place.name);
    return status;
}
