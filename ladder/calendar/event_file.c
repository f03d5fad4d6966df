/* event_file.c - see event_file.h. */
#include "calendar/event_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A line, without its end. */
struct line {
    const char *start;
    size_t size;
};

/* Takes the next line off *at. Returns false at the end. */
static bool next_line(const char **at, struct line *line)
{
    if (!**at)
        return false;
    line->start = *at;
    line->size = strcspn(*at, "\n");
    *at += line->size + (line->start[line->size] == '\n');
    return true;
}

/* Copies the heading that a line has. Returns false if the line is not a heading. */
static bool heading_of(const struct line *line, char *heading, size_t size)
{
    const char *end = line->start[0] == '[' ? memchr(line->start, ']', line->size) : NULL;

    if (!end)
        return false;
    snprintf(heading, size, "%.*s", (int)(end - line->start - 1), line->start + 1);
    return true;
}

static bool is_key(const struct line *line, const char *key)
{
    const char *at = line->start, *end = line->start + line->size;
    size_t size = strlen(key);

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if ((size_t)(end - at) <= size || strncmp(at, key, size) != 0)
        return false;
    at += size;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at < end && (*at == '=' || *at == ':');
}

/* Copies the value of a line with a key: its first word. */
static void value_of(const struct line *line, char *value, size_t size)
{
    const char *at = line->start + strcspn(line->start, "=:") + 1;
    const char *end = line->start + line->size;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    size_t length = strcspn(at, " \t\r\n;");
    snprintf(value, size, "%.*s", (int)(length < (size_t)(end - at) ? length : (size_t)(end - at)),
             at);
}

static int bad(char error[EVENT_FILE_ERROR_BYTES], const char *what)
{
    snprintf(error, EVENT_FILE_ERROR_BYTES, "%s", what);
    return -1;
}

int event_file_check(const char *text, char error[EVENT_FILE_ERROR_BYTES])
{
    static const char *const keys[] = {"name", "output", "seed"};
    char heading[64] = "";
    bool has_tournament = false;
    struct line line;
    int entries = 0;

    if (strlen(text) > EVENT_FILE_BYTES_MAX)
        return bad(error, "expected at most 128 KiB");
    for (const char *at = text; next_line(&at, &line);) {
        if (heading_of(&line, heading, sizeof heading)) {
            has_tournament = has_tournament || strcmp(heading, "tournament") == 0;
            entries += strncmp(heading, "entry ", 6) == 0;
            continue;
        }
        if (line.start[0] && strspn(line.start, " \t") < line.size &&
            line.start[strspn(line.start, " \t")] == '[')
            return bad(error, "expected headings at the beginning of a line");
        for (size_t i = 0; i < 3 && strcmp(heading, "tournament") == 0; i++) {
            if (!is_key(&line, keys[i]))
                continue;
            snprintf(error, EVENT_FILE_ERROR_BYTES,
                     "[tournament] %s: expected none in the file of an event: each start has its "
                     "own",
                     keys[i]);
            return -1;
        }
    }
    if (!has_tournament)
        return bad(error, "expected a section [tournament]");
    return entries <= EVENT_FILE_ENTRIES_MAX ? 0 : bad(error, "expected at most 1024 entries");
}

int event_file_entries(const char *text, char (*names)[EVENT_FILE_NAME_MAX + 1], int max)
{
    char heading[128];
    struct line line;
    int count = 0;

    for (const char *at = text; count < max && next_line(&at, &line);) {
        if (heading_of(&line, heading, sizeof heading) && strncmp(heading, "entry ", 6) == 0)
            snprintf(names[count++], EVENT_FILE_NAME_MAX + 1, "%.32s", heading + 6);
    }
    return count;
}

void event_file_ruleset(const char *text, char ruleset[EVENT_FILE_RULESET_MAX + 1])
{
    char heading[128] = "";
    struct line line;

    snprintf(ruleset, EVENT_FILE_RULESET_MAX + 1, "wikipedia"); /* as `avondale tournament` does */
    for (const char *at = text; next_line(&at, &line);) {
        if (!heading_of(&line, heading, sizeof heading) && strcmp(heading, "tournament") == 0 &&
            is_key(&line, "ruleset"))
            value_of(&line, ruleset, EVENT_FILE_RULESET_MAX + 1);
    }
}

char *event_file_rules(const char *text)
{
    char *rules = malloc(strlen(text) + 2), heading[128] = "";
    size_t used = 0;
    struct line line;

    for (const char *at = text; rules && next_line(&at, &line);) {
        if (heading_of(&line, heading, sizeof heading) || strcmp(heading, "tournament") != 0 ||
            line.size == 0 || line.start[0] == ';' || line.start[0] == '#')
            continue;
        memcpy(rules + used, line.start, line.size);
        used += line.size;
        rules[used++] = '\n';
    }
    if (rules)
        rules[used] = '\0';
    return rules;
}

char *event_file_make(const char *text, const char *run,
                      bool (*plays)(void *context, const char *entry), void *context)
{
    size_t size = strlen(text) + strlen(run) + 16, used = 0;
    char *made = malloc(size), heading[128];
    bool keeps = true;
    struct line line;

    for (const char *at = text; made && next_line(&at, &line);) {
        bool opens = heading_of(&line, heading, sizeof heading);
        if (opens)
            keeps = strncmp(heading, "entry ", 6) != 0 || plays(context, heading + 6);
        if (!keeps)
            continue;
        memcpy(made + used, line.start, line.size);
        used += line.size;
        made[used++] = '\n';
        if (opens && strcmp(heading, "tournament") == 0)
            used += (size_t)sprintf(made + used, "name = %s\n", run);
    }
    if (made)
        made[used] = '\0';
    return made;
}

char *event_file_add(char *file, const struct event_file_program *programs, int count)
{
    enum { ADDED_MAX = EVENT_FILE_NAME_MAX + EVENT_FILE_HASH_DIGITS + 24 };
    size_t used = strlen(file);
    char *grown = realloc(file, used + (size_t)count * ADDED_MAX + 1);

    if (!grown)
        free(file);
    for (int i = 0; grown && i < count; i++)
        used += (size_t)snprintf(grown + used, ADDED_MAX, "[entry %s]\narchive = %s\n",
                                 programs[i].entry, programs[i].archive);
    return grown;
}

bool event_file_needs_workers(const char *text)
{
    char heading[128] = "";
    struct line line;

    for (const char *at = text; next_line(&at, &line);) {
        if (heading_of(&line, heading, sizeof heading) || strncmp(heading, "entry ", 6) != 0 ||
            !is_key(&line, "archive"))
            continue;
        const char *value = (const char *)memchr(line.start, '=', line.size);
        value = value ? value : (const char *)memchr(line.start, ':', line.size);
        size_t left = value ? line.size - (size_t)(++value - line.start) : 0;
        size_t blank = value ? strspn(value, " \t") : 0;
        if (left >= blank + EVENT_FILE_HASH_DIGITS &&
            strspn(value + blank, "0123456789abcdef") == EVENT_FILE_HASH_DIGITS)
            return true;
    }
    return false;
}
