/* ini_file.h - reads a file of sections and keys with inih, whose lines end at 200 bytes: longer
 * ones come past it whole. Tells headings, too, which inih does not: a section without keys is
 * there. Knows no key. */
#ifndef AVONDALE_INI_FILE_H
#define AVONDALE_INI_FILE_H

enum { INI_FILE_LINE_BYTES_MAX = 8192, INI_FILE_ERROR_BYTES = 160 };

struct ini_file_handler {
    void *context;
    void (*heading)(void *context, int line, const char *section); /* or NULL */
    /* `section` is "" before the first heading. Both texts live until it returns. */
    void (*key)(void *context, int line, const char *section, const char *name, const char *value);
};

/* Reads all of it; hands over keys up to the first line that is none. Returns 0; the number of
 * the line that is wrong, or -1 where the file cannot be read, with what is wrong in `error`. */
int ini_file_read(const char *path, const struct ini_file_handler *handler,
                  char error[INI_FILE_ERROR_BYTES]);

#endif
