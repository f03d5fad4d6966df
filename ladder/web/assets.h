/* assets.h - the files of ladder/web/static, which are part of the program. */
#ifndef AVONDALE_ASSETS_H
#define AVONDALE_ASSETS_H

struct call;

struct web_file {
    const char *name;
    const unsigned char *bytes; /* a zero byte follows the last one */
    unsigned size;
};
extern const struct web_file web_files[]; /* embed.sh writes this table */
extern const int web_file_count;

/* Returns the file of that name, or NULL if there is none. */
const struct web_file *assets_find(const char *name);
/* The answer to /static/NAME; to /api/v1/openapi.json. On the thread of the pages. */
void assets_show(struct call *call);
void assets_show_description(struct call *call);

#endif
