/* event_source.c - the file of a tournament that an event of the calendar names. */
#include "events/event_source.h"

#include "base/log.h"
#include "tournament/tournament_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text, or NULL if the file cannot be read or is too large for any event. */
static char *read_text(const char *path)
{
    char *text = calloc(1, EVENT_FILE_BYTES_MAX + 2);
    FILE *file = text ? fopen(path, "r") : NULL;
    size_t size = file ? fread(text, 1, EVENT_FILE_BYTES_MAX + 1, file) : 0;
    bool good = file && !ferror(file) && memchr(text, '\0', size) == NULL;

    if (!file)
        log_say("avondale: %s: %s", path, strerror(errno));
    else if (!good)
        log_say("avondale: %s: expected a file of text", path);
    if (file)
        fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

/* Entries that a file is checked with beside its own, where programs that were handed in may play.
 * What becomes of it with those that there are shows at the start. */
enum { PROGRAMS_EXPECTED = 16 };

char *event_source_read(const char *path, enum event_entries entries)
{
    char error[EVENT_FILE_ERROR_BYTES];
    struct tournament_file *file = calloc(1, sizeof *file);
    char *text = file ? read_text(path) : NULL;
    bool good = text && event_file_check(text, error) == 0;

    if (text && !good)
        log_say("avondale: %s: %s", path, error);
    if (good) {
        int more = entries == EVENT_OF_FILE ? 0 : PROGRAMS_EXPECTED;
        good = tournament_file_read_with(file, path, more) == 0;
        tournament_file_free(file);
    }
    free(file);
    if (good)
        return text;
    free(text);
    return NULL;
}
