/* ini_file.h - reads a file of sections and keys with inih, whose lines end at 200 bytes: longer
 * lines are passed around it whole. Reports headings, too, which inih does not, so that a section
 * without keys is seen. Knows no key. */
#ifndef AVONDALE_INI_FILE_H
#define AVONDALE_INI_FILE_H

enum { INI_FILE_LINE_BYTES_MAX = 8192, INI_FILE_ERROR_BYTES = 160 };

struct ini_file_handler {
    void *context;
    void (*heading)(void *context, int line, const char *section); /* or NULL */
    /* `section` is "" before the first heading. Both texts are valid until the function returns. */
    void (*key)(void *context, int line, const char *section, const char *name, const char *value);
};

/* Reads the file and hands over its keys, up to the first line that is no key. Returns 0; the
 * number of the wrong line; or -1 if the file cannot be read; then `error` has the reason. */
int ini_file_read(const char *path, const struct ini_file_handler *handler,
                  char error[INI_FILE_ERROR_BYTES]);

#endif
