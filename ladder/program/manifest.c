/* manifest.c - see manifest.h. */
#include "program/manifest.h"

#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 190 };

struct parsing {
    struct manifest *manifest;
    char *error;
    unsigned seen; /* a bit for each key */
};

static int refuse(struct parsing *parsing, const char *key, const char *allowed)
{
    snprintf(parsing->error, MANIFEST_ERROR_BYTES, MANIFEST_FILE ": %.40s: expected %s", key,
             allowed);
    return 0;
}

static bool is_word(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

/* A command that stays inside: no path from the root, none upwards, nothing that a shell expands to
 * one. */
static bool command_valid(const char *text)
{
    char before = ' ';

    if (strstr(text, "..") || strpbrk(text, "~$`\\*?["))
        return false;
    for (const char *c = text; *c; before = *c++) {
        if (*c == '/' && !is_word(before))
            return false;
    }
    return text[0] != '\0';
}

static bool rulesets_valid(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (!is_word(*c) && *c != ' ')
            return false;
    }
    return true;
}

static bool text_valid(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < ' ' || *c > '~')
            return false;
    }
    return strlen(text) <= MANIFEST_VALUE_MAX;
}

#define COMMAND_WORDS                                                                              \
    "a command of 1 to 160 bytes, of programs by name and of files inside: no path that begins "   \
    "with /, no .., none of ~ $ ` \\ * ? ["
#define NAME_WORDS "1 to 32 of A-Z a-z 0-9 . _ -"

static const struct key {
    const char *name;
    size_t at, size;
    bool (*valid)(const char *text);
    const char *allowed;
} keys[] = {
    {"start", offsetof(struct manifest, start), MANIFEST_VALUE_MAX + 1, command_valid,
     COMMAND_WORDS},
    {"build", offsetof(struct manifest, build), MANIFEST_VALUE_MAX + 1, command_valid,
     COMMAND_WORDS},
    {"rulesets", offsetof(struct manifest, rulesets), MANIFEST_VALUE_MAX + 1, rulesets_valid,
     "names of rulesets with blanks between"},
    {"name", offsetof(struct manifest, name), LADDER_NAME_MAX + 1, name_is_valid, NAME_WORDS},
    {"version", offsetof(struct manifest, version), LADDER_NAME_MAX + 1, name_is_valid, NAME_WORDS},
};

/* Returns 0 to refuse, as inih wants it. */
static int take(void *context, const char *section, const char *name, const char *value)
{
    struct parsing *parsing = context;
    char shown[41];

    snprintf(shown, sizeof shown, "%.40s", name);
    for (char *c = shown; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    if (strcmp(section, "bot") != 0)
        return refuse(parsing, shown, "a key of the section [bot]");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct key *key = &keys[i];
        if (strcmp(key->name, name) != 0)
            continue;
        if (parsing->seen & 1u << i)
            return refuse(parsing, shown, "it once");
        if (!text_valid(value) || !key->valid(value))
            return refuse(parsing, shown, key->allowed);
        parsing->seen |= 1u << i;
        memcpy((char *)parsing->manifest + key->at, value, strlen(value) + 1);
        return 1;
    }
    return refuse(parsing, shown, "start, build, rulesets, name or version");
}

int manifest_parse(const char *text, size_t size, struct manifest *manifest,
                   char error[MANIFEST_ERROR_BYTES])
{
    struct parsing parsing = {.manifest = manifest, .error = error};
    int line = 1;
    size_t length = 0;

    memset(manifest, 0, sizeof *manifest);
    error[0] = '\0';
    if (size > MANIFEST_BYTES_MAX || memchr(text, '\0', size)) {
        snprintf(error, MANIFEST_ERROR_BYTES, MANIFEST_FILE ": expected a text of at most %d bytes",
                 MANIFEST_BYTES_MAX);
        return -1;
    }
    /* inih would take the rest of a longer line for another one. */
    for (size_t i = 0; i < size; i++) {
        length = text[i] == '\n' ? 0 : length + 1;
        if (length > LINE_MAX_BYTES) {
            snprintf(error, MANIFEST_ERROR_BYTES, MANIFEST_FILE ":%d: expected at most %d bytes",
                     line, LINE_MAX_BYTES);
            return -1;
        }
        line += text[i] == '\n';
    }
    char *copy = strndup(text, size);
    int wrong = copy ? ini_parse_string(copy, take, &parsing) : -1;
    free(copy);
    if (wrong && !error[0])
        snprintf(error, MANIFEST_ERROR_BYTES, MANIFEST_FILE ":%d: expected KEY = VALUE", wrong);
    if (!wrong && !manifest->start[0]) {
        snprintf(error, MANIFEST_ERROR_BYTES,
                 MANIFEST_FILE ": start: it is missing: " COMMAND_WORDS);
        return -1;
    }
    return wrong ? -1 : 0;
}
